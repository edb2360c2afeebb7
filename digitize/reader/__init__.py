"""The handwriting reader: boxes of a page in, readings with rivals and probabilities out."""

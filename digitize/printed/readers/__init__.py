"""Readers of a line of print: Tesseract, and the packaged net. They know nothing of each other."""

"""Characters to learn from: drawn, real, photographed, and of fonts."""

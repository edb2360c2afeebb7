"""The shape in which a page lies: folds, bends and perspective, and how it is laid flat."""

"""Photos of pages as phones take them, made from flat pictures."""

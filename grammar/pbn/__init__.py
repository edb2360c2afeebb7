"""Portable Bridge Notation (PBN) 1.0, 2.0 and 2.1, read game by game and written."""

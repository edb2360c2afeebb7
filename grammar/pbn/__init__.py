"""Portable Bridge Notation (PBN) 1.0, 2.0 and 2.1, read game by game and written."""

from grammar.pbn.reader import PbnGame, read

__all__ = ["PbnGame", "read"]

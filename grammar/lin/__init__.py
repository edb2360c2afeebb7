"""LIN, the notation of Bridge Base Online, read board by board."""

from fairdeal.grammar.lin.reader import LinGame, read

__all__ = ["LinGame", "read"]

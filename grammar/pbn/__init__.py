"""Portable Bridge Notation (PBN) 1.0, 2.0 and 2.1, read game by game and written."""

from fairdeal.grammar.pbn.from_deals import write_deals
from fairdeal.grammar.pbn.reader import PbnGame, read
from fairdeal.grammar.pbn.remarks import Remark, write_remarked
from fairdeal.grammar.pbn.writer import encoded, write

__all__ = [
    "PbnGame",
    "Remark",
    "encoded",
    "read",
    "write",
    "write_deals",
    "write_remarked",
]

"""Files of games, PBN and LIN: which reader a file is for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePath
from typing import Protocol

from fairdeal.grammar import lin
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.grammar.pbn.source import Source
from fairdeal.records.place import Span
from fairdeal.records.plain import PlainDeal
from fairdeal.records.record import Deal, Problem, Record

_PBN = re.compile(rb'(?:\xef\xbb\xbf)?(?:%[^\n]*\n|;[^\n]*\n|\s)*\[\s*\w+\s*"', re.M)
_PBN_ONLY = re.compile(
    rb'^% ?PBN \d|\[Deal "[NESWnesw]:|\[(?:Auction|Play) "[NESWnesw]"\]|\[Board "', re.M
)
_LIN = re.compile(rb"\s*(?:vg|qx|pn|st|md|rs|rh|ah|bt|lf)\|", re.I)


class Game(Protocol):
    """One game of a file, as every reader of games gives it."""

    @property
    def number(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def raw(self) -> str: ...
    @property
    def problems(self) -> tuple[Problem, ...]: ...
    @property
    def plain(self) -> PlainDeal | None: ...
    @property
    def deal(self) -> Deal: ...
    @property
    def record(self) -> Record: ...
    def span_of(self, name: str) -> Span | None:
        """Where the value of a tag is written."""


Reader = Callable[[Source], Iterator[Game]]


def reader_of(
    name: str, head: bytes, strict: bool = False, version: str | None = None
) -> Reader | None:
    """The reader for a file, by its name's ending, else by how it begins; None for any other file.

    `strict` and `version` are for PBN: held to every word of the standard, of that version.
    """
    ending = PurePath(name).suffix.casefold()
    as_pbn = partial(read_pbn, strict=strict, version=version)
    if ending == ".pbn":
        return as_pbn
    if ending == ".lin":
        return lin.read
    if ending in (".hrn", ".txt", ""):
        if _PBN.match(head) is not None and _PBN_ONLY.search(head) is not None:
            return None if ending == ".hrn" else as_pbn
        if _LIN.match(head) is not None:
            return lin.read
    return None

"""A page that begins in the middle of a deal or a sheet: where the page before it ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.digitize.printed.arranged.pieces import Row

_BLOCKS: Final = ("Hands", "Auction", "Play", "Result")
"""In the order in which a deal has them."""
_HEADED: Final = re.compile(r"(Hands|Auction|Play|Result|Sheet(?: \w+)?):")


@dataclass(frozen=True, slots=True)
class Ended:
    """The block that the text of a page ends in ("" for none) and, of a sheet, the heads of its columns."""

    block: str = ""
    columns: tuple[str, ...] = ()
    tagged: bool = False
    """Whether it ends with the tags of a deal, of which no block has begun."""


NOWHERE: Final = Ended()


def ended_in(text: str) -> Ended:
    """Where the text of a page, lines of the notation, ends."""
    ended = NOWHERE
    for line in text.splitlines():
        headed = _HEADED.fullmatch(line.strip())
        if headed is not None:
            ended = Ended(headed[1].split()[0])
        elif line.startswith("["):
            ended = Ended(tagged=ended.tagged or line.startswith("[Deal "))
        elif ended.block == "Sheet" and not ended.columns and "|" in line:
            ended = Ended("Sheet", tuple(cell.strip() for cell in line.split("|")))
    return ended


def goes_on(rows: Sequence[Row], before: Ended) -> bool:
    """Whether the lines of a page belong to what the page before it ended in."""
    if not before.block and not before.tagged:
        return False
    for row in rows:
        first = row[0].before + row[0].text if row else ";"
        if first.startswith(";"):
            continue
        headed = _HEADED.fullmatch(first)
        if headed is None:
            return not first.startswith("[") and not before.tagged
        if before.tagged:
            return headed[1] in _BLOCKS
        later = _BLOCKS[_BLOCKS.index(before.block) + 1 :] if before.block in _BLOCKS else ()
        return headed[1] in later
    return False

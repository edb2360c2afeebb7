"""What a column of a club's own sheet may hold, and how its cells are read."""

from __future__ import annotations

from typing import Final

from fairdeal.records.sheet import COLUMNS
from fairdeal.records.transcript import FieldKind

IGNORE: Final = "ignore"
"""A column that is not read: signatures, say."""
BID: Final = "bid"
"""The figure of a contract, where the trump has a column of its own."""
TRUMP: Final = "trump"
"""The trump of a contract, where the figure has a column of its own."""
FIGURES: Final = ("points", "score", "total", "penalty")
"""What is counted for each team in a column of its own."""
SIDES: Final = ("A", "B", "us", "them")
"""Whose column it is. A sheet that says Us and Them leaves open which team wrote it."""

OF_SIDES: Final = tuple(f"{figure} {side}" for figure in FIGURES for side in SIDES)
MEANINGS: Final = (
    *(name for name in COLUMNS if name not in OF_SIDES),
    BID,
    TRUMP,
    *OF_SIDES,
    IGNORE,
)
"""Everything that a column may be said to be, as the layout file has it."""

_KINDS: Final[dict[str, FieldKind]] = {
    "deal": "number",
    "dealer": "seat",
    "bidder": "seat",
    "contract": "contract",
    "x": "doubling",
    "remarks": "text",
    BID: "number",
    TRUMP: "contract",
}


def kind_of(meaning: str) -> FieldKind:
    """The kind of field that the cells of such a column are."""
    return _KINDS.get(meaning, "number")


def for_team(meaning: str, us: str | None) -> str:
    """``total us`` as ``total B`` where team B is Us; unchanged where that is not known."""
    name, _, side = meaning.rpartition(" ")
    if us not in ("A", "B") or side not in ("us", "them"):
        return meaning
    other = "B" if us == "A" else "A"
    return f"{name} {us if side == 'us' else other}"


def says_us(meanings: tuple[str, ...]) -> bool:
    """Whether any column is Us or Them."""
    return any(meaning.rpartition(" ")[2] in ("us", "them") for meaning in meanings)

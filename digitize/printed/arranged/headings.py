"""The names of blocks, as people head them."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Final

BLOCKS: Final = {
    "hands": "Hands", "hand": "Hands", "cards": "Hands", "auction": "Auction", "bidding": "Auction",
    "bids": "Auction", "play": "Play", "tricks": "Play", "result": "Result", "results": "Result",
    "sheet": "Sheet",
}  # fmt: skip
"""The names of blocks as people head them, and as the notation has them."""
NEARLY: Final = 0.82
"""A heading may be read with a letter wrong: it need be like the name only so much ..."""
WITH_COLON: Final = 0.7
"""... and less where a colon ends it, or what is left of one."""
_HEADING: Final = re.compile(
    r"((?:score ?)?[A-Za-z]{4,9})(?: (A|B|NS|EW))? ?([:;.]?)", re.IGNORECASE
)


def heading_of(text: str) -> str | None:
    """The block that a line names, as the notation heads it (``Sheet A``); None for any other line."""
    letters = text.replace(" ", "").rstrip(":;.").casefold()
    if letters in BLOCKS:  # in widely set print a blank may seem to stand within it
        return BLOCKS[letters]
    match = _HEADING.fullmatch(text.strip())
    name = None if match is None else _named(match[1], WITH_COLON if match[3] else NEARLY)
    if match is None or name is None or (match[2] and name != "Sheet"):
        return None
    return f"{name} {match[2].upper()}" if match[2] else name


def _named(text: str, least: float) -> str | None:
    text = text.casefold().replace(" ", "").removeprefix("score")
    if text in BLOCKS:
        return BLOCKS[text]
    alike = max(BLOCKS, key=lambda name: SequenceMatcher(None, name, text).ratio())
    return BLOCKS[alike] if SequenceMatcher(None, alike, text).ratio() >= least else None

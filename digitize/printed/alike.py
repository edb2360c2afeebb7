"""Signs that a page's print makes alike: where readers waver between two in several entries, none that has
either is sure. A nought with a dot in it, small, is an 8 to every reader, here and there plainly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.printed.words import (
    MOST_IN_PLACE,
    NOTHING_SAID,
    SUITS,
    Piece,
    Readings,
    Row,
    Slot,
    fits,
    likeliest_first,
)

WAVERS: Final = 0.02
"""A reader wavers where another sign is as likely as this, ..."""
SEVERAL: Final = 2
"""... in so many entries, not in one spot of the page: usual pages have no such pair at all."""
A_LITTLE: Final = 0.0005
HINTS: Final = 4
"""... or once, where so many have it by as little: so it was with two pairs of signs on 64 pages. A nought
with a bar in it was an 8 in eight of nine entries, in four of them but for 0.005."""
MAY_BE: Final = 0.2
"""How likely the other sign is at least in an entry of such a page: of eight noughts three were 8."""
_ANYTHING: Final = (Slot.FREE, Slot.VALUE)
Pair = frozenset[str]


def as_one_print(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, with the other sign as a rival wherever one of two that its readers waver between
    is read."""
    pieces = [piece for row in rows for piece in row if _told(piece)]
    wavering: dict[Pair, list[float]] = defaultdict(list)
    for piece in pieces:
        if piece.column < 1.0:  # its rivals are the cards of other columns, not of its ink
            continue
        likeliest: dict[Pair, float] = {}
        for text, p in piece.readings[1:]:
            for pair in _pair(piece.text, text):
                likeliest[pair] = max(p, likeliest.get(pair, 0.0))
        for pair, p in likeliest.items():
            wavering[pair].append(p)
    alike = [pair for pair, others in wavering.items() if _waver(others)]
    if not alike:
        return list(rows)
    return [
        tuple(_with_others(piece, alike) if _told(piece) else piece for piece in row)
        for row in rows
    ]


def _waver(others: Sequence[float]) -> bool:
    """Whether readers waver between two signs of which the other is so likely in these entries."""
    once, a_little = (sum(p >= least for p in others) for least in (WAVERS, A_LITTLE))
    return once >= SEVERAL or (once > 0 and a_little >= HINTS)


def _told(piece: Piece) -> bool:
    return piece.slot not in _ANYTHING and piece.box is not None and piece.text not in NOTHING_SAID


def _pair(text: str, other: str) -> Iterator[Pair]:
    """The two signs by which texts of one length differ, if it is one place alone; large ones."""
    text, other = text.upper(), other.upper()
    if len(text) == len(other):
        off = [frozenset(each) for each in zip(text, other, strict=True) if each[0] != each[1]]
        if (
            len(off) == 1 and not off[0] <= SUITS
        ):  # of a page's symbols `readers` asks how alike they are
            yield off[0]


def _with_others(piece: Piece, alike: Sequence[Pair]) -> Piece:
    others = {
        piece.text[:at] + other + piece.text[at + 1 :]
        for at, sign in enumerate(piece.text.upper())
        for pair in alike
        if sign in pair
        for other in pair - {sign}
    }
    others = {text for text in others if fits(piece.slot, text)}
    if not others:
        return piece
    return replace(piece, readings=_shared(piece.readings, others))


def _plain(text: str) -> str:
    """A text whatever its capitals, and whether its suit is a symbol or a letter."""
    return text.upper().translate(_SUITS)


_SUITS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS")


def _shared(readings: Readings, others: set[str]) -> Readings:
    """Readings in which each other text is as likely as `MAY_BE` beside the likeliest."""
    weights = dict(readings)
    total = sum(weights.values())
    least = MAY_BE * readings[0][1]
    spelled = {_plain(text): text for text in weights}
    for text in (spelled.get(_plain(other), other) for other in others):
        weights[text] = max(weights.get(text, 0.0), least)
    share = total / sum(weights.values())
    found = likeliest_first({text: weight * share for text, weight in weights.items()})
    return found[:MOST_IN_PLACE]

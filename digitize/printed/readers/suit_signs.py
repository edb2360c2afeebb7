"""Suit symbols beside what readers of text see: they are shown the letters without them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from fairdeal.digitize.printed.lines.runs import Run
from fairdeal.digitize.printed.lines.suits import SuitMark
from fairdeal.digitize.printed.readers.signs import Sign


def without(run: Run, suits: Mapping[int, SuitMark]) -> Run:
    """A run without its suit symbols."""
    if not suits:
        return run
    kept = [int(member) for member in run.members if int(member) not in suits]
    return run if len(kept) == len(run.members) else replace(run, members=np.array(kept, np.int64))


def with_suits(signs: Sequence[Sign], run: Run, suits: Mapping[int, SuitMark]) -> list[Sign]:
    """What a reader saw, and the suit symbols of the run at their places."""
    own = [suits[int(member)] for member in run.members if int(member) in suits]
    added = [_sign(suit) for suit in own]
    return sorted([*signs, *added], key=lambda sign: sign.x) if added else list(signs)


def _sign(suit: SuitMark) -> Sign:
    # Each of two readers is given half of what the shape says: together they say it once.
    (first, probability), *others = suit.readings
    rivals = tuple((text, p**0.5) for text, p in others)
    return Sign(first, suit.x, probability**0.5, rivals, placed=True)

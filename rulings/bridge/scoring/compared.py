"""How the scores of a board played several times are compared: matchpoints, IMPs, victory points (Law 78)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, sqrt
from typing import Final

IMPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000,
    2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference in points that is worth 1 IMP, 2 IMPs and so on (Law 78B)."""

MOST_VICTORY_POINTS: Final = 20
BLITZ: Final = 15
"""IMPs a square root of boards that win all victory points."""
GOLDEN: Final = (sqrt(5) - 1) / 2


def matchpoints(scores: Sequence[int]) -> list[int]:
    """What each of the scores of one board gets: 2 for every other that is lower, 1 for every equal one
    (Law 78A). All are the scores of the same side; the other side gets what is left of the top, 2 (n - 1)."""
    order = sorted(scores)
    # Those below it, and those not above it but itself.
    return [bisect_left(order, each) + bisect_right(order, each) - 1 for each in scores]


def neuberg(points: int, scores: int, most: int) -> Fraction:
    """Matchpoints out of 2 (`most` - 1), for a board that has `scores` scores where others have `most`.

    Neuberg's formula: each score counts as though it had been made most / scores times, so that matchpoints
    M become (M E + E - A) / A with E = `most` and A = `scores`. The average stays the average, and a top on
    fewer scores is less than a top. WBF, EBL and EBU score so (EBU, Laws and Ethics Committee, "The Neuberg
    formula"), with E the most scores that any board of the event has; the ACBL's is the same.
    """
    return Fraction(points * most + most - scores, scores)


def imps(difference: int) -> int:
    """International match points of a difference in points, with its sign (Law 78B)."""
    worth = bisect_right(IMPS, abs(difference))
    return worth if difference >= 0 else -worth


def cross_imps(scores: Sequence[int]) -> list[float]:
    """The mean IMPs of each score against every other of the board; 0 where there is no other."""
    others = len(scores) - 1
    if others < 1:
        return [0.0] * len(scores)
    often = Counter(scores)
    mean = {
        each: sum(imps(each - other) * count for other, count in often.items()) / others
        for each in often
    }
    return [mean[each] for each in scores]


def victory_points(margin: int, boards: int) -> tuple[Decimal, Decimal]:
    """Victory points of a match that was won by so many IMPs (lost, where below 0) over so many boards.

    The WBF's continuous scale of 2013, from 10 : 10 to 20 : 0, to two decimals. Both sides share 20. Raises
    ValueError where there were no boards.
    """
    if boards < 1:
        raise ValueError("a match has at least one board")
    scale = _scale(boards)
    won = Decimal(scale[min(abs(margin), len(scale) - 1)]).scaleb(-2)
    lost = MOST_VICTORY_POINTS - won
    return (won, lost) if margin >= 0 else (lost, won)


@lru_cache(maxsize=64)
def _scale(boards: int) -> tuple[int, ...]:
    """The winner's victory points in hundredths, for margins of 0 IMPs and more; the last is 20.

    With B = 15 √boards, the IMPs that win all, and τ = (√5 - 1) / 2 the winner gets
    10 + 10 (1 - τ^(3 margin / B)) / (1 - τ^3), rounded. Rounding makes some IMPs worth more than the one
    before; there the value between is raised by 0.01, until no IMP is (technical report of the WBF's scoring
    panel, 2013).
    """
    blitz, half = BLITZ * sqrt(boards), 100 * MOST_VICTORY_POINTS / 2
    shares = (min(1.0, margin / blitz) for margin in range(ceil(blitz) + 1))
    found = [round(half + half * (1 - GOLDEN ** (3 * share)) / (1 - GOLDEN**3)) for share in shares]
    uneven = True
    while uneven:
        uneven = False
        for at in range(1, len(found) - 1):
            if found[at + 1] - found[at] > found[at] - found[at - 1]:
                found[at] += 1
                uneven = True
    return tuple(found)

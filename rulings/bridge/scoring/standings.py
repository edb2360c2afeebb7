"""Boards compared and pairs ranked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, copysign, sqrt
from typing import Final, Literal

IMPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000,
    2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference in points that is worth 1 IMP, 2 IMPs and so on (Law 78B)."""

MOST_VICTORY_POINTS: Final = 20
BLITZ: Final = 15
"""IMPs a square root of boards that win all victory points."""
GOLDEN: Final = (sqrt(5) - 1) / 2


Weighted = Sequence[tuple[Fraction, int]]
"""A weighted score (Law 12C1c): scores with weights that come to 1."""


def matchpoints(results: Sequence[int | Weighted]) -> list[Fraction]:
    """What each of the scores of one board gets: 2 for every other that is lower, 1 for every equal one
    (Law 78A). All are the scores of the same side; the other side gets what is left of the top, 2 (n - 1).
    A weighted score is compared score by score, with the weight of each."""
    weighted, often = _weighted(results)
    worth, below = {}, Fraction(0)
    for score in sorted(often):
        worth[score] = 2 * below + often[score]
        below += often[score]
    # A result compared with itself comes to 1.
    return [sum((w * worth[s] for w, s in each), Fraction(-1)) for each in weighted]


def cross_imps(results: Sequence[int | Weighted]) -> list[Fraction]:
    """The mean IMPs of each score against every other of the board; 0 where there is no other."""
    weighted, often = _weighted(results)
    others = max(1, len(results) - 1)
    mean = {
        score: sum((imps(score - other) * w for other, w in often.items()), Fraction(0)) / others
        for score in often
    }
    return [sum((w * mean[s] for w, s in each), Fraction(0)) for each in weighted]


EXTREMES: Final = 3
"""The fewest scores of a board of which the highest and the lowest may be left out."""


def butler(results: Sequence[int | Weighted], *, without_extremes: bool = False) -> list[Fraction]:
    """The IMPs of each score against the mean of all, the datum, rounded to tens; a half goes away from 0.
    Without extremes the highest and the lowest score are not in the mean (PBN, ``Butler-2``)."""
    weighted, _ = _weighted(results)
    means = sorted(sum((w * s for w, s in each), Fraction(0)) for each in weighted)
    counted = means[1:-1] if without_extremes and len(means) >= EXTREMES else means
    if not counted:
        return []
    mean = sum(counted, Fraction(0)) / len(counted)
    datum = int(copysign((abs(mean) + 5) // 10 * 10, mean))
    return [sum((w * imps(s - datum) for w, s in each), Fraction(0)) for each in weighted]


def _weighted(results: Sequence[int | Weighted]) -> tuple[list[Weighted], dict[int, Fraction]]:
    """Every result as a weighted score, and how often each score was made."""
    weighted = [((Fraction(1), r),) if isinstance(r, int) else r for r in results]
    often: dict[int, Fraction] = {}
    for each in weighted:
        for weight, score in each:
            often[score] = often.get(score, Fraction(0)) + weight
    return weighted, often


def neuberg(points: Fraction | int, scores: int, most: int) -> Fraction:
    """Matchpoints out of 2 (`most` - 1), for a board that has `scores` scores where others have `most`.

    Neuberg's formula: each score counts as though it had been made most / scores times, so that matchpoints
    M become (M E + E - A) / A with E = `most` and A = `scores`. The average stays the average, and a top on
    fewer scores is less than a top. WBF, EBL and EBU score so (EBU, Laws and Ethics Committee, "The Neuberg
    formula"), with E the most scores that any board of the event has; the ACBL's is the same.
    """
    return (Fraction(points) * most + most - scores) / scores


def imps(difference: int) -> int:
    """International match points of a difference in points, with its sign (Law 78B)."""
    worth = bisect_right(IMPS, abs(difference))
    return worth if difference >= 0 else -worth


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


MEDALS: Final = 3
"""Ranking positions for which ties are broken; below them pairs stay level."""

How = Literal["total", "four-more-hands", "who-beat-who", "level", "play-off-due", "committee"]


@dataclass(frozen=True, slots=True)
class Played:
    """One match of four hands: the two pairs, and the score of each."""

    first: str
    second: str
    scores: tuple[int, int]

    def winner(self) -> str | None:
        """The pair with the higher score, None where they are level."""
        ours, theirs = self.scores
        return None if ours == theirs else self.first if ours > theirs else self.second


@dataclass(frozen=True, slots=True)
class Standing:
    """A ranking position, from 1, and the pairs that share it.

    `how`: what put them there. Several pairs share a position where they are level below the medals,
    where four more hands are to be played (`play-off-due`), or where the committee must decide.
    """

    rank: int
    pairs: tuple[str, ...]
    total: int
    how: How


def totals(matches: Sequence[Played]) -> dict[str, int]:
    """The sum of its scores for each pair, in the order in which the pairs first played."""
    found: dict[str, int] = {}
    for match in matches:
        for pair, score in zip((match.first, match.second), match.scores, strict=True):
            found[pair] = found.get(pair, 0) + score
    return found


def standings(
    matches: Sequence[Played], play_offs: Sequence[Played] = (), time_for_more: bool = True
) -> list[Standing]:
    """The ranking of all pairs, best first.

    `play_offs` are the four more hands that two level pairs have played. Without `time_for_more`
    (article 14, playoffs) two level pairs are distinguished by who beat whom as well.
    """
    table = totals(matches)
    places: list[Standing] = []
    rank = 1
    for total in sorted(set(table.values()), reverse=True):
        group = [pair for pair, points in table.items() if points == total]
        if len(group) == 1 or rank > MEDALS:
            found = [(tuple(group), _TOTAL if len(group) == 1 else _LEVEL)]
        else:
            found = _apart(group, matches, play_offs, time_for_more)
        for pairs, how in found:
            places.append(Standing(rank, pairs, total, how))
            rank += len(pairs)
    return places


_TOTAL: Final[How] = "total"
_LEVEL: Final[How] = "level"

_Groups = list[tuple[tuple[str, ...], How]]


def _apart(
    group: Sequence[str], matches: Sequence[Played], play_offs: Sequence[Played], time: bool
) -> _Groups:
    """Level pairs in order, as far as the rules tell them apart."""
    if len(group) == 2 and time:
        first, second = group
        decided = [each.winner() for each in play_offs if {each.first, each.second} == set(group)]
        winner = next((each for each in reversed(decided) if each is not None), None)
        if winner is None:
            return [((first, second), "play-off-due")]
        loser = second if winner == first else first
        return [((winner,), "four-more-hands"), ((loser,), "four-more-hands")]
    beaten = dict.fromkeys(group, 0)
    for match in matches:
        winner = match.winner()
        if match.first in beaten and match.second in beaten and winner is not None:
            beaten[winner] += 1
    if len(set(beaten.values())) == 1:
        return [(tuple(group), "committee")]
    found: _Groups = []
    for wins in sorted(set(beaten.values()), reverse=True):
        part = [pair for pair in group if beaten[pair] == wins]
        if len(part) == 1:
            found.append(((part[0],), "who-beat-who"))
        else:
            found += _apart(part, matches, play_offs, time)
    return found

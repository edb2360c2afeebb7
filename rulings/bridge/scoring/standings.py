"""The standings of a round robin: totals over all matches, and what breaks a tie for a medal.

Article 14 of the Alberta rules: the highest total wins. Two pairs level play four more hands; of three
or more level those come first that beat the others. A tie of two that is left over at any stage is
played off, and one of three or more that this does not break is for the committee.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

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
    (article 14, playoffs) two level pairs are told apart by who beat whom as well.
    """
    table = totals(matches)
    places: list[Standing] = []
    rank = 1
    for total in sorted(set(table.values()), reverse=True):
        group = [pair for pair, points in table.items() if points == total]
        if len(group) == 1:
            found = [(tuple(group), _TOTAL)]
        elif rank > MEDALS:
            found = [(tuple(group), _LEVEL)]
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

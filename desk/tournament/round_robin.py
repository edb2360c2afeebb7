"""A round robin of four-hand matches: pairs by their points in all matches, and what breaks a tie.

Article 14 of the Alberta rules: the pair with the highest total of all matches wins. Each place that
needed a tie-break says which; what is still to be played, or for the committee, is said as well.
A match whose round is called a play-off, a tie-break or extra hands is four more hands between two
level pairs, and counts towards no total.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk.score.figures import UNKNOWN, Pair
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.rulings.bridge.scoring.standings import Played, Standing, standings

RULEBOOKS: Final = frozenset({"alberta"})
"""Rulebooks whose matches are ranked by points and not by match points."""

_PLAY_OFF: Final = re.compile(r"play.?offs?|tie.?break(er|s)?|extra.*|additional.*|four more.*")


@dataclass(frozen=True, slots=True)
class Line:
    """A pair in the table. `written`: its total as the sheets have it, None where not all tell.

    `unknown`: matches whose result not known, and which its totals leave out.
    """

    place: int
    pair: str
    played: int
    won: int
    tied: int
    lost: int
    total: int
    written: int | None
    unknown: int
    reason: str

    @property
    def slipped(self) -> bool:
        """Whether the total on paper is another one."""
        return self.written is not None and self.written != self.total


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """The table, best first, and whose place on paper is another one: pair, written, by the rules."""

    lines: tuple[Line, ...]
    changes: tuple[tuple[str, int, int], ...]


def is_of_points(result: MatchResult) -> bool:
    """Whether a match counts by its points, in a round robin."""
    return result.rulebook in RULEBOOKS


def is_play_off(result: MatchResult) -> bool:
    """Whether a match is four more hands between level pairs: its round is called so."""
    return _PLAY_OFF.fullmatch(result.round.strip().casefold()) is not None


def round_robin(results: Iterable[MatchResult], time_for_more: bool = True) -> RoundRobin | None:
    """The table of all matches that count by points; None where there is none between two pairs.

    Without `time_for_more` two level pairs too are told apart by who beat whom.
    """
    names: dict[str, str] = {}
    matches: list[MatchResult] = []
    for result in results:
        pairs = [_plain(name) for name in result.teams]
        if not is_of_points(result) or not all(pairs) or pairs[0] == pairs[1]:
            continue
        for name in result.teams:
            names.setdefault(_plain(name), name.strip())
        matches.append(result)
    counted = [each for each in matches if not is_play_off(each)]
    if not counted:
        return None
    ruled = _ranked(matches, time_for_more, written=False)
    written = _ranked(matches, time_for_more, written=True)
    on_paper = {pair: each for each in written for pair in each.pairs}
    lines = []
    for each in ruled:
        for pair in sorted(each.pairs, key=lambda key: names[key]):
            lines.append(_line(pair, each, ruled, names, counted))
    changes = [
        (names[pair], on_paper[pair].rank, each.rank)
        for each in ruled
        for pair in each.pairs
        if pair in on_paper and on_paper[pair].rank != each.rank
    ]
    return RoundRobin(tuple(lines), tuple(changes))


def _counted(result: MatchResult) -> Pair:
    """The score that counts: as ruled, or by the rulebook where nothing is ruled."""
    score = result.score.in_force
    return UNKNOWN if score.open else score.totals


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _ranked(matches: Sequence[MatchResult], time: bool, *, written: bool) -> list[Standing]:
    found: dict[bool, list[Played]] = {False: [], True: []}
    for each in matches:
        one, two = each.written if written else _counted(each)
        known = one is not None and two is not None
        # A result that is not known adds nothing; both pairs are in the table all the same.
        scores = (one or 0, two or 0) if known else (0, 0)
        first, second = (_plain(name) for name in each.teams)
        found[is_play_off(each)].append(Played(first, second, scores))
    return standings(found[False], found[True], time)


def _line(
    pair: str,
    standing: Standing,
    ranked: Sequence[Standing],
    names: dict[str, str],
    matches: Sequence[MatchResult],
) -> Line:
    played = won = tied = lost = unknown = 0
    written: int | None = 0
    for each in matches:
        sides = [_plain(name) for name in each.teams]
        if pair not in sides:
            continue
        played += 1
        side = sides.index(pair)
        counted = _counted(each)
        mine, theirs = counted[side], counted[1 - side]
        on_paper = each.written[side]
        written = None if written is None or on_paper is None else written + on_paper
        if mine is None or theirs is None:
            unknown += 1
            continue
        won, tied, lost = won + (mine > theirs), tied + (mine == theirs), lost + (mine < theirs)
    reason = _reason(pair, standing, ranked, names)
    return Line(
        standing.rank,
        names[pair],
        played,
        won,
        tied,
        lost,
        standing.total,
        written,
        unknown,
        reason,
    )


def _reason(
    pair: str, standing: Standing, ranked: Sequence[Standing], names: dict[str, str]
) -> str:
    """What put a pair where it is, in a sentence; empty where its total did."""
    shared = [names[other] for other in standing.pairs if other != pair]
    level = [
        names[other]
        for each in ranked
        if each.total == standing.total
        for other in each.pairs
        if other != pair
    ]
    match standing.how:
        case "four-more-hands":
            return f"Level with {_and(level)}; four more hands decided (article 14)."
        case "who-beat-who":
            return f"Level with {_and(level)}; the result between them decided (article 14)."
        case "play-off-due":
            return f"Level with {_and(shared)}; four more hands are to be played (article 14)."
        case "committee":
            return (
                f"Level with {_and(shared)}; their results against each other do not separate them: "
                "for the committee (article 14)."
            )
        case "level":
            return f"Level with {_and(shared)}; no tie is broken below the medals."
    return ""


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

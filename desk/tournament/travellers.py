"""Travellers and scorecards of duplicate bridge: every board with all that came of it, every pair with its
boards. Both are pages of an audit's reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal import __version__, templates
from fairdeal.desk.archive.eventfile import in_order
from fairdeal.desk.intake.schedule import Adjustment
from fairdeal.desk.tournament.pairs import PairLine, Scored, Session, same_board, session_of
from fairdeal.desk.tournament.results import BoardResult, Laid, MatchResult
from fairdeal.desk.tournament.standings import team_key
from fairdeal.desk.tournament.teams import shown
from fairdeal.records import in_groups

TRAVELLERS: Final = "travellers.html"
SCORECARDS: Final = "scorecards.html"
MOST_BOARDS: Final = 200
"""Boards of which there is a traveller: more than a day of play; the page must open on a phone."""
MOST_PAIRS: Final = 300
"""Pairs with a scorecard."""


@dataclass(frozen=True, slots=True)
class Row:
    """A result on a traveller or on a scorecard. `score` is from the side's own view, `points` and `imps`
    what it earned; empty where the board was not compared."""

    scored: Scored
    score: str
    points: str
    others: str
    percent: str
    imps: str

    @property
    def result(self) -> BoardResult:
        return self.scored.result

    @property
    def called(self) -> str:
        """The contract and what came of it, as short as it is known."""
        return self.result.laid.short or self.result.contract or self.result.adjusted or "?"


@dataclass(frozen=True, slots=True)
class Traveller:
    """A board. `often` has each score of North-South with how many tables had it, the best first."""

    board: str
    session: str
    laid: Laid
    top: int
    rows: tuple[Row, ...]
    often: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A pair with its boards, in their order."""

    line: PairLine
    rows: tuple[tuple[Row, int], ...]
    """Each with the side on which the pair sat: 0 for North-South."""


def pages_of(
    title: str, results: Sequence[MatchResult], adjustments: Sequence[Adjustment] = ()
) -> dict[str, str]:
    """The pages by their names: none where no boards were played. As ruled, where anything was."""
    session = session_of(results, adjustments=adjustments)
    if session is None:
        return {}
    if session.decided:
        session = session_of(results, ruled=True, adjustments=adjustments) or session
    said = {"title": title, "by": session.by, "decided": session.decided, "version": __version__}
    boards = list(travellers(session))
    made = {
        TRAVELLERS: templates.render(
            "travellers.html",
            boards=boards[:MOST_BOARDS],
            more=max(0, len(boards) - MOST_BOARDS),
            cards=bool(session.pairs),
            **said,
        )
    }
    if session.pairs:
        made[SCORECARDS] = templates.render(
            "scorecards.html",
            cards=list(scorecards(session))[:MOST_PAIRS],
            more=max(0, len(session.pairs) - MOST_PAIRS),
            **said,
        )
    return made


def travellers(session: Session) -> Iterator[Traveller]:
    """Every board, in the order of their numbers."""
    played = [(each.match, each.result) for each in session.scored]
    found = {id(each.result): each for each in session.scored}
    several = len({board.session for _, board in played}) > 1
    groups = sorted(same_board(played), key=lambda group: in_order(group[0][1].board))
    for group in groups:
        here = [found[id(board)] for _, board in group]
        here.sort(key=lambda each: -_points(each, session)[0])
        whole = next((each.laid for _, each in group if each.laid.hands), group[0][1].laid)
        scores = Counter(_score(each, 0, session) for each in here)
        yield Traveller(
            group[0][1].board or "?",
            group[0][1].session if several else "",
            whole,
            max(each.top for each in here),
            tuple(_row(each, 0, session) for each in here),
            tuple(scores.items()),
        )


def scorecards(session: Session) -> Iterator[Scorecard]:
    """Every pair in the order of the table."""
    own = in_groups(
        ((team_key(pair), direction), (_row(each, side, session), side))
        for each in sorted(session.scored, key=lambda each: in_order(each.result.board))
        for side, pair in enumerate(each.result.pairs)
        for direction in (("North-South", "East-West")[side], "")
    )
    for line in session.pairs:
        yield Scorecard(line, tuple(own[team_key(line.pair), line.direction]))


def _row(each: Scored, side: int, session: Session) -> Row:
    earned, against = each.earned[side], each.earned[1 - side]
    return Row(
        each,
        _score(each, side, session),
        "" if earned is None else f"{shown(earned.matchpoints):g}",
        "" if against is None else f"{shown(against.matchpoints):g}",
        ""
        if earned is None or not each.top
        else f"{float(100 * earned.matchpoints / each.top):.0f}",
        "" if earned is None or earned.imps is None else _signed(round(float(earned.imps), 1)),
    )


def _points(each: Scored, session: Session) -> tuple[int, str]:
    """The score of North-South that counts; far below all others where it is adjusted or unknown."""
    result = each.result
    points = result.in_force if session.decided else result.ruled
    if result.adjusted and not (session.decided and result.decided):
        return -100_000, result.adjusted
    return (-200_000, "?") if points is None else (points, "")


def _score(each: Scored, side: int, session: Session) -> str:
    points, words = _points(each, session)
    return words or _signed(-points if side else points)


def _signed(figure: float) -> str:
    return f"{figure:+g}".replace("-", "−") if figure else "0"

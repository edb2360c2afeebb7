"""Card points written down that are not what the play gave.

What: the points of a side under a deal or on a sheet differ from those of the tricks it won; or, where
the play is not recorded whole, the two sides' points do not add up to 56, or a figure is beyond 56 or
below what the recorded tricks give already. Where a rulebook lets the play end once the contract is
certain, points that make it certain need not add up.

Why: the points decide whether the contract was made.

Article: 5.2 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Team, other_team, team_of
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.replay.table import Table
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.rules.sheets import entry, log_points
from fairdeal.rulings.fifty_six.scoring import certain_early
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.frame.finding import At, Contract, Related
from fairdeal.rulings.frame.rule import Draft, Drafted, row_words, shared
from fairdeal.rulings.replay.signs import Has

Figures = dict[Team, int | None]


def wrong_cells(
    written: Figures,
    played: dict[Team, int] | None,
    total: int,
    score: Figures,
    contract: Contract | None,
    early: bool = False,
    least: dict[Team, int] | None = None,
) -> list[tuple[Team, str]]:
    """The sides whose points are wrong, with why.

    `early`: the play may have ended with these. `least`: what each side has taken at least, by the
    tricks that are recorded.
    """
    if played is not None:
        return [
            (team, f"the tricks of the play give team {team} {played[team]}")
            for team in ("A", "B")
            if written.get(team) is not None and written[team] != played[team]
        ]
    a, b = written.get("A"), written.get("B")
    beyond = [team for team in ("A", "B") if (written.get(team) or 0) > total]
    if beyond:
        return [(team, f"there are only {total} points in a deal") for team in beyond]
    short = [
        (team, f"the tricks recorded already give team {team} {points}")
        for team, points in (least or {}).items()
        if (figure := written.get(team)) is not None and figure < points
    ]
    if short:
        return short
    if a is None or b is None or a + b == total or early:
        return []
    team = _suspect({"A": a, "B": b}, total, score, contract)
    return [(team, f"the two sides' {a} and {b} make {a + b}, not {total}")]


def _suspect(
    points: dict[Team, int], total: int, score: Figures, contract: Contract | None
) -> Team:
    """Which of two figures that do not add up to name: the one at odds with the score, else A's."""
    if contract is None or all(score.get(team) is None for team in ("A", "B")):
        return "A"
    declaring = team_of(contract.by)
    scored_made = bool(score.get(declaring))
    ours = points[declaring] >= contract.value
    theirs = total - points[other_team(declaring)] >= contract.value
    if ours != theirs:
        return declaring if ours != scored_made else other_team(declaring)
    return "A"


def _early(table: Table, contract: Contract | None, points: Figures) -> bool:
    """Whether the play may have ended with these points, the contract being certain then."""
    a, b = points.get("A"), points.get("B")
    if a is None or b is None:
        return False
    return certain_early(table, contract, {"A": a, "B": b})


def check(ruled: Ruled) -> Iterator[Drafted]:
    replay = ruled.replay
    seen = replay.seen
    wrong = wrong_cells(
        seen.points,
        ruled.verdict.points,
        replay.table.total_points,
        seen.score,
        replay.contract,
        _early(replay.table, replay.contract, seen.points),
        replay.points_so_far(),
    )
    for team, why in wrong:
        alone = ruled.verdict.points is not None
        figures = (seen.points[team], seen.points.get(other_team(team)))
        yield shared(_wrong, team, why, figures, alone)


def _wrong(
    replay: DealReplay, team: Team, why: str, figures: tuple[int | None, int | None], alone: bool
) -> Draft:
    """`figures`: the side's own and the other's; `alone` where the other has no part in it."""
    written = replay.deal.result.points[team] if replay.deal.result else None
    return Draft(
        Place.of(f"points {team}"),
        f"{figures[0]} points are written for team {team}; {why}.",
        team=team,
        at=At(),
        span=written.span if written else None,
        related=() if alone else _other(team, figures[1]),
    )


def _other(team: Team, figure: int | None) -> tuple[Related, ...]:
    other = other_team(team)
    return (Related(Place.of(f"points {other}"), f"{figure} written here"),)


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for row in view.judged():
        yield from _row(session, view, row)


def _row(session: Session, view: SheetView, row: Row) -> Iterator[Draft]:
    written = {team: row.points(team) for team in ("A", "B")}
    score = {team: row.score(team) for team in ("A", "B")}
    log = session.ruled_row(view, row)
    contract = (log.replay.contract if log else None) or row.contract()
    played = log_points(log)
    least = log.replay.points_so_far() if log else None
    wrong = wrong_cells(
        written,
        played,
        session.table.total_points,
        score,
        contract,
        _early(session.table, contract, written),
        least,
    )
    for team, why in wrong:
        other = other_team(team)
        beside = f"{written[other]} entered here"
        alone = played is not None or written[other] is None
        yield entry(
            session,
            view,
            row,
            f"points {team}",
            f"{row_words(row.index, row.deal)}: {written[team]} points are entered for team "
            f"{team}; {why}.",
            team=team,
            related=() if alone else (Related(view.address(row.index, f"points {other}"), beside),),
        )


RULE = Rule(
    "points-entry",
    "entry",
    ruled=check,
    sheet=check_sheet,
    ruled_needs=Has.WRITTEN_POINTS,
    wants=Has.WHOLE_PLAY,
    sheet_needs=(("points A", "points B"),),
)

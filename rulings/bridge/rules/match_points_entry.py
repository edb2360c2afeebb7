"""Match points entered that are not the points of the match.

What: the line of match points on a sheet gives a side another figure than its final total. This rulebook
ranks pairs by the points they made in all their matches and turns no match into points of another kind.
A figure in doubt, or one beside totals that are not known, is not judged; nor is who comes first of
several pairs, which one record does not tell.

Why: the figures entered for a match are what the round robin is added up from.

Article: 14 of the Alberta rules (seed document 003). In duplicate bridge match points are the whole field's.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Team
from fairdeal.records.doubt import Standing
from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.bridge.scoring.sheets import line_of
from fairdeal.rulings.bridge.session import BridgeSession, SheetSeen
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft


def final_total(view: SheetSeen, team: Team) -> int | None:
    """A side's last total on a sheet; None where there is none, or one from there on is not known."""
    column = f"total {team}"
    if view.we_they:
        column = "we" if view.team("we") == team else "they"
    for row in reversed(view.rows):
        if column in row.unread or (view.we_they and "line" in row.unread):
            return None
        figure = row.number(column)
        if figure is not None and (not view.we_they or line_of(row) == "total"):
            return figure
        if view.we_they and figure is not None:
            return None  # written below the total, or never added up
    return None


def entered(view: SheetSeen) -> dict[Team, int]:
    """The match points entered in clear ink, by side."""
    written = view.sheet.match_points
    points = written.points.items() if written is not None else ()
    return {
        team: entry.value
        for team, entry in points
        if entry.value is not None and entry.standing is Standing.CLEAR
    }


def left_open(view: SheetSeen) -> bool:
    """Whether match points stand on a sheet that cannot be held against its totals."""
    written = view.sheet.match_points
    clear = entered(view)
    return written is not None and any(
        team not in clear or final_total(view, team) is None for team in written.points
    )


def check_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    written = view.sheet.match_points
    for team, figure in entered(view).items():
        total = final_total(view, team) if team in TEAMS else None
        if written is None or total is None or figure == total:
            continue
        column = f"match points {team}"
        yield Draft(
            Place.of(column).in_sheet(view.number),
            f"{figure} is entered as {team}'s match points; a match counts for the points made in it, "
            f"and {team}'s total is {total}.",
            team=team,
            at=At(column=column, sheet=view.number if view.number > 1 else None),
            span=written.points[team].span or written.span,
        )


RULE = Rule("match-points-entry", "entry", sheet=check_sheet)

"""Match points that do not follow from the totals.

What: the match points entered for a side are not those that the final totals give: 3 for the higher, 1
each for a tie, and 1 more for the side recorded as winning the tie-break. A level match that was played
off is judged by its totals before the play-off.

Why: the match points are what the tournament is ranked by.

Article: 5.4 of the international rules (seed document 000). It names no tie-break: the winner that the
record names is taken (setting `match-tie`).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Team
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.play_off import decided
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.scoring import match_points
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import SheetView
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    written, found = view.sheet.match_points, decided(session.book, view)
    if written is None or found is None:
        return
    finals, tie_break = found
    entered = view.match
    due = _nearest(session, finals, entered, tie_break)
    if due is None:
        return
    for team in ("A", "B"):
        value = entered.get(team)
        if value is None or value == due[team]:
            continue
        yield Draft(
            Place.of(f"match points {team}"),
            f"Match points of team {team} are entered as {value}; totals of {finals['A']} and "
            f"{finals['B']} give {due[team]}.",
            at=At(column=f"match points {team}", sheet=view.later),
            team=team,
            span=written.points[team].span or written.span,
            setting="match-tie" if finals["A"] == finals["B"] else None,
        )


def _nearest(
    session: Session,
    finals: dict[Team, int],
    entered: dict[Team, int | None],
    tie_break: Team | None,
) -> dict[Team, int] | None:
    """The match points due: with a tie and no tie-break named, those nearest to what is entered."""
    plain = match_points(session.book, finals, tie_break)
    if plain is None or finals["A"] != finals["B"] or tie_break is not None:
        return plain
    for winner in ("A", "B"):
        points = match_points(session.book, finals, winner)
        if points is not None and all(entered.get(t) in (None, points[t]) for t in ("A", "B")):
            return points
    return plain


RULE = Rule("match-points-entry", "entry", sheet=check_sheet)

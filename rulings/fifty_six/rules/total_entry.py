"""A running total that does not add up.

What: the total of a row is not the total above it with the row's score (and penalty points, where the
sheet has a column for them). After a wrong total the next rows may add up from that total as written, or
be the sum of all scores again: either way one slip is one finding. A sheet that begins with a later deal
does not show what stood before, so its first totals are not judged.

Why: the totals decide the session, and an early slip is carried to the end unseen.

Article: 5.3 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Team
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.rules.sheets import entry
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.frame.finding import Related
from fairdeal.rulings.frame.rule import Draft, row_words


def sums(view: SheetView, team: Team) -> Iterator[tuple[Row, int, set[int], set[int]]]:
    """For each row with a total: the total above (or carried on to here), the totals that add up with it,
    and those that add up with the sum of all scores.

    Rows are taken once each in the order of their deals; the totals go on from what rows left out came to.
    The two differ from a wrong total on, until one comes that is the sum of all scores again.
    """
    above = true = view.carried
    slips = view.row_slips
    for row in (view.rows[index] for index in slips.order):
        if row.index in slips.left_out and above is not None and true is not None:
            more = slips.left_out[row.index].scores[team]
            above, true = above + more, true + more
        score, total = row.score(team), row.total(team)
        penalty = row.penalty(team) or 0
        if score is None and row.blank:
            score = 0 if total is None else None
        if above is None or true is None or score is None:
            above = true = total
            continue
        right, by_all = _with(above, score, penalty), _with(true, score, penalty)
        if total is not None:
            yield row, above, right, by_all
        true = total if total in by_all else max(by_all)
        above = total if total is not None else max(right)
        if f"total {team}" in row.unread:
            above = None


def _with(above: int, score: int, penalty: int) -> set[int]:
    """What a total may come to: a penalty in a column of its own may be within the score already."""
    return {above + score, above + score + penalty}


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for team in ("A", "B"):
        column = f"total {team}"
        for row, above, right, by_all in sums(view, team):
            total = row.total(team)
            if total in right or total in by_all:
                continue
            due = max(right)
            related: tuple[Related, ...] = ()
            if row.index:
                place = view.address(row.index - 1, column)
                related = (Related(place, f"{above} before this row"),)
            yield entry(
                session,
                view,
                row,
                column,
                f"{row_words(row.index, row.deal)}: team {team}'s total is entered as "
                f"{total}; {above} and {due - above} make {due}.",
                team=team,
                related=related,
            )


RULE = Rule(
    "total-entry",
    "entry",
    sheet=check_sheet,
    sheet_needs=(("total A", "total B"), ("score A", "score B")),
)

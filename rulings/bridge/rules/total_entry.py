"""A total that does not add up.

What: the total of a row is not the total above it with the row's score (and penalty points, where the
sheet has a column for them); under WE and THEY, not the sum of all entries above and below the line.
After a wrong total the next is judged from that total as written, so one slip is one finding.

Why: the totals decide the match and the tournament, and an early slip is carried to the end unseen.

Article: 9 with 14 of the Alberta rules (seed document 003); Law 78 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Team
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.bridge.rules.sheets import entry
from fairdeal.rulings.bridge.scoring.sheets import wrong_totals
from fairdeal.rulings.bridge.session import BridgeSession, RowSeen, SheetSeen
from fairdeal.rulings.frame.rule import Draft, row_words


def sums(view: SheetSeen, team: Team) -> Iterator[tuple[RowSeen, int, set[int]]]:
    """For each row with a total: the total above (or carried on to here) and those that add up."""
    above: int | None = 0
    for row in view.rows:
        score, total = row.number(f"score {team}"), row.number(f"total {team}")
        penalty = row.number(f"penalty {team}") or 0
        unread = {f"score {team}", f"total {team}", f"penalty {team}"} & row.unread
        if above is not None and not unread:
            right = {above + (score or 0) + sign * penalty for sign in (0, 1, -1)}
            if total is not None and (score is not None or view.has(f"score {team}")):
                yield row, above, right
            elif total is None:
                above += score or 0
        elif unread:
            above = None
        if total is not None:
            above = total


def check_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    if view.we_they:
        for row, column, message in wrong_totals(view):
            yield entry(
                session,
                view,
                row,
                column,
                message,
                team=view.team(column),
            )
        return
    for team in TEAMS:
        for row, above, right in sums(view, team):
            total = row.number(f"total {team}")
            if total in right:
                continue
            score = row.number(f"score {team}") or 0
            yield entry(
                session,
                view,
                row,
                f"total {team}",
                f"{row_words(row.index, row.deal)}: {team}'s total is entered as {total}; "
                f"{above} and {score} make {above + score}.",
                team=team,
            )


RULE = Rule(
    "total-entry",
    "entry",
    sheet=check_sheet,
    sheet_needs=(("total NS", "total EW", "we", "they"),),
)

"""What of the sheets of a bridge record could be checked, and what could not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fairdeal.records.doubt import Standing
from fairdeal.records.record import WE_THEY, Cell, Record, of_entries
from fairdeal.rulings.bridge.rules import match_points_entry
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.frame.finding import Coverage
from fairdeal.rulings.frame.rule import covered

MATCH_POINTS: Final = "match-points-entry"


def sheets_covered(session: BridgeSession, rules: Iterable[Rule]) -> list[Coverage]:
    """Rule by rule, whether the sheets were checked for it."""
    found = []
    for rule in rules:
        if rule.sheet is None or not session.sheets or rule.code == MATCH_POINTS:
            continue
        columns = {column for view in session.sheets for column in view.sheet.columns}
        by_hand = any(not of_entries(view.sheet) for view in session.sheets)
        if not by_hand and not any({"we", "they"} & set(group) for group in rule.sheet_needs):
            continue  # of rows of a hand each, which these sheets do not have
        lacks = [group[0] for group in rule.sheet_needs if not columns & set(group)]
        why = f"the sheet has no column {lacks[0]}" if lacks else session.bounded
        found.append(covered(rule.code, None, None, why, why is None))
    if session.sheets:
        why = _no_match_points(session)
        found.append(Coverage(MATCH_POINTS, None, why is None, why, None))
    return found


def has_score(record: Record, label: str | None) -> bool:
    """Whether a sheet has a score of a deal, however it can be read. A sheet of entries without hands has
    those of all hands."""
    for sheet in record.sheets:
        columns = [name for name in sheet.columns if name.startswith("score ") or name in WE_THEY]
        whole = of_entries(sheet) and "deal" not in sheet.columns
        for row in range(len(sheet.rows)):
            number = sheet.cell(row, "deal")
            of_deal = number is not None and label in {str(each.value) for each in number.readings}
            filled = any(_filled(sheet.cell(row, name)) for name in columns)
            if filled and (whole or of_deal):
                return True
    return False


def _filled(cell: Cell | None) -> bool:
    return cell is not None and cell.standing not in (Standing.BLANK, Standing.ABSENT)


def _no_match_points(session: BridgeSession) -> str | None:
    """Why match points and rankings are not judged on a sheet of bridge; None where they are."""
    if MATCH_POINTS not in session.book.findings:
        return "match points need the whole field: one record does not show them"
    written = [view for view in session.sheets if view.sheet.match_points is not None]
    if not written:
        return (
            "this rulebook gives no match points: pairs are ranked by their points in all matches, "
            "in the standings of an audit"
        )
    if any(match_points_entry.left_open(view) for view in written):
        return "the match points or the totals of the match are not known for certain"
    return None

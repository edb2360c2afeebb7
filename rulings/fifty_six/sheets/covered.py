"""Which rules about sheets could be checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.agreement import labels
from fairdeal.rulings.frame.finding import Coverage
from fairdeal.rulings.frame.rule import covered

IN_LOGS: Final = frozenset({"contract", "bidder"})
"""Columns of a sheet that nobody misses where each of its rows has a log: awards are judged by that."""


def sheets_covered(session: Session, rules: Iterable[Rule]) -> list[Coverage]:
    """What of the rules about sheets was checked, and why others were not."""
    found = []
    for rule in rules:
        if rule.sheet is None or not session.sheets:
            continue
        columns = {column for view in session.sheets for column in view.sheet.columns}
        told = IN_LOGS if rule.code == "award-entry" and _all_logged(session) else frozenset()
        lacks = [group[0] for group in rule.sheet_needs if not (columns | told) & set(group)]
        why = f"the sheet has no column {lacks[0]}" if lacks else session.bounded
        found.append(covered(rule.code, None, None, why, why is None))
    return found


def _all_logged(session: Session) -> bool:
    """Whether every row of the sheets has a log beside it that gives its award."""
    logged = {
        label
        for each in session.ruled
        if each.verdict.award is not None
        for label in labels(each.replay.deal.number)
    }
    return all(
        logged & set(labels(view.sheet.cell(row, "deal")))
        for view in session.sheets
        for row in range(len(view.sheet.rows))
    )

"""What a remark beside a row says of a penalty: ``revoke by B, +3``, ``objected: 1 to B``."""

from __future__ import annotations

import re
from typing import Final

from fairdeal.records.seats import Team, other_team
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView

_WORDS: Final = re.compile(r"penal|revoke|cardinal|turn|object|warn|expos|forfeit|point", re.I)
"""Words by which a figure in a remark is one of points."""
_CARDINAL: Final = re.compile(r"revoke|cardinal|3\.10\b", re.I)
_FIGURE: Final = re.compile(
    r"(?P<sign>\+ ?)?(?<![\w.])(?P<points>\d{1,2})(?!\w|\.\d)"
    r"(?: ?points?| ?pts?)?(?: (?:to|for) (?:team )?(?P<to>[AB])\b)?",
    re.I,
)
_BY: Final = re.compile(r"\bby (?:team )?([AB])\b", re.I)


def remark(view: SheetView, row: Row) -> str:
    """The remark beside a row as it was written; empty where there is none that can be read."""
    cell = view.sheet.cell(row.index, "remarks")
    return str(cell.value) if cell is not None and cell.value is not None else ""


def tells_penalty(text: str, to: Team, points: int, cardinal: int | None) -> bool:
    """Whether a remark tells that so many points of penalty went to a side.

    A figure counts where it has a sign, a side that it goes to, or a word of penalties beside it. What is
    said to go to the other side, or to be for this side's own offence, does not. `cardinal`: the points of
    a revoke, which need no figure.
    """
    offenders = {side.upper() for side in _BY.findall(text)}
    if points == cardinal and _CARDINAL.search(text) and offenders == {other_team(to)}:
        return True
    for found in _FIGURE.finditer(text):
        receiver = (found["to"] or "").upper()
        named = bool(receiver or found["sign"] or _WORDS.search(text))
        own = not receiver and offenders == {to}
        if int(found["points"]) == points and named and receiver in ("", to) and not own:
            return True
    return False

"""The id that a form carries in its QR code, where it says which match the form was printed for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fairdeal.records.seats import Team

LONGEST: Final = 16
"""Characters of an id: what a QR code of the form's size holds in its densest alphabet."""

_NUMBER: Final = "[0-9]{1,3}"
_NAMED: Final = re.compile(rf"R({_NUMBER})-T({_NUMBER})(?:-([AB]))?-([0-9A-Z]{{4,}})\Z")


@dataclass(frozen=True, slots=True)
class MatchId:
    """What ``R2-T4-A-7KQ2`` says: round 2, table 4, team A's copy. `copy` is None on a hand log."""

    round: str
    table: str
    copy: Team | None = None

    def written(self, ending: str) -> str:
        """The id, its `ending` telling it from every other print. Raises ValueError where a number is
        none, or the whole is too long for the QR code."""
        parts = (f"R{self.round}", f"T{self.table}", *((self.copy,) if self.copy else ()), ending)
        whole = "-".join(parts)
        if len(whole) > LONGEST or match_id(whole) is None:
            raise ValueError(whole)
        return whole


def match_id(sheet: str | None) -> MatchId | None:
    """Round, table and copy that a sheet's id names; None where it names none."""
    found = _NAMED.match(sheet or "")
    if found is None:
        return None
    number, table, copy, _ = found.groups()
    return MatchId(str(int(number)), str(int(table)), copy)

"""The printed forms by their codes: ``hand-log/2`` is the second edition of the hand log, ``hand-log-4/1``
the first for four players."""

from __future__ import annotations

import re
from typing import Final

NAMES: Final = {
    "score-sheet": "Score sheet",
    "hand-log": "Hand log",
    "we-they": "WE and THEY sheet",
    "dispute-slip": "Dispute slip",
}
"""What each kind of form is called, by the first word of its code."""

_CODE: Final = re.compile(r"([a-z]+-[a-z]+)(?:-([48]))?/")


def kind_of(form: str | None) -> str | None:
    """``hand-log`` of ``hand-log-4/1``; None where it is the code of none of these forms."""
    found = _CODE.match(form or "")
    return found[1] if found is not None and found[1] in NAMES else None


def players_of(form: str | None) -> int | None:
    """The players that a form says it is for, None where it is the usual one."""
    found = _CODE.match(form or "")
    return int(found[2]) if found is not None and found[2] else None

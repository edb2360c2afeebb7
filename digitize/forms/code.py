"""The words in a form's QR code: form, layout version and the sheet's own id."""

from __future__ import annotations

import secrets
from typing import Final

from fairdeal.records.transcript import LONGEST_ID, MatchId

PREFIX: Final = "FD"
LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Figures and capitals that are not mistaken for each other; they also make the smallest QR code."""
ID_LENGTH: Final = 8


def new_sheet_id() -> str:
    """An id that no other sheet has: eight characters, 40 random bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def sheet_id_of(match: MatchId) -> str:
    """An id that names the match (``R2-T4-A-7KQ2``), its end random so that no two prints are alike."""
    room = min(ID_LENGTH, LONGEST_ID - len(match.written("2222")) + 4)
    return match.written("".join(secrets.choice(LETTERS) for _ in range(room)))


def written(form: str, sheet_id: str) -> str:
    """The text of the QR code: ``FD:SCORE-SHEET/1:7K2M9QXA``."""
    return f"{PREFIX}:{form.upper()}:{sheet_id}"


def read(text: str) -> tuple[str, str] | None:
    """Form and sheet id of a QR code's text, None where it is not one of ours."""
    parts = text.split(":", 2)
    if len(parts) != 3 or parts[0] != PREFIX or not parts[2]:
        return None
    return parts[1].lower(), parts[2]

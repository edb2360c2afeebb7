"""Which rulebook a record is judged by."""

from __future__ import annotations

from typing import Final

from fairdeal import rulings
from fairdeal.desk.trouble import DeskError
from fairdeal.records.record import Record, of_entries
from fairdeal.rulings.rulebooks.rulebook import Rulebook

DEFAULT: Final = "international"
"""What a hand record is judged by where neither it nor the person says."""
BOARDS: Final = "duplicate"
"""The same for games of PBN and LIN, which are records of tournaments."""

WE_AND_THEY: Final = "alberta"
"""The same for a sheet of entries under WE and THEY, which no other game has."""


def book_for(record: Record, asked: str | None, default: str = DEFAULT) -> Rulebook:
    """The rulebook asked for, else the record's own, else the default.

    A record may name a rulebook by its id only, never a file: records come from other people. Raises
    RulebookError or DeskError where there is no such rulebook.
    """
    if asked is not None:
        return rulings.load(asked)
    named = (record.tag("Rules") or "").strip()
    if not named and default == DEFAULT and any(map(of_entries, record.sheets)):
        return rulings.load(WE_AND_THEY)
    if not named:
        return rulings.load(default)
    if named.casefold() not in rulings.known():
        raise DeskError(
            f'the record asks for the rulebook "{named[:60]}", which does not exist.',
            remedy=f"Choose one with --rules: {', '.join(rulings.known())}, or a file of your own.",
        )
    return rulings.load(named.casefold())

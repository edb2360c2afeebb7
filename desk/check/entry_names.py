"""What entries of pages are called for people: by their place; those of print by their line too."""

from __future__ import annotations

from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.grammar.transcripts.record import Source
from fairdeal.records.place import Place

PRINTED: Final = "line "
"""An entry of a printed page is named by its line: ``line 12 / entry 3``."""
_IN_ORDER: Final = " / card "
"""A card by its order in a trick; what seat played it says more."""


class EntryNames:
    """The names of a case's entries."""

    def __init__(self, case: Case) -> None:
        self._places: dict[Source, Place] = {}
        for (game, name), source in case.sources.items():
            known = self._places.get(source)
            if known is None or _IN_ORDER in str(known):
                deal = None if game is None else case.record.deals[game - 1].label
                self._places[source] = Place.parse(name).in_deal(deal)

    def of(self, photo: str, name: str) -> str:
        """``Deal 1, call 3 (line 12, entry 4)`` of print, ``Trick 2, seat 4`` of a form."""
        place = self._places.get((photo, name)) if name.startswith(PRINTED) else None
        if place is None:
            return words.place(Place.parse(name))
        return f"{words.place(place)} ({words.inside(Place.parse(name))})"

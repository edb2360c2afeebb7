"""Which finding points where: the numbered marks that tie findings, deals and sheets together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.desk.numbered import Numbered
from fairdeal.records.place import Place

MarkKind = Literal["fault", "proof"]

MOST_MARKS: Final = 40
"""Marks beside one card or call; the findings themselves name their places, however many there are."""

FOLLOWS: Final = "it follows from this"
"""What is said aloud at an entry that is wrong only because another is."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A finding's number at a place: the irregular act itself, or what proves it."""

    number: int
    kind: MarkKind
    message: str = ""
    position: int | None = None
    """Which card of the trick is meant, where a seat has more than one in it."""

    @property
    def spoken(self) -> str:
        """For a screen reader."""
        if self.kind == "fault":
            return f"finding {self.number}"
        return f"evidence for finding {self.number}: {self.message}".rstrip(": ")


class Marks:
    """All marks of a report, by the deal's position in the record (None: the sheets) and place."""

    def __init__(self, findings: Sequence[Numbered]) -> None:
        self._marks: dict[tuple[int | None, str], list[Mark]] = defaultdict(list)
        games: dict[str, int] = {}
        for each in findings:
            finding = each.finding
            if finding.deal is not None and finding.game is not None:
                games.setdefault(finding.deal, finding.game)
        for each in findings:
            finding = each.finding
            self._add(
                finding.place.in_sheet(finding.at.sheet),
                finding.game,
                games,
                Mark(each.number, "fault", position=finding.at.position),
            )
            for related in finding.related:
                mark = Mark(each.number, "proof", related.message)
                self._add(related.place, finding.game, games, mark)
            for other in each.below:
                place = other.place.in_sheet(other.at.sheet)
                self._add(place, other.game, games, Mark(each.number, "proof", FOLLOWS))

    def _add(self, place: Place, game: int | None, games: dict[str, int], mark: Mark) -> None:
        if place.deal is not None:
            game = games.get(place.deal, game)
        key = (None if on_a_sheet(place) else game, str(place.within_deal()))
        marks = self._marks[key]
        if len(marks) < MOST_MARKS and mark not in marks:
            marks.append(mark)

    def at(self, game: int | None, *parts: str) -> tuple[Mark, ...]:
        """The marks of a place within a deal, or on a sheet."""
        return tuple(self._marks.get((game, " / ".join(parts)), ()))

    def games(self) -> set[int]:
        """The deals that have a mark."""
        return {game for (game, _), marks in self._marks.items() if game is not None and marks}


def on_a_sheet(place: Place) -> bool:
    """Whether an address is one of a score sheet."""
    first = place.parts[0] if place.parts else ""
    return first.startswith(("row ", "match points", "tie-break", "heading", "sheet"))

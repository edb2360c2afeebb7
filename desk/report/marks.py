"""Which finding points where: the numbered marks that tie findings, deals and sheets together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from fairdeal.desk.report.doubts import unlikely
from fairdeal.records.place import Place
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.finding import Certainty, Finding
from fairdeal.rulings.frame.follows import consequences


def keys_of(findings: Sequence[Finding]) -> list[str]:
    """The key of each finding; a second one of the same key (a deal dealt again) is numbered.

    Of all findings that `check` prints, in their order: those that are only possible are left out, so
    that a judgement and what is kept of it give the same keys.
    """
    return _numbered(_key(each.code, each.deal, str(each.place), each.seat) for each in findings)


def keys_of_json(findings: Sequence[dict[str, Any]]) -> list[str]:
    """The same for findings as `check` prints them."""
    return _numbered(
        _key(each["code"], each.get("deal"), str(each["place"]), each.get("seat"))
        for each in findings
    )


def _key(code: str, deal: str | None, place: str, seat: str | None) -> str:
    parts = (code, f"deal {deal}" if deal else "", place, f"seat {seat}" if seat else "")
    return " | ".join(part for part in parts if part)


def _numbered(keys: Iterable[str]) -> list[str]:
    times: Counter[str] = Counter()
    done = []
    for key in keys:
        times[key] += 1
        done.append(key if times[key] == 1 else f"{key} | {times[key]}")
    return done


MarkKind = Literal["fault", "proof"]

MOST_MARKS: Final = 40
"""Marks beside one card or call; the findings themselves name their places, however many there are."""

FOLLOWS: Final = "it follows from this"
"""What is said aloud at an entry that is wrong only because another is."""

_ORDER: Final = {Certainty.ESTABLISHED: 0, Certainty.DEPENDS: 1, Certainty.POSSIBLE: 2}
_SEVERITY: Final = {"offence": 0, "ruling": 1, "entry": 2, "advice": 3}


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


@dataclass(frozen=True, slots=True)
class Numbered:
    """A finding with the number that it has in the report, and the key by which decisions call it."""

    number: int
    finding: Finding
    key: str
    below: tuple[Finding, ...] = ()
    """What follows from it."""


def numbered(findings: Iterable[Finding]) -> list[Numbered]:
    """Those that a report and the pages tell one by one, in the order of the report: sure ones first;
    offences, then rulings, then wrong entries. What is only possible, and what needs a less likely reading of
    the paper, is not among them; what follows from another finding stands with that one."""
    told = [each for each in findings if each.certainty is not Certainty.POSSIBLE]
    below = consequences(told)
    keyed = [
        (each, key)
        for each, key in zip(told, keys_of(told), strict=True)
        if each.follows_from is None and not unlikely(each)
    ]
    keyed.sort(key=lambda pair: (_ORDER[pair[0].certainty], _SEVERITY[pair[0].severity]))
    return [
        Numbered(number, finding, key, tuple(below.get(named(finding), ())))
        for number, (finding, key) in enumerate(keyed, 1)
    ]


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

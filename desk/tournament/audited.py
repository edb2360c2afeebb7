"""What came of every match of a folder that was audited, for the pages and for programs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Generic, TypeVar

from fairdeal.desk.intake.adjustments import Adjustment
from fairdeal.desk.tournament.results import MatchResult, from_json
from fairdeal.desk.tournament.results import as_json as as_result

Json = dict[str, Any]
T = TypeVar("T")

RESULTS: Final = ".results.json"
"""What came of each match, for the pages."""

NO_RECORD: Final = "a text, but not a record of a match"
"""Why a text is left out that nobody would take for one."""

LeftOut = tuple[str, str]
"""The name of a file or folder (a folder with a stroke and how much it holds), and why it is left out."""


@dataclass(frozen=True, slots=True)
class OverMatches(Generic[T]):
    """What came of every match of a folder, and what else lies in it. `unread` are pairs of a file and why;
    `aside` were not records at all; `skipped` are pairs of what was never opened (what is hidden, say) and
    why."""

    results: tuple[T, ...]
    unread: tuple[tuple[str, str], ...]
    aside: tuple[str, ...]
    skipped: tuple[LeftOut, ...] = ()

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What is in no match, with the reason; not what could not be read."""
        return (*self.skipped, *((name, NO_RECORD) for name in self.aside))


@dataclass(frozen=True, slots=True)
class Audited(OverMatches[MatchResult]):
    """A folder whose reports are written: the results of its matches, without their records. `adjustments`
    are the director's."""

    adjustments: tuple[Adjustment, ...] = ()

    @property
    def found(self) -> int:
        """Findings that count, over all matches: established or likely, and not mere advice."""
        return sum(each.severity != "advice" for result in self.results for each in result.findings)

    @property
    def not_judged(self) -> tuple[tuple[str, str], ...]:
        """Papers of which nothing, or not all, was judged, each with the reason."""
        return tuple(each for result in self.results for each in result.not_judged)

    @property
    def unplaced(self) -> list[tuple[str, str]]:
        """Matches of which it is in doubt which they are, with the reason."""
        return [(each.title, each.unplaced) for each in self.results if each.unplaced]

    def as_json(self) -> Json:
        """For the pages, which show an audit that was done before."""
        return {
            "results": [as_result(each) for each in self.results],
            "unread": [list(each) for each in self.unread],
            "aside": list(self.aside),
            "skipped": [list(each) for each in self.skipped],
            "adjustments": [asdict(each) for each in self.adjustments],
        }


def audited(told: Json) -> Audited:
    """What `Audited.as_json` wrote."""
    return Audited(
        tuple(from_json(each) for each in told["results"]),
        tuple((str(name), str(why)) for name, why in told["unread"]),
        tuple(str(name) for name in told["aside"]),
        tuple((str(name), str(why)) for name, why in told.get("skipped", ())),
        tuple(Adjustment(**each) for each in told.get("adjustments", ())),
    )

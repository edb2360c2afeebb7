"""A deal under way: its taps in order, those that were undone behind them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from fairdeal.desk.trouble import DeskError

MOST_STEPS: Final = 2000
"""Taps of one deal: hands, auction, play and events of the longest take some 250."""
LONGEST: Final = 1500
"""Letters of one entry: the heading with all its names."""


@dataclass(frozen=True, slots=True)
class Step:
    """One tap. `do` says what was done and `value` with what; `seat` is whom the page showed as acting,
    empty where it showed nobody."""

    do: str
    value: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A deal under way, begun by `who` at that moment. `case` is the case for which it is entered, empty for
    a new one. The last `undone` of the steps were undone and can be done again."""

    id: str
    who: str
    at: str
    case: str = ""
    steps: tuple[Step, ...] = ()
    undone: int = 0

    @property
    def done(self) -> tuple[Step, ...]:
        """The steps that stand."""
        return self.steps[: len(self.steps) - self.undone]

    @property
    def title(self) -> str:
        """What it is called on a list."""
        headings = [json.loads(step.value) for step in self.done if step.do == "heading"]
        number = headings[-1].get("number") if headings else None
        return f"Deal {number}" if number else "A new deal"

    def then(self, step: Step) -> Draft:
        """One step more; what was undone before is let go. Raises DeskError where that is too much."""
        if len(self.done) >= MOST_STEPS or len(step.value) > LONGEST:
            raise DeskError(
                "That is more than one deal can have.",
                "",
                "Add this deal to the case and begin another.",
            )
        return replace(self, steps=(*self.done, step), undone=0)

    def back(self) -> Draft:
        """Without its last step."""
        return replace(self, undone=min(len(self.steps), self.undone + 1))

    def again(self) -> Draft:
        """With the step again that was undone last."""
        return replace(self, undone=max(0, self.undone - 1))

    def as_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "id": self.id,
            "who": self.who,
            "at": self.at,
            "case": self.case,
            "steps": [[step.do, step.value, step.seat] for step in self.steps],
            "undone": self.undone,
        }


def from_json(kept: Mapping[str, Any]) -> Draft:
    """A draft as it was kept. Raises KeyError, TypeError or ValueError where it is damaged."""
    steps = tuple(Step(str(do), str(value), str(seat)) for do, value, seat in kept["steps"])
    undone = int(kept["undone"])
    if not 0 <= undone <= len(steps):
        raise ValueError("more undone than done")
    return Draft(
        str(kept["id"]), str(kept["who"]), str(kept["at"]), str(kept["case"]), steps, undone
    )

"""What a director gave beside the results of an event, as a CSV file: penalties (Law 90), what is carried
over from another session, and adjusted scores of single boards (Law 12C)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePath
from typing import Final, Literal

from fairdeal.desk.intake.schedule import LONGEST, MOST, ScheduleError, Shape, table_rows
from fairdeal.rulings.bridge.scoring.adjusted import awards

NAME: Final = "adjustments.csv"
"""What the file is called in an audited folder."""
COLUMNS: Final = ("who", "award", "reason", "board", "table", "round")
SHAPE: Final = Shape(", ".join(COLUMNS), ("who", "award"))

Unit = Literal["top", "MP", "IMP", "VP"]
_AMOUNT: Final = re.compile(
    r"(carr(?:y|ied)[- ]?(?:over|forward)?\s+)?([+\-−]?\d{1,5}(?:[.,]\d{1,4})?)\s*"
    r"(?:of\s+(\d{1,6}(?:[.,]\d{1,4})?)\s*)?"
    r"(%(?:\s*of\s+(?:a|the)\s+top)?|MPs?|matchpoints?|IMPs?|VPs?|victory\s+points?)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """What is added for a pair or a team: hundredths of a top, matchpoints (out of some), IMPs or victory
    points."""

    figure: Fraction
    unit: Unit
    of: Fraction = Fraction(0)
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A line of the file, as it is written: for a pair or a team, or for a board at a table."""

    who: str
    award: str
    reason: str = ""
    board: str = ""
    table: str = ""
    round: str = ""

    @property
    def amount(self) -> Amount | None:
        """What it adds; None where it is for a board."""
        return None if self.board else amount(self.award)

    @property
    def called(self) -> str:
        """``-10% for Pair 4``, ``NS A60 EW A40 on board 7 at table 3``."""
        where = "".join(
            f" {word} {text}"
            for word, text in (
                ("on board", self.board),
                ("at table", self.table),
                ("in round", self.round),
                ("for", self.who),
            )
            if text
        )
        return f"{self.award}{where}"


def amount(text: str) -> Amount | None:
    """What a text gives or takes: ``-10% of a top``, ``-2 IMP``, ``carry-over 4.5 VP``, ``120 of 240 MP``."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        return None
    carried, figure, of, unit = found.groups()
    letters: dict[str, Unit] = {"%": "top", "M": "MP", "I": "IMP", "V": "VP"}
    named = letters[unit[0].upper()]
    if of is not None and named != "MP":
        return None
    return Amount(_number(figure), named, _number(of or "0"), bool(carried))


def _number(text: str) -> Fraction:
    return Fraction(text.replace("−", "-").replace(",", "."))


def is_adjustments(name: str) -> bool:
    """Whether a file of an audited folder says what the director gave."""
    return PurePath(name).name.casefold() == NAME


def read_adjustments(data: bytes, name: str) -> tuple[Adjustment, ...]:
    """The lines of the file. Raises ScheduleError, which names the line, where one cannot be used."""
    found: list[Adjustment] = []
    for line, cells in table_rows(data, name, SHAPE):
        if len(found) >= MOST:
            raise ScheduleError(f"{name} has more than {MOST} lines.", name, "Split it.")
        given = Adjustment(*(cells.get(key, "")[:LONGEST] for key in COLUMNS))
        if trouble := wrong_with(given):
            raise ScheduleError(f"{name}, line {line}: {trouble[0]}.", name, trouble[1])
        found.append(given)
    return tuple(found)


def wrong_with(given: Adjustment) -> tuple[str, str] | None:
    """Why a line cannot be used, and what to do; None where it can."""
    if given.board and awards(given.award) is None:
        return (
            f"“{given.award[:40]}” is not an adjusted score",
            "Write it as: NS A60 EW A40, NS AVE+ EW AVE-, NS 60% of 420, 40% of -50.",
        )
    if not given.board and (given.amount is None or not given.who):
        return (
            f"“{given.award[:40]}” is not understood" if given.who else "nobody is named",
            "Write who, and as award: -10% of a top, -2 IMP, -1 VP, carry-over 5 VP.",
        )
    return None

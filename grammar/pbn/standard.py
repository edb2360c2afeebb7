"""What the standard asks of the tags: their names by version, the form of their values, what they hand on.

Portable Bridge Notation 1.0 (1998), 2.0 (1999) and 2.1 (2007), chapters 3.4 and 4."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

MANDATORY: Final = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable",
    "Deal", "Scoring", "Declarer", "Contract", "Result",
)  # fmt: skip
"""The fifteen tags of the export format, in its order."""

_FIRST_TAGS: Final = (
    *MANDATORY, "Annotator", "AnnotatorNA", "Auction", "BidSystemEW", "BidSystemNS", "Competition",
    "Description", "EastNA", "EastType", "EventDate", "EventSponsor", "FrenchMP", "Generator",
    "Hidden", "HomeTeam", "Mode", "NorthNA", "NorthType", "Note", "Play", "Room", "Round", "Score",
    "ScoreIMP", "ScorePercentage", "ScoreRubber", "Section", "SouthNA", "SouthType", "Stage", "Table",
    "Termination", "Time", "TimeCall", "TimeCard", "TimeControl", "UTCDate", "UTCTime", "VisitTeam",
    "WestNA", "WestType",
)  # fmt: skip
TABLES: Final = frozenset(
    {
        "ActionTable",
        "AuctionTimeTable",
        "InstantScoreTable",
        "OptimumPlayTable",
        "OptimumResultTable",
        "PlayTimeTable",
        "ScoreTable",
        "TotalScoreTable",
    }
)
_OF_2_1: Final = ("OptimumPlayTable", "OptimumResultTable", "OptimumScore")
_OF_2_0: Final = (
    *sorted(TABLES - {*_OF_2_1}),
    "Application",
    "DealId",
    "PairEW",
    "PairNS",
    "ScoreMP",
    "ScoreRubberHistory",
)

SINCE: Final[dict[str, str]] = {
    **dict.fromkeys(_FIRST_TAGS, "1.0"),
    **dict.fromkeys(_OF_2_0, "2.0"),
    **dict.fromkeys(_OF_2_1, "2.1"),
}
"""Every tag of the standard, with the version that brought it."""

NOT_INHERITED: Final = frozenset(
    {"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"}
)
"""Tags whose value may not be ``#`` (chapter 4.8)."""

OF_THE_BOARD: Final = frozenset({"Dealer", "Vulnerable", "Deal"})
"""Of these, what two tables at one board share: files of matches write ``#`` in the second room."""

LONGEST_LINE: Final = 254
"""Characters of a line without its end: 255 with it (chapter 2.3)."""

_SYSTEMS: Final = frozenset(
    {"mp", "matchpoints", "imp", "cavendish", "chicago", "rubber", "bam", "instant"}
)
_MODIFIERS: Final = frozenset({
    "butler", "butler-2", "experts", "cross", "cross1", "cross2", "mean", "median", "mp1", "mp2",
    "oldmp", "mitchell2", "mitchell3", "mitchell4", "ascherman", "bastille", "emp", "imp_1948",
    "imp_1961",
})  # fmt: skip

_DATE = re.compile(r"(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)")
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)")
_WHOLE = r"[+-]?\d+"
_DECIMAL = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_PERCENT = r"\+?(?:100(?:\.0*)?|\d{1,2}(?:\.\d*)?|\.\d+)"
_LINES = r"\d+\s*/\s*\d+"
_HISTORY = re.compile(
    r"NS\s+\d+\s+\d+\s*/\s*(\d+(?:\s+\d+){0,2})\s+EW\s+\d+\s+\d+\s*/\s*(\d+(?:\s+\d+){0,2})\s*"
)


def _sides(figure: str, alone: bool = True) -> re.Pattern[str]:
    """The five forms of a score (chapter 4.2.1), of figures of one form."""
    pairs = rf"NS\s*{figure}(?:\s+EW\s*{figure})?|EW\s*{figure}(?:\s+NS\s*{figure})?"
    return re.compile(rf"\s*(?:{figure + '|' if alone else ''}{pairs})\s*")


def _matches(pattern: str | re.Pattern[str], what: str) -> Callable[[str], str | None]:
    compiled = re.compile(pattern) if isinstance(pattern, str) else pattern
    return lambda value: None if compiled.fullmatch(value) else what


def _one_of(*known: str) -> Callable[[str], str | None]:
    folded = {each.casefold() for each in known}
    what = f"it is not one of {', '.join(known)}"
    return lambda value: None if value.casefold() in folded else what


def _date(value: str) -> str | None:
    found = _DATE.fullmatch(value)
    if found is None:
        return "a date is written YYYY.MM.DD"
    year, month, day = (None if "?" in part else int(part) for part in found.groups())
    if (year is not None and year < 1900) or (month is not None and not 1 <= month <= 12):
        return "there is no such date"
    return "there is no such day" if day is not None and not 1 <= day <= 31 else None


def _time(value: str) -> str | None:
    found = _TIME.fullmatch(value)
    if found is None:
        return "a time is written HH:MM:SS"
    right = int(found[1]) <= 23 and int(found[2]) <= 59 and int(found[3]) <= 59
    return None if right else "there is no such time"


def _scoring(value: str) -> str | None:
    systems = 0
    for part in value.casefold().split(";"):
        if part in _SYSTEMS:
            systems += 1
        elif part not in _MODIFIERS:
            return f"“{part}” is not a scoring of the standard" if part else "a field is empty"
    return "there are two systems of scoring" if systems > 1 else None


def history_games(value: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Points below the line of NS and EW, game by game of the rubber; None where not so written."""
    found = _HISTORY.fullmatch(value)
    if found is None:
        return None
    ours, theirs = (tuple(int(part) for part in found[side].split()) for side in (1, 2))
    return (ours, theirs) if len(ours) == len(theirs) else None


def history_vulnerable(value: str) -> str | None:
    """The vulnerability that the history of a rubber gives (chapter 4.2.6), None where it gives none."""
    games = history_games(value)
    if games is None:
        return None
    ours, theirs = games
    won = ["NS" if us > them else "EW" for us, them in zip(ours[:-1], theirs[:-1], strict=True)]
    return "All" if len(set(won)) == 2 else won[0] if won else "None"


def _history(value: str) -> str | None:
    games = history_games(value)
    if games is None:
        return "it is not “NS above above / below … EW above above / below …”"
    if any((us >= 100) == (them >= 100) for us, them in list(zip(*games, strict=True))[:-1]):
        return "a finished game was won by one side with 100 points or more below the line"
    return None


_HUMAN: Final = _one_of("human", "program")
_DECIMALS: Final = _matches(_sides(_DECIMAL), "it is not a score")
_CHECKS: Final[dict[str, Callable[[str], str | None]]] = {
    "Date": _date,
    "EventDate": _date,
    "UTCDate": _date,
    "Time": _time,
    "UTCTime": _time,
    "Board": _matches(r"\+?0*[1-9]\d*", "a board is a number from 1"),
    "Round": _matches(
        r"[A-Za-z0-9_.]+", "a round has letters, digits, underscores and points only"
    ),
    "FrenchMP": _one_of("Yes", "No"),
    "Room": _one_of("Open", "Closed"),
    "Hidden": _matches(r"(?i:[NESW]{1,4})", "it must be seats, such as WE"),
    "Competition": _one_of("Cavendish", "Chicago", "Individuals", "Pairs", "Rubber", "Teams"),
    "Mode": _one_of("EM", "EMB", "IBS", "OKB", "TABLE", "TC"),
    "EastType": _HUMAN,
    "NorthType": _HUMAN,
    "SouthType": _HUMAN,
    "WestType": _HUMAN,
    "Scoring": _scoring,
    "Score": _matches(_sides(_WHOLE), "it is not a score"),
    "ScoreIMP": _DECIMALS,
    "ScoreMP": _DECIMALS,
    "ScorePercentage": _matches(_sides(_PERCENT), "it is not a percentage from 0 to 100"),
    "ScoreRubber": _matches(_sides(_LINES), "it is not points above / points below the line"),
    "ScoreRubberHistory": _history,
    "OptimumScore": _matches(_sides(_WHOLE, alone=False), "it must be a side and its score"),
    "TimeCall": _matches(r"\d+", "it must be a number of seconds"),
    "TimeCard": _matches(r"\d+", "it must be a number of seconds"),
    "TimeControl": _matches(r"\d+/\d+|-", "it must be games / minutes"),
}


@lru_cache(maxsize=8192)
def name_problem(name: str, version: str) -> str | None:
    """What is wrong with a tag's name in a version of the standard."""
    since = SINCE.get(name)
    if since is None:
        return f"{name} is not a tag of PBN {version}"
    return None if since <= version else f"{name} is a tag of PBN {since}, not of {version}"


@lru_cache(maxsize=8192)
def value_problem(name: str, value: str) -> str | None:
    """What is wrong with the value of a tag that no record has an entry for."""
    check = _CHECKS.get(name)
    return None if check is None or value in ("", "?") else check(value)


Pair = tuple[str, str]
"""The name and the value of a tag."""

NEVER: Final = NOT_INHERITED - OF_THE_BOARD
"""Tags in which ``#`` is not understood."""


@dataclass(slots=True)
class Inheritance:
    """How it stands before a game."""

    last: dict[str, str] = field(default_factory=dict)
    """The value of each tag in the nearest game before that has it."""
    lasting: dict[str, str] = field(default_factory=dict)
    """Values that hold for all games that follow (``##``)."""

    noted: bool = False
    """Whether it was reported that the file inherits what the standard does not let it inherit."""

    def lacks(self, name: str, value: str, board: str | None) -> bool:
        """Whether a tag of a game inherits where no game before has a value for it; `board` is its board."""
        if value != "#" or name in NEVER:
            return False
        return name not in self.last or (name in OF_THE_BOARD and not self._again(board))

    def _again(self, board: str | None) -> bool:
        """Whether a game may be of the same board as the one before."""
        return board in (None, "#", self.last.get("Board"))

    def of(self, tags: Collection[Pair]) -> dict[str, str]:
        """The values that games before hand on to a game with these tags."""
        found = dict(self.lasting)
        board = next((value for name, value in tags if name == "Board"), None)
        for name, value in tags:
            if value == "#" and name not in NEVER:
                found[name] = "" if self.lacks(name, value, board) else self.last[name]
            elif value.startswith("##") and name not in NOT_INHERITED:
                found[name] = value[2:]
        return found

    def plainly(self, tags: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
        """The values that a game with these tags inherits, and all that it has.

        ValueError where a tag inherits what it may not, what no game before has, or what is yet to be noted.
        """
        signed = [(name, value) for name, value in tags.items() if value[:1] == "#"]
        board = tags.get("Board")
        for name, value in signed:
            known = value == "#" or (value[:2] == "##" and name not in NOT_INHERITED)
            unnoted = name in OF_THE_BOARD and not self.noted
            if name in NEVER or not known or unnoted or self.lacks(name, value, board):
                raise ValueError
        inherited = self.of(tags.items())
        return inherited, {**inherited, **tags, **{name: inherited[name] for name, _ in signed}}

    def hand_on(self, tags: Iterable[Pair], effective: Mapping[str, str]) -> None:
        """Go on to the next game. `effective`: the values that this one has, those inherited too."""
        for name, value in tags:
            if value[:2] == "##" and name not in NOT_INHERITED:
                self.lasting[name] = value[2:]
            elif name in self.lasting:
                if value == "#":
                    del self.lasting[name]
                else:
                    self.lasting[name] = value
        for name in OF_THE_BOARD - effective.keys():
            self.last.pop(name, None)
        self.last.update(effective)

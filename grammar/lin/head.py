"""What stands before the first board of a broadcast: the match, its players, and all results."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.lin.syntax import Pair
from fairdeal.records.cards import COMPASS, Seat
from fairdeal.records.record import Problem

_RESULT = re.compile(r"([1-7])(NT?|[CDHS])(X{0,2})([NESW])(=|[+-]\d{1,2})", re.I)
_PASSED = re.compile(r"P(?:ASS)?", re.I)
PLAYERS_ORDER: Final = ("South", "West", "North", "East")
"""The order of the names of one table."""
ROOMS: Final = {"o": "Open", "c": "Closed"}


@dataclass(frozen=True, slots=True)
class TableResult:
    """A result of the head's list: ``4HXN+1``. `level` 0: passed out."""

    level: int
    denomination: str = ""
    doubling: str = ""
    declarer: Seat | None = None
    tricks: int | None = None
    """Tricks that the declarer's side won."""


@dataclass(slots=True)
class Head:
    """The head of a file; all of it empty where a file has none."""

    event: str = ""
    segment: str = ""
    first_board: int | None = None
    players: tuple[str, ...] = ()
    """South, West, North, East of the open room, then of the closed one."""
    results: dict[tuple[str, int], TableResult] = field(default_factory=dict)
    """By room (``o``, ``c``) and the board's place in the list, from 0."""
    boards: tuple[str, ...] = ()
    teams: tuple[str, str] = ("", "")


def read_head(pairs: Iterable[Pair], problems: list[Problem], game: int) -> Head:
    """The head that these commands make."""
    head = Head()
    for pair in pairs:
        parts = [part.strip() for part in pair.value.replace("\n", " ").split(",")]
        if pair.name == "vg":
            parts += [""] * (9 - len(parts))
            head.event, head.segment = parts[0], parts[1]
            head.first_board = int(parts[3]) if parts[3].isdecimal() and len(parts[3]) < 5 else None
            head.teams = (parts[5], parts[7])
        elif pair.name == "pn":
            head.players = tuple(parts)
        elif pair.name == "bn":
            head.boards = tuple(parts)
        elif pair.name == "rs":
            for index, text in enumerate(parts):
                result = table_result(text)
                if result is not None:
                    head.results["oc"[index % 2], index // 2] = result
                elif text:
                    message = f"“{text[:20]}” in the list of results cannot be read"
                    problems.append(Problem("warning", message, pair.line, pair.column, game))
        elif not pair.name:
            message = f"“{pair.value.strip()[:40]}” is not a command"
            problems.append(Problem("error", message, pair.line, pair.column, game))
    return head


def table_result(text: str) -> TableResult | None:
    """A result as the list has it, None for what is none."""
    if _PASSED.fullmatch(text):
        return TableResult(0)
    found = _RESULT.fullmatch(text)
    if found is None:
        return None
    level = int(found[1])
    made = 6 + level + (0 if found[5] == "=" else int(found[5]))
    denomination = "NT" if found[2].upper().startswith("N") else found[2].upper()
    seat = found[4].upper()
    assert seat in COMPASS
    return TableResult(
        level, denomination, found[3].upper(), seat, made if 0 <= made <= 13 else None
    )

"""DDS, Bo Haglund's and Soren Hein's double-dummy solver: this module alone opens it.

It comes compiled within the package endplay, which ``fairdeal[double-dummy]`` installs. Of endplay only the
compiled library is used; its Python is never run (docs/internals/decisions/0019-double-dummy-by-dds.md).
DDS is written in C++ and checks little, so it gets nothing but a `Position` or 52 cards, which are checked
before.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fairdeal.records.cards import CARDS, COMPASS, DENOMINATIONS, Card, Seat
from fairdeal.rulings.bridge.double_dummy.position import STRENGTH, Hands, Position

PACKAGE: Final = "endplay"
MEMORY: Final = 200
"""Megabytes that the solver may take for what it remembers of a deal."""
THREADS: Final = 1
EDITION: Final = 2
"""Of DDS: the layout of its structures may be another one in any other."""

_SUITS: Final = ("S", "H", "D", "C", "NT")
"""In DDS's order."""
_FINE: Final = 1
_NOBODY, _ALL, _NS, _EW = 0, 1, 2, 3
_VULNERABLE: Final = {
    frozenset[str](): _NOBODY,
    frozenset({"NS", "EW"}): _ALL,
    frozenset({"NS"}): _NS,
    frozenset({"EW"}): _EW,
}


class SolverError(RuntimeError):
    """DDS gave up on what it was asked."""


class _Position(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("leader", ctypes.c_int),
        ("suits", ctypes.c_int * 3),
        ("ranks", ctypes.c_int * 3),
        ("hands", (ctypes.c_uint * 4) * 4),
    )


class _Answer(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    )


class _Hands(ctypes.Structure):
    _fields_ = (("hands", (ctypes.c_uint * 4) * 4),)


class _Tricks(ctypes.Structure):
    _fields_ = (("tricks", (ctypes.c_int * 4) * 5),)


class _Contract(ctypes.Structure):
    _fields_ = (
        ("under", ctypes.c_int),
        ("over", ctypes.c_int),
        ("level", ctypes.c_int),
        ("denomination", ctypes.c_int),
        ("seats", ctypes.c_int),
    )


class _Par(ctypes.Structure):
    _fields_ = (
        ("score", ctypes.c_int),
        ("number", ctypes.c_int),
        ("contracts", _Contract * 10),
    )


_PAR_DENOMINATIONS: Final = ("NT", "S", "H", "D", "C")
_PAR_SEATS: Final[tuple[tuple[Seat, ...], ...]] = (
    ("N",),
    ("E",),
    ("S",),
    ("W",),
    ("N", "S"),
    ("E", "W"),
)

ParLine = tuple[int, str, tuple[Seat, ...], int, int]
"""A contract of par: level, denomination, who may declare it, overtricks, undertricks."""


class Solver:
    """DDS, opened. One question at a time: it keeps what it learns of a deal in one place."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._dds = library
        self._dds.SolveBoard.argtypes = [
            _Position,
            ctypes.c_int,
            ctypes.c_int,
            ctypes.c_int,
            ctypes.POINTER(_Answer),
            ctypes.c_int,
        ]
        self._dds.CalcDDtable.argtypes = [_Hands, ctypes.POINTER(_Tricks)]
        self._dds.DealerParBin.argtypes = [
            ctypes.POINTER(_Tricks),
            ctypes.POINTER(_Par),
            ctypes.c_int,
            ctypes.c_int,
        ]
        self._lock = threading.Lock()

    def every_card(self, position: Position) -> dict[Card, int]:
        """For each card that the seat to play may play: tricks that its side then takes of those left."""
        answer = self._solved(position, 3)
        found: dict[Card, int] = {}
        for place in range(answer.cards):
            suit = _SUITS[answer.suit[place]]
            ranks = 1 << answer.rank[place] | answer.equals[place]
            for strength in range(2, 15):
                if ranks >> strength & 1:
                    found[_CARD[suit, strength]] = answer.score[place]
        return found

    def tricks(self, position: Position) -> int:
        """Tricks that the side of the seat to play takes of those left."""
        return int(self._solved(position, 1).score[0])

    def _solved(self, position: Position, solutions: int) -> _Answer:
        asked = _Position(_SUITS.index(position.trump), COMPASS.index(position.leader))
        for place, card in enumerate(position.trick):
            asked.suits[place] = _SUITS.index(card.suit)
            asked.ranks[place] = STRENGTH[card.rank] + 1
        _fill(asked.hands, position.hands)
        answer = _Answer()
        with self._lock:
            _check(self._dds.SolveBoard(asked, -1, solutions, 1, ctypes.byref(answer), 0))
        return answer

    def table(self, hands: Hands) -> dict[tuple[Seat, str], int]:
        """Tricks of each declarer in each denomination, of 52 cards."""
        asked, answer = _Hands(), _Tricks()
        _fill(asked.hands, hands)
        with self._lock:
            _check(self._dds.CalcDDtable(asked, ctypes.byref(answer)))
        return {
            (seat, suit): answer.tricks[_SUITS.index(suit)][place]
            for place, seat in enumerate(COMPASS)
            for suit in DENOMINATIONS
        }

    def par(
        self, tricks: dict[tuple[Seat, str], int], dealer: Seat, vulnerable: frozenset[str]
    ) -> tuple[int, list[ParLine]]:
        """What NS score if both sides bid and play their best, and the contracts that give it."""
        asked, answer = _Tricks(), _Par()
        for (seat, suit), count in tricks.items():
            asked.tricks[_SUITS.index(suit)][COMPASS.index(seat)] = count
        sides = _VULNERABLE[vulnerable]
        with self._lock:
            done = self._dds.DealerParBin(
                ctypes.byref(asked), ctypes.byref(answer), COMPASS.index(dealer), sides
            )
        _check(done)
        lines: list[ParLine] = []
        for each in answer.contracts[: answer.number]:
            if each.level:
                name, who = _PAR_DENOMINATIONS[each.denomination], _PAR_SEATS[each.seats]
                lines.append((each.level, name, who, each.over, each.under))
        return int(answer.score), lines


def _fill(hands: ctypes.Array[ctypes.Array[ctypes.c_uint]], held: Hands) -> None:
    for place, seat in enumerate(COMPASS):
        for card in held[seat]:
            hands[place][_SUITS.index(card.suit)] |= 1 << STRENGTH[card.rank] + 1


def _check(code: int) -> None:
    if code != _FINE:
        raise SolverError(f"the double-dummy solver gave up ({code})")


_CARD: Final = {(card.suit, STRENGTH[card.rank] + 1): card for card in CARDS.values()}
_NAMES: Final = {"win32": "dds.dll", "darwin": "libdds.dylib"}


def _file() -> Path | None:
    """Where the library lies; found without running anything of the package."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        return None
    file = Path(found.origin).parent / "_dds" / _NAMES.get(sys.platform, "libdds.so")
    return file if file.is_file() else None


@cache
def solver() -> Solver | None:
    """The solver, opened once in a process; None where it is not installed, or is not one we know."""
    file = _file()
    try:
        library = None if file is None else ctypes.CDLL(str(file))
        return None if library is None or _edition(library) != EDITION else Solver(library)
    except (OSError, AttributeError):
        return None


def _edition(library: ctypes.CDLL) -> int:
    library.SetResources(
        MEMORY, THREADS
    )  # before anything else: without it, any question is its end
    told = ctypes.create_string_buffer(1 << 14)  # its description of itself takes 1,200 bytes
    library.GetDDSInfo(told)
    return int(ctypes.cast(told, ctypes.POINTER(ctypes.c_int))[0])


def available() -> bool:
    """Whether there is a solver."""
    return solver() is not None

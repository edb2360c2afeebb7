"""How much a worker may take, in one place, and what is said of what takes more."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.desk.trouble import DeskError, known

SECONDS: Final = 60
"""For one photo, one page or one short text. A photo of 12 megapixels takes 2.5 s of one core; the slowest
machine in use some five times that, and several times that again while it is busy."""
SECONDS_A_PAGE: Final = 20
"""More for every page of a scan that was read: the whole of it may take long, one page may not."""
SECONDS_A_MEGABYTE: Final = 200
"""More for every megabyte of typed text, which is about 1,000 games of bridge. They take 8 s to check where
many have findings; a slow machine five times that, and several times that again while it is busy."""
MEGABYTES: Final = 1500
"""For one file. A photo of 12 megapixels takes 390 MB, one of 100 takes 450, and 920 as PNG."""
MEGABYTES_A_MEGABYTE: Final = 60
"""More for every megabyte of typed text that is held at once: 10,000 games are 10 MB, and take 490."""

SECONDS_SET: Final = "FAIRDEAL_SECONDS"
"""Environment variable: another number of seconds, for a slower or faster machine."""
MEGABYTES_SET: Final = "FAIRDEAL_MEGABYTES"
"""Environment variable: another number of megabytes, for a machine that has more or less."""

Why = Literal["time", "memory", "size", "stopped", "fault", "busy", "refused"]

_AS_PHOTO: Final = "Send it as a photo, or scan it again as a plain picture."
_SHORTER: Final = "Split it into smaller files."


class ConfinedError(DeskError):
    """What a worker did not do. `why` is "refused" where the file is bad and the reader said so (`code` is
    then the reader's), "fault" for a fault in Fairdeal, else the limit that stopped it."""

    def __init__(self, message: str, place: str, remedy: str, why: Why, code: str = "") -> None:
        super().__init__(message, place, remedy)
        self.why = why
        self.code = code or {"refused": "cannot-be-read", "fault": "fault"}.get(why, "over-limit")

    @property
    def abandoned(self) -> bool:
        """Whether Fairdeal gave up on the file, rather than finding out what is wrong with it."""
        return self.why != "refused"


def abandoned(error: BaseException) -> bool:
    """Whether an error is a limit or a fault in Fairdeal, and not about what a person did."""
    return error.abandoned if isinstance(error, ConfinedError) else not known(error)


@dataclass(frozen=True, slots=True)
class Work:
    """What is asked of a worker: the file or case it is about, what is done to it, what to do where that
    takes too much, and the limits in seconds and megabytes."""

    name: str
    verb: str
    remedy: str
    seconds: float
    megabytes: float

    @classmethod
    def photo(cls, name: str) -> Work:
        """To read a photo or scan; pages of a scan ask for more time as they are read."""
        return cls(name, "read", _AS_PHOTO, _seconds(), _megabytes())

    @classmethod
    def text(cls, name: str, size: int, verb: str = "read", *, held: bool = True) -> Work:
        """To read or check so many bytes of typed text; `held`: all of it is in memory at once."""
        seconds = _seconds() + SECONDS_A_MEGABYTE * size / 1e6
        memory = _megabytes() + (MEGABYTES_A_MEGABYTE * size / 1e6 if held else 0)
        return cls(name, verb, _SHORTER, seconds, memory)

    @classmethod
    def file(cls, name: str, size: int, *, typed: bool, verb: str = "read") -> Work:
        """To read a file of either kind."""
        return cls.text(name, size, verb) if typed else cls.photo(name)

    @classmethod
    def case(
        cls, name: str, text: int, photos: int, verb: str = "judge", *, several: bool = True
    ) -> Work:
        """To judge, or draw up, what was read of that many bytes of text and so many photos; `several`: of
        several documents."""
        seconds = _seconds() + SECONDS_A_MEGABYTE * text / 1e6 + SECONDS_A_PAGE * photos
        remedy = "Look at its documents one by one." if several else "Look at what is in it."
        return cls(name, verb, remedy, seconds, _megabytes() + MEGABYTES_A_MEGABYTE * text / 1e6)

    def over(self, why: Why) -> ConfinedError:
        """What to say where it exceeds a limit, or its worker ended before it answered."""
        if why == "time":
            took = f"takes more than {self.seconds:,.0f} seconds to {self.verb}"
            setting = f"On a slow machine, allow more: {SECONDS_SET}={self.seconds * 4:.0f}."
        elif why == "memory":
            took = f"takes more than {self.megabytes:,.0f} MB of memory to {self.verb}"
            setting = f"On a larger machine, allow more: {MEGABYTES_SET}={self.megabytes * 2:.0f}."
        elif why == "size":
            took = f"gives an answer that is too large, when asked to {self.verb} it"
            setting = ""
        else:
            took = f"stopped the program that was to {self.verb} it"
            setting = ""
        return ConfinedError(
            f"{self.name} {took}.", self.name, f"{self.remedy} {setting}".strip(), why
        )

    def busy(self) -> ConfinedError:
        """What to say where every worker has been at work on other things for long."""
        return ConfinedError(
            "The machine is busy with other files.", self.name, "Try again in a minute.", "busy"
        )


def _seconds() -> float:
    return _set(SECONDS_SET, SECONDS)


def _megabytes() -> float:
    return _set(MEGABYTES_SET, MEGABYTES)


def _set(name: str, usual: float) -> float:
    """A limit as the environment has it. Raises DeskError where that is not a number above 0."""
    given = os.environ.get(name, "").strip()
    if not given:
        return usual
    try:
        value = float(given)
    except ValueError:
        value = 0.0
    if not 0.0 < value < 1e6:
        raise DeskError(
            f"{name}={given} is not a limit.", name, f"Write a number, such as {usual:.0f}."
        )
    return value


_asking: list[Callable[[float], None]] = []
"""In a worker at work: how it asks for more time."""


def more_time(seconds: float = SECONDS_A_PAGE) -> None:
    """Called in a worker when a part is done, such as a page: the rest may take so much longer."""
    for ask in _asking:
        ask(seconds)


def asks_with(ask: Callable[[float], None]) -> None:
    """Set how a worker asks for more time; done once, when it starts."""
    _asking[:] = [ask]

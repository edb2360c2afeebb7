"""A drawn page: words, rules and tinted areas at their places, before anything is printed.

Measures are mm from the page's top left corner, sizes points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from samples.making.printed.faces import POINT_MM, Face

A4: Final = (210.0, 297.0)
LEADING: Final = 1.32
"""From line to line, beside the size of the letters."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words in one line; `x` is where they begin, `y` their baseline."""

    x: float
    y: float
    text: str
    points: float
    bold: bool = False
    grey: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float = 0.2
    grey: int = 0


@dataclass(frozen=True, slots=True)
class Tint:
    """A rectangle filled with grey."""

    left: float
    top: float
    width: float
    height: float
    grey: int


@dataclass(slots=True)
class Page:
    """What is drawn on one page, what lies under it first."""

    face: Face
    tints: list[Tint] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    size: tuple[float, float] = A4


class Unsuited(Exception):  # noqa: N818
    """A record that a layout has no place for."""


@dataclass(slots=True)
class Flow:
    """Lines written down a column from its top, going on at the top of the next page where it is full."""

    pages: list[Page]
    points: float
    left: float = 18.0
    top: float = 20.0
    right: float = 194.0
    foot: float = 280.0
    leading: float = LEADING
    y: float = field(init=False)

    def __post_init__(self) -> None:
        self.y = self.top

    @property
    def page(self) -> Page:
        return self.pages[-1]

    @property
    def step(self) -> float:
        """From line to line, mm."""
        return self.points * POINT_MM * self.leading

    def room(self, height: float) -> None:
        """Go to the next page where this height is not left."""
        if self.y + height > self.foot:
            self.pages.append(Page(self.page.face, size=self.page.size))
            self.y = self.top

    def line(self, text: str, bold: bool = False, grey: int = 0, larger: float = 1.0) -> None:
        """A line; words that have no room in it go on in the next one."""
        points = self.points * larger
        for part in self.broken(text, points, bold):
            self.room(self.step * larger)
            self.y += self.step * larger
            baseline = self.y - 0.3 * self.step
            self.page.words.append(Words(self.left, baseline, part, points, bold, grey))

    def gap(self, lines: float = 1.0) -> None:
        self.y += lines * self.step

    def lines(self, texts: Iterable[str]) -> None:
        """Lines, an empty one a gap."""
        for text in texts:
            if text:
                self.line(text)
            else:
                self.gap()

    def broken(self, text: str, points: float, bold: bool = False) -> list[str]:
        """The lines that a text takes, broken between words."""
        room = self.right - self.left
        if self.page.face.width(text, points, bold) <= room:
            return [text]
        found = [""]
        for word in text.split(" "):
            longer = f"{found[-1]} {word}" if found[-1] else word
            if found[-1] and self.page.face.width(longer, points, bold) > room:
                found.append(word)
            else:
                found[-1] = longer
        return found

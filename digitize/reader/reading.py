"""What the reader is asked and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

TOP: Final = 5
"""Rivals kept of each reading."""


@dataclass(frozen=True, slots=True, eq=False)
class CellInk:
    """One field's ink: its kind and its boxes, grey crops of the squared-up page.

    Ink is dark on light, about 10 pixels a millimetre. One box holds the whole text; several hold
    one character each, in order, and may be empty. `name` is the field's place on its page and `choices` the
    few texts that it offers, where they are known: they are used where a page is read as one hand. `whole` is
    a field of several boxes in one piece. `mark`: ditto marks or a dash stand here, which say nothing of how
    the page's hand writes.
    """

    kind: str
    boxes: tuple[NDArray[np.uint8], ...]
    name: str = ""
    choices: tuple[str, ...] = ()
    whole: NDArray[np.uint8] | None = None
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What the ink alone says.

    `text` is the likeliest canonical text, None where nothing is written (`blank`) or what is written
    is no text of the field's vocabulary. `rivals` are up to five texts with their probability,
    likeliest first; what is missing to 1 is "something else". `mass` is how much of the net's belief
    is any text of the vocabulary at all, before anything is divided by it. `flagged`: a person should
    look. `altered`: struck out, scribbled over or written over.
    """

    text: str | None
    probability: float = 0.0
    rivals: tuple[tuple[str, float], ...] = ()
    mass: float = 0.0
    flagged: bool = False
    altered: bool = False
    blank: bool = False


@dataclass(frozen=True, slots=True)
class OpenShape:
    """A shape of a page that may be two signs in this hand.

    `signs` are the two, the likelier one first, `probability` that it is the first, `cells` the numbers of
    the cells in which it stands, and `read_as` the readings of these cells for each of the signs.
    """

    signs: tuple[str, str]
    probability: float
    cells: tuple[int, ...]
    read_as: tuple[tuple[Reading, ...], tuple[Reading, ...]]


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page read as one hand: a reading a cell, and what one answer would settle in many."""

    readings: tuple[Reading, ...]
    open_shapes: tuple[OpenShape, ...] = ()


class Recogniser(Protocol):
    """Anything that reads cells."""

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        """A reading a cell, in order, each by its own ink alone."""
        ...

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        """The cells of one page, written by one hand, read together; each has its name. `seats` are those
        of the table."""
        ...

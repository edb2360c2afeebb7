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
    one character each, in order, and may be empty.
    """

    kind: str
    boxes: tuple[NDArray[np.uint8], ...]


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


class Recogniser(Protocol):
    """Anything that reads cells; a reading depends on its own cell alone."""

    def read(self, cells: Sequence[CellInk]) -> list[Reading]: ...

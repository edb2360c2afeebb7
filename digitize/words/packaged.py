"""The line reader inside the package RapidOCR.

It comes with ``fairdeal[words]``, and nothing needs it. Of RapidOCR only the net is used (PP-OCRv6, by
PaddleOCR; Apache 2.0). Its code is never run: that could fetch a net that is missing, and names are nobody
else's business.
"""

from __future__ import annotations

import string
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from fairdeal.digitize.nets import RunningNet
from fairdeal.digitize.words.suggesting import Line, LineReader

HEIGHT: Final = 48
"""Rows of the net's input."""
NARROWEST: Final = 48
WIDEST: Final = 3200
"""Columns of it: a line of 80 characters takes half."""
WRITTEN: Final = frozenset(string.ascii_letters + string.digits + " .,-/'&()+:;!?\"#=")
"""Characters that are read; the net knows 18,000 more, most of them Chinese."""
BLANK: Final = ""


class PackagedReader:
    """A line in, its text out. ValueError where the net is not one that this program knows."""

    def __init__(self, net: RunningNet) -> None:
        self._net = net
        characters = characters_of(net)
        self._columns = [n for n, c in enumerate(characters) if c == BLANK or c in WRITTEN]
        self._characters = [characters[n] for n in self._columns]

    def read(self, line: Line) -> str:
        """The likeliest text, column by column."""
        height, width = line.shape
        size = (min(max(round(HEIGHT * width / height), NARROWEST), WIDEST), HEIGHT)
        grey = cv2.resize(line, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 127.5 - 1
        chances = self._net(np.stack([grey] * 3)[None])
        best = chances[0][:, self._columns].argmax(1)
        first = np.flatnonzero(np.diff(best, prepend=-1))
        return "".join(self._characters[n] for n in best[first])


def characters_of(net: RunningNet) -> list[str]:
    """What each column of the net's output stands for. ValueError where its file does not list that."""
    characters = [BLANK, *net.says("character").splitlines(), " "]
    if net.channels != len(characters):
        raise ValueError("the net does not list its characters")
    return characters


@cache
def packaged_reader() -> LineReader | None:
    """The reader, opened once in a process; None without the packages, or where they are damaged."""
    net = packaged_net()
    try:
        return None if net is None else PackagedReader(net)
    except (ValueError, KeyError):  # a form is read without guesses
        return None


@cache
def packaged_net() -> RunningNet | None:
    """The net, opened once in a process; None without the packages, or where they are damaged."""
    net = _net()
    try:
        return None if net is None else RunningNet(net)
    except ValueError:
        return None


def _net() -> Path | None:
    package = find_spec("rapidocr")
    folders = (package.submodule_search_locations if package else None) or ()
    return next((net for each in folders for net in Path(each).glob("models/*_rec_*.onnx")), None)

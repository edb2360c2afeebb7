"""Nets at work, run by onnxruntime, which this module alone opens; and the line reader:
guesses at words written freely (names, dates, remarks), shown to a person, never taken as read."""

from __future__ import annotations

import string
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

LINES: Final = Path(__file__).parent / "weights" / "lines.onnx"
"""The net that reads lines: PP-OCRv6 of PaddleOCR, made small (`training.lines`; NOTICE)."""
SILENT: Final = 3
"""Its errors alone are said, and those as exceptions."""


class NetError(ValueError):
    """A file that is not a net, or none that can be run."""


class RunningNet:
    """A net of one input and one output, on one thread: two win nothing here, and a page has workers."""

    def __init__(self, net: bytes | Path) -> None:
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = SILENT
        # Its own store keeps the most that the widest line ever took, beside what pictures take meanwhile.
        options.enable_cpu_mem_arena = False
        try:
            self._session: Any = onnxruntime.InferenceSession(
                net, options, providers=["CPUExecutionProvider"]
            )
            self._input = self._session.get_inputs()[0].name
        except Exception as error:  # onnxruntime's own errors have no common name
            raise NetError(str(error)) from None

    @property
    def channels(self) -> int | None:
        """How many values the output's last axis has, where the net fixes it."""
        last = self._session.get_outputs()[0].shape[-1]
        return last if isinstance(last, int) else None

    def says(self, key: str) -> str:
        """What the net's file says under a key of its own; KeyError where it has none."""
        return str(self._session.get_modelmeta().custom_metadata_map[key])

    def __call__(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """The output for one batch."""
        return np.asarray(self._session.run(None, {self._input: values})[0], np.float32)


LineImage = NDArray[np.uint8]

MARGINS: Final = (8, 20)
"""White around the ink in pixels, 10 a millimetre. With little white words read best; with more, those that
differ are often right. Chosen, like the next, on hands of the validation part."""
NARROWED: Final = 0.9
"""Width of the line beside what was written: people leave more room between letters than print does."""
INK: Final = 40
"""Grey levels below the paper from which on something is ink: what is fainter may be a shadow or a smear."""
LONGEST: Final = 80
"""Characters of a suggestion; nobody writes more on one line."""


class WordReader(Protocol):
    """Anything that reads one line of writing."""

    def read(self, line: LineImage) -> str:
        """The text of a grey picture of one line, dark on light; empty where it sees none."""
        ...


def suggestions(ink: LineImage, reader: WordReader) -> tuple[str, ...]:
    """Texts that a field's ink may hold, the likelier first; none where nothing is seen in it."""
    words = words_of(ink)
    if words is None:
        return ()
    texts = (" ".join(reader.read(framed(words, margin)).split()) for margin in MARGINS)
    return tuple(dict.fromkeys(text[:LONGEST] for text in texts if text))


def words_of(ink: LineImage) -> LineImage | None:
    """The part of the picture that holds ink, as light as white paper around it; None where there is none."""
    paper = int(np.median(ink))
    rows, columns = np.nonzero(ink < paper - INK)
    if not rows.size:
        return None
    held = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.asarray(np.minimum(held.astype(np.int16) + 255 - paper, 255), np.uint8)


def framed(words: LineImage, margin: int) -> LineImage:
    """The words with white around them, a little narrowed."""
    line = cv2.copyMakeBorder(words, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=255)
    size = (max(1, round(line.shape[1] * NARROWED)), line.shape[0])
    return np.asarray(cv2.resize(line, size, interpolation=cv2.INTER_AREA), np.uint8)


HEIGHT: Final = 48
"""Rows of the net's input."""
NARROWEST: Final = 48
WIDEST: Final = 3200
"""Columns of it: a line of 80 characters takes half."""
WRITTEN: Final = frozenset(string.ascii_letters + string.digits + " .,-/'&()+:;!?\"#=")
"""Characters that are read of writing; the net knows a few more, which stand in print."""
BLANK: Final = ""


class PackagedReader:
    """A line in, its text out. ValueError where the net is not one that this program knows."""

    def __init__(self, net: RunningNet) -> None:
        self._net = net
        characters = characters_of(net)
        self._columns = [n for n, c in enumerate(characters) if c == BLANK or c in WRITTEN]
        self._characters = [characters[n] for n in self._columns]

    def read(self, line: LineImage) -> str:
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
def packaged_reader() -> WordReader | None:
    """The reader, opened once in a process; None where its net is missing or damaged."""
    net = packaged_net()
    try:
        return None if net is None else PackagedReader(net)
    except (ValueError, KeyError):  # a form is read without guesses
        return None


@cache
def packaged_net() -> RunningNet | None:
    """The net, opened once in a process; None where its file is missing or damaged."""
    try:
        return RunningNet(LINES) if LINES.is_file() else None
    except ValueError:
        return None

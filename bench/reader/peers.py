"""Other readers on the same cells: Tesseract, and RapidOCR with and without this project's decoding.

Each is given what suits it: Tesseract the field's own characters and the best of three page modes; both an
enlarged crop of every box. What they answer is folded like the reader's own symbols (a nought for an
O), so that no difference of spelling counts against them.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from bench.reader.cells import Cell
from fairdeal.digitize.reader.alphabet import BLANK, INDEX, SYMBOLS, fold, fold_text
from fairdeal.digitize.reader.decode import Columns, decode, join_boxes
from fairdeal.digitize.reader.vocabulary import vocabulary

MODES: Final = (7, 8, 10)
"""Tesseract's page modes for one line, one word, one character."""
ENLARGED: Final = 1.5
"""Tesseract likes capitals of some 30 pixels or more; a crop has about 45, with thin strokes."""
MARGIN: Final = 12
"""White that both peers get around a crop."""
CHARACTERS: Final = {
    "number": "0123456789+-",
    "seat": "0123456789NEWSAB",
    "card": "0123456789AKQJTCDHS",
    "doubling": "X",
}
"""What Tesseract may answer in a field, where the field is a narrow one."""
WORDS: Final = "0123456789ABCDEHJKLNOPQSTUXabdehilmnoprstu+-"
Grey = NDArray[np.uint8]


@dataclass(slots=True)
class Peer:
    """A reader measured beside: what it read of each cell, and the seconds of processor over all."""

    name: str
    texts: list[str | None] = field(default_factory=list)
    seconds: float = 0.0


def canonical(kind: str, raw: str) -> str | None:
    """What a peer's raw text says in a field of this kind; None where it is none of the field's."""
    words = vocabulary(kind)
    try:
        return words.read(fold_text("".join(raw.split()))) if words is not None else None
    except KeyError:
        return None


def peers(cells: Sequence[Cell]) -> list[Peer]:
    """Every peer that is installed, over the same cells."""
    found = []
    for measure in (tesseract, rapidocr):
        try:
            found += measure(cells)
        except (pytesseract.TesseractNotFoundError, ModuleNotFoundError) as error:
            print(f"peer left out: {error}")
    return found


def tesseract(cells: Sequence[Cell]) -> list[Peer]:
    """Tesseract in its best page mode; one process for all cells of a kind, so starting counts little."""
    tried = [_tesseract(cells, mode) for mode in MODES]
    best = max(tried, key=lambda peer: _right(cells, peer))
    best.name = f"Tesseract {pytesseract.get_tesseract_version()}, {best.name}"
    return [best]


def _right(cells: Sequence[Cell], peer: Peer) -> int:
    return sum(text == cell.written for cell, text in zip(cells, peer.texts, strict=True))


def _tesseract(cells: Sequence[Cell], mode: int) -> Peer:
    peer = Peer(f"page mode {mode}", [None] * len(cells))
    groups: dict[str, list[int]] = {}
    for number, cell in enumerate(cells):
        groups.setdefault(cell.kind, []).append(number)
    for kind, numbers in groups.items():
        allowed = CHARACTERS.get(kind, WORDS)
        config = f"--oem 1 --psm {mode} -c tessedit_char_whitelist={allowed}"
        pictures = [_side_by_side(_written(cells[n])) for n in numbers]
        started = children_seconds()
        texts = by_tesseract(pictures, config)
        peer.seconds += children_seconds() - started
        for number, text in zip(numbers, texts, strict=True):
            peer.texts[number] = canonical(kind, text)
    return peer


def children_seconds() -> float:
    """Seconds of processor that programs started from here have taken."""
    used = os.times()
    return used.children_user + used.children_system


def by_tesseract(pictures: Sequence[Grey], config: str) -> list[str]:
    """The text of each picture, read by one Tesseract process from a list of files."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, picture in enumerate(pictures):
            path = Path(folder) / f"{number}.png"
            large = cv2.resize(
                picture, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC
            )
            cv2.imwrite(str(path), large)
            names.append(str(path))
        listed = Path(folder) / "list.txt"
        listed.write_text("\n".join(names) + "\n")
        text = str(pytesseract.image_to_string(str(listed), config=config))
    pages = text.split("\f")[: len(pictures)]
    return pages + [""] * (len(pictures) - len(pages))


def rapidocr(cells: Sequence[Cell]) -> list[Peer]:
    """RapidOCR's line reader, raw, and its columns decoded under the field's vocabulary."""
    if find_spec("rapidocr") is None:
        raise ModuleNotFoundError("RapidOCR is not installed; ./run bench installs it")
    package = import_module("rapidocr")
    settings = {"Global.log_level": "error", "EngineConfig.onnxruntime.intra_op_num_threads": 1}
    engine = package.RapidOCR(params=settings)
    first = cv2.cvtColor(_framed(_boxes(cells[0])[0]), cv2.COLOR_GRAY2BGR)
    engine(
        first, use_det=False, use_cls=False, use_rec=True
    )  # opens the net; the first pass is slower
    reader = engine.text_rec
    character = list(reader.postprocess_op.character)
    into = _symbols(character)
    raw = Peer("RapidOCR, raw")
    under = Peer("RapidOCR, under this reader's vocabulary")
    for cell in cells:
        started = time.process_time()
        chances = [_chances(reader, _framed(box)) for box in _written(cell)]
        text = "".join(_greedy(part, character) for part in chances)
        took = time.process_time() - started
        raw.seconds += took
        raw.texts.append(canonical(cell.kind, text))
        started = time.process_time()
        under.texts.append(_decoded(cell.kind, [_folded(part, into) for part in chances]))
        under.seconds += took + time.process_time() - started
    version = getattr(package, "__version__", "")
    for peer in (raw, under):
        peer.name = peer.name.replace("RapidOCR", f"RapidOCR {version}".strip())
    return [raw, under]


def _chances(reader: Any, box: Grey) -> NDArray[np.float32]:
    """(T, characters) probabilities of one picture."""
    height, width = box.shape
    ratio = max(reader.rec_image_shape[2] / reader.rec_image_shape[1], width / height)
    colour = cv2.cvtColor(box, cv2.COLOR_GRAY2BGR)
    batch = reader.resize_norm_img(colour, ratio)[np.newaxis].astype(np.float32)
    chances: NDArray[np.float32] = np.asarray(reader.session(batch), np.float32)
    return np.asarray(chances[0], np.float32)


def _greedy(chances: NDArray[np.float32], character: Sequence[str]) -> str:
    best = chances.argmax(1)
    kept = [int(c) for i, c in enumerate(best) if c and (i == 0 or c != best[i - 1])]
    return "".join(character[c] for c in kept)


def _symbols(character: Sequence[str]) -> list[tuple[int, int]]:
    """Which of its characters is which of our symbols; 0 is the blank of both."""
    pairs = [(0, BLANK)]
    for number, sign in enumerate(character):
        try:
            pairs.append((number, INDEX[fold(sign)]))
        except (KeyError, TypeError):
            continue
    return [pair for pair in pairs if pair[0] or pair[1] == BLANK]


def _folded(chances: NDArray[np.float32], into: Sequence[tuple[int, int]]) -> Columns:
    """Its columns in our symbols; what belongs to no symbol of ours is left out."""
    columns = np.zeros((len(chances), len(SYMBOLS)), np.float32)
    for theirs, ours in into:
        columns[:, ours] += chances[:, theirs]
    return columns


def _decoded(kind: str, columns: list[Columns]) -> str | None:
    words = vocabulary(kind)
    if words is None or not columns:
        return None
    masses = decode(join_boxes(columns), words).masses
    return masses[0][0] if masses else None


def _boxes(cell: Cell) -> tuple[Grey, ...]:
    assert cell.ink is not None
    return cell.ink.boxes


def _written(cell: Cell) -> list[Grey]:
    """The boxes with anything in them: of an empty one a peer would make something up."""
    return [box for box in _boxes(cell) if int(box.max()) - int(box.min()) > 20] or [*_boxes(cell)]


def _side_by_side(boxes: Sequence[Grey]) -> Grey:
    """The boxes of a field as one line."""
    high = max(len(box) for box in boxes)
    padded = [
        cv2.copyMakeBorder(
            box, 0, high - len(box), 0, 0, cv2.BORDER_CONSTANT, value=int(np.median(box))
        )
        for box in boxes
    ]
    return _framed(np.hstack(padded))


def _framed(box: Grey) -> Grey:
    value = int(np.median(box))
    return np.asarray(
        cv2.copyMakeBorder(box, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=value),
        np.uint8,
    )

"""Other readers on the same cells: Tesseract and RapidOCR.

Each is given what suits it: Tesseract the field's own characters, a line at a time; both an enlarged crop
of every box. What they answer is folded like the reader's own symbols (a nought for an O), so that no
difference of spelling counts against them. Every cell is read alone by all.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from bench.reader.entries import canonical as as_read, reader
from bench.reader.pages import FORMS, page
from bench.reader.writing import hands, in_words_of, photo
from fairdeal.desk.proportions import Proportion
from fairdeal.digitize.cells import cut_cells
from fairdeal.digitize.page.find import find_pages
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.reader.vocabulary import fold_text, vocabulary
from fairdeal.digitize.trouble import ReadError

MODE: Final = 7
"""Tesseract's page mode for one line: of those for a line, a word and a character the best."""
ENLARGED: Final = 1.5
"""Tesseract likes capitals of some 30 pixels or more; a crop has about 45, with thin strokes."""
MARGIN: Final = 12
"""White that both peers get around a crop."""
CELLS: Final = 600
SMALL_CELLS: Final = 60
A_PAGE: Final = 40
"""Cells taken of a page, so that many hands write."""
CHARACTERS: Final = {
    "number": "0123456789+-",
    "seat": "0123456789NEWSAB",
    "card": "0123456789AKQJTCDHS",
    "doubling": "X",
}
"""What Tesseract may answer in a field, where the field is a narrow one."""
WORDS: Final = "0123456789ABCDEHJKLNOPQSTUXabdehilmnoprstu+-"
Grey = NDArray[np.uint8]
Cell = tuple[CellInk, str]
"""A field's ink, and what is written in it."""


@dataclass(slots=True)
class Peer:
    """A reader measured beside: what it read of each cell, and the seconds of processor over all."""

    name: str
    texts: list[str | None] = field(default_factory=list)
    seconds: float = 0.0


def measure(given: argparse.Namespace) -> int:
    """A line a reader."""
    most = SMALL_CELLS if given.small else CELLS
    cells = list(cells_of(hands(given.part), most, given.seed, given.part))
    for peer in readers(cells):
        right = sum(a == b for a, (_, b) in zip(peer.texts, cells, strict=True))
        spent = f"{1000 * peer.seconds / len(cells):.1f} ms of processor a cell"
        print(f"{peer.name}: {Proportion(right, len(cells))} cells right; {spent}", flush=True)
    return 0


def cells_of(names: Sequence[str], most: int, seed: int, part: str) -> Iterator[Cell]:
    """Written cells of photographed pages, the hands and forms by turns."""
    given, number = 0, 0
    while given < most:
        hand, own = names[number % len(names)], seed + number
        written = in_words_of(page(FORMS[number % len(FORMS)], own), hand, own)
        number += 1
        try:
            picture = next(pictures(photo(written, hand, own, part), "form")).image
            pages, _ = find_pages(picture, "form")
        except ReadError:
            continue
        if not pages:
            continue
        found = pages[0]
        there = [
            (CellInk(cut.field.kind, cut.boxes), as_read(cut.field.kind, text))
            for cut in cut_cells(found.image, found.layout)
            if not (cut.blank or cut.hidden) and cut.field.kind not in ("text", "tick")
            if (text := written.values.get(cut.field.name, ""))
        ]
        yield from there[: min(A_PAGE, most - given)]
        given += min(A_PAGE, len(there))


def readers(cells: Sequence[Cell]) -> Iterator[Peer]:
    """This reader, and every peer that is installed, over the same cells."""
    started = time.process_time()
    texts = [each.text for each in reader().read([ink for ink, _ in cells])]
    yield Peer("this reader", texts, time.process_time() - started)
    measures: tuple[Callable[[Sequence[Cell]], list[Peer]], ...] = (tesseract, rapidocr)
    for peers in measures:
        try:
            yield from peers(cells)
        except (pytesseract.TesseractNotFoundError, ModuleNotFoundError) as error:
            print(f"peer left out: {error}")


def canonical(kind: str, raw: str) -> str | None:
    """What a peer's raw text says in a field of this kind; None where it is none of the field's."""
    words = vocabulary(kind)
    try:
        return words.read(fold_text("".join(raw.split()))) if words is not None else None
    except KeyError:
        return None


def tesseract(cells: Sequence[Cell]) -> list[Peer]:
    """Tesseract; one process for all cells of a kind, so starting counts little."""
    version = pytesseract.get_tesseract_version()
    peer = Peer(f"Tesseract {version}, page mode {MODE}", [None] * len(cells))
    groups: dict[str, list[int]] = {}
    for number, (ink, _) in enumerate(cells):
        groups.setdefault(ink.kind, []).append(number)
    for kind, numbers in groups.items():
        allowed = CHARACTERS.get(kind, WORDS)
        config = f"--oem 1 --psm {MODE} -c tessedit_char_whitelist={allowed}"
        crops = [_side_by_side(_written(cells[n][0])) for n in numbers]
        started = children_seconds()
        texts = by_tesseract(crops, config)
        peer.seconds += children_seconds() - started
        for number, text in zip(numbers, texts, strict=True):
            peer.texts[number] = canonical(kind, text)
    return [peer]


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
    """RapidOCR's line reader, box by box."""
    if find_spec("rapidocr") is None:
        raise ModuleNotFoundError("RapidOCR is not installed; ./run bench installs it")
    package = import_module("rapidocr")
    settings = {"Global.log_level": "error", "EngineConfig.onnxruntime.intra_op_num_threads": 1}
    engine = partial(package.RapidOCR(params=settings), use_det=False, use_cls=False, use_rec=True)
    engine(_coloured(cells[0][0].boxes[0]))  # opens the net; the first pass is slower
    peer = Peer(f"RapidOCR {getattr(package, '__version__', '')}".strip())
    for ink, _ in cells:
        started = time.process_time()
        found = [engine(_coloured(box)).txts or ("",) for box in _written(ink)]
        peer.seconds += time.process_time() - started
        peer.texts.append(canonical(ink.kind, "".join(each[0] for each in found)))
    return [peer]


def _coloured(box: Grey) -> NDArray[Any]:
    return cv2.cvtColor(_framed(box), cv2.COLOR_GRAY2BGR)


def _written(ink: CellInk) -> list[Grey]:
    """The boxes with anything in them: of an empty one a peer would make something up."""
    return [box for box in ink.boxes if int(box.max()) - int(box.min()) > 20] or [*ink.boxes]


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

"""Words in the text fields of forms: ``python -m bench.hands.free_text``.

Names, dates and remarks by test hands, photographed (synthetic photos), found and cut out. They are read by
the program's own net without a vocabulary, by Tesseract as one line, and by the line reader of
``fairdeal[words]``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.hands.entries import PHOTOS, reader
from bench.hands.free_words import kind_of, page_with_words
from bench.hands.pages import FORMS
from bench.hands.running import Job, has_hands, options, over
from bench.hands.writing import glyphs_of, hands, is_photographed, photo
from bench.proportions import Proportion
from bench.reader.peers import by_tesseract
from fairdeal.digitize.cells import Cell
from fairdeal.digitize.filled_forms import cells_of
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.page import find_pages
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.reader.alphabet import fold
from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.trouble import ReadError
from fairdeal.digitize.words import suggestions
from fairdeal.digitize.words.packaged import packaged_reader
from fairdeal.digitize.words.suggesting import MARGINS, framed, words_of
from samples.making.hand.handwriting import writers

ONE_LINE: Final = "--oem 1 --psm 7"
NET, TESSERACT, FIRST, ANY = "the net", "Tesseract", "first suggestion", "any suggestion"
READERS: Final = (NET, TESSERACT, FIRST, ANY)

Told = dict[str, tuple[str, ...]]
"""By reader, what it makes of a line."""


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody wrote into a field, and what the readers make of it."""

    hand: str
    kind: str
    written: str
    told: Told


@dataclass(frozen=True, slots=True)
class PageOfLines:
    """The lines of a page, and the seconds that each reader took over them."""

    lines: tuple[Line, ...]
    seconds: dict[str, float]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = options("bench.hands.free_text", __doc__)
    parser.add_argument("--pages", type=int, default=3, help="by each hand, at most three")
    given = parser.parse_args(arguments)
    if packaged_reader() is None:
        print("fairdeal[words] is not installed; nothing measured.")
        return 0
    if not has_hands():
        return 0
    jobs: list[Job] = [
        (FORMS[(number + turn) % len(FORMS)], hand, given.seed + len(FORMS) * number + turn)
        for number, hand in enumerate(hands(given.part))
        for turn in range(given.pages)
    ]
    print("\n".join(tables(over(one_page, jobs, given))))
    return 0


def one_page(job: Job, part: str, keep: Path | None) -> PageOfLines:
    """The page of a job, written, photographed until the program accepts the photo, and read."""
    form, hand, seed = job
    known = glyphs_of(hand, part) if is_photographed(hand) else writers()[hand]
    page, words = page_with_words(form, seed, frozenset(known))
    for again in range(PHOTOS):
        path = keep / f"words {form} {hand} {part} {seed} {again}.jpg" if keep else None
        held = path is not None and path.is_file()
        jpeg = path.read_bytes() if path and held else photo(page, hand, seed, part, again)
        if path is not None:
            path.write_bytes(jpeg)
        cells = [cell for cell in _cells(jpeg) if cell.field.name in words]
        if cells:
            kinds = {each.name: kind_of(each) for each in load(form).fields}
            told, seconds = read_by_all(cells)
            names = [cell.field.name for cell in cells]
            lines = (
                Line(hand, kinds[name], words[name], each)
                for name, each in zip(names, told, strict=True)
            )
            return PageOfLines(tuple(lines), seconds)
    return PageOfLines((), {})


def _cells(jpeg: bytes) -> list[Cell]:
    """The cells of a photo that can be seen; none where the program refuses it."""
    try:
        found, _ = find_pages(next(pictures(jpeg, "photo.jpg")).image, "photo.jpg")
    except ReadError:
        return []
    return [cell for page in found for cell in cells_of(page) if not cell.hidden]


def read_by_all(cells: Sequence[Cell]) -> tuple[list[Told], dict[str, float]]:
    """What every reader makes of each cell, and its seconds over all."""
    lines = packaged_reader()
    assert lines is not None
    inks = [cell.boxes[0] for cell in cells]
    asked = [CellInk("text", cell.boxes, cell.field.name) for cell in cells]
    by: dict[str, tuple[list[Any], float]] = {
        NET: _timed(lambda: [(each.text or "",) for each in reader().read(asked)]),
        TESSERACT: _timed(lambda: _by_tesseract(inks)),
        ANY: _timed(lambda: [suggestions(ink, lines) for ink in inks]),
    }
    by[FIRST] = [texts[:1] for texts in by[ANY][0]], by[ANY][1]
    told = [{name: by[name][0][n] for name in READERS} for n in range(len(cells))]
    return told, {name: by[name][1] for name in READERS}


def _timed(read: Callable[[], list[Any]]) -> tuple[list[Any], float]:
    started = time.perf_counter()
    return read(), time.perf_counter() - started


def _by_tesseract(inks: Sequence[NDArray[np.uint8]]) -> list[tuple[str, ...]]:
    """Tesseract likes lines cut out as for suggestions better than whole fields."""
    lines = [framed(ink if (words := words_of(ink)) is None else words, MARGINS[0]) for ink in inks]
    return [(" ".join(text.split()),) for text in by_tesseract(lines, ONE_LINE)]


def tables(pages: Sequence[PageOfLines]) -> Iterator[str]:
    """A line a reader, then what the suggestions make of each kind of words and each way of writing."""
    lines = [line for page in pages for line in page.lines]
    refused = sum(not page.lines for page in pages)
    yield f"{len(pages)} pages, {refused} refused; {len(lines)} texts"
    yield ""
    yield (
        "| reader | right as written | right but for capitals, spaces, O and 0, l and 1 "
        "| characters wrong, as written | but for these | ms a text |"
    )
    yield "|---|---|---|---|---|---|"
    for name in READERS:
        spent = sum(page.seconds.get(name, 0.0) for page in pages)
        yield f"| {name} | {_measured(lines, name)} | {1000 * spent / max(1, len(lines)):.0f} |"
    yield ""
    yield f"| words | {TESSERACT}: right | {FIRST}: right | {ANY}: right | texts |"
    yield "|---|---|---|---|---|"
    for group, own in filter(itemgetter(1), _groups(lines)):
        shares = [f"{100 * _right(own, name) / len(own):.0f} %" for name in READERS[1:]]
        yield f"| {group} | {' | '.join(shares)} | {len(own)} |"


def _groups(lines: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
    for kind in sorted({line.kind.rstrip("s") for line in lines}):
        yield kind, [line for line in lines if line.kind.rstrip("s") == kind]
    words = [line for line in lines if line.kind != "date"]
    yield "in capitals", [line for line in words if line.written.isupper()]
    yield "in small letters", [line for line in words if not line.written.isupper()]
    for hand in dict.fromkeys(line.hand for line in lines):
        yield hand, [line for line in lines if line.hand == hand]


def _measured(lines: Sequence[Line], name: str) -> str:
    """The four figures of a reader."""
    folded = sum(
        any(_folded(text) == _folded(line.written) for text in line.told[name]) for line in lines
    )
    return (
        f"{Proportion(_right(lines, name), len(lines))} | {Proportion(folded, len(lines))} "
        f"| {_error_rate(lines, name, str)} | {_error_rate(lines, name, _folded)}"
    )


def _right(lines: Sequence[Line], name: str) -> int:
    return sum(line.written in line.told[name] for line in lines)


def _error_rate(lines: Sequence[Line], name: str, shown: Callable[[str], str]) -> str:
    """Characters to change, add or leave out, of those written; of several texts the nearest counts."""
    wrong = sum(
        min(distance(shown(line.written), shown(text)) for text in line.told[name] or ("",))
        for line in lines
    )
    return f"{100 * wrong / sum(len(shown(line.written)) for line in lines):.1f} %"


def _folded(text: str) -> str:
    """The text as the net would spell it, for it knows one O and 0, one l and 1, and no small letters."""
    return "".join(_sign(character) for character in text if character not in " '")


def _sign(character: str) -> str:
    try:
        return fold(character)
    except KeyError:
        return character


def distance(one: str, other: str) -> int:
    """Characters to change, add or leave out to make one text of another (Levenshtein)."""
    row = list(range(len(other) + 1))
    for here, a in enumerate(one, 1):
        above, row[0] = row[0], here
        for place, b in enumerate(other, 1):
            above, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, above + (a != b)),
            )
    return row[-1]


if __name__ == "__main__":
    raise SystemExit(main())

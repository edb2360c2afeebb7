"""Clubs' own sheets: ten designs that share neither columns nor order, learned from a photo and read.

``python -m bench.club_sheets``, or ``--other 10`` for designs drawn by lot: of each design a blank
sheet is photographed and learned, its unclear columns are answered as a person would, and a sheet
filled by a writer whom the reader never learned from is photographed and read by that layout.
Synthetic sheets and photos; the strokes are real. Cells of one sheet share a writer and a photo, so
the bounds, which take them for independent, are narrower than a new club may trust.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from bench.proportions import Proportion
from fairdeal.digitize.pictures import Picture, pictures
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.ruled.headings.meanings import for_team
from fairdeal.digitize.ruled.sheets.club_sheet import read_club_sheet
from fairdeal.digitize.ruled.sheets.layout_file import SheetLayout, read_layout, write_layout
from fairdeal.digitize.ruled.sheets.learning import UnansweredError, learn, to_layout
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Transcript
from samples.making.hand import handwriting
from samples.making.photos.conditions import any_conditions
from samples.making.photos.taken import Photo, photograph
from samples.making.sheets.any_club_sheet import any_designs
from samples.making.sheets.club_designs import DESIGNS, Design
from samples.making.sheets.club_sheets import ClubSheet, draw, random_fill

SEED: Final = 56
HARD: Final = 0.3
"""How bad the photos may be, of 1: tilted and turned, some sent by messenger, with shadows."""
OFF: Final = 0.25
"""A row is found where its cells' corners lie within this share of its height of where they are."""

COUNTS: Final = (
    ("columns matched", "columns"),
    ("columns wrongly matched", "columns"),
    ("columns asked about", "columns"),
    ("rows found", "rows"),
    ("right", "written"),
    ("asked about", "written"),
    ("right of the rest", "unasked"),
    ("blank read as filled", "blank"),
    ("filled read as blank", "written"),
)


@dataclass(slots=True)
class Tally:
    """What came of one design, or of all: counts by name, and what went wrong in words."""

    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)

    def share(self, name: str, of: str) -> Proportion:
        return Proportion(self.counts[name], self.counts[of])


def measure(
    design: Design,
    rng: np.random.Generator,
    writers: Sequence[str],
    reader: Recogniser,
    hard: float,
) -> Tally:
    """Learn a design from a blank photo and read a filled one."""
    tally = Tally()
    tally.counts["columns"] = len(design.columns)
    tally.counts["rows"] = design.rows
    blank = draw(design, rng, handwriting.any_hand(rng, writers))
    filled = random_fill(design, rng, writers)
    shot = _photo(filled, rng, hard)
    _count_written(design, filled.texts, tally)
    started = time.perf_counter()
    layout = _learned(design, _picture(_photo(blank, rng, hard), design.name), tally)
    tally.counts["learning, ms"] = round(1000 * (time.perf_counter() - started))
    if layout is None:
        return tally
    started = time.perf_counter()
    try:
        transcript = read_club_sheet(_picture(shot, design.name), layout, reader)
    except ReadError as error:
        tally.troubles.append(f"refused: {error.message}")
        return tally
    tally.counts["reading, ms"] = round(1000 * (time.perf_counter() - started))
    tally.troubles += [problem.code for problem in transcript.problems]
    _count_rows(design, shot, transcript, tally)
    _count_cells(design, filled.texts, transcript, tally)
    return tally


def _photo(sheet: ClubSheet, rng: np.random.Generator, hard: float) -> Photo:
    page = sheet.design.page
    size = (3000, 4000) if page[0] < page[1] else (4000, 3000)
    conditions = any_conditions(rng, size, hard)
    conditions = replace(conditions, size=size, over="none", other="none")
    return photograph(sheet.picture, page, conditions, rng)


def _picture(photo: Photo, name: str) -> Picture:
    return next(pictures(photo.jpeg, f"{name}.jpg"))


def _learned(design: Design, picture: Picture, tally: Tally) -> SheetLayout | None:
    """The layout, its unclear columns answered; None where the columns were not found as they are."""
    try:
        found = learn(picture)
    except ReadError as error:
        tally.troubles.append(f"not learned: {error.message}")
        return None
    if len(found.matches) != len(design.columns):
        tally.troubles.append(f"{len(found.matches)} columns found of {len(design.columns)}")
        return None
    answers = {}
    for at, (match, column) in enumerate(zip(found.matches, design.columns, strict=True)):
        if match.meaning is None:
            tally.counts["columns asked about"] += 1
            answers[at] = column.means
        elif match.meaning == column.means:
            tally.counts["columns matched"] += 1
        else:
            tally.counts["columns wrongly matched"] += 1
            tally.troubles.append(f"“{match.heading.words}” taken for {match.meaning}")
    try:
        layout = to_layout(found, design.name, answers, design.us or "ask")
    except UnansweredError as error:
        tally.troubles.append(f"not learned: {error}")
        return None
    return read_layout(write_layout(layout))


def _meanings(design: Design) -> list[str]:
    return [for_team(column.means, design.us) for column in design.columns]


def _wanted(design: Design, texts: Mapping[tuple[int, int], str]) -> Iterator[tuple[str, int, str]]:
    """Every field that is to be read: its place, its row from 0, and what is written there."""
    meanings = _meanings(design)
    for row in range(design.rows):
        for at, means in enumerate(meanings):
            if means in ("ignore", "trump") or (means == "deal" and design.numbered):
                continue
            text = texts.get((row, at), "")
            if means == "bid":
                suit = texts.get((row, meanings.index("trump")), "")
                means, text = "contract", f"{text} {suit}".strip()
            yield f"row {row + 1} / {means}", row, text


def _count_written(design: Design, texts: Mapping[tuple[int, int], str], tally: Tally) -> None:
    for _, _, text in _wanted(design, texts):
        tally.counts["written" if text else "blank"] += 1


def _rows_of_deals(transcript: Transcript) -> dict[int, int]:
    """The row of each deal whose printed number is not that of its row."""
    return {
        int(field.text): int(field.name.split()[1])
        for field in transcript.fields
        if field.name.endswith(" / deal") and field.kind == "text" and field.text
    }


def _count_rows(design: Design, shot: Photo, transcript: Transcript, tally: Tally) -> None:
    """Rows whose first cell that is read lies where it was drawn."""
    meanings = _meanings(design)
    at = next(
        n for n, means in enumerate(meanings) if means.startswith(("total", "score", "points"))
    )
    rows = _rows_of_deals(transcript)
    for row in range(design.rows):
        entry = transcript.field(f"row {rows.get(row + 1, row + 1)} / {meanings[at]}")
        if entry is None or len(entry.region) != 4:
            continue
        there = shot.to_photo(np.array(design.cell(row, at).corners))
        height = float(np.linalg.norm(there[3] - there[0]))
        off = np.abs(np.array(entry.region) - there)[:, 1].max()
        tally.counts["rows found"] += bool(off <= OFF * height)


def _count_cells(
    design: Design, texts: Mapping[tuple[int, int], str], transcript: Transcript, tally: Tally
) -> None:
    rows = _rows_of_deals(transcript)
    for name, row, text in _wanted(design, texts):
        place = f"row {rows.get(row + 1, row + 1)} / {name.split(' / ')[1]}"
        entry = transcript.field(place)
        if not text:
            tally.counts["blank read as filled"] += entry is not None and not entry.blank
            continue
        if entry is None or entry.blank:
            tally.counts["filled read as blank"] += 1
            tally.counts["unasked"] += 1
            continue
        right = entry.text == text
        tally.counts["right"] += right
        tally.counts["asked about"] += entry.flagged
        tally.counts["unasked"] += not entry.flagged
        tally.counts["right of the rest"] += right and not entry.flagged


def report(tallies: Mapping[str, Tally]) -> Iterator[str]:
    """The table, design by design, and all of it with its bounds."""
    yield f"{'design':15} columns matched wrong asked   rows    cells right asked  rest right  blanks filled"
    whole: Counter[str] = Counter()
    for name, tally in tallies.items():
        n = tally.counts
        whole.update(n)
        yield (
            f"{name:15} {n['columns matched']:7} of {n['columns']:2} {n['columns wrongly matched']:5}"
            f" {n['columns asked about']:5} {n['rows found']:3} of {n['rows']:2}"
            f" {n['right']:5} of {n['written']:3} {n['asked about']:5}"
            f" {n['right of the rest']:4} of {n['unasked']:3} {n['blank read as filled']:4} of {n['blank']:3}"
        )
        if tally.troubles:
            yield f"{'':15} {'; '.join(tally.troubles)}"
    yield ""
    for what, of in COUNTS:
        yield f"{what:24} {Proportion(whole[what], whole[of])}"
    yield (
        f"Median seconds: learning {_median(tallies, 'learning, ms'):.1f},"
        f" reading {_median(tallies, 'reading, ms'):.1f} a photo."
    )


def _median(tallies: Mapping[str, Tally], name: str) -> float:
    times = [tally.counts[name] for tally in tallies.values() if tally.counts[name]]
    return float(np.median(times)) / 1000 if times else 0.0


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.club_sheets", description=__doc__)
    parser.add_argument(
        "--hard", type=float, default=HARD, help="how bad the photos may be, 0 to 1"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", help="the name of one design")
    parser.add_argument(
        "--other",
        type=int,
        default=0,
        metavar="N",
        help="N designs drawn by lot instead of the ten",
    )
    arguments = parser.parse_args(given)
    designs = any_designs(arguments.seed, arguments.other) if arguments.other else DESIGNS
    writers = handwriting.held_back()
    if not writers:
        print(
            "No collection of strokes: the cells are filled with made-up strokes.", file=sys.stderr
        )
    reader = open_reader()
    tallies = {}
    for number, design in enumerate(designs):
        if arguments.only in (None, design.name):
            rng = np.random.default_rng([arguments.seed, number])
            tallies[design.name] = measure(design, rng, writers, reader, arguments.hard)
            print(f"{design.name} done", file=sys.stderr)
    print("\n".join(report(tallies)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

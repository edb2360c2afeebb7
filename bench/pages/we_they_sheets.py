"""Bridge sheets with two lines alone: entries found, on their side, and read.

``python -m bench.we_they_sheets --sheets 6``: sheets with made-up entries, written by hands that the
reader never learned from, every other one ruled and lettered by that hand too, and photographed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from bench.proportions import Proportion
from fairdeal.digitize.pictures import pictures
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.ruled.sheets.we_they_sheet import read_we_they
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Field, Transcript
from samples.making.hand import handwriting
from samples.making.photos.conditions import any_conditions
from samples.making.photos.taken import photograph
from samples.making.sheets.we_they_sheet import PAGE, Entry, draw, random_entries

SEED: Final = 7
HARD: Final = 0.2
"""How bad the photos may be, of 1."""


def measure(number: int, writers: Sequence[str], reader: Recogniser) -> Counter[str]:
    """Counts of one sheet. Its entries are all lost where it is refused."""
    rng = np.random.default_rng([SEED, number])
    hand = handwriting.any_hand(rng, writers)
    sheet = draw(random_entries(rng), hand, rng, printed=number % 2 == 0)
    conditions = any_conditions(rng, (3000, 4000), HARD)
    conditions = replace(conditions, size=(3000, 4000), over="none", other="none")
    photo = photograph(sheet.picture, PAGE, conditions, rng)
    count = Counter(entries=sum(entry[0] != "game" for entry in sheet.entries))
    count["games"] = len(sheet.entries) - count["entries"]
    try:
        transcript = read_we_they(next(pictures(photo.jpeg, "rubber.jpg")), reader)
    except ReadError as error:
        print(f"sheet {number}: {error.code}")
        return count
    count["sheets read"] = 1
    count["games found"] = min(
        count["games"], sum(field.text == "game" for field in transcript.fields)
    )
    for line in ("above", "below"):
        for side in ("we", "they"):
            _compare(count, _written(sheet.entries, line, side), _seen(transcript, line, side))
    return count


def _compare(count: Counter[str], written: Sequence[str], seen: Sequence[Field]) -> None:
    count["strange"] += max(0, len(seen) - len(written))
    if len(seen) != len(written):
        return
    for text, field in zip(written, seen, strict=True):
        count["in place"] += 1
        count["right"] += field.text == text
        count["asked"] += field.flagged
        count["unasked"] += not field.flagged
        count["right unasked"] += field.text == text and not field.flagged


def _written(entries: Sequence[Entry], line: str, side: str) -> list[str]:
    return [text for where, whose, text in entries if (where, whose) == (line, side)]


def _seen(transcript: Transcript, line: str, side: str) -> list[Field]:
    lines = {field.name for field in transcript.fields if field.text == line}
    return [
        field
        for field in transcript.fields
        if field.name.endswith(f" / {side}") and f"{field.name.split(' / ')[0]} / line" in lines
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.we_they_sheets", description=__doc__)
    parser.add_argument("--sheets", type=int, default=6)
    arguments = parser.parse_args()
    writers, reader = handwriting.held_back(), open_reader()
    whole: Counter[str] = Counter()
    for number in range(arguments.sheets):
        whole += measure(number, writers, reader)
    print(f"sheets read              {Proportion(whole['sheets read'], arguments.sheets)}")
    print(f"entries in place         {Proportion(whole['in place'], whole['entries'])}")
    print(f"strange entries          {whole['strange']}")
    print(f"lines under games        {Proportion(whole['games found'], whole['games'])}")
    print(f"right                    {Proportion(whole['right'], whole['in place'])}")
    print(f"asked about              {Proportion(whole['asked'], whole['in place'])}")
    print(f"right of the rest        {Proportion(whole['right unasked'], whole['unasked'])}")


if __name__ == "__main__":
    main()

"""The sample folder ``samples/onam-cup/``: one synthetic match, as a committee would get it.

``python -m samples.making.onam_cup`` writes it: the photographed score sheet, photographed hand logs, a
typed log, a photographed printed log, and the findings to expect. The handwriting needs the collection
of real strokes (`samples.making.handwriting`); the folder itself is kept in the repository.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from fairdeal.grammar.notation.writer import write as written
from fairdeal.records.record import Deal, Record
from samples.making.folders import SIZE, jpeg_of, photo_of_form, put_folder, sample_hand
from samples.making.hand import values
from samples.making.hand.handwriting import Rng
from samples.making.irregularities.scene import Expected
from samples.making.photos import taken
from samples.making.photos.conditions import Conditions
from samples.making.records import matches
from samples.making.sheets.printed import PAGE_MM, printed_log

FOLDER: Final = Path(__file__).parents[1] / "onam-cup"
SEED: Final = 57

_VIEWS: Final = (
    Conditions(tilt=14, tilt_towards=80, turn=2, light=0.2, shadow=0.25, curl=3),
    Conditions(tilt=8, tilt_towards=200, turn=-4, light=0.25, cast=(1.0, 0.94, 0.82), fold=2.5),
    Conditions(tilt=24, tilt_towards=110, turn=5, light=0.2, exposure=0.85, noise=3.5),
    Conditions(tilt=6, turn=92, light=0.15, shadow=0.35, defocus=1.0),
    Conditions(tilt=16, tilt_towards=20, turn=-7, over="thumb", over_corner=2, curl=5),
    Conditions(tilt=10, turn=1, messenger=2048, quality=78, shadow=0.2),
    Conditions(tilt=12, tilt_towards=300, turn=3, light=0.3, fold=2.0),
)
"""How each photo is taken: what phones at a table do, none of it extreme."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which deals are recorded how."""

    handwritten: tuple[Deal, ...]
    typed: tuple[Deal, ...]
    printed: tuple[Deal, ...]


def plan(record: Record) -> Plan:
    """The last two deals with a log are typed and printed, and so is what a hand log cannot hold."""
    deals = list(record.deals)
    handwritten, typed = [], deals[-2:-1]
    for deal in deals[:-2]:
        try:
            values.log_values(record, deal)
            handwritten.append(deal)
        except values.DoesNotFit:
            typed.append(deal)
    return Plan(tuple(handwritten), tuple(typed), tuple(deals[-1:]))


def _photo_of_form(kind: str, entries: Mapping[str, str], index: int, rng: Rng) -> bytes:
    """A form filled in and photographed. Event, date and teams were printed with the form."""
    hand, view = sample_hand(index, rng), _VIEWS[index % len(_VIEWS)]
    by_hand = ("table", "round")
    return photo_of_form(kind, entries, hand, view, rng, f"ONAMCUP{index + 1}", by_hand)


def _alone(record: Record, deal: Deal) -> str:
    """A record of one deal with the session's heading, as somebody types it."""
    return written(replace(record, deals=(deal,), sheets=(), events=(), comments=()))


def _for_print(record: Record, deal: Deal) -> str:
    """The log as typed by someone who strikes the space bar twice between figures.

    Without the row of trick winners: whatever the font, Tesseract runs ``2 2 1 4`` together.
    """
    if deal.result is None:
        return _alone(record, deal)
    text = _alone(record, replace(deal, result=replace(deal.result, tricks=())))
    head, mark, result = text.partition("Result:\n")
    return head + mark + result.replace(" ", "  ")


def _passes(entries: Mapping[str, str], index: int) -> dict[str, str]:
    """Half of the recorders write P for a pass."""
    short = {"Pass": "P"} if index % 2 else {}
    return {name: short.get(text, text) for name, text in entries.items()}


def write_folder(folder: Path) -> list[Path]:
    """Write the whole folder anew and return what was written."""
    match = matches.onam_cup()
    record, rng = match.record, np.random.default_rng(SEED)
    recorded = plan(record)
    files: dict[str, bytes] = {}
    sheet = values.sheet_values(record)
    files["score-sheet.jpg"] = _photo_of_form("score-sheet", sheet, 0, rng)
    for index, deal in enumerate(recorded.handwritten):
        entries = _passes(values.log_values(record, deal), index)
        name = f"hand-log-deal-{_number(deal)}.jpg"
        files[name] = _photo_of_form("hand-log", entries, index + 1, rng)
    for deal in recorded.typed:
        files[f"typed-log-deal-{_number(deal)}.hrn"] = _alone(record, deal).encode()
    for deal in recorded.printed:
        page = printed_log(_for_print(record, deal))
        conditions = replace(_VIEWS[-1], size=SIZE, defocus=0.5, noise=1.5)
        photo = taken.photograph(page, PAGE_MM, conditions, rng)
        files[f"printed-log-deal-{_number(deal)}.jpg"] = jpeg_of(photo)
    files["expected.json"] = _expected(match.expected)
    files["README.md"] = _readme(files, record).encode()
    return put_folder(folder, files)


def _number(deal: Deal) -> str:
    return (deal.label or "0").zfill(2)


def _expected(findings: Sequence[Expected]) -> bytes:
    """The findings as the desk shows them: a wrong score in a log that is also on the sheet is found once."""
    rows = {
        (one.code, one.deal, one.place.rpartition(" / ")[2]) for one in findings if _in_row(one)
    }
    told = [
        asdict(one)
        for one in findings
        if _in_row(one) or (one.code, one.deal, one.place) not in rows
    ]
    return (json.dumps(told, indent=1) + "\n").encode()


def _in_row(one: Expected) -> bool:
    return one.place.startswith("row ")


def _readme(files: Mapping[str, bytes], record: Record) -> str:
    names = "\n".join(f"- `{name}`" for name in sorted(files))
    return f"""# {record.tag("Event")}: a synthetic match

Nothing in this folder happened. The match, its teams and its irregularities were made up by
`samples/making/records/matches.py`, and the pages were written and photographed by a program,
`python -m samples.making.onam_cup`. It is here so that you can try

    ./run audit samples/onam-cup

and see what comes out. `expected.json` holds the findings that must come out, and no others.

{names}

The handwriting is put together from single characters that real people wrote on tablets (UNIPEN
train_r01_v07, International Unipen Foundation, doi 10.5281/zenodo.1195803, CC BY 4.0; the writers are
anonymous, their characters were scaled and drawn anew with other pens). Drawn suit symbols, where there
are any, come from skeletons made for this project.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the sample folder of a synthetic match.")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    for path in write_folder(parser.parse_args().folder):
        print(f"{path.stat().st_size:8d}  {path}")


if __name__ == "__main__":
    main()

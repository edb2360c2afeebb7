"""What the rest of the page adds to a reading, and whether it ever takes a recorder's slip away.

``python -m bench.rest_of_page [--matches N] [--photos N] [--seed S]``. Synthetic matches: a score sheet
of eighteen deals and two hand logs, filled in by held-back hands, with slips of the recorder written in
like everything else: a wrong sum, card points that are not 56, a contract that is not the auction's, a
card written for another. Each page is read by itself (before), then beside the others (after).

Most pages are cut from the drawn form, made faint, blurred and noisy: a photograph takes ten times as
long. `--photos` adds matches whose pages are photographed, found and squared up.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import cv2
import numpy as np

from bench.proportions import Proportion
from bench.reader.held_back import held_back
from fairdeal.desk.check.settled import Chosen, chosen
from fairdeal.digitize import read_photo
from fairdeal.digitize.cells import cut_cells
from fairdeal.digitize.filled_forms import asked_as, to_look_at
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.page.find import WHITE
from fairdeal.digitize.page.shape.rectify import PX_MM
from fairdeal.digitize.reader.reading import CellInk, Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records.cards import RANKS, SUITS
from fairdeal.records.transcript import Field, Transcript
from fairdeal.rulings import Verdict, check
from fairdeal.rulings import load as load_rulebook
from fairdeal.rulings.doubt.choice import SURE
from samples.making.hand.fill import Filled, fill
from samples.making.hand.handwriting import Hand, any_hand, strokes_file
from samples.making.hand.values import DoesNotFit, log_values, sheet_values
from samples.making.photos.conditions import any_conditions
from samples.making.photos.taken import photograph
from samples.making.records.deals import Style
from samples.making.records.sessions import Row, Session, random_session, session_record

MATCHES: Final = 12
PHOTOS: Final = 1
LOGS: Final = 2
HARD: Final = 0.35
"""How bad the photos are, 0 to 1: as in the bench of reading."""
SHOWN: Final = 12

NEAT: Final = Style(labels=0.0, leads=1.0, sorted_hands=True)
Values = dict[str, str]
Rng = np.random.Generator
Take = Callable[[str, Values, str, Hand, Rng, Recogniser], Transcript | None]


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip of the recorder: where it is written, what would have been right, what is to be found."""

    kind: str
    page: str
    name: str
    right: str
    codes: tuple[str, ...]
    deal: str


@dataclass(slots=True)
class Pages:
    """The pages of one match by the name of their photo: form and what is written in each field."""

    forms: dict[str, str]
    values: dict[str, Values]
    slips: list[Slip]


@dataclass(slots=True)
class Table:
    """What came of the cells, and of the slips."""

    cells: int = 0
    right_before: int = 0
    right_after: int = 0
    asked_before: int = 0
    asked_after: int = 0
    right_unasked_before: int = 0
    right_unasked_after: int = 0
    asked_right_before: int = 0
    asked_right_after: int = 0
    changed: int = 0
    changed_right: int = 0
    over_corrected: list[str] = field(default_factory=list)
    slips: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    likely: Counter[str] = field(default_factory=Counter)
    read_away: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    refused: int = 0
    pages: int = 0

    def lines(self) -> Iterable[str]:
        """The table for people."""
        n = self.cells
        unasked = (n - self.asked_before, n - self.asked_after)
        yield f"{self.pages} pages, {n} written cells ({self.refused} pages refused)"
        yield f"  right as the ink alone reads        {Proportion(self.right_before, n)}"
        yield f"  right with the rest of the page     {Proportion(self.right_after, n)}"
        yield f"  asked about, by the ink alone       {Proportion(self.asked_before, n)}"
        yield f"  asked about, with the rest          {Proportion(self.asked_after, n)}"
        yield f"  right of the unasked, before        {Proportion(self.right_unasked_before, unasked[0])}"
        yield f"  right of the unasked, after         {Proportion(self.right_unasked_after, unasked[1])}"
        yield (
            f"  right of those asked before         "
            f"{Proportion(self.asked_right_before, self.asked_before)}; after: "
            f"{Proportion(self.asked_right_after, self.asked_before)}"
        )
        yield f"  readings changed, to the right one  {Proportion(self.changed_right, self.changed)}"
        yield f"  over-corrections (ink right)        {Proportion(len(self.over_corrected), n)}"
        total = sum(self.slips.values())
        yield f"  slips still found                   {Proportion(sum(self.found.values()), total)}"
        yield f"  slips found as established or likely {Proportion(sum(self.likely.values()), total)}"
        for kind in sorted(self.slips):
            yield f"    {kind:10} {Proportion(self.found[kind], self.slips[kind])}"
        yield f"  slips read away                     {Proportion(len(self.read_away), total)}"
        for title, told in (
            ("over-corrected", self.over_corrected),
            ("missed", self.missed),
            ("read away", self.read_away),
        ):
            yield from (f"    {title}: {each}" for each in told[:SHOWN])


def measure(
    matches: int,
    seed: int,
    photographed: bool = False,
    reader: Recogniser | None = None,
    among: Sequence[str] = (),
) -> Table:
    """Read `matches` synthetic matches page by page and then together, and count.

    `among` are the writers whose strokes are used; without any, skeletons of letters are drawn.
    """
    table, own = Table(), reader or open_reader()
    take = by_photo if photographed else by_cells
    for number in range(matches):
        _one(seed + number, table, own, take, among)
    return table


def _one(seed: int, table: Table, reader: Recogniser, take: Take, among: Sequence[str]) -> None:
    rng, chance = Random(f"rest of page {seed}"), np.random.default_rng(seed)
    pages = make_pages(rng)
    hand = any_hand(chance, among)
    transcripts = []
    for name, form in pages.forms.items():
        found = take(form, pages.values[name], name, hand, chance, reader)
        table.pages += 1
        if found is None:
            table.refused += 1
        else:
            transcripts.append(found)
    merged = to_record(transcripts)
    verdict = check(merged.record, load_rulebook("international"))
    settled = chosen(verdict, merged.sources)
    for transcript in transcripts:
        for each in transcript.fields:
            written = pages.values[transcript.photo].get(each.name)
            if written and each.kind not in ("text", "tick"):
                told = settled.get((transcript.photo, each.name))
                _count(table, f"seed {seed}: {transcript.photo}: {each.name}", each, written, told)
    there = {transcript.photo for transcript in transcripts}
    for slip in pages.slips:
        if slip.page in there:
            _count_slip(table, seed, slip, verdict, settled)


def _count(table: Table, where: str, each: Field, written: str, told: Chosen | None) -> None:
    before = same(each.text, written)
    after = same(told.text, written) if told is not None else before
    asked = each.flagged and not (told is not None and told.share >= SURE)
    table.cells += 1
    table.right_before += before
    table.right_after += after
    table.asked_before += each.flagged
    table.asked_after += asked
    table.right_unasked_before += before and not each.flagged
    table.right_unasked_after += after and not asked
    table.asked_right_before += before and each.flagged
    table.asked_right_after += after and each.flagged
    if told is not None and told.changed:
        table.changed += 1
        table.changed_right += after
        if before and not after:
            table.over_corrected.append(
                f"{where}: {written} taken for {told.text} because of {', '.join(told.by)}"
            )


def _count_slip(
    table: Table, seed: int, slip: Slip, verdict: Verdict, settled: Mapping[tuple[str, str], Chosen]
) -> None:
    told = settled.get((slip.page, slip.name))
    where = f"seed {seed}: {slip.kind} at {slip.page}: {slip.name}, {slip.right} would be right"
    if told is not None and same(told.text, slip.right):
        table.read_away.append(where)
    table.slips[slip.kind] += 1
    shares = [
        each.probability or 0.0
        for each in verdict.findings
        if each.code in slip.codes and each.deal == slip.deal
    ]
    table.found[slip.kind] += bool(shares)
    table.likely[slip.kind] += max(shares, default=0.0) >= 0.5
    if not shares:
        table.missed.append(where)


def same(told: str | None, written: str) -> bool:
    """Equal but for spaces and for ways of writing the same word."""

    def plain(text: str | None) -> str:
        bare = (text or "").replace(" ", "").upper()
        return {"P": "PASS"}.get(bare, bare.replace("PLUS", "+"))

    return plain(told) == plain(written)


# What is written -----------------------------------------------------------------------------------


def make_pages(rng: Random) -> Pages:
    """A match with its sheet and two logs, and a slip of each kind written in."""
    while True:
        session = random_session(rng)
        logs = rng.sample(range(len(session.rows)), LOGS)
        record = session_record(session, rng, logs=logs, style=NEAT, Table="4", Round="1")
        try:
            written = [log_values(record, deal) for deal in record.deals]
        except DoesNotFit:
            continue
        forms = {"sheet": "score-sheet"}
        values: dict[str, Values] = {}
        for number, page in enumerate(written):
            forms[f"log {number + 1}"] = "hand-log"
            values[f"log {number + 1}"] = page
        slips = [_slip_of_card(rng, "log 1", values["log 1"])]
        slips += _slips_on_the_sheet(rng, session, sorted(logs))
        values["sheet"] = sheet_values(session_record(session, rng, Table="4", Round="1"))
        return Pages(forms, values, slips)


def _slips_on_the_sheet(rng: Random, session: Session, logs: Sequence[int]) -> list[Slip]:
    """A contract or bidder, card points and a sum written wrong, each in another row."""
    rows = session.rows
    spare = [n for n in range(1, len(rows) - 1) if n not in logs and rows[n].points is not None]
    at, points_at = rng.sample(spare, 2)
    return [
        _bidder(rng, rows[rng.choice(logs)]),
        _points(rng, rows[points_at]),
        _total(rng, rows, at),
    ]


def _bidder(rng: Random, row: Row) -> Slip:
    right = row.bidder
    row.bidder = rng.choice([seat for seat in range(1, 7) if seat != right])
    return Slip(
        "bidder", "sheet", f"row {row.deal} / bidder", str(right), ("contract-entry",), row.deal
    )


def _points(rng: Random, row: Row) -> Slip:
    assert row.points is not None
    team = rng.choice(("A", "B"))
    right = row.points[team]
    row.points[team] = rng.choice([n for n in range(57) if n != right])
    name = f"row {row.deal} / points {team}"
    return Slip("points", "sheet", name, str(right), ("points-entry",), row.deal)


def _total(rng: Random, rows: Sequence[Row], at: int) -> Slip:
    """A wrong sum, from which the recorder goes on in half of the sheets."""
    team, more = rng.choice(("A", "B")), rng.choice((1, 2, 10, -1))
    right = rows[at].total[team]
    more = more if right + more >= 0 else 1
    for row in rows[at:] if rng.random() < 0.5 else rows[at : at + 1]:
        row.total[team] += more
    name = f"row {rows[at].deal} / total {team}"
    return Slip("total", "sheet", name, str(right), ("total-entry",), rows[at].deal)


def _slip_of_card(rng: Random, page: str, values: Values) -> Slip:
    """A card of a hand written for another: a third copy of it."""
    names = [name for name in values if name.startswith("hand ")]
    name = rng.choice(names)
    right = values[name]
    others = [r + s for r in RANKS for s in SUITS if r in "J9A10KQ" and r + s != right]
    values[name] = rng.choice([card for card in others if card in values.values()] or others)
    return Slip("card", page, name, right, ("pack", "card-not-held"), values["deal"])


# How it is seen ------------------------------------------------------------------------------------


def _filled(form: str, values: Values, hand: Hand, chance: Rng) -> Filled:
    return fill(load(form), values, hand, chance)


def by_cells(
    form: str, values: Values, name: str, hand: Hand, chance: Rng, reader: Recogniser
) -> Transcript:
    """A page as drawn, at the scale of squared-up photos, faint, blurred and noisy: cut and read."""
    filled = _filled(form, values, hand, chance)
    page = cv2.cvtColor(filled.picture, cv2.COLOR_RGB2BGR)
    width, height = filled.layout.page
    size = (round(width * PX_MM), round(height * PX_MM))
    page = cv2.resize(page, size, interpolation=cv2.INTER_AREA)
    blur, strength = float(chance.uniform(0.7, 1.8)), float(chance.uniform(0.5, 1.0))
    ink = strength * cv2.GaussianBlur(255.0 - page.astype(np.float32), (0, 0), blur)
    noise = chance.normal(0.0, float(chance.uniform(1.0, 6.0)), ink.shape)
    seen = np.clip(WHITE * (1.0 - ink / 255.0) + noise, 0, 255).astype(np.uint8)
    cells = cut_cells(seen, filled.layout)
    written = [cell for cell in cells if not cell.blank and not cell.hidden]
    inks = [CellInk(asked_as(cell.field), cell.boxes) for cell in written]
    readings = {
        cell.field.name: reading for cell, reading in zip(written, reader.read(inks), strict=True)
    }
    fields = []
    for cell in cells:
        reading = readings.get(cell.field.name)
        if reading is None:
            unseen = cell.hidden
            blank = Field(cell.field.name, cell.field.kind, None, blank=not unseen, flagged=unseen)
            fields.append(blank)
            continue
        fields.append(
            Field(
                cell.field.name,
                cell.field.kind,
                reading.text,
                reading.blank,
                reading.altered,
                to_look_at(cell.field, reading),
                reading.probability,
                reading.rivals,
            )
        )
    return Transcript(name, filled.layout.form, name, fields=tuple(fields))


def by_photo(
    form: str, values: Values, name: str, hand: Hand, chance: Rng, reader: Recogniser
) -> Transcript | None:
    """A page photographed under ordinary conditions, found and read; None where it is refused."""
    filled = _filled(form, values, hand, chance)
    shot = photograph(filled.picture, filled.layout.page, any_conditions(chance, hard=HARD), chance)
    (found,) = read_photo(shot.jpeg, name, reader)
    return found if found.fields else None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.rest_of_page", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--photos", type=int, default=PHOTOS, help="matches that are photographed")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    if strokes_file() is None:
        print("rest of the page: the handwriting collection is absent (FAIRDEAL_SHARED); skeletons")
        among: list[str] = []
    else:
        among = held_back()
    reader = open_reader()
    for title, count, photographed in (
        ("cells of drawn pages", given.matches, False),
        ("photographed pages", given.photos, True),
    ):
        if count:
            print(f"the rest of the page: {title}, {count} matches", flush=True)
            table = measure(count, given.seed, photographed, reader, among)
            for line in table.lines():
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

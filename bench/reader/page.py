"""Cells before and after the rest of the page had its say, by kind: sheets and logs of whole matches.

The other entries of a match (totals, points, two copies a card) may choose between rivals that the ink
leaves open. The matches, with slips of the recorder in legible ink, are those of `bench.rest_of_page`,
which looks at the slips one by one; here is counted what becomes of the cells.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bench.reader import rest_of_page
from bench.reader.counts import share
from fairdeal.desk.check.settled import chosen
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.training import trial
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records.transcript import Transcript
from fairdeal.rulings import check, load
from fairdeal.rulings.doubt.choice import SURE
from samples.making.hand.handwriting import any_hand


@dataclass(frozen=True, slots=True)
class Said:
    """A written field: what is written, how the ink alone was read, and what was read in the end.

    `slip`: the recorder wrote something else than would have been right.
    """

    kind: str
    written: str
    ink: str | None
    asked: bool
    final: str | None
    asked_finally: bool
    slip: bool = False


def matches(
    reader: Recogniser, among: Sequence[str], seed: int, drawn: int, photographed: int
) -> list[Said]:
    """The written fields of matches whose pages are drawn, and of others that are photographed too."""
    found: list[Said] = []
    for number in range(drawn + photographed):
        take = rest_of_page.by_cells if number < drawn else rest_of_page.by_photo
        found += _match(reader, among, seed + number, take)
    return found


def _match(
    reader: Recogniser, among: Sequence[str], seed: int, take: rest_of_page.Take
) -> Iterator[Said]:
    chance = np.random.default_rng(seed)
    pages = rest_of_page.make_pages(random.Random(seed))
    hand = any_hand(chance, among)
    read: list[Transcript] = []
    for name, form in pages.forms.items():
        transcript = take(form, pages.values[name], name, hand, chance, reader)
        if transcript is not None:
            read.append(transcript)
    merged = to_record(read)
    settled = chosen(check(merged.record, load("international")), merged.sources)
    slips = {(slip.page, slip.name) for slip in pages.slips}
    for transcript in read:
        for field in transcript.fields:
            text = pages.values[transcript.photo].get(field.name)
            if not text or field.kind in ("text", "tick"):
                continue
            place = (transcript.photo, field.name)
            told, asked = settled.get(place), field.flagged or field.text is None
            yield Said(
                field.kind,
                trial.truth_of(field.kind, text),
                field.text,
                asked,
                told.text if told is not None else field.text,
                asked and not (told is not None and told.share >= SURE),
                place in slips,
            )


def table(said: Sequence[Said]) -> list[str]:
    """Before and after by kind, and what the rest of the page did to single fields."""
    lines = [
        "| fields of matches | right, unasked: ink alone | after the rest of the page "
        "| asked about: ink alone | after | right of the rest: ink alone | after |",
        "|---|---|---|---|---|---|---|",
    ]
    groups: dict[str, list[Said]] = {"all": list(said)}
    for each in said:
        groups.setdefault(each.kind, []).append(each)
    for name, group in groups.items():
        before = [s for s in group if not s.asked]
        after = [s for s in group if not s.asked_finally]
        cells = (
            share(sum(s.ink == s.written for s in group), len(group)),
            share(sum(s.final == s.written for s in group), len(group)),
            share(len(group) - len(before), len(group)),
            share(len(group) - len(after), len(group)),
            share(sum(s.ink == s.written for s in before), len(before)),
            share(sum(s.final == s.written for s in after), len(after)),
        )
        lines.append(f"| {name} | {' | '.join(cells)} |")
    changed = [s for s in said if s.final != s.ink]
    over = [s for s in said if s.ink == s.written and s.final != s.written]
    legible = [s for s in said if s.slip and s.ink == s.written]
    return [
        *lines,
        "",
        f"Readings that other entries chose: {len(changed)}, of them right "
        f"{share(sum(s.final == s.written for s in changed), len(changed))}; "
        f"ink right and page wrong {share(len(over), len(said))}.",
        f"Slips of the recorder that the ink shows rightly: {len(legible)}; read away by the rest of "
        f"the page {share(sum(s.final != s.written for s in legible), len(legible))}.",
    ]

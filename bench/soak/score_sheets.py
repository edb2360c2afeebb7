"""Score sheets and WE and THEY sheets: written by hands never seen and photographed, beside the same typed.

A third is in order, a third has an irregularity of the session or a slip of the score, a third has slips
and offences in clear ink. Counted is what `bench.soak.handwritten` counts of hand logs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from bench.hands.entries import RULEBOOKS, transcript_of
from bench.hands.pages import HEADING, Page, page
from bench.hands.slips import put_in
from bench.hands.writing import hands, in_words_of, photo
from bench.proportions import Proportion
from bench.soak import handwritten
from bench.soak.outcome import Outcome
from bench.soak.written_deals import Photo, Written
from fairdeal.digitize.forms.layout import load
from fairdeal.records.record import Record
from fairdeal.records.transcript import Field, Transcript
from samples.making.hand.handwriting import strokes_file
from samples.making.hand.values import DoesNotFit, sheet_values, we_they_values
from samples.making.irregularities.scene import NoChanceError
from samples.making.irregularities.sheets import make_session
from samples.making.records import bridge_matches

WE_THEY_SHARE: Final = 0.25
IN_ORDER: Final = "in order"
SLIPS: Final = "slips in clear ink"
KINDS: Final = ("total-entry", "award-entry", "dealer-rotation", "match-points-entry", "deal-count")
"""Irregularities that a score sheet shows without any log."""
TRIES: Final = 200


def run(count: int, seed: int, part: str = "test") -> Iterator[Outcome]:
    """`count` sheets by hands of a part and by photographed characters."""
    if strokes_file() is None:
        yield Outcome("skipped: no handwriting beside this copy", Proportion(0, 0), must=False)
        return
    yield from handwritten.outcomes(handwritten.over(one_page, count, seed, part))


def one_page(seed: int, part: str) -> handwritten.Page:
    """A sheet written, photographed, read, checked, and asked about."""
    rng = random.Random(seed)
    kind, plain = sheet(seed)
    known = hands(part)
    hand = known[rng.randrange(len(known))]
    written = in_words_of(plain, hand, seed)
    taken = Photo(
        seed, hand, Written(kind, Record(), written.values), photo(written, hand, seed, part)
    )
    name = f"seed {seed}, {hand}, {written.form}, {kind}"
    transcript = transcript_of(taken.jpeg)
    if transcript is None:
        return handwritten.Page(name, refused=True)
    return beside_typed(name, written.form, taken, transcript)


def beside_typed(name: str, form: str, taken: Photo, transcript: Transcript) -> handwritten.Page:
    """The sheet as it was read beside the same sheet typed."""
    rules = RULEBOOKS.get(form, handwritten.RULES)
    verdict = handwritten.verdict_of(typed(form, taken), rules)
    return handwritten.compared(name, taken, transcript, verdict, rules)


def typed(form: str, taken: Photo) -> Transcript:
    """The sheet as somebody types it who reads the paper: every entry as it stands, and surely."""
    layout = load(form)
    blank = (Field(entry.name, entry.kind, None, blank=True) for entry in layout.fields)
    fields = [handwritten.as_written(taken, entry) for entry in blank]
    used = {entry.name.partition(" / ")[0] for entry in fields if not entry.blank}
    fields += [
        Field(name, "text", text, probability=1.0)
        for name, text in layout.printed
        if name.partition(" / ")[0] in used
    ]
    return Transcript("typed", layout.form, fields=tuple(fields))


def sheet(seed: int) -> tuple[str, Page]:
    """What is wrong with the sheet of a seed, and what is written on it."""
    rng = random.Random(f"sheet {seed}")
    form = "we-they" if rng.random() < WE_THEY_SHARE else "score-sheet"
    way = rng.randrange(3)
    if way == 0:
        return IN_ORDER, page(form, seed, slips=False)
    if way == 1:
        made = page(form, seed, slips=False)
        values = dict(made.values)
        slips = put_in(form, values, rng)[: rng.randint(1, 3)]
        kept = {slip.name: values[slip.name] for slip in slips}
        return SLIPS, Page(form, {**made.values, **kept}, tuple(slips))
    kind, irregular = _irregular_match(rng) if form == "we-they" else _irregular_session(rng, seed)
    return kind, Page(form, {**HEADING, **irregular})


def _irregular_session(rng: random.Random, seed: int) -> tuple[str, Mapping[str, str]]:
    for turn in range(TRIES):
        kind = rng.choice(KINDS)
        try:
            record = make_session(kind, seed * TRIES + turn).record
            if record.sheets:
                return kind, sheet_values(record)
        except (DoesNotFit, NoChanceError):
            continue
    raise DoesNotFit(f"no session of seed {seed} fits on the form")


def _irregular_match(rng: random.Random) -> tuple[str, Mapping[str, str]]:
    while True:
        kind, copy = rng.choice(sorted(bridge_matches.SLIPS)), rng.choice(("NS", "EW"))
        rows = bridge_matches.rows_of(bridge_matches.random_match(rng), copy)
        try:
            bridge_matches.SLIPS[kind](rng, rows)
            return kind, we_they_values(rows, copy)
        except (DoesNotFit, IndexError):
            continue

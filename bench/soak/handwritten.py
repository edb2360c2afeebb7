"""From hand to finding: pages written by hands never seen, photographed, checked beside the same typed.

Hand logs hold a deal, a third of them in order and the others with one irregularity. Of score sheets and WE
and THEY sheets a third is in order, a third has an irregularity of the session or a slip of the score, a
third has slips and offences in clear ink. Counted are pages on which something is established that is not on
the paper, true findings that are found and established, the questions that a person is asked, and pages that
agree with what was typed once they are answered as a person who sees the paper would.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Final

from bench.reader.entries import RULEBOOKS, canonical, transcript_of
from bench.reader.pages import HEADING, IN_ORDER, Page, page, written_deal
from bench.reader.slips import put_in
from bench.reader.writing import hands, in_words_of, photo
from bench.soak.outcome import Outcome
from fairdeal.desk.check.questions import LEAST
from fairdeal.desk.proportions import Proportion
from fairdeal.digitize.forms.layout import load as load_form
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records import Field, Place, Record, Transcript
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from samples.making.chance import NoChanceError
from samples.making.hand.handwriting import strokes_file
from samples.making.hand.values import DoesNotFit, sheet_values, we_they_values
from samples.making.irregularities.sheets import make_session
from samples.making.records import bridge_matches

PROCESSES: Final = 2
RULES: Final = "international"
ROUNDS: Final = 3
"""A person is asked again where the answers leave something open."""
WE_THEY_SHARE: Final = 0.25
SLIPS: Final = "slips in clear ink"
KINDS: Final = ("total-entry", "award-entry", "dealer-rotation", "match-points-entry", "deal-count")
"""Irregularities that a score sheet shows without any log."""
TRIES: Final = 200

Key = tuple[str, str, str | None]


@dataclass(slots=True)
class Compared:
    """What came of one page."""

    name: str
    refused: bool = False
    clean: bool = False
    false: tuple[str, ...] = ()
    true: int = 0
    missed: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    """True findings that are found and not established."""
    asked: int = 0
    asked_more: int = 0
    entries: int = 0
    left: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    """Entries read wrongly that nobody was asked about, not even because a finding depends on them."""


def run_logs(count: int, seed: int, part: str = "test") -> Iterator[Outcome]:
    """`count` hand logs by hands of a part."""
    return _run(one_log, count, seed, part)


def run_sheets(count: int, seed: int, part: str = "test") -> Iterator[Outcome]:
    """`count` score sheets, a quarter of them WE and THEY sheets, by hands of a part."""
    return _run(one_sheet, count, seed, part)


def _run(one: Callable[..., Compared], count: int, seed: int, part: str) -> Iterator[Outcome]:
    if strokes_file() is None:
        yield Outcome("skipped: no handwriting beside this copy", Proportion(0, 0), must=False)
        return
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        pages = list(pool.map(partial(one, part=part), range(seed, seed + count), chunksize=2))
    yield from outcomes(pages)


def outcomes(pages: Sequence[Compared]) -> Iterator[Outcome]:
    """The lines of the trial."""
    seen = [page for page in pages if not page.refused]

    def line(name: str, k: int, n: int, shown: Sequence[str] = (), must: bool = False) -> Outcome:
        return Outcome(name, Proportion(k, n), tuple(shown), must)

    def all_of(part: str) -> list[str]:
        return [f"{page.name}: {each}" for page in seen for each in getattr(page, part)]

    yield line("pages read", len(seen), len(pages))
    for name, group in (
        ("pages without a falsely established finding", seen),
        ("the same, those in order", [each for each in seen if each.clean]),
    ):
        right = sum(not each.false for each in group)
        yield line(name, right, len(group), all_of("false"), must=True)
    true, missed, left = sum(page.true for page in seen), all_of("missed"), all_of("open")
    there = true - len(missed)
    yield line("true findings found", there, true, missed)
    yield line("true findings established before any answer", there - len(left), true, left)
    entries, asked = sum(page.entries for page in seen), sum(page.asked for page in seen)
    more = sum(page.asked_more for page in seen)
    name = f"questions, {(asked + more) / max(1, len(seen)):.1f} a page, of the entries"
    yield line(name, asked + more, entries)
    yield line("of these, because a finding depends on them", more, asked + more)
    for name, part in (
        ("pages that agree with what was typed once asked", "left"),
        ("pages with nothing wrong once asked", "wrong"),
    ):
        right = sum(not getattr(page, part) for page in seen)
        yield line(name, right, len(seen), all_of(part))


# One page.


def one_log(seed: int, part: str) -> Compared:
    """A hand log written, photographed, read, checked, and asked about, beside the deal as text.

    A record may leave to the play who led, where a form names a leader by the winner that stands before: if
    its paper then says something else than the record, the page is held beside itself typed.
    """
    kind, record, values = written_deal(seed)
    plain = Page("hand-log", values)
    typed_alike = established(verdict_of(typed(plain), RULES)) == established(judged(record))
    return _one(seed, part, kind, plain, record if typed_alike else None)


def one_sheet(seed: int, part: str) -> Compared:
    """The same of a sheet, beside one typed entry by entry."""
    return _one(seed, part, *sheet(seed))


def _one(seed: int, part: str, kind: str, plain: Page, record: Record | None = None) -> Compared:
    hand = Random(seed).choice(hands(part))
    written = in_words_of(plain, hand, seed)
    name = f"seed {seed}, {hand}, {written.form}, {kind}"
    transcript = transcript_of(photo(written, hand, seed, part))
    if transcript is None:
        return Compared(name, refused=True)
    return compared(name, written, transcript, record)


def compared(
    name: str, written: Page, transcript: Transcript, record: Record | None = None
) -> Compared:
    """A page as it was read beside the record, or beside the same page typed."""
    rules = RULEBOOKS.get(written.form, RULES)
    if record is not None:
        beside = judged(read(write(record)).record, rules)
    else:
        beside = verdict_of(typed(written), rules)
    wanted, known = established(beside), set(_found(beside))
    verdict = verdict_of(transcript, rules)
    sure, found = established(verdict), _found(verdict)
    left = [key for key in wanted if key in found and key not in sure]
    page = Compared(name, clean=not wanted, true=len(wanted))
    page.false = tuple(str(key) for key in sure - known)
    page.missed = tuple(str(key) for key in wanted - set(found))
    page.open = tuple(f"{key} {found[key].probability:.4f}" for key in left)
    entries = [each for each in transcript.fields if not each.blank and each.kind != "text"]
    page.entries = len(entries)
    page.asked = sum(each.flagged for each in entries)
    answered = _answer(written, transcript, {f.name for f in transcript.fields if f.flagged})
    for _ in range(ROUNDS):
        asked = _depended_on(answered, verdict_of(answered, rules))
        if not asked:
            break
        page.asked_more += len(asked)
        answered = _answer(written, answered, asked)
    after = established(verdict_of(answered, rules))
    page.left = tuple(str(key) for key in after ^ wanted)
    page.wrong = tuple(f"{f.name}: {f.text}" for f in answered.fields if _is_wrong(written, f))
    return page


def _depended_on(answered: Transcript, verdict: Verdict) -> set[str]:
    """The entries not surely known on which a finding depends that is likely enough to be asked about."""
    depends = [each for each in verdict.findings if each.certainty is Certainty.DEPENDS]
    asked = [each for each in depends if (each.probability or 0.0) >= LEAST]
    places = {str(place) for each in asked for place in each.depends_on}
    unsure = [f.name for f in answered.fields if f.probability < 1.0 and not f.blank]
    return {name for name in unsure if str(Place.parse(name)) in places}


def verdict_of(transcript: Transcript, rules: str) -> Verdict:
    return judged(to_record([transcript]).record, rules)


def judged(record: Record, rules: str = RULES) -> Verdict:
    return check(record, load(rules))


def _found(verdict: Verdict) -> dict[Key, Finding]:
    return {
        (each.code, str(each.place), each.seat): each
        for each in verdict.findings
        if each.certainty is not Certainty.POSSIBLE and each.severity != "advice"
    }


def established(verdict: Verdict) -> set[Key]:
    """What is established, advice left out."""
    found = _found(verdict)
    return {key for key, each in found.items() if each.certainty is Certainty.ESTABLISHED}


def _answer(written: Page, transcript: Transcript, asked: Collection[str]) -> Transcript:
    """The page with what stands on the paper in the entries asked about."""
    fields = (as_written(written, f) if f.name in asked else f for f in transcript.fields)
    return replace(transcript, fields=tuple(fields))


def as_written(written: Page, entry: Field) -> Field:
    """The entry as it stands on the paper, surely."""
    text = written.values.get(entry.name, "")
    text = canonical(entry.kind, text) if entry.kind != "text" else text
    return replace(
        entry,
        text=text or None,
        blank=not text,
        flagged=False,
        probability=1.0,
        rivals=((text, 1.0),) if text else (),
    )


def _is_wrong(written: Page, entry: Field) -> bool:
    return entry.kind not in ("text", "tick") and entry.text != as_written(written, entry).text


def typed(written: Page) -> Transcript:
    """The page as somebody types it who reads the paper: every entry as it stands, and surely."""
    layout = load_form(written.form)
    blank = (Field(entry.name, entry.kind, None, blank=True) for entry in layout.fields)
    fields = [as_written(written, entry) for entry in blank]
    used = {entry.name.partition(" / ")[0] for entry in fields if not entry.blank}
    fields += [
        Field(name, "text", text, probability=1.0)
        for name, text in layout.printed
        if name.partition(" / ")[0] in used
    ]
    return Transcript("typed", layout.form, fields=tuple(fields))


# What is written on sheets.


def sheet(seed: int) -> tuple[str, Page]:
    """What is wrong with the sheet of a seed, and what is written on it."""
    rng = Random(f"sheet {seed}")
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


def _irregular_session(rng: Random, seed: int) -> tuple[str, Mapping[str, str]]:
    for turn in range(TRIES):
        kind = rng.choice(KINDS)
        try:
            record = make_session(kind, seed * TRIES + turn).record
            if record.sheets:
                return kind, sheet_values(record)
        except (DoesNotFit, NoChanceError):
            continue
    raise DoesNotFit(f"no session of seed {seed} fits on the form")


def _irregular_match(rng: Random) -> tuple[str, Mapping[str, str]]:
    while True:
        kind, copy = rng.choice(sorted(bridge_matches.SLIPS)), rng.choice(("NS", "EW"))
        rows = bridge_matches.rows_of(bridge_matches.random_match(rng), copy)
        try:
            bridge_matches.SLIPS[kind](rng, rows)
            return kind, we_they_values(rows, copy)
        except (DoesNotFit, IndexError):
            continue

"""From hand to finding: deals written by hands never seen, photographed, checked beside the same deals typed.

Counted are pages on which something is established that is not in the deal, true findings that are found and
established, the questions that a person is asked, and pages that agree with the typed deal once they are
answered as a person who sees the paper would.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import Final

from bench.hands.entries import canonical, transcript_of
from bench.proportions import Proportion
from bench.soak.outcome import Outcome
from bench.soak.written_deals import PHOTOGRAPHED, Photo, photo
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records.place import Place
from fairdeal.records.record import Record
from fairdeal.records.transcript import Field, Transcript
from fairdeal.rulings.check import check
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from fairdeal.rulings.games import load
from samples.making.hand.handwriting import strokes_file

PROCESSES: Final = 2
RULES: Final = "international"
ROUNDS: Final = 3
"""A person is asked again where the answers leave something open."""
SURE: Final = 0.999
"""An entry is surely read from this probability on."""

Key = tuple[str, str, str | None]


@dataclass(slots=True)
class Page:
    """What came of one page."""

    name: str
    refused: bool = False
    clean: bool = False
    false: tuple[str, ...] = ()
    true: int = 0
    missed: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    """True findings that are found and not established."""
    unsure: int = 0
    """Of these, those that depend on an entry not surely read."""
    asked: int = 0
    asked_more: int = 0
    entries: int = 0
    agrees: bool = False
    left: tuple[str, ...] = ()


def run(count: int, seed: int, part: str = "test") -> Iterator[Outcome]:
    """`count` pages by hands of a part and by photographed characters."""
    if strokes_file() is None:
        yield Outcome("skipped: no handwriting beside this copy", Proportion(0, 0), must=False)
        return
    yield from outcomes(over(one_page, count, seed, part))


def over(one: Callable[..., Page], count: int, seed: int, part: str) -> list[Page]:
    """The pages of so many seeds, each written by a hand of this part."""
    work = partial(one, part=part)
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        return list(pool.map(work, range(seed, seed + count), chunksize=2))


def outcomes(pages: Sequence[Page]) -> Iterator[Outcome]:
    """The lines of the trial."""
    seen = [page for page in pages if not page.refused]
    yield Outcome("pages read", Proportion(len(seen), len(pages)), must=False)
    false = [page for page in seen if page.false]
    yield Outcome(
        "pages without a falsely established finding",
        Proportion(len(seen) - len(false), len(seen)),
        tuple(f"{page.name}: {'; '.join(page.false)}" for page in false),
    )
    clean = [page for page in seen if page.clean]
    right = sum(not page.false for page in clean)
    yield Outcome("the same, those in order", Proportion(right, len(clean)))
    true = sum(page.true for page in seen)
    missed = [f"{page.name}: {each}" for page in seen for each in page.missed]
    found = Proportion(true - len(missed), true)
    yield Outcome("true findings found", found, tuple(missed), must=False)
    left = [f"{page.name}: {each}" for page in seen for each in page.open]
    there = true - len(missed)
    yield Outcome(
        "found, and established", Proportion(there - len(left), there), tuple(left), False
    )
    unsure = sum(page.unsure for page in seen)
    sure = Proportion(there - len(left), there - unsure)
    yield Outcome("the same, where the entries that matter are surely read", sure, must=False)
    entries, asked = sum(page.entries for page in seen), sum(page.asked for page in seen)
    a_page = asked / max(1, len(seen))
    about = f"entries asked about, {a_page:.1f} a page"
    yield Outcome(about, Proportion(asked, entries), must=False)
    more = sum(page.asked_more for page in seen)
    yield Outcome("entries asked about beside them", Proportion(more, entries), must=False)
    agree = [page for page in seen if page.agrees]
    differ = tuple(f"{page.name}: {'; '.join(page.left)}" for page in seen if not page.agrees)
    name = "pages that agree with what was typed once asked"
    yield Outcome(name, Proportion(len(agree), len(seen)), differ, must=False)


def one_page(seed: int, part: str) -> Page:
    """A page written, photographed, read, checked, and asked about."""
    taken = photo(seed, part)
    name = f"seed {seed}, {taken.hand}, {taken.written.kind}"
    transcript = transcript_of(taken.jpeg)
    if transcript is None:
        return Page(name, refused=True)
    typed = judged(read(write(taken.written.record)).record)
    return compared(name, taken, transcript, typed)


def compared(
    name: str, taken: Photo, transcript: Transcript, typed: Verdict, rules: str = RULES
) -> Page:
    """A page as it was read beside the deal, or the sheet, as it was typed."""
    wanted, known = established(typed), set(_found(typed))
    verdict = verdict_of(transcript, rules)
    sure, found = established(verdict), _found(verdict)
    left = [key for key in wanted if key in found and key not in sure]
    page = Page(name, clean=not wanted, true=len(wanted))
    page.false = tuple(str(key) for key in sure - known)
    page.missed = tuple(str(key) for key in wanted - set(found))
    page.open = tuple(f"{key} {found[key].probability:.4f}" for key in left)
    surely = {str(Place.parse(f.name)) for f in transcript.fields if _surely(f)}
    page.unsure = sum(not surely.issuperset(map(str, found[key].depends_on)) for key in left)
    written = [each for each in transcript.fields if not each.blank and each.kind != "text"]
    page.entries = len(written)
    page.asked = sum(each.flagged for each in written)
    answered = _answer(taken, transcript, {each.name for each in transcript.fields if each.flagged})
    for _ in range(ROUNDS):
        verdict = verdict_of(answered, rules)
        open_ = {
            str(place)
            for each in verdict.findings
            if each.certainty is Certainty.DEPENDS
            for place in each.depends_on
        }
        unsure = [f.name for f in answered.fields if f.probability < 1.0 and not f.blank]
        asked = {name for name in unsure if str(Place.parse(name)) in open_}
        if not asked:
            break
        page.asked_more += len(asked)
        answered = _answer(taken, answered, asked)
    after = established(verdict_of(answered, rules))
    page.agrees = after == wanted
    page.left = tuple(str(key) for key in after ^ wanted)
    return page


def _surely(entry: Field) -> bool:
    return not entry.flagged and entry.probability >= SURE


def verdict_of(transcript: Transcript, rules: str) -> Verdict:
    return judged(to_record([transcript]).record, rules)


def judged(record: Record, rules: str = RULES) -> Verdict:
    return check(record, load(rules))


def key_of(finding: Finding) -> Key:
    return finding.code, str(finding.place), finding.seat


def _found(verdict: Verdict) -> dict[Key, Finding]:
    return {
        key_of(each): each
        for each in verdict.findings
        if each.certainty is not Certainty.POSSIBLE and each.severity != "advice"
    }


def established(verdict: Verdict) -> set[Key]:
    """What is established, advice left out."""
    found = _found(verdict)
    return {key for key, each in found.items() if each.certainty is Certainty.ESTABLISHED}


def _answer(taken: Photo, transcript: Transcript, asked: Collection[str]) -> Transcript:
    """The page with what stands on the paper in the entries asked about."""
    fields = tuple(
        as_written(taken, each) if each.name in asked else each for each in transcript.fields
    )
    return replace(transcript, fields=fields)


def as_written(taken: Photo, entry: Field) -> Field:
    """The entry as it stands on the paper, surely."""
    text = taken.written.values.get(entry.name, "")
    if taken.hand == PHOTOGRAPHED and entry.kind in ("call", "contract"):
        text = text.replace("+", "Plus ")
    if text and entry.kind != "text":
        text = canonical(entry.kind, text)
    return replace(
        entry,
        text=text or None,
        blank=not text,
        flagged=False,
        probability=1.0,
        rivals=((text, 1.0),) if text else (),
    )

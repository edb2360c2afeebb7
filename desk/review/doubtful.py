"""What to do next in a case: its stage, and the queue of entries to read, the one that settles most first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.archive.casefile import CaseFile, FieldKey
from fairdeal.desk.check.questions import LEAST, Question, heading, key_of, questions
from fairdeal.desk.intake.case import Case, EntryNames
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.numbered import unlikely
from fairdeal.desk.review.decided import undecided
from fairdeal.records import Field, Place, Transcript, firsts
from fairdeal.rulings.frame.finding import Certainty, Finding


@dataclass(frozen=True, slots=True)
class DoubtfulField:
    """An entry to read. `hanging` is what depends on it, in words; `weight` puts it in order."""

    key: FieldKey
    document: Document
    transcript: Transcript
    field: Field
    where: str
    hanging: tuple[str, ...]
    weight: tuple[float, float]

    @property
    def matters(self) -> bool:
        """Whether a finding, an outcome or a score depends on it."""
        return bool(self.hanging)


def doubtful(file: CaseFile, ruled: Case) -> list[DoubtfulField]:
    """Flagged entries that no person has read yet; those on which nothing depends come last."""
    asked, names = _by_field(ruled), EntryNames(ruled)
    found: list[tuple[int, DoubtfulField]] = []
    for document in ruled.documents:
        for page, transcript in enumerate(document.transcripts):
            for index, field in enumerate(transcript.fields):
                key = (document.digest, page, field.name)
                question = asked.get((transcript.photo, field.name))
                wanted = ruled.asks(transcript.photo, field) and field.kind != "text"
                if (wanted or question is not None) and key not in file.corrections:
                    where = names.of(transcript.photo, field.name)
                    together = ruled.together(transcript.photo, field)
                    each = _doubtful(key, document, transcript, together, where, question)
                    found.append((index, each))
    found.sort(key=lambda pair: _in_order(*pair))
    return [each for _, each in found]


def _in_order(index: int, of: DoubtfulField) -> tuple[float, float, str, int, int]:
    """What weighs most and is most in doubt first, the rest as it is on the pages."""
    digest, page, _ = of.key
    return (-of.weight[0], -of.weight[1], digest, page, index)


def slips(ruled: Case) -> list[Question]:
    """Explanations by a slip of the pen that a person is asked about, the weightiest first."""
    return [each for each in questions(ruled).open if each.explanation is not None]


def asked_now(file: CaseFile, ruled: Case | None) -> set[object]:
    """The questions on which something depends, by what they are about; none where the case is not judged."""
    if ruled is None:
        return set()
    of_slips = {(each.game, each.places) for each in slips(ruled)}
    return {*of_slips, *(each.key for each in doubtful(file, ruled) if each.matters)}


def opened(before: set[object], after: set[object]) -> str:
    """``2 more questions to answer came up through this.``, so that nobody wonders why their number rose;
    empty where none came."""
    new = len(after - before)
    return f"{words.count(new, 'more question')} to answer came up through this." if new else ""


def _doubtful(
    key: FieldKey,
    document: Document,
    transcript: Transcript,
    field: Field,
    where: str,
    question: Question | None,
) -> DoubtfulField:
    doubt = 1.0 if field.text is None else 1.0 - field.probability
    told: tuple[str, ...] = ()
    if question is not None:
        told = tuple(
            f"{words.title(each.code, each)}, {words.where(each)}:"
            f" {words.likely(each.probability or 0.0)}"
            for each in sorted(question.findings, key=lambda each: -(each.probability or 0.0))
        )
        if question.outcome:
            told += ("What the deal scores",)
    weight = (question.weight[0] if question is not None else 0.0, doubt)
    return DoubtfulField(key, document, transcript, field, where, told, weight)


def _by_field(ruled: Case) -> dict[tuple[str, str], Question]:
    """The question about each field, by photo and field."""
    sources = ruled.sources
    asked = (
        (sources.get((each.game, str(place))) or sources.get((None, str(place))), each)
        for each in questions(ruled).open
        if each.explanation is None
        for place in each.places
    )
    return firsts((source, each) for source, each in asked if source is not None)


def beyond_reading(file: CaseFile, case: Case) -> Case:
    """The case, its findings that no reading can settle any more marked as read: every entry on which
    they depend was read by a person, or typed: then only those that could not be decided, being unlikely.
    What is left open is whether the paper itself is wrong, and that is for the committee to decide; not what
    is so unlikely that nobody is asked about it."""
    if not any(each.certainty is Certainty.DEPENDS for each in case.verdict.findings):
        return case
    pages = {
        transcript.photo: (document.digest, page)
        for document in case.documents
        for page, transcript in enumerate(document.transcripts)
    }

    def was_read(finding: Finding, place: Place) -> bool:
        game, within = key_of(case, finding, place)
        source = case.sources.get((game, str(within))) or case.sources.get((None, str(within)))
        if source is None:
            return unlikely(finding) and _typed_clearly(case, place)
        photo, name = source
        return photo in pages and (*pages[photo], name) in file.corrections

    asked = questions(case)
    findings = tuple(
        replace(each, by="read")
        if each.certainty is Certainty.DEPENDS
        and each.depends_on
        and each.follows_from is None
        and not each.not_recorded
        and not asked.explains(each)
        and (each.probability or 0.0) >= LEAST
        and all(was_read(each, place) for place in each.depends_on)
        else each
        for each in case.verdict.findings
    )
    return replace(case, verdict=replace(case.verdict, findings=findings))


def _typed_clearly(case: Case, place: Place) -> bool:
    """Whether a cell was typed, not read from a photo, without a sign of doubt."""
    number, row = place.sheet or 1, place.within_sheet().number("row")
    if row is None or not 0 < number <= len(case.record.sheets):
        return False
    cell = case.record.sheets[number - 1].cell(row - 1, place.parts[-1])
    return cell is None or not cell.doubtful


RECEIVED: Final = (
    "This case came from others. It can be read, not changed. To work on it, open a case of your own"
    " with its documents."
)


@dataclass(frozen=True, slots=True)
class Stage:
    """The next thing to do: in words, and the page where it is done."""

    name: str
    words: str
    page: str


def nothing_to_rule_on(ruled: Case) -> str:
    """Why nobody can rule on a case: none of its papers could be read, or none is filled in. Else empty."""
    papers = {each.status for each in ruled.ledger.papers}
    if papers == {"not read"}:
        return "No paper could be read; add another."
    filled = not papers or papers - {"not read", "empty"}
    return "" if filled else "Nothing is written on this form; add a filled one."


def stage_of(file: CaseFile, ruled: Case | None, left: int) -> Stage:
    """The next step of a case. `left` documents are still being read."""
    if not file.ours:
        return Stage("received", RECEIVED, "report" if file.reports else "")
    if file.removed is not None:
        return Stage("removed", "The case was removed as a mistake. It can be brought back.", "")
    if not file.open:
        return Stage("signed", "The case is signed off. Print its report, or reopen it.", "report")
    if left:
        return Stage("reading", "The photos are being read; this takes some seconds each.", "")
    if ruled is None:
        return Stage("empty", "Nothing could be read yet. Add a photo or a typed log.", "")
    if nothing := nothing_to_rule_on(ruled):
        return Stage("empty", nothing, "")
    open_ = questions(ruled)
    if open_.shapes or any(each.matters for each in doubtful(file, ruled)) or slips(ruled):
        return Stage("doubts", f"{heading(open_)}.", "read")
    if undecided(file, ruled):
        return Stage("findings", "Decide what each finding is worth.", "findings")
    if file.ruling is None:
        return Stage("ruling", "Write down the ruling.", "ruling")
    return Stage("sign", "Read the report once more, then sign it off.", "ruling")

"""What is asked of a worker about documents that were read: to judge them, and to draw up what is said.

All of it is work on what others wrote. The functions here run in a worker (`desk.confined`); what they are
given is as little as can be sent there: bytes of what was typed, readings of what was photographed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from fairdeal import templates
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.confined.limits import abandoned
from fairdeal.desk.files import HEAD, head_of, is_text, read_bytes
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import from_transcripts, of_bytes, typed
from fairdeal.desk.intake.fates import fate
from fairdeal.desk.intake.ledger import Unread, ledger_of
from fairdeal.desk.intake.matches import of_one_hand, pages
from fairdeal.desk.intake.papers import Document, why_nothing
from fairdeal.desk.intake.score_table import may_be_table, score_tables
from fairdeal.desk.intake.versions import judged as judged_by_versions
from fairdeal.grammar.encoding import decoded
from fairdeal.records import Problem, Record, Transcript
from fairdeal.rulings import Refusal, Verdict
from fairdeal.rulings.frame.finding import Decided

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets

_OF_PAGES: Final = ("desk.report.page", "desk.report.walk", "digitize.pictures.decode")
"""Modules by which cases are drawn up: the last brings OpenCV with it."""

T = TypeVar("T")
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Read:
    """A document as it was read. `transcripts` are a photo's, None for a typed record; `page` is the page of
    a scan that is meant (from 0), None for all of it. `left_out`: what is not in it, in words."""

    name: str
    digest: str
    data: bytes
    transcripts: tuple[Transcript, ...] | None = None
    page: int | None = None
    left_out: str = ""

    def document(self) -> Document:
        """Put together, in a worker."""
        if self.transcripts is None:
            whole = typed(self.data, self.name, self.digest)
            if not self.left_out:
                return whole
            return replace(whole, problems=(Problem("warning", self.left_out), *whole.problems))
        whole = from_transcripts(self.name, self.digest, self.transcripts, self.data)
        return whole if self.page is None else pages(whole)[self.page]


def get_ready() -> None:
    """In a worker: import and compile beforehand what the first pages of the desk would else wait for."""
    for name in _OF_PAGES:
        import_module(f"fairdeal.{name}")
    templates.compile_pages("report")


def read_of(document: Document) -> Read:
    """What of a document is enough to have it again."""
    return Read(document.name, document.digest, document.data, document.transcripts or None)


def looked_at(file: Path | bytes, name: str, sheets: KnownSheets | None) -> tuple[Read, str]:
    """In a worker: a file or its bytes read, and why nothing is in it, empty where something is."""
    data = read_bytes(file) if isinstance(file, Path) else file
    document = of_bytes(data, name, sheets)
    return read_of(document), why_nothing(document) if document.is_empty else ""


def file_read(file: Path | bytes, name: str, sheets: KnownSheets | None) -> tuple[Read, str]:
    """A file or its bytes read by a worker, and why there is nothing in it, empty where there is something.

    Raises ConfinedError, or OSError for what cannot be opened.
    """
    size = typed_bytes(file)
    return workers().call(Work.file(name, size, typed=size > 0), looked_at, file, name, sheets)


def text_of(data: bytes, name: str) -> str:
    """What was typed, line by line: of a spreadsheet the lines of the notation that it makes, in a worker.
    Raises ConfinedError where that cannot be read."""
    if may_be_table(data):
        return workers().call(Work.file(name, len(data), typed=True), _text_in_worker, data, name)
    return decoded(data)[0]


def _text_in_worker(data: bytes, name: str) -> str:
    found = score_tables(data, name)
    return decoded(data)[0] if found is None else found[0].source


def typed_bytes(file: Path | bytes) -> int:
    """How much typed text a file holds, 0 for photos and what is not a file."""
    if isinstance(file, bytes):
        return len(file) if is_text(file[:HEAD]) else 0
    if not file.is_file():
        return 0
    return file.stat().st_size if is_text(head_of(file)) else 0


def put_together(reads: Sequence[Read]) -> tuple[Record, tuple[Problem, ...]]:
    """In a worker: one record of the documents of a match."""
    documents = [each.document() for each in reads]
    if len(documents) == 1:
        return documents[0].record, documents[0].problems
    ledger = ledger_of(documents)
    aside = [
        Problem("note", f"{each.name}: {fate(each)}")
        for each in ledger.papers
        if each.status in ("copy", "empty", "not placed", "differs")
    ]
    return ledger.record, (*ledger.merged.problems, *aside)


def by_match(reads: Sequence[Read]) -> list[list[Read]]:
    """In a worker: photos that were added together, match by match; pages of a scan apart."""
    papers = {
        id(page): (page, replace(read, transcripts=page.transcripts))
        for read in reads
        for page in pages(read.document())
    }
    found = of_one_hand([page for page, _ in papers.values()])
    return [[papers[id(page)][1] for page in match] for match in found]


def without_pictures(reads: Sequence[Read]) -> list[Read]:
    """As much of them as is worth sending where no photo is looked at."""
    return [each if each.transcripts is None else replace(each, data=b"") for each in reads]


def judged(
    reads: Sequence[Read],
    rules: str | None,
    refused: Sequence[Refusal] = (),
    unread: Sequence[Unread] = (),
    placed: Collection[str] = (),
    usual: str | None = None,
) -> Case:
    """In a worker: the documents of a match put together and ruled on."""
    return case_of([each.document() for each in reads], rules, refused, unread, placed, usual)


def judge(
    reads: Sequence[Read],
    rules: str | None,
    name: str,
    refused: Sequence[Refusal] = (),
    unread: Sequence[Unread] = (),
    placed: Collection[str] = (),
    usual: str | None = None,
) -> Case:
    """The documents of a match ruled on by a worker, slips of the pen left out that a person refused. Raises
    ConfinedError."""
    light = without_pictures(reads)
    task = task_for(reads, name, "judge")
    return whole(workers().call(task, judged, light, rules, refused, unread, placed, usual), reads)


def check_as_decided(case: Case, refused: Sequence[Refusal], decided: Sequence[Decided]) -> Verdict:
    """A record judged again by a worker, as a committee decided on findings. Raises ConfinedError."""
    task = task_for_case(case, "judge")
    return workers().call(task, judged_by_versions, case.ledger, refused, decided)


def whole(case: Case, reads: Sequence[Read]) -> Case:
    """A case from a worker, with the photos that it was not sent."""
    data = {(each.digest, each.name): each.data for each in reads}
    documents = (replace(each, data=data[each.digest, each.name]) for each in case.documents)
    return replace(case, documents=tuple(documents))


def without_photos(case: Case) -> Case:
    """As much of a case as is worth sending where no photo is looked at."""
    documents = (replace(each, data=b"") if each.photographed else each for each in case.documents)
    return replace(case, documents=tuple(documents))


def task_for_case(case: Case, verb: str) -> Work:
    """To do something with a case at the desk."""
    return task_for([read_of(each) for each in case.documents], "This case", verb)


def task_for(reads: Sequence[Read], name: str, verb: str) -> Work:
    """To do something with all of them."""
    text = sum(len(each.data) for each in reads if each.transcripts is None)
    photos = sum(len(each.transcripts or ()) for each in reads)
    return Work.case(name, text, photos, verb, several=len(reads) > 1)


def as_many(
    items: Sequence[Item], work: Callable[[Sequence[Item]], T]
) -> tuple[T | None, list[tuple[Item, ConfinedError]]]:
    """`work` with all of them, or with as many as it can be done with; and those left out, each with why.

    One document that takes too much, or meets a fault of ours, does not cost the others of its match.
    Where each can be done alone, but not all together, as many of the first as can be are. How many
    that is, is found by halves: each attempt that fails may have taken all the time there is.
    Raises what is wrong in another way, such as a rulebook that does not exist.
    """
    together = _tried(work, items)
    if not isinstance(together, ConfinedError):
        return together, []
    if not abandoned(together):
        raise together
    if len(items) == 1:
        return None, [(items[0], together)]
    good: list[Item] = []
    failed: list[tuple[Item, ConfinedError]] = []
    result: T | None = None
    for item in items:
        alone = _tried(work, [item])
        if isinstance(alone, ConfinedError):
            failed.append((item, alone))
        else:
            result = result if good else alone
            good.append(item)
    few, most = min(1, len(good)), len(good) if failed else len(good) - 1
    count, why = most, together
    while few < most:
        several = _tried(work, good[:count])
        if isinstance(several, ConfinedError):
            most, why = count - 1, several
        else:
            few, result = count, several
        count = (few + most + 1) // 2
    return result, failed + [(item, why) for item in good[few:]]


def _tried(work: Callable[[Sequence[Item]], T], items: Sequence[Item]) -> T | ConfinedError:
    """What follows from it, be it that it takes too much."""
    try:
        return work(items)
    except ConfinedError as error:
        return error

"""One match: its documents read, judged, and its report drawn up."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.desk.confined import workers
from fairdeal.desk.files import write_text
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import (
    Read,
    judged,
    put_together,
    read_of,
    task_for,
    task_for_case,
    whole,
    without_pictures,
)
from fairdeal.desk.library.columns import ReadTable, Table, Tables, frame, known_table
from fairdeal.desk.library.rows import fields_of, shown, tables_of
from fairdeal.desk.library.sources import Sources, reads_of, sheets_of, with_remedies
from fairdeal.desk.report.heading import title_of
from fairdeal.desk.report.page import render
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar.notation.writer import write
from fairdeal.records.record import Problem, Record
from fairdeal.records.transcript import Transcript
from fairdeal.rulings import Verdict

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """The documents of a match as they were read: what the paper says, doubts included, judged by nobody."""

    names: tuple[str, ...]
    record: Record = field(repr=False)
    problems: tuple[Problem, ...] = field(repr=False)
    reads: tuple[Read, ...] = field(repr=False)

    @property
    def text(self) -> str:
        """The record in the notation, as ``fairdeal read`` prints it."""
        return write(self.record)

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        """What was read from each photo or page, none for a typed record."""
        return tuple(page for each in self.reads for page in each.transcripts or ())

    def to_frame(self, table: ReadTable = "fields") -> DataFrame:
        """Every field of the photos with its rivals; the other tables are those of the match checked."""
        if table == "fields":
            return frame(table, shown(fields_of(self.transcripts)))
        return check(self).to_frame(table)


@dataclass(frozen=True, slots=True)
class CheckedMatch:
    """A match replayed and judged under its rulebook."""

    title: str
    case: Case = field(repr=False)
    tables: Tables = field(repr=False)

    @property
    def record(self) -> Record:
        """What the paper says."""
        return self.case.record

    @property
    def verdict(self) -> Verdict:
        """What the rulebook says of it."""
        return self.case.verdict

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What stood in the way of reading it."""
        return self.case.problems

    def to_frame(self, table: Table = "findings") -> DataFrame:
        """One of its tables; ``docs/library.md`` has the columns."""
        return frame(table, self.tables[known_table(table)])


def read(
    sources: Sources | ReadMatch,
    *,
    layouts: Sequence[str | os.PathLike[str]] = (),
    us: str | None = None,
) -> ReadMatch:
    """Read photos, scans and typed records; several are the documents of one match.

    `layouts` are files that describe a club's own sheets, `us` the team that is Us on them. Raises
    FairdealError for the first document that cannot be read, with the reason and what to do.

    >>> import fairdeal
    >>> log = '''[Dealer "2"]
    ... Auction:
    ... 3: 28 S, P, P, P, P, P
    ... '''
    >>> fairdeal.read(log).record.deals[0].calls[0].said.value.text
    '28 S'
    """
    if isinstance(sources, ReadMatch):
        return sources
    with with_remedies():
        reads = reads_of(sources, sheets_of(layouts, us))
        light = without_pictures(reads)
        task = task_for(light, _called(reads), "put together")
        record, problems = workers().call(task, put_together, light)
    return ReadMatch(tuple(each.name for each in reads), record, problems, reads)


def check(
    sources: Sources | ReadMatch | CheckedMatch,
    rules: str | None = None,
    *,
    layouts: Sequence[str | os.PathLike[str]] = (),
    us: str | None = None,
) -> CheckedMatch:
    """Judge the documents of one match, under `rules` (a rulebook's id or file) or the record's own.

    Raises FairdealError as `read` does, and where there is no such rulebook.

    >>> import fairdeal
    >>> log = '''[Dealer "2"]
    ... Auction:
    ... 3: 28 S, P, 28 H, P, P, P, P, P
    ... '''
    >>> found = fairdeal.check(log, rules="international").to_frame()
    >>> list(found.code), list(found.seat)
    (['insufficient-bid'], ['5'])
    """
    reads = _reads(sources, layouts, us)
    with with_remedies():
        light = without_pictures(reads)
        found = workers().call(task_for(light, _called(reads), "judge"), checked, light, rules)
    return replace(found, case=whole(found.case, reads))


def report(
    sources: Sources | ReadMatch | CheckedMatch,
    to: str | os.PathLike[str] | None = None,
    rules: str | None = None,
    *,
    layouts: Sequence[str | os.PathLike[str]] = (),
    us: str | None = None,
) -> str:
    """The dispute report of one match, one HTML text that needs nothing else; written `to` a file if wanted.

    Raises FairdealError as `check` does, and where the file cannot be written.
    """
    if isinstance(sources, CheckedMatch) and rules is None:
        match = sources
    else:
        match = check(sources, rules, layouts=layouts, us=us)
    with with_remedies():
        if not all(each.data for each in match.case.documents):
            raise DeskError(
                "The photos of an audited folder are not held in memory.",
                match.title,
                "Have the reports written: audit(folder, reports=...).",
            )
        text = workers().call(task_for_case(match.case, "draw up"), render, match.case)
        if to is not None:
            write_text(Path(to), text)
    return text


def checked(reads: Sequence[Read], rules: str | None) -> CheckedMatch:
    """In a worker: the documents of a match judged."""
    return tabled(judged(reads, rules))


def tabled(case: Case) -> CheckedMatch:
    """In a worker: a judged match with its tables."""
    return CheckedMatch(title_of(case), case, tables_of(case))


def _reads(
    sources: Sources | ReadMatch | CheckedMatch,
    layouts: Sequence[str | os.PathLike[str]],
    us: str | None,
) -> tuple[Read, ...]:
    if isinstance(sources, CheckedMatch):
        return tuple(map(read_of, sources.case.documents))
    if isinstance(sources, ReadMatch):
        return sources.reads
    with with_remedies():
        return reads_of(sources, sheets_of(layouts, us))


def _called(reads: Sequence[Read]) -> str:
    """What the task is about, in messages."""
    return reads[0].name if len(reads) == 1 else f"The match of {reads[0].name}"

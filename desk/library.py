"""Fairdeal for programs and notebooks: `read`, `check`, `report` and `audit`, and what they answer.

`import fairdeal` gives all of this (``src/fairdeal/__init__.py``). Like the commands, it has whatever comes
from outside read and judged by workers. They are not children of `multiprocessing`: scripts need no guard.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from markupsafe import escape

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.check import compared
from fairdeal.desk.check.compared import Comparison
from fairdeal.desk.check.json_answer import as_json
from fairdeal.desk.check.questions import missing, questions
from fairdeal.desk.confined import workers
from fairdeal.desk.files import write_text
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.reading import known_sheets
from fairdeal.desk.judging import (
    Read,
    file_read,
    judged,
    put_together,
    read_of,
    task_for,
    task_for_case,
    whole,
    without_photos,
    without_pictures,
)
from fairdeal.desk.report.names import title_of
from fairdeal.desk.report.page import render
from fairdeal.desk.score.match import score_of
from fairdeal.desk.tables import (
    ReadTable,
    Table,
    Tables,
    fields_of,
    frame,
    known_table,
    shown,
    tables_of,
)
from fairdeal.desk.tournament.audit import Event, audit_into, over_matches, ruled_on
from fairdeal.desk.tournament.folder import Progress
from fairdeal.desk.trouble import DeskError, in_one_line, known
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Problem, Record, Transcript
from fairdeal.rulings import Rulebook, Verdict
from fairdeal.rulings.frame.finding import Finding

if TYPE_CHECKING:
    from pandas import DataFrame

    from fairdeal.digitize.sheets.layout_file import KnownSheets

FairdealError = DeskError
"""What any of these raise where a person can do something about it."""

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | Record
"""One document: the path of a photo, scan or typed file; the bytes of one; or a record, as such or as text.
A `str` with a line break in it is the text of a record, any other a path."""
Sources = Source | Sequence[Source]
"""The documents of one match: one, or several that belong together."""


@contextmanager
def with_remedies() -> Iterator[None]:
    """Whatever a person can do something about is a DeskError here, whichever room raised it."""
    try:
        yield
    except DeskError:
        raise
    except Exception as error:
        if not known(error):
            raise
        raise DeskError(in_one_line(error)) from error


def sheets_of(layouts: Sequence[str | os.PathLike[str]], us: str | None) -> KnownSheets | None:
    """The layouts of a club's own sheets, None where none is named."""
    return known_sheets([Path(each) for each in layouts], us) if layouts or us else None


def reads_of(sources: Sources, sheets: KnownSheets | None) -> tuple[Read, ...]:
    """Every document read by a worker. Raises DeskError for the first that gives nothing."""
    one = isinstance(sources, str | os.PathLike | bytes | bytearray | memoryview | Record)
    several: Sequence[Source] = (sources,) if one else sources  # type: ignore[assignment]
    if not several:
        raise DeskError("There is nothing to read.", "", "Name a photo or a record.")
    found = []
    for number, source in enumerate(several, 1):
        read, nothing = file_read(*_file(source, number), sheets)
        if nothing:
            raise DeskError(nothing, read.name)
        found.append(read)
    return tuple(found)


def _file(source: Source, number: int) -> tuple[Path | bytes, str]:
    """A source as a file or bytes, and what it is called: the name of a file, else ``document 1``."""
    name = f"document {number}"
    if isinstance(source, Record):
        return write(source).encode("utf-8", "surrogatepass"), name
    if isinstance(source, str) and "\n" in source:
        return source.encode("utf-8", "surrogatepass"), name
    if isinstance(source, str | os.PathLike):
        return Path(source), os.fspath(source)
    return bytes(source), name


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

    def _repr_html_(self) -> str:
        """What a notebook shows: the record."""
        return f"<pre>{escape(self.text)}</pre>"

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

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, in the order of the record."""
        return self.verdict.findings

    def to_dict(self) -> dict[str, Any]:
        """The object that ``fairdeal check --format json`` prints."""
        case = self.case
        return as_json(
            self.title,
            case.verdict,
            case.problems,
            open_=questions(case),
            score=score_of(case),
            not_there=missing(case),
            record=case.record,
        )

    def to_frame(self, table: Table = "findings") -> DataFrame:
        """One of its tables; ``docs/library.md`` has the columns."""
        return frame(table, self.tables[known_table(table)])

    def _repr_html_(self) -> str:
        """What a notebook shows: what was found, and where."""
        return _in_a_notebook(self.title, self.to_frame())


@dataclass(frozen=True, slots=True)
class ComparedMatch:
    """A match under several rulebooks, and where they rule differently."""

    title: str
    comparison: Comparison = field(repr=False)

    @property
    def same(self) -> bool:
        """Whether all rulebooks give the same result."""
        return self.comparison.same

    def to_dict(self) -> dict[str, Any]:
        """The object that ``fairdeal compare --format json`` prints."""
        return compared.as_json(self.title, self.comparison)

    def to_frame(self) -> DataFrame:
        """A row for each finding of any rulebook: what follows under each; missing where it is not found."""
        import pandas as pd

        rows = [
            {
                "deal": each.finding.deal,
                "place": str(each.finding.place),
                "seat": each.finding.seat,
                "title": words.title(each.finding.code),
                "same": each.same,
                **{
                    name: None if found is None else words.remedy(found.remedy)
                    for name, found in each.under.items()
                },
            }
            for each in self.comparison.findings
        ]
        names = [each.id for each in self.comparison.ruled]
        texts = ["deal", "place", "seat", "title", *names]
        types = {**dict.fromkeys(texts, "string"), "same": "bool"}
        columns = ["deal", "place", "seat", "title", "same", *names]
        return pd.DataFrame(rows, columns=columns).astype(types)

    def _repr_html_(self) -> str:
        """What a notebook shows: what follows under each rulebook."""
        return _in_a_notebook(self.title, self.to_frame())


NOTEBOOK: Final = ("table", "deal", "title", "seat", "certainty", "article", "remedy")
"""Columns of findings that a notebook shows."""


def _in_a_notebook(title: str, table: DataFrame) -> str:
    """A heading and a table, every letter of which is shown and none obeyed."""
    kept = [name for name in NOTEBOOK if name in table]
    shown_part = table[kept] if "certainty" in table else table
    return f"<h4>{escape(title)}</h4>{shown_part.to_html(index=False, escape=True, na_rep='')}"


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


def compare(
    sources: Sources | ReadMatch | CheckedMatch,
    rules: Sequence[str] = (),
    *,
    layouts: Sequence[str | os.PathLike[str]] = (),
    us: str | None = None,
) -> ComparedMatch:
    """Rule on the documents of one match under several rulebooks: ids or files, without any all of its game.

    Raises FairdealError as `check` does.
    """
    reads = _reads(sources, layouts, us)
    with with_remedies():
        light = without_pictures(reads)
        task = task_for(light, _called(reads), "compare")
        return workers().call(task, _compared, light, tuple(rules), _called(reads))


def _compared(reads: Sequence[Read], rules: Sequence[str], title: str) -> ComparedMatch:
    """In a worker: a match under several rulebooks."""
    record, _ = put_together(reads)
    return ComparedMatch(title, compared.compare(record, compared.books_for(record, rules)))


def rulebooks() -> tuple[Rulebook, ...]:
    """The rulebooks that come with Fairdeal: each has an `id`, a `title`, an `edition`, a `game`."""
    return tuple(map(rulings.load, rulings.known()))


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


@dataclass(frozen=True, slots=True)
class AuditedFolder:
    """Every match of a folder, judged. `unread` are pairs of a file and why it could not be read, `left_out`
    pairs of what else is in no match and why."""

    folder: Path
    matches: tuple[CheckedMatch, ...]
    unread: tuple[tuple[str, str], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()

    def to_frame(self, table: Table = "findings") -> DataFrame:
        """One table of all matches; ``docs/library.md`` has the columns."""
        known_table(table)
        return frame(table, [row for match in self.matches for row in match.tables[table]])

    def _repr_html_(self) -> str:
        """What a notebook shows: what was found in all matches."""
        return _in_a_notebook(self.folder.name, self.to_frame())


def audit(
    folder: str | os.PathLike[str],
    reports: str | os.PathLike[str] | None = None,
    rules: str | None = None,
    *,
    layouts: Sequence[str | os.PathLike[str]] = (),
    us: str | None = None,
    progress: Progress | None = None,
) -> AuditedFolder:
    """Read everything in a folder, tell its matches apart and judge each.

    A file that cannot be read stops nothing: it is listed, with the reason. With `reports`, another folder,
    the reports of ``fairdeal audit`` are written there, and what was read is kept beside them: the next time
    only what is new is read. `progress` is called with each document's name, how many are done, and how many
    there are. `rules`, `layouts` and `us` are as for `check`.

    Raises FairdealError where there is nothing to audit, or `reports` holds what no audit has written.
    """
    place = Path(folder)
    with with_remedies():
        sheets = sheets_of(layouts, us)
        keep_in = None
        if reports is not None:
            written = audit_into(place, Path(reports), rules, progress, sheets)
            if not written.results:
                return AuditedFolder(place, (), written.unread, written.left_out)
            keep_in, progress = Path(reports), None
        found = over_matches(place, _checked, rules, progress, sheets, keep_in)
    return AuditedFolder(place, found.results, found.unread, found.left_out)


def _checked(reads: Sequence[Read], rules: str | None, event: Event) -> CheckedMatch:
    """In a worker: a match judged, without its photos."""
    found = tabled(ruled_on(reads, rules, event)[1])
    return replace(found, case=without_photos(found.case))

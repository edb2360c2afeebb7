"""A tournament's folder: photos, scans and typed logs into one dispute report a match."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

import templates
from desk import VERSION, words
from desk.case import Case, base_name, case_of
from desk.check_json import Json, as_json
from desk.documents import Document, is_text, load, why_nothing
from desk.doubts import unlikely
from desk.files import write_text
from desk.layouts import is_layout, known_sheets
from desk.marks import Marks
from desk.matches import Match, grouped, pages
from desk.reading_pool import Answer, read_all
from desk.report import render, title_of
from desk.scores import pair_text, scores
from desk.trouble import DeskError, in_one_line
from grammar.writer import write
from rulings.finding import Certainty

if TYPE_CHECKING:
    from digitize.ruled.known import KnownSheets
    from digitize.ruled.layout_file import SheetLayout

MADE_HERE: Final = ".fairdeal-audit"
"""A file in every folder of reports: only such a folder is ever written over."""
LONGEST_NAME: Final = 60
"""Letters of a report's file name: with any script under the 255 bytes of file systems."""
_OTHER_TEXTS: Final = {
    ".json", ".jsonl", ".md", ".csv", ".tsv", ".html", ".htm", ".css", ".toml", ".yml", ".yaml", ".xml",
}  # fmt: skip
"""Texts that nobody would hand in as a record: left aside without ado where they hold none."""

Progress = Callable[[str, int, int], None]
"""Told the name of each file as it is done, how many are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class MatchReport:
    """One match of the audit: its case, what it is called, and the name of its report."""

    title: str
    file: str
    case: Case


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of a folder. `unread` are pairs of a file and why; `aside` were not records at all."""

    folder: Path
    matches: tuple[MatchReport, ...]
    unread: tuple[tuple[str, str], ...]
    aside: tuple[str, ...]

    @property
    def found(self) -> int:
        """Findings that count, over all matches."""
        return sum(len(weighty(match.case)) for match in self.matches)


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A match on the index page."""

    title: str
    file: str
    record: str
    teams: str
    found: str
    likely: str
    doubts: str
    score: str
    documents: str


def weighty(case: Case) -> list[str]:
    """The codes of the findings that count: established or likely, and not mere advice."""
    return [
        finding.code
        for finding in case.verdict.findings
        if finding.certainty is not Certainty.POSSIBLE
        and not unlikely(finding)
        and finding.severity != "advice"
    ]


def audit(
    folder: Path,
    rules: str | None = None,
    progress: Progress | None = None,
    sheets: KnownSheets | None = None,
) -> Audit:
    """Read a folder and rule on every match in it. Nothing is written.

    `sheets` are layouts of clubs' own sheets; those lying in the folder are used besides.
    Raises DeskError where it is no folder or there is nothing in it.
    """
    files = _files(folder)
    documents: list[Document] = []
    unread: list[tuple[str, str]] = []
    aside: list[str] = []
    known = _with_layouts_of(folder, files, sheets, unread)
    for done, (name, answer) in enumerate(_answers(folder, files, known), 1):
        if isinstance(answer, str):
            unread.append((name, answer))
        elif not answer.gave_nothing or answer.record.deals:
            documents += (page for page in pages(answer) if not page.gave_nothing)
        elif _is_left_aside(answer):
            aside.append(name)
        else:
            unread.append((name, why_nothing(answer)))
        if progress is not None:
            progress(name, done, len(files))
    documents.sort(key=lambda document: document.name)
    reports: list[MatchReport] = []
    for match in grouped(documents):
        _rule_on(match, rules, reports, unread)
    return Audit(folder, tuple(reports), tuple(sorted(unread)), tuple(sorted(aside)))


def _told(title: str, case: Case) -> Json:
    """A match as `check` prints it, but what the report only lists as doubts stands under `doubts`."""
    likely = tuple(each for each in case.verdict.findings if not unlikely(each))
    doubts = tuple(each for each in case.verdict.findings if unlikely(each))
    told = as_json(title, replace(case.verdict, findings=likely), case.problems)
    told["doubts"] = as_json(title, replace(case.verdict, findings=doubts), ())["findings"]
    return told


def _files(folder: Path) -> list[Path]:
    if not folder.exists():
        raise DeskError(f"{folder}: there is no such folder.", str(folder), "Check the name.")
    if not folder.is_dir():
        raise DeskError(
            f"{folder} is a file, not a folder.",
            str(folder),
            f"Use: check {folder}, or: report {folder}",
        )
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and not _inside_a_report(path, folder)
    )
    if not files:
        raise DeskError(
            f"{folder} is empty.", str(folder), "Put the photos and typed logs into it."
        )
    return files


def _inside_a_report(path: Path, folder: Path) -> bool:
    return any(
        (parent / MADE_HERE).exists()
        for parent in path.parents
        if parent.is_relative_to(folder) and parent != folder
    )


def _with_layouts_of(
    folder: Path,
    files: Sequence[Path],
    sheets: KnownSheets | None,
    unread: list[tuple[str, str]],
) -> KnownSheets | None:
    """The layouts given and those that lie in the folder; a bad one is listed as unread."""
    found: list[SheetLayout] = []
    for path in files:
        try:
            if is_layout(path):
                found += known_sheets((path,)).layouts
        except Exception as error:
            name = path.relative_to(folder).as_posix()
            unread.append((name, in_one_line(error).replace(str(path), name)))
    if not found:
        return sheets
    given = known_sheets(()) if sheets is None else sheets
    return replace(given, layouts=(*given.layouts, *found))


def _answers(
    folder: Path, files: Sequence[Path], sheets: KnownSheets | None = None
) -> Iterable[tuple[str, Answer]]:
    """Typed logs are read here and now, photos by the pool."""
    photos: list[tuple[Path, str]] = []
    for path in files:
        name = path.relative_to(folder).as_posix()
        try:
            with path.open("rb") as file:
                text = is_text(file.read(4096))
            if not text:
                photos.append((path, name))
                continue
            yield name, load(path, name)
        except Exception as error:
            line = in_one_line(error).replace(str(path), name)
            yield name, line if name in line else f"{name}: {line}"
    if photos:
        yield from read_all(photos, sheets)


def _is_left_aside(document: Document) -> bool:
    ending = PurePath(document.name).suffix.casefold()
    return not document.photographed and ending in _OTHER_TEXTS


def _rule_on(
    match: Match, rules: str | None, reports: list[MatchReport], unread: list[tuple[str, str]]
) -> None:
    try:
        case = case_of(match.documents, rules)
        title = title_of(case)
        reports.append(MatchReport(title, _file_name(title, {each.file for each in reports}), case))
    except Exception as error:
        line = in_one_line(error)
        unread.extend((document.name, line) for document in match.documents)


def _file_name(title: str, taken: set[str]) -> str:
    """``onam-cup-table-4-round-2.html``: letters of any script, nothing that climbs or hides."""
    letters = (
        letter if unicodedata.category(letter)[0] in "LMN" else " "
        for letter in unicodedata.normalize("NFC", title).casefold()
    )  # fmt: skip
    slug = "-".join("".join(letters).split())[:LONGEST_NAME].rstrip("-") or "match"
    name, number = f"{slug}.html", 1
    while name in taken or name == "index.html":
        number += 1
        name = f"{slug}-{number}.html"
    return name


def write_reports(result: Audit, out: Path) -> None:
    """Write every report and the index into a new folder beside `out`, then move it there.

    Raises DeskError where `out` holds anything that an audit did not write.
    """
    if out.exists() and not (
        out.is_dir() and ((out / MADE_HERE).exists() or not any(out.iterdir()))
    ):
        raise DeskError(
            f"{out} is there already and is not a folder of reports.",
            str(out),
            "Name another with -o.",
        )
    aside = out.with_name(f".{out.name}.new")
    old = out.with_name(f".{out.name}.old")
    try:
        shutil.rmtree(aside, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        aside.mkdir(parents=True)
    except OSError as error:
        reason = (error.strerror or "it failed").lower()
        raise DeskError(
            f"{out} cannot be written ({reason}).", str(out), "Name another folder with -o."
        ) from error
    _fill(aside, result)
    if out.exists():
        out.rename(old)
    aside.rename(out)
    shutil.rmtree(old, ignore_errors=True)


def _fill(folder: Path, result: Audit) -> None:
    write_text(folder / MADE_HERE, f"Reports written by Fairdeal {VERSION}.\n")
    objects = []
    for match in result.matches:
        case = match.case
        write_text(folder / match.file, render(case))
        write_text(folder / _record_name(match), write(case.record))
        objects.append(_told(match.title, case))
    lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects)
    write_text(folder / "findings.jsonl", lines)
    page = templates.render(
        "index.html",
        title=result.folder.resolve().name,
        rows=[_row(match) for match in result.matches],
        unread=result.unread,
        aside=result.aside,
        found=words.count(result.found, "finding"),
        matches=words.count(len(result.matches), "match", "matches"),
        version=VERSION,
    )
    write_text(folder / "index.html", page)


def _record_name(match: MatchReport) -> str:
    return match.file.removesuffix(".html") + ".hrn"


def _row(match: MatchReport) -> IndexRow:
    case = match.case
    record, findings = case.record, case.verdict.findings
    sure = sum(f.certainty is Certainty.ESTABLISHED and f.severity != "advice" for f in findings)
    likely = sum(f.certainty is Certainty.DEPENDS and not unlikely(f) for f in findings)
    doubts = sum(unlikely(f) for f in findings)
    session = scores(record, case.verdict, Marks(()))
    score = pair_text(session.ruled_final)
    if session.differ and session.written_final != (None, None):
        score += f" (written {pair_text(session.written_final)})"
    names = [case.tag(f"Team{team}") or f"team {team}" for team in ("A", "B")]
    return IndexRow(
        title=match.title,
        file=match.file,
        record=_record_name(match),
        teams=" – ".join(names),
        found=str(sure),
        likely=str(likely) if likely else "",
        doubts=str(doubts) if doubts else "",
        score=score,
        documents=", ".join(dict.fromkeys(base_name(each.name) for each in case.documents)),
    )

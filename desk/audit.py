"""A tournament's folder: photos, scans and typed logs into one dispute report a match."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from desk.case import Case, case_of
from desk.check_json import Json, as_json
from desk.doubts import unlikely
from desk.files import write_text
from desk.heading import title_of
from desk.layouts import is_layout
from desk.placing import disputed
from desk.reading_pool import ReadAll, read_all
from desk.report import render
from desk.schedule import Fixture, Schedule, is_schedule
from desk.tournament.folder import NO_RECORD, LeftOut, look_through
from desk.tournament.kept import Kept, way_of
from desk.tournament.overview import overview
from desk.tournament.own_reports import MADE_HERE, strangers, write_list
from desk.tournament.results import MatchResult, from_json, result_of
from desk.tournament.results import as_json as as_result
from desk.tournament.survey import (
    Handed,
    Piece,
    Progress,
    Survey,
    fetched,
    layouts_of,
    schedule_of,
    survey,
)
from desk.tournament.tables import write_tables
from desk.trouble import DeskError, in_one_line
from grammar.writer import write
from templates.visible import visible

if TYPE_CHECKING:
    from digitize.ruled.known import KnownSheets

LONGEST_NAME: Final = 60
"""Letters of a report's file name: with any script under the 255 bytes of file systems."""
_JOINERS: Final = "\u200c\u200d"
"""Without them Malayalam is written wrongly. Where they do nothing, `visible` has shown them."""
READINGS: Final = ".readings"
"""The folder within the reports in which readings are kept."""
RESULTS: Final = ".results.json"
"""What came of each match, for the pages."""


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


@dataclass(frozen=True, slots=True)
class Audited:
    """A folder whose reports are written: the results of its matches, without their records. `skipped` are
    pairs of what was never opened (what is hidden, say) and why."""

    results: tuple[MatchResult, ...]
    unread: tuple[tuple[str, str], ...]
    aside: tuple[str, ...]
    skipped: tuple[LeftOut, ...] = ()

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What lies in the folder and is in no match, with the reason; not what could not be read."""
        return (*self.skipped, *((name, NO_RECORD) for name in self.aside))

    @property
    def found(self) -> int:
        """Findings that count, over all matches: established or likely, and not mere advice."""
        return sum(each.severity != "advice" for result in self.results for each in result.findings)

    @property
    def unplaced(self) -> list[tuple[str, str]]:
        """Matches of which it is in doubt which they are, with the reason."""
        return [(each.title, each.unplaced) for each in self.results if each.unplaced]

    def as_json(self) -> Json:
        """For the pages, which show an audit that was done before."""
        return {
            "results": [as_result(each) for each in self.results],
            "unread": [list(each) for each in self.unread],
            "aside": list(self.aside),
            "skipped": [list(each) for each in self.skipped],
        }


def audited(told: Json) -> Audited:
    """What `Audited.as_json` wrote."""
    return Audited(
        tuple(from_json(each) for each in told["results"]),
        tuple((str(name), str(why)) for name, why in told["unread"]),
        tuple(str(name) for name in told["aside"]),
        tuple((str(name), str(why)) for name, why in told.get("skipped", ())),
    )


def audit(
    folder: Path,
    rules: str | None = None,
    progress: Progress | None = None,
    sheets: KnownSheets | None = None,
) -> Audit:
    """Read a folder and rule on every match in it, all held in memory. Nothing is written.

    `sheets` are layouts of clubs' own sheets; those lying in the folder are used besides.
    Raises DeskError where it is no folder or there is nothing in it.
    """
    ready = _surveyed(look_through(folder).files, None, read_all, sheets, progress)
    matches = tuple(_matches(ready, rules))
    return Audit(folder, matches, tuple(sorted(ready.found.unread)), tuple(ready.found.aside))


def audit_into(
    folder: Path,
    out: Path,
    rules: str | None = None,
    progress: Progress | None = None,
    sheets: KnownSheets | None = None,
    reads: ReadAll = read_all,
) -> Audited:
    """Audit a folder and write its reports into another; without any match, nothing is written.

    What was read is kept in `out`: begun again after being stopped, or with more files, only what is
    new is read. Only one match is held in memory at a time. The reports take the place of those of
    an earlier audit at the very end, all at once.

    Raises DeskError where there is nothing to audit, or `out` holds what no audit has written.
    """
    there = look_through(folder)
    title = folder.resolve().name
    return audit_files(
        there.files, title, out, rules, progress, sheets, reads, skipped=there.left_out
    )


def audit_files(
    files: Sequence[Handed],
    title: str,
    out: Path,
    rules: str | None = None,
    progress: Progress | None = None,
    sheets: KnownSheets | None = None,
    reads: ReadAll = read_all,
    judged: Progress | None = None,
    skipped: Sequence[LeftOut] = (),
) -> Audited:
    """`audit_into` for files wherever they lie; without any match, nothing is written. `judged` is told
    of each match as its report is written; `skipped` is what lies beside the files and was left out."""
    _claim(out)
    ready = _surveyed(files, out / READINGS, reads, sheets, progress)
    found = ready.found
    aside = out.with_name(f".{out.name}.new")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    results: list[MatchResult] = []
    # Halves of letters, from file names of other systems, are written as JSON writes them.
    with (aside / "findings.jsonl").open(
        "w", encoding="utf-8", errors="backslashreplace", newline="\n"
    ) as lines:
        for done_so_far, match in enumerate(_matches(ready, rules), 1):
            record = match.file.removesuffix(".html") + ".hrn"
            write_text(aside / match.file, render(match.case))
            write_text(aside / record, write(match.case.record))
            lines.write(json.dumps(_told(match.title, match.case), ensure_ascii=False) + "\n")
            result = result_of(match.case, match.title, match.file, record)
            results.append(replace(result, unplaced=ready.unplaced(match.case)))
            if judged is not None:
                judged(match.title, done_so_far, len(found.matches))
    unread = tuple(sorted(found.unread))
    done = Audited(tuple(results), unread, tuple(found.aside), tuple(skipped))
    if not results:
        shutil.rmtree(aside)
        _give_up(out)
        return done
    tables = write_tables(aside, results)
    write_text(aside / RESULTS, json.dumps(done.as_json(), ensure_ascii=False))
    write_text(aside / "index.html", overview(title, results, done.unread, done.left_out, tables))
    write_list(aside)
    _put_in_place(aside, out)
    return done


@dataclass(frozen=True, slots=True)
class _Ready:
    """Files that were read and told apart, and what is known of the event beside them."""

    kept: Kept
    found: Survey
    schedule: Schedule

    def known(self, case: Case) -> Case:
        """The case with what the schedule says of its match, where its documents do not."""
        fixture = self._fixture(case)
        return case if fixture is None else replace(case, known=fixture.tags())

    def _fixture(self, case: Case) -> Fixture | None:
        return self.schedule.of(case.tag("Round"), case.tag("Table"), case.tag("Event"))

    def unplaced(self, case: Case) -> str:
        """Why it is in doubt which match this is, in a sentence; empty where it is not."""
        doubt = disputed(case.documents)
        if doubt:
            return doubt
        number, table = case.tag("Round"), case.tag("Table")
        teams = (case.tag("TeamA"), case.tag("TeamB"))
        if len(self.found.matches) > 1 and not table and not all(teams):
            return (
                "Neither heading, QR code nor file name says which table or which teams it is of."
            )
        if not self.schedule.fixtures:
            return ""
        fixture = self._fixture(case)
        if fixture is None:
            return f"The schedule has no match of round {number or '?'}, table {table or '?'}."
        if all(teams) and {_letters(each) for each in teams} != {
            _letters(each) for each in fixture.teams
        }:
            return (
                f"The schedule has {fixture.teams[0]} – {fixture.teams[1]} at round {fixture.round}, "
                f"table {fixture.table}; the sheets have {teams[0]} – {teams[1]}."
            )
        return ""


def _letters(name: str | None) -> str:
    return "".join(letter for letter in (name or "").casefold() if letter.isalnum())


def _surveyed(
    files: Sequence[Handed],
    keep_in: Path | None,
    reads: ReadAll,
    sheets: KnownSheets | None,
    progress: Progress | None,
) -> _Ready:
    bad = Survey()
    known = layouts_of(files, sheets, bad)
    schedule = schedule_of(files, bad)
    kept = Kept(keep_in, way_of(known))
    records = [each for each in files if not (is_schedule(each.name) or _is_layout(each))]
    found = survey(records, kept, reads, known, progress)
    named = {name for name, _ in bad.unread}
    found.unread = bad.unread + [each for each in found.unread if each[0] not in named]
    found.aside = [name for name in found.aside if name not in named]
    return _Ready(kept, found, schedule)


def _is_layout(file: Handed) -> bool:
    """Whether it is a layout of a club's sheet: used, so neither a document nor left out."""
    try:
        return is_layout(file.path)
    except OSError:
        return False  # What is wrong with it is said where it is read.


def kept_readings(files: Sequence[Handed], out: Path) -> Kept:
    """What an audit of these files into this folder has read."""
    return Kept(out / READINGS, way_of(layouts_of(files, None, Survey())))


def _matches(ready: _Ready, rules: str | None) -> Iterator[MatchReport]:
    """The matches one by one, ruled on. One that cannot be is listed among the unread."""
    taken: set[str] = set()
    for pieces in ready.found.matches:
        try:
            case = ready.known(_case(pieces, ready.kept, rules))
            title = title_of(case)
            file = _file_name(title, taken)
        except Exception as error:
            line = in_one_line(error)
            ready.found.unread.extend((piece.name, line) for piece in pieces)
            continue
        taken.add(file)
        yield MatchReport(title, file, case)


def _case(pieces: tuple[Piece, ...], kept: Kept, rules: str | None) -> Case:
    return case_of([fetched(piece, kept) for piece in pieces], rules)


def _told(title: str, case: Case) -> Json:
    """A match as `check` prints it, but what the report only lists as doubts stands under `doubts`."""
    likely = tuple(each for each in case.verdict.findings if not unlikely(each))
    doubts = tuple(each for each in case.verdict.findings if unlikely(each))
    told = as_json(title, replace(case.verdict, findings=likely), case.problems)
    told["doubts"] = as_json(title, replace(case.verdict, findings=doubts), ())["findings"]
    return told


def _file_name(title: str, taken: set[str]) -> str:
    """``onam-cup-table-4-round-2.html``: letters of any script, nothing that climbs or hides."""
    letters = (
        letter if unicodedata.category(letter)[0] in "LMN" or letter in _JOINERS else " "
        for letter in visible(unicodedata.normalize("NFC", title).casefold())
    )  # fmt: skip
    slug = "-".join("".join(letters).split())[:LONGEST_NAME].rstrip("-") or "match"
    name, number = f"{slug}.html", 1
    while name in taken or name == "index.html":
        number += 1
        name = f"{slug}-{number}.html"
    return name


def _claim(out: Path) -> None:
    """Make the folder of reports ours, with what an audit that was stopped has left there.

    Raises DeskError where it holds anything that an audit did not write.
    """
    if out.exists() and not (
        out.is_dir() and ((out / MADE_HERE).exists() or not any(out.iterdir()))
    ):
        raise DeskError(
            f"{out} is there already and is not a folder of reports.",
            str(out),
            "Name another with -o.",
        )
    if out.is_dir() and (strange := strangers(out)):
        raise DeskError(
            f"{strange[0]} lies among the reports, and no audit has written it.",
            str(out),
            "Move it elsewhere, or name another folder with -o.",
        )
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / MADE_HERE).touch()
        for left in (out.with_name(f".{out.name}.new"), out.with_name(f".{out.name}.old")):
            if (left / READINGS).exists() and not (out / READINGS).exists():
                (left / READINGS).rename(out / READINGS)
            shutil.rmtree(left, ignore_errors=True)
    except OSError as error:
        reason = (error.strerror or "it failed").lower()
        raise DeskError(
            f"{out} cannot be written ({reason}).", str(out), "Name another folder with -o."
        ) from error


def _give_up(out: Path) -> None:
    """Nothing came of it: leave no folder that looks like reports, unless there were some before."""
    if not (out / "index.html").exists():
        shutil.rmtree(out, ignore_errors=True)


def _put_in_place(aside: Path, out: Path) -> None:
    """The new reports in the place of the old, the kept readings with them."""
    old = out.with_name(f".{out.name}.old")
    out.rename(old)
    aside.rename(out)
    if (old / READINGS).exists():
        (old / READINGS).rename(out / READINGS)
    for strange in strangers(old):  # put there while the audit was at work
        if not (out / strange.name).exists():
            strange.rename(out / strange.name)
    shutil.rmtree(old, ignore_errors=True)

"""A tournament's folder: photos, scans and typed logs into one dispute report a match."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from fairdeal.desk.check.json_answer import Json, as_json
from fairdeal.desk.check.questions import missing, questions
from fairdeal.desk.confined import ConfinedError, workers
from fairdeal.desk.files import sync_folder, sync_names, write_text
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.papers import disputed, other_name
from fairdeal.desk.intake.reading import ReadAll, is_layout, read_all
from fairdeal.desk.intake.schedule import Fixture, Schedule, is_schedule
from fairdeal.desk.judging import Read, as_many, judged, task_for
from fairdeal.desk.numbered import unlikely
from fairdeal.desk.report.names import title_of
from fairdeal.desk.report.page import render
from fairdeal.desk.score.match import score_of
from fairdeal.desk.tournament.folder import (
    MADE_HERE,
    NO_RECORD,
    Handed,
    LeftOut,
    Progress,
    ReadingStore,
    Survey,
    fetched,
    layouts_of,
    look_through,
    schedule_of,
    strangers,
    survey,
    way_of,
    write_list,
)
from fairdeal.desk.tournament.overview import overview, write_tables
from fairdeal.desk.tournament.results import MatchResult, from_json, result_of
from fairdeal.desk.tournament.results import as_json as as_result
from fairdeal.desk.trouble import DeskError, of_one
from fairdeal.grammar.notation.writer import write
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.follows import causes
from fairdeal.templates.visible import visible

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets

LONGEST_NAME: Final = 60
"""Letters of a report's file name: with any script under the 255 bytes of file systems."""
_JOINERS: Final = "\u200c\u200d"
"""Without them Malayalam is written wrongly. Where they do nothing, `visible` has shown them."""


@dataclass(frozen=True, slots=True)
class Event:
    """What is known of the event beside the documents of a match. `several`: it has more than one match."""

    schedule: Schedule
    several: bool
    name: str = ""
    """The event that most of the matches name; empty where none is named by more than another."""

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
        stranger = self.stranger(case)
        if stranger:
            return stranger
        number, table = case.tag("Round"), case.tag("Table")
        teams = (case.tag("TeamA"), case.tag("TeamB"))
        if self.several and not table and not all(teams):
            return (
                "Neither the heading, the QR code nor the file name shows its table or its teams."
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

    def stranger(self, case: Case) -> str:
        """Why a match is not of this event, in a sentence; empty where it may be."""
        named = case.tag("Event") or ""
        if self.name and named and other_name(named, self.name):
            return f"Its event is {named}; the others are of {self.name}. It does not count in the standings."
        return ""


def _letters(name: str | None) -> str:
    return "".join(letter for letter in (name or "").casefold() if letter.isalnum())


@dataclass(frozen=True, slots=True)
class DrawnUp:
    """A match as it is written to the folder of reports. `told` is its line of ``findings.jsonl``."""

    title: str
    file: str
    report: str
    record: str
    told: str
    result: MatchResult


def ruled_on(reads: Sequence[Read], rules: str | None, event: Event) -> tuple[str, Case]:
    """In a worker: what a match is called, and its case."""
    case = event.known(judged(reads, rules))
    return title_of(case), case


def draw_up(
    reads: Sequence[Read], rules: str | None, event: Event, taken: Collection[str]
) -> DrawnUp:
    """In a worker: a match ruled on, under a file name that is not `taken` yet."""
    title, case = ruled_on(reads, rules, event)
    file = file_name(title, taken)
    record = record_of(file)
    result = replace(
        result_of(case, title, file, record),
        unplaced=event.unplaced(case),
        stranger=bool(event.stranger(case)),
    )
    told = json.dumps(_facts(title, case), ensure_ascii=False)
    return DrawnUp(title, file, render(case), write(case.record), told, result)


def record_of(file: str) -> str:
    """The name of the record beside a report."""
    return file.removesuffix(".html") + ".hrn"


def _facts(title: str, case: Case) -> Json:
    """A match as `check` prints it, but what the report only lists as doubts stands under `doubts`."""
    found = case.verdict.findings
    open_ = {named(each) for each in causes(found) if unlikely(each)}
    doubts = tuple(each for each in found if (each.follows_from or named(each)) in open_)
    likely = tuple(each for each in found if (each.follows_from or named(each)) not in open_)
    told = as_json(
        title,
        replace(case.verdict, findings=likely),
        case.problems,
        open_=questions(case),
        score=score_of(case),
        not_there=missing(case),
    )
    told["doubts"] = as_json(title, replace(case.verdict, findings=doubts), ())["findings"]
    return told


def file_name(title: str, taken: Collection[str]) -> str:
    """``onam-cup-table-4-round-2.html``: letters of any script, nothing that climbs or hides."""
    letters = (
        letter if unicodedata.category(letter)[0] in "LMN" or letter in _JOINERS else " "
        for letter in visible(unicodedata.normalize("NFC", title).casefold())
    )
    slug = "-".join("".join(letters).split())[:LONGEST_NAME].rstrip("-") or "match"
    name, number = f"{slug}.html", 1
    while name in taken or name == "index.html":
        number += 1
        name = f"{slug}-{number}.html"
    return name


T = TypeVar("T")

READINGS: Final = ".readings"
"""The folder within the reports in which readings are kept."""
RESULTS: Final = ".results.json"
"""What came of each match, for the pages."""


@dataclass(frozen=True, slots=True)
class OverMatches(Generic[T]):
    """What came of every match of a folder, and what else lies in it. `unread` are pairs of a file and why;
    `aside` were not records at all; `skipped` are pairs of what was never opened (what is hidden, say) and
    why."""

    results: tuple[T, ...]
    unread: tuple[tuple[str, str], ...]
    aside: tuple[str, ...]
    skipped: tuple[LeftOut, ...] = ()

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What is in no match, with the reason; not what could not be read."""
        return (*self.skipped, *((name, NO_RECORD) for name in self.aside))


@dataclass(frozen=True, slots=True)
class Audited(OverMatches[MatchResult]):
    """A folder whose reports are written: the results of its matches, without their records."""

    @property
    def found(self) -> int:
        """Findings that count, over all matches: established or likely, and not mere advice."""
        return sum(each.severity != "advice" for result in self.results for each in result.findings)

    @property
    def not_judged(self) -> tuple[tuple[str, str], ...]:
        """Papers of which nothing, or not all, was judged, each with the reason."""
        return tuple(each for result in self.results for each in result.not_judged)

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


def over_matches(
    folder: Path,
    work: Callable[[Sequence[Read], str | None, Event], T],
    rules: str | None = None,
    progress: Progress | None = None,
    sheets: KnownSheets | None = None,
    keep_in: Path | None = None,
) -> OverMatches[T]:
    """What workers make of every match of a folder, all held in memory. Nothing is written, but what was
    read `keep_in` a folder, if one is named.

    `sheets` are layouts of clubs' own sheets; those lying in the folder are used as well.
    Raises DeskError where it is not a folder or there is nothing in it.
    """
    there = look_through(folder)
    ready = _surveyed(there.files, keep_in, read_all, sheets, progress)
    made = tuple(_matches(ready, partial(_under, work, rules, ready.event)))
    return OverMatches(
        made, tuple(sorted(ready.found.unread)), tuple(ready.found.aside), tuple(there.left_out)
    )


def _under(
    work: Callable[[Sequence[Read], str | None, Event], T],
    rules: str | None,
    event: Event,
    reads: Sequence[Read],
) -> T:
    return work(reads, rules, event)


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
    """`audit_into` for files wherever they lie; without any match, nothing is written. `judged` is reported
    of each match as its report is written; `skipped` is what lies beside the files and was left out."""
    _claim(out)
    ready = _surveyed(files, out / READINGS, reads, sheets, progress)
    found = ready.found
    aside = out.with_name(f".{out.name}.new")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    results: list[MatchResult] = []
    taken: set[str] = set()
    work = partial(draw_up, rules=rules, event=ready.event, taken=taken)
    # Halves of letters, from file names of other systems, are written as JSON writes them.
    with (aside / "findings.jsonl").open(
        "w", encoding="utf-8", errors="backslashreplace", newline="\n"
    ) as lines:
        for done_so_far, match in enumerate(_matches(ready, work), 1):
            taken.add(match.file)
            write_text(aside / match.file, match.report, lasting=False)
            write_text(aside / match.result.record, match.record, lasting=False)
            lines.write(match.told + "\n")
            results.append(match.result)
            if judged is not None:
                judged(match.title, done_so_far, len(found.matches))
    unread = tuple(sorted(found.unread))
    done = Audited(tuple(results), unread, tuple(found.aside), tuple(skipped))
    if not results:
        shutil.rmtree(aside)
        _give_up(out)
        return done
    tables = write_tables(aside, results)
    write_text(aside / RESULTS, json.dumps(done.as_json(), ensure_ascii=False), lasting=False)
    unjudged = (*done.unread, *done.not_judged)
    shown = overview(title, results, unjudged, done.left_out, tables)
    write_text(aside / "index.html", shown, lasting=False)
    write_list(aside)
    sync_folder(aside)
    _put_in_place(aside, out)
    return done


@dataclass(frozen=True, slots=True)
class _Ready:
    """Files that were read and distinguished, and what is known of the event beside them."""

    kept: ReadingStore
    found: Survey
    event: Event


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
    kept = ReadingStore(keep_in, way_of(known))
    records = [each for each in files if not (is_schedule(each.name) or _is_layout(each))]
    found = survey(records, kept, reads, known, progress)
    named = {name for name, _ in bad.unread}
    found.unread = bad.unread + [each for each in found.unread if each[0] not in named]
    found.aside = [name for name in found.aside if name not in named]
    return _Ready(kept, found, Event(schedule, len(found.matches) > 1, found.event))


def _is_layout(file: Handed) -> bool:
    """Whether it is a layout of a club's sheet: used, so neither a document nor left out."""
    try:
        return is_layout(file.path)
    except OSError:
        return False  # What is wrong with it is said where it is read.


def stored_readings(files: Sequence[Handed], out: Path) -> ReadingStore:
    """What an audit of these files into this folder has read."""
    return ReadingStore(out / READINGS, way_of(layouts_of(files, None, Survey())))


def _matches(ready: _Ready, work: Callable[[Sequence[Read]], T]) -> Iterator[T]:
    """What a worker makes of the matches, one by one. What it cannot be made of is listed among the unread:
    of a match, only the documents at fault."""
    for pieces in ready.found.matches:
        reads: list[Read] = []
        for piece in pieces:
            try:
                reads.append(fetched(piece, ready.kept))
            except Exception as error:
                ready.found.unread.append((piece.name, of_one(piece.name, error)))
        if not reads:
            continue
        try:
            done, failed = as_many(reads, partial(_by_a_worker, work))
        except ConfinedError as error:
            done, failed = None, [(each, error) for each in reads]
        ready.found.unread.extend((each.name, of_one(each.name, why)) for each, why in failed)
        if done is not None:
            yield done


def _by_a_worker(work: Callable[[Sequence[Read]], T], reads: Sequence[Read]) -> T:
    name = reads[0].name if len(reads) == 1 else f"The match of {reads[0].name}"
    return workers().call(task_for(reads, name, "judge"), work, reads)


def _claim(out: Path) -> None:
    """Make the folder of reports ours, with what an audit that was stopped has left there.

    Raises DeskError where it holds anything that an audit did not write.
    """
    if out.exists() and not (
        out.is_dir() and ((out / MADE_HERE).exists() or not any(out.iterdir()))
    ):
        raise DeskError(
            f"{out} already exists and is not a folder of reports.",
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
    sync_names(out.parent)
    sync_names(out)
    shutil.rmtree(old, ignore_errors=True)

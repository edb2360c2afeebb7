"""A tournament's folder: photos, scans and typed logs into one dispute report a match."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from cattrs import structure, unstructure

from fairdeal.desk.archive.eventfile import Planned
from fairdeal.desk.check.json_answer import Json, as_json
from fairdeal.desk.check.questions import missing, questions
from fairdeal.desk.confined import ConfinedError, Workers
from fairdeal.desk.extras import DOUBLE_DUMMY, installed
from fairdeal.desk.files import sync_folder, sync_names, write_bytes, write_text
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.papers import disputed, other_name
from fairdeal.desk.intake.reading import Crew, Here, ReadAll, is_layout, reads_by
from fairdeal.desk.intake.schedule import Adjustment, Schedule, is_adjustments, is_schedule
from fairdeal.desk.judging import Read, as_many, judged, task_for
from fairdeal.desk.numbered import unlikely
from fairdeal.desk.report.names import title_of
from fairdeal.desk.report.page import render
from fairdeal.desk.score.match import score_of
from fairdeal.desk.tournament.folder import (
    MADE_HERE,
    Handed,
    Piece,
    Progress,
    ReadingStore,
    Survey,
    fetched,
    look_through,
    strangers,
    survey,
    write_list,
)
from fairdeal.desk.tournament.from_case import result_of
from fairdeal.desk.tournament.kept import Kept, key_of
from fairdeal.desk.tournament.lists import adjustments_of, layouts_of, schedule_of
from fairdeal.desk.tournament.overview import overview, table_files
from fairdeal.desk.tournament.results import (
    RESULTS,
    Audited,
    LeftOut,
    MatchResult,
    OverMatches,
)
from fairdeal.desk.tournament.travellers import pages_of
from fairdeal.desk.trouble import DeskError, of_one
from fairdeal.desk.usual import usual_rulebook
from fairdeal.grammar.notation.writer import write
from fairdeal.rulings.bridge import remembered
from fairdeal.rulings.frame.finding import named
from fairdeal.rulings.frame.follows import causes
from fairdeal.rulings.rulebooks.files import located
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
    usual: str = ""
    """The rulebook of records that name none, as `book_for` has it: on every machine that judges."""

    def known(self, case: Case) -> Case:
        """The case with what the schedule says of its match, where its documents do not."""
        fixture = self._fixture(case)
        return case if fixture is None else replace(case, known=fixture.tags())

    def _fixture(self, case: Case) -> Planned | None:
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
    """A match as it is written to the folder of reports, under a name that its place among the others gives
    it. `told` is its line of ``findings.jsonl``, `result` its `MatchResult`."""

    title: str
    report: str
    record: str
    told: str
    result: Json
    best: remembered.Answers
    """What best play gives in its deals, where anything was asked of it."""


@dataclass(slots=True)
class Known:
    """What is known so far of best play in the deals of the event, for whoever judges next."""

    best: remembered.Answers


def ruled_on(reads: Sequence[Read], rules: str | None, event: Event) -> tuple[str, Case]:
    """In a worker: what a match is called, and its case."""
    case = event.known(judged(reads, rules, usual=event.usual))
    return title_of(case), case


def draw_up(known: Known, reads: Sequence[Read], rules: str | None, event: Event) -> DrawnUp:
    """In a worker: a match ruled on."""
    remembered.recall(known.best)
    title, case = ruled_on(reads, rules, event)
    result = replace(
        result_of(case, title, "", ""),
        unplaced=event.unplaced(case),
        stranger=bool(event.stranger(case)),
    )
    told = json.dumps(_facts(title, case), ensure_ascii=False)
    report, record = render(case), write(case.record)
    return DrawnUp(title, report, record, told, unstructure(result), remembered.asked())


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
        record=case.record,
    )
    doubted = replace(case.verdict, findings=doubts)
    told["doubts"] = as_json(title, doubted, (), record=case.record)["findings"]
    return told


def file_name(title: str, taken: Collection[str]) -> str:
    """``onam-cup-table-4-round-2.html``: letters of any script, nothing that climbs or hides."""
    letters = (
        letter if unicodedata.category(letter)[0] in "LMN" or letter in _JOINERS else " "
        for letter in visible(unicodedata.normalize("NFC", title).casefold())
    )
    slug = "-".join("".join(letters).split())[:LONGEST_NAME].rstrip("-") or "match"
    names = chain([f"{slug}.html"], (f"{slug}-{number}.html" for number in count(2)))
    return next(name for name in names if name not in taken and name != "index.html")


T = TypeVar("T")
Match = tuple[Piece, ...]

READINGS: Final = ".readings"
"""The folder within the reports in which readings are kept."""
KEPT: Final = ".kept"
"""The folder within the reports in which reports are kept, and what files say of themselves."""


def over_matches(
    folder: Path,
    work: Callable[[Sequence[Read], str | None, Event], T],
    rules: str | None = None,
    progress: Progress | None = None,
    sheets: KnownSheets | None = None,
    keep_in: Path | None = None,
) -> OverMatches[T]:
    """What workers make of every match of a folder, all held in memory. Nothing is written, but what was
    read `keep_in` a folder of reports, if one is named.

    `sheets` are layouts of clubs' own sheets; those lying in the folder are used as well.
    Raises DeskError where it is not a folder or there is nothing in it.
    """
    there = look_through(folder)
    with closing(Here()) as crew:
        ready = _surveyed(there.files, keep_in, crew, reads_by(crew), sheets, progress)
        matches = ready.found.matches
        made = {match: done for match, _, done in _judged(ready, crew, work, rules, matches)}
    return OverMatches(
        tuple(made[each] for each in matches if each in made),
        tuple(sorted(ready.found.unread)),
        tuple(ready.found.aside),
        tuple(there.left_out),
    )


def audit_into(
    folder: Path,
    out: Path,
    rules: str | None = None,
    progress: Progress | None = None,
    sheets: KnownSheets | None = None,
    reads: ReadAll | None = None,
    crew: Crew | None = None,
) -> Audited:
    """Audit a folder and write its reports into another; without any match, nothing is written.

    What was read and judged is kept in `out`: begun again after being stopped, or with more files, only
    what is new is read, and only matches are judged whose files, schedule, rulebook or program are others.
    Only a few matches are held in memory at a time. The reports take the place of those of an earlier
    audit at the very end, all at once.

    Raises DeskError where there is nothing to audit, or `out` holds what no audit has written.
    """
    there = look_through(folder)
    title = folder.resolve().name
    return audit_files(
        there.files, title, out, rules, progress, sheets, reads, None, there.left_out, crew
    )


def audit_files(
    files: Sequence[Handed],
    title: str,
    out: Path,
    rules: str | None = None,
    progress: Progress | None = None,
    sheets: KnownSheets | None = None,
    reads: ReadAll | None = None,
    judged: Progress | None = None,
    skipped: Sequence[LeftOut] = (),
    crew: Crew | None = None,
    usual: str | None = None,
) -> Audited:
    """`audit_into` for files wherever they lie; without any match, nothing is written. `judged` is reported
    of each match that is judged; `skipped` is what lies beside the files and was left out; `usual` is as for
    `book_for`. The `crew` does
    the work, workers of this machine where none is named; `reads` reads the photos instead of it."""
    _claim(out)
    with closing(Here()) as here:
        crew = crew or here
        ready = _surveyed(files, out, crew, reads or reads_by(crew), sheets, progress, usual)
        drawn = _all_drawn_up(ready, crew, rules, judged)
    found = ready.found
    aside = out.with_name(f".{out.name}.new")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    results: list[MatchResult] = []
    digests: dict[str, str] = {}
    # Halves of letters, from file names of other systems, are written as JSON writes them.
    with (aside / "findings.jsonl").open(
        "w", encoding="utf-8", errors="backslashreplace", newline="\n"
    ) as lines:
        for match in drawn:
            file = file_name(match.title, digests)
            for name, kind in ((file, ".html"), (record_of(file), ".hrn")):
                ready.kept.link(match.key + kind, aside / name)
                digests[name] = match.digests[kind]
            lines.write(match.told + "\n")
            results.append(match.named(file))
    unread = tuple(sorted(found.unread))
    given = ready.adjustments
    done = Audited(tuple(results), unread, tuple(found.aside), tuple(skipped), given)
    if not results:
        shutil.rmtree(aside)
        _give_up(out)
        return done
    tables = table_files(results, given)
    for name, make in tables.items():
        write_bytes(aside / name, make(), lasting=False)
    write_text(aside / RESULTS, json.dumps(unstructure(done), ensure_ascii=False), lasting=False)
    unjudged = (*done.unread, *done.not_judged)
    shown = overview(title, results, unjudged, done.left_out, list(tables), given)
    for name, page in {**pages_of(title, results, given), "index.html": shown}.items():
        write_text(aside / name, page, lasting=False)
    write_list(aside, digests)
    sync_folder(aside)
    ready.kept.tidy()
    ready.readings.tidy()
    _put_in_place(aside, out)
    return done


@dataclass(frozen=True, slots=True)
class _Ready:
    """Files that were read and distinguished, what is known of the event beside them, and what is kept."""

    readings: ReadingStore
    kept: Kept
    found: Survey
    event: Event
    adjustments: tuple[Adjustment, ...]


def _surveyed(
    files: Sequence[Handed],
    keep_in: Path | None,
    crew: Crew,
    reads: ReadAll,
    sheets: KnownSheets | None,
    progress: Progress | None,
    usual: str | None = None,
) -> _Ready:
    bad = Survey()
    known = layouts_of(files, sheets, bad)
    schedule, given = schedule_of(files, bad), adjustments_of(files, bad)
    readings = ReadingStore(None if keep_in is None else keep_in / READINGS, known)
    kept = Kept(None if keep_in is None else keep_in / KEPT)
    records = [
        each
        for each in files
        if not (is_schedule(each.name) or is_adjustments(each.name) or _is_layout(each))
    ]
    found = survey(records, readings, kept, reads, crew, known, progress)
    named = {name for name, _ in bad.unread}
    found.unread = bad.unread + [each for each in found.unread if each[0] not in named]
    found.aside = [name for name in found.aside if name not in named]
    usual = usual_rulebook() if usual is None else usual
    event = Event(schedule, len(found.matches) > 1, found.event, usual)
    return _Ready(readings, kept, found, event, given)


def _is_layout(file: Handed) -> bool:
    try:
        return is_layout(file.path)
    except OSError:
        return False  # What is wrong with it is said where it is read.


def stored_readings(files: Sequence[Handed], out: Path) -> ReadingStore:
    """What an audit of these files into this folder has read."""
    return ReadingStore(out / READINGS, layouts_of(files, None, Survey()))


@dataclass(frozen=True, slots=True)
class _Entry:
    """A match as it is kept: its report and record are files of the same key."""

    key: str
    title: str
    told: str
    result: Json
    digests: dict[str, str]
    best: remembered.Answers

    def named(self, file: str) -> MatchResult:
        """The result, under the name that the report has among the others."""
        findings = [{**each, "file": file} for each in self.result["findings"]]
        named = {"file": file, "record": record_of(file), "findings": findings}
        return structure({**self.result, **named}, MatchResult)


def _all_drawn_up(
    ready: _Ready, crew: Crew, rules: str | None, progress: Progress | None
) -> list[_Entry]:
    """Every match, in order: taken over where it was judged before as it would be now, else judged."""
    matches, kept = ready.found.matches, ready.kept
    # Of the rulebook asked for, all on which a report depends; that of the program is its own.
    book = "" if rules is None else repr(located(rules))
    known = (repr(ready.event), book, installed(DOUBLE_DUMMY))
    solved = f"{key_of('best play')}.json"
    best = Known(json.loads(kept.get(solved) or "{}"))
    there = {
        match: _entry(kept, key_of(known, *(each.mark for each in match))) for match in matches
    }
    waiting = [match for match, entry in there.items() if entry is None]
    done = len(matches) - len(waiting)
    for match, of, drawn in _judged(ready, crew, partial(draw_up, best), rules, waiting):
        key = key_of(known, *(each.mark for each in of))
        digests = {
            kind: kept.put_file(key + kind, text)
            for kind, text in ((".html", drawn.report), (".hrn", drawn.record))
        }
        kinds = (digests, drawn.best)
        there[match] = entry = _Entry(key, drawn.title, drawn.told, drawn.result, *kinds)
        kept.put(f"{key}.json", json.dumps(asdict(entry), ensure_ascii=False))
        best.best = best.best | drawn.best
        done += 1
        if progress is not None:
            progress(drawn.title, done, len(matches))
    entries = [entry for entry in there.values() if entry is not None]
    solutions = [each for entry in entries for each in entry.best.items()]
    if solutions:
        answers = {deal: best.best.get(deal, each) for deal, each in solutions}
        kept.put(solved, json.dumps(answers))
    return entries


def _entry(kept: Kept, key: str) -> _Entry | None:
    text = kept.get(f"{key}.json")
    entry = None if text is None else _Entry(**json.loads(text))
    if entry is None or not all(kept.has(key + kind, sha) for kind, sha in entry.digests.items()):
        return None
    return entry


def _judged(
    ready: _Ready,
    crew: Crew,
    work: Callable[[Sequence[Read], str | None, Event], T],
    rules: str | None,
    matches: Iterable[Match],
) -> Iterator[tuple[Match, Match, T]]:
    """What workers make of matches, as they are done: each with the documents that it is made of. Those at
    fault are listed among the unread."""
    unread = ready.found.unread

    def jobs() -> Iterator[tuple[Match, list[tuple[Piece, Read]]]]:
        for match in matches:
            found: list[tuple[Piece, Read]] = []
            for piece in match:
                try:
                    found.append((piece, fetched(piece, ready.readings)))
                except Exception as error:
                    unread.append((piece.name, of_one(piece.name, error)))
            if found:
                yield match, found

    for (match, found), outcome in crew.each(jobs(), partial(_work, work, rules, ready.event)):
        if isinstance(outcome, DeskError):
            why = f"judging it {outcome.message}. Judge it on this machine."
            unread.extend((piece.name, f"{piece.name}: {why}") for piece, _ in found)
            continue
        done, failed = outcome
        unread.extend((found[at][0].name, why) for at, why in failed.items())
        if done is not None:
            yield (
                match,
                tuple(piece for at, (piece, _) in enumerate(found) if at not in failed),
                done,
            )


def _work(
    work: Callable[[Sequence[Read], str | None, Event], T],
    rules: str | None,
    event: Event,
    pool: Workers,
    job: tuple[Match, list[tuple[Piece, Read]]],
) -> tuple[T | None, dict[int, str]]:
    """What a worker makes of a match, and the documents left out of it by their place, each with why."""
    reads = [read for _, read in job[1]]

    def together(places: Sequence[int]) -> T:
        some = [reads[at] for at in places]
        name = some[0].name if len(some) == 1 else f"The match of {some[0].name}"
        return pool.call(task_for(some, name, "judge"), work, some, rules, event)

    places = range(len(reads))
    try:
        done, failed = as_many(places, together)
    except ConfinedError as error:
        done, failed = None, [(at, error) for at in places]
    return done, {at: of_one(reads[at].name, why) for at, why in failed}


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
            _take_over(left, out)
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
    _take_over(old, out)
    for strange in strangers(old):  # put there while the audit was at work
        if not (out / strange.name).exists():
            strange.rename(out / strange.name)
    sync_names(out.parent)
    sync_names(out)
    shutil.rmtree(old, ignore_errors=True)


def _take_over(old: Path, new: Path) -> None:
    """What is kept in one folder of reports, into another that has nothing of it."""
    for name in (READINGS, KEPT):
        if (old / name).exists() and not (new / name).exists():
            (old / name).rename(new / name)

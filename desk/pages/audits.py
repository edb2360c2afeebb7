"""Auditing a tournament on the pages: hand in many files, watch, look at the result, open a case."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request, session
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import rulings
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.eventfile import EventFile, Filed
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.files import base_name, is_typed
from fairdeal.desk.intake.documents import from_transcripts
from fairdeal.desk.intake.papers import said
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    begin,
    files_given,
    known_books,
    must_be_known,
    sent,
    who,
    word,
)
from fairdeal.desk.pages.audit_jobs import jobs
from fairdeal.desk.pages.guard import LARGEST_AUDIT, MANY, OF_REPORTS, inside
from fairdeal.desk.pages.jobs import Task
from fairdeal.desk.review import casework
from fairdeal.desk.score.figures import score_table
from fairdeal.desk.tournament.audit import stored_readings
from fairdeal.desk.tournament.event import MOST_FILES, shown_name
from fairdeal.desk.tournament.overview import LISTED, overview, table_files
from fairdeal.desk.tournament.pairs import session_of
from fairdeal.desk.tournament.results import RESULTS, Audited, MatchResult
from fairdeal.desk.tournament.ruled import given_in, linked, results_of, tags_of, with_rulings
from fairdeal.desk.tournament.standings import standings
from fairdeal.desk.tournament.travellers import SCORECARDS, TRAVELLERS, pages_of
from fairdeal.desk.tournament.years import NOT_KNOWN, grouped, matches_of, whole
from fairdeal.desk.trouble import DeskError
from fairdeal.records import Transcript

pages = Blueprint("audits", __name__)


_PARTS_BESIDE: Final = 20
"""Entries of the form beside its files."""
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".hrn": "text/plain; charset=utf-8",
    ".jsonl": "text/plain; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".parquet": "application/vnd.apache.parquet",
    ".xml": "application/xml",
    ".pbn": "text/plain; charset=utf-8",
}
FIRST: Final = "index.html"
"""The first page of an audit's reports."""
_PAGES: Final = (FIRST, TRAVELLERS, SCORECARDS)
"""Pages of all matches: with what was ruled since."""
_TO_KEEP: Final = (".csv", ".xlsx", ".parquet", ".xml", ".pbn")
"""Files that a browser saves rather than shows."""

_LOST: Final = (
    "What this audit found was kept in a file that is damaged. Go on, and it is worked out again: no "
    "photo is read twice."
)


@pages.url_value_preprocessor
def room_for_many(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """An audit's form may hold more than others do: of somebody only who is in and has seen a page."""
    if endpoint in MANY and "token" in session and inside():
        request.max_content_length = LARGEST_AUDIT
        request.max_form_parts = MOST_FILES + _PARTS_BESIDE


@pages.get("/audits")
def audits() -> Response:
    listed, year = jobs().files.all(), request.args.get("year", "")[:20]
    matches = matches_of(archive(), jobs().files).only(events=[each.id for each in listed])
    season = matches.only([year] if year else ())
    figures = {each.key: each for each in grouped(season, "event")}
    rows = [
        (each, _state(each), figures.get(each.id))
        for each in listed
        if not year or each.id in figures
    ]
    return answer(
        "audits.html",
        rows=rows,
        books=known_books(),
        most=MOST_FILES,
        year=year,
        years=matches.years if listed else [],
        not_known=NOT_KNOWN,
        season=whole(season),
    )


def _state(asked: EventFile) -> str:
    if jobs().working(asked.id):
        return "at work"
    outcome = jobs().files.outcome(asked.id)
    if not asked.files:
        return "no papers yet"
    if outcome is None or not jobs().finished(asked):
        return "not finished"
    return "not read" if outcome.trouble else "done"


@pages.post("/audits")
def new_audit() -> AnyResponse:
    rules = word("rules", 100)
    if rules:
        must_be_known(rules)
    event = jobs().files.new()
    try:
        title = word("title", 200)
        nothing = title and not any(each.filename for each in request.files.values())
        papers = [] if nothing else _taken(event)
        jobs().files.begin(event, title or "Audit", rules, who(), papers)
    except Exception:
        jobs().files.drop(event)
        raise
    if not papers:
        return back(f"/audits/{event}/rounds")
    jobs().add(event)
    return back(f"/audits/{event}")


@pages.post("/audits/<audit>/files")
def more_files(audit: str) -> AnyResponse:
    jobs().files.get(audit)
    jobs().files.add(audit, _taken(audit), who())
    jobs().add(audit)
    return back(f"/audits/{audit}")


def _taken(event: str) -> list[Filed]:
    """The files of the form, kept. Raises as `files_given` does, and where all are empty."""
    given = files_given(
        ("files", "folder"),
        MOST_FILES,
        "Choose the photos and logs of the tournament.",
        f"Add at most {MOST_FILES}; more can be added afterwards.",
    )
    kept = [
        jobs().files.take(event, shown_name(each.filename or ""), each.stream) for each in given
    ]
    found = [each for each in kept if each is not None]
    if not found:
        raise DeskError("Every file is empty.", "", "Choose them again.")
    return found


@pages.get("/audits/<audit>")
def audit_page(audit: str) -> Response:
    # First: what ends from here on is not in what is looked up below.
    progress = jobs().progress(audit)
    asked = jobs().files.get(audit)
    outcome = jobs().files.outcome(audit)
    done = results_of(jobs().files.reports(audit))
    return answer(
        "audit.html",
        asked=asked,
        event=asked,
        progress=progress,
        outcome=outcome if not progress["working"] else None,
        finished=jobs().finished(asked),
        lost=_LOST if done is None and (jobs().files.reports(audit) / RESULTS).exists() else "",
        done=done,
        **_ruled(asked, done),
    )


def _ruled(asked: EventFile, done: Audited | None) -> dict[str, Any]:
    """The cases that were opened from an audit, its matches with what was ruled, and the standings."""
    if done is None:
        nothing: list[str] = []
        empty = dict.fromkeys(("rows", "before", "after", "tables"), nothing)
        return {**empty, "cases": {}, "turned": 0, "session": None, "session_ruled": None}
    written = _written(jobs().files.reports(asked.id))
    kept = [path.name for path in written if path.suffix in _TO_KEEP]
    cases = linked(archive(), asked.id, done.results)
    results = with_rulings(done.results, cases)
    ruled = any(each.as_ruled is not None for each in results)
    more = ["standings-as-ruled.csv"] if ruled else []
    given = given_in(asked, done)
    session = session_of(results, adjustments=given)
    decided = session is not None and session.decided
    after = session_of(results, ruled=True, adjustments=given) if decided else None
    if after is not None:
        of = {"pairs": after.pairs, "team-matches": after.matches, "teams": after.teams}
        more += [f"{name}-as-ruled.csv" for name, lines in of.items() if lines]
    return {
        "tables": sorted({*kept, *more}),
        "cases": cases,
        "rows": [(each, score_table(each.score, each.teams).lines) for each in results],
        "session": session,
        "session_ruled": after,
        "listed": LISTED,
        "before": standings(results),
        "after": standings(results, ruled=True) if ruled else [],
        "turned": sum(each.flips for each in results),
    }


@pages.get("/audits/<audit>/progress.json")
def audit_progress(audit: str) -> Response:
    jobs().files.get(audit)
    return jsonify(jobs().progress(audit))


@pages.post("/audits/<audit>/again")
def again(audit: str) -> AnyResponse:
    """Go on where it stopped: what was read is not read again."""
    jobs().files.get(audit)
    who()
    jobs().add(audit)
    return back(f"/audits/{audit}")


@pages.post("/audits/<audit>/remove")
def remove(audit: str) -> AnyResponse:
    if jobs().working(audit):
        raise DeskError("The audit is at work.", "", "Wait until it has ended.")
    jobs().files.remove(audit, who())
    return back("/audits")


@pages.get("/audits/<audit>/reports/<name>")
def report_file(audit: str, name: str) -> Response:
    """A file of the reports: one that the audit wrote, found by its name in the list of them."""
    asked = jobs().files.get(audit)
    written = {path.name: path for path in _written(jobs().files.reports(audit))}
    data = _as_ruled(asked, name)
    if name not in written and data is None:
        raise NotFound
    path = written.get(name, Path(name))
    try:
        data = path.read_bytes() if data is None else data
    except FileNotFoundError as error:
        raise NotFound from error  # written again at this moment
    save_as = path.name if path.suffix in _TO_KEEP else ""
    return sent(data, _TYPES[path.suffix], save_as, OF_REPORTS)


def _as_ruled(asked: EventFile, name: str) -> bytes | None:
    """The first page or a table with what was ruled since the audit; None where nothing was."""
    done = results_of(jobs().files.reports(asked.id))
    if done is None or not (name in _PAGES or name.endswith(_TO_KEEP)):
        return None
    results = with_rulings(done.results, linked(archive(), asked.id, done.results))
    given = given_in(asked, done)
    if all(each.as_ruled is None for each in results) and given == done.adjustments:
        return None
    if name != FIRST and name in _PAGES:
        page = pages_of(asked.title, results, given).get(name)
        return None if page is None else page.encode("utf-8", "surrogatepass")
    tables = table_files(results, given)
    if name == FIRST:
        shown = overview(asked.title, results, done.unread, done.left_out, list(tables), given)
        return shown.encode("utf-8", "surrogatepass")
    return tables[name]() if name in tables else None


def _written(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [
        path
        for path in sorted(folder.iterdir())
        if path.suffix in _TYPES and not path.name.startswith(".") and path.is_file()
    ]


@pages.post("/audits/<audit>/case")
def open_as_case(audit: str) -> AnyResponse:
    """A match's documents added to a new case, with what was read from them."""
    asked = jobs().files.get(audit)
    done = results_of(jobs().files.reports(audit))
    named = word("report", 300)
    match = next((each for each in done.results if each.file == named), None) if done else None
    if match is None:
        raise DeskError("There is no such match in this audit.", "", "Look at the audit again.")
    known = linked(archive(), audit, [match]).get(match.file)
    if known is not None:
        return back(f"/cases/{known.case}")
    case, unread = _case_of(asked, match)
    begin(case, unread)
    return back(f"/cases/{case}")


def _case_of(asked: EventFile, match: MatchResult) -> tuple[str, list[Task]]:
    """A new case with the match's documents and their readings; and photos still to be read, where
    what the audit read is not kept any more."""
    unread: list[Task] = []
    kept = stored_readings(list(jobs().files.handed(asked)), jobs().files.reports(asked.id))
    with archive().writing():
        tags = {"Event": match.event, "Round": match.round, "Table": match.table}
        tags |= tags_of(asked.id, match)
        case = archive().open_case(
            match.title, who(), {name: value for name, value in tags.items() if value}
        )
        book = asked.rules or match.rulebook
        if book in rulings.known():
            casework.act_on(archive(), case, Kind.RULES, {"rulebook": book}, who())
        for digest in match.digests:
            found = jobs().files.data(asked, digest)
            if found is None:
                continue
            filed, data = found
            name = base_name(filed.name)
            casework.keep_document(archive(), case, data, name, who())
            if not is_typed(data):
                reading = kept.get(digest, name)
                if reading is None:
                    unread.append(Task(case, digest, name))
                    continue
                read, trouble = ([], reading) if isinstance(reading, str) else (reading, "")
                read = workers().call(Work.photo(name), _of_match, read, match, digest)
                casework.keep_reading(archive(), case, digest, read, trouble)
    return case, unread


def _of_match(read: list[Transcript], match: MatchResult, digest: str) -> list[Transcript]:
    """In a worker: the pages that belong to a match. A scan may hold the sheets of several."""
    found = []
    for page in read:
        document = from_transcripts(page.photo, digest, [page])
        told = ((said(document, "Round"), match.round), (said(document, "Table"), match.table))
        if all(not own or not its or own == its for own, its in told):
            found.append(page)
    return found

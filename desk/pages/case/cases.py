"""The list of cases, a new one, and a case at a glance."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, request
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import CaseFile, fold
from fairdeal.desk.archive.history import describe
from fairdeal.desk.confined import ConfinedError
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.documents import LARGEST_FILE, base_name, is_text
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    judged_or_why,
    queue,
    seen,
    who,
    word,
)
from fairdeal.desk.pages.jobs import Task
from fairdeal.desk.report.heading import title_of
from fairdeal.desk.review import casework
from fairdeal.desk.review.ruling.settings import settings_of
from fairdeal.desk.score.as_json import in_force
from fairdeal.desk.tapping.drafts import Drafts
from fairdeal.desk.trouble import DeskError
from fairdeal.rulings import games

pages = Blueprint("cases", __name__)

MOST_FILES = 200
"""Documents handed in at once: a match has a sheet or two and some twenty logs."""


@dataclass(frozen=True, slots=True)
class Row:
    """A case in the list."""

    id: str
    title: str
    opened: str
    state: str
    documents: int
    sender: str
    score: str
    """The score in force, under its name; empty where none is known."""


@pages.get("/")
def cases() -> Response:
    opened = archive()
    rows = [_row(fold(case, opened.acts(case))) for case in opened.cases()]
    removed = [row for row in rows if row.state == "removed"]
    rows = [row for row in rows if row.state != "removed"]
    return answer(
        "cases.html", rows=rows, removed=removed, books=known_books(), under_way=under_way("")
    )


def under_way(case: str) -> list[tuple[str, str]]:
    """The deals being entered by taps for a case, or for none yet: their numbers and titles."""
    all_ = Drafts(archive().path).all()
    return [(each.id, each.title) for each in all_ if each.case == case]


def _row(file: CaseFile) -> Row:
    date = file.acts[0].at if file.acts else ""
    title = file.title or "Without a name"
    score = in_force(file.checked.body.get("score")) if file.checked is not None else ""
    return Row(file.id, title, date, file.state, len(file.documents), file.sender, score)


def known_books() -> list[tuple[str, str]]:
    return [(name, games.load(name).title) for name in games.known()]


@pages.post("/cases")
def new_case() -> AnyResponse:
    files = _files()
    if not files:
        raise DeskError("No file was chosen.", "", "Choose the photos or logs of one match.")
    with archive().writing():
        case = archive().open_case(word("title", 200), who())
        book = word("rules") or settings_of(archive().path).rulebook
        if book:
            _choose(case, book)
        tasks = [keep(case, name, data) for name, data in files]
    begin(case, tasks)
    return back(f"/cases/{case}")


@pages.post("/cases/<case>/documents")
def more_documents(case: str) -> AnyResponse:
    files = _files()
    if not files:
        raise DeskError("No file was chosen.", "", "Choose photos or logs of this match.")
    with archive().writing():
        tasks = [keep(case, name, data) for name, data in files]
    begin(case, tasks)
    return back(f"/cases/{case}")


def _files() -> list[tuple[str, bytes]]:
    given = [each for each in request.files.getlist("files") if each.filename]
    if len(given) > MOST_FILES:
        raise DeskError(
            f"{len(given)} files at once are too many.",
            "",
            f"Add at most {MOST_FILES}, a match at a time.",
        )
    return [(_name(each), _bytes(each)) for each in given]


def _name(file: FileStorage) -> str:
    """A name to show, never a path: nothing is ever written to the disk under it."""
    name = base_name(file.filename or "")
    kept = "".join(letter for letter in name if letter >= " " and letter != "\x7f").strip(". ")
    return kept[-120:] or "document"


def _bytes(file: FileStorage) -> bytes:
    data = file.stream.read(LARGEST_FILE + 1)
    if not data:
        raise DeskError(f"{_name(file)} is empty.", "", "Choose it again.")
    if len(data) > LARGEST_FILE:
        raise DeskError(f"{_name(file)} is too large.", "", "Send single pages.")
    return data


def keep(case: str, name: str, data: bytes) -> Task | None:
    """Keep a document as it was handed in; what is still to be read of it, None for a typed record."""
    digest = casework.keep_document(archive(), case, data, name, who())
    return None if is_text(data) else Task(case, digest, name)


def begin(case: str, tasks: list[Task | None]) -> None:
    """Photos into the queue; what was typed is judged at once."""
    for task in tasks:
        if task is not None:
            queue().add(task)
    file = casework.case_file(archive(), case)
    if casework.documents_ready(file, archive()):
        with suppress(ConfinedError):  # The case's page says why it cannot be judged.
            casework.recheck_new(archive(), case)


def title_of_case(file: CaseFile, ruled: Case | None) -> str:
    if file.title:
        return file.title
    return title_of(ruled) if ruled is not None else "New case"


@pages.get("/cases/<case>/progress.json")
def progress(case: str) -> Response:
    file = casework.case_file(archive(), case)
    done = sum(digest in file.readings for digest in file.documents)
    return jsonify({"left": queue().left(case), "read": done, "last": file.last})


@pages.post("/cases/<case>/rules")
def choose_rules(case: str) -> AnyResponse:
    _choose(case, word("rules"), seen())
    casework.recheck(archive(), case)
    return back(f"/cases/{case}")


def _choose(case: str, book: str, last: int | None = None) -> None:
    if book not in games.known():
        raise DeskError("There is no such rulebook.", "", "Choose one of the list.")
    casework.act_on(archive(), case, Kind.RULES, {"rulebook": book}, who(), last)


@pages.get("/cases/<case>/history")
def history(case: str) -> Response:
    file = casework.case_file(archive(), case)
    lines = [(act.number, act.at, act.who, describe(act), act.redacted) for act in file.acts]
    title = title_of_case(file, judged_or_why(file)[0])
    return answer("history.html", file=file, title=title, lines=lines)

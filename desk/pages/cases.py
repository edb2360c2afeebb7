"""The list of cases, a new one, and a case at a glance."""

from __future__ import annotations

from dataclasses import fields
from threading import Lock
from typing import Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.search import Question, listed, search as look
from fairdeal.desk.archive.shapes import LARGEST
from fairdeal.desk.check.questions import missing_line, questions
from fairdeal.desk.files import LARGEST_FILE, base_name, is_typed
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.fates import fate, papers_line
from fairdeal.desk.numbered import numbered
from fairdeal.desk.pages import settings
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    begin,
    case_and_verdict,
    files_given,
    judged_or_why,
    known_books,
    must_be_known,
    number_given,
    put_in,
    queue,
    seen,
    sent,
    who,
    word,
)
from fairdeal.desk.pages.drafts import Drafts
from fairdeal.desk.pages.jobs import unread
from fairdeal.desk.report.glance import glance
from fairdeal.desk.report.names import players_of, seats_at, team_called, title_of
from fairdeal.desk.review import casework
from fairdeal.desk.review.casework import case_file, documents_of, open_own
from fairdeal.desk.review.committee import describe
from fairdeal.desk.review.decided import left_to_decide
from fairdeal.desk.review.doubtful import Stage, doubtful, stage_of
from fairdeal.desk.score.figures import ScoreTable, in_force, lines_of, score_table
from fairdeal.desk.score.match import score_of
from fairdeal.desk.trouble import DeskError
from fairdeal.rulings import game_of

pages = Blueprint("cases", __name__)


MOST_FILES = 200
"""Documents added at once: a match has a sheet or two and some twenty logs."""


@pages.get("/")
def cases() -> Response:
    opened = archive()
    known = {each.case_id: each for each in listed(opened)}
    every = [known[case] for case in opened.cases() if case in known]
    return answer(
        "cases.html",
        rows=[(each, in_force(each.score)) for each in every if each.state != "removed"],
        removed=[each for each in every if each.state == "removed"],
        books=known_books(),
        under_way=under_way(""),
        example=settings.EXAMPLE.is_dir(),
    )


def under_way(case: str) -> list[tuple[str, str]]:
    """The deals being entered by taps for a case, or for none yet: their numbers and titles."""
    return [(each.id, each.title) for each in Drafts(archive().path).all() if each.case == case]


@pages.post("/cases")
def new_case() -> AnyResponse:
    def opened() -> str:
        case = archive().open_case(word("title", 200), who())
        if word("rules"):
            _choose(case, word("rules"))
        return case

    return put_in(_files("Choose the photos or logs of one match."), opened)


@pages.post("/cases/<case>/documents")
def more_documents(case: str) -> AnyResponse:
    return put_in(_files("Choose photos or logs of this match."), lambda: case)


def _files(remedy: str) -> list[tuple[str, bytes]]:
    """The files of the form, by their names. Raises as `files_given` does."""
    given = files_given(
        ("files",), MOST_FILES, remedy, f"Add at most {MOST_FILES}, a match at a time."
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


@pages.get("/cases/<case>/progress.json")
def progress(case: str) -> Response:
    left = queue().left(case)
    file = casework.case_file(archive(), case)
    done = sum(digest in file.readings for digest in file.documents)
    return jsonify({"left": left, "read": done, "last": file.last})


@pages.post("/cases/<case>/rules")
def choose_rules(case: str) -> AnyResponse:
    _choose(case, word("rules"), seen())
    casework.recheck(archive(), case)
    return back(f"/cases/{case}")


def _choose(case: str, book: str, last: int | None = None) -> None:
    must_be_known(book)
    casework.act_on(archive(), case, Kind.RULES, {"rulebook": book}, who(), last)


@pages.get("/cases/<case>/history")
def history(case: str) -> Response:
    file = casework.case_file(archive(), case)
    lines = [(act.number, act.at, act.who, describe(act), act.redacted) for act in file.acts]
    return answer("history.html", file=file, title=file.called, lines=lines)


@pages.get("/cases/<case>")
def overview(case: str) -> Response:
    left = queue().left(case)  # First: what is read from here on is not in what is judged below.
    file = casework.case_file(archive(), case)
    ruled, why = judged_or_why(file)
    told = () if ruled is None else numbered(ruled.verdict.findings)
    return answer(
        "case.html",
        file=file,
        title=file.called,
        own="" if ruled is None else title_of(ruled),
        ruled=ruled,
        score=None if ruled is None or ruled.book.single_boards else _score(file, ruled, left),
        left=left,
        stage=Stage("stopped", why, "") if why else stage_of(file, ruled, left),
        doubts=len(questions(ruled).open) if ruled is not None else 0,
        others=sum(not each.matters for each in doubtful(file, ruled)) if ruled is not None else 0,
        glance=None if ruled is None else glance(ruled, _names(ruled)),
        told=len(told),
        undecided=0 if ruled is None else len(left_to_decide(file, ruled)),
        missing="" if ruled is None else missing_line(ruled),
        players=() if ruled is None else players_of(ruled),
        books=known_books(),
        texts=_texts(file),
        alike=exchange.others_like(archive(), case),
        under_way=under_way(case),
        papers={}
        if ruled is None
        else {each.digest: (each.status, fate(each)) for each in ruled.ledger.papers},
        papers_line=() if ruled is None else papers_line(ruled.ledger),
    )


def _score(file: CaseFile, ruled: Case, left: int) -> ScoreTable:
    return score_table(
        score_of(ruled),
        _names(ruled),
        signed=file.signed is not None,
        whole=not (left or ruled.ledger.not_judged),
    )


def _names(ruled: Case) -> tuple[str, str]:
    one, two = game_of(ruled.book).sides
    return team_called(ruled, one), team_called(ruled, two)


def _texts(file: CaseFile) -> set[str]:
    """The typed records among a case's documents, by their digests."""
    unread = [digest for digest in file.documents if digest not in file.readings]
    return {digest for digest in unread if is_typed(archive().blob(file.id, digest) or b"\0")}


LONGEST = 500
"""Letters of a reason."""
NAME = 80
"""Letters of a player's name."""


@pages.post("/cases/<case>/name")
def rename(case: str) -> AnyResponse:
    casework.rename(archive(), case, word("title", 200), who())
    return back(f"/cases/{case}")


@pages.post("/cases/<case>/players")
def players(case: str) -> AnyResponse:
    """Who sat where; an empty name leaves what the record says."""
    _, ruled = case_and_verdict(case)
    names = {seat: word(f"player_{seat}", NAME) for seat in seats_at(ruled)}
    entered = casework.enter_players(archive(), case, names, who(), seen())
    return back(f"/cases/{case}", "" if entered is None else "The names of the players are saved.")


_OF_DOCUMENT: Final = {
    "withdraw": (
        Kind.WITHDRAWN,
        "The document is withdrawn. It stays in the archive, and you can put it back.",
    ),
    "place": (
        Kind.PLACED,
        "The document counts in this match. That is on record, and you can take it back.",
    ),
}


@pages.post("/cases/<case>/<any(withdraw, place):how>")
def of_document(case: str, how: str) -> AnyResponse:
    """A document that counts no more, or that is of this match whatever its heading says; the case is judged
    without it, or with it."""
    kind, done = _OF_DOCUMENT[how]
    digest = word("document", 64)
    casework.of_document(archive(), case, kind, digest, word("reason", LONGEST), who(), seen())
    if casework.documents_ready(casework.case_file(archive(), case), archive()):
        casework.recheck(archive(), case)
    return back(f"/cases/{case}#documents", done)


@pages.post("/cases/<case>/put-back")
def put_back(case: str) -> AnyResponse:
    """A document that was withdrawn counts again."""
    casework.take_back(archive(), case, number_given("act"), who())
    begin(case, unread(archive(), case))
    return back(f"/cases/{case}#documents")


@pages.post("/cases/<case>/remove")
def remove(case: str) -> AnyResponse:
    casework.remove(archive(), case, word("reason", LONGEST), who(), seen())
    return back("/", "The case is removed. You find it under “Removed cases”.")


@pages.post("/cases/<case>/bring-back")
def bring_back(case: str) -> AnyResponse:
    casework.bring_back(archive(), case, who())
    begin(case, unread(archive(), case))
    return back(f"/cases/{case}")


_one_at_a_time = Lock()


@pages.get("/search")
def search() -> Response:
    """Cases by whatever is known of them."""
    given = {
        each.name: request.args.get(each.name, "")[:200].strip()
        for each in fields(Question)
        if each.name != "ruled"
    }
    question = Question(**given, ruled=bool(request.args.get("ruled")))
    asked = any(given.values()) or question.ruled
    hits = look(archive(), question) if asked else []
    near = asked and not hits
    hits = look(archive(), question, near=True) if near else hits
    return answer(
        "search.html",
        question=question,
        asked=asked,
        near=near and bool(hits),
        hits=[(hit, lines_of(hit.case.score)) for hit in hits],
        titles=sorted(words.TITLES.items(), key=lambda each: each[1]),
        books=rulings.known(),
    )


@pages.get("/cases/<case>/export")
def export(case: str) -> Response:
    """The case as one file for another committee, unsigned: keys are not kept where pages are."""
    data = exchange.export(archive(), case)
    return sent(data, "application/zip", f"{case.replace('~', '-')}.case")


@pages.post("/import")
def take_in() -> AnyResponse:
    """A case of another committee's, verified, and put beside our own."""
    file = request.files.get("file")
    data = file.stream.read(LARGEST + 1) if file is not None else b""
    if not data or len(data) > LARGEST:
        raise DeskError("Choose the file that the other committee sent.", "", "")
    name, sender, key = who(), word("sender", exchange.LONGEST), word("key", 100)
    with _one_at_a_time:  # A case may be a gigabyte when it is unpacked.
        theirs = exchange.open_case(data)
        came = exchange.take_in(archive(), theirs, name, sender=sender, key=key)
    return back(f"/cases/{came.case}")


@pages.post("/cases/<case>/copy")
def copy(case: str) -> AnyResponse:
    """A case of our own with the documents of one that others sent, to be read and judged here."""
    file = case_file(archive(), case)
    documents = [(name, data) for name, data, _, _ in documents_of(archive(), file)]
    return put_in(documents, lambda: open_own(archive(), file, who()))

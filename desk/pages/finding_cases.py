"""Searching the archive, and cases sent to and from other committees."""

from __future__ import annotations

from dataclasses import fields
from threading import Lock

from flask import Blueprint, Response, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from desk import words
from desk.archive import exchange
from desk.archive.search import Question
from desk.archive.search import search as look
from desk.pages.answers import answer, archive, back, who
from desk.trouble import DeskError
from rulings import rulebook

pages = Blueprint("finding_cases", __name__)
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
    return answer(
        "search.html", question=question, asked=asked, hits=hits,
        titles=sorted(words.TITLES.items(), key=lambda each: each[1]), books=rulebook.known(),
    )  # fmt: skip


@pages.get("/cases/<case>/export")
def export(case: str) -> Response:
    """The case as one file for another committee, unsigned: keys are not kept where pages are."""
    sent = make_response(exchange.export(archive(), case))
    sent.headers["Content-Type"] = "application/zip"
    sent.headers["Content-Disposition"] = f'attachment; filename="{case}.case"'
    return sent


@pages.post("/import")
def take_in() -> AnyResponse:
    """A case of another committee's, verified before anything is taken in."""
    file = request.files.get("file")
    data = file.stream.read(exchange.LARGEST + 1) if file is not None else b""
    if not data or len(data) > exchange.LARGEST:
        raise DeskError("Choose the file that the other committee sent.", "", "")
    name = who()
    with _one_at_a_time:  # A case may be a gigabyte when it is unpacked.
        sent = exchange.open_sent(data)
        exchange.take_in(archive(), sent, name)
    return back(f"/cases/{sent.case}")

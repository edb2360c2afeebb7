"""Searching the archive, and cases sent to and from other committees."""

from __future__ import annotations

from dataclasses import fields
from threading import Lock

from flask import Blueprint, Response, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk import words
from fairdeal.desk.archive.exchange import incoming, outgoing, receiving
from fairdeal.desk.archive.exchange.unpacking import LARGEST
from fairdeal.desk.archive.search import Question
from fairdeal.desk.archive.search import search as look
from fairdeal.desk.pages.answers import answer, archive, back, who, word
from fairdeal.desk.pages.case.cases import begin, keep
from fairdeal.desk.review.casework import case_file
from fairdeal.desk.review.own_case import documents_of, open_own
from fairdeal.desk.trouble import DeskError
from fairdeal.rulings import games

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
    near = asked and not hits
    hits = look(archive(), question, near=True) if near else hits
    return answer(
        "search.html",
        question=question,
        asked=asked,
        near=near and bool(hits),
        hits=hits,
        titles=sorted(words.TITLES.items(), key=lambda each: each[1]),
        books=games.known(),
    )


@pages.get("/cases/<case>/export")
def export(case: str) -> Response:
    """The case as one file for another committee, unsigned: keys are not kept where pages are."""
    sent = make_response(outgoing.export(archive(), case))
    sent.headers["Content-Type"] = "application/zip"
    sent.headers["Content-Disposition"] = f'attachment; filename="{case.replace("~", "-")}.case"'
    return sent


@pages.post("/import")
def take_in() -> AnyResponse:
    """A case of another committee's, verified, and put beside our own."""
    file = request.files.get("file")
    data = file.stream.read(LARGEST + 1) if file is not None else b""
    if not data or len(data) > LARGEST:
        raise DeskError("Choose the file that the other committee sent.", "", "")
    name, sender, key = who(), word("sender", receiving.LONGEST), word("key", 100)
    with _one_at_a_time:  # A case may be a gigabyte when it is unpacked.
        sent = incoming.open_case(data)
        came = receiving.take_in(archive(), sent, name, sender=sender, key=key)
    return back(f"/cases/{came.case}")


@pages.post("/cases/<case>/copy")
def copy(case: str) -> AnyResponse:
    """A case of our own with the documents of one that others sent, to be read and judged here."""
    file = case_file(archive(), case)
    documents = documents_of(archive(), file)
    with archive().writing():
        own = open_own(archive(), file, who())
        tasks = [keep(own, name, data) for name, data, _, _ in documents]
    begin(own, tasks)
    return back(f"/cases/{own}")

"""A case renamed, its players named, a document withdrawn, a case removed that was opened by mistake."""

from __future__ import annotations

from flask import Blueprint, abort
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.pages.answers import (
    announce,
    archive,
    back,
    case_and_verdict,
    seen,
    who,
    word,
)
from fairdeal.desk.pages.case.cases import begin
from fairdeal.desk.pages.jobs import unread
from fairdeal.desk.report.heading import seats_at
from fairdeal.desk.review import casework, housekeeping

pages = Blueprint("housekeeping", __name__)

LONGEST = 500
"""Letters of a reason."""
NAME = 80
"""Letters of a player's name."""


@pages.post("/cases/<case>/name")
def rename(case: str) -> AnyResponse:
    housekeeping.rename(archive(), case, word("title", 200), who())
    return back(f"/cases/{case}")


@pages.post("/cases/<case>/players")
def players(case: str) -> AnyResponse:
    """Who sat where; an empty name leaves what the record says."""
    _, ruled = case_and_verdict(case)
    names = {seat: word(f"player_{seat}", NAME) for seat in seats_at(ruled)}
    if housekeeping.enter_players(archive(), case, names, who(), seen()) is not None:
        announce("The names of the players are saved.")
    return back(f"/cases/{case}")


@pages.post("/cases/<case>/withdraw")
def withdraw(case: str) -> AnyResponse:
    """A document that counts no more; the case is judged without it."""
    digest = word("document", 64)
    housekeeping.withdraw(archive(), case, digest, word("reason", LONGEST), who(), seen())
    _judge(case)
    announce("The document is withdrawn. It stays in the archive, and you can put it back.")
    return back(f"/cases/{case}#documents")


@pages.post("/cases/<case>/place")
def place(case: str) -> AnyResponse:
    """A document that is of this match, whatever its heading says; the case is judged with it."""
    digest = word("document", 64)
    housekeeping.place(archive(), case, digest, word("reason", LONGEST), who(), seen())
    _judge(case)
    announce("The document counts in this match. That is on record, and you can take it back.")
    return back(f"/cases/{case}#documents")


@pages.post("/cases/<case>/put-back")
def put_back(case: str) -> AnyResponse:
    """A document that was withdrawn counts again."""
    act = word("act", 9)
    if not (act.isascii() and act.isdigit()):
        abort(400)
    casework.take_back(archive(), case, int(act), who())
    begin(case, list(unread(archive(), case)))
    return back(f"/cases/{case}#documents")


@pages.post("/cases/<case>/remove")
def remove(case: str) -> AnyResponse:
    housekeeping.remove(archive(), case, word("reason", LONGEST), who(), seen())
    announce("The case is removed. You find it under “Removed cases”.")
    return back("/")


@pages.post("/cases/<case>/bring-back")
def bring_back(case: str) -> AnyResponse:
    housekeeping.bring_back(archive(), case, who())
    begin(case, list(unread(archive(), case)))
    return back(f"/cases/{case}")


def _judge(case: str) -> None:
    if casework.documents_ready(casework.case_file(archive(), case), archive()):
        casework.recheck(archive(), case)

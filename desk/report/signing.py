"""A case shown, signed and printed: the same for the pages of the desk and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from fairdeal.desk.archive.acts import Act, Json
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.settings import Settings, settings_of
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import workers
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import task_for_case
from fairdeal.desk.once import Once
from fairdeal.desk.report.page import View, render, view_of
from fairdeal.desk.report.paper import Appeal, Paper, choices, chosen
from fairdeal.desk.report.ruling_text import (
    OpenPoint,
    changed_since,
    draft,
    open_points,
    redrafted,
)
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import RULING_PARTS, committee
from fairdeal.desk.review.decided import differing
from fairdeal.desk.trouble import DeskError

T = TypeVar("T")


def drawn(ruled: Case, function: Callable[..., T], *args: object) -> T:
    """What a worker makes of a case for a page: what others wrote is laid out there, not here."""
    return workers().call(task_for_case(ruled, "show"), function, ruled, *args)


KEPT: Final = 4
"""Views and reports kept: each has its pictures with it, some megabytes."""
_views: Once[tuple[str, str, int], View] = Once(KEPT)

_reports: Once[tuple[str, str, int, str, Settings], bytes] = Once(KEPT)


def view_in(opened: Archive, file: CaseFile, ruled: Case) -> View:
    """The case as the report shows it, with what the committee made of it so far. Raises DeskError."""
    key = (str(opened.path), file.id, file.last)
    return _views.get(key, lambda: drawn(ruled, view_of, committee(file, ruled)))


def judged(opened: Archive, case: str) -> tuple[CaseFile, Case]:
    """A case as it is and as it is judged. Raises DeskError where nothing of it was read yet."""
    file = casework.case_file(opened, case)
    if not casework.documents_ready(file, opened):
        raise DeskError(f"Nothing of the case {case} was read yet.", case, "Read its photos first.")
    return file, casework.judged(opened, file)


# --- the ruling --------------------------------------------------------------------------------------


def proposed(opened: Archive, file: CaseFile, view: View) -> Json:
    """The parts of the ruling to read and save: as it was saved, with what the decisions say now."""
    now = draft(view)
    if file.ruling is None:
        set_once = settings_of(opened.path)
        first = {"members": set_once.members, "deadline": set_once.appeal_until}
        return {name: "" for name, _ in RULING_PARTS} | now | first
    parts = {name: str(file.ruling.body.get(name, "")) for name, _ in RULING_PARTS}
    marked = file.open and changed_since(file, now) is not None
    return parts | redrafted(file, now) if marked else parts


def empty_ruling() -> DeskError:
    """What is said where the text of a ruling is left out."""
    return DeskError("The ruling itself is empty.", "", "Say in a sentence or two what is ruled.")


# --- signing -----------------------------------------------------------------------------------------


class OpenError(DeskError):
    """Something is still to be decided or confirmed before a case can be signed; `points` is all of it."""

    def __init__(self, points: Sequence[OpenPoint]) -> None:
        super().__init__(f"{points[0].words}.", "", "Decide it first: the ruling page leads there.")
        self.points = tuple(points)


def sign(opened: Archive, case: str, language: str, who: str, seen: int) -> Act:
    """Freeze a case with its report, in that language. Raises OpenError while anything is open, and
    DeskError where there is no ruling, or it names another score than its decisions come to."""
    with opened.writing():
        file, ruled = judged(opened, case)
        casework.must_be_open(opened, case)
        if file.ruling is None:
            raise DeskError("There is no ruling yet.", "", "Write it down first.")
        points = open_points(file, ruled, view_in(opened, file, ruled))
        if points:
            raise OpenError(points)
        if differing(file, ruled) is not None:
            raise DeskError(
                "The score in the ruling is not the one that the decisions come to.",
                "",
                "Say on the ruling page which of them counts, then sign.",
            )
        casework.recheck(opened, case)
        return casework.sign_off(
            opened, case, lambda signed: drawn_report(opened, signed, ruled, language), who, seen
        )


# --- the report --------------------------------------------------------------------------------------


def asked_language(opened: Archive, asked: str) -> str:
    """The language asked for, else the one that is set, among those that there are: a page names no file of
    this computer."""
    known = choices()
    usual = settings_of(opened.path).language
    return next((each for each in (asked, usual) if each in known), "en")


def drawn_report(opened: Archive, file: CaseFile, ruled: Case, language: str) -> bytes:
    """The report of a case in a language of `desk.report.paper`."""
    it = settings_of(opened.path)

    def made() -> bytes:
        appeal = Appeal(it.appeal_to, it.appeal_until, it.appeal_fee)
        paper = Paper(chosen(language), appeal, it.zone)
        text = drawn(ruled, render, committee(file, ruled), paper)
        return text.encode("utf-8", "surrogatepass")

    # Of a case that is just being signed the report is of that moment, and of who signs.
    return (
        _reports.get((str(opened.path), file.id, file.last, language, it), made)
        if file.open
        else made()
    )


def signed_report(opened: Archive, file: CaseFile) -> bytes | None:
    """The report that was signed last; None where it was taken out of the archive."""
    return opened.blob(file.id, str(file.reports[-1].body["report"]))

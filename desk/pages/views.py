"""What the pages show of a case, drawn up once after each act and shared by those who look at it."""

from __future__ import annotations

from typing import Final

from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.case import Case
from fairdeal.desk.once import Once
from fairdeal.desk.pages.answers import archive, drawn
from fairdeal.desk.report.page import View, view_of
from fairdeal.desk.review.ruling.committee import committee

KEPT: Final = 4
"""Views kept: each has its pictures with it, some megabytes."""
_views: Once[tuple[str, str, int], View] = Once(KEPT)


def view_as_it_stands(file: CaseFile, ruled: Case) -> View:
    """The case as the report shows it, with what the committee made of it so far. Raises DeskError."""
    return view_in(archive(), file, ruled)


def view_in(opened: Archive, file: CaseFile, ruled: Case) -> View:
    """The same where no page asks for it."""
    key = (str(opened.path), file.id, file.last)
    return _views.get(key, lambda: drawn(ruled, view_of, committee(file, ruled)))

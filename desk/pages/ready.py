"""What the first pages would else wait for, done in the background as soon as the desk is open."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from fairdeal import templates
from fairdeal.desk import judging
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.pages.answers import KEPT, view_in
from fairdeal.desk.pages.cases import known_books
from fairdeal.desk.review import casework
from fairdeal.desk.trouble import DeskError


def get_ready(path: Path) -> None:
    """Compile the pages, read the rulebooks, let a worker import what it will need, and judge and draw up the
    cases last worked on."""
    with suppress(DeskError):
        workers().call(Work.text("The desk", 0, "open"), judging.get_ready)
    templates.compile_pages("desk/", "report/")
    known_books()
    with suppress(DeskError), Archive(path) as archive:
        for case in archive.cases(latest=True)[:KEPT]:
            _draw_up(archive, case)


def _draw_up(archive: Archive, case: str) -> None:
    with suppress(DeskError):  # The case's page says why it cannot be judged.
        file = casework.case_file(archive, case)
        if file.open and casework.documents_ready(file, archive):
            view_in(archive, file, casework.judged(archive, file, patiently=True))

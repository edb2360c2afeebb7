"""``fairdeal audit``: a whole folder of photos and logs, one report a match."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.archive.settings import default_archive, keep_private, somebody
from fairdeal.desk.commands.options import layout_option, us_option
from fairdeal.desk.console import bar, on_terminal, out, quiet, remark, trouble
from fairdeal.desk.intake.reading import Cluster, Crew, Here, Tls, known_sheets, reads_by
from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.folder import Progress, in_lines, look_through
from fairdeal.desk.tournament.results import Audited
from fairdeal.desk.tournament.taking_in import arrivals, judge_event, take_in
from fairdeal.desk.trouble import NOTHING, DeskError
from fairdeal.desk.usual import ARCHIVE

TENTHS: Final = 10
SECONDS: Final = 10.0
"""Off a terminal progress is said as often as this: seldom enough for a log, often enough to see it move."""
_FILE: Final = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command("audit")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Folder for the reports; FOLDER-report where none is named.",
)
@click.option(
    "--rules", metavar="ID|FILE", help="Judge by this rulebook, whatever the records say."
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Read and judge on the Dask cluster at this address."
)
@click.option(
    "--tls-ca", type=_FILE, metavar="FILE", help="For the cluster: its authority's certificate."
)
@click.option("--tls-cert", type=_FILE, metavar="FILE", help="For the cluster: your certificate.")
@click.option("--tls-key", type=_FILE, metavar="FILE", help="For the cluster: your key.")
@click.option(
    "--event",
    metavar="TITLE",
    help="Put the files into this event of the archive, which the desk opens: a new one, or more of one.",
)
@click.option(
    "--watch", is_flag=True, help="With --event: go on taking in what is put into the folder."
)
@click.option(
    "--archive",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    envvar=ARCHIVE,
    help="The archive's file. Without it: as for the command archive.",
)
@layout_option
@us_option
def command(
    folder: Path,
    output: Path | None,
    rules: str | None,
    scheduler: str | None,
    tls_ca: Path | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    event: str | None,
    watch: bool,
    archive: Path | None,
    layouts: tuple[Path, ...],
    us: str | None,
) -> int:
    """Read every photo, scan and typed log of a folder, and write one dispute report per match.

    Start with index.html in the folder of reports. What could not be read is listed there with the
    reason, and so is what was left out. Layout files of clubs' own sheets that lie in the folder are used.
    If you stop it and start it again, or add files, it reads and judges only what is new.

    Exit status: 0 nothing found, 1 something found, 2 nothing found, but a file could not be read.
    """
    if rules is not None:
        rulings.load(rules)
    here = Here()
    crew = here if scheduler is None else Cluster(scheduler, _tls(tls_ca, tls_cert, tls_key))
    with closing(here), closing(crew):
        if crew is here:
            here.prepare()
        if event is not None:
            if output is not None or layouts or us:
                raise DeskError(
                    "With --event the reports are kept with the event.",
                    "--event",
                    "Leave out -o, --layout and --us; put layout files into the folder.",
                )
            papers = EventPapers(archive if archive is not None else default_archive())
            keep_private(papers.archive, create=True)
            return _into_event(papers, folder, event, rules, crew, watch)
        if watch:
            raise DeskError("--watch needs an event.", "--watch", "Name one with --event TITLE.")
        sheets = known_sheets(layouts, us) if layouts or us else None
        # Not `resolve`, which raises where a link leads round in a circle.
        whole = Path(os.path.realpath(folder))
        reports = output if output is not None else whole.with_name(f"{whole.name}-report")
        # A rulebook's file lies on this machine alone.
        judges = crew if rules is None or rules in rulings.known() else here
        result = _with_progress(
            lambda told: audit_into(folder, reports, rules, told, sheets, reads_by(crew), judges)
        )
    return _told(result, reports, str(folder))


def _into_event(
    papers: EventPapers, folder: Path, title: str, rules: str | None, crew: Crew, watch: bool
) -> int:
    """Put a folder's files into an event and judge it; to `watch`, again whenever more have come."""
    status = NOTHING
    if watch and not folder.is_dir():
        look_through(folder)  # Which says what is wrong with it.
    if watch:
        remark(f"Looking for new files in {folder}. Stop it with Ctrl-C.")
    for files in arrivals(folder) if watch else [look_through(folder).files]:
        taken = take_in(papers, title, rules, files, somebody())
        trouble(*taken.trouble)
        new = words.count(taken.new, "new file")
        remark(f"{new} in {title}. The desk shows it under Events (archive: {papers.archive}).")
        number = taken.event
        result = _with_progress(lambda told: judge_event(papers, number, told, crew=crew))  # noqa: B023
        status = _told(result, papers.reports(number), title)
    return status


def _told(result: Audited, reports: Path, named: str) -> int:
    """Say what came of an audit. The exit status."""
    trouble(*in_lines(result.left_out), *(why for _, why in result.unread))
    if not result.results:
        trouble(f"{named}: nothing in it could be read as a match. No report was written.")
        return NOTHING
    trouble(*(f"{title} is not placed for sure. {why}" for title, why in result.unplaced))
    matches = words.count(len(result.results), "match", "matches")
    found = words.count(result.found, "finding")
    unread = f", {words.count(len(result.unread), 'file')} not read" if result.unread else ""
    told = f"{matches}, {found}{unread}. Reports: {_shown(reports)}/index.html"
    out().print(told, soft_wrap=True)
    trouble(*(f"{name}: {why}" for name, why in result.not_judged))
    if result.found or result.not_judged:
        return 1
    return NOTHING if result.unread else 0


def _tls(authority: Path | None, certificate: Path | None, key: Path | None) -> Tls | None:
    if authority is None and certificate is None and key is None:
        return None
    if authority is None or certificate is None or key is None:
        raise DeskError(
            "TLS needs all three files.", "", "Give --tls-ca, --tls-cert and --tls-key."
        )
    return Tls(authority, certificate, key)


def _shown(out: Path) -> str:
    """A short name for the folder where there is one."""
    try:
        return str(out.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(out)


class Lines:
    """Progress where there is no terminal: a line every tenth of the documents, or every ten seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said_at = clock()
        self._tenths = 0

    def __call__(self, _: str, done: int, of: int) -> None:
        now, tenths = self._clock(), done * TENTHS // max(1, of)
        if tenths > self._tenths or now - self._said_at >= SECONDS:
            remark(f"{done} of {words.count(of, 'document')} read.")
            self._said_at, self._tenths = now, max(tenths, self._tenths)


def _with_progress(run: Callable[[Progress | None], Audited]) -> Audited:
    if quiet():
        return run(None)
    if not on_terminal():
        return run(Lines())
    with bar("Reading") as told:
        return run(told)

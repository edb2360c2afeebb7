"""A folder's files into an event of the archive, once or as they come; and the event judged.

The desk and the command line both do this, perhaps at the same time on one archive: whoever comes second
waits, and finds the work done.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fairdeal.desk.archive.acts import now
from fairdeal.desk.archive.eventfile import EventFile
from fairdeal.desk.files import digest_of
from fairdeal.desk.intake.reading import Crew
from fairdeal.desk.tournament.audit import audit_files
from fairdeal.desk.tournament.event import EventPapers, Outcome, shown_name
from fairdeal.desk.tournament.folder import Handed, Progress, look_through
from fairdeal.desk.tournament.results import Audited
from fairdeal.desk.trouble import DeskError, of_one

PATIENCE: Final = 24 * 3600.0
"""Seconds to wait for another program that judges the same event."""
LOOK: Final = 2.0
"""Seconds between two looks into a folder: a file that did not change between them is whole."""


def judge_event(
    papers: EventPapers,
    event: str,
    read: Progress | None = None,
    judged: Progress | None = None,
    crew: Crew | None = None,
) -> Audited:
    """Audit an event's papers as they are now, and keep how it ended. Raises DeskError where there is no
    such event, and whatever goes wrong in the audit."""
    with _alone(papers.reports(event).with_name("at-work")):
        asked = papers.get(event)
        done = audit_files(
            list(papers.handed(asked)),
            asked.title,
            papers.reports(event),
            asked.rules or None,
            read,
            judged=judged,
            crew=crew,
            usual=asked.usual,
        )
        trouble = "" if done.results else "Nothing in these files could be read as a match."
        if papers.there(event):
            papers.ended(event, Outcome(asked.mark, now(), trouble, done.unread))
    return done


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Wait until no other program is at work. What holds others off ends with the program, whatever ends it:
    it is a lock of SQLite's, which every system has."""
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The number of an event, how many files were new to it, and why others were not taken in."""

    event: str
    new: int
    trouble: tuple[str, ...]


def take_in(
    papers: EventPapers, title: str, rules: str | None, files: Sequence[Handed], who: str
) -> TakenIn:
    """Add the files that an event does not have yet to the event of this title, which is begun where there is
    none. Raises DeskError where several have this title."""
    event = _titled(papers, title)
    known = set() if event is None else {each.digest for each in event.files}
    number = papers.new() if event is None else event.id
    filed, trouble = [], []
    for each in files:
        try:
            if digest_of(each.path) in known:
                continue
            with each.path.open("rb") as stream:
                taken = papers.take(number, shown_name(each.name), stream)
        except (DeskError, OSError) as error:
            trouble.append(of_one(each.name, error))
            continue
        filed += [] if taken is None else [taken]
    if event is None:
        papers.begin(number, title, rules or "", who, filed)
    elif filed:
        papers.add(number, filed, who)
    return TakenIn(number, len(filed), tuple(trouble))


def _titled(papers: EventPapers, title: str) -> EventFile | None:
    found = [each for each in papers.all() if each.title.casefold() == title.casefold()]
    if len(found) > 1:
        raise DeskError(
            f"{len(found)} events are called {title}.", "--event", "Rename one of them on the desk."
        )
    return next(iter(found), None)


def arrivals(folder: Path, wait: Callable[[float], None] = time.sleep) -> Iterator[list[Handed]]:
    """Files of a folder as they come, for ever: each once it is whole, and again if it is changed."""
    given: dict[Path, tuple[int, int]] = {}
    before: dict[Path, tuple[int, int]] = {}
    while True:
        there = {each.path: (each, _state(each.path)) for each in _files(folder)}
        whole = [
            (each, state)
            for path, (each, state) in there.items()
            if state[1] >= 0 and before.get(path) == state and given.get(path) != state
        ]
        before = {path: state for path, (_, state) in there.items()}
        if whole:
            given |= {each.path: state for each, state in whole}
            yield [each for each, _ in whole]
        wait(LOOK)


def _files(folder: Path) -> Sequence[Handed]:
    try:
        return look_through(folder).files
    except DeskError:
        return ()  # Empty as yet, or away for a moment: a stick that is changed.


def _state(path: Path) -> tuple[int, int]:
    """Size and time of the last change; a negative time where it is gone."""
    try:
        found = path.stat()
    except OSError:
        return 0, -1
    return found.st_size, found.st_mtime_ns

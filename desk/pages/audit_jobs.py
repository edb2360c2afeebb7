"""Audits of events on the pages: the work on them, one after the other, and an event as it is now."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from flask import current_app

from fairdeal.desk import words
from fairdeal.desk.archive.acts import now
from fairdeal.desk.archive.eventfile import EventFile
from fairdeal.desk.intake.reading import Here
from fairdeal.desk.pages.answers import archive
from fairdeal.desk.tournament.board import EventNow, event_now
from fairdeal.desk.tournament.event import EventPapers, Outcome
from fairdeal.desk.tournament.taking_in import judge_event
from fairdeal.desk.trouble import DeskError, in_one_line

LONGEST: Final = 120
"""Letters of a team's name, as on a form."""
IDLE: Final = 300.0
"""Seconds without a paper after which the workers are let go: they hold some hundred megabytes."""
LAST: Final = 30
"""Files by which the time left is shown: what was read before, and how fast, says nothing of now."""
FEW: Final = 3
"""Files without which nothing is said of the time."""


class _StoppedError(Exception):
    """The program ends: what was read is kept, the rest is done the next time."""


@dataclass(slots=True)
class Progress:
    """How far an audit is: `done` of `of` files read, or (`judging`) matches judged."""

    judging: bool = False
    done: int = 0
    of: int = 0
    name: str = ""
    stamps: deque[float] = field(default_factory=lambda: deque(maxlen=LAST))

    def step(self, judging: bool, name: str, done: int, of: int, at: float) -> None:
        if judging is not self.judging:
            self.stamps.clear()
        self.judging, self.name, self.done, self.of = judging, name, done, of
        self.stamps.append(at)

    def left(self, at: float) -> str:
        """How long this step still takes, in words; empty where that cannot be known yet."""
        if len(self.stamps) < FEW or self.done >= self.of:
            return ""
        each = max(at - self.stamps[0], 0.001) / len(self.stamps)
        return in_words(each * (self.of - self.done))


def in_words(seconds: float) -> str:
    """``about 3 minutes``."""
    if seconds < 50:
        return "less than a minute"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"about {words.count(max(1, minutes), 'minute')}"
    return f"about {words.count(round(minutes / 60), 'hour')}"


class AuditJobs:
    """The queue of audits. What was asked for lies on the disk, so nothing is lost when the program
    stops: `start` takes up again what was not finished, and what was read is not read again."""

    def __init__(self, archive: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.files = EventPapers(archive)
        self._clock = clock
        self._waiting: deque[str] = deque()
        self._now: str | None = None
        self._progress = Progress()
        self._lock = threading.Condition()
        self._stopped = False
        self._thread: threading.Thread | None = None
        self._crew: Here | None = None

    def start(self) -> None:
        self.files.tidy()
        for asked in reversed(self.files.all()):
            if asked.files and not self.finished(asked):
                self.add(asked.id)
        self._thread = threading.Thread(target=self._work, name="audits", daemon=True)
        self._thread.start()

    def stop(self, wait: float = 0.0) -> None:
        """End after the file at hand; `wait` so many seconds for that."""
        with self._lock:
            self._stopped = True
            self._lock.notify_all()
        if self._thread is not None and wait:
            self._thread.join(wait)
        self._let_go()

    def _let_go(self) -> None:
        """End the workers. They are kept from one paper to the next: to start them takes a second."""
        crew, self._crew = self._crew, None
        if crew is not None:
            crew.close()

    def add(self, audit: str) -> None:
        with self._lock:
            if audit not in self._waiting:
                self._waiting.append(audit)
                self._lock.notify_all()

    def finished(self, asked: EventFile) -> bool:
        """Whether what there is now was audited to its end."""
        outcome = self.files.outcome(asked.id)
        return outcome is not None and outcome.mark == asked.mark

    def working(self, audit: str) -> bool:
        """Whether it is at work or waiting to be."""
        with self._lock:
            return audit == self._now or audit in self._waiting

    def progress(self, audit: str) -> dict[str, str | int | bool]:
        """How far it is, for a page."""
        with self._lock:
            if audit != self._now:
                waiting = audit in self._waiting
                return {
                    "working": waiting,
                    "words": "Waiting for its turn." if waiting else "",
                    "done": 0,
                    "of": 0,
                    "name": "",
                    "left": "",
                }
            at = self._progress
            verb = "Judging the matches" if at.judging else "Reading the files"
            told = f"{verb}: {at.done} of {at.of}" if at.of else "Looking at the files"
            return {
                "working": True,
                "words": told,
                "done": at.done,
                "of": at.of,
                "name": at.name,
                "left": at.left(self._clock()),
            }

    def _work(self) -> None:
        while True:
            with self._lock:
                while not self._waiting and not self._stopped:
                    if not self._lock.wait(IDLE):
                        self._let_go()
                if self._stopped:
                    return
                self._now = self._waiting.popleft()
                self._progress = Progress()
            try:
                self.run(self._now)
            except _StoppedError:
                return
            finally:
                with self._lock:
                    self._now = None

    def run(self, audit: str) -> None:
        """Do one audit, here and now, and keep how it ended."""
        try:
            asked = self.files.get(audit)
        except Exception:
            return  # removed while it waited
        self._crew = self._crew or Here()
        try:
            judge_event(self.files, audit, self._told(False), self._told(True), self._crew)
        except _StoppedError:
            self._let_go()
            raise
        except Exception as error:
            self._let_go()
            with suppress(DeskError):  # Where not even that can be written, it is begun again.
                if self.files.there(audit):
                    self.files.ended(audit, Outcome(asked.mark, now(), in_one_line(error)))

    def _told(self, judging: bool) -> Callable[[str, int, int], None]:
        def told(name: str, done: int, of: int) -> None:
            with self._lock:
                if self._stopped:
                    raise _StoppedError
                self._progress.step(judging, name, done, of, self._clock())

        return told


def jobs() -> AuditJobs:
    """The queue of audits; of an application that was given none, one that was not started."""
    config = current_app.config
    if config["AUDITS"] is None:
        config["AUDITS"] = AuditJobs(config["ARCHIVE"])
    queue: AuditJobs = config["AUDITS"]
    return queue


def event_here(event: str) -> EventNow:
    """An event with its board. Raises DeskError where there is none."""
    return event_now(jobs().files, archive(), event)

"""Work in the background, while the pages go on answering: photos that are read, a worker a core; and
audits of events, one after the other, with an event as it is now."""

from __future__ import annotations

import logging
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import ConfinedError, Workers
from fairdeal.desk.confined.pool import cores
from fairdeal.desk.files import is_typed
from fairdeal.desk.intake.reading import Reading, read_confined
from fairdeal.desk.review import casework
from fairdeal.desk.trouble import in_one_line

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets


_log: Final = logging.getLogger(__name__)

MOST: Final = 2
"""Photos read at once: the person at the pages needs the machine too."""


@dataclass(frozen=True, slots=True)
class Task:
    case: str
    digest: str
    name: str


class Readings:
    """The queue of photos to read. What was added is in the archive already, so nothing is lost
    when the program stops: `unread` finds what was not read. `sheets` are layouts of clubs' own sheets.
    """

    def __init__(self, archive: Path, sheets: KnownSheets | None = None) -> None:
        self.archive = archive
        self._sheets = sheets
        self._waiting: deque[Task] = deque()
        self._at_work: set[Task] = set()
        self._lock = threading.Condition()
        self._stopped = False
        self._threads: list[threading.Thread] = []
        self._pool = Workers(max(1, min(MOST, cores())))

    def start(self) -> None:
        """Begin to work, and take up again what an earlier run left."""
        with Archive(self.archive) as archive:
            for case in archive.cases():
                for task in unread(archive, case):
                    self.add(task)
        for number in range(self._pool.most):
            thread = threading.Thread(target=self._work, name=f"reading-{number}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            self._lock.notify_all()
        self._pool.close()

    def add(self, task: Task) -> None:
        with self._lock:
            if task not in self._waiting and task not in self._at_work:
                self._waiting.append(task)
                self._lock.notify()

    def left(self, case: str) -> int:
        """How many documents of a case are still to be read."""
        with self._lock:
            return sum(task.case == case for task in (*self._waiting, *self._at_work))

    def _work(self) -> None:
        while True:
            with self._lock:
                while not self._waiting and not self._stopped:
                    self._lock.wait()
                if self._stopped:
                    break
                task = self._waiting.popleft()
                self._at_work.add(task)
            try:
                self._do(task)
            finally:
                with self._lock:
                    self._at_work.discard(task)
            self._judge(task.case)

    def _do(self, task: Task) -> None:
        """Read one photo and keep what came of it: also that it cannot be read, or takes more than it may,
        so that it is not tried again after every start."""
        try:
            with Archive(self.archive) as archive:
                data = archive.blob(task.case, task.digest)
            answer: Reading = f"{task.name} was taken out before it was read."
            if data is not None:
                answer = read_confined(data, task.name, self._sheets, self._pool)
            if not (self._stopped and isinstance(answer, str)):  # Read when the program runs again.
                self._keep(task, answer)
        except Exception as error:
            _log.exception("reading a photo failed")
            with suppress(Exception):  # An archive that cannot be written must not end the reading.
                self._keep(task, in_one_line(error))

    def _keep(self, task: Task, answer: Reading) -> None:
        read, trouble = ([], answer) if isinstance(answer, str) else (answer, "")
        with Archive(self.archive) as archive, archive.writing():
            if casework.case_file(archive, task.case).open:
                casework.keep_reading(archive, task.case, task.digest, read, trouble)

    def _judge(self, case: str) -> None:
        """Judge a case once its last document is read; two that are ready at once may both do it."""
        if self.left(case):
            return
        try:
            with Archive(self.archive) as archive:
                file = casework.case_file(archive, case)
                if file.open and casework.documents_ready(file, archive):
                    casework.recheck_new(archive, case)
        except ConfinedError as error:
            _log.warning("case %s cannot be judged: %s", case, error)
        except Exception:
            _log.exception("judging a case failed")


def unread(archive: Archive, case: str) -> list[Task]:
    """Documents of a case that were added and not read yet; none of a case that is signed off."""
    file = casework.case_file(archive, case)
    found = []
    for digest, act in file.documents.items() if file.open else ():
        data = archive.blob(case, digest) if digest not in file.readings else None
        if data is not None and not is_typed(data):
            found.append(Task(case, digest, str(act.body["name"])))
    return found

"""Audits added on the pages: their files beside the archive, and the work on them, one after the other.

Nothing on the disk is ever called as the people call it: a folder is a random number, a file the SHA-256 of
what is in it. The names stand in a list, and are only shown.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path, PurePath
from typing import IO, Any, Final

from fairdeal.desk import words
from fairdeal.desk.archive.acts import now
from fairdeal.desk.files import LARGEST_FILE, sync_names, write_text
from fairdeal.desk.tournament.audit import audit_files
from fairdeal.desk.tournament.folder import Handed
from fairdeal.desk.trouble import DeskError, in_one_line

LIST: Final = "audit.json"
_KEPT_ENDINGS: Final = (".toml",)
"""Endings that a stored file keeps: layout files of clubs' sheets are known by it."""
_DIGEST: Final = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class Filed:
    """One file: its SHA-256, what it is called, and its size in bytes."""

    digest: str
    name: str
    size: int

    @property
    def stored(self) -> str:
        """Its name on the disk, made by us."""
        ending = PurePath(self.name).suffix.casefold()
        return self.digest + (ending if ending in _KEPT_ENDINGS else "")


@dataclass(frozen=True, slots=True)
class Asked:
    """An audit as it was asked for."""

    id: str
    title: str
    who: str
    at: str
    rules: str = ""
    files: tuple[Filed, ...] = ()

    @property
    def mark(self) -> str:
        """The same for the same files and rules: what was done for it need not be done again."""
        told = json.dumps([self.rules, *sorted((each.digest, each.name) for each in self.files)])
        return hashlib.sha256(told.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Damaged:
    """An audit whose list cannot be used: its number, the list within the folder of audits, and what is
    wrong with it."""

    id: str
    path: str
    why: str

    def __str__(self) -> str:
        return f"The list of this audit's files, {self.path}, {self.why}."


DAMAGED_REMEDY: Final = (
    "Put back that file from a copy, or hand in the photos again as a new audit and remove this one."
    " Cases opened from it are not touched."
)
"""What to do about a damaged list."""


class DamagedError(ValueError):
    """A list that cannot be used; its text ends the sentence "The list …"."""


def as_text(asked: Asked) -> str:
    """The list as it is written."""
    return json.dumps(asdict(asked))


def read_list(path: Path) -> Asked:
    """The audit that a list says was asked for. Raises DamagedError where it does not, OSError."""
    try:
        told = json.loads(path.read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise DamagedError("contains no text") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DamagedError(f"is damaged or only half written ({where})") from error
    except (ValueError, RecursionError) as error:
        raise DamagedError("is damaged") from error
    entries = _checked(told, Asked, "")
    number = path.parent.name
    if entries["id"] != number:
        raise DamagedError(f"belongs to the audit {entries['id'][:40]}, not to {number}")
    files = tuple(
        Filed(**_checked(each, Filed, f" of file {place}"))
        for place, each in enumerate(entries.pop("files"), 1)
    )
    return Asked(**entries, files=files)


_KINDS: Final = {"size": int, "files": list}
"""Entries of a list that are not text."""


def _checked(told: Any, kind: type, where: str) -> dict[str, Any]:
    """The entries of a list, or of a file in it: all that there are to be, and no other."""
    if not isinstance(told, dict):
        raise DamagedError("contains something other than a list of an audit's files")
    named = [each.name for each in fields(kind)]
    if missing := [name for name in named if name not in told]:
        raise DamagedError(f"lacks the entry “{missing[0]}”{where}")
    if strange := [name for name in told if name not in named]:
        raise DamagedError(
            f"holds the entry “{strange[0][:40]}”{where}, which this version of Fairdeal does not know"
        )
    for name in named:
        if type(told[name]) is not _KINDS.get(name, str):
            raise DamagedError(f"contains nothing that can be used as “{name}”{where}")
    if "digest" in told and _DIGEST.match(told["digest"]) is None:
        raise DamagedError(f"contains nothing that can be used as “digest”{where}")
    return told


MOST_FILES: Final = 1_000
"""Files added at once: a browser sends them in one form."""
MOST_IN_ALL: Final = 5_000
"""Files of one audit: the largest event, photographed twice."""
_ID: Final = re.compile(r"[0-9a-f]{12}\Z")
_AT_ONCE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an audit ended: when, for which files, and what went wrong (empty where nothing did)."""

    mark: str
    at: str
    trouble: str = ""
    unread: tuple[tuple[str, str], ...] = ()


class AuditFiles:
    """The folder of audits that belongs to an archive."""

    def __init__(self, archive: Path) -> None:
        self.folder = archive.with_name(f"{archive.name}.audits")
        self._lock = threading.Lock()

    def new(self, title: str, who: str, rules: str) -> Asked:
        """A new audit, without files yet: nobody sees it before it is saved."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        asked = Asked(secrets.token_hex(6), title, who, now(), rules)
        (self.folder / asked.id / "files").mkdir(mode=0o700, parents=True)
        return asked

    def take(self, asked: Asked, name: str, stream: IO[bytes]) -> Filed | None:
        """Keep what a stream holds, a piece at a time; None where it is empty. Raises DeskError where
        it is too large."""
        aside = self._of(asked.id) / "files" / f".{secrets.token_hex(8)}.new"
        digest, size = hashlib.sha256(), 0
        try:
            with aside.open("xb") as file:
                while piece := stream.read(_AT_ONCE):
                    size += len(piece)
                    if size > LARGEST_FILE:
                        raise DeskError(f"{name} is too large.", "", "Send single pages.")
                    digest.update(piece)
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            filed = Filed(digest.hexdigest(), name, size)
            if size:
                aside.replace(self._of(asked.id) / "files" / filed.stored)
        except OSError as error:
            raise DeskError(
                f"{name} could not be kept ({(error.strerror or 'it failed').lower()}).",
                "",
                "Make room on the disk, then hand it in again.",
            ) from error
        finally:
            aside.unlink(missing_ok=True)
        return filed if size else None

    def add(self, asked: Asked, files: list[Filed]) -> Asked:
        """Put files on the audit's list; of two with one name the second gets a number. The same file
        under the same name is kept once."""
        with self._lock:
            known = self.get(asked.id) if self.there(asked.id) else asked
            listed = list(known.files)
            for each in files:
                if each not in listed:
                    listed.append(replace(each, name=_unlike(each.name, {f.name for f in listed})))
            if len(listed) > MOST_IN_ALL:
                raise DeskError(
                    f"{len(listed)} files are too many.",
                    "",
                    f"Audit at most {MOST_IN_ALL} at once.",
                )
            whole = replace(known, files=tuple(listed))
            sync_names(self._of(asked.id) / "files")
            write_text(self._of(asked.id) / LIST, as_text(whole), ours=True)
            return whole

    def get(self, audit: str) -> Asked:
        """An audit by its number. Raises DeskError where there is none, or its list is damaged."""
        found = self._look(audit)
        if isinstance(found, Damaged):
            raise DeskError(str(found), found.path, DAMAGED_REMEDY)
        return found

    def _look(self, audit: str) -> Asked | Damaged:
        path = self._of(audit) / LIST
        try:
            return read_list(path)
        except FileNotFoundError as error:
            raise _none(audit) from error
        except DamagedError as error:
            why = str(error)
        except OSError as error:
            why = f"cannot be opened ({(error.strerror or 'it failed').lower()})"
        return Damaged(audit, path.relative_to(self.folder.parent).as_posix(), why)

    def there(self, audit: str) -> bool:
        return _ID.match(audit) is not None and (self.folder / audit / LIST).exists()

    def ids(self) -> list[str]:
        """The numbers of all audits, in no order."""
        paths = self.folder.iterdir() if self.folder.is_dir() else ()
        return [path.name for path in paths if self.there(path.name)]

    def all(self) -> list[Asked]:
        """Every audit whose list can be used, the newest first."""
        found = [each for each in self._looked() if isinstance(each, Asked)]
        return sorted(found, key=lambda asked: (asked.at, asked.id), reverse=True)

    def damaged(self) -> list[Damaged]:
        """The audits whose lists cannot be used, with what is wrong."""
        found = [each for each in self._looked() if isinstance(each, Damaged)]
        return sorted(found, key=lambda damaged: damaged.id)

    def _looked(self) -> Iterator[Asked | Damaged]:
        for audit in self.ids():
            with suppress(DeskError):  # removed at this moment
                yield self._look(audit)

    def handed(self, asked: Asked) -> Iterator[Handed]:
        """The files as an audit takes them."""
        folder = self._of(asked.id) / "files"
        for each in sorted(asked.files, key=lambda filed: filed.name):
            yield Handed(folder / each.stored, each.name)

    def data(self, asked: Asked, digest: str) -> tuple[Filed, bytes] | None:
        """One file of an audit by its digest."""
        for each in asked.files:
            if each.digest == digest:
                return each, (self._of(asked.id) / "files" / each.stored).read_bytes()
        return None

    def reports(self, audit: str) -> Path:
        """Where its reports are, once there are any."""
        return self._of(audit) / "reports"

    def outcome(self, audit: str) -> Outcome | None:
        """How it ended the last time; None where it never did."""
        try:
            told = json.loads((self._of(audit) / "done.json").read_text("utf-8"))
            told["unread"] = tuple((str(name), str(why)) for name, why in told["unread"])
            return Outcome(**told)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def ended(self, audit: str, outcome: Outcome) -> None:
        write_text(self._of(audit) / "done.json", json.dumps(asdict(outcome)), ours=True)

    def remove(self, audit: str) -> None:
        """Take an audit away with its files and reports, also one whose list is damaged."""
        self._look(audit)
        with suppress(IsADirectoryError):
            (self._of(audit) / LIST).unlink()
        shutil.rmtree(self._of(audit), ignore_errors=True)

    def drop(self, asked: Asked) -> None:
        """Take away an audit whose files were refused, before anybody saw it."""
        if not self.there(asked.id):
            shutil.rmtree(self._of(asked.id), ignore_errors=True)

    def tidy(self) -> None:
        """Take away what uploads left that never came to their end; only while nobody hands in."""
        for path in self.folder.iterdir() if self.folder.is_dir() else ():
            if _ID.match(path.name) and not self.there(path.name):
                shutil.rmtree(path, ignore_errors=True)

    def _of(self, audit: str) -> Path:
        if _ID.match(audit) is None:
            raise _none(audit)
        return self.folder / audit


def shown_name(given: str) -> str:
    """What a file is called, folders and all: shown, and matched by, but never a path of ours."""
    parts = given.replace("\\", "/").split("/")
    kept = ["".join(c for c in part if c.isprintable()).strip(". ") for part in parts]
    return "/".join(part for part in kept if part)[-160:].lstrip("/. ") or "document"


def _unlike(name: str, taken: set[str]) -> str:
    path, number, tried = PurePath(name), 1, name
    while tried in taken:
        number += 1
        tried = str(path.with_name(f"{path.stem} ({number}){path.suffix}"))
    return tried


def _none(audit: str) -> DeskError:
    return DeskError("There is no such audit.", audit[:40], "It may have been removed.")


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
        self.files = AuditFiles(archive)
        self._clock = clock
        self._waiting: deque[str] = deque()
        self._now: str | None = None
        self._progress = Progress()
        self._lock = threading.Condition()
        self._stopped = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self.files.tidy()
        for asked in reversed(self.files.all()):
            if not self.finished(asked):
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

    def add(self, audit: str) -> None:
        with self._lock:
            if audit not in self._waiting:
                self._waiting.append(audit)
                self._lock.notify_all()

    def finished(self, asked: Asked) -> bool:
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
                    self._lock.wait()
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
        try:
            done = audit_files(
                list(self.files.handed(asked)),
                asked.title,
                self.files.reports(audit),
                asked.rules or None,
                self._told(False),
                judged=self._told(True),
            )
            trouble = "" if done.results else "Nothing in these files could be read as a match."
            outcome = Outcome(asked.mark, now(), trouble, done.unread)
        except _StoppedError:
            raise
        except Exception as error:
            outcome = Outcome(asked.mark, now(), in_one_line(error))
        if self.files.there(audit):
            self.files.ended(audit, outcome)

    def _told(self, judging: bool) -> Callable[[str, int, int], None]:
        def told(name: str, done: int, of: int) -> None:
            with self._lock:
                if self._stopped:
                    raise _StoppedError
                self._progress.step(judging, name, done, of, self._clock())

        return told

"""An event's papers: its files beside the archive, what is known of them, and what was made of them.

Nothing on the disk is ever called as the people call it: a folder is a random number, a file the SHA-256 of
what is in it. The names stand in the event's acts, and are only shown.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import secrets
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Final

from fairdeal.desk.archive.acts import Json, Kind
from fairdeal.desk.archive.eventfile import (
    EventFile,
    Filed,
    Planned,
    Seat,
    event_file,
    events,
    in_order,
    no_event,
)
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.files import (
    LARGEST_FILE,
    digest_of,
    new_beside,
    sync,
    sync_names,
    unlike,
    write_text,
    writing_to,
)
from fairdeal.desk.intake.schedule import SCHEDULE, ScheduleError, is_schedule, read_schedule
from fairdeal.desk.tournament.folder import Handed
from fairdeal.desk.trouble import DeskError

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


class EventPapers:
    """The events of an archive, with the folder beside it that holds their papers."""

    def __init__(self, archive: Path) -> None:
        self.archive = archive
        self.folder = archive.with_name(f"{archive.name}.audits")
        self._lock = threading.Lock()

    def new(self) -> str:
        """The number of a new event, without files yet: nobody sees it before some are added."""
        event = secrets.token_hex(6)
        (self.folder / event / "files").mkdir(mode=0o700, parents=True)
        (self.folder / event / _COMING).touch()
        return event

    def take(self, event: str, name: str, stream: IO[bytes]) -> Filed | None:
        """Keep what a stream holds, a piece at a time; None where it is empty. Raises DeskError where
        it is too large."""
        aside = self._of(event) / "files" / f".{secrets.token_hex(8)}.new"
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
                aside.replace(self._of(event) / "files" / filed.stored)
        except OSError as error:
            raise DeskError(
                f"{name} could not be kept ({(error.strerror or 'it failed').lower()}).",
                "",
                "Make room on the disk, then hand it in again.",
            ) from error
        finally:
            aside.unlink(missing_ok=True)
        return filed if size else None

    def begin(self, event: str, title: str, rules: str, who: str, files: Sequence[Filed]) -> None:
        """A new event with its first papers, in one transaction."""
        with self._lock, Archive(self.archive) as archive, archive.writing():
            archive.open_event(event, title, rules, who)
            self._add(archive, event, files, who)
        (self.folder / event / _COMING).unlink(missing_ok=True)

    def add(self, event: str, files: Sequence[Filed], who: str) -> None:
        """Put papers on the event's list; of two with one name the second gets a number. The same paper
        under the same name is kept once."""
        with self._lock, Archive(self.archive) as archive, archive.writing():
            self._add(archive, event, files, who)

    def _add(self, archive: Archive, event: str, files: Sequence[Filed], who: str) -> None:
        known = event_file(archive, event)
        listed = list(known.files)
        for each in files:
            if each not in listed:
                listed.append(replace(each, name=unlike(each.name, {f.name for f in listed})))
        if len(listed) > MOST_IN_ALL:
            raise DeskError(
                f"{len(listed)} files are too many.", "", f"Audit at most {MOST_IN_ALL} at once."
            )
        more = listed[len(known.files) :]
        if more:
            sync_names(self._of(event) / "files")
            archive.add(event, Kind.FILES, {"files": [asdict(each) for each in more]}, who)
        for filed in more:
            if is_schedule(filed.name):
                self._plan(archive, event, filed, who)

    def _plan(self, archive: Archive, event: str, filed: Filed, who: str) -> None:
        """Take over what a schedule says. One that cannot be read is left to the audit, which says so; one
        of several events plans none of them."""
        data = (self._of(event) / "files" / filed.stored).read_bytes()
        try:
            fixtures = read_schedule(data, filed.name).fixtures
        except ScheduleError:
            return
        if len({each.event.casefold() for each in fixtures}) == 1:
            plan(archive, event, fixtures, who, "schedule", filed.digest)

    def get(self, event: str) -> EventFile:
        """An event by its number. Raises DeskError where there is none."""
        with Archive(self.archive) as archive:
            found = event_file(archive, event)
        with suppress(
            OSError
        ):  # Of an archive that was copied without it; or nothing can be written.
            (self._of(event) / "files").mkdir(mode=0o700, parents=True, exist_ok=True)
        return found

    def there(self, event: str) -> bool:
        with suppress(DeskError):
            return bool(self.get(event))
        return False

    def all(self) -> list[EventFile]:
        """Every event, the newest first."""
        with Archive(self.archive) as archive:
            return events(archive)

    def folders(self) -> int:
        """How many events have a folder here."""
        paths = self.folder.iterdir() if self.folder.is_dir() else ()
        return sum(_ID.match(path.name) is not None for path in paths)

    def handed(self, event: EventFile) -> Iterator[Handed]:
        """The files as an audit takes them. The schedule is written as it is planned now."""
        folder = self._of(event.id)
        if event.rounds:
            write_text(folder / SCHEDULE, _schedule(event), ours=True)
            yield Handed(folder / SCHEDULE, SCHEDULE)
        for each in sorted(event.files, key=lambda filed: filed.name):
            if each.digest not in event.schedules:
                yield Handed(folder / "files" / each.stored, each.name)

    def data(self, event: EventFile, digest: str) -> tuple[Filed, bytes] | None:
        """One file of an event by its digest; None where it is not there (any more)."""
        for each in event.files:
            if each.digest == digest:
                with suppress(OSError):
                    return each, (self._of(event.id) / "files" / each.stored).read_bytes()
        return None

    def reports(self, event: str) -> Path:
        """Where its reports are, once there are any."""
        return self._of(event) / "reports"

    def outcome(self, event: str) -> Outcome | None:
        """How its audit ended the last time; None where it never did."""
        try:
            told = json.loads((self._of(event) / "done.json").read_text("utf-8"))
            told["unread"] = tuple((str(name), str(why)) for name, why in told["unread"])
            return Outcome(**told)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def ended(self, event: str, outcome: Outcome) -> None:
        write_text(self._of(event) / "done.json", json.dumps(asdict(outcome)), ours=True)

    def screen_code(self, event: str) -> str:
        """A word that nobody guesses: who knows it may see the event's results, and nothing else."""
        path = self._of(event) / "screen"
        try:
            return path.read_text("ascii").strip()
        except (OSError, ValueError):
            write_text(path, secrets.token_hex(10), ours=True)
            return path.read_text("ascii")

    def remove(self, event: str, who: str) -> None:
        """Take an event away with its files and reports. Its acts stay in the archive."""
        with Archive(self.archive) as archive:
            event_file(archive, event)
            archive.add(event, Kind.REMOVED, {"reason": ""}, who)
        shutil.rmtree(self._of(event), ignore_errors=True)

    def drop(self, event: str) -> None:
        """Take away the folder of an event whose files were refused, before anybody saw it."""
        if (self._of(event) / _COMING).exists() and not self.there(event):
            shutil.rmtree(self._of(event), ignore_errors=True)

    def tidy(self) -> None:
        """Take away what uploads left that never came to their end; only while nobody hands in."""
        for path in self.folder.iterdir() if self.folder.is_dir() else ():
            if _ID.match(path.name):
                self.drop(path.name)

    def _of(self, event: str) -> Path:
        if _ID.match(event) is None:
            raise no_event(event)
        return self.folder / event


_COMING: Final = "coming"
"""Lies in the folder of an event as long as its first files are still coming in."""


def plan(
    archive: Archive,
    event: str,
    matches: Sequence[Planned],
    who: str,
    how: str,
    schedule: str = "",
    seen: int | None = None,
) -> None:
    """Plan matches, round by round: each takes the place of what was planned for that round. Raises
    OvertakenError where somebody planned one of them after act number `seen`."""
    with archive.writing():
        for number in sorted({each.round for each in matches}, key=in_order):
            body: Json = {
                "round": number,
                "matches": [
                    {
                        "table": each.table,
                        "teams": list(each.teams),
                        "event": each.event,
                        "date": each.date,
                    }
                    for each in matches
                    if each.round == number
                ],
                "how": how,
                "schedule": schedule,
            }
            archive.add(event, Kind.PLANNED, body, who, seen=seen)


def seat_paper(archive: Archive, event: str, digest: str, seat: Seat, who: str) -> None:
    """A person says of which match a paper is that does not say so itself. Raises DeskError where the event
    has no such paper, or the match no number."""
    if not any(each.digest == digest for each in event_file(archive, event).files):
        raise DeskError("This paper is not here any more.", "", "Look at the board again.")
    if not all(each.isascii() and each.isdecimal() and len(each) < 4 for each in seat):
        raise DeskError(
            "Round and table are missing.", "", "Write the number of the round and of the table."
        )
    body = {"digest": digest, "round": seat[0], "table": seat[1]}
    archive.add(event, Kind.SEATED, body, who)


def _schedule(event: EventFile) -> str:
    """What is planned, as a schedule is written."""
    lines = io.StringIO(newline="")
    rows = csv.writer(lines, lineterminator="\n")
    rows.writerow(("event", "date", "round", "table", "team A", "team B"))
    for each in event.planned:
        if not each.bye:
            rows.writerow((each.event, each.date, *each.seat, *each.teams))
    return lines.getvalue()


def copy_papers(archive: Path, to: Path) -> tuple[int, tuple[str, ...]]:
    """The papers of all events of the archive `to`, from the folder beside the archive of which it is a copy
    into the one beside itself; what it has is not copied again. How many it has then, and the names
    of those that are missing or damaged. Reports and readings are made again from them.

    Raises DeskError where one cannot be written.
    """
    source, target = EventPapers(archive), EventPapers(to)
    done, missing = 0, []
    for event in target.all():
        folder = target.folder / event.id / "files"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for filed in event.files:
            there = folder / filed.stored
            if not _is(there, filed):
                _copy(source.folder / event.id / "files" / filed.stored, there, filed)
            if _is(there, filed):
                done += 1
            else:
                missing.append(f"{event.title}: {filed.name}")
        sync_names(folder)
    return done, tuple(missing)


def _is(path: Path, filed: Filed) -> bool:
    try:
        return digest_of(path) == filed.digest
    except OSError:
        return False


def _copy(source: Path, to: Path, filed: Filed) -> None:
    if not _is(source, filed):
        return
    remedy = "Make room on the disk, then begin again."
    with new_beside(to) as aside, writing_to(to, remedy):
        shutil.copyfile(source, aside)
        sync(aside)
        aside.replace(to)


def shown_name(given: str) -> str:
    """What a file is called, folders and all: shown, and matched by, but never a path of ours."""
    parts = given.replace("\\", "/").split("/")
    kept = ["".join(c for c in part if c.isprintable()).strip(". ") for part in parts]
    return "/".join(part for part in kept if part)[-160:].lstrip("/. ") or "document"

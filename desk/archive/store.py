"""The archive's file: one SQLite database. Everything that is written goes through here."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from fairdeal.desk.archive import tables
from fairdeal.desk.archive.acts import (
    START,
    Act,
    Json,
    Kind,
    conflicts,
    is_received,
    ledgered,
    new_act,
    now,
)
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.tables import VERSION, Run, make_tables
from fairdeal.desk.trouble import DeskError
from fairdeal.desk.usual import usual_rulebook

APPLICATION: Final = 0x46445231
"""Marks a SQLite file as an archive of ours (``FDR1``), so that no other database is written to."""
BUSY: Final = 30.0
"""Seconds to wait for another's transaction."""
_NOT_WRITTEN: Final = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)
"""What SQLite says where it cannot write; on a full disk it cannot even make what it needs to read."""
_REMEDIES: Final = {
    "readonly": "Make room on the disk, or copy it to a folder that you may write to.",
    "unable to open": "Name an existing folder that you may write to.",
    "locked": "Another program is using it. Try again when that program has ended.",
    "full": "Make room on the disk.",
    "I/O": "Check that there is room on the disk. If so, the disk may be failing: copy the file.",
    "not a database": "Name the archive's own file, or restore the last backup: archive restore.",
}
"""What to do, by a part of what SQLite says."""
UNREADABLE: Final = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
"""What an act raises that somebody altered so that nothing can be made of it."""

_COLUMNS: Final = "case_id, number, kind, at, who, body, salt, digest, chain, ledger"


class ArchiveError(DeskError):
    """Something about the archive that a person can do something about."""


class UnknownCaseError(ArchiveError):
    """No case has this number."""

    def __init__(self, case: str) -> None:
        super().__init__(
            f"The case {case} is not in the archive.", case, "See: fairdeal archive ls"
        )


class OvertakenError(ArchiveError):
    """Somebody else acted in the case meanwhile. `acts` are what the person has not seen."""

    def __init__(self, acts: Sequence[Act]) -> None:
        names = ", ".join(dict.fromkeys(act.who for act in acts if act.who))
        super().__init__(
            f"{names or 'Somebody'} worked on this case meanwhile.",
            "",
            "Look at what was done, then do it again if you still want to.",
        )
        self.acts = tuple(acts)


class Archive:
    """One archive. Use as a context manager, one in each thread.

    Raises ArchiveError where the file is not an archive, is damaged, or is of a newer version.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        self._touched: set[str] = set()
        new = not path.exists()
        if new and not create:
            raise ArchiveError(
                f"{path}: there is no archive here.",
                str(path),
                "Check the name. The first case that you add creates one: archive add.",
            )
        self.only_read = False
        """Nothing can be written: the file, its folder or its disk does not let us, or the disk is full."""
        try:
            self._connect(sqlite3.connect(path, timeout=BUSY, isolation_level=None))
        except sqlite3.OperationalError as error:
            if new or error.sqlite_errorcode & 0xFF not in _NOT_WRITTEN:
                raise self._trouble(error) from error
            self._connect_to_read()
        except sqlite3.DatabaseError as error:
            raise self._trouble(error) from error

    def _connect(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _connect_to_read(self) -> None:
        """Open the archive where it cannot be written. SQLite may not be able to open its journal there: only
        an archive without one is read as it lies."""
        self.only_read = True
        name = self.path.absolute().as_uri()
        for how in ("mode=ro", "immutable=1"):
            try:
                self._connect(sqlite3.connect(f"{name}?{how}", uri=True, isolation_level=None))
                return
            except sqlite3.DatabaseError as error:
                if how == "immutable=1":
                    raise self._trouble(error) from error
                self._must_have_no_journal()

    def _must_have_no_journal(self) -> None:
        for end in ("-wal", "-journal"):
            beside = Path(f"{self.path}{end}")
            if beside.exists() and beside.stat().st_size:
                raise ArchiveError(
                    f"The last acts of {self.path} are in {beside.name}, which cannot be read where nothing"
                    " can be written.",
                    str(self.path),
                    "Make room on the disk, or copy both files to a folder that you may write to.",
                )

    def _trouble(self, error: sqlite3.Error) -> ArchiveError:
        text = str(error)
        if isinstance(error, sqlite3.IntegrityError):
            remedy = "Nothing was saved. Look again, then repeat it."
        else:
            fitting = (remedy for part, remedy in _REMEDIES.items() if part in text)
            remedy = next(fitting, "Restore the last backup: archive restore.")
        return ArchiveError(f"{self.path} cannot be used as an archive ({text}).", "", remedy)

    def _prepare(self) -> None:
        run = self.connection.execute
        run("PRAGMA foreign_keys = ON")
        # In one statement: another process may be making this archive at the same moment.
        mark, tables = run(
            "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id"
        ).fetchone()
        if mark != APPLICATION and tables:
            raise ArchiveError(
                f"{self.path} is a database, but not a Fairdeal archive.",
                str(self.path),
                "Name another file.",
            )
        if not self.only_read:
            run("PRAGMA journal_mode = WAL")
            run("PRAGMA synchronous = FULL")
        version = run("PRAGMA user_version").fetchone()[0]
        if mark == APPLICATION and version != VERSION:
            raise ArchiveError(
                f"{self.path} was written by another version of Fairdeal (its tables have number {version},"
                f" not {VERSION}), or that number was changed.",
                str(self.path),
                "Open it with the version that wrote it, or restore the last backup: archive restore.",
            )
        if mark != APPLICATION:
            if self.only_read:
                raise ArchiveError(
                    f"{self.path} is empty, and nothing can be written there.",
                    str(self.path),
                    "Name a file in a folder that you may write to.",
                )
            self._make()

    def _make(self) -> None:
        """Make the tables, in one transaction; another process may have done it first."""
        with self.writing() as run:
            if run("PRAGMA user_version").fetchone()[0] != VERSION:
                run(f"PRAGMA application_id = {APPLICATION}")
                make_tables(run)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self.close()
        if isinstance(error, sqlite3.DatabaseError):
            raise self._trouble(error) from error

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def writing(self) -> Iterator[Run]:
        """One transaction: all of it is kept or nothing. Within another it is part of that."""
        if self.connection.in_transaction:
            yield self.connection.execute
            return
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection.execute
                self.index_touched()
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise self._trouble(error) from error
        finally:
            self._touched.clear()

    def index_touched(self) -> None:
        """Work out what can be searched for of the cases in which this transaction wrote: at its end, or
        before that where something rests on it."""
        for case in sorted(self._touched):
            tables.write(self.connection.execute, fold(case, self.acts(case)))
        self._touched.clear()

    # Documents and reports, each within its case, by their hash.

    def keep(self, case: str, data: bytes) -> str:
        """Keep bytes for a case; returns their SHA-256 in hexadecimal. The same bytes are kept once."""
        digest = hashlib.sha256(data).hexdigest()
        self.put_blob(case, digest, data, digest)
        return digest

    def put_blob(self, case: str, digest: str, data: bytes | None, after: str) -> None:
        """Keep what stands under a digest in a case, `after` a redaction or as it was added.

        Raises ValueError where the bytes are not those of `after`.
        """
        if after != ("" if data is None else hashlib.sha256(data).hexdigest()):
            raise ValueError("bytes of another digest")
        with self.writing() as run:
            run("INSERT OR IGNORE INTO case_blobs VALUES (?, ?, ?, ?)", (case, digest, data, after))

    def raw_blob(self, case: str, digest: str) -> tuple[bytes | None, str] | None:
        """What stands in the file under a digest, unchecked: the bytes, and the digest noted for them."""
        row = self.connection.execute(
            "SELECT data, now FROM case_blobs WHERE case_id = ? AND digest = ?", (case, digest)
        ).fetchone()
        return None if row is None else (row[0], str(row[1]))

    def blob(self, case: str, digest: str) -> bytes | None:
        """A case's document or report by the digest under which it came in; None where it was taken out,
        or never came. Raises ArchiveError where the bytes are not what the case's acts say."""
        found = self.raw_blob(case, digest)
        if found is None:
            return None
        data, after = found
        right = after == digest or after == redactions(self.acts(case)).get(digest)
        if not right or (data is not None and hashlib.sha256(data).hexdigest() != after):
            raise ArchiveError(
                f"The document {digest[:12]} of the case {case} was altered in the archive's file.",
                case,
                "It is not shown. See: fairdeal archive verify",
            )
        return data

    def redacted_here(self, digest: str) -> tuple[bytes | None, str] | None:
        """What is left of a document from which this archive's own people took a name: the bytes and their
        digest; None where they never did. What others redacted in their cases is not a matter of ours."""
        rows = self.connection.execute(
            "SELECT case_id, now FROM case_blobs WHERE digest = ? AND now <> digest ORDER BY rowid DESC",
            (digest,),
        ).fetchall()
        for case, after in rows:
            acts = self.acts(case)
            came = arrival(acts)
            theirs, ours = redactions(acts[:came]), redactions(acts[came:])
            if digest not in theirs and ours.get(digest) == after:
                return self.blob(case, digest), after
        return None

    # Cases and their acts.

    def open_case(
        self, title: str, who: str, tags: Json | None = None, usual: str | None = None
    ) -> str:
        """A new case, to which the settings' rulebook is `usual` where no other is named. Returns its id,
        which tells nothing about it."""
        usual = usual_rulebook() if usual is None else usual
        body = {"title": title, "tags": tags or {}, "usual": usual}
        return self._begin(secrets.token_hex(6), Kind.OPENED, body, who)

    def open_event(self, event: str, title: str, rules: str, who: str) -> None:
        """A new event, under an id that its files have already."""
        body = {"title": title, "rules": rules, "usual": usual_rulebook()}
        self._begin(event, Kind.EVENT, body, who)

    def _begin(self, case: str, kind: Kind, body: Json, who: str) -> str:
        with self.writing() as run:
            at = now()
            run("INSERT INTO cases VALUES (?, ?)", (case, at))
            self.add(case, kind, body, who, at=at)
        return case

    def every(self, *, latest: bool = False) -> list[str]:
        """The ids of all cases and events, the newest in this archive first, or (`latest`) the one last
        worked on: of all that have acts, so that none can be hidden by taking it off a list."""
        which = "max" if latest else "min"
        rows = self.connection.execute(
            f"SELECT case_id FROM acts GROUP BY case_id ORDER BY {which}(seq) DESC"
        )
        return [row[0] for row in rows]

    def events(self) -> list[str]:
        """The ids of all events, the newest first."""
        rows = self.connection.execute(
            "SELECT case_id FROM acts WHERE number = 1 AND kind = ? ORDER BY seq DESC",
            (Kind.EVENT.value,),
        )
        return [row[0] for row in rows]

    def cases(self, *, latest: bool = False) -> list[str]:
        """The ids of all cases, as `every`."""
        events = set(self.events())
        return [each for each in self.every(latest=latest) if each not in events]

    def add(
        self,
        case: str,
        kind: Kind,
        body: Json,
        who: str,
        *,
        seen: int | None = None,
        at: str = "",
    ) -> Act:
        """Add an act. Raises OvertakenError where acts after number `seen` speak of the same thing, and
        ArchiveError where the case came from others or has no act of that number."""
        if is_received(case) and kind not in (Kind.RECEIVED, Kind.REDACTED):
            raise came_from_others(case)
        if kind is Kind.RECEIVED and not is_received(case):
            raise ValueError("a case of our own was never received")
        with self.writing() as run:
            last = run(
                "SELECT number, chain FROM acts WHERE case_id = ? ORDER BY number DESC LIMIT 1",
                (case,),
            ).fetchone()
            if last is None and kind not in (Kind.OPENED, Kind.EVENT):
                raise UnknownCaseError(case)
            if seen is not None and last is not None and seen > last[0]:
                raise ArchiveError(
                    f"The case {case} has {last[0]} acts, and this was begun after act {seen}.",
                    case,
                    "An older archive may have been put back. Open the case again.",
                )
            if seen is not None and last is not None and seen < last[0]:
                others = [act for act in self.acts(case, seen) if conflicts(act, kind, body)]
                if others:
                    raise OvertakenError(others)
            number, previous = (last[0] + 1, last[1]) if last is not None else (1, START)
            return self.put(new_act(case, number, previous, kind, body, who, at or now()), run)

    def put(self, act: Act, run: Run) -> Act:
        """Write an act as it is (an imported one, say), at the end of the ledger."""
        head = run("SELECT ledger FROM acts ORDER BY seq DESC LIMIT 1").fetchone()
        ledger = ledgered(head[0] if head is not None else START, act.chain)
        self._touched.add(act.case)
        run(
            f"INSERT INTO acts ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                act.case,
                act.number,
                act.kind.value,
                act.at,
                act.who,
                act.text,
                act.salt,
                act.digest,
                act.chain,
                ledger,
            ),
        )
        return replace(act, ledger=ledger)

    def acts(self, case: str, after: int = 0) -> list[Act]:
        """The acts of a case in order, those after number `after`."""
        rows = self.connection.execute(
            f"SELECT {_COLUMNS} FROM acts WHERE case_id = ? AND number > ? ORDER BY number",
            (case, after),
        )
        return [act_of(row) for row in rows]

    def head(self) -> tuple[int, str]:
        """How many acts the archive has, and the ledger's hash after the last."""
        count, last = self.connection.execute("SELECT count(*), max(seq) FROM acts").fetchone()
        row = self.connection.execute("SELECT ledger FROM acts WHERE seq = ?", (last,)).fetchone()
        return int(count), str(row[0]) if row is not None else START

    def act_at(self, place: int) -> Act | None:
        """The act at a place of the archive, from 1; None where there is none."""
        row = self.connection.execute(
            f"SELECT {_COLUMNS} FROM acts ORDER BY seq LIMIT 1 OFFSET ?", (place - 1,)
        ).fetchone()
        return None if row is None else act_of(row)


def came_from_others(case: str) -> ArchiveError:
    """What to say where somebody wants to work on a case that others sent."""
    return ArchiveError(
        f"The case {case} came from others and stays as it came.",
        case,
        "To work on it, open a case of your own from its documents: archive copy",
    )


def arrival(acts: Sequence[Act]) -> int:
    """How many of a case's acts came with it or say that it came; 0 in a case of our own."""
    return max((n for n, act in enumerate(acts, 1) if act.kind is Kind.RECEIVED), default=0)


def redactions(acts: Sequence[Act]) -> dict[str, str]:
    """What documents ought to be after a case's redactions, by their digests; empty where taken out."""
    return {
        str(each["digest"]): str(each["now"])
        for act in acts
        if act.kind is Kind.REDACTED
        for each in act.body["documents"]
    }


def act_of(row: Sequence[Any]) -> Act:
    case, number, kind, at, who, body, salt, digest, chain, ledger = row
    try:
        said = json.loads(body)
        return Act(case, number, Kind(kind), at, who, said, salt, digest, chain, ledger, body)
    except ValueError as error:
        raise ArchiveError(
            f"Act {number} of the case {case} is damaged.", str(case), "Restore the last backup."
        ) from error

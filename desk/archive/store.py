"""The archive's file: one SQLite database. Everything that is written goes through here."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

from desk.archive.acts import (
    START,
    Act,
    Json,
    Kind,
    canonical,
    chained,
    content_digest,
    ledgered,
)
from desk.archive.migrations import MIGRATIONS
from desk.trouble import DeskError

APPLICATION: Final = 0x46445231
"""Marks a SQLite file as an archive of ours (``FDR1``), so that no other database is written to."""
BUSY: Final = 30.0
"""Seconds to wait for another's transaction."""

_COLUMNS: Final = "case_id, number, kind, at, who, body, salt, digest, chain, ledger"


class ArchiveError(DeskError):
    """Something about the archive that a person can do something about."""


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

    Raises ArchiveError where the file is no archive, is damaged, or is of a newer version.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        new = not path.exists()
        if new and not create:
            raise ArchiveError(
                f"{path}: there is no archive there.", str(path),
                "Check the name; the first case that is added makes one: archive add.",
            )  # fmt: skip
        try:
            self.connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
        except sqlite3.DatabaseError as error:
            raise self._trouble(error) from error
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self.close()
            raise self._trouble(error) from error
        except BaseException:
            self.close()
            raise

    def _trouble(self, error: sqlite3.Error) -> ArchiveError:
        text = str(error)
        if isinstance(error, sqlite3.IntegrityError):
            remedy = "Nothing was kept. Look again, then do it once more."
        elif "unable to open" in text or "readonly" in text:
            remedy = "Name a folder that is there and yours."
        elif "locked" in text:
            remedy = "Another program holds it; try again when it has ended."
        elif "full" in text:
            remedy = "Make room on the disk."
        elif "not a database" in text:
            remedy = "Name the archive's own file, or restore the last backup: archive restore."
        else:
            remedy = "Restore the last backup: archive restore."
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
                f"{self.path} is a database, but not an archive of Fairdeal's.",
                str(self.path),
                "Name another file.",
            )
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        version = run("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise ArchiveError(
                f"{self.path} was written by a newer Fairdeal.", str(self.path), "Update Fairdeal."
            )
        if version < len(MIGRATIONS) or mark != APPLICATION:
            self._migrate()

    def _migrate(self) -> None:
        """Bring the tables up to date, in one transaction; another process may have done it first."""
        with self.writing() as run:
            run(f"PRAGMA application_id = {APPLICATION}")
            done = run("PRAGMA user_version").fetchone()[0]
            for step in MIGRATIONS[done:]:
                for statement in _statements(step):
                    run(statement)
            run(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def writing(self) -> Iterator[_Run]:
        """One transaction: all of it is kept or nothing. Within another it is part of that."""
        if self.connection.in_transaction:
            yield self.connection.execute
            return
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection.execute
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise self._trouble(error) from error

    # Documents and reports, by their hash.

    def keep(self, data: bytes) -> str:
        """Keep bytes; returns their SHA-256 in hexadecimal. The same bytes are kept once."""
        digest = hashlib.sha256(data).hexdigest()
        with self.writing() as run:
            run("INSERT OR IGNORE INTO blobs VALUES (?, ?, ?)", (digest, data, digest))
        return digest

    def blob(self, digest: str) -> bytes | None:
        """Bytes by the digest under which they came in; None where they were taken out, or never came."""
        row = self.connection.execute(
            "SELECT data FROM blobs WHERE digest = ?", (digest,)
        ).fetchone()
        return row[0] if row is not None else None

    def now_of(self, digest: str) -> str:
        """The digest of the bytes as they are: another one after a redaction, empty where taken out."""
        row = self.connection.execute(
            "SELECT now FROM blobs WHERE digest = ?", (digest,)
        ).fetchone()
        return str(row[0]) if row is not None else digest

    # Cases and their acts.

    def open_case(self, title: str, who: str, tags: Json | None = None) -> str:
        """A new case. Returns its id, which tells nothing about it."""
        case = secrets.token_hex(6)
        with self.writing() as run:
            run("INSERT INTO cases VALUES (?, ?)", (case, now()))
            self.add(case, Kind.OPENED, {"title": title, "tags": tags or {}}, who)
        return case

    def cases(self) -> list[str]:
        """The ids of all cases, the newest first."""
        rows = self.connection.execute("SELECT id FROM cases ORDER BY opened DESC, rowid DESC")
        return [row[0] for row in rows]

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
        """Add an act. Raises OvertakenError where acts after number `seen` speak of the same thing."""
        with self.writing() as run:
            last = run(
                "SELECT number, chain FROM acts WHERE case_id = ? ORDER BY number DESC LIMIT 1",
                (case,),
            ).fetchone()
            if last is None and kind is not Kind.OPENED:
                raise ArchiveError(
                    f"There is no case {case} in the archive.", case, "See: archive ls"
                )
            if seen is not None and last is not None and seen < last[0]:
                others = [act for act in self.acts(case, seen) if conflicts(act, kind, body)]
                if others:
                    raise OvertakenError(others)
            number, previous = (last[0] + 1, last[1]) if last is not None else (1, START)
            return self._append(case, number, previous, kind, body, who, at or now())

    def _append(
        self, case: str, number: int, previous: str, kind: Kind, body: Json, who: str, at: str
    ) -> Act:
        with self.writing() as run:
            salt = secrets.token_hex(16)
            digest = content_digest(salt, who, body)
            chain = chained(previous, case, number, kind.value, at, digest)
            act = Act(case, number, kind, at, who, body, salt, digest, chain)
            return self.put(act, run)

    def put(self, act: Act, run: _Run) -> Act:
        """Write an act as it is (an imported one, say), at the end of the ledger."""
        head = run("SELECT ledger FROM acts ORDER BY seq DESC LIMIT 1").fetchone()
        ledger = ledgered(head[0] if head is not None else START, act.chain)
        run(
            f"INSERT INTO acts ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                act.case, act.number, act.kind.value, act.at, act.who, canonical(act.body),
                act.salt, act.digest, act.chain, ledger,
            ),
        )  # fmt: skip
        return Act(
            act.case, act.number, act.kind, act.at, act.who, act.body, act.salt, act.digest,
            act.chain, ledger,
        )  # fmt: skip

    def acts(self, case: str, after: int = 0) -> list[Act]:
        """The acts of a case in order, those after number `after`."""
        rows = self.connection.execute(
            f"SELECT {_COLUMNS} FROM acts WHERE case_id = ? AND number > ? ORDER BY number",
            (case, after),
        )
        return [act_of(row) for row in rows]

    def imports(self, case: str) -> list[tuple[str, str, str | None]]:
        """When a case was taken in from another archive, by whom, and the public key that signed it."""
        rows = self.connection.execute(
            "SELECT at, who, signer FROM imports WHERE case_id = ? ORDER BY rowid", (case,)
        )
        return [(str(at), str(who), signer) for at, who, signer in rows]

    def ledger(self) -> Iterator[Act]:
        """Every act of the archive in the order in which they were written."""
        for row in self.connection.execute(f"SELECT {_COLUMNS} FROM acts ORDER BY seq"):
            yield act_of(row)


def conflicts(act: Act, kind: Kind, body: Json) -> bool:
    """Whether an act that a person has not seen speaks of what the person is about to change."""
    if act.kind in (Kind.SIGNED, Kind.REOPENED, Kind.REDACTED):
        return True
    if kind is Kind.SIGNED:
        return act.kind is not Kind.CHECKED
    if act.kind is not kind:
        return False
    if kind is Kind.CORRECTED:
        return all(act.body.get(key) == body.get(key) for key in ("digest", "page", "field"))
    if kind is Kind.DECIDED:
        return bool(act.body.get("finding") == body.get("finding"))
    if kind is Kind.STATEMENT:
        return bool(act.body.get("side") == body.get("side"))
    return kind in (Kind.RULED, Kind.RULES)


def act_of(row: Sequence[str | int]) -> Act:
    case, number, kind, at, who, body, salt, digest, chain, ledger = row
    try:
        read = (Kind(str(kind)), json.loads(str(body)))
    except ValueError as error:
        raise ArchiveError(
            f"Act {number} of the case {case} is damaged.", str(case), "Restore the last backup."
        ) from error
    return Act(
        str(case), int(number), read[0], str(at), str(who), read[1],
        str(salt), str(digest), str(chain), str(ledger),
    )  # fmt: skip


def now() -> str:
    """The moment in UTC, to the second: ``2026-03-01T10:20:30Z``."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class _Run(Protocol):
    """`sqlite3.Connection.execute`, for annotations."""

    def __call__(self, sql: str, values: Sequence[object] = ..., /) -> sqlite3.Cursor: ...


def _statements(step: str) -> Iterator[str]:
    """The statements of a migration. `executescript` would end the transaction they belong in."""
    kept = ""
    for line in step.splitlines(keepends=True):
        kept += line
        if sqlite3.complete_statement(kept):
            yield kept
            kept = ""

"""The tables of the archive, and whether a file has exactly these, with their indexes and triggers.

A trigger that is missing lets acts be changed; one that was added can change them behind the
program's back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

VERSION: Final = 3
"""The number in the file of the tables as they are here, and of what can be searched for in them."""

TABLES: Final = """
CREATE TABLE cases (
    id TEXT PRIMARY KEY,
    opened TEXT NOT NULL
) STRICT;
CREATE TABLE acts (
    seq INTEGER PRIMARY KEY,
    case_id TEXT NOT NULL REFERENCES cases (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    body TEXT NOT NULL,
    salt TEXT NOT NULL,
    digest TEXT NOT NULL,
    chain TEXT NOT NULL,
    ledger TEXT NOT NULL,
    UNIQUE (case_id, number)
) STRICT;
CREATE INDEX acts_by_kind ON acts (kind, case_id);
CREATE TABLE case_blobs (
    case_id TEXT NOT NULL REFERENCES cases (id),
    digest TEXT NOT NULL,               -- SHA-256 of the bytes as they were handed in
    data BLOB,                          -- NULL where they were taken out by an act of redaction
    now TEXT NOT NULL,                  -- SHA-256 of the bytes as they are; as `digest` until redacted
    PRIMARY KEY (case_id, digest)
) STRICT;
CREATE INDEX case_blobs_by_digest ON case_blobs (digest);
CREATE TRIGGER acts_stay BEFORE DELETE ON acts
    BEGIN SELECT RAISE (ABORT, 'acts are never deleted'); END;
CREATE TRIGGER acts_keep_their_place BEFORE UPDATE OF
    seq, case_id, number, kind, at, digest, chain, ledger ON acts
    BEGIN SELECT RAISE (ABORT, 'acts are never changed'); END;
CREATE TRIGGER content_only_redacted BEFORE UPDATE OF who, body, salt ON acts
    WHEN NEW.salt <> ''
    BEGIN SELECT RAISE (ABORT, 'content is never changed, only redacted'); END;
CREATE TRIGGER cases_stay BEFORE DELETE ON cases
    BEGIN SELECT RAISE (ABORT, 'cases are never deleted'); END;
CREATE TRIGGER cases_keep_their_name BEFORE UPDATE ON cases
    BEGIN SELECT RAISE (ABORT, 'cases are never changed'); END;
CREATE TRIGGER case_blobs_stay BEFORE DELETE ON case_blobs
    BEGIN SELECT RAISE (ABORT, 'documents are never deleted, only redacted'); END;
CREATE TRIGGER case_blobs_keep_their_place BEFORE UPDATE OF case_id, digest ON case_blobs
    BEGIN SELECT RAISE (ABORT, 'documents are never changed, only redacted'); END;
CREATE TABLE found (                    -- for searching only: made anew from the acts at any time
    case_id TEXT NOT NULL REFERENCES cases (id),
    code TEXT NOT NULL, article TEXT NOT NULL, rulebook TEXT NOT NULL,
    deal TEXT, place TEXT NOT NULL, seat TEXT, team TEXT, certainty TEXT NOT NULL,
    decision TEXT, message TEXT NOT NULL
) STRICT;
CREATE INDEX found_by_code ON found (code);
CREATE INDEX found_by_article ON found (article);
CREATE TABLE facts (                    -- event, date, team, player, seat, contract ...
    case_id TEXT NOT NULL REFERENCES cases (id),
    name TEXT NOT NULL, value TEXT NOT NULL, folded TEXT NOT NULL
) STRICT;
CREATE INDEX facts_by_name ON facts (name, folded);
CREATE VIRTUAL TABLE words USING fts5 (case_id UNINDEXED, text, tokenize = 'unicode61');
"""

_SEARCHING: Final = "words_"
"""The beginning of the names of tables that SQLite makes itself for free text; how they are written
down differs from version to version."""
_KINDS: Final = {"table": "table", "index": "index", "trigger": "trigger", "view": "view"}


class Run(Protocol):
    """`sqlite3.Connection.execute`, for annotations."""

    def __call__(self, sql: str, values: Sequence[object] = ..., /) -> sqlite3.Cursor: ...


def make_tables(run: Run) -> None:
    """Make the tables, within the caller's transaction: `executescript` would end it."""
    kept = ""
    for line in TABLES.splitlines(keepends=True):
        kept += line
        if sqlite3.complete_statement(kept):
            run(kept)
            kept = ""
    run(f"PRAGMA user_version = {VERSION}")


def verify_schema(connection: sqlite3.Connection) -> Iterator[str]:
    """What is missing, different or more than it should be, in words."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION:
        yield f"The file's tables are of version {version}, not {VERSION}."
    right, there = _made_new(), _parts(connection)
    for kind, name in sorted(right.keys() | there.keys()):
        called = f"The {_KINDS.get(kind, kind)} {name}"
        if (kind, name) not in there:
            yield f"{called} of the file is missing."
        elif (kind, name) not in right:
            yield f"{called} of the file does not belong there."
        elif right[kind, name] != there[kind, name]:
            yield f"{called} of the file was changed."


def _made_new() -> dict[tuple[str, str], str]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        make_tables(connection.execute)
        return _parts(connection)
    finally:
        connection.close()


def _parts(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """Everything in a file by kind and name, with its table and how it was made."""
    return {
        (str(kind), str(name)): "" if str(name).startswith(_SEARCHING) else _as_made(table, sql)
        for kind, name, table, sql in connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema"
        )
    }


def _as_made(table: str, sql: str | None) -> str:
    return " ".join(f"{table}: {sql or ''}".split())

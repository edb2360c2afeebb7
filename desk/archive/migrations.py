"""The tables of the archive, as numbered steps. A step is never changed once it was released."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from fairdeal.desk.archive.exchange.old_imports import receive_old_imports


class Run(Protocol):
    """`sqlite3.Connection.execute`, for annotations."""

    def __call__(self, sql: str, values: Sequence[object] = ..., /) -> sqlite3.Cursor: ...


Step = Sequence[str | Callable[[Run], None]]
"""SQL, and what SQL alone cannot do, in order."""

MIGRATIONS: Final[tuple[Step, ...]] = (
    (
        """
    CREATE TABLE blobs (
        digest TEXT PRIMARY KEY,            -- SHA-256 of the bytes as they were handed in
        data BLOB,                          -- NULL where they were taken out by an act of redaction
        now TEXT NOT NULL                   -- SHA-256 of the bytes as they are; as `digest` until redacted
    ) STRICT;
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
    CREATE TABLE imports (                  -- cases that came from another archive
        case_id TEXT NOT NULL REFERENCES cases (id),
        head TEXT NOT NULL, at TEXT NOT NULL, who TEXT NOT NULL,
        signer TEXT                         -- the public key that signed them, where any did
    ) STRICT;
    CREATE INDEX acts_by_kind ON acts (kind, case_id);
    CREATE TRIGGER acts_stay BEFORE DELETE ON acts
        BEGIN SELECT RAISE (ABORT, 'acts are never deleted'); END;
    CREATE TRIGGER acts_keep_their_place BEFORE UPDATE OF
        seq, case_id, number, kind, at, digest, chain, ledger ON acts
        BEGIN SELECT RAISE (ABORT, 'acts are never changed'); END;
    CREATE TRIGGER content_only_redacted BEFORE UPDATE OF who, body, salt ON acts
        WHEN NEW.salt <> ''
        BEGIN SELECT RAISE (ABORT, 'content is never changed, only redacted'); END;
    """,
    ),
    (
        """
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
    """,
    ),
    (
        # Documents belong to one case each: what an import brings cannot reach another case.
        """
    INSERT OR IGNORE INTO cases SELECT case_id, min(at) FROM acts GROUP BY case_id;
    UPDATE cases SET opened = (SELECT at FROM acts WHERE case_id = id AND number = 1)
        WHERE EXISTS (SELECT 1 FROM acts WHERE case_id = id AND number = 1);
    CREATE TABLE case_blobs (
        case_id TEXT NOT NULL REFERENCES cases (id),
        digest TEXT NOT NULL,               -- SHA-256 of the bytes as they were handed in
        data BLOB,                          -- NULL where they were taken out by an act of redaction
        now TEXT NOT NULL,                  -- SHA-256 of the bytes as they are; as `digest` until redacted
        PRIMARY KEY (case_id, digest)
    ) STRICT;
    CREATE INDEX case_blobs_by_digest ON case_blobs (digest);
    INSERT INTO case_blobs (case_id, digest, data, now)
        SELECT named.case_id, blobs.digest, blobs.data, blobs.now FROM (
            SELECT DISTINCT case_id, CASE WHEN json_valid(body) THEN
                json_extract(body, CASE kind WHEN 'signed' THEN '$.report' ELSE '$.digest' END) END
                AS digest
            FROM acts WHERE kind IN ('document', 'signed')
        ) AS named JOIN blobs ON blobs.digest = named.digest;
    DROP TABLE blobs;
    DROP TRIGGER acts_keep_their_place;
    DELETE FROM found;
    DELETE FROM facts;
    DELETE FROM words;
    """,
        receive_old_imports,
        """
    DROP TABLE imports;
    CREATE TRIGGER acts_keep_their_place BEFORE UPDATE OF
        seq, case_id, number, kind, at, digest, chain, ledger ON acts
        BEGIN SELECT RAISE (ABORT, 'acts are never changed'); END;
    CREATE TRIGGER cases_stay BEFORE DELETE ON cases
        BEGIN SELECT RAISE (ABORT, 'cases are never deleted'); END;
    CREATE TRIGGER cases_keep_their_name BEFORE UPDATE ON cases
        BEGIN SELECT RAISE (ABORT, 'cases are never changed'); END;
    CREATE TRIGGER case_blobs_stay BEFORE DELETE ON case_blobs
        BEGIN SELECT RAISE (ABORT, 'documents are never deleted, only redacted'); END;
    CREATE TRIGGER case_blobs_keep_their_place BEFORE UPDATE OF case_id, digest ON case_blobs
        BEGIN SELECT RAISE (ABORT, 'documents are never changed, only redacted'); END;
    """,
    ),
)


def migrate(run: Run, done: int, upto: int = len(MIGRATIONS)) -> None:
    """Do the steps after number `done`, up to number `upto`, within the caller's transaction."""
    for step in MIGRATIONS[done:upto]:
        for part in step:
            if isinstance(part, str):
                for statement in _statements(part):
                    run(statement)
            else:
                part(run)
    run(f"PRAGMA user_version = {upto}")


def listed(run: Run) -> dict[str, str]:
    """The list of cases: when each was opened, by its id."""
    return dict(run("SELECT id, opened FROM cases").fetchall())


def changes(
    version: int, before: dict[str, str], after: dict[str, str], called: Callable[[str], str]
) -> Iterator[str]:
    """What became of an archive whose tables were of an earlier version, in sentences. Somebody may have
    given the file such tables to have its cases changed, so each that changed is named."""
    yield (
        f"The archive's tables were of version {version} and are now of version {len(MIGRATIONS)}. If it was"
        " not written by an earlier Fairdeal, somebody changed the file: restore the last backup."
    )
    for case in after:
        own, _, number = case.partition("~")
        if case in before:
            if after[case] != before[case]:
                yield f"The day on which the case {case} was opened is that of its first act again."
        elif number:
            yield (
                f"The case {own} ({called(case)}) is now {case}, from others: the file listed it as"
                " imported. If it is your own, somebody changed the file: restore the last backup."
            )
        else:
            yield f"The case {case} ({called(case)}) was not on the list of cases, and is again."


def _statements(step: str) -> Iterator[str]:
    """The statements of a step. `executescript` would end the transaction they belong in."""
    kept = ""
    for line in step.splitlines(keepends=True):
        kept += line
        if sqlite3.complete_statement(kept):
            yield kept
            kept = ""

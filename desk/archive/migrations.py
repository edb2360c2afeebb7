"""The tables of the archive, as numbered steps. A step is never changed once it was released."""

from __future__ import annotations

from typing import Final

MIGRATIONS: Final = (
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
)

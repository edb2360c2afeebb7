"""The tables of the archive, whether a file has exactly these, and what of a case can be searched for.

What can be searched for is worked out from a case's acts, written with every act, made again at any time. It
proves nothing. `archive verify` compares: whoever changes what is worked out gives the tables a new version.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.desk.archive.acts import Json, Kind, canonical
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.numbered import keys_of_json, needs_less_likely

VERSION: Final = 5
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
    decision TEXT, message TEXT NOT NULL,
    severity TEXT NOT NULL,
    game INTEGER,                       -- the deal's position in the record; NULL where it is of none
    follows INTEGER NOT NULL,           -- 1: only a consequence of another finding
    doubt INTEGER NOT NULL              -- 1: it needs a less likely reading of the paper
) STRICT;
CREATE INDEX found_by_case ON found (case_id);
CREATE INDEX found_by_code ON found (code);
CREATE INDEX found_by_article ON found (article);
CREATE TABLE facts (                    -- event, date, team, player, seat, contract ...
    case_id TEXT NOT NULL REFERENCES cases (id),
    name TEXT NOT NULL, value TEXT NOT NULL, folded TEXT NOT NULL
) STRICT;
CREATE INDEX facts_by_name ON facts (name, folded);
CREATE INDEX facts_by_case ON facts (case_id);
CREATE TABLE listed (                   -- what lists, search and statistics show of a case
    case_id TEXT NOT NULL REFERENCES cases (id),
    called TEXT NOT NULL, opened TEXT NOT NULL, state TEXT NOT NULL, sender TEXT NOT NULL,
    documents INTEGER NOT NULL,
    ruling TEXT, score TEXT,            -- NULL: not ruled yet, not judged yet
    rulebook TEXT,                      -- NULL: not judged yet
    logged INTEGER NOT NULL,            -- deals of which there is a log
    deals INTEGER NOT NULL,             -- deals that any paper names
    tags TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX listed_by_case ON listed (case_id);
CREATE VIRTUAL TABLE words USING fts5 (case_id UNINDEXED, text, tokenize = 'unicode61');
"""

_SEARCHING: Final = "words_"
"""The beginning of the names of tables that SQLite makes itself for free text; how they are written
down differs from version to version."""


Run = Callable[..., sqlite3.Cursor]
"""`sqlite3.Connection.execute`."""


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
        called = f"The {kind} {name}"
        if (kind, name) not in there:
            yield f"{called} of the file is missing."
        elif (kind, name) not in right:
            yield f"{called} of the file does not belong there."
        elif right[kind, name] != there[kind, name]:
            yield f"{called} of the file was changed."


def _made_new() -> dict[tuple[str, str], str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        make_tables(connection.execute)
        return _parts(connection)


def _parts(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """Everything in a file by kind and name, with its table and how it was made."""
    return {
        (str(kind), str(name)): ""
        if str(name).startswith(_SEARCHING)
        else " ".join(f"{table}: {sql or ''}".split())
        for kind, name, table, sql in connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema"
        )
    }


Row = tuple[str | int | None, ...]

SEARCHED: Final = ("found", "facts", "listed", "words")
_TAGS: Final = {
    "Event": "event",
    "Site": "site",
    "Date": "date",
    "Table": "table",
    "Round": "round",
    "TeamA": "team",
    "TeamB": "team",
    "TeamNS": "team",
    "TeamEW": "team",
    "Recorder": "player",
    "North": "player",
    "South": "player",
    "East": "player",
    "West": "player",
}


@dataclass(frozen=True, slots=True)
class Entries:
    """A case's rows in the tables for searching."""

    found: tuple[Row, ...]
    facts: tuple[Row, ...]
    listed: tuple[Row, ...]
    words: tuple[Row, ...]


def folded(text: str) -> str:
    """Letters without case and marks, blanks evened out: what is compared."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(
        letter for letter in plain if unicodedata.combining(letter) == 0 or letter > "\u0900"
    )
    return " ".join(kept.split())


def entries(file: CaseFile) -> Entries:
    """What the tables ought to hold of a case."""
    check = file.checked.body.get("check", {}) if file.checked is not None else {}
    findings = check.get("findings", [])
    facts = tuple(dict.fromkeys(_facts(file, check)))
    told = "\n".join([*_words(file), *(value for _, value in facts)])
    return Entries(
        found=tuple(
            _row(file, check, key, finding)
            for key, finding in zip(keys_of_json(findings), findings, strict=True)
        ),
        facts=tuple((file.id, name, value, folded(value)) for name, value in facts),
        listed=(_listed(file, check),),
        words=((file.id, told),),
    )


def stored(connection: sqlite3.Connection, case: str) -> Entries:
    """What the tables do hold of a case."""
    rows = (
        tuple(
            connection.execute(f"SELECT * FROM {table} WHERE case_id = ? ORDER BY rowid", (case,))
        )
        for table in SEARCHED
    )
    return Entries(*rows)


def write(run: Run, file: CaseFile) -> None:
    """Put what can be searched for of a case in place of what stands there."""
    made = entries(file)
    for table in SEARCHED:
        run(f"DELETE FROM {table} WHERE case_id = ?", (file.id,))
        for row in getattr(made, table):
            run(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _row(file: CaseFile, check: Json, key: str, finding: Json) -> Row:
    decision = file.decisions.get(key)
    game = finding.get("game")  # A case from others may lack it, or have anything there.
    return (
        file.id,
        finding["code"],
        finding["article"],
        str(check.get("rulebook", "")),
        finding.get("deal"),
        finding["place"],
        finding.get("seat"),
        finding.get("team"),
        finding["certainty"],
        None if decision is None else str(decision.body.get("decision")),
        finding["message"],
        finding["severity"],
        game if type(game) is int else None,
        int(finding.get("follows_from") is not None),
        int(needs_less_likely(finding["certainty"], finding.get("probability"))),
    )


def _listed(file: CaseFile, check: Json) -> Row:
    judged = file.checked.body if file.checked is not None else {}
    logged = len(check.get("deals", ()))
    return (
        file.id,
        file.called,
        file.acts[0].at if file.acts else "",
        file.state,
        file.sender,
        len(file.documents),
        None if file.ruling is None else str(file.ruling.body.get("text", "")),
        canonical(judged["score"]) if judged.get("score") else None,
        None if file.checked is None else str(check.get("rulebook", "")),
        logged,
        max(logged, judged.get("deals") or 0),
        canonical(tags_of(file)),
    )


def tags_of(file: CaseFile) -> Json:
    """What the papers' headings say, over what the case was opened with."""
    return dict(file.tags) | ({} if file.checked is None else file.checked.body.get("tags", {}))


def _facts(file: CaseFile, check: Json) -> Iterator[tuple[str, str]]:
    for tag, value in tags_of(file).items():
        name = _TAGS.get(tag) or ("player" if tag.startswith("Seat") else "")
        if name and value:
            yield name, str(value)
    yield from (("player", name) for name in file.players.values())
    for finding in check.get("findings", ()):
        if finding.get("seat"):
            yield "seat", str(finding["seat"])
    for deal in check.get("deals", ()):
        contract = deal.get("contract")
        if contract:
            yield "contract", f"{contract['value']} {contract['trump']}"


def _words(file: CaseFile) -> Iterator[str]:
    """Everything that people wrote, and what was found, for free text."""
    yield file.title
    for act in file.acts:
        if act.kind is Kind.RECEIVED:
            yield str(act.body.get("sender", ""))
        elif act.kind not in (Kind.READING, Kind.CHECKED):
            yield from _texts(act.body)
    if file.checked is not None:
        check = file.checked.body.get("check", {})
        yield from (str(finding["message"]) for finding in check.get("findings", ()))
        yield from (str(finding["code"]) for finding in check.get("findings", ()))


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)

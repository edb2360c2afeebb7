"""Whether the archive's file has exactly the tables, indexes and triggers that this version gives it.

A trigger that is missing lets acts be changed; one that was added can change them behind the
program's back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from fairdeal.desk.archive.migrations import MIGRATIONS, migrate

_SEARCHING: Final = "words_"
"""The beginning of the names of tables that SQLite makes itself for free text; how they are written
down differs from version to version."""
_KINDS: Final = {"table": "table", "index": "index", "trigger": "trigger", "view": "view"}


def verify_schema(connection: sqlite3.Connection) -> Iterator[str]:
    """What is missing, different or more than it should be, in words."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != len(MIGRATIONS):
        yield f"The file's tables are of version {version}, not {len(MIGRATIONS)}."
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
        migrate(connection.execute, 0)
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

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.review.casework import hand_in, recheck

LOG = """[Event "Harbour Cup"]
[Date "2026.03.01"]
[Rules "international"]
[TeamA "Boatmen"]
[TeamB "Lighthouse"]
[Seat2 "Anjali Menon"]
[Deal "1"]
[Dealer "2"]
Auction:
3: 28 S, 6: Pass
! objection A
4: Plus 1 S, P, P, Pass, P, Pass
"""


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path / "archive.fairdeal") as opened:
        yield opened


@pytest.fixture
def case(archive: Archive) -> str:
    """A case with one typed log in which seat 6 called out of turn, judged."""
    made = archive.open_case("Harbour Cup, table 1", "Committee", {"Event": "Harbour Cup"})
    data = LOG.encode()
    hand_in(archive, made, document(data), "Committee")
    recheck(archive, made)
    return made


def document(data: bytes, name: str = "log.hrn"):  # type: ignore[no-untyped-def]
    import hashlib

    return typed(data, name, hashlib.sha256(data).hexdigest())


def tamper(archive: Archive, change: str, *values: object) -> None:
    """What somebody does who has the file: with another program, the triggers off and on again."""
    run = archive.connection.execute
    triggers = run("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        run(f"DROP TRIGGER {name}")
    run("PRAGMA foreign_keys = OFF")
    run(change, values)
    run("PRAGMA foreign_keys = ON")
    for _, sql in triggers:
        run(sql)

"""Whether an archive is as it was written: file, tables, every case, ledger, documents, what is searched.

What cannot be seen from the file alone is said in `UNKNOWN`: whoever can write the file can build it
again from its beginning. Against that stands the code on signed pages (`desk.archive.head`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.archive import index
from fairdeal.desk.archive.acts import START, Act, Kind, is_received, ledgered
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.receiving import verify_received
from fairdeal.desk.archive.schema import verify_schema
from fairdeal.desk.archive.store import UNREADABLE, Archive, ArchiveError
from fairdeal.desk.archive.verify_case import dated_back, named, verify_case

UNKNOWN: Final = (
    "The file alone cannot show whether acts were cut off at its end, or whether somebody built all of it"
    " again: type the code of a signed page, archive verify --page CODE. Nor does it show whether what"
    " was written is true, or whether a name is that person's."
)


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found: `wrong` was altered, is missing or does not belong; `odd` wants an explanation but
    happens honestly too, such as a clock that was set back; `theirs` is as odd, but in what others sent."""

    wrong: tuple[str, ...]
    odd: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()


def verify(archive: Archive) -> list[str]:
    """Everything that is wrong or odd with an archive, in words; empty where it is whole."""
    found = look_through(archive)
    return [*found.wrong, *found.odd]


def look_through(archive: Archive) -> Verified:
    """The same, what is wrong apart from what is odd."""
    try:
        wrong = list(_verify_words(archive.connection))
        with _as_it_is_now(archive.connection):
            wrong += _verify_file(archive.connection)
            for case in _every_case(archive):
                wrong += _verify_stored(archive, case)
            wrong += _verify_ledger(archive)
            wrong += _verify_blobs(archive)
            return Verified(tuple(dict.fromkeys(wrong)), *_odd(archive))
    except sqlite3.DatabaseError as error:
        return Verified((f"The file is damaged and cannot be read through ({error}).",))


@contextmanager
def _as_it_is_now(connection: sqlite3.Connection) -> Iterator[None]:
    """See one state of the archive throughout: others may be at work in it meanwhile."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


def _verify_words(connection: sqlite3.Connection) -> Iterator[str]:
    """Whether the index of the words fits the words. SQLite counts this as writing, so where nothing can be
    written now, it is left out."""
    try:
        connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
    except sqlite3.OperationalError:
        return
    except sqlite3.DatabaseError:
        yield "The words for searching do not fit their index. Make them again: archive reindex"


def _verify_file(connection: sqlite3.Connection) -> Iterator[str]:
    for row in connection.execute("PRAGMA integrity_check"):
        if row[0] != "ok":
            yield f"The file is damaged: {row[0]}"
    yield from verify_schema(connection)
    for table, _, other, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"A row of the table {table} belongs to no row of the table {other}; one was taken out."


def _every_case(archive: Archive) -> list[str]:
    """Cases that have acts, and those that only have something else."""
    known = dict.fromkeys(archive.cases())
    for table in ("cases", "case_blobs", *index.TABLES):
        column = "id" if table == "cases" else "case_id"
        rows = archive.connection.execute(f"SELECT DISTINCT {column} FROM {table}")
        known |= dict.fromkeys(str(row[0]) for row in rows)
    return list(known)


def _verify_stored(archive: Archive, case: str) -> list[str]:
    try:
        acts = archive.acts(case)
        if not acts:
            return [f"case {case}: its acts are gone."]
        return [
            *_verify_listed(archive, case, acts),
            *verify_case(case, acts, lambda digest: archive.raw_blob(case, digest)),
            *(f"case {case}: {text}" for text in verify_received(case, acts)),
            *_verify_index(archive, case, acts),
        ]
    except (ArchiveError, *UNREADABLE) as error:
        return [f"case {case}: an act was altered and cannot be read ({error})."]


def _verify_listed(archive: Archive, case: str, acts: Sequence[Act]) -> Iterator[str]:
    row = archive.connection.execute("SELECT opened FROM cases WHERE id = ?", (case,)).fetchone()
    if row is None:
        yield f"case {case}: it was taken off the list of cases."
    elif row[0] != acts[0].at:
        yield f"case {case}: the day on which it was opened was altered in the list of cases."


def _verify_index(archive: Archive, case: str, acts: Sequence[Act]) -> Iterator[str]:
    right, there = index.entries(fold(case, acts)), index.stored(archive.connection, case)
    for table in index.TABLES:
        if sorted(map(repr, getattr(right, table))) != sorted(map(repr, getattr(there, table))):
            yield (
                f"case {case}: what can be searched for does not fit its acts, so searching may not find"
                " it. Make it again: archive reindex"
            )
            return


def _verify_ledger(archive: Archive) -> Iterator[str]:
    previous = START
    rows = archive.connection.execute(
        "SELECT case_id, number, chain, ledger FROM acts ORDER BY seq"
    )
    for case, number, chain, ledger in rows:
        previous = ledgered(previous, chain)
        if ledger != previous:
            where = f"case {case}, act {number}"
            yield f"{where}: the ledger does not match: an act or a case was removed or inserted."
            return


def _verify_blobs(archive: Archive) -> Iterator[str]:
    """What no act names does not belong there; what an act names was looked at with its act."""
    names: dict[str, set[str]] = {}
    for case, digest in archive.connection.execute("SELECT case_id, digest FROM case_blobs"):
        if case not in names:
            names[case] = _names(archive, case)
        if digest not in names[case]:
            yield f"case {case}: no act names the document {digest[:12]}; it was inserted."


def _names(archive: Archive, case: str) -> set[str]:
    try:
        return {digest for act in archive.acts(case) for digest in named(act)}
    except (ArchiveError, *UNREADABLE):
        return set()


def _odd(archive: Archive) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Times that run backwards: of this archive's own acts in the ledger, and of others' within their case.
    What others sent ends with the last act that says that it came in; theirs may hold such acts too."""
    rows = archive.connection.execute(
        "SELECT case_id, number, at, (SELECT max(number) FROM acts AS later"
        " WHERE later.case_id = acts.case_id AND kind = ?) FROM acts ORDER BY seq",
        (Kind.RECEIVED,),
    )
    own: list[tuple[str, int, str]] = []
    others: dict[str, list[tuple[str, int, str]]] = {}
    for case, number, at, came in rows:
        theirs = is_received(case) and number < (came or 0)
        (others.setdefault(case, []) if theirs else own).append((case, number, at))
    return tuple(dated_back(own)), tuple(
        line for acts in others.values() for line in dated_back(acts)
    )


def limits(archive: Archive) -> list[str]:
    """What a whole archive still leaves open, in sentences: how far its acts vouch for what they say."""
    redacted = archive.connection.execute("SELECT count(*) FROM acts WHERE salt = ''").fetchone()[0]
    replaced = archive.connection.execute(
        "SELECT count(*) FROM case_blobs WHERE now <> digest"
    ).fetchone()[0]
    received = sum(map(is_received, archive.cases()))
    said = [UNKNOWN]
    if redacted or replaced:
        said.append(
            f"Redacted: {words.count(redacted, 'act')}, {words.count(replaced, 'document')}. Whoever"
            " redacted them vouches for what stands there now."
        )
    if received:
        said.append(
            f"From others: {words.count(received, 'case')}. Who did what in them is as the sender says."
        )
    return said

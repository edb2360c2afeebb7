"""Whether an archive is as it was written: file, tables, every case, ledger, documents, what is searched.

What cannot be seen from the file alone is said in `UNKNOWN`: whoever can write the file can build it
again from its beginning. Against that stands the code on signed pages (`find_page`).
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from fairdeal.desk import words
from fairdeal.desk.archive import tables
from fairdeal.desk.archive.acts import (
    MOMENT,
    START,
    Act,
    Json,
    Kind,
    chain_id,
    chained,
    is_canonical,
    is_received,
    ledgered,
    moment,
    text_digest,
)
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.page_code import PageCode, typed
from fairdeal.desk.archive.store import UNREADABLE, Archive, ArchiveError, arrival, redactions
from fairdeal.desk.archive.tables import verify_schema

Fetch = Callable[[str], tuple[bytes | None, str] | None]
"""From a digest to the bytes and the digest that the bytes ought to have now; None where unknown."""

CLOCKS: Final = 600
"""Seconds by which an act may be dated before an earlier one: clocks that nobody set by hand differ by
less from machine to machine, and who dates a ruling back needs more."""

AHEAD: Final = 86_400
"""Seconds by which an act that others sent may be dated after now: a clock set to another zone is not
further out, and who dates an act ahead means more."""

_AFTER_SIGNING: Final = (Kind.REOPENED, Kind.REDACTED, Kind.READING, Kind.RECEIVED)
"""What may come after a case was signed off: nothing that would change what was signed."""


def verify_case(case: str, acts: Iterable[Act], fetch: Fetch) -> list[str]:
    """Everything that is wrong with one case's acts and the documents they name."""
    done = list(acts)
    emptied, replaced = _redacted_acts(done), redactions(done)
    wrong: list[str] = []
    previous = START
    signed = False
    for expected, act in enumerate(done, 1):
        where = f"case {case}, act {act.number}"
        if act.number != expected:
            wrong.append(f"{where}: act {expected} is missing.")
            break
        wrong += [f"{where}: {text}" for text in _verify_act(act, previous, emptied)]
        wrong += [f"{where}: {text}" for text in _verify_named(act, fetch, replaced)]
        if signed and act.kind not in _AFTER_SIGNING:
            wrong.append(f"{where}: it was added after the case was signed off.")
        signed = act.kind is Kind.SIGNED or (signed and act.kind is not Kind.REOPENED)
        previous = act.chain
    return wrong


def _verify_act(act: Act, previous: str, emptied: dict[int, str]) -> Iterator[str]:
    link = chained(previous, chain_id(act.case), act.number, act.kind.value, act.at, act.digest)
    if link != act.chain:
        yield "its place in the chain is wrong; something in it or before it was altered."
    if not is_canonical(act.text, act.body):
        yield "its text was altered: Fairdeal writes the same content in another way."
    if not act.redacted:
        if text_digest(act.salt, act.who, act.text) != act.digest:
            yield "what it says was altered."
    elif emptied.get(act.number) != text_digest(act.who, act.text):
        yield "it was emptied or altered, and no redaction is recorded."


def _redacted_acts(acts: Iterable[Act]) -> dict[int, str]:
    """What acts ought to be after the redactions, by their numbers."""
    return {
        int(each["act"]): str(each["now"])
        for act in acts
        if act.kind is Kind.REDACTED
        for each in act.body["acts"]
        if each["act"] < act.number
    }


def _verify_named(act: Act, fetch: Fetch, replaced: dict[str, str]) -> Iterator[str]:
    """The documents and reports that an act names must be there, as they were or as redacted."""
    for digest in named(act):
        found = fetch(digest)
        if found is None:
            yield f"the document {digest[:12]} is missing."
            continue
        data, now = found
        if now != replaced.get(digest, digest):
            yield f"the document {digest[:12]} was replaced, and no redaction is recorded."
        elif data is not None and hashlib.sha256(data).hexdigest() != now:
            yield f"the document {digest[:12]} was altered."
        elif data is None and now != "":
            yield f"the document {digest[:12]} was removed, and no redaction is recorded."


def named(act: Act) -> list[str]:
    """The digests of what an act keeps beside itself."""
    if act.kind is Kind.DOCUMENT:
        return [str(act.body["digest"])]
    return [str(act.body["report"])] if act.kind is Kind.SIGNED else []


def misdated(acts: Iterable[Act], now: datetime) -> Iterator[str]:
    """Acts of a time that is on no calendar, or has not come yet."""
    for act in acts:
        dated = moment(act.at)
        if dated is None:
            yield f"Act {act.number} is dated {act.at}, and there is no such time."
        elif (dated - now).total_seconds() > AHEAD:
            yield (
                f"Act {act.number} is dated {act.at}, but that time has not come yet by the clock of this"
                " computer."
            )


def dated_back(acts: Sequence[tuple[str, int, str]]) -> list[str]:
    """Acts (case, number, time) that are dated before one that was written before them."""
    found: list[str] = []
    latest: datetime | None = None
    for case, number, at in acts:
        dated = moment(at)
        if dated is None:
            found.append(f"case {case}, act {number}: it has no time.")
            continue
        if latest is not None and (latest - dated).total_seconds() > CLOCKS:
            found.append(
                f"case {case}, act {number}: it is dated {at}, but was written after one of"
                f" {latest.strftime(MOMENT)}. The machine's clock was changed, or the act was dated back."
            )
            latest = dated
        latest = dated if latest is None else max(latest, dated)
    return found


def verify_received(case: str, acts: Sequence[Act]) -> Iterator[str]:
    """What is wrong with how a case says that it came in, or that it did not."""
    came = arrival(acts)
    if not is_received(case):
        if came:
            yield "it came from others, and was made to look like a case of this archive's own."
        return
    if not came:
        yield "the act that says who sent it is gone."
        return
    received = acts[came - 1]
    if any(act.kind is not Kind.REDACTED for act in acts[came:]):
        yield "acts were added to what others sent."
    try:
        yield from _verify_note(case, acts[: came - 1], received.body)
    except UNREADABLE:
        yield "the record of who sent it was altered and cannot be read."


def _verify_note(case: str, theirs: Sequence[Act], body: Json) -> Iterator[str]:
    if body["as"] != case:
        yield f"it was imported as the case {body['as']}."
    if not theirs or theirs[-1].chain != body["head"]:
        yield "acts that imported it are missing."
    elif body["signer"] and not _signature_holds(case, body):
        yield "the signature that it was imported with is not valid."


def _signature_holds(case: str, body: Json) -> bool:
    manifest = str(body["manifest"])
    said = json.loads(manifest)
    return (
        said["head"] == body["head"]
        and said["case"] == chain_id(case)
        and signed_by(str(body["signer"]), str(body["signature"]), manifest.encode())
    )


def signed_by(public: str, signature: str, data: bytes) -> bool:
    """Whether the owner of a public key signed these bytes."""
    try:
        VerifyKey(bytes.fromhex(public)).verify(data, bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return False
    return True


UNKNOWN: Final = (
    "The file alone cannot show whether acts were cut off at its end, or whether somebody built all of it"
    " again: type the code of a signed page, archive verify --page CODE. Nor does it show whether what"
    " was written is true, or whether a name is that person's."
)


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found: `wrong` was altered, is missing or does not belong; `odd` needs an explanation but
    happens honestly too, such as a clock that was set back; `theirs` is as odd, but in what others sent."""

    wrong: tuple[str, ...]
    odd: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()


def look_through(archive: Archive) -> Verified:
    """Everything that is wrong or odd with an archive, in words; nothing where it is whole."""
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
    known = dict.fromkeys(archive.every())
    for table in ("cases", "case_blobs", *tables.SEARCHED):
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
    right, there = tables.entries(fold(case, acts)), tables.stored(archive.connection, case)
    for table in tables.SEARCHED:
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


@dataclass(frozen=True, slots=True)
class PageFound:
    """What the archive says of a page's code: `words` where it holds what the page fixes, else `wrong`.
    `odd` needs an explanation: the stored report is not the page, or the case counts as from others."""

    words: str = ""
    wrong: str = ""
    odd: tuple[str, ...] = ()


def head(archive: Archive, *, signed: bool = False) -> PageCode | None:
    """The code of the archive as it is; None where it is empty. `signed`: the next act signs the page."""
    acts, ledger = archive.head()
    return PageCode(acts, ledger, signed) if acts else None


def find_page(archive: Archive, text: str) -> PageFound:
    """Whether the archive holds what a page's code fixes. Look through the archive first: only in an
    archive whose ledger holds does the code fix the acts.

    Raises DeskError where the code was mistyped.
    """
    code = typed(text)
    acts, _ = archive.head()
    if code.acts > acts:
        return PageFound(
            wrong=(
                f"The page was made when the archive had {code.acts} acts; this archive has {acts}."
                " Its end was cut off, an older one was put back, or the page is of another archive."
            )
        )
    last = archive.act_at(code.acts) if code.acts else None
    if last is None or not code.fits(last.ledger):
        return PageFound(
            wrong=(
                f"This archive does not give the page's code after its first {code.acts} acts. It was built"
                " again or changed before that act, or the page is of another archive."
            )
        )
    fixed = PageCode(code.acts, last.ledger, code.signed)
    if code.signed:
        return _signing(archive, fixed)
    return PageFound(
        f"The archive contains everything that the page proves: its first {code.acts} acts, the last of"
        " them of"
        f" {last.at} in the case {last.case}."
    )


def _signing(archive: Archive, fixed: PageCode) -> PageFound:
    """The page is a signed report: the act after those that it fixes must be its signing."""
    act = archive.act_at(fixed.acts + 1)
    acts = archive.acts(act.case) if act is not None else []
    redacted = _redactions_of(act, acts) if act is not None else []
    if (
        act is None
        or act.kind is not Kind.SIGNED
        or not (redacted or _shows(archive, act, fixed.text))
    ):
        return PageFound(
            wrong=(
                f"The archive holds the {fixed.acts} acts before the page was signed, but the signing that"
                " should come next is not there. It was cut off, or another act was put in its place."
            )
        )
    title = fold(act.case, acts).title
    named = f"the case {act.case}" + (f" ({title})" if title else "")
    what = _BEFORE if redacted else _ALL
    return PageFound(
        f"The archive contains {what}: {act.who} signed off {named} at {act.at},"
        f" act {act.number} of it and act {fixed.acts + 1} of the archive.",
        odd=(*_replaced(redacted, str(act.body["report"])), *_moved(act.case, acts)),
    )


_ALL: Final = "the page and everything that it proves"
_BEFORE: Final = "every act before the page was signed, and a signing after them"
"""Without the report nobody can say whether that signing is the page's own."""


def _redactions_of(signing: Act, acts: Sequence[Act]) -> list[Act]:
    """The acts that redacted the report of this signing, whatever else they redacted."""
    report = signing.body.get("report")
    return [
        act
        for act in acts
        if act.kind is Kind.REDACTED
        and any(each["digest"] == report for each in act.body["documents"])
    ]


def _moved(case: str, acts: Sequence[Act]) -> Iterator[str]:
    """That a case of which this archive made a page counts as from others since."""
    for act in acts[arrival(acts) - 1 : arrival(acts)] if is_received(case) else ():
        yield (
            f"The page was signed in this archive, but its case counts as imported by {act.who} since"
            f" {act.at}. Somebody changed the file."
        )


def _replaced(redacted: Sequence[Act], report: str) -> Iterator[str]:
    """That another report is stored than was signed, and by whom."""
    if not redacted:
        return
    by = ", ".join(f"{act.who} at {act.at} (act {act.number} of the case)" for act in redacted)
    if not redactions(redacted)[report]:
        yield f"The signed report is no longer stored. It was redacted by {by}."
    else:
        yield (
            f"The stored report is not the one that was signed. It was redacted by {by}, and only they"
            " vouch for what it says now: compare it with the page."
        )


def _shows(archive: Archive, act: Act, code: str) -> bool:
    """Whether the stored report is the one that was signed, and shows this code."""
    report = str(act.body.get("report"))
    data, after = archive.raw_blob(act.case, report) or (None, "")
    return after == report and data is not None and code.encode() in data

"""Whether an archive, or a case that was sent, is as it was written: chains, documents, redactions."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from desk.archive.acts import START, Act, Kind, canonical, chained, content_digest, ledgered, sha256
from desk.archive.store import Archive, ArchiveError

Fetch = Callable[[str], tuple[bytes | None, str] | None]
"""From a digest to the bytes and the digest that the bytes ought to have now; None where unknown."""


def verify(archive: Archive) -> list[str]:
    """Everything that is wrong with an archive, in words; empty where it is whole."""
    try:
        damage = [row[0] for row in archive.connection.execute("PRAGMA integrity_check")]
        wrong = [f"The file is damaged: {line}" for line in damage if line != "ok"]
        for case in archive.cases():
            wrong += _verify_stored(archive, case)
        wrong += _verify_ledger(archive)
        wrong += _verify_imports(archive)
        wrong += _verify_blobs(archive)
    except sqlite3.DatabaseError as error:
        return [f"The file is damaged and cannot be read through ({error})."]
    return wrong


def _verify_stored(archive: Archive, case: str) -> list[str]:
    try:
        acts = archive.acts(case)
        if not acts:
            return [f"case {case}: its acts are gone."]
        return verify_case(case, acts, lambda digest: _blob(archive, digest))
    except (ArchiveError, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return [f"case {case}: an act was altered so that it cannot be read ({error})."]


def verify_case(case: str, acts: Iterable[Act], fetch: Fetch) -> list[str]:
    """Everything that is wrong with one case's acts and the documents they name."""
    done = list(acts)
    redactions = _redactions(done)
    wrong: list[str] = []
    previous = START
    signed = False
    for expected, act in enumerate(done, 1):
        where = f"case {case}, act {act.number}"
        if act.number != expected:
            wrong.append(f"{where}: act {expected} is missing.")
            break
        wrong += [f"{where}: {text}" for text in _verify_act(act, previous, redactions)]
        wrong += [f"{where}: {text}" for text in _verify_named(act, fetch, redactions)]
        if signed and act.kind not in _AFTER_SIGNING:
            wrong.append(f"{where}: it was added after the case was signed off.")
        signed = act.kind is Kind.SIGNED or (signed and act.kind is not Kind.REOPENED)
        previous = act.chain
    return wrong


_AFTER_SIGNING: Final = (Kind.REOPENED, Kind.REDACTED, Kind.READING)
"""What may come after a case was signed off: nothing that would change what was signed."""


def _verify_act(act: Act, previous: str, redactions: dict[str, str]) -> Iterator[str]:
    link = chained(previous, act.case, act.number, act.kind.value, act.at, act.digest)
    if link != act.chain:
        yield "its place in the chain is wrong; something in it or before it was altered."
    if not act.redacted:
        if content_digest(act.salt, act.who, act.body) != act.digest:
            yield "what it says was altered."
    elif redactions.get(f"act {act.number}") != redacted_digest(act):
        yield "it was emptied or altered, and no act of redaction says so."


def redacted_digest(act: Act) -> str:
    """What an act of redaction notes of the content that it leaves."""
    return sha256(canonical([act.who, act.body]))


def _redactions(acts: Iterable[Act]) -> dict[str, str]:
    """What acts and documents ought to be after the redactions, by ``act 3`` or a digest."""
    after: dict[str, str] = {}
    for act in acts:
        if act.kind is Kind.REDACTED:
            after |= {
                f"act {each['act']}": str(each["now"])
                for each in act.body["acts"]
                if each["act"] < act.number
            }
            after |= {str(each["digest"]): str(each["now"]) for each in act.body["documents"]}
    return after


def _verify_named(act: Act, fetch: Fetch, redactions: dict[str, str]) -> Iterator[str]:
    """The documents and reports that an act names must be there, as they were or as redacted."""
    for digest in named(act):
        found = fetch(digest)
        if found is None:
            yield f"the document {digest[:12]} is missing."
            continue
        data, now = found
        if now != redactions.get(digest, digest):
            yield f"the document {digest[:12]} was replaced, and no act of redaction says so."
        elif data is not None and hashlib.sha256(data).hexdigest() != now:
            yield f"the document {digest[:12]} was altered."
        elif data is None and now != "":
            yield f"the document {digest[:12]} was taken out, and no act of redaction says so."


def named(act: Act) -> list[str]:
    """The digests of what an act keeps beside itself."""
    if act.kind is Kind.DOCUMENT:
        return [str(act.body["digest"])]
    if act.kind is Kind.SIGNED:
        return [str(act.body["report"])]
    return []


def _blob(archive: Archive, digest: str) -> tuple[bytes | None, str] | None:
    row = archive.connection.execute(
        "SELECT data, now FROM blobs WHERE digest = ?", (digest,)
    ).fetchone()
    return None if row is None else (row[0], row[1])


def _verify_ledger(archive: Archive) -> Iterator[str]:
    previous = START
    rows = archive.connection.execute(
        "SELECT case_id, number, chain, ledger FROM acts ORDER BY seq"
    )
    for case, number, chain, ledger in rows:
        previous = ledgered(previous, chain)
        if ledger != previous:
            where = f"case {case}, act {number}"
            yield f"{where}: the ledger does not follow; an act or a case was taken out or put in."
            return


def _verify_imports(archive: Archive) -> Iterator[str]:
    """A case that was taken in must still have the act with which it came."""
    rows = archive.connection.execute(
        "SELECT case_id FROM imports WHERE NOT EXISTS (SELECT 1 FROM acts"
        " WHERE acts.case_id = imports.case_id AND acts.chain = imports.head)"
    )
    for (case,) in rows:
        yield f"case {case}: acts with which it was taken in are missing."


def _verify_blobs(archive: Archive) -> Iterator[str]:
    rows = archive.connection.execute("SELECT digest, data, now FROM blobs")
    for digest, data, now in rows:
        if data is not None and hashlib.sha256(data).hexdigest() != now:
            yield f"The document {digest[:12]} was altered."

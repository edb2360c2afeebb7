"""Whether one case is as it was written, here or in a file that was sent: its chain and its documents."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from fairdeal.desk.archive.acts import (
    MOMENT,
    START,
    Act,
    Kind,
    chain_id,
    chained,
    is_canonical,
    text_digest,
)
from fairdeal.desk.archive.store import redactions

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
    elif emptied.get(act.number) != redacted_digest(act):
        yield "it was emptied or altered, and no redaction is recorded."


def redacted_digest(act: Act) -> str:
    """What an act of redaction notes of the content that it leaves."""
    return text_digest(act.who, act.text)


def _redacted_acts(acts: Iterable[Act]) -> dict[int, str]:
    """What acts ought to be after the redactions, by their numbers."""
    after: dict[int, str] = {}
    for act in acts:
        if act.kind is Kind.REDACTED:
            after |= {
                int(each["act"]): str(each["now"])
                for each in act.body["acts"]
                if each["act"] < act.number
            }
    return after


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
    if act.kind is Kind.SIGNED:
        return [str(act.body["report"])]
    return []


def misdated(acts: Iterable[Act], now: datetime) -> Iterator[str]:
    """Acts of a time that is on no calendar, or has not come yet."""
    for act in acts:
        moment = _moment(act.at)
        if moment is None:
            yield f"Act {act.number} is dated {act.at}, and there is no such time."
        elif (moment - now).total_seconds() > AHEAD:
            yield (
                f"Act {act.number} is dated {act.at}, but that time has not come yet by the clock of this"
                " computer."
            )


def _moment(at: str) -> datetime | None:
    try:
        return datetime.strptime(at, MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None


def dated_back(acts: Sequence[tuple[str, int, str]]) -> list[str]:
    """Acts (case, number, time) that are dated before one that was written before them."""
    found: list[str] = []
    latest: datetime | None = None
    for case, number, at in acts:
        moment = _moment(at)
        if moment is None:
            found.append(f"case {case}, act {number}: it has no time.")
            continue
        if latest is not None and (latest - moment).total_seconds() > CLOCKS:
            found.append(
                f"case {case}, act {number}: it is dated {at}, but was written after one of"
                f" {latest.strftime(MOMENT)}. The machine's clock was changed, or the act was dated back."
            )
            latest = moment
        latest = moment if latest is None else max(latest, moment)
    return found

"""A case from others taken into the archive: beside our own, never into one of them.

It stands under its sender's id with a number, ``0123456789ab~1``, and the acts that came are followed
by one of ours that says who took them in, when, and who signed them. That act is in the ledger, so that
nobody can make the case look like our own without breaking it. A later version of the same case, or
another one of the same id, stands beside it under the next number: what somebody once sent is evidence
and stays as it came.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.archive import outgoing
from fairdeal.desk.archive.acts import Act, Json, Kind, chain_id, is_received
from fairdeal.desk.archive.incoming import IncomingCase
from fairdeal.desk.archive.store import UNREADABLE, Archive, ArchiveError, arrival

LONGEST: Final = 200
"""Letters of what is noted of who sent a case."""


@dataclass(frozen=True, slots=True)
class Received:
    """A case that was taken in: its id here, and whether it is new to the archive."""

    case: str
    new: bool


def must_be_signed_by(sent: IncomingCase, key: str) -> None:
    """Raises ArchiveError where another key signed the case, or none."""
    if sent.signer != key.strip().casefold():
        raise ArchiveError(
            f"The file is {'signed with another key' if sent.signer else 'not signed'}.",
            "",
            "Ask the other committee for its key by another way than the file came.",
        )


def take_in(
    archive: Archive, sent: IncomingCase, who: str, *, sender: str = "", key: str = ""
) -> Received:
    """Put a case that was sent beside the cases of the archive; the same again is not kept again.

    `sender` is what the person knows of who sent it, `key` the public key that they asked for. Raises
    ArchiveError where something in it is wrong, it is not signed with that key, or it would bring back a
    name that was taken out here: then nothing is kept.
    """
    if key:
        must_be_signed_by(sent, key)
    if sent.wrong:
        raise ArchiveError(
            f"The case was altered or is not whole: {sent.wrong[0]}", "", "Nothing was imported."
        )
    with archive.writing() as run:
        _brings_nothing_back(archive, sent)
        known = _standing(archive, sent.case)
        for case in known:
            if is_received(case) and _is_same(archive, case, sent):
                return Received(case, new=False)
        case = _next_id(sent.case, known)
        run("INSERT INTO cases VALUES (?, ?)", (case, sent.acts[0].at))
        for act in sent.acts:
            archive.put(replace(act, case=case), run)
        for digest, (data, state) in sent.blobs.items():
            archive.put_blob(case, digest, data, state)
        body: Json = {
            "as": case,
            "acts": len(sent.acts),
            "head": sent.head,
            "signer": sent.signer,
            "signature": sent.signature,
            "manifest": sent.manifest if sent.signer else "",
            "asked": bool(key),
            "sender": sender[:LONGEST],
        }
        archive.add(case, Kind.RECEIVED, body, who)
    return Received(case, new=True)


def _standing(archive: Archive, original: str) -> list[str]:
    """The cases of the archive that have this id, our own and those from others."""
    return [case for case in archive.cases() if chain_id(case) == original]


def _next_id(original: str, known: Sequence[str]) -> str:
    numbers = [int(case.partition("~")[2]) for case in known if is_received(case)]
    return f"{original}~{max(numbers, default=0) + 1}"


def _brings_nothing_back(archive: Archive, sent: IncomingCase) -> None:
    """Raises ArchiveError where this archive's people took a name out of an act or a document of it."""
    for case in _standing(archive, sent.case):
        acts = archive.acts(case)
        ours = {
            int(each["act"])
            for act in acts[arrival(acts) :]
            if act.kind is Kind.REDACTED
            for each in act.body["acts"]
        }
        for mine, theirs in zip(acts, sent.acts, strict=False):
            if mine.chain == theirs.chain and mine.number in ours and not theirs.redacted:
                raise _redacted(f"Act {mine.number} of the case {case}", case)
    for digest, (_, state) in sent.blobs.items():
        if state == digest and archive.redacted_here(digest) is not None:
            raise _redacted(f"The document {digest[:12]}", digest)


def _redacted(what: str, place: str) -> ArchiveError:
    return ArchiveError(
        f"{what} was redacted here, and the file would bring it back.",
        place,
        "Nothing was imported. Keep the file apart from the archive.",
    )


def _is_same(archive: Archive, case: str, sent: IncomingCase) -> bool:
    acts = archive.acts(case)
    theirs, received = acts[: arrival(acts) - 1], acts[arrival(acts) - 1]
    return (
        received.body.get("signer") == sent.signer
        and [_content(act) for act in theirs] == [_content(act) for act in sent.acts]
        and all(archive.raw_blob(case, digest) == kept for digest, kept in sent.blobs.items())
    )


def _content(act: Act) -> tuple[str, str, str, str]:
    return act.chain, act.salt, act.who, act.text


def others_like(archive: Archive, case: str) -> list[tuple[str, str]]:
    """Other cases of the same id, and how their history compares with this one's."""
    mine = _sent_part(archive, case)
    found = []
    for other in _standing(archive, chain_id(case)):
        if other != case:
            theirs = _sent_part(archive, other)
            both = min(len(mine), len(theirs))
            if mine[:both] != theirs[:both]:
                how = "with another history"
            elif len(theirs) > both:
                how = f"with {words.count(len(theirs) - both, 'act')} more"
            elif len(mine) > both:
                how = f"with {words.count(len(mine) - both, 'act')} fewer"
            else:
                how = "with the same history"
            found.append((other, how))
    return found


def _sent_part(archive: Archive, case: str) -> list[str]:
    """The chain of a case without what was added here when and after it was taken in."""
    acts = archive.acts(case)
    came = arrival(acts)
    return [act.chain for act in (acts[: came - 1] if came else acts)]


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
        and outgoing.signed_by(str(body["signer"]), str(body["signature"]), manifest.encode())
    )

"""A case as one file that another committee can open, verify and import; the keys that sign it; and one that
others sent: unpacked, verified, and put beside our own, never into one of them.

The file is a ZIP: ``case.json`` (what it is, and the digest of everything in it), ``acts.jsonl``,
``blobs/DIGEST``, and ``signature.json`` where a key signed it.

What comes is untrusted: a few kilobytes may claim, or turn out to be, gigabytes, so sizes are bounded
before anything is read. Nothing is unpacked to the disk, and no name in the file is used for anything but to
find its parts. Its content is held to what could have been written here (`desk.archive.shapes`).

A case stands under its sender's id with a number, ``0123456789ab~1``, and the acts that came are followed
by one of ours that says who took them in, when, and who signed them. That act is in the ledger, so that
nobody can make the case look like our own without breaking it. A later version of the same case, or
another one of the same id, stands beside it under the next number: what somebody once sent is evidence
and stays as it came.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import struct
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from nacl.signing import SigningKey

from fairdeal import __version__
from fairdeal.desk import words
from fairdeal.desk.archive.acts import (
    Act,
    Json,
    Kind,
    canonical,
    chain_id,
    is_canonical,
    is_received,
)
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.shapes import LARGEST, misshapen
from fairdeal.desk.archive.store import UNREADABLE, Archive, ArchiveError, UnknownCaseError, arrival
from fairdeal.desk.archive.verify import dated_back, misdated, named, signed_by, verify_case
from fairdeal.desk.files import MAKE_ROOM, sync_names, unwritable

MOST: Final = 10_000
"""Entries of the ZIP."""
RATIO: Final = 50
"""How many times its size a file may have when unpacked. Photos hardly shrink, the acts of a long case to
a tenth; what shrinks to less than a fiftieth was made to."""
FREE: Final = 1_000_000
"""Bytes that any file may have when unpacked, whatever its own size."""
MOST_TOLD: Final = 50_000_000
"""Bytes of what it tells beside its documents: the reading of a page has 65,000, the judgement of a match
up to 100,000; a case of fifty photos, corrected three hundred times, has about 40 million."""
MOST_VALUES: Final = 4_000_000
"""Texts, figures, lists and objects in all acts: what takes memory is their number (some 100 bytes
each), not their letters. A page's reading has 11,000."""
MOST_ACTS: Final = 10_000
"""Acts of one case: some ten times what a long one has."""

_END: Final = struct.Struct("<4s4H2LH")
"""The end of a ZIP: mark, numbers of disks and entries, bytes and place of the list of entries, comment."""
_LISTED: Final = 200
"""Bytes of an entry in that list: names here have at most 70 letters."""
_PIECE: Final = 1 << 20
_ENTRY: Final = re.compile(r"case\.json|acts\.jsonl|signature\.json|blobs/[0-9a-f]{64}")


def no_case() -> ArchiveError:
    """What to say of a file that is not one, or that holds what the program never writes."""
    return ArchiveError(
        "The file is not a Fairdeal case, or it is incomplete.",
        "",
        "Ask for it to be sent again.",
    )


def too_large(said: str = "The file is far larger than a case can be.") -> ArchiveError:
    """What to say of a file that would fill the memory."""
    return ArchiveError(said, "", "It was not opened.")


def entries(data: bytes) -> dict[str, bytes]:
    """The parts of a case's file by their names. Raises ArchiveError where it is not one, or too large."""
    _must_list_few(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            infos = file.infolist()
            names = [info.filename for info in infos]
            if len(set(names)) < len(names) or not all(map(_ENTRY.fullmatch, names)):
                raise no_case()
            if len(infos) > MOST or sum(info.file_size for info in infos) > LARGEST:
                raise too_large()
            if any(info.compress_type not in _KNOWN for info in infos):
                raise no_case()
            return _unpacked(file, infos, min(LARGEST, max(FREE, RATIO * len(data))))
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
        ValueError,
        struct.error,
    ) as error:
        raise no_case() from error


_KNOWN: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Ways of packing that take little memory to undo; others ask for as much as the file names."""


def _must_list_few(data: bytes) -> None:
    """Refuse a list of entries that is too long before anything reads it: each takes half a kilobyte."""
    end = len(data) - _END.size
    if end < 0:
        raise no_case()
    mark, *_, length, _, comment = _END.unpack_from(data, end)
    if mark != b"PK\x05\x06" or comment or data[max(0, end - 20) : end].startswith(b"PK\x06\x07"):
        raise no_case()
    if length > MOST * _LISTED:
        raise too_large()


def _unpacked(file: zipfile.ZipFile, infos: list[zipfile.ZipInfo], most: int) -> dict[str, bytes]:
    """Every entry's bytes; all together never more than `most`, whatever their headers say."""
    found: dict[str, bytes] = {}
    for info in infos:
        told = "/" not in info.filename
        found[info.filename] = _bounded(file, info, min(most, MOST_TOLD) if told else most)
        most -= len(found[info.filename])
    return found


def _bounded(file: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    pieces, size = [], 0
    with file.open(info) as entry:
        while piece := entry.read(_PIECE):
            size += len(piece)
            if size > most:
                raise too_large()
            pieces.append(piece)
    return b"".join(pieces)


def values(data: bytes) -> int:
    """At least as many as the values that a JSON text holds."""
    return sum(map(data.count, (b",", b":", b"[", b"{"))) + 1


def read_json(data: bytes) -> Any:
    """JSON in UTF-8 that contains no more than can be kept in memory. Raises ValueError or RecursionError for
    what is not one."""
    if values(data) > MOST_VALUES:
        raise too_large("The file contains more than a case can hold.")
    return json.loads(data.decode())


def lines(data: bytes) -> list[bytes]:
    """The acts, one a line. Raises ArchiveError where they are more than a case can hold."""
    if data.count(b"\n") > MOST_ACTS or values(data) > MOST_VALUES:
        raise too_large("The file contains more than a case can hold.")
    return data.removesuffix(b"\n").split(b"\n")


_CASE: Final = re.compile(r"[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class IncomingCase:
    """A case that came in, checked. `wrong` lists what does not hold; `signer` is the public key
    whose signature holds, None where nobody signed it or the signature is false (then `wrong` says so)."""

    case: str
    acts: tuple[Act, ...]
    blobs: dict[str, tuple[bytes | None, str]]
    head: str
    signer: str | None
    wrong: tuple[str, ...]
    odd: tuple[str, ...]
    """What needs an explanation: times that run backwards."""
    manifest: str
    """What was signed, as it was sent."""
    signature: str

    @property
    def title(self) -> str:
        return str(self.acts[0].body.get("title", "")) if self.acts else ""


def open_case(data: bytes) -> IncomingCase:
    """Read and verify a case that was sent. Raises ArchiveError where it is not one at all, or too large."""
    parts = entries(data)
    try:
        manifest = read_json(parts["case.json"])
        case = str(manifest["case"])
        if manifest["format"] != FORMAT or not _CASE.fullmatch(case):
            raise ValueError("another format")
        listed = lines(parts["acts.jsonl"])
        values = [read_json(line) for line in listed]
        acts = tuple(_act(case, value) for value in values)
        blobs = {
            str(digest): (parts.get(f"blobs/{digest}"), str(state))
            for digest, state in dict(manifest["blobs"]).items()
        }
        head = str(manifest["head"])
        wrong = list(_manifest_wrong(manifest, parts, acts))
        wrong += _otherwise_written([parts["case.json"], *listed], [manifest, *values])
        if misshapen(acts):
            raise ValueError("content that was never written here")
        wrong += _unnamed(acts, blobs, parts)
        wrong += misdated(acts, datetime.now(UTC))
        wrong += verify_case(case, acts, blobs.get)
        fold(case, acts)
    except (*UNREADABLE, OverflowError) as error:
        raise no_case() from error
    signer, signature, false = _signer(parts)
    if false:
        wrong.append("The signature does not belong to this file.")
    odd = dated_back([(case, act.number, act.at) for act in acts])
    return IncomingCase(
        case,
        acts,
        blobs,
        head,
        signer,
        tuple(wrong),
        tuple(odd),
        parts["case.json"].decode(),
        signature,
    )


def _otherwise_written(texts: Sequence[bytes], values: Sequence[Any]) -> Iterator[str]:
    """Parts that another program may read differently than this one: a key that stands twice in them, say."""
    for number, (text, value) in enumerate(zip(texts, values, strict=True)):
        if not is_canonical(text.decode(), value):
            what = f"Act {number}" if number else "The list of what the file holds"
            yield f"{what} is written in another way than Fairdeal writes it, so it may say two things."


def _unnamed(
    acts: tuple[Act, ...], blobs: dict[str, tuple[bytes | None, str]], parts: dict[str, bytes]
) -> list[str]:
    """Documents that no act names: nothing of the case needs them, so they were put in for another end."""
    held = {name.removeprefix("blobs/") for name in parts if "/" in name} | set(blobs)
    more = sorted(held - {digest for act in acts for digest in named(act)})
    return [f"No act names the document {digest[:12]} that the file holds." for digest in more]


def _act(case: str, value: Any) -> Act:
    number = value["number"]
    texts = (value[name] for name in ("at", "who", "salt", "digest", "chain"))
    written = all(isinstance(text, str) for text in texts)
    if type(number) is not int or not isinstance(value["body"], dict) or not written:
        raise ValueError("no act")
    return Act(
        case,
        value["number"],
        Kind(value["kind"]),
        str(value["at"]),
        str(value["who"]),
        value["body"],
        str(value["salt"]),
        str(value["digest"]),
        str(value["chain"]),
        text=canonical(value["body"]),
    )


def _manifest_wrong(
    manifest: Json, parts: dict[str, bytes], acts: tuple[Act, ...]
) -> Iterator[str]:
    if hashlib.sha256(parts["acts.jsonl"]).hexdigest() != manifest.get("acts_sha256"):
        yield "The list of acts was altered after it was sent."
    if not acts or len(acts) != manifest.get("acts") or acts[-1].chain != manifest["head"]:
        yield "Acts are missing at the end."


def _signer(parts: dict[str, bytes]) -> tuple[str | None, str, bool]:
    """The public key that signed, its signature, and whether there is a signature that does not hold."""
    if "signature.json" not in parts:
        return None, "", False
    try:
        said = read_json(parts["signature.json"])
        public, signature = (bytes.fromhex(said[name]).hex() for name in ("key", "signature"))
    except UNREADABLE:
        return None, "", True
    holds = signed_by(public, signature, parts["case.json"])
    return (public, signature, False) if holds else (None, "", True)


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
        numbers = [int(each.partition("~")[2]) for each in known if is_received(each)]
        case = f"{sent.case}~{max(numbers, default=0) + 1}"
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
    return [
        (other, _compared(mine, _sent_part(archive, other)))
        for other in _standing(archive, chain_id(case))
        if other != case
    ]


def _compared(mine: Sequence[str], theirs: Sequence[str]) -> str:
    both, more = min(len(mine), len(theirs)), len(theirs) - len(mine)
    if mine[:both] != theirs[:both]:
        return "with another history"
    if not more:
        return "with the same history"
    return f"with {words.count(abs(more), 'act')} {'more' if more > 0 else 'fewer'}"


def _sent_part(archive: Archive, case: str) -> list[str]:
    """The chain of a case without what was added here when and after it was taken in."""
    acts = archive.acts(case)
    came = arrival(acts)
    return [act.chain for act in (acts[: came - 1] if came else acts)]


_BEFORE: Final = b"-----BEGIN PRIVATE KEY-----\n"
_AFTER: Final = b"\n-----END PRIVATE KEY-----\n"
_ED25519: Final = bytes.fromhex("302e020100300506032b657004220420")
"""What comes before the key's 32 bytes in a file that other programs read too: PKCS #8 (RFC 8410, 7)."""


def new_key(path: Path) -> str:
    """Make a key and write it, readable to its owner alone from its first byte on. Returns the public key
    in hexadecimal.

    Raises ArchiveError where the file already exists, for a key is never written over, and DeskError
    where it cannot be written.
    """
    key = SigningKey.generate()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise ArchiveError(
            f"{path} already exists.", str(path), "Name a file that is not there yet."
        ) from error
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_BEFORE + b64encode(_ED25519 + bytes(key)) + _AFTER)
            file.flush()
            os.fsync(file.fileno())
        sync_names(path.parent)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise unwritable(path, error, MAKE_ROOM) from error
    return public_of(key)


def load_key(path: Path) -> SigningKey:
    """The key in a file. Raises ArchiveError where it holds none."""
    text = path.read_bytes().strip()
    try:
        der = b64decode(text.removeprefix(_BEFORE.strip()).removesuffix(_AFTER.strip()))
        if not der.startswith(_ED25519):
            raise _no_key(path)
        return SigningKey(der.removeprefix(_ED25519))
    except ValueError as error:
        raise _no_key(path) from error


def _no_key(path: Path) -> ArchiveError:
    return ArchiveError(
        f"{path} does not contain a committee's key.",
        str(path),
        "Make one with: fairdeal archive new-key FILE",
    )


def public_of(key: SigningKey) -> str:
    return bytes(key.verify_key).hex()


def sign(key: SigningKey, data: bytes) -> str:
    return key.sign(data).signature.hex()


FORMAT: Final = "fairdeal.case/1"
PACKED_WELL: Final = 20
"""What shrinks to less than this part is not packed when a case is sent, so that it never comes near
what is refused when it is opened."""
_STAMP: Final = (2000, 1, 1, 0, 0, 0)
"""The time of every entry: the same case always gives the same bytes."""


def export(archive: Archive, case: str, key: SigningKey | None = None) -> bytes:
    """A case as the bytes of one file. Raises ArchiveError where there is no such case, or it is not whole:
    nobody is to sign what was altered."""
    acts = archive.acts(case)
    if not acts:
        raise UnknownCaseError(case)
    if wrong := verify_case(case, acts, lambda digest: archive.raw_blob(case, digest)):
        raise ArchiveError(
            f"The case is not whole and was not sent: {wrong[0]}",
            case,
            "See: fairdeal archive verify",
        )
    listed = "".join(canonical(_act_json(act)) + "\n" for act in acts).encode()
    blobs = {digest: archive.raw_blob(case, digest) for act in acts for digest in named(act)}
    manifest: Json = {
        "format": FORMAT,
        "program": __version__,
        "case": chain_id(case),
        "acts": len(acts),
        "head": acts[-1].chain,
        "acts_sha256": hashlib.sha256(listed).hexdigest(),
        "blobs": {digest: kept[1] for digest, kept in blobs.items() if kept is not None},
    }
    told = canonical(manifest).encode()
    parts = {"case.json": told, "acts.jsonl": listed}
    for digest, kept in blobs.items():
        if kept is not None and kept[0] is not None:
            parts[f"blobs/{digest}"] = kept[0]
    if key is not None:
        signature = {"key": public_of(key), "signature": sign(key, told)}
        parts["signature.json"] = canonical(signature).encode()
    return _zipped(parts)


def _zipped(parts: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(zipfile.ZipInfo(name, _STAMP), data, packing(data))
    return buffer.getvalue()


def _act_json(act: Act) -> Json:
    return {
        "number": act.number,
        "kind": act.kind.value,
        "at": act.at,
        "who": act.who,
        "body": act.body,
        "salt": act.salt,
        "digest": act.digest,
        "chain": act.chain,
    }


def packing(data: bytes) -> int:
    """How to pack an entry of a case that is sent."""
    small = len(zlib.compress(data)) * PACKED_WELL < len(data)
    return zipfile.ZIP_STORED if small else zipfile.ZIP_DEFLATED

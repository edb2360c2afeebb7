"""A case as one file that another committee can open, verify and take into its own archive.

The file is a ZIP: ``case.json`` (what it is, and the digest of everything in it), ``acts.jsonl``,
``blobs/DIGEST``, and ``signature.json`` where a key signed it. It is untrusted when it comes in:
nothing is unpacked to the disk, sizes are bounded before anything is read, and no name in it is used.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
import zlib
from dataclasses import dataclass
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from desk import VERSION
from desk.archive import keys
from desk.archive.acts import Act, Json, Kind, canonical
from desk.archive.casefile import fold
from desk.archive.search import index_case
from desk.archive.shapes import misshapen
from desk.archive.store import Archive, ArchiveError, now
from desk.archive.verify import named, verify_case

FORMAT: Final = "fairdeal.case/1"
LARGEST: Final = 1_000_000_000
"""Bytes of a whole case when unpacked: some dozens of photos, with much to spare."""
MOST: Final = 10_000
"""Entries of the ZIP."""
_MOST_TOLD: Final = 100_000_000
"""Bytes of what it tells beside its documents: a case of fifty photos, read twice, has about ten million."""
_ENTRY: Final = re.compile(r"case\.json|acts\.jsonl|signature\.json|blobs/[0-9a-f]{64}")
_CASE: Final = re.compile(r"[0-9a-f]{12}")
_STAMP: Final = (2000, 1, 1, 0, 0, 0)
"""The time of every entry: the same case always gives the same bytes."""


@dataclass(frozen=True, slots=True)
class SentCase:
    """A case that came in, checked. `wrong` lists what does not hold; `signer` is the public key
    whose signature holds, None where nobody signed it or the signature is false (then `wrong` says so)."""

    case: str
    acts: tuple[Act, ...]
    blobs: dict[str, tuple[bytes | None, str]]
    head: str
    signer: str | None
    wrong: tuple[str, ...]

    @property
    def title(self) -> str:
        return str(self.acts[0].body.get("title", "")) if self.acts else ""


def export(archive: Archive, case: str, key: Ed25519PrivateKey | None = None) -> bytes:
    """A case as the bytes of one file. Raises ArchiveError where there is no such case."""
    acts = archive.acts(case)
    if not acts:
        raise ArchiveError(f"There is no case {case} in the archive.", case, "See: archive ls")
    lines = "".join(canonical(_act_json(act)) + "\n" for act in acts).encode()
    blobs = {digest: _blob(archive, digest) for act in acts for digest in named(act)}
    manifest: Json = {
        "format": FORMAT, "program": VERSION, "case": case, "acts": len(acts),
        "head": acts[-1].chain, "acts_sha256": hashlib.sha256(lines).hexdigest(),
        "blobs": {digest: state[1] for digest, state in blobs.items()},
    }  # fmt: skip
    told = canonical(manifest).encode()
    entries = {"case.json": told, "acts.jsonl": lines}
    for digest, (data, _) in blobs.items():
        if data is not None:
            entries[f"blobs/{digest}"] = data
    if key is not None:
        signature = {"key": keys.public_of(key), "signature": keys.sign(key, told)}
        entries["signature.json"] = canonical(signature).encode()
    return _zipped(entries)


def _zipped(entries: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries.items():
            file.writestr(zipfile.ZipInfo(name, _STAMP), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _blob(archive: Archive, digest: str) -> tuple[bytes | None, str]:
    row = archive.connection.execute(
        "SELECT data, now FROM blobs WHERE digest = ?", (digest,)
    ).fetchone()
    return (None, digest) if row is None else (row[0], row[1])


def _act_json(act: Act) -> Json:
    return {
        "number": act.number, "kind": act.kind.value, "at": act.at, "who": act.who,
        "body": act.body, "salt": act.salt, "digest": act.digest, "chain": act.chain,
    }  # fmt: skip


def open_sent(data: bytes) -> SentCase:
    """Read and verify a case that was sent. Raises ArchiveError where it is none at all."""
    entries = _entries(data)
    try:
        manifest = json.loads(entries["case.json"])
        case = str(manifest["case"])
        if manifest["format"] != FORMAT or not _CASE.fullmatch(case):
            raise ValueError("another format")
        acts = tuple(_act(case, json.loads(line)) for line in entries["acts.jsonl"].splitlines())
        blobs = {
            str(digest): (entries.get(f"blobs/{digest}"), str(state))
            for digest, state in dict(manifest["blobs"]).items()
        }
        head = str(manifest["head"])
        wrong = list(_manifest_wrong(manifest, entries, acts))
        if misshapen(acts):
            raise ValueError("content that was never written here")
        wrong += verify_case(case, acts, blobs.get)
        fold(case, acts)
    except (
        KeyError, ValueError, TypeError, AttributeError, RecursionError, OverflowError,
    ) as error:  # fmt: skip
        raise _no_case() from error
    signer, false = _signer(entries)
    if false:
        wrong.append("The signature does not belong to this file.")
    return SentCase(case, acts, blobs, head, signer, tuple(wrong))


def _no_case() -> ArchiveError:
    return ArchiveError(
        "The file is no case of Fairdeal's, or only part of one.",
        "",
        "Ask for it to be sent again.",
    )


def _entries(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            infos = file.infolist()
            if len(infos) > MOST or sum(info.file_size for info in infos) > LARGEST:
                raise ArchiveError(
                    "The file is far larger than a case can be.", "", "It was not opened."
                )
            if any(info.file_size > _MOST_TOLD for info in infos if "/" not in info.filename):
                raise ArchiveError(
                    "The file tells more than a case can hold.", "", "It was not opened."
                )
            names = [info.filename for info in infos]
            if len(set(names)) < len(names) or not all(map(_ENTRY.fullmatch, names)):
                raise _no_case()
            return {info.filename: _bounded(file, info) for info in infos}
    except (
        zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError,
        ValueError,
    ) as error:  # fmt: skip
        raise _no_case() from error


def _bounded(file: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """An entry's bytes, never more than it says: a header may lie about its size."""
    with file.open(info) as entry:
        data = entry.read(info.file_size + 1)
    if len(data) > info.file_size:
        raise ValueError("larger than it says")
    return data


def _act(case: str, value: Any) -> Act:
    number = value["number"]
    texts = (value[name] for name in ("at", "who", "salt", "digest", "chain"))
    if type(number) is not int or not isinstance(value["body"], dict):
        raise ValueError("no act")
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("no act")
    return Act(
        case, value["number"], Kind(value["kind"]), str(value["at"]), str(value["who"]),
        value["body"], str(value["salt"]), str(value["digest"]), str(value["chain"]),
    )  # fmt: skip


def _manifest_wrong(manifest: Json, entries: dict[str, bytes], acts: tuple[Act, ...]) -> list[str]:
    wrong = []
    if hashlib.sha256(entries["acts.jsonl"]).hexdigest() != manifest.get("acts_sha256"):
        wrong.append("The list of acts was altered after it was sent.")
    if not acts or len(acts) != manifest.get("acts") or acts[-1].chain != manifest["head"]:
        wrong.append("Acts are missing at the end.")
    return wrong


def _signer(entries: dict[str, bytes]) -> tuple[str | None, bool]:
    """The public key that signed, and whether there is a signature that does not hold."""
    if "signature.json" not in entries:
        return None, False
    try:
        said = json.loads(entries["signature.json"])
        public, signature = str(said["key"]), str(said["signature"])
    except (ValueError, KeyError, TypeError):
        return None, True
    holds = keys.signed_by(public, signature, entries["case.json"])
    return (public, False) if holds else (None, True)


def _as_ours(archive: Archive, digest: str, state: str) -> None:
    """Raises ArchiveError where a document is here too, but a name was taken out of one of the two."""
    row = archive.connection.execute("SELECT now FROM blobs WHERE digest = ?", (digest,)).fetchone()
    if row is not None and row[0] != state:
        raise ArchiveError(
            f"The document {digest[:12]} was redacted in one of the two.", digest,
            "Keep the file by itself; what was redacted is not brought back.",
        )  # fmt: skip


def take_in(archive: Archive, sent: SentCase, who: str) -> int:
    """Add a case that was sent to the archive; returns how many of its acts were new.

    Raises ArchiveError where something in it is wrong, or where the archive's own history of the
    case went another way: then neither is touched.
    """
    if sent.wrong:
        raise ArchiveError(
            f"The case was altered or is not whole: {sent.wrong[0]}", "", "Nothing was taken in."
        )
    with archive.writing() as run:
        own = archive.acts(sent.case)
        for mine, theirs in zip(own, sent.acts, strict=False):
            if mine.chain != theirs.chain:
                raise ArchiveError(
                    f"The archive holds this case with another history from act {mine.number} on.",
                    sent.case,
                    "Keep both files and ask the other committee.",
                )
            if (mine.redacted, mine.who, mine.body) != (theirs.redacted, theirs.who, theirs.body):
                raise ArchiveError(
                    f"Act {mine.number} was redacted in one of the two.", sent.case,
                    "Keep the file by itself; what was redacted is not brought back.",
                )  # fmt: skip
        if not own:
            run("INSERT INTO cases VALUES (?, ?)", (sent.case, sent.acts[0].at))
        for digest, (data, state) in sent.blobs.items():
            _as_ours(archive, digest, state)
            run("INSERT OR IGNORE INTO blobs VALUES (?, ?, ?)", (digest, data, state))
        new = sent.acts[len(own) :]
        for act in new:
            archive.put(act, run)
        run(
            "INSERT INTO imports VALUES (?, ?, ?, ?, ?)",
            (sent.case, sent.head, now(), who, sent.signer),
        )
        index_case(archive, sent.case)
    return len(new)

"""A case as one file that another committee can open, verify and take into its own archive.

The file is a ZIP: ``case.json`` (what it is, and the digest of everything in it), ``acts.jsonl``,
``blobs/DIGEST``, and ``signature.json`` where a key signed it. It is untrusted when it comes in:
its sizes are bounded before anything is read (`desk.archive.exchange.unpacking`), and its content is held to
what could have been written here (`desk.archive.shapes`). `desk.archive.exchange.receiving` takes it in.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from dataclasses import dataclass
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal import __version__
from fairdeal.desk.archive.acts import Act, Json, Kind, canonical, chain_id
from fairdeal.desk.archive.care.verify_case import dated_back, named, verify_case
from fairdeal.desk.archive.exchange import keys
from fairdeal.desk.archive.exchange.casefile import fold
from fairdeal.desk.archive.exchange.unpacking import (
    entries,
    lines,
    no_case,
    packing,
    read_json,
)
from fairdeal.desk.archive.shapes import misshapen
from fairdeal.desk.archive.store import UNREADABLE, Archive, ArchiveError

FORMAT: Final = "fairdeal.case/1"
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
    odd: tuple[str, ...]
    """What wants an explanation: times that run backwards."""
    manifest: str
    """What was signed, as it was sent."""
    signature: str

    @property
    def title(self) -> str:
        return str(self.acts[0].body.get("title", "")) if self.acts else ""


def export(archive: Archive, case: str, key: Ed25519PrivateKey | None = None) -> bytes:
    """A case as the bytes of one file. Raises ArchiveError where there is no such case, or it is not whole:
    nobody is to sign what was altered."""
    acts = archive.acts(case)
    if not acts:
        raise ArchiveError(f"There is no case {case} in the archive.", case, "See: archive ls")
    if wrong := verify_case(case, acts, lambda digest: archive.raw_blob(case, digest)):
        raise ArchiveError(
            f"The case is not whole and was not sent: {wrong[0]}", case, "See: archive verify"
        )
    listed = "".join(canonical(_act_json(act)) + "\n" for act in acts).encode()
    blobs = {digest: archive.raw_blob(case, digest) for act in acts for digest in named(act)}
    manifest: Json = {
        "format": FORMAT, "program": __version__, "case": chain_id(case), "acts": len(acts),
        "head": acts[-1].chain, "acts_sha256": hashlib.sha256(listed).hexdigest(),
        "blobs": {digest: kept[1] for digest, kept in blobs.items() if kept is not None},
    }  # fmt: skip
    told = canonical(manifest).encode()
    parts = {"case.json": told, "acts.jsonl": listed}
    for digest, kept in blobs.items():
        if kept is not None and kept[0] is not None:
            parts[f"blobs/{digest}"] = kept[0]
    if key is not None:
        signature = {"key": keys.public_of(key), "signature": keys.sign(key, told)}
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
        "number": act.number, "kind": act.kind.value, "at": act.at, "who": act.who,
        "body": act.body, "salt": act.salt, "digest": act.digest, "chain": act.chain,
    }  # fmt: skip


def open_sent(data: bytes) -> SentCase:
    """Read and verify a case that was sent. Raises ArchiveError where it is none at all, or too large."""
    parts = entries(data)
    try:
        manifest = read_json(parts["case.json"])
        case = str(manifest["case"])
        if manifest["format"] != FORMAT or not _CASE.fullmatch(case):
            raise ValueError("another format")
        acts = tuple(_act(case, read_json(line)) for line in lines(parts["acts.jsonl"]))
        blobs = {
            str(digest): (parts.get(f"blobs/{digest}"), str(state))
            for digest, state in dict(manifest["blobs"]).items()
        }
        head = str(manifest["head"])
        wrong = list(_manifest_wrong(manifest, parts, acts))
        if misshapen(acts):
            raise ValueError("content that was never written here")
        wrong += _unnamed(acts, blobs, parts)
        wrong += verify_case(case, acts, blobs.get)
        fold(case, acts)
    except (*UNREADABLE, OverflowError) as error:
        raise no_case() from error
    signer, signature, false = _signer(parts)
    if false:
        wrong.append("The signature does not belong to this file.")
    odd = dated_back([(case, act.number, act.at) for act in acts])
    return SentCase(
        case, acts, blobs, head, signer, tuple(wrong), tuple(odd), parts["case.json"].decode(), signature
    )  # fmt: skip


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
    if type(number) is not int or not isinstance(value["body"], dict):
        raise ValueError("no act")
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("no act")
    return Act(
        case, value["number"], Kind(value["kind"]), str(value["at"]), str(value["who"]),
        value["body"], str(value["salt"]), str(value["digest"]), str(value["chain"]),
    )  # fmt: skip


def _manifest_wrong(manifest: Json, parts: dict[str, bytes], acts: tuple[Act, ...]) -> list[str]:
    wrong = []
    if hashlib.sha256(parts["acts.jsonl"]).hexdigest() != manifest.get("acts_sha256"):
        wrong.append("The list of acts was altered after it was sent.")
    if not acts or len(acts) != manifest.get("acts") or acts[-1].chain != manifest["head"]:
        wrong.append("Acts are missing at the end.")
    return wrong


def _signer(parts: dict[str, bytes]) -> tuple[str | None, str, bool]:
    """The public key that signed, its signature, and whether there is a signature that does not hold."""
    if "signature.json" not in parts:
        return None, "", False
    try:
        said = read_json(parts["signature.json"])
        public, signature = (bytes.fromhex(said[name]).hex() for name in ("key", "signature"))
    except UNREADABLE:
        return None, "", True
    holds = keys.signed_by(public, signature, parts["case.json"])
    return (public, signature, False) if holds else (None, "", True)

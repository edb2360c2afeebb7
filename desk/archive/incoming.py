"""A file that another committee sent, read and verified before anything is done with it.

It is untrusted: its sizes are bounded before anything is read (`desk.archive.unpacking`), and its
content is held to what could have been written here (`desk.archive.shapes`). What it is made of is in
`desk.archive.outgoing`; `desk.archive.exchange.receiving` takes it into the archive.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from fairdeal.desk.archive import outgoing
from fairdeal.desk.archive.acts import Act, Json, Kind, canonical, is_canonical
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.outgoing import FORMAT
from fairdeal.desk.archive.shapes import misshapen
from fairdeal.desk.archive.store import UNREADABLE
from fairdeal.desk.archive.unpacking import entries, lines, no_case, read_json
from fairdeal.desk.archive.verify_case import dated_back, misdated, named, verify_case

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
    """What wants an explanation: times that run backwards."""
    manifest: str
    """What was signed, as it was sent."""
    signature: str

    @property
    def title(self) -> str:
        return str(self.acts[0].body.get("title", "")) if self.acts else ""


def open_case(data: bytes) -> IncomingCase:
    """Read and verify a case that was sent. Raises ArchiveError where it is none at all, or too large."""
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
    """Parts that another program may read otherwise than this one: a key that stands twice in them, say."""
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
    if type(number) is not int or not isinstance(value["body"], dict):
        raise ValueError("no act")
    if not all(isinstance(text, str) for text in texts):
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
    holds = outgoing.signed_by(public, signature, parts["case.json"])
    return (public, signature, False) if holds else (None, "", True)

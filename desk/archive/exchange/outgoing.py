"""A case as one file that another committee can open, verify and take into its own archive.

The file is a ZIP: ``case.json`` (what it is, and the digest of everything in it), ``acts.jsonl``,
``blobs/DIGEST``, and ``signature.json`` where a key signed it. `desk.archive.exchange.incoming` opens it.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal import __version__
from fairdeal.desk.archive.acts import Act, Json, canonical, chain_id
from fairdeal.desk.archive.care.verify_case import named, verify_case
from fairdeal.desk.archive.exchange import keys
from fairdeal.desk.archive.exchange.unpacking import packing
from fairdeal.desk.archive.store import Archive, ArchiveError

FORMAT: Final = "fairdeal.case/1"
_STAMP: Final = (2000, 1, 1, 0, 0, 0)
"""The time of every entry: the same case always gives the same bytes."""


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
        "number": act.number,
        "kind": act.kind.value,
        "at": act.at,
        "who": act.who,
        "body": act.body,
        "salt": act.salt,
        "digest": act.digest,
        "chain": act.chain,
    }

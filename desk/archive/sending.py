"""A case as one file that another committee can open, verify and import; and the keys that sign it.

The file is a ZIP: ``case.json`` (what it is, and the digest of everything in it), ``acts.jsonl``,
``blobs/DIGEST``, and ``signature.json`` where a key signed it. `desk.archive.receiving` opens it.
"""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
import zlib
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal import __version__
from fairdeal.desk.archive.acts import Act, Json, canonical, chain_id
from fairdeal.desk.archive.store import Archive, ArchiveError, UnknownCaseError
from fairdeal.desk.archive.verify import named, verify_case
from fairdeal.desk.files import sync_names, unwritable


def new_key(path: Path) -> str:
    """Make a key and write it, readable to its owner alone from its first byte on. Returns the public key
    in hexadecimal.

    Raises ArchiveError where the file already exists, for a key is never written over, and DeskError
    where it cannot be written.
    """
    key = Ed25519PrivateKey.generate()
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
            file.write(_pem(key))
            file.flush()
            os.fsync(file.fileno())
        sync_names(path.parent)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise unwritable(path, error, "Check that there is room on the disk.") from error
    return public_of(key)


def _pem(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def load_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file. Raises ArchiveError where it holds none."""
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except (ValueError, TypeError) as error:
        raise _no_key(path) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _no_key(path)
    return key


def _no_key(path: Path) -> ArchiveError:
    return ArchiveError(
        f"{path} does not contain a committee's key.",
        str(path),
        "Make one with: archive new-key FILE",
    )


def public_of(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def sign(key: Ed25519PrivateKey, data: bytes) -> str:
    return key.sign(data).hex()


FORMAT: Final = "fairdeal.case/1"
PACKED_WELL: Final = 20
"""What shrinks to less than this part is not packed when a case is sent, so that it never comes near
what is refused when it is opened."""
_STAMP: Final = (2000, 1, 1, 0, 0, 0)
"""The time of every entry: the same case always gives the same bytes."""


def export(archive: Archive, case: str, key: Ed25519PrivateKey | None = None) -> bytes:
    """A case as the bytes of one file. Raises ArchiveError where there is no such case, or it is not whole:
    nobody is to sign what was altered."""
    acts = archive.acts(case)
    if not acts:
        raise UnknownCaseError(case)
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

"""The committee's key: who signed an exported case (Ed25519, RFC 8032)."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from fairdeal.desk.archive.store import ArchiveError
from fairdeal.desk.files import sync_names, unwritable


def new_key(path: Path) -> str:
    """Make a key and write it, readable to its owner alone from its first byte on. Returns the public key
    in hexadecimal.

    Raises ArchiveError where the file is there already, for a key is never written over, and DeskError
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


def signed_by(public: str, signature: str, data: bytes) -> bool:
    """Whether the owner of a public key signed these bytes."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(
            bytes.fromhex(signature), data
        )
    except (InvalidSignature, ValueError):
        return False
    return True

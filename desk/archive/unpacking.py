"""The ZIP of a case that was sent, unpacked within bounds: a few kilobytes may claim, or turn out to be,
gigabytes.

Nothing is unpacked to the disk, and no name in the file is used for anything but to tell its parts.
"""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from typing import Any, Final

from fairdeal.desk.archive.store import ArchiveError

LARGEST: Final = 1_000_000_000
"""Bytes of a whole case when unpacked: some dozens of photos, with much to spare."""
MOST: Final = 10_000
"""Entries of the ZIP."""
RATIO: Final = 50
"""How many times its size a file may have when unpacked. Photos hardly shrink, the acts of a long case to
a tenth; what shrinks to less than a fiftieth was made to."""
FREE: Final = 1_000_000
"""Bytes that any file may have when unpacked, whatever its own size."""
PACKED_WELL: Final = 20
"""What shrinks to less than this part is not packed when a case is sent, so that it never comes near
`RATIO`."""
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
    """What to say of a file that is none, or that holds what the program never writes."""
    return ArchiveError(
        "The file is not a Fairdeal case, or it is incomplete.",
        "",
        "Ask for it to be sent again.",
    )


def too_large(said: str = "The file is far larger than a case can be.") -> ArchiveError:
    """What to say of a file that would fill the memory."""
    return ArchiveError(said, "", "It was not opened.")


def entries(data: bytes) -> dict[str, bytes]:
    """The parts of a case's file by their names. Raises ArchiveError where it is none, or too large."""
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
    """JSON in UTF-8 that holds no more than can be kept in memory. Raises ValueError or RecursionError for
    what is none."""
    if values(data) > MOST_VALUES:
        raise too_large("The file contains more than a case can hold.")
    return json.loads(data.decode())


def lines(data: bytes) -> list[bytes]:
    """The acts, one a line. Raises ArchiveError where they are more than a case can hold."""
    if data.count(b"\n") > MOST_ACTS or values(data) > MOST_VALUES:
        raise too_large("The file contains more than a case can hold.")
    return data.removesuffix(b"\n").split(b"\n")


def packing(data: bytes) -> int:
    """How to pack an entry of a case that is sent."""
    small = len(zlib.compress(data)) * PACKED_WELL < len(data)
    return zipfile.ZIP_STORED if small else zipfile.ZIP_DEFLATED

"""Whether an archive is as it was written."""

from __future__ import annotations

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.archive.verify import look_through


def verify(archive: Archive) -> list[str]:
    """Everything that is wrong or odd with an archive, in words; empty where it is whole."""
    found = look_through(archive)
    return [*found.wrong, *found.odd]

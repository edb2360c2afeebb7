"""A case of our own opened with the documents of one that others sent.

What came from others is evidence and stays as it came. Whoever wants to work on the match takes its
documents alone, has them read here, and rules on that.
"""

from __future__ import annotations

import hashlib

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.intake.documents import is_text


def documents_of(archive: Archive, file: CaseFile) -> list[tuple[str, bytes, str, bool]]:
    """The documents that are there: name, bytes, their digest, and whether it is a typed record. Raises
    ArchiveError where the case is our own already."""
    if file.ours:
        raise ArchiveError("The case is your own.", file.id, "Work on it as it is.")
    found = []
    for digest, act in file.documents.items():
        data = archive.blob(file.id, digest)
        if data is not None:
            now = hashlib.sha256(data).hexdigest()
            found.append((str(act.body["name"]), data, now, is_text(data)))
    return found


def open_own(archive: Archive, file: CaseFile, who: str, title: str | None = None) -> str:
    """Open an empty case that notes where its documents are from. Returns its id."""
    case = archive.open_case(file.title if title is None else title, who)
    archive.add(case, Kind.NOTE, {"text": f"Opened with the documents of the case {file.id}."}, who)
    return case

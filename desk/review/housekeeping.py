"""What is changed about a case: its name, its players, a document that was wrong, a case opened by mistake.

Each is an act, on the record like any other; names are given again, the others can be taken back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.files import is_text
from fairdeal.desk.review.casework import act_on, case_file, must_be_open
from fairdeal.records.cards import Seat


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


def rename(archive: Archive, case: str, title: str, who: str) -> Act:
    """Call the case otherwise. Raises ArchiveError where the name is empty."""
    if not title.strip():
        raise ArchiveError("The name is empty.", case, "Type a name for the case.")
    return act_on(archive, case, Kind.RENAMED, {"title": title.strip()}, who)


def enter_players(
    archive: Archive, case: str, names: Mapping[Seat, str], who: str, seen: int
) -> Act | None:
    """Keep who sat where as a person gives it; an empty name leaves the record's. None where nothing changes.
    Raises OvertakenError where another entered names meanwhile."""
    given = {seat: name.strip() for seat, name in sorted(names.items()) if name.strip()}
    with archive.writing():
        if given == case_file(archive, case).players:
            return None
        return act_on(archive, case, Kind.PLAYERS, {"names": given}, who, seen)


def withdraw(archive: Archive, case: str, digest: str, reason: str, who: str, seen: int) -> Act:
    """Let a document count no more: of another match, say. It stays in the archive, and can be put back."""
    if not reason.strip():
        raise ArchiveError("A reason is needed.", case, "Say in a few words why it is withdrawn.")
    return _about(archive, case, Kind.WITHDRAWN, digest, reason, who, seen)


def place(archive: Archive, case: str, digest: str, reason: str, who: str, seen: int) -> Act:
    """Let a document count in this match, whatever its heading says. It can be taken back."""
    if not reason.strip():
        raise ArchiveError("A reason is needed.", case, "Say in a few words why it belongs here.")
    return _about(archive, case, Kind.PLACED, digest, reason, who, seen)


def _about(
    archive: Archive, case: str, kind: Kind, digest: str, reason: str, who: str, seen: int
) -> Act:
    """An act about a document of the case. Raises ArchiveError where there is no such document."""
    with archive.writing():
        document = case_file(archive, case).documents.get(digest)
        if document is None:
            raise ArchiveError("This document is not in the case.", case, "Open the case again.")
        body = {"digest": digest, "name": str(document.body["name"]), "reason": reason.strip()}
        return act_on(archive, case, kind, body, who, seen)


def remove(archive: Archive, case: str, reason: str, who: str, seen: int) -> Act:
    """Take a case that was opened by mistake off the list. Raises ArchiveError where it is signed off."""
    if not reason.strip():
        raise ArchiveError("A reason is needed.", case, "Say in a few words why it is removed.")
    return act_on(archive, case, Kind.REMOVED, {"reason": reason.strip()}, who, seen)


def bring_back(archive: Archive, case: str, who: str) -> Act:
    """Put a case that was removed back on the list."""
    with archive.writing():
        removed = case_file(archive, case).removed
        if removed is None:
            must_be_open(archive, case)
            raise ArchiveError("The case was not removed.", case, "Nothing needs to be done.")
        return archive.add(case, Kind.UNCORRECTED, {"act": removed.number}, who)

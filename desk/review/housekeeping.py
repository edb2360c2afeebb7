"""What is changed about a case itself: its name, a document that was wrong, a case opened by mistake.

Each is an act, on the record like any other, and can be taken back.
"""

from __future__ import annotations

from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.review.casework import act_on, case_file, must_be_open


def rename(archive: Archive, case: str, title: str, who: str) -> Act:
    """Call the case otherwise. Raises ArchiveError where the name is empty."""
    if not title.strip():
        raise ArchiveError("The name is empty.", case, "Type what the case shall be called.")
    return act_on(archive, case, Kind.RENAMED, {"title": title.strip()}, who)


def withdraw(archive: Archive, case: str, digest: str, reason: str, who: str, seen: int) -> Act:
    """Let a document count no more: of another match, say. It stays in the archive, and can be put back."""
    if not reason.strip():
        raise ArchiveError("A reason is needed.", case, "Say in a few words why it is withdrawn.")
    with archive.writing():
        document = case_file(archive, case).documents.get(digest)
        if document is None:
            raise ArchiveError("This document is not in the case.", case, "Open the case again.")
        body = {"digest": digest, "name": str(document.body["name"]), "reason": reason.strip()}
        return act_on(archive, case, Kind.WITHDRAWN, body, who, seen)


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

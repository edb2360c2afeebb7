"""What a person says of an explanation by a slip of the pen: that it was one, or that it was none."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.desk.archive.acts import Act, Json, Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.case import Case
from fairdeal.desk.review import casework
from fairdeal.desk.review.mending import Change, key_of
from fairdeal.rulings.frame.finding import Explanation


def explanation(case: Case, key: str) -> Explanation | None:
    """The explanation that a form names; None where nothing is explained so any more."""
    return next((each for each in case.verdict.explanations if key_of(each) == key), None)


def mend(
    archive: Archive, case: str, slip: str, found: Sequence[Change], why: str, who: str, seen: int
) -> None:
    """Read entries otherwise, as an explanation has them: corrections like any other, all or none."""
    with archive.writing():
        for each in found:
            digest, page, field = each.key
            body: Json = {
                "digest": digest,
                "page": page,
                "field": field,
                "how": each.how,
                "text": each.text,
                "why": why,
                "slip": slip,
            }
            casework.act_on(archive, case, Kind.CORRECTED, body, who, seen)


def refuse(archive: Archive, case: str, of: Explanation, reason: str, who: str, seen: int) -> Act:
    """A person's word that entries stand as they are written: no slip of the pen explains by them."""
    entries = [
        {"place": str(each.place), "written": each.written, "read": each.read}
        for each in of.entries
    ]
    body: Json = {"deal": of.deal, "game": of.game, "entries": entries, "reason": reason}
    return casework.act_on(archive, case, Kind.REFUSED, body, who, seen)

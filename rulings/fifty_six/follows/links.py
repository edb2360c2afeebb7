"""All wrong entries of a record of 56 that follow from others."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.rulings.fifty_six.follows.copies import in_copies
from fairdeal.rulings.fifty_six.follows.sheet import on_sheet, under_deal
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.frame.follows import Collected, Links, WrongEntries


def links_of(session: Session, findings: Sequence[Finding]) -> Links:
    """The wrong entries that follow from others, each with the nearest that it follows from."""
    into, wrong = Collected(), WrongEntries(findings)
    for ruled in session.ruled:
        under_deal(session, ruled, wrong, into)
    for view in session.sheets:
        on_sheet(session, view, wrong, into)
    for copies in session.copies:
        in_copies(session, copies, wrong, into)
    return into.links

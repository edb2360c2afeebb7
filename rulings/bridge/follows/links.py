"""All wrong entries of a match at bridge that follow from others."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.rulings.bridge.follows.copies import in_copies
from fairdeal.rulings.bridge.follows.logs import in_logs
from fairdeal.rulings.bridge.follows.sheet import on_sheet
from fairdeal.rulings.bridge.rules.copies_disagree import both_copies
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.frame.follows import Collected, Links, WrongEntries


def links_of(session: BridgeSession, findings: Sequence[Finding]) -> Links:
    """The wrong entries that follow from others, each with the nearest that it follows from."""
    into, wrong = Collected(), WrongEntries(findings)
    in_logs(session, wrong, into)
    for view in session.sheets:
        on_sheet(session, view, wrong, into)
    for first, second in both_copies(session):
        in_copies(session, first, second, wrong, into)
    return into.links

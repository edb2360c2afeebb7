"""Infractions across a session: the first of a pair is a warning, each later one costs points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fairdeal.records.cards import Team
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.remedies import remedy_text
from fairdeal.rulings.frame.finding import Certainty, Finding, Remedy


class Proprieties:
    """Which pairs have been warned so far."""

    def __init__(self, book: BridgeBook) -> None:
        self.book = book
        self.used: dict[Team, int] = {}

    def copy(self) -> Proprieties:
        other = Proprieties(self.book)
        other.used = dict(self.used)
        return other

    def climb(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings with the remedy of each impropriety by how many came before it."""
        points = self.book.penalties.impropriety
        if points is None or not any(each.code == "conduct" for each in findings):
            return list(findings)
        return [self._step(each, points) if each.code == "conduct" else each for each in findings]

    def _step(self, each: Finding, points: int) -> Finding:
        if each.remedy.kind != "warning":
            return each  # nobody was warned for it: whether it is an infraction is left open
        if each.team is None or each.certainty is not Certainty.ESTABLISHED:
            return each
        used = self.used.get(each.team, 0)
        self.used[each.team] = used + 1
        warned = used >= self.book.penalties.warnings
        remedy = Remedy("points", each.team, -points) if warned else Remedy("warning", each.team)
        return replace(each, remedy=remedy, remedy_text=remedy_text(remedy))

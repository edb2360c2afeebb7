"""The branches of a finding: what its family of Laws leaves open, with what the deal then scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records.cards import Team
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.laws.claims import CODES as CLAIMS
from fairdeal.rulings.bridge.laws.families import LOOKS
from fairdeal.rulings.bridge.laws.provision import Open
from fairdeal.rulings.bridge.replay.deal import replay
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, rule_deal
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.finding import Branch, Certainty, Finding

MOST_JUDGED: Final = 60
"""Judgements of one deal: more than any table disputes. A page that repeats itself has many."""


def has_branches(book: BridgeBook, code: str) -> bool:
    """Whether a rulebook leaves what follows from a finding to the Laws.

    Where a rulebook says itself what is to be done, as Alberta's does of revokes and remarks, that holds.
    """
    if book.setting("laws") is None or code not in LOOKS or code not in book.findings:
        return False
    if code in CLAIMS:
        return True
    if code == "revoke":
        return book.penalties.revoke == "law-64"
    return book.findings[code].remedy == "committee"


class Branches:
    """The findings of one deal, each with its branches."""

    def __init__(self, ruled: BridgeRuled) -> None:
        self.ruled = ruled
        self.book = ruled.replay.table.book
        self._judged = 0

    def of(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings with the ways that the Laws leave open; of those only possible, none."""
        return [replace(each, branches=tuple(self._of(each))) for each in findings]

    def _of(self, finding: Finding) -> Iterator[Branch]:
        if finding.certainty is Certainty.POSSIBLE or finding.severity == "entry":
            return
        if not has_branches(self.book, finding.code):
            return
        for each in LOOKS[finding.code](self.ruled.replay, finding):
            said = each.provision
            yield Branch(
                said.key,
                said.law,
                said.condition,
                said.follows,
                said.score,
                each.taken,
                each.remedy,
                each.calls,
                self._award(finding, each),
            )

    def _award(self, finding: Finding, each: Open) -> dict[Team, int] | None:
        """What the deal scores in this way: judged again with the remedy, and the auction as it is then."""
        if each.remedy is None or self._judged >= MOST_JUDGED:
            return None
        self._judged += 1
        world = self.ruled.replay
        if each.calls is not None:
            world = replay(world.seen, world.table, world.state, calls_ruled=each.calls)
        counted = [found for found in self.ruled.findings if named(found) != named(finding)]
        counted.append(replace(finding, remedy=each.remedy, certainty=Certainty.ESTABLISHED))
        return rule_deal(world, counted).verdict.award

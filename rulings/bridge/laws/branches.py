"""The families of Laws, and the branches of a finding: the ways open, with what the deal then scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.records import Team
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.laws.calls import (
    INADMISSIBLE,
    INSUFFICIENT,
    OUT_OF_TURN,
    look_at_double,
    look_at_insufficient,
    look_at_late_call,
    look_at_range,
    look_at_turn,
)
from fairdeal.rulings.bridge.laws.cards import (
    CARDS_SEEN,
    LEADS_AND_PLAYS,
    WITHHELD,
    look_at_card,
    look_at_deal,
    look_at_lead,
    look_at_play,
)
from fairdeal.rulings.bridge.laws.claims_and_conduct import (
    CLAIMS_WAYS,
    CODES,
    INFORMATION,
    look_at_claim,
    look_at_conduct,
)
from fairdeal.rulings.bridge.laws.provision import Open, Provision
from fairdeal.rulings.bridge.laws.revokes import REVOKES, look_at_revoke
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, replay
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, rule_deal
from fairdeal.rulings.frame.either_way import MOST_JUDGED
from fairdeal.rulings.frame.finding import Branch, Certainty, Finding, named

Look = Callable[[BridgeReplay, Finding], Iterator[Open]]


@dataclass(frozen=True, slots=True)
class Family:
    """One subject of the Laws: by the code of a finding, who says which ways are open; and all of them."""

    title: str
    looks: Mapping[str, Look]
    provisions: tuple[Provision, ...]


FAMILIES: Final = (
    Family(
        "Insufficient bid (Law 27)",
        {"insufficient-bid": look_at_insufficient},
        INSUFFICIENT,
    ),
    Family(
        "Call out of turn (Laws 28 to 32)",
        {"call-out-of-turn": look_at_turn},
        OUT_OF_TURN,
    ),
    Family(
        "Inadmissible calls (Laws 36 to 39)",
        {
            "double-inadmissible": look_at_double,
            "redouble-inadmissible": look_at_double,
            "bid-range": look_at_range,
            "call-after-close": look_at_late_call,
        },
        INADMISSIBLE,
    ),
    Family(
        "Cards seen, and penalty cards (Laws 6, 16, 24 and 49 to 52)",
        {"card-exposed": look_at_deal, "penalty-card": look_at_card},
        (*CARDS_SEEN, *WITHHELD),
    ),
    Family(
        "Lead or play out of turn (Laws 53 to 57)",
        {
            "lead-out-of-turn": look_at_lead,
            "play-out-of-turn": look_at_play,
        },
        LEADS_AND_PLAYS,
    ),
    Family("Revoke (Laws 61 to 64)", {"revoke": look_at_revoke}, REVOKES),
    Family(
        "Claims and concessions (Laws 68 to 71)",
        dict.fromkeys(CODES, look_at_claim),
        CLAIMS_WAYS,
    ),
    Family(
        "Information (Laws 16 and 73): noted, not ruled",
        {"conduct": look_at_conduct},
        INFORMATION,
    ),
)

LOOKS: Final[Mapping[str, Look]] = {
    code: look for family in FAMILIES for code, look in family.looks.items()
}


def has_branches(book: BridgeBook, code: str) -> bool:
    """Whether a rulebook leaves what follows from a finding to the Laws.

    Where a rulebook says itself what is to be done, as Alberta's does of revokes and remarks, that holds.
    """
    if book.setting("laws") is None or code not in LOOKS or code not in book.findings:
        return False
    if code in CODES:
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

"""What a deal of bridge scores either way, where the committee has to choose.

The deal is judged in each way that the committee may take: with the bid as the contract and without it,
with the revokes of one side alone, with the deal not counted at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from fairdeal.records import Contract, Seat, other_team
from fairdeal.rulings.bridge.book import (
    TEAMS,
    VULNERABLE,
    BridgeCall,
    board_number,
    board_vulnerable,
)
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, replay
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, rule_deal
from fairdeal.rulings.frame.either_way import MOST_JUDGED, EitherWay
from fairdeal.rulings.frame.finding import (
    REDEALT,
    AwardIf,
    Certainty,
    Finding,
    Remedy,
    established,
    open_to_choice,
    score_text,
    with_words,
)
from fairdeal.rulings.replay.calls import Kind

AS_RECORDED: Final = "the board is taken as recorded"
BY_NUMBER: Final = "it is scored by its number"


class BridgeEitherWay(EitherWay[BridgeRuled, BridgeReplay, BridgeCall]):
    """One deal, judged as the committee may decide it."""

    bid_void = "the bid is void"
    stands = "the result stands"

    def _in_words(self, finding: Finding, blocked: list[AwardIf]) -> Finding:
        if blocked and finding.code == "revoke" and self._both_revoked:
            why = "Both sides revoked, so no tricks are transferred."
            return open_to_choice(finding, blocked, why)
        if finding.remedy.kind == "committee":
            return open_to_choice(finding, blocked or self._ways(finding))
        return self._resulting(finding)

    def _resulting(self, finding: Finding) -> Finding:
        """A finding that changes the score, with the award that it leads to."""
        award = self.ruled.verdict.award
        moves = finding.remedy.kind in ("tricks", "points") and finding.remedy.to is not None
        if not moves or award is None or finding.certainty is not Certainty.ESTABLISHED:
            return finding
        return with_words(finding, f"The deal then gives {score_text(award)}.")

    # --- judging the deal in one way ----------------------------------------------------------------

    @property
    def _uncounted(self) -> AwardIf:
        four = self.replay.table.book.four_hand
        return AwardIf(REDEALT if four else "the board is cancelled", dict.fromkeys(TEAMS, 0))

    def _scored(
        self,
        condition: str,
        contract: Contract | None = None,
        findings: Sequence[Finding] | None = None,
    ) -> list[AwardIf]:
        """What the deal scores by its play, under these findings (none given: its own)."""
        contract = contract or self.replay.contract
        if contract is None:
            return []
        self._judged += 1
        counted = self.ruled.findings if findings is None else findings
        return [AwardIf(condition, rule_deal(self._replayed(contract), counted).verdict.award)]

    def _replay_in(self, contract: Contract) -> BridgeReplay:
        before = self.replay
        return replay(before.seen, before.table, before.state, contract, before.calls_ruled)

    # --- why the rulebook gives no award ------------------------------------------------------------

    def _blocked(self) -> list[AwardIf]:
        world = self.replay
        if world.deal.unread:
            return []
        if world.disputed:
            return [*self._scored("the bid stands"), self._void("the bid is void")]
        if world.auction.faulty_end and world.contract is None:
            return list(self._faulty_end())
        return list(self._both_sides()) if self._both_revoked else []

    def _revokes(self) -> list[Finding]:
        return [each for each in established(self.ruled.findings) if each.code == "revoke"]

    @cached_property
    def _both_revoked(self) -> bool:
        """Whether both sides revoked, under a rulebook that does not say what follows then."""
        by_law = self.replay.table.book.penalties.revoke == "law-64"
        return not by_law and len({each.team for each in self._revokes()}) == 2

    def _both_sides(self) -> Iterator[AwardIf]:
        revokes = self._revokes()
        rest = [each for each in self.ruled.findings if each not in revokes]
        yield from self._scored("the revokes cancel out", findings=rest)
        for side in TEAMS:
            own = [each for each in revokes if each.team == side]
            yield from self._scored(f"only those of {side} count", findings=[*rest, *own])

    def _faulty_end(self) -> Iterator[AwardIf]:
        """The auction's last bid does not count: it stands, or the bid before it, or nothing."""
        world, auction = self.replay, self.replay.auction
        bids = (
            each
            for each in reversed(auction.calls)
            if each.kind is Kind.BID and each.stands is not False
        )
        last = next(bids, None)
        if last is not None:
            ruled = world.calls_ruled
            let_stand = replace(ruled, stand=ruled.stand | {last.number})
            accepted = replay(world.seen, world.table, world.state, calls_ruled=let_stand)
            if accepted.contract is not None and not accepted.auction.faulty_end:
                yield from self._scored("the bid stands", accepted.contract)
        before = auction.standing
        if before is not None and auction.declarer is not None:
            other = Contract(before.value, before.trump, auction.declarer, auction.doubled)
            words = f"the bid is void and {other.text.replace(',', '')} stands"
            yield from self._scored(words, other)
        yield self._void(f"the bid is void and {self._uncounted.condition}")

    def _contract_of(self, made: BridgeCall) -> Contract | None:
        """The contract of a bid that did not count, played by whoever of its side named it first."""
        seat, value, trump = made.seat, made.words.value, made.words.trump
        book, team = self.replay.table.book, self.replay.table.team
        if seat is None or value is None or trump is None:
            return None
        if not book.lowest <= value <= book.highest:
            return None
        declarer: Seat = next(
            (
                each.seat
                for each in self.replay.auction.calls
                if each.seat is not None
                and team[each.seat] == team[seat]
                and each.words.trump == trump
                and each.stands is not False
            ),
            seat,
        )
        return Contract(value, trump, declarer)

    # --- findings for the committee in a deal that has its award ------------------------------------

    def _ways(self, finding: Finding) -> list[AwardIf]:
        if self._judged >= MOST_JUDGED:
            return self._default
        if finding.code == "revoke":
            return self._unpriced(finding)
        if finding.code == "dealer-rotation" and finding.severity == "entry":
            return self._marked(finding)
        of_call = self._call(finding)
        return of_call if len(of_call) > 1 else self._default

    def _marked(self, finding: Finding) -> list[AwardIf]:
        """A board with another dealer or vulnerability than its number gives."""
        board = board_number(self.replay.deal.label)
        stands = self._scored(AS_RECORDED)
        if board is None or finding.place.parts != ("vulnerable",) or not stands:
            return stands
        state = replace(self.replay.state, vulnerable=VULNERABLE[board_vulnerable(board)])
        world = replace(self.replay, state=state)
        return [*stands, AwardIf(BY_NUMBER, rule_deal(world, self.ruled.findings).verdict.award)]

    def _unpriced(self, finding: Finding) -> list[AwardIf]:
        """A revoke of which the rulebook does not say what it costs: no trick, or as many as it may."""
        rest = [each for each in self.ruled.findings if each is not finding]
        if finding.team is None:
            return self._scored("no trick is transferred", findings=rest)
        to = other_team(finding.team)
        found = self._scored("no trick is transferred", findings=rest)
        table = self.replay.table
        for count in range(1, min(table.book.penalties.revoke_tricks, table.hand) + 1):
            ruled = replace(finding, remedy=Remedy("tricks", to, count))
            goes = "trick goes" if count == 1 else "tricks go"
            found += self._scored(f"{count} {goes} to {to}", findings=[*rest, ruled])
        return found

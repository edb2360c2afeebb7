"""What a deal of bridge scores either way, where the committee has to choose.

The deal is judged in each way that the committee may take: with the bid as the contract and without it,
with the revokes of one side alone, with the deal not counted at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from fairdeal.records.cards import COMPASS_NAMES, Seat, denomination, other_team
from fairdeal.rulings.bridge.book import (
    TEAMS,
    VULNERABLE,
    CallMade,
    board_number,
    board_vulnerable,
)
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, replay
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, disputed, established, rule_deal
from fairdeal.rulings.frame.decided import REDEALT, once, open_to_choice, score_text, with_words
from fairdeal.rulings.frame.finding import (
    AwardIf,
    Certainty,
    Contract,
    DealVerdict,
    Finding,
    Remedy,
)
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Sign

AS_RECORDED: Final = "the board is taken as recorded"
BY_NUMBER: Final = "it is scored by its number"

MOST_JUDGED: Final = 60
"""Judgements of one deal: more than any table disputes. A page that repeats itself has many findings."""


class EitherWay:
    """One deal, judged as the committee may decide it."""

    def __init__(self, ruled: BridgeRuled) -> None:
        self.ruled = ruled
        self.replay = ruled.replay
        self._judged = 0
        self._kept: list[AwardIf] | None = None
        self._under: dict[Contract, BridgeReplay] = {}

    def of(self, findings: Sequence[Finding]) -> tuple[list[Finding], DealVerdict]:
        """The findings of the deal with the scores that they lead to, and what came of it."""
        blocked = self._blocked() if self.ruled.verdict.award is None else []
        told = [self._in_words(each, blocked) for each in findings]
        ways = once(way for each in told for way in each.awards_if)
        return told, replace(self.ruled.verdict, awards_if=ways)

    def _in_words(self, finding: Finding, blocked: list[AwardIf]) -> Finding:
        why = ""
        if blocked and finding.code == "revoke" and self._both_revoked:
            ways, why = (
                blocked,
                "Both sides revoked, so no tricks are transferred.",
            )
        elif finding.remedy.kind == "committee":
            ways = blocked or self._ways(finding)
        else:
            return self._resulting(finding)
        return open_to_choice(finding, ways, why)

    def _resulting(self, finding: Finding) -> Finding:
        """A finding that changes the score, with the award that it leads to."""
        award = self.ruled.verdict.award
        moves = finding.remedy.kind in ("tricks", "points") and finding.remedy.to is not None
        if not moves or award is None or finding.certainty is not Certainty.ESTABLISHED:
            return finding
        return with_words(finding, f"The deal then gives {score_text(award)}.")

    # --- judging the deal in one way ----------------------------------------------------------------

    def _cancelled(self) -> AwardIf:
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
        award = rule_deal(self._replayed(contract), counted).verdict.award
        return [AwardIf(condition, award)]

    def _replayed(self, contract: Contract) -> BridgeReplay:
        """The deal played in a contract that the committee lets stand."""
        before = self.replay
        if contract == before.contract and not disputed(before):
            return before
        found = self._under.get(contract)
        if found is None:
            found = replay(before.seen, before.table, before.state, contract, before.calls_ruled)
            self._under[contract] = found
        return found

    # --- why the rulebook gives no award ------------------------------------------------------------

    def _blocked(self) -> list[AwardIf]:
        """The scores of a deal whose award is the committee's to give."""
        world = self.replay
        if world.deal.unread:
            return []
        if disputed(world):
            return [*self._scored("the bid stands"), self._void("the bid is void")]
        if world.auction.faulty_end and world.contract is None:
            return list(self._faulty_end())
        if self._both_revoked:
            return list(self._both_sides())
        return []

    def _void(self, condition: str) -> AwardIf:
        return AwardIf(condition, self._cancelled().award)

    def _revokes(self) -> list[Finding]:
        return [each for each in established(self.ruled.findings) if each.code == "revoke"]

    @cached_property
    def _both_revoked(self) -> bool:
        """Whether both sides revoked, under a rulebook that does not say what follows then."""
        if self.replay.table.book.penalties.revoke == "law-64":
            return False
        return len({each.team for each in self._revokes()}) == 2

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
            each for each in reversed(auction.calls) if _a_bid(each) and each.stands is not False
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
            yield from self._scored(f"the bid is void and {_named(other)} stands", other)
        cancelled = self._cancelled()
        yield replace(cancelled, condition=f"the bid is void and {cancelled.condition}")

    def _contract_of(self, made: CallMade) -> Contract | None:
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
            return self._default()
        if finding.code == "revoke":
            return self._unpriced(finding)
        if finding.code == "dealer-rotation" and finding.severity == "entry":
            return self._marked(finding)
        of_call = self._call(finding)
        return of_call if len(of_call) > 1 else self._default()

    def _default(self) -> list[AwardIf]:
        """The deal stands or is not counted: the same for all findings of it."""
        if self._kept is None:
            self._kept = self._stands_or_not()
        return self._kept

    def _stands_or_not(self) -> list[AwardIf]:
        if self.ruled.verdict.outcome in ("redeal", "passed-out"):
            award = self.ruled.verdict.award
            return [AwardIf("the result stands", award)]
        scored = self._scored("the result stands") or [AwardIf("the result stands", None)]
        return [*scored, self._cancelled()]

    def _marked(self, finding: Finding) -> list[AwardIf]:
        """A board with another dealer or vulnerability than its number gives."""
        board = board_number(self.replay.deal.label)
        stands = self._scored(AS_RECORDED)
        if board is None or finding.place.parts != ("vulnerable",) or not stands:
            return stands
        state = replace(self.replay.state, vulnerable=VULNERABLE[board_vulnerable(board)])
        world = replace(self.replay, state=state)
        award = rule_deal(world, self.ruled.findings).verdict.award
        return [*stands, AwardIf(BY_NUMBER, award)]

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

    def _call(self, finding: Finding) -> list[AwardIf]:
        """A call that left the contract as it was: void as it is, or standing after all."""
        number, auction = finding.at.call, self.replay.auction
        contract = self.replay.contract
        if number is None or not 0 < number <= len(auction.calls) or contract is None:
            return []
        made = auction.calls[number - 1]
        if auction.standing is not None and auction.standing.call == number:
            return [*self._scored("the bid stands"), self._void("the bid is void")]
        other = self._as_called(made, contract)
        if other is None or other == contract:
            return []
        what = "bid" if _a_bid(made) else "call"
        void = self._scored(f"the {what} is void")
        return [*void, *self._scored(f"the {what} stands", other)]

    def _as_called(self, made: CallMade, contract: Contract) -> Contract | None:
        """The contract with a call that changed nothing, as if it had been good."""
        if _a_bid(made):
            return self._contract_of(made) if made.after else None
        if made.words.kind not in (Kind.DOUBLE, Kind.REDOUBLE):
            return None
        last = self.replay.auction.standing
        if last is None or made.standing is None or made.standing.call != last.call:
            return None
        if not made.faults & (Sign.DOUBLE | Sign.REDOUBLE | Sign.AFTER_CLOSE):
            return None
        return replace(contract, doubled=2 if made.words.kind is Kind.DOUBLE else 4)


def _a_bid(made: CallMade) -> bool:
    return made.words.kind is Kind.BID


def _named(contract: Contract) -> str:
    trump = denomination(contract.trump, contract.value)
    doubled = {1: "", 2: " doubled", 4: " redoubled"}[contract.doubled]
    return f"{contract.value} {trump}{doubled} by {COMPASS_NAMES[contract.by]}"

"""What a deal scores either way, where the committee has to choose, in any game.

The deal is judged in each way that the committee may take. Nothing here is known beforehand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Final, Generic, TypeVar

from fairdeal.records import Contract
from fairdeal.rulings.doubt.certainty import DealJudged
from fairdeal.rulings.frame.finding import AwardIf, DealVerdict, Finding, once
from fairdeal.rulings.replay.calls import CallMade, Kind
from fairdeal.rulings.replay.deal import AnyReplay
from fairdeal.rulings.replay.signs import Sign

MOST_JUDGED: Final = 60
"""Judgements of one deal: more than any table disputes. A page that repeats itself has many findings."""


J = TypeVar("J", bound=DealJudged)
R = TypeVar("R", bound=AnyReplay)
C = TypeVar("C", bound=CallMade)


class EitherWay(ABC, Generic[J, R, C]):
    """One deal, judged as the committee may decide it."""

    bid_void: ClassVar[str]
    """What is said where the bid that made the contract does not count."""
    stands: ClassVar[str]
    """What is said where what came of the deal counts."""

    def __init__(self, ruled: J) -> None:
        self.ruled = ruled
        self.replay: R = ruled.replay
        self._judged = 0
        self._replays: dict[Contract, R] = {}

    def of(self, findings: Sequence[Finding]) -> tuple[list[Finding], DealVerdict]:
        """The findings of the deal with the scores that they lead to, and what came of it."""
        verdict = self.ruled.verdict
        blocked = self._blocked() if verdict.award is None else []
        worded = [self._in_words(each, blocked) for each in findings]
        ways = once(way for each in worded for way in each.awards_if)
        return worded, replace(verdict, awards_if=ways)

    @cached_property
    def _default(self) -> list[AwardIf]:
        """The deal stands or is not counted: the same for all findings of it."""
        if self.ruled.verdict.outcome in ("redeal", "passed-out"):
            return [AwardIf(self.stands, self.ruled.verdict.award)]
        return [*(self._scored(self.stands) or [AwardIf(self.stands, None)]), self._uncounted]

    def _void(self, condition: str) -> AwardIf:
        """What a deal that is not counted gives, under this condition."""
        return replace(self._uncounted, condition=condition)

    def _replayed(self, contract: Contract) -> R:
        """The deal played in a contract that the committee lets stand."""
        if contract == self.replay.contract and not self.replay.disputed:
            return self.replay
        if contract not in self._replays:
            self._replays[contract] = self._replay_in(contract)
        return self._replays[contract]

    def _call(self, finding: Finding) -> list[AwardIf]:
        """A call that left the contract as it was: void as it is, or standing after all."""
        number, auction = finding.at.call, self.replay.auction
        contract = self.replay.contract
        if number is None or not 0 < number <= len(auction.calls) or contract is None:
            return []
        made: C = auction.calls[number - 1]
        if auction.standing is not None and auction.standing.call == number:
            return [*self._scored("the bid stands"), self._void(self.bid_void)]
        other = self._as_called(made, contract)
        if other is None or other == contract:
            return []
        what = "bid" if made.kind is Kind.BID else "call"
        return [*self._scored(f"the {what} is void"), *self._scored(f"the {what} stands", other)]

    def _as_called(self, made: C, contract: Contract) -> Contract | None:
        """The contract with a call that changed nothing, as if it had been good."""
        if made.kind is Kind.BID:
            return self._contract_of(made) if made.after else None
        if made.kind not in (Kind.DOUBLE, Kind.REDOUBLE):
            return None
        last = self.replay.auction.standing
        if last is None or made.standing is None or made.standing.call != last.call:
            return None
        if not made.faults & (Sign.DOUBLE | Sign.REDOUBLE | Sign.AFTER_CLOSE):
            return None
        return replace(contract, doubled=2 if made.kind is Kind.DOUBLE else 4)

    @abstractmethod
    def _blocked(self) -> list[AwardIf]:
        """The scores of a deal whose award is the committee's to give."""

    @abstractmethod
    def _in_words(self, finding: Finding, blocked: list[AwardIf]) -> Finding: ...

    @abstractmethod
    def _scored(self, condition: str, contract: Contract | None = None) -> list[AwardIf]:
        """What the deal scores by its play."""

    @property
    @abstractmethod
    def _uncounted(self) -> AwardIf:
        """The deal is not counted."""

    @abstractmethod
    def _replay_in(self, contract: Contract) -> R: ...

    @abstractmethod
    def _contract_of(self, made: C) -> Contract | None: ...

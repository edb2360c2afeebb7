"""What the record shows around one irregular call: who spoke next, and what the offending side said later."""

from __future__ import annotations

from fairdeal.records.cards import Seat, team_of
from fairdeal.rulings.bridge.replay.auction import CallMade
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.replay.table import partner
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Sign


class AroundCall:
    """An irregular call and the calls after it. `seat` is the offender."""

    def __init__(self, replay: BridgeReplay, made: CallMade, seat: Seat) -> None:
        self.replay, self.made, self.seat = replay, made, seat
        self.later = replay.auction.calls[made.number :]
        self.lho = replay.table.after[seat]
        self.partner = partner(seat)
        self.rho = partner(self.lho)

    @property
    def next(self) -> CallMade | None:
        return self.later[0] if self.later else None

    @property
    def passed_on(self) -> bool:
        """The next player called, which accepts what can be accepted."""
        return self.next is not None and self.next.seat == self.lho

    @property
    def replaced(self) -> CallMade | None:
        """The call with which the offender replaced it at once, None where the record shows none."""
        return self.next if self.next is not None and self.next.seat == self.seat else None

    @property
    def called_before(self) -> bool:
        """Whether the offender had called earlier in the auction."""
        return any(
            each.seat == self.seat for each in self.replay.auction.calls[: self.made.number - 1]
        )

    @property
    def played(self) -> bool:
        return self.replay.played_on

    def of(self, seat: Seat, after: int = 0) -> list[CallMade]:
        """What a seat called later, from a number of later calls on."""
        return [each for each in self.later[after:] if each.seat == seat]

    def partner_spoke(self) -> bool | None:
        """Whether offender's partner made any call but pass afterwards that stands; None without a call."""
        calls = self.of(self.partner)
        spoke = [
            each for each in calls if each.words.kind is not Kind.PASS and each.stands is not False
        ]
        return bool(spoke) if calls else None

    def partner_silenced(self) -> bool:
        """Whether offender's partner had to pass, as the table took it: a call of theirs was cancelled
        (Law 37), or the player after them called at their turn (Law 28A)."""
        return any(
            (each.seat == self.partner and each.stands is False)
            or (
                each.seat == self.rho
                and each.due == self.partner
                and not each.faults & Sign.CALL_TURN
            )
            for each in self.later
        )

    def is_defender(self) -> bool | None:
        """Whether the offender's side defends; None while the contract is not known."""
        contract = self.replay.contract
        return None if contract is None else team_of(contract.by) != team_of(self.seat)


def around(replay: BridgeReplay, finding: Finding) -> AroundCall | None:
    """The call that a finding is about; None where its seat is not known, or it is about no call."""
    number, calls = finding.at.call, replay.auction.calls
    if number is None or not 0 < number <= len(calls):
        return None
    made = calls[number - 1]
    return None if made.seat is None else AroundCall(replay, made, made.seat)

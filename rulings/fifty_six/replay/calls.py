"""What the replay of an auction tells: each call as it was made, the bid that stands, the contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fairdeal.records.cards import Said, Seat
from fairdeal.rulings.fifty_six.replay.meaning import Meaning
from fairdeal.rulings.frame.finding import Contract
from fairdeal.rulings.replay.calls import Bid, Silences
from fairdeal.rulings.replay.signs import NO_SIGN, Sign

Close = Literal["passes", "redouble", "raised", "final", "highest"]
"""How the auction is over: all passed; a redouble; a self-raise that may still be doubled; that and
all passed again, or a double let stand; the highest bid where that ends it."""


@dataclass(slots=True)
class CallFact:
    """One call as it was made, and how things stood before it.

    `seat` is who acted, `due` whose turn it was (None: not known). `value` and `trump` are what a
    bid comes to; `standing` and `doubled` what stood before. `faults` are bits of `signs`.
    `after` tells how the auction was over already, None where it was not.
    """

    number: int
    seat: Seat | None
    due: Seat | None
    said: Said | None
    meaning: Meaning
    standing: Bid | None
    doubled: int
    after: Close | None
    value: int | None = None
    trump: str | None = None
    faults: Sign = NO_SIGN
    suit_shown: str | None = None
    """For noes: the suit last bid, of which the caller shows a void."""


@dataclass(frozen=True, slots=True, eq=False)
class AuctionReplay:
    """The whole auction. `contract` is None where there is none or it is not known.

    `faulty_end`: the last word was a bid that does not count, so the outcome is for the committee.
    `unknown_end`: something that could not be read may have changed the contract.
    `open`: the record stops before the auction is closed. `silences` are pairs of the number of
    calls before and the event.
    """

    calls: tuple[CallFact, ...]
    standing: Bid | None
    doubled: int
    faulty_end: bool
    unknown_end: bool
    open: bool
    faults: Sign
    silences: Silences = ()
    passed_out: bool = False
    """Everybody has passed without a bid, where the rulebook lets them."""

    @property
    def contract(self) -> Contract | None:
        """The contract of a closed auction."""
        if self.open or self.faulty_end or self.unknown_end:
            return None
        return self.standing_contract

    @property
    def standing_contract(self) -> Contract | None:
        bid = self.standing
        if bid is None or bid.by is None or self.faulty_end or self.unknown_end:
            return None
        return Contract(bid.value, bid.trump, bid.by, self.doubled)

"""What may be said over the bid that stands: a double, a redouble, and a raise of one's own bid."""

from __future__ import annotations

from fairdeal.records.cards import Seat
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.replay.calls import CallFact
from fairdeal.rulings.fifty_six.replay.table import Table
from fairdeal.rulings.replay.calls import Bid


def may_double(
    table: Table, bid: Bid | None, doubled: int, seat: Seat, double: bool
) -> bool | None:
    """Whether a seat may double (or redouble) a bid that counts `doubled` times already.

    None where it depends on whose bid it is, and that is not known.
    """
    rules = table.book.auction
    if bid is None or doubled != (1 if double else 2):
        return False
    if double and not rules.double_at_highest and bid.value >= table.book.bids.highest:
        return False
    if double and rules.double_own_side:
        return True
    if bid.by is None:
        return None
    own = table.team[seat] == table.team[bid.by]
    return own != double


def raises_own(book: FiftySixBook, bid: Bid | None, doubled: int, fact: CallFact) -> bool:
    """Whether a bid after the close is a raise that the bidder may make."""
    rules, value = book.auction, fact.value
    if bid is None or value is None or (doubled > 1 and not rules.self_raise_after_double):
        return False
    return (
        fact.seat == bid.by
        and value in rules.self_raise
        and value > bid.value
        and fact.trump == bid.trump
    )

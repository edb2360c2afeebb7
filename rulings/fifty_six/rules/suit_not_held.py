"""A suit bid by a seat that was dealt no card of it.

What: a clear bid that names a suit, by a seat whose hand is known and has none of it.

Why: such a bid misleads everyone about the cards. It is punished like a revoke: the deal and three more
points go to the other side. If it is found before there is a contract, the committee decides.

Article: 3.5 with 3.10 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import SUIT_NAMES
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.finding import Related
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if not fact.faults & Sign.SUIT_NOT_HELD or fact.meaning.suit is None:
            continue
        suit = SUIT_NAMES[fact.meaning.suit]
        message = f"{who(fact.seat)} bid {said_text(fact)} and was dealt no {suit}."
        source = replay.dealt[fact.seat].source if fact.seat else "recorded"
        note = f"no {suit} among the cards " + ("played" if source == "played" else "dealt")
        related = (Related(Place.of(f"hand {fact.seat}"), note),)
        yield about_call(replay, fact, message, related=related)


def maybe(replay: DealReplay) -> Iterator[Draft]:
    """Suits bid by seats whose hand is not known."""
    if not replay.book.bids.must_hold_suit:
        return
    for fact in replay.auction.calls:
        suit, seat = fact.meaning.suit, fact.seat
        if suit is None or seat is None or not fact.meaning.clear:
            continue
        if replay.dealt[seat].void(suit) is None:
            message = (
                f"{who(seat)} bid {said_text(fact)}; whether it held {SUIT_NAMES[suit]} is not "
                "recorded."
            )
            yield about_call(replay, fact, message)


RULE = Rule(
    "suit-not-held",
    "offence",
    deal=check,
    maybe=maybe,
    signs=Sign.SUIT_NOT_HELD,
    needs=Has.AUCTION,
    within="auction",
    wants=Has.WHOLE_HANDS,
)

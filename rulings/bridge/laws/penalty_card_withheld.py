"""A defender plays another card where a penalty card had to be played: Law 52."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records.cards import Card, Seat
from fairdeal.records.record import EventKind
from fairdeal.rulings.bridge.laws.provision import Open, Provision
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.replay.table import partner
from fairdeal.rulings.bridge.scoring.hand import HONOURS
from fairdeal.rulings.replay.deal import Happening
from fairdeal.rulings.replay.play import TrickFact

_STAYS: Final = "The card played counts. The penalty card stays one until it is played."

ACCEPTED: Final = Provision(
    "52B1(a)",
    "another card was played where the penalty card had to be, and declarer accepts it",
    _STAYS,
)
PLAYED_TO: Final = Provision(
    "52B1(b)",
    "another card was played where the penalty card had to be, and declarer has played from either hand "
    "since",
    f"Declarer has to accept it. {_STAYS}",
)
REFUSED: Final = Provision(
    "52B2",
    "another card was played where the penalty card had to be, and declarer does not accept it",
    "The penalty card is played in its place. Every card played wrongly becomes a major penalty card.",
)
PROVISIONS: Final = (ACCEPTED, PLAYED_TO, REFUSED)


def look(replay: BridgeReplay, seat: Seat, shown: Happening, major: bool | None) -> Iterator[Open]:
    """The ways after a penalty card of `seat` was not played when it had to be, if the record shows that.

    `shown`: how it became one; `major`: None where it may be a minor one.
    """
    card = shown.event.cards[0].value if shown.event.cards else None
    shown_in = shown.place.number("trick") if shown.place is not None else None
    if card is None or shown_in is None:
        return
    put_right = any(
        each.event.kind is EventKind.RETRACTED
        and each.event.replaced_by is not None
        and each.event.replaced_by.value == card
        for each in replay.happenings
    )
    if put_right:
        yield ACCEPTED.stands(False)
        yield PLAYED_TO.stands(False)
        yield REFUSED.stands(True)
        return
    fact = _withheld_in(replay, seat, card, shown_in, major)
    if fact is None:
        return
    after = replay.play.tricks[-1].number > fact.number or fact.seats[-1] != seat
    # Once partner had the lead, declarer may have had the card taken up again (Law 50D2).
    # What was taken back may have been so for partner to lead to the same trick.
    since = shown_in if shown.event.kind is EventKind.RETRACTED else shown_in + 1
    lifted = any(
        since <= each.number <= fact.number and each.seats[:1] == (partner(seat),)
        for each in replay.play.tricks
    )
    yield ACCEPTED.stands(None)
    yield PLAYED_TO.stands(True if after and not lifted else None)
    yield REFUSED.stands(None if lifted else False)


def _withheld_in(
    replay: BridgeReplay, seat: Seat, card: Card, shown_in: int, major: bool | None
) -> TrickFact | None:
    """The first trick in which the card had to be played and another was; None where there is not one."""
    for fact in replay.play.tricks:
        if fact.number <= shown_in or seat not in fact.seats:
            continue
        led, played = fact.cards[0], fact.cards[fact.seats.index(seat)]
        if fact.unordered or led is None or played is None or played == card:
            return None
        # Led, followed with, or discarded.
        legal = fact.seats[0] == seat or card.suit == led.suit or played.suit != led.suit
        # A minor one has to be played before another card of the suit below an honour (Law 50C).
        before = major or (played.suit == card.suit and played.rank not in HONOURS)
        if legal and before:
            return fact
    return None

"""A card that was seen: Laws 6D and 16D in the deal, 24 in the auction, 49 to 52 in the play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from fairdeal.records.cards import Card, Seat, team_of
from fairdeal.records.place import Place
from fairdeal.records.record import Event, EventKind
from fairdeal.rulings.bridge.laws import penalty_card_withheld
from fairdeal.rulings.bridge.laws.provision import DAMAGE, FORCED_PASS, Open, Provision
from fairdeal.rulings.bridge.laws.revokes import CORRECTED_BY_DEFENDER
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.replay.table import partner
from fairdeal.rulings.bridge.scoring.hand import HONOURS
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.deal import Happening

_PASS_ONCE: Final = (
    "Offender's partner must pass at the next turn. The card lies open until the auction is over, and "
    "partner may not use what it showed."
)

DEALT_AGAIN: Final = Provision(
    "6D1",
    "it was found before the auction began that a player could have seen another's card",
    "The cards are shuffled and dealt again.",
    "The board is dealt again, and nothing of this deal scores.",
)
PLAYED_ON: Final = Provision(
    "16D2",
    "the director let the board be played, ready to assign a score",
    "The board is played. What was seen may not be used.",
    DAMAGE,
)
LOW_IN_AUCTION: Final = Provision(
    "24A",
    "it was one card below an honour, and not led",
    "The card lies open until the auction ends. Nothing further follows in the auction.",
)
HONOUR_IN_AUCTION: Final = Provision(
    "24B", "it was an honour, or a card led too soon", _PASS_ONCE, FORCED_PASS
)
SEVERAL_IN_AUCTION: Final = Provision(
    "24C", "two or more cards of the hand were seen", _PASS_ONCE, FORCED_PASS
)
DECLARING: Final = Provision(
    "24D",
    "the offender becomes declarer or dummy",
    "The card goes back to the hand.",
)
DEFENDING: Final = Provision(
    "24E",
    "the offender becomes a defender",
    "Every such card becomes a penalty card, minor or major (Law 50).",
)
MINOR: Final = Provision(
    "50B1",
    "it is the only one, below an honour, and was shown by accident",
    "It is a minor penalty card. Its owner plays it before any other card of that suit below an honour. "
    "Partner may lead anything (Law 50C).",
)
MAJOR: Final = Provision(
    "50B2",
    "it is an honour, or was played, or the defender has another penalty card",
    "It is a major penalty card: its owner plays it as soon as that is legal. When partner has the lead "
    "first, partner waits for declarer's choice (Law 50D).",
)
ASKED_FOR: Final = Provision(
    "50D2(a), asked for",
    "partner has the lead first, and declarer asks for the suit of a major penalty card",
    "Partner leads that suit, if there is one to lead. The card is taken up again.",
)
FORBIDDEN: Final = Provision(
    "50D2(a), forbidden",
    "partner has the lead first, and declarer forbids the suit of a major penalty card",
    "Partner may not lead that suit for as long as partner keeps the lead. The card is taken up again.",
)
LEFT_FREE: Final = Provision(
    "50D2(b)",
    "partner has the lead first, and declarer leaves the lead free",
    "Partner leads anything. The card stays a penalty card.",
)
SEVERAL_TO_PLAY: Final = Provision(
    "51A",
    "a defender could play any of several penalty cards",
    "Declarer says which of them is played.",
)
SEVERAL_TO_LEAD: Final = Provision(
    "51B",
    "partner of a defender with several penalty cards has the lead first",
    "Declarer may ask for the suit of one of them, or forbid any of their suits. The cards of the suits "
    "asked for or forbidden are taken up again.",
)
PROVISIONS: Final = (
    DEALT_AGAIN,
    PLAYED_ON,
    LOW_IN_AUCTION,
    HONOUR_IN_AUCTION,
    SEVERAL_IN_AUCTION,
    DECLARING,
    DEFENDING,
    MINOR,
    MAJOR,
    ASKED_FOR,
    FORBIDDEN,
    LEFT_FREE,
    SEVERAL_TO_PLAY,
    SEVERAL_TO_LEAD,
    *penalty_card_withheld.PROVISIONS,
)


def look_at_deal(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    """A card seen while the cards were dealt: a board that was played was not dealt again."""
    called = bool(replay.auction.calls)
    yield DEALT_AGAIN.redealt(None)
    yield PLAYED_ON.stands(True if called and replay.played_on else None)


def look(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    seat = finding.seat
    if seat is None:
        return
    shown = _shown(replay, seat)
    if finding.at.trick is None:
        yield from _in_auction(replay, seat, [each for each in shown if _in(each.place, "call")])
    else:
        yield from _in_play(replay, finding, seat, shown)


def _in_auction(replay: BridgeReplay, seat: Seat, shown: Sequence[Happening]) -> Iterator[Open]:
    cards = _cards(shown)
    several = len(shown) > 1
    honour = any(card.rank in HONOURS for card in cards)
    known = len(cards) == len(shown)
    yield LOW_IN_AUCTION.stands(False if several or honour else True if known else None)
    yield HONOUR_IN_AUCTION.stands(False if several else honour if known else None)
    yield SEVERAL_IN_AUCTION.stands(several)
    declaring = replay.declaring()
    declares = None if declaring is None else team_of(seat) == declaring
    yield DECLARING.stands(declares)
    yield DEFENDING.stands(None if declares is None else not declares)


def _in_play(
    replay: BridgeReplay, finding: Finding, seat: Seat, shown: Sequence[Happening]
) -> Iterator[Open]:
    """A defender's card. What was taken back had been played; of a card shown the record does not say how."""
    here = [each for each in shown if each.place and each.place.number("trick") == finding.at.trick]
    cards, several = _cards(here), len(shown) > 1
    played = any(each.event.kind is EventKind.RETRACTED for each in here)
    if any(_corrects_a_revoke(replay, finding, each.event) for each in here):
        yield CORRECTED_BY_DEFENDER.stands(True)
    major = True if several or played or any(card.rank in HONOURS for card in cards) else None
    yield MINOR.stands(False if major else None)
    yield MAJOR.stands(major)
    yield from partners_lead(replay, seat, (finding.at.trick or 0) + 1, cards[:1])
    if several:
        yield SEVERAL_TO_PLAY.stands(None)
        yield SEVERAL_TO_LEAD.stands(None)
    for each in here:
        yield from penalty_card_withheld.look(replay, seat, each, major)


def partners_lead(
    replay: BridgeReplay, seat: Seat, since: int, cards: Sequence[Card]
) -> Iterator[Open]:
    """What declarer may choose when the partner of a defender with a penalty card has the lead."""
    led = _partner_led(replay, seat, since)
    same = None if led is None or not cards else led == cards[0].suit
    yield ASKED_FOR.stands(None)
    yield FORBIDDEN.stands(False if same else None)
    yield LEFT_FREE.stands(None)


def _shown(replay: BridgeReplay, seat: Seat) -> list[Happening]:
    """The cards that a seat showed or took back, in the order noted, but those seen in the deal."""
    kinds = (EventKind.EXPOSED, EventKind.RETRACTED)
    return [
        each
        for each in replay.happenings
        if each.event.kind in kinds
        and each.place is not None
        and each.event.seat is not None
        and each.event.seat.value == seat
    ]


def _in(place: Place | None, part: str) -> bool:
    return place is not None and place.number(part) is not None


def _cards(shown: Sequence[Happening]) -> list[Card]:
    found = (each.event.cards[0].value for each in shown if each.event.cards)
    return [card for card in found if card is not None]


def _corrects_a_revoke(replay: BridgeReplay, finding: Finding, event: Event) -> bool:
    """Whether a card taken back did not follow suit, and the one that stood does."""
    fact = replay.trick(finding.at.trick)
    lead = fact.cards[0] if fact is not None and fact.cards else None
    before = event.cards[0].value if event.cards else None
    stood = event.replaced_by.value if event.replaced_by is not None else None
    if lead is None or before is None or stood is None:
        return False
    return before.suit != lead.suit == stood.suit


def _partner_led(replay: BridgeReplay, seat: Seat, since: int) -> str | None:
    """The suit that the seat's partner led first from a trick on; None where partner led to none."""
    for fact in replay.play.tricks:
        if fact.number >= since and fact.seats and fact.seats[0] == partner(seat):
            return fact.cards[0].suit if fact.cards[0] is not None else None
    return None

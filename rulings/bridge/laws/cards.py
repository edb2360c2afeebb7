"""Cards seen too soon (Laws 6, 16, 24, 49 to 52), and led or played out of turn (Laws 45, 53 to 57, 60)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from fairdeal.records import Card, Event, EventKind, Seat, team_of
from fairdeal.rulings.bridge.book import partner
from fairdeal.rulings.bridge.laws.provision import (
    DAMAGE,
    FORCED_PASS,
    MAJOR_CARD,
    Open,
    Provision,
    by_key,
    standing,
)
from fairdeal.rulings.bridge.laws.revokes import LAW as OF_REVOKES
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.scoring.hand import HONOURS
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.deal import Happening, Refused, refused
from fairdeal.rulings.replay.play import TrickFact

_STAYS: Final = "The card played counts. The penalty card stays one until it is played."

WITHHELD: Final = (
    Provision(
        "52B1(a)",
        "another card was played where the penalty card had to be, and declarer accepts it",
        _STAYS,
    ),
    Provision(
        "52B1(b)",
        "another card was played where the penalty card had to be, and declarer has played from either hand "
        "since",
        f"Declarer has to accept it. {_STAYS}",
    ),
    Provision(
        "52B2",
        "another card was played where the penalty card had to be, and declarer does not accept it",
        "The penalty card is played in its place. Every card played wrongly becomes a major penalty card.",
    ),
)


def look_at_withheld(
    replay: BridgeReplay, seat: Seat, shown: Happening, major: bool | None
) -> Iterator[Open]:
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
        yield from standing(LAW, {"52B1(a)": False, "52B1(b)": False, "52B2": True})
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
    had_to = True if after and not lifted else None
    refused_it = None if lifted else False
    yield from standing(LAW, {"52B1(a)": None, "52B1(b)": had_to, "52B2": refused_it})


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


_PASS_ONCE: Final = (
    "Offender's partner must pass at the next turn. The card lies open until the auction is over, and "
    "partner may not use what it showed."
)

CARDS_SEEN: Final = (
    Provision(
        "6D1",
        "it was found before the auction began that a player could have seen another's card",
        "The cards are shuffled and dealt again.",
        "The board is dealt again, and nothing of this deal scores.",
    ),
    Provision(
        "16D2",
        "the director let the board be played, ready to assign a score",
        "The board is played. What was seen may not be used.",
        DAMAGE,
    ),
    Provision(
        "24A",
        "it was one card below an honour, and not led",
        "The card lies open until the auction ends. Nothing further follows in the auction.",
    ),
    Provision("24B", "it was an honour, or a card led too soon", _PASS_ONCE, FORCED_PASS),
    Provision("24C", "two or more cards of the hand were seen", _PASS_ONCE, FORCED_PASS),
    Provision(
        "24D",
        "the offender becomes declarer or dummy",
        "The card goes back to the hand.",
    ),
    Provision(
        "24E",
        "the offender becomes a defender",
        "Every such card becomes a penalty card, minor or major (Law 50).",
    ),
    Provision(
        "50B1",
        "it is the only one, below an honour, and was shown by accident",
        "It is a minor penalty card. Its owner plays it before any other card of that suit below an honour. "
        "Partner may lead anything (Law 50C).",
    ),
    Provision(
        "50B2",
        "it is an honour, or was played, or the defender has another penalty card",
        "It is a major penalty card: its owner plays it as soon as that is legal. When partner has the lead "
        "first, partner waits for declarer's choice (Law 50D).",
    ),
    Provision(
        "50D2(a), asked for",
        "partner has the lead first, and declarer asks for the suit of a major penalty card",
        "Partner leads that suit, if there is one to lead. The card is taken up again.",
    ),
    Provision(
        "50D2(a), forbidden",
        "partner has the lead first, and declarer forbids the suit of a major penalty card",
        "Partner may not lead that suit for as long as partner keeps the lead. The card is taken up again.",
    ),
    Provision(
        "50D2(b)",
        "partner has the lead first, and declarer leaves the lead free",
        "Partner leads anything. The card stays a penalty card.",
    ),
    Provision(
        "51A",
        "a defender could play any of several penalty cards",
        "Declarer says which of them is played.",
    ),
    Provision(
        "51B",
        "partner of a defender with several penalty cards has the lead first",
        "Declarer may ask for the suit of one of them, or forbid any of their suits. The cards of the suits "
        "asked for or forbidden are taken up again.",
    ),
)


def look_at_deal(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    """A card seen while the cards were dealt: a board that was played was not dealt again."""
    called = bool(replay.auction.calls)
    yield LAW["6D1"].redealt(None)
    yield LAW["16D2"].stands(True if called and replay.played_on else None)


def look_at_card(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    seat = finding.seat
    if seat is None:
        return
    shown = _shown(replay, seat)
    if finding.at.trick is None:
        yield from _in_auction(
            replay, seat, [each for each in shown if each.place and each.place.number("call")]
        )
    else:
        yield from _in_play(replay, finding, seat, shown)


def _in_auction(replay: BridgeReplay, seat: Seat, shown: Sequence[Happening]) -> Iterator[Open]:
    cards = _cards(shown)
    several = len(shown) > 1
    honour = any(card.rank in HONOURS for card in cards)
    known = len(cards) == len(shown)
    declaring = replay.declaring()
    declares = None if declaring is None else team_of(seat) == declaring
    ways = {
        "24A": False if several or honour else True if known else None,
        "24B": False if several else honour if known else None,
        "24C": several,
        "24D": declares,
        "24E": None if declares is None else not declares,
    }
    yield from standing(LAW, ways)


def _in_play(
    replay: BridgeReplay, finding: Finding, seat: Seat, shown: Sequence[Happening]
) -> Iterator[Open]:
    """A defender's card. What was taken back had been played; of a card shown the record does not say how."""
    here = [each for each in shown if each.place and each.place.number("trick") == finding.at.trick]
    cards, several = _cards(here), len(shown) > 1
    played = any(each.event.kind is EventKind.RETRACTED for each in here)
    if any(_corrects_a_revoke(replay, finding, each.event) for each in here):
        yield OF_REVOKES["62B1"].stands(True)
    major = True if several or played or any(card.rank in HONOURS for card in cards) else None
    yield from standing(LAW, {"50B1": False if major else None, "50B2": major})
    yield from partners_lead(replay, seat, (finding.at.trick or 0) + 1, cards[:1])
    if several:
        yield from standing(LAW, {"51A": None, "51B": None})
    for each in here:
        yield from look_at_withheld(replay, seat, each, major)


def partners_lead(
    replay: BridgeReplay, seat: Seat, since: int, cards: Sequence[Card]
) -> Iterator[Open]:
    """What declarer may choose when the partner of a defender with a penalty card has the lead."""
    led = _partner_led(replay, seat, since)
    same = None if led is None or not cards else led == cards[0].suit
    ways = {
        "50D2(a), asked for": None,
        "50D2(a), forbidden": False if same else None,
        "50D2(b)": None,
    }
    yield from standing(LAW, ways)


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


_EARLY: Final = "The card played too soon becomes a major penalty card (Law 50D)."

LEADS_AND_PLAYS: Final = (
    Provision(
        "45E1",
        "a defender adds a fifth card to the trick",
        "It becomes a penalty card, unless it was led: then it is a lead out of turn.",
    ),
    Provision(
        "45E2",
        "declarer adds a fifth card to the trick",
        "It goes back to the hand, unless it was led: then it is a lead out of turn.",
    ),
    Provision(
        "53A",
        "declarer accepts the lead, or the next hand plays to it",
        "It becomes a correct lead, and the play goes on from it.",
    ),
    Provision(
        "53B",
        "the side whose turn it was makes its proper lead",
        "The proper lead stands, and the cards played in error to the other one are taken back (Law 16C).",
    ),
    Provision(
        "53C",
        "the defender on the right of the hand that led plays to it",
        "The lead stands, and that defender has played before partner: Law 57 applies to the card.",
        "As Law 57 gives it.",
    ),
    Provision(
        "54A",
        "declarer spreads the hand",
        "The lead stands. Declarer becomes dummy, and dummy becomes declarer.",
    ),
    Provision(
        "54B",
        "declarer accepts the opening lead",
        "Dummy is spread. Declarer plays the second card from hand, and dummy the last one.",
    ),
    Provision(
        "54C",
        "declarer could have seen a card of dummy's",
        "Declarer has to accept the lead.",
    ),
    Provision(
        "54D",
        "declarer has the opening lead taken back",
        f"The proper defender leads. {MAJOR_CARD}",
    ),
    Provision(
        "54E",
        "a player of the declaring side tries to make the opening lead",
        "It does not count as a lead. The card is treated as one exposed in the auction (Law 24), and a "
        "defender leads.",
    ),
    Provision(
        "55A",
        "a defender accepts the lead, or plays to it in turn",
        "It becomes a correct lead. If the defenders choose differently, the one who plays next decides.",
    ),
    Provision(
        "55B1",
        "a defender has the lead taken back, and it was a defender's turn",
        "Declarer puts the card back, and that defender leads. Nothing further follows.",
        DAMAGE,
    ),
    Provision(
        "55B2",
        "a defender has the lead taken back, and it was the turn of declarer's other hand",
        "Declarer puts the card back and leads from the correct hand.",
        DAMAGE,
    ),
    Provision("56", "declarer has the lead taken back", f"The proper hand leads. {MAJOR_CARD}"),
    Provision(
        "57A1",
        "declarer asks for the highest card of the suit led",
        f"Offender's partner plays the highest card held of it, or any card if there is none. {_EARLY}",
    ),
    Provision(
        "57A2",
        "declarer asks for the lowest card of the suit led",
        f"Offender's partner plays the lowest card held of it, or any card if there is none. {_EARLY}",
    ),
    Provision(
        "57A3",
        "declarer asks for a card of another suit that declarer names",
        f"Offender's partner plays one if that is legal, else any card. {_EARLY}",
    ),
    Provision(
        "57A4",
        "declarer forbids another suit that declarer names",
        f"Offender's partner may not discard that suit on this trick. {_EARLY}",
    ),
    Provision(
        "57C1",
        "declarer had played from both hands",
        "Nothing further follows.",
    ),
    Provision(
        "57C2",
        "dummy had picked a card unasked, or suggested one",
        "Nothing further follows.",
    ),
    Provision(
        "57C3",
        "declarer plays before the turn from either hand",
        "The card is played, and if it is legal it may not be taken back.",
    ),
    Provision(
        "57D",
        "a defender plays at the turn of the hand on the right",
        "The card must be played at the proper turn if that is legal; else it becomes a major penalty card.",
        DAMAGE,
    ),
    Provision(
        "60A1",
        "the next player of the other side plays before the director has ruled",
        "The card counts as played in turn, and the right to anything else is lost.",
    ),
)


def look_at_lead(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    fact, seat = replay.trick(finding.at.trick), finding.seat
    contract = replay.contract
    if fact is None or seat is None or contract is None or fact.leader is None:
        return
    declaring = team_of(seat) == team_of(contract.by)
    back = _refused(replay, finding)
    if back is not None:
        yield from _taken_back(replay, back, declaring)
        return
    second = fact.seats[1] if len(fact.seats) > 1 else None
    followed = None if second is None else second == replay.table.after[seat]
    if fact.number == 1:
        yield from _opening(replay, declaring, followed)
        return
    due_is_opponent = team_of(fact.leader) != team_of(seat)
    proper = None if second is None else second == fact.leader and due_is_opponent
    if proper and followed:  # one card of the hand that is next either way may be meant as either
        proper = followed = None
    withdrawn = False if second is not None else None
    if declaring:
        wrong = None if second is None else second == replay.table.after[partner(seat)]
        restored = "55B1" if due_is_opponent else "55B2"
        yield from standing(LAW, {"55A": followed, "53C": wrong, restored: withdrawn})
    else:
        if fact.number < replay.table.hand:
            yield LAW["53A"].stands(followed)
        yield LAW["56"].stands(withdrawn)
    if due_is_opponent:
        yield LAW["53B"].stands(proper)


def _refused(replay: BridgeReplay, finding: Finding) -> Refused | None:
    """The card out of turn that was taken back, another seat playing in its place; None where it stood."""
    at = (finding.at.trick, finding.seat)
    return next((each for each in refused(replay) if (each.fact.number, each.seat) == at), None)


def _taken_back(replay: BridgeReplay, back: Refused, declaring: bool) -> Iterator[Open]:
    fact, seat = back.fact, back.seat
    ways: dict[str, bool | None]
    if fact.number == 1:
        ways = (
            {"54E": True} if declaring else {"54A": False, "54B": False, "54C": False, "54D": True}
        )
    elif declaring:
        due_is_opponent = fact.leader is not None and team_of(fact.leader) != team_of(seat)
        ways = {"55A": False, "55B1" if due_is_opponent else "55B2": True}
    else:
        ways = {"53A": False, "56": True}
    yield from standing(LAW, ways)
    if not declaring:
        yield from partners_lead(replay, seat, fact.number, back.cards)


def _opening(replay: BridgeReplay, declaring: bool, followed: bool | None) -> Iterator[Open]:
    if declaring and not replay.swapped:
        yield LAW["54E"].stands(None)
        return
    accepted = False if replay.swapped else followed
    ways = {
        "54A": True if replay.swapped else None if followed is None else False,
        "54B": accepted,
        "54C": None if accepted is not False else False,
        "54D": False if replay.swapped or followed else None,
    }
    yield from standing(LAW, ways)


def look_at_play(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    fact, seat, contract = replay.trick(finding.at.trick), finding.seat, replay.contract
    back = _refused(replay, finding)
    index = back.index if back is not None else (finding.at.position or 1) - 1
    if fact is None or seat is None or contract is None or finding.severity != "offence":
        return
    before = fact.seats[:index]
    declaring = team_of(seat) == team_of(contract.by)
    if seat in before:
        yield (LAW["45E2"] if declaring else LAW["45E1"]).stands(None)
    elif declaring:
        yield LAW["57C3"].stands(back is None)
    elif partner(seat) in before:
        after = fact.seats[index + 1] if index + 1 < len(fact.seats) else None
        lost = None if after is None else back is None and after == replay.table.after[seat]
        yield from standing(LAW, {"57D": False if lost else None, "60A1": lost})
    else:
        both = {contract.by, partner(contract.by)} <= set(before)
        choices = dict.fromkeys(("57A1", "57A2", "57A3", "57A4"), False if both else None)
        yield from standing(LAW, {**choices, "57C1": both, "57C2": None})


LAW: Final = by_key(WITHHELD, CARDS_SEEN, LEADS_AND_PLAYS)

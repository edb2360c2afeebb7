"""A lead or a play out of turn: Laws 45, 53 to 57 and 60."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records.cards import team_of
from fairdeal.rulings.bridge.laws import penalty_cards
from fairdeal.rulings.bridge.laws.provision import DAMAGE, MAJOR_CARD, Open, Provision
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.replay.table import partner
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.deal import Refused, refused

_EARLY: Final = "The card played too soon becomes a major penalty card (Law 50D)."

PROPER_LEAD: Final = Provision(
    "53B",
    "the side whose turn it was makes its proper lead",
    "The proper lead stands, and the cards played in error to the other one are taken back (Law 16C).",
)
LEAD_ACCEPTED: Final = Provision(
    "53A",
    "declarer accepts the lead, or the next hand plays to it",
    "It becomes a correct lead, and the play goes on from it.",
)
PLAYED_TO_BY_WRONG_DEFENDER: Final = Provision(
    "53C",
    "the defender on the right of the hand that led plays to it",
    "The lead stands, and that defender has played before partner: Law 57 applies to the card.",
    "As Law 57 gives it.",
)
SPREAD: Final = Provision(
    "54A",
    "declarer spreads the hand",
    "The lead stands. Declarer becomes dummy, and dummy becomes declarer.",
)
OPENING_ACCEPTED: Final = Provision(
    "54B",
    "declarer accepts the opening lead",
    "Dummy is spread. Declarer plays the second card from hand, and dummy the last one.",
)
MUST_ACCEPT: Final = Provision(
    "54C",
    "declarer could have seen a card of dummy's",
    "Declarer has to accept the lead.",
)
OPENING_REFUSED: Final = Provision(
    "54D", "declarer has the opening lead taken back", f"The proper defender leads. {MAJOR_CARD}"
)
OPENING_BY_DECLARER: Final = Provision(
    "54E",
    "a player of the declaring side tries to make the opening lead",
    "It does not count as a lead. The card is treated as one exposed in the auction (Law 24), and a "
    "defender leads.",
)
DECLARERS_ACCEPTED: Final = Provision(
    "55A",
    "a defender accepts the lead, or plays to it in turn",
    "It becomes a correct lead. If the defenders choose differently, the one who plays next decides.",
)
DECLARER_RESTORES: Final = Provision(
    "55B1",
    "a defender has the lead taken back, and it was a defender's turn",
    "Declarer puts the card back, and that defender leads. Nothing further follows.",
    DAMAGE,
)
DECLARER_LEADS_FROM_OTHER_HAND: Final = Provision(
    "55B2",
    "a defender has the lead taken back, and it was the turn of declarer's other hand",
    "Declarer puts the card back and leads from the correct hand.",
    DAMAGE,
)
LEAD_REFUSED: Final = Provision(
    "56", "declarer has the lead taken back", f"The proper hand leads. {MAJOR_CARD}"
)
HIGHEST: Final = Provision(
    "57A1",
    "declarer asks for the highest card of the suit led",
    f"Offender's partner plays the highest card held of it, or any card if there is none. {_EARLY}",
)
LOWEST: Final = Provision(
    "57A2",
    "declarer asks for the lowest card of the suit led",
    f"Offender's partner plays the lowest card held of it, or any card if there is none. {_EARLY}",
)
ANOTHER_SUIT: Final = Provision(
    "57A3",
    "declarer asks for a card of another suit that declarer names",
    f"Offender's partner plays one if that is legal, else any card. {_EARLY}",
)
FORBIDDEN_SUIT: Final = Provision(
    "57A4",
    "declarer forbids another suit that declarer names",
    f"Offender's partner may not discard that suit on this trick. {_EARLY}",
)
BOTH_HANDS: Final = Provision(
    "57C1",
    "declarer had played from both hands",
    "Nothing further follows.",
)
DUMMY_CHOSE: Final = Provision(
    "57C2",
    "dummy had picked a card unasked, or suggested one",
    "Nothing further follows.",
)
DECLARERS_PLAY: Final = Provision(
    "57C3",
    "declarer plays before the turn from either hand",
    "The card is played, and if it is legal it may not be taken back.",
)
BEFORE_RHO: Final = Provision(
    "57D",
    "a defender plays at the turn of the hand on the right",
    "The card must be played at the proper turn if that is legal; else it becomes a major penalty card.",
    DAMAGE,
)
FIFTH_CARD_OF_DEFENDER: Final = Provision(
    "45E1",
    "a defender adds a fifth card to the trick",
    "It becomes a penalty card, unless it was led: then it is a lead out of turn.",
)
FIFTH_CARD_OF_DECLARER: Final = Provision(
    "45E2",
    "declarer adds a fifth card to the trick",
    "It goes back to the hand, unless it was led: then it is a lead out of turn.",
)
RIGHT_LOST: Final = Provision(
    "60A1",
    "the next player of the other side plays before the director has ruled",
    "The card counts as played in turn, and the right to anything else is lost.",
)
PROVISIONS: Final = (
    FIFTH_CARD_OF_DEFENDER,
    FIFTH_CARD_OF_DECLARER,
    LEAD_ACCEPTED,
    PROPER_LEAD,
    PLAYED_TO_BY_WRONG_DEFENDER,
    SPREAD,
    OPENING_ACCEPTED,
    MUST_ACCEPT,
    OPENING_REFUSED,
    OPENING_BY_DECLARER,
    DECLARERS_ACCEPTED,
    DECLARER_RESTORES,
    DECLARER_LEADS_FROM_OTHER_HAND,
    LEAD_REFUSED,
    HIGHEST,
    LOWEST,
    ANOTHER_SUIT,
    FORBIDDEN_SUIT,
    BOTH_HANDS,
    DUMMY_CHOSE,
    DECLARERS_PLAY,
    BEFORE_RHO,
    RIGHT_LOST,
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
        yield DECLARERS_ACCEPTED.stands(followed)
        wrong = None if second is None else second == replay.table.after[partner(seat)]
        yield PLAYED_TO_BY_WRONG_DEFENDER.stands(wrong)
        restored = DECLARER_RESTORES if due_is_opponent else DECLARER_LEADS_FROM_OTHER_HAND
        yield restored.stands(withdrawn)
    else:
        if fact.number < replay.table.hand:
            yield LEAD_ACCEPTED.stands(followed)
        yield LEAD_REFUSED.stands(withdrawn)
    if due_is_opponent:
        yield PROPER_LEAD.stands(proper)


def _refused(replay: BridgeReplay, finding: Finding) -> Refused | None:
    """The card out of turn that was taken back, another seat playing in its place; None where it stood."""
    at = (finding.at.trick, finding.seat)
    return next((each for each in refused(replay) if (each.fact.number, each.seat) == at), None)


def _taken_back(replay: BridgeReplay, back: Refused, declaring: bool) -> Iterator[Open]:
    fact, seat = back.fact, back.seat
    if fact.number == 1 and declaring:
        yield OPENING_BY_DECLARER.stands(True)
    elif fact.number == 1:
        for each in (SPREAD, OPENING_ACCEPTED, MUST_ACCEPT):
            yield each.stands(False)
        yield OPENING_REFUSED.stands(True)
    elif declaring:
        yield DECLARERS_ACCEPTED.stands(False)
        due_is_opponent = fact.leader is not None and team_of(fact.leader) != team_of(seat)
        restored = DECLARER_RESTORES if due_is_opponent else DECLARER_LEADS_FROM_OTHER_HAND
        yield restored.stands(True)
    else:
        yield LEAD_ACCEPTED.stands(False)
        yield LEAD_REFUSED.stands(True)
    if not declaring:
        yield from penalty_cards.partners_lead(replay, seat, fact.number, back.cards)


def _opening(replay: BridgeReplay, declaring: bool, followed: bool | None) -> Iterator[Open]:
    if declaring and not replay.swapped:
        yield OPENING_BY_DECLARER.stands(None)
        return
    accepted = False if replay.swapped else followed
    yield SPREAD.stands(True if replay.swapped else None if followed is None else False)
    yield OPENING_ACCEPTED.stands(accepted)
    yield MUST_ACCEPT.stands(None if accepted is not False else False)
    yield OPENING_REFUSED.stands(False if replay.swapped or followed else None)


def look_at_play(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    fact, seat, contract = replay.trick(finding.at.trick), finding.seat, replay.contract
    back = _refused(replay, finding)
    index = back.index if back is not None else (finding.at.position or 1) - 1
    if fact is None or seat is None or contract is None or finding.severity != "offence":
        return
    before = fact.seats[:index]
    declaring = team_of(seat) == team_of(contract.by)
    if seat in before:
        yield (FIFTH_CARD_OF_DECLARER if declaring else FIFTH_CARD_OF_DEFENDER).stands(None)
    elif declaring:
        yield DECLARERS_PLAY.stands(back is None)
    elif partner(seat) in before:
        after = fact.seats[index + 1] if index + 1 < len(fact.seats) else None
        lost = None if after is None else back is None and after == replay.table.after[seat]
        yield BEFORE_RHO.stands(False if lost else None)
        yield RIGHT_LOST.stands(lost)
    else:
        yield from _before_partner({contract.by, partner(contract.by)} <= set(before))


def _before_partner(both: bool) -> Iterator[Open]:
    """A defender played before partner had; `both`: declarer had played from both hands."""
    for each in (HIGHEST, LOWEST, ANOTHER_SUIT, FORBIDDEN_SUIT):
        yield each.stands(False if both else None)
    yield BOTH_HANDS.stands(both)
    yield DUMMY_CHOSE.stands(None)

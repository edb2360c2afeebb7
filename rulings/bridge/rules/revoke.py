"""A card of another suit played while holding the suit led.

What: a seat discards or trumps although it still holds a card of the suit led. What it holds is known
from the hands as dealt or, without them, from its playing that suit later on. A revoke that the record
itself marks is found too; where the cards do not show it, what it costs is for the committee.

Why: following suit is what the play rests on. Under the Alberta rules an established revoke costs two
tricks of those that the side won, if there are two; at duplicate one or two by Law 64. A revoke by dummy
costs none under either.

Article: note 1 with 8, for dummy 12, of the Alberta rules (seed document 003); Law 64 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import SUIT_NAMES, Card, Seat, Team, other_team
from fairdeal.rulings.bridge.laws.revokes import Cost, costs
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, about_card, cards_with, only_marked, who
from fairdeal.rulings.frame.finding import Remedy
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.play import TrickFact, proof_words, proofs, still_held
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    law = replay.table.book.penalties.revoke == "law-64"
    by_law = costs(replay) if law and replay.signs & Sign.REVOKE else {}
    before: set[tuple[Seat | None, str]] = set()
    taken: dict[Team, int] = {}
    for fact, index, shows in cards_with(replay, Sign.REVOKE, "R"):
        seat, card = fact.seats[index], fact.cards[index]
        lead = fact.cards[0] if fact.cards else None
        if not shows or card is None or lead is None:
            yield _marked(replay, fact, index)
            continue
        again = (seat, lead.suit) in before
        before.add((seat, lead.suit))
        if seat is None:
            remedy = Remedy("committee")
        elif law:
            remedy = _by_law(replay.table.team[seat], by_law[fact.number, seat])
        else:
            remedy = Remedy("none") if again else _remedy(replay, fact, seat, taken)
        yield _found(replay, fact, index, card, lead.suit, remedy)


def maybe(replay: BridgeReplay) -> Iterator[Draft]:
    """Discards by seats that may have held the suit led: hands are not recorded."""
    if not replay.signs & Sign.MAYBE_REVOKE:
        return
    for fact, index, _ in cards_with(replay, Sign.MAYBE_REVOKE):
        card, lead = fact.cards[index], fact.cards[0]
        if card is not None and lead is not None:
            message = (
                f"{who(fact.seats[index])} played the {card.name} on {SUIT_NAMES[lead.suit]} led "
                f"in trick {fact.number}; whether there was one to follow with is not recorded."
            )
            yield about_card(replay, fact, index, message)


def _marked(replay: BridgeReplay, fact: TrickFact, index: int) -> Draft:
    card = fact.cards[index]
    what = f"the {card.name}" if card is not None else "the card"
    lead = fact.cards[0]
    but = None
    if not index and not fact.unordered:
        but = "it was led"
    elif card is not None and lead is not None and card.suit == lead.suit:
        but = "it follows suit"
    elif lead is not None and _hand_known(replay, fact.seats[index]):
        but = f"the hand had no {SUIT_NAMES[lead.suit]} left"
    message, more = only_marked(f"{what} of {who(fact.seats[index])}", "a revoke", but)
    return about_card(replay, fact, index, message, **(more or {"remedy": Remedy("committee")}))


def _hand_known(replay: BridgeReplay, seat: Seat | None) -> bool:
    """Whether every card of the hand is written."""
    hand = replay.dealt.get(seat) if seat is not None else None
    return hand is not None and hand.source == "recorded" and not hand.unknown


def _found(
    replay: BridgeReplay, fact: TrickFact, index: int, card: Card, suit: str, remedy: Remedy
) -> Draft:
    seat = fact.seats[index]
    held = still_held(replay.play, replay.dealt, fact, index, suit)
    message = (
        f"{who(seat)} played the {card.name} on {SUIT_NAMES[suit]} led in trick "
        f"{fact.number}{proof_words(held)}."
    )
    setting = "revoke-one-trick" if remedy.kind == "committee" else "revoke-available"
    dummy = seat == replay.dummy
    return about_card(
        replay,
        fact,
        index,
        message,
        mark="R",
        related=proofs(seat, held),
        article="12" if dummy else None,
        setting="dummys-revoke" if dummy else setting,
        remedy=remedy,
    )


def _by_law(team: Team, cost: Cost) -> Remedy:
    """What Law 64 gives for a revoke; for the director where the play is not recorded to its end."""
    if cost.tricks is None:
        return Remedy("committee")
    return Remedy("tricks", other_team(team), cost.tricks) if cost.tricks else Remedy("none")


def _remedy(replay: BridgeReplay, fact: TrickFact, seat: Seat, taken: dict[Team, int]) -> Remedy:
    """What the revoke costs of the tricks that the side won; `taken` counts those that earlier ones of a side
    have cost."""
    book = replay.table.book
    if seat == replay.dummy:
        return Remedy("none")  # Law 64: nobody at the table is to blame for what dummy's hand plays
    team = replay.table.team[seat]
    due = book.penalties.revoke_tricks
    if not replay.play.complete:
        return Remedy("tricks", other_team(team), due) if book.four_hand else Remedy("committee")
    from_here = book.setting("revoke-available") == "from-revoke"
    won = [
        trick.winner
        for trick in replay.play.tricks
        if trick.winner is not None
        and replay.table.team[trick.winner] == team
        and (not from_here or trick.number >= fact.number)
    ]
    available = len(won) - taken.get(team, 0)
    if available < due:
        return Remedy("committee") if available else Remedy("none")
    taken[team] = taken.get(team, 0) + due
    return Remedy("tricks", other_team(team), due)


RULE = Rule(
    "revoke",
    "offence",
    deal=check,
    maybe=maybe,
    signs=Sign.REVOKE | Sign.MARKED,
    needs=Has.PLAY,
    wants=Has.WHOLE_HANDS,
)

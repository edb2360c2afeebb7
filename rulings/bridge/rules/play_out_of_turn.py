"""A card played to a trick before its turn, or a second one by the same seat.

What: within a trick a card comes from a seat that was not the next that had not yet played. The seat
passed over may then play, or the turn goes on; neither is a further fault. One that the record itself
marks is found too. A second card by the same seat that is neither marked nor objected to is a
contradiction of the record, for one of the two was another seat's, and nobody is blamed.

Why: a card shown too soon tells the partner what it should not.

Article: 8 of the Alberta rules (seed document 003); Law 57 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import (
    Rule,
    Wrong,
    about_card,
    cards_with,
    marked_card,
    only_marked,
    who,
)
from fairdeal.rulings.frame.rule import Draft, about_refused
from fairdeal.rulings.replay.contradictions import twice_in_trick, two_cards
from fairdeal.rulings.replay.deal import refused
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for fact, index, shows in cards_with(replay, Sign.PLAY_TURN, "S"):
        card = fact.cards[index]
        what = f"the {card.name}" if card is not None else "a card"
        if "S" not in marked_card(replay, fact, index) and twice_in_trick(replay, fact, index):
            message, related = two_cards(fact, index, who(fact.seats[index]))
            yield about_card(replay, fact, index, message, related=related, severity="entry")
            continue
        how = "a second time" if fact.seats[index] in fact.seats[:index] else "out of turn"
        message = f"{who(fact.seats[index])} played {what} to trick {fact.number} {how}."
        more = Wrong()
        if not shows:
            but = "all played in turn" if fact.full and not fact.unordered else None
            if any(bits & (Sign.PLAY_TURN | Sign.LEAD_TURN) for bits in fact.faults.values()):
                but = None
            marked = f"{what} of {who(fact.seats[index])} in trick {fact.number}"
            message, more = only_marked(marked, "played out of turn", but)
        yield about_card(replay, fact, index, message, mark="S", **more)
    for each in refused(replay):
        if each.index:
            message = f"{who(each.seat)} played to trick {each.fact.number} out of turn."
            yield about_refused(each, message)


RULE = Rule(
    "play-out-of-turn",
    "offence",
    deal=check,
    signs=Sign.PLAY_TURN | Sign.MARKED | Sign.EVENT,
    needs=Has.PLAY,
)

"""Noes said by a seat that holds the suit bid before.

What: a noes bid by a seat that was dealt a card of the suit last bid (passes skipped). After a bid of
no-trumps or of a number with pass it is not judged. Where the rulebook has the setting `plus-noes`,
plus one noes shows a void in the suit of the bid before the last one.

Why: noes tells the partners of a void. Saying it with a card of the suit is a convention broken, not
an offence that the rules punish: advice.

Article: 3.4, term 5, of the international rules (seed document 000); Bidding of the wiki page (002).
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
        suit, seat = fact.suit_shown, fact.seat
        if not fact.faults & Sign.NOES or suit is None or seat is None:
            continue
        held = [card for card in replay.dealt[seat].cards if card.suit == suit]
        message = (
            f"{who(seat)} said {said_text(fact)}, showing no {SUIT_NAMES[suit]}, while holding "
            f"the {held[0].name}."
        )
        related = (Related(Place.of(f"hand {seat}"), f"{held[0].text} dealt"),)
        setting = "plus-noes" if fact.meaning.plus else None
        yield about_call(replay, fact, message, related=related, setting=setting)


RULE = Rule(
    "noes-with-suit",
    "advice",
    deal=check,
    signs=Sign.NOES,
    needs=Has.AUCTION,
    within="auction",
    wants=Has.WHOLE_HANDS,
)

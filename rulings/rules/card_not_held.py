"""A card played that the deal did not give the seat, or played a second time.

What: a card that is not among the seat's hand as written down, or no longer, because it was played
before.

Why: every card is dealt to one seat and played once. Either the hand or the play is written wrongly,
or a card changed hands: the committee must look.

Article: 1.5 of the international rules (seed document 000): eight cards to each player.
"""

from __future__ import annotations

from collections.abc import Iterator

from records.place import Place
from rulings import coverage
from rulings.finding import Finding, Related
from rulings.replay import signs
from rulings.replay.deal import DealReplay
from rulings.replay.play import TrickFact
from rulings.rules.rule import Rule, card_finding, card_place, who


def check(replay: DealReplay) -> Iterator[Finding]:
    for fact in replay.play.tricks:
        for index, bits in sorted(fact.faults.items()):
            card = fact.cards[index]
            if not bits & signs.NOT_HELD or card is None:
                continue
            before = _played_before(replay, fact, index)
            dealt = f"which seat {fact.seats[index]} was not dealt"
            why = "which it had played before" if before else dealt
            message = (
                f"{who(fact.seats[index])} played the {card.name} in trick {fact.number}, {why}."
            )
            hand = Related(Place.of(f"hand {fact.seats[index]}"), f"{card.text} not in this hand")
            yield card_finding(
                replay, RULE.code, RULE.severity, fact, index, message, related=before or (hand,)
            )


def _played_before(replay: DealReplay, fact: TrickFact, index: int) -> tuple[Related, ...]:
    """Where the seat played the card before, if it did."""
    seat, card = fact.seats[index], fact.cards[index]
    found = []
    for other in replay.play.tricks:
        for place, (who_played, what) in enumerate(zip(other.seats, other.cards, strict=True)):
            early = (other.number, place) < (fact.number, index)
            if early and who_played == seat and what is card:
                found.append(
                    Related(card_place(other, place), f"{what} played here" if what else "")
                )
    return tuple(found)


RULE = Rule(
    "card-not-held", "offence", deal=check, signs=signs.NOT_HELD,
    needs=coverage.PLAY | coverage.HANDS,
)  # fmt: skip

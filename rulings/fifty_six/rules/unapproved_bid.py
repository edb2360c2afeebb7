"""A bid in words, or in an order of words, that the rulebook does not allow.

What: a call whose words are on the list of forms not approved, or on no list at all: other words
(minus, more), a number before plus, pass before its number, a bare number or suit, more than three
terms, and as the very first call the plus forms that are barred there.

Why: the words are how partners tell each other their cards. A team with words of its own has an
advantage, so the lists are strict. A bid whose meaning is clear stands unless it is withdrawn.

Article: 3.4 with 3.0 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.calls import CallFact
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if fact.faults & Sign.UNAPPROVED:
            message = f"{who(fact.seat)} said {said_text(fact)}, {_why(replay, fact)}."
            yield about_call(replay, fact, message)


def _why(replay: DealReplay, fact: CallFact) -> str:
    meaning, said = fact.meaning, fact.said
    if fact.number == 1 and meaning.barred_first:
        return "which is not allowed as the very first call"
    if said is not None and len(said.terms) > replay.book.bids.most_terms:
        return f"more than {replay.book.bids.most_terms} terms in one bid"
    if "word" in meaning.form.split():
        return "a word that is not allowed"
    return f"a form ({meaning.form.replace(' ', ', ')}) that is not approved"


RULE = Rule(
    "unapproved-bid",
    "offence",
    deal=check,
    signs=Sign.UNAPPROVED,
    needs=Has.AUCTION,
    within="auction",
)

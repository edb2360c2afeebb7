"""Deals with something irregular in them, and the complete set of findings to expect of each.

`KINDS` names every kind that can be made; `make(kind, seed)` makes one, `make_pair` two at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from fairdeal.records import Card, Deal, Place, Record, rivals
from samples.making.chance import first_of, given
from samples.making.irregularities import calls, cards, entries
from samples.making.irregularities.scene import (
    Case,
    Scene,
    Step,
    case_of,
    compose,
)
from samples.making.records.deals import FULL, deal_of, record_of
from samples.making.records.table import INTERNATIONAL, Variant, suit_of

ATTEMPTS: Final = 5_000
"""Deals tried before an irregularity is given up: the rarest finds room in one of some hundreds."""


Steps = Mapping[str, Step]
"""The steps of a deal that an irregularity takes over: deal, bid, play, write."""

KINDS: Final[Mapping[str, Steps]] = {
    "unapproved-bid": {"bid": calls.unapproved_bid},
    "unlisted-bid": {"bid": calls.unlisted_bid},
    "insufficient-bid": {"bid": calls.insufficient_bid},
    "bid-range": {"bid": calls.bid_range},
    "opening-bid": {"bid": calls.opening_bid},
    "call-out-of-turn": {"bid": calls.call_out_of_turn},
    "suit-not-held": {"bid": calls.suit_not_held},
    "noes-with-suit": {"bid": calls.noes_with_suit},
    "double-inadmissible": {"bid": partial(calls.inadmissible, "double")},
    "redouble-inadmissible": {"bid": partial(calls.inadmissible, "redouble")},
    "call-after-close": {"bid": calls.call_after_close},
    "self-raise": {"bid": calls.self_raise},
    "revoke": {"play": cards.revoke},
    "two revokes": {"play": cards.revokes},
    "lead-out-of-turn": {"play": cards.lead_out_of_turn},
    "play-out-of-turn": {"play": cards.play_out_of_turn},
    "same-seat-twice": {"play": cards.same_seat_twice},
    "card-not-held": {"play": cards.card_not_held},
    "void-trump-redeal": {"deal": cards.one_sided_hands, "bid": cards.one_sided_auction},
    "hand-size": {"deal": cards.hand_size},
    "constraining-hand": {"deal": cards.constraining_hand},
    "constraining-hand-undisclosed": {"deal": cards.constraining_hand_undisclosed},
    "card-exposed": {"deal": cards.card_exposed},
    "pack": {"deal": cards.pack},
    "missing-call": {"bid": entries.missing_call},
    "auction-review": {"bid": entries.auction_review},
    "score-query": {"bid": entries.score_query},
    "conduct": {"bid": entries.conduct},
    "seat-change": {"bid": entries.seat_change},
    "trick-review": {"play": entries.trick_review},
    "card-retracted": {"play": entries.card_retracted},
    "excused slip": {"play": entries.excused_slip},
    "claim": {"play": entries.claim},
    "trick-winner": {"write": entries.trick_winner},
    "contract-entry": {"write": entries.contract_entry},
    "points-entry": {"write": entries.points_entry},
    "award-entry": {"write": entries.award_entry},
    "penalty-entry": {"play": cards.lead_out_of_turn, "write": entries.penalty_entry},
    "forfeit left out": {"play": cards.revoke, "write": entries.forfeit_left_out},
}


def make(kind: str, seed: int, variant: Variant = INTERNATIONAL) -> Case:
    """One deal with an irregularity of the kind; the same for the same seed."""
    return _make(kind, KINDS[kind], seed, variant)


def make_pair(first: str, second: str, seed: int) -> Case:
    """One deal with two irregularities that happen at different steps of it."""
    return _make(f"{first}+{second}", {**KINDS[first], **KINDS[second]}, seed, INTERNATIONAL)


def _make(name: str, steps: Mapping[str, Any], seed: int, variant: Variant) -> Case:
    def attempt(number: int) -> Case:
        return case_of(*compose(Random(f"{name} {seed} {number}"), variant, **steps))

    return first_of(range(ATTEMPTS), attempt)


CLASHES: Final = (
    # A penalty that the cardinal rule adds would be missing from the score as well.
    (
        {"suit-not-held", "revoke", "two revokes"},
        {"award-entry", "penalty-entry", "forfeit left out"},
    ),
    # A trick that nobody wins leaves nothing to write down wrongly.
    ({"same-seat-twice", "claim"}, {"trick-winner", "points-entry", "award-entry"}),
    # Where these leave no contract, nobody knows the trumps by which to judge the claim.
    ({"claim"}, {"insufficient-bid", "bid-range", "opening-bid", "unapproved-bid"}),
)


def _clash(first: str, second: str) -> bool:
    return any(
        (first in some and second in others) or (second in some and first in others)
        for some, others in CLASHES
    )


def pairs() -> list[tuple[str, str]]:
    """The pairs of kinds that can be put into one deal."""
    mixing = [name for name, steps in KINDS.items() if "deal" not in steps]
    return [
        (first, second)
        for place, first in enumerate(mixing)
        for second in mixing[place + 1 :]
        if not KINDS[first].keys() & KINDS[second].keys() and not _clash(first, second)
    ]


def doubtful_revoke(seed: int, revoke_first: bool) -> tuple[Record, str]:
    """A deal with a revoke that only one of two readings of a card shows, and its place.

    Hands and the whole play are recorded; the other reading is a card that follows suit.
    """

    def attempt(number: int) -> tuple[Record, str]:
        rng = Random(f"doubtful {seed} {number}")
        scene, _ = compose(rng, INTERNATIONAL, play=cards.revoke)
        deal, place = deal_of(scene, rng, FULL), scene.expected[0].place
        return record_of([_doubtful(deal, scene, place, revoke_first)]), place

    return first_of(range(ATTEMPTS), attempt)


def _doubtful(deal: Deal, scene: Scene, where: str, irregular_first: bool) -> Deal:
    """The deal with the card at a place (``trick 3 / seat 2``) in doubt between two readings.

    One is the card played, the other one of the seat's that follows suit.
    """
    place = Place.parse(where)
    trick, seat = given(place.number("trick")), str(place.number("seat"))
    puts = scene.tricks[trick - 1].puts
    at = next(index for index, put in enumerate(puts) if put.seat == seat)
    earlier = [p.card for t in scene.tricks[: trick - 1] for p in t.puts if p.seat == seat]
    left = Counter(scene.hands[seat]) - Counter(earlier)
    follows = next(card for card in left if suit_of(card) == suit_of(puts[0].card))
    played, other = Card.of(puts[at].card), Card.of(follows)
    likely, rival = (played, other) if irregular_first else (other, played)
    tricks = list(given(deal.play))
    items: list[Any] = list(tricks[trick - 1].items)
    items[at] = replace(items[at], card=rivals((likely, 0.6), (rival, 0.4)))
    tricks[trick - 1] = replace(tricks[trick - 1], items=tuple(items))
    return replace(deal, play=tuple(tricks))

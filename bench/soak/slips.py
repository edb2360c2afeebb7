"""Trials of records in order with one slip of the pen put in: nobody may be accused by it.

Counted are the records in which an offence is established, those in which the entry that was put wrong is
among the first three explanations, and the deals that are touched though the slip is not in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bench.proportions import Proportion
from bench.soak.outcome import SHOWN, Outcome
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records.calls import Call
from fairdeal.records.cards import CARDS, Card
from fairdeal.records.deal import Deal, Hand, Play, Trick
from fairdeal.records.doubt import Entry, clear
from fairdeal.records.record import Record
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty, Verdict
from samples.making.records.deals import clean_record
from samples.making.records.table import VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class Slipped:
    """A deal with one slip, and the places of the entries that it put wrong."""

    deal: Deal
    places: tuple[str, ...]


Slip = Callable[[Deal, Random, Variant], Slipped | None]


def _hands_with(deal: Deal, index: int, cards: tuple[Entry[Card], ...]) -> Deal:
    hands = list(deal.hands or ())
    hands[index] = Hand(hands[index].seat, cards)
    return replace(deal, hands=tuple(hands))


def card_left_off(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    hands = deal.hands or ()
    if not hands:
        return None
    at = rng.randrange(len(hands))
    cards = list(hands[at].cards)
    cards.pop(rng.randrange(len(cards)))
    return Slipped(_hands_with(deal, at, tuple(cards)), (f"hand {hands[at].seat}",))


def hand_in_part(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    hands = deal.hands or ()
    if not hands:
        return None
    at = rng.randrange(len(hands))
    kept = rng.sample(list(hands[at].cards), rng.randint(2, len(hands[at].cards) - 2))
    return Slipped(_hands_with(deal, at, tuple(kept)), (f"hand {hands[at].seat}",))


def _other(card: Card, rng: Random, variant: Variant) -> Card:
    pack = [CARDS[rank + suit] for rank in variant.ranks for suit in "CDHS"]
    return rng.choice([each for each in pack if each != card])


def card_in_a_hand(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    """A card of a hand written for another."""
    hands = deal.hands or ()
    if not hands:
        return None
    at = rng.randrange(len(hands))
    cards = list(hands[at].cards)
    n = rng.randrange(len(cards))
    value = cards[n].value
    if value is None:
        return None
    cards[n] = clear(_other(value, rng, variant))
    return Slipped(_hands_with(deal, at, tuple(cards)), (f"hand {hands[at].seat} / {n + 1}",))


def _with_trick(deal: Deal, at: int, items: Iterable[object]) -> Deal:
    tricks = list(deal.play or ())
    tricks[at] = Trick(tricks[at].number, tuple(items))  # type: ignore[arg-type]
    return replace(deal, play=tuple(tricks))


def _plays(trick: Trick) -> list[Play]:
    return [item for item in trick.items if isinstance(item, Play)]


def card_in_the_play(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    """A card of the play written for another."""
    if not deal.play:
        return None
    at = rng.randrange(len(deal.play))
    plays = _plays(deal.play[at])
    n = rng.randrange(len(plays))
    value = plays[n].card.value
    if value is None:
        return None
    plays[n] = replace(plays[n], card=clear(_other(value, rng, variant)))
    return Slipped(_with_trick(deal, at, plays), (f"trick {deal.play[at].number} / #{n + 1}",))


def neighbours_swapped(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    """Two neighbours' cards of a trick in each other's place."""
    if not deal.play:
        return None
    at = rng.randrange(len(deal.play))
    plays = _plays(deal.play[at])
    n = rng.randrange(len(plays) - 1)
    one, two = plays[n].card, plays[n + 1].card
    if one.value == two.value:
        return None
    plays[n], plays[n + 1] = replace(plays[n], card=two), replace(plays[n + 1], card=one)
    number = deal.play[at].number
    return Slipped(
        _with_trick(deal, at, plays), (f"trick {number} / #{n + 1}", f"trick {number} / #{n + 2}")
    )


def hand_rows_swapped(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    hands = list(deal.hands or ())
    if len(hands) < 2:
        return None
    one, two = rng.sample(range(len(hands)), 2)
    a, b = hands[one], hands[two]
    hands[one], hands[two] = Hand(a.seat, b.cards), Hand(b.seat, a.cards)
    return Slipped(replace(deal, hands=tuple(hands)), (f"hand {a.seat}", f"hand {b.seat}"))


def lines_swapped(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    tricks = list(deal.play or ())
    if len(tricks) < 2:
        return None
    one = rng.randrange(len(tricks) - 1)
    a, b = tricks[one], tricks[one + 1]
    tricks[one], tricks[one + 1] = Trick(a.number, b.items), Trick(b.number, a.items)
    return Slipped(replace(deal, play=tuple(tricks)), (f"trick {a.number}", f"trick {b.number}"))


def _seat_but(seat: str, rng: Random, variant: Variant) -> str:
    return rng.choice([str(each) for each in variant.seats if str(each) != seat])


def leader(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    """The seat before the first card of a trick."""
    labelled = [
        n for n, trick in enumerate(deal.play or ()) if _plays(trick) and _plays(trick)[0].label
    ]
    if not labelled or deal.play is None:
        return None
    at = rng.choice(labelled)
    plays = _plays(deal.play[at])
    label = plays[0].label
    if label is None or label.value is None:
        return None
    plays[0] = replace(plays[0], label=clear(_seat_but(label.value, rng, variant)))
    return Slipped(_with_trick(deal, at, plays), (f"trick {deal.play[at].number} / card 1 / seat",))


def caller(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    """The seat before a call."""
    items = list(deal.auction or ())
    labelled = [n for n, item in enumerate(items) if isinstance(item, Call) and item.label]
    if not labelled:
        return None
    at = rng.choice(labelled)
    call = items[at]
    if not isinstance(call, Call) or call.label is None or call.label.value is None:
        return None
    items[at] = replace(call, label=clear(_seat_but(call.label.value, rng, variant)))
    number = sum(isinstance(item, Call) for item in items[: at + 1])
    return Slipped(replace(deal, auction=tuple(items)), (f"call {number} / seat",))


def dealer(deal: Deal, rng: Random, variant: Variant) -> Slipped | None:
    if deal.dealer is None or deal.dealer.value is None:
        return None
    wrong = clear(_seat_but(deal.dealer.value, rng, variant))
    return Slipped(replace(deal, dealer=wrong), ("dealer",))


SLIPS: Final[dict[str, Slip]] = {
    "a card left off a hand row": card_left_off,
    "a hand written in part": hand_in_part,
    "a card written for another in a hand": card_in_a_hand,
    "a card written for another in the play": card_in_the_play,
    "two neighbours' cards swapped": neighbours_swapped,
    "two hand rows swapped": hand_rows_swapped,
    "two lines of the play swapped": lines_swapped,
    "a leader's seat": leader,
    "a caller's seat": caller,
    "the dealer": dealer,
}


SHOWN_BY_THE_RECORD: Final = frozenset(
    {
        "a card left off a hand row",
        "a hand written in part",
        "a card written for another in a hand",
        "two hand rows swapped",
    }
)
"""Slips that always leave a contradiction; of the others some leave one clean offence, which stays."""


def accused(verdict: Verdict) -> bool:
    return any(
        each.severity == "offence" and each.certainty is Certainty.ESTABLISHED
        for each in verdict.findings
    )


def explained(verdict: Verdict, places: tuple[str, ...]) -> bool:
    """Whether the entries that were put wrong are among the first explanations."""
    wanted = {_trimmed(place) for place in places}
    return any(
        wanted == {_trimmed(str(entry.place)) for entry in each.entries}
        for each in verdict.explanations
    )


def _trimmed(place: str) -> str:
    return place.split(" / ")[0] if place.startswith("trick") else place


def one(kind: str, seed: int) -> tuple[Record, Verdict, Slipped] | None:
    """A record in order with one slip of a kind; None where it has nothing that could slip so."""
    variant = VARIANTS[seed % len(VARIANTS)]
    rng = Random(f"{kind} {seed}")
    record = clean_record(seed, variant)
    slipped = SLIPS[kind](record.deals[0], rng, variant)
    if slipped is None:
        return None
    text = write(replace(record, deals=(slipped.deal,)))
    again = read(text).record
    return again, check(again, load(again.tag("Rules") or "international")), slipped


def run(count: int, seed: int) -> Iterable[Outcome]:
    """Every kind of slip: who is accused, and whether the slip is named."""
    for kind in SLIPS:
        clean, named, found, total, failures = 0, 0, 0, 0, list[str]()
        for each in range(seed, seed + 4 * count):
            made = one(kind, each)
            if made is None:
                continue
            record, verdict, slipped = made
            total += 1
            if accused(verdict):
                if len(failures) < SHOWN:
                    failures.append(f"seed {each} {slipped.places}\n{write(record)}")
            else:
                clean += 1
            if verdict.findings:
                found += 1
                named += explained(verdict, slipped.places)
            if total >= count:
                break
        must = kind in SHOWN_BY_THE_RECORD
        yield Outcome(f"{kind}: nobody accused", Proportion(clean, total), tuple(failures), must)
        yield Outcome(
            f"{kind}: named where something is found", Proportion(named, found), must=False
        )

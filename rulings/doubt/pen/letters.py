"""One letter that puts a lone offence right: a bid nobody took notice of, a card of the rank that was held.

One offence in a record that is otherwise in order stays as it is, whatever slip would explain it. It is
another matter where a single letter or figure does, and the rest of the record goes on as if that had stood
there: then the slip explains as much as the offence. Any other figure of a bid explains it less than the
offence does; it is named, and takes nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from fairdeal.records.calls import Said, TermKind
from fairdeal.records.cards import CARDS
from fairdeal.records.events import EventKind
from fairdeal.records.place import Place
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.pen.calls import added_to, bid_before, figures, with_term
from fairdeal.rulings.doubt.pen.candidates import Clues, Slip
from fairdeal.rulings.frame.finding import Misread
from fairdeal.rulings.replay.places import card_place
from fairdeal.rulings.replay.signs import NO_SIGN, Sign

_NOTICED: Final = frozenset({EventKind.OBJECTION, EventKind.WARNING})


def of_one_letter(clues: Clues) -> list[Slip]:
    """The letters that may stand for another, as likely together as slips of one letter are."""
    if any(event.kind in _NOTICED for event in clues.replay.events):
        return []
    found = [*_figures(clues), *_suits(clues)]
    likely = [replace(each, rate=each.rate / len(found)) for each in found]
    named = {each.entries for each in likely}
    return [*likely, *(each for each in _any_figures(clues) if each.entries not in named)]


def _figures(clues: Clues) -> Iterator[Slip]:
    """The figure of a bid that is too low, or of the one before it, where the next seat passes and the
    bidder's partner bids on: nobody noticed anything."""
    said, calls = clues.seen.said, clues.replay.auction.calls
    for n, call in enumerate(calls[: len(said) - 2]):
        written, bid, after = clues.seen.where.call(n + 1), said[n], said[n + 2]
        if not call.faults & Sign.INSUFFICIENT or bid is None or after is None or written is None:
            continue
        passed = said[n + 1]
        if (
            passed is None
            or not passed.has(TermKind.PASS)
            or after.number is None
            or written.marked
        ):
            continue
        before = bid_before(said, n)
        yield from _another(clues, n, bid, 1)
        if before >= 0:
            yield from _another(clues, before, said[before], -1)


def _any_figures(clues: Clues) -> Iterator[Slip]:
    """Any figure of a bid too low or out of range, of the one before it, and of one that it adds to: all
    together as likely as a slip in them is. Most bids are little above the one before."""
    said, calls = clues.seen.said, clues.replay.auction.calls
    faulty = [n for n, call in enumerate(calls) if call.faults & (Sign.INSUFFICIENT | Sign.RANGE)]
    looked_at = {m for n in faulty for m in (n, bid_before(said, n), *added_to(clues, n))}
    for n in sorted(looked_at):
        words = said[n] if 0 <= n < len(said) else None
        slips = list(figures(clues, n, words)) if words is not None else []
        shares = [1.0 / _above(clues, n, slip) for slip in slips]
        for slip, share in zip(slips, shares, strict=True):
            yield replace(slip, rate=slip_rates.FIGURE * share / sum(shares))


def _above(clues: Clues, n: int, slip: Slip) -> int:
    """By how much a bid (from 0), read otherwise, is above the one before it: 1 where it is not."""
    read: Said = slip.values[0][1]
    before = (
        clues.seen.said[bid_before(clues.seen.said, n)]
        if bid_before(clues.seen.said, n) >= 0
        else None
    )
    if read.number is None:
        return 1
    least = 0 if read.has(TermKind.PLUS) else clues.table.bids[0] - 1
    if before is not None and before.number is not None and not read.has(TermKind.PLUS):
        least = max(least, before.number)
    return max(1, read.number - least)


def _another(clues: Clues, n: int, words: Any, step: int) -> Iterator[Slip]:
    """A bid one higher or lower, where that is one figure."""
    figure = words.number + step if words.number is not None else 0
    if figure <= 9 and figure in clues.table.bids:
        read = with_term(words, TermKind.NUMBER, str(figure))
        entry = Misread(Place.of(f"call {n + 1}"), words.text, read.text)
        yield Slip((entry,), ((("said", n), read),), slip_rates.LETTER)


def _suits(clues: Clues) -> Iterator[Slip]:
    """The suit of a card that does not follow, where its seat has the card of that rank of the suit led, and
    played it nowhere. Where the pack has a card twice, that says little."""
    if clues.table.copies > 1:
        return
    for row, fact in enumerate(clues.replay.play.tricks):
        lead = fact.cards[0] if fact.cards else None
        for n, card in enumerate(fact.cards):
            seat, written = fact.seats[n], clues.seen.where.card(fact.number, n)
            if not fact.faults.get(n, NO_SIGN) & Sign.REVOKE or lead is None or card is None:
                continue
            other = CARDS[card.rank + lead.suit]
            if seat is None or (written and written[1].marked) or not clues.unplayed(seat)[other]:
                continue
            entry = Misread(card_place(fact, n), card.text, other.text)
            yield Slip((entry,), ((("tricks", row, "cards", n), other),), slip_rates.LETTER)

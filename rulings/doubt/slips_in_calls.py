"""Slips of the pen in the auction: the dealer, seats before calls, figures and suits of bids, one letter.

One offence in a record that is otherwise in order stays as it is, whatever slip would explain it, unless a
single letter or figure does and the rest of the record goes on as if that had stood there: a bid that
nobody took notice of, a card of the rank that was held. Then the slip explains as much as the offence. Any
other figure of a bid explains it less than the offence does; it is named, and takes nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from fairdeal.records import CARDS, SUITS, UNREAD, EventKind, Place, Said, Seat, Term, TermKind
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.slip_candidates import Clues, Slip
from fairdeal.rulings.frame.finding import Misread
from fairdeal.rulings.replay.play import card_place
from fairdeal.rulings.replay.signs import NO_SIGN, Sign

_OF_TURNS: Final = (
    Sign.CALL_TURN | Sign.LEAD_TURN | Sign.PLAY_TURN | Sign.NOT_HELD | Sign.WINNER
    | Sign.SELF_RAISE | Sign.SUIT_NOT_HELD | Sign.DOUBLE | Sign.REDOUBLE | Sign.REVOKE
)  # fmt: skip


_OF_SUITS: Final = Sign.SUIT_NOT_HELD | Sign.NOES | Sign.SELF_RAISE


def in_the_auction(clues: Clues) -> Iterator[Slip]:
    """The slips that dealer and auction may hold."""
    yield from _dealer(clues)
    yield from _labels(clues)
    yield from _bids(clues)


# --- seats -----------------------------------------------------------------------------------------


def _dealer(clues: Clues) -> Iterator[Slip]:
    """Another dealer: one for whom the first seat written before a call or a lead is the one due."""
    seats, dealer = clues.table.seats, clues.seen.head.dealer
    if dealer is None or not (clues.replay.signs & _OF_TURNS or _contract_written_otherwise(clues)):
        return
    rate = slip_rates.DEALER / (len(seats) - 1)
    for seat in _dealers(clues, dealer) or seats:
        if seat != dealer:
            entry = Misread(Place.of("dealer"), dealer, seat)
            yield Slip((entry,), ((("head", "dealer"), seat),), rate)


def _dealers(clues: Clues, dealer: Seat) -> list[Seat]:
    """The dealers for whom the first call, or the first lead, is in turn."""
    rotation = clues.table.rotation
    steps = [
        rotation[due].index(written)
        for written, due in _first_acts(clues)
        if written is not None and due is not None
    ]
    return list(dict.fromkeys(rotation[dealer][step] for step in steps))


def _first_acts(clues: Clues) -> Iterator[tuple[Seat | None, Seat | None]]:
    """Who is written before the first call or lead that has a seat, and whose turn it was."""
    label = next(
        (n for n, each in enumerate(clues.seen.labels) if each not in (None, UNREAD)), None
    )
    if label is not None and label < len(clues.replay.auction.calls):
        yield clues.seen.labels[label], clues.replay.auction.calls[label].due
    tricks = clues.replay.play.tricks
    if tricks and tricks[0].seats and clues.seen.tricks[0].labels[0] is not None:
        yield tricks[0].seats[0], tricks[0].leader


def _contract_written_otherwise(clues: Clues) -> bool:
    return any(each.code == "contract-entry" for each in clues.findings)


def _labels(clues: Clues) -> Iterator[Slip]:
    """The seat before a call: the one whose turn it was, or for whom the next call is in turn."""
    labels, calls = clues.seen.labels, clues.replay.auction.calls
    rate = slip_rates.LABEL / (len(clues.table.seats) - 1)
    meant: dict[int, list[Seat]] = {}
    otherwise = _contract_written_otherwise(clues)
    for n, call in enumerate(calls[: len(labels)]):
        if not (call.faults or (otherwise and labels[n] is not None and call.seat != call.due)):
            continue
        if labels[n] is not None:
            meant.setdefault(n, []).extend(_in_turn(clues, n))
        before = next((m for m in range(n - 1, -1, -1) if labels[m] is not None), None)
        if before is not None and call.seat is not None and call.faults & Sign.CALL_TURN:
            meant.setdefault(before, []).append(_back(clues, call.seat, n - before))
            meant[before] += _in_turn(clues, before)
    for n, found in meant.items():
        label = labels[n]
        for seat in dict.fromkeys(found):
            if label not in (None, UNREAD) and seat != label:
                entry = Misread(Place.of(f"call {n + 1}", "seat"), label, seat)
                yield Slip((entry,), ((("labels", n), seat),), rate)


def _in_turn(clues: Clues, n: int) -> list[Seat]:
    """Whose turn a call was, and who comes after the caller before it."""
    calls = clues.replay.auction.calls
    before = calls[n - 1].seat if n else None
    next_to_it = clues.table.after[before] if before is not None else None
    return [seat for seat in (calls[n].due, next_to_it) if seat is not None]


def _back(clues: Clues, seat: Seat, steps: int) -> Seat:
    rotation: Sequence[Seat] = clues.table.rotation[seat]
    return rotation[-steps % len(rotation)]


# --- bids ------------------------------------------------------------------------------------------


def _bids(clues: Clues) -> Iterator[Slip]:
    """The figure or the suit of a bid: one with a fault, the one before it, the one that decides."""
    said = clues.seen.said
    calls = clues.replay.auction.calls
    faulty = {n for n, call in enumerate(calls) if call.faults and n < len(said)}
    of_suits = {n for n in faulty if calls[n].faults & _OF_SUITS or _of_one_figure(calls[n])}
    wanted = faulty | {_standing(calls[n]) for n in faulty} | {bid_before(said, n) for n in faulty}
    of_suits |= {_standing(calls[n]) for n in of_suits}
    deciding = _deciding(clues)
    otherwise = clues.replay.signs & (Sign.LEAD_TURN | Sign.WINNER | Sign.NOT_HELD)
    if otherwise or _contract_written_otherwise(clues):
        wanted.update(deciding)
    wanted.update(*(added_to(clues, n) for n in wanted))
    for n in sorted(wanted):
        words = said[n] if 0 <= n < len(said) else None
        if words is not None:
            yield from figures(clues, n, words)
            if n in of_suits or n in deciding:
                yield from _suits(n, words, n in deciding[-1:])
    yield from _of_the_contract(clues)


def _of_the_contract(clues: Clues) -> Iterator[Slip]:
    """The suit of a bid before the one that decides, where another is written to have made the contract: at
    bridge whoever named its suit first plays it. That bid was in the suit, or one of partner's was not."""
    standing, by = clues.replay.auction.standing, clues.seen.head.by
    if standing is None or by is None or not _contract_written_otherwise(clues):
        return
    said = clues.seen.said
    for n, call in enumerate(clues.replay.auction.calls[: min(standing.call - 1, len(said))]):
        words = said[n]
        if words is None or (call.seat == by) == (words.suit == standing.trump):
            continue
        for each in _suits(n, words, False):
            if call.seat != by or each.values[0][1].suit == standing.trump:
                yield each


def _standing(call: Any) -> int:
    """The bid (from 0) that stood before a call; -1 where there was none."""
    return call.standing.call - 1 if call.standing is not None else -1


def added_to(clues: Clues, n: int) -> Iterator[int]:
    """The bids (from 0) of which a bid of that many more makes its figure, back to one that says its own."""
    said, calls = clues.seen.said, clues.replay.auction.calls
    while 0 <= n < min(len(said), len(calls)):
        words = said[n]
        if words is None or not words.has(TermKind.PLUS):
            return
        n = _standing(calls[n])
        yield n


def _of_one_figure(call: Any) -> bool:
    """Whether only the suit may tell a bid from the one before."""
    words = call.said
    return call.standing is not None and words is not None and words.number == call.standing.value


def _deciding(clues: Clues) -> list[int]:
    """The calls (from 0) that made the contract: its bid, and the last to name a suit."""
    standing, said = clues.replay.auction.standing, clues.seen.said
    if standing is None or standing.call > len(said):
        return []
    made = standing.call - 1
    named = [n for n in range(made, -1, -1) if (words := said[n]) is not None and words.suit]
    return [made, *named[:1]]


def bid_before(said: Sequence[Said | None], place: int) -> int:
    bids = (
        n
        for n in range(place - 1, -1, -1)
        if (words := said[n]) is not None and words.number is not None
    )
    return next(bids, -1)


def figures(clues: Clues, n: int, words: Said) -> Iterator[Slip]:
    """Another figure that differs in a digit: a bid of the game, between those before and after it."""
    number = words.number
    if number is None:
        return
    plus = words.has(TermKind.PLUS)
    low, high = (0, 99) if plus else _between(clues.seen.said, n)
    others = near_figures(number)
    for other in others:
        if low <= other <= high and (plus or other in clues.table.bids):
            read = with_term(words, TermKind.NUMBER, str(other))
            entry = Misread(Place.of(f"call {n + 1}"), words.text, read.text)
            yield Slip((entry,), ((("said", n), read),), slip_rates.FIGURE / len(others))


def _between(said: Sequence[Said | None], n: int) -> tuple[int, int]:
    """The nearest figures said before and after a call that another figure may lie between."""
    before = [_figure(words) for words in said[:n]]
    after = [_figure(words) for words in said[n + 1 :]]
    low = max((figure for figure in before if figure is not None), default=0)
    high = min((figure for figure in after if figure is not None), default=99)
    return (low, high) if low <= high else (0, 99)


def _figure(words: Said | None) -> int | None:
    return words.number if words is not None and not words.has(TermKind.PLUS) else None


def near_figures(number: int) -> list[int]:
    """Figures that differ in one of their digits."""
    text = str(number)
    return [
        int(text[:n] + digit + text[n + 1 :])
        for n in range(len(text))
        for digit in "0123456789"
        if digit != text[n] and not (n == 0 and digit == "0")
    ]


def _suits(n: int, words: Said, deciding: bool) -> Iterator[Slip]:
    """Another suit, and so another trump where the bid decides."""
    if words.suit is None:
        return
    for suit in SUITS:
        if suit != words.suit:
            read = with_term(words, TermKind.SUIT, suit)
            entry = Misread(Place.of(f"call {n + 1}"), words.text, read.text)
            trump = suit if deciding else None
            yield Slip((entry,), ((("said", n), read),), slip_rates.SUIT / 3, trump)


def with_term(words: Said, kind: TermKind, text: str) -> Said:
    terms = tuple(Term(kind, text) if term.kind is kind else term for term in words.terms)
    return Said(terms, words.unclear)


# --- one letter -------------------------------------------------------------------------------------

_NOTICED: Final = frozenset({EventKind.OBJECTION, EventKind.WARNING})


def of_one_letter(clues: Clues) -> list[Slip]:
    """The letters that may stand for another, as likely together as slips of one letter are."""
    if any(event.kind in _NOTICED for event in clues.replay.events):
        return []
    found = [*_figures(clues), *_suit_held(clues)]
    likely = [replace(each, rate=each.rate / len(found)) for each in found]
    named = {each.entries for each in likely}
    others = (each for each in _any_figures(clues) if each.entries not in named)
    return [*likely, *others, *_labels(clues)]


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
        above = [(slip, more) for slip in slips if (more := _above(clues, n, slip)) >= 0]
        total = sum(1.0 / max(1, more) for _, more in above)
        for slip, more in above:
            yield replace(slip, rate=slip_rates.FIGURE / max(1, more) / total)


def _above(clues: Clues, n: int, slip: Slip) -> int:
    """By how much a bid (from 0), read differently, is above the one that stood before it."""
    read: Said = slip.values[0][1]
    number = read.number or 0
    if read.has(TermKind.PLUS):
        return number
    calls = clues.replay.auction.calls
    standing = calls[n].standing if n < len(calls) else None
    least: int = standing.value if standing is not None else clues.table.bids[0] - 1
    return number - least


def _another(clues: Clues, n: int, words: Any, step: int) -> Iterator[Slip]:
    """A bid one higher or lower, where that is one figure."""
    figure = words.number + step if words.number is not None else 0
    if figure <= 9 and figure in clues.table.bids:
        read = with_term(words, TermKind.NUMBER, str(figure))
        entry = Misread(Place.of(f"call {n + 1}"), words.text, read.text)
        yield Slip((entry,), ((("said", n), read),), slip_rates.LETTER)


def _suit_held(clues: Clues) -> Iterator[Slip]:
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

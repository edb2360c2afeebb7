"""Whose turn it is in a deal under way, and how it stands: by the rules' replay, in a worker.

It is shown, and nothing more: whoever acted is entered, in turn or not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairdeal.desk.intake.books import book_for
from fairdeal.grammar.notation import hand_record
from fairdeal.records.cards import Seat
from fairdeal.records.doubt import illegible
from fairdeal.records.record import Call, Deal, Play, Trick
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.replay.deal import DealReplay, replay
from fairdeal.rulings.fifty_six.replay.table import table_of
from fairdeal.rulings.frame.finding import Contract
from fairdeal.rulings.replay.reading import see

ACTING = ("auction", "play")
"""The parts of a deal that have turns."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How a deal stands. `seat` acts next as the notation counts, `due` by the rulebook; None where that
    not known. `callers` are the seats of all calls, `players` of all cards, trick by trick."""

    seat: Seat | None = None
    due: Seat | None = None
    over: bool = False
    """Whether the auction is over."""
    contract: Contract | None = None
    callers: tuple[Seat | None, ...] = ()
    players: tuple[tuple[Seat | None, ...], ...] = ()


def whose_turn(text: str, part: str, opens: int, players: int) -> Turn:
    """In a worker: how the last deal of a record stands. `opens`: the next card begins the trick of this
    number; 0 where it goes to the last."""
    record = hand_record.read(text).record
    book = book_for(record, None)
    if not isinstance(book, FiftySixBook) or players not in book.players or not record.deals:
        return Turn()
    table = table_of(book, players)
    deal = _with_next(record.deals[-1], part, opens)
    found = replay(see(deal, 1, table.seats), table)
    seat, due = _acting(found, part)
    callers = tuple(fact.seat for fact in found.auction.calls)
    tricks = tuple(fact.seats for fact in found.play.tricks)
    if part == "auction":
        over = found.auction.calls[-1].after is not None
        before = replay(see(record.deals[-1], 1, table.seats), table)
        return Turn(seat, due, over, before.auction.contract, callers[:-1], tricks)
    if part == "play":
        last = () if opens else (tricks[-1][:-1],)
        return Turn(seat, due, False, found.contract, callers, (*tricks[:-1], *last))
    return Turn(None, None, False, found.contract, callers, tricks)


def _with_next(deal: Deal, part: str, opens: int) -> Deal:
    """The deal with one entry more that nobody can read: who made it is whose turn it is."""
    if part == "auction":
        return replace(deal, auction=(*(deal.auction or ()), Call(illegible())))
    if part != "play":
        return deal
    tricks, card = deal.play or (), Play(illegible())
    if opens:
        return replace(deal, play=(*tricks, Trick(opens, (card,))))
    last = replace(tricks[-1], items=(*tricks[-1].items, card))
    return replace(deal, play=(*tricks[:-1], last))


def _acting(found: DealReplay, part: str) -> tuple[Seat | None, Seat | None]:
    """Whose turn it is, as the notation counts and by the rulebook."""
    if part == "auction":
        fact = found.auction.calls[-1]
        return fact.seat, fact.due
    if part == "play":
        trick = found.play.tricks[-1]
        return trick.seats[-1], trick.leader if len(trick.seats) == 1 else trick.seats[-1]
    return None, None

"""The slips of the pen that are put into a log, or into a score sheet of 56, one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Final, Generic, TypeVar

from bench.reader.slips import other_figure
from fairdeal.records import (
    CARDS,
    Call,
    Card,
    Deal,
    Entry,
    Play,
    Said,
    Sheet,
    Term,
    TermKind,
    Trick,
    blank,
    clear,
)
from samples.making.chance import NoChanceError, given, require

T = TypeVar("T")
Paper = TypeVar("Paper", Deal, Sheet)
Path = Sequence[str | int]
"""Where something stands in a deal or a sheet: names of attributes, positions and keys."""

WHOLE: Final = (8, 13)
"""Tricks of a deal of 56, and of bridge."""
FIGURES: Final = ("points", "score", "total")


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table, and with which cards."""

    seats: tuple[str, ...]
    ranks: tuple[str, ...]

    @property
    def pack(self) -> list[Card]:
        return [CARDS[rank + suit] for rank in self.ranks for suit in "CDHS"]


@dataclass(frozen=True, slots=True)
class Slipped(Generic[Paper]):
    """A deal or a sheet with one slip. `entries`: the places of the entries put wrong, and what truly stood
    there.

    A truth of None is not compared: there the place alone names the slip.
    """

    paper: Paper
    entries: tuple[tuple[str, str | None], ...]


Slip = Callable[[Deal, Random, Seating], Slipped[Deal]]
SheetSlip = Callable[[Sheet, Random, Seating], Slipped[Sheet]]


def chosen(rng: Random, options: Iterable[T]) -> T:
    """Any one of some; `NoChanceError` where there are none."""
    found = list(options)
    require(found)
    return rng.choice(found)


# --- what stands at a place ------------------------------------------------------------------------


def at(thing: Any, path: Path) -> Any:
    for key in path:
        thing = getattr(thing, key) if isinstance(key, str) and hasattr(thing, key) else thing[key]
    return thing


def put(thing: Any, path: Path, new: Any) -> Any:
    """The same with something else at a place of it."""
    if not path:
        return new
    key: Any = path[0]
    inner = put(at(thing, path[:1]), path[1:], new)
    if isinstance(thing, tuple):
        return (*thing[:key], inner, *thing[key + 1 :])
    return thing | {key: inner} if isinstance(thing, dict) else replace(thing, **{key: inner})


def swapped(thing: Paper, one: Path, two: Path) -> Paper:
    """The same with what stands at two places each in the other's."""
    there: Paper = put(put(thing, one, at(thing, two)), two, at(thing, one))
    return there


def places(paper: Deal | Sheet) -> Iterator[tuple[str, Path]]:
    """The entries of a deal or a sheet by their addresses."""
    if isinstance(paper, Sheet):
        for row, _ in enumerate(paper.rows):
            for n, column in enumerate(paper.columns):
                yield f"row {row + 1} / {column}", ("rows", row, "cells", n)
        return
    yield from (("dealer", ("dealer",)), ("deal", ("number",)))
    for n, hand in enumerate(paper.hands or ()):
        for place, _ in enumerate(hand.cards):
            yield f"hand {hand.seat} / {place + 1}", ("hands", n, "cards", place)
    calls = [n for n, item in enumerate(paper.auction or ()) if isinstance(item, Call)]
    for number, n in enumerate(calls, 1):
        yield f"call {number}", ("auction", n, "said")
        yield f"call {number} / seat", ("auction", n, "label")
    for row, trick in enumerate(paper.play or ()):
        for n, _ in enumerate(trick.plays, 1):
            yield f"trick {trick.number} / card {n}", ("play", row, "items", n - 1, "card")
            who = f"card {n} / seat" if n > 1 else "leader"
            yield f"trick {trick.number} / {who}", ("play", row, "items", n - 1, "label")
    if paper.result is not None:
        for n, _ in enumerate(paper.result.tricks):
            yield f"trick {n + 1} / winner", ("result", "tricks", n)
        for column in ("points", "score"):
            for team in getattr(paper.result, column):
                yield f"{column} {team}", ("result", column, team)


# --- an entry written for another ------------------------------------------------------------------

Other = Callable[[Any, Random, Seating], Any]
"""What is written for a value; None where nothing is."""


def other_entry(
    pattern: str, other: Other, paper: Paper, rng: Random, seating: Seating
) -> Slipped[Paper]:
    """An entry whose address is like this, written for another."""
    found = [(place, path) for place, path in places(paper) if re.fullmatch(pattern, place)]
    for place, path in rng.sample(found, len(found)):
        entry = at(paper, path)
        wrong = None if entry is None else other(entry.value, rng, seating)
        if wrong is not None:
            truth = getattr(entry.value, "text", str(entry.value))
            return Slipped(
                put(paper, path, blank() if wrong == "" else clear(wrong)), ((place, truth),)
            )
    raise NoChanceError


def other_seat(seat: str | None, rng: Random, seating: Seating) -> str | None:
    return seat and rng.choice([each for each in seating.seats if each != seat])


def other_card(card: Card | None, rng: Random, seating: Seating) -> Card | None:
    return card and rng.choice([each for each in seating.pack if each != card])


def other_number(number: str | None, rng: Random, seating: Seating) -> str | None:
    return number and rng.choice([str(n) for n in range(1, 19) if str(n) != number])


def other_digit(number: int | None, rng: Random, seating: Seating) -> int | None:
    """A figure one digit of which is another."""
    return None if number is None else int(other_figure(str(number), rng))


def transposed(number: int | None, rng: Random, seating: Seating) -> int | None:
    """A figure of two digits, these in each other's place."""
    turned = int(str(number)[::-1]) if number is not None and number > 9 else number
    return turned if turned != number else None


def other_mark(mark: str | None, rng: Random, seating: Seating) -> str:
    return rng.choice([each for each in ("", "X", "XX") if each != (mark or "")])


def other_word(
    kinds: Sequence[TermKind], said: Said | None, rng: Random, seating: Seating
) -> Said | None:
    """The same words with another figure, or another suit."""
    there = [term.kind for term in (said.terms if said else ()) if term.kind in kinds]
    if said is None or not there:
        return None
    kind = rng.choice(there)
    suits = [suit for suit in "CDHS" if suit != said.suit]
    text = rng.choice(suits) if kind is TermKind.SUIT else other_figure(str(said.number or 0), rng)
    return Said(tuple(Term(kind, text) if term.kind is kind else term for term in said.terms))


# --- hands -----------------------------------------------------------------------------------------

Change = Callable[[list[Entry[Card]], Random, Seating], None]
"""How the cards of a hand are written wrongly, so that their number is another."""


def in_a_hand(change: Change, deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    n, hand = chosen(rng, enumerate(deal.hands or ()))
    cards = list(hand.cards)
    change(cards, rng, seating)
    return Slipped(put(deal, ("hands", n, "cards"), tuple(cards)), ((f"hand {hand.seat}", None),))


def card_left_off(cards: list[Entry[Card]], rng: Random, seating: Seating) -> None:
    cards.pop(rng.randrange(len(cards)))


def hand_in_part(cards: list[Entry[Card]], rng: Random, seating: Seating) -> None:
    cards[:] = rng.sample(cards, rng.randint(2, len(cards) - 2))


def card_too_many(cards: list[Entry[Card]], rng: Random, seating: Seating) -> None:
    cards.insert(rng.randrange(len(cards) + 1), clear(rng.choice(seating.pack)))


def card_twice_in_a_hand(cards: list[Entry[Card]], rng: Random, seating: Seating) -> None:
    n = rng.randrange(len(cards))
    cards.insert(n, cards[n])


def neighbours_in_a_hand(deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    """Two neighbouring cards of a hand row in each other's place: nothing is wrong by it."""
    n, hand = chosen(rng, enumerate(deal.hands or ()))
    place = rng.randrange(len(hand.cards) - 1)
    row: Path = ("hands", n, "cards")
    return Slipped(swapped(deal, (*row, place), (*row, place + 1)), ())


def hand_rows_swapped(deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    hands = deal.hands or ()
    require(len(hands) > 1)
    one, two = rng.sample(range(len(hands)), 2)
    entries = (f"hand {hands[one].seat}", None), (f"hand {hands[two].seat}", None)
    return Slipped(swapped(deal, ("hands", one, "cards"), ("hands", two, "cards")), entries)


# --- play ------------------------------------------------------------------------------------------


def _a_trick(deal: Deal, rng: Random) -> tuple[int, Trick]:
    tricks = enumerate(deal.play or ())
    return chosen(rng, [(row, trick) for row, trick in tricks if len(trick.plays) > 2])


def neighbours_swapped(deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    """Two neighbours' cards of a trick in each other's place."""
    row, trick = _a_trick(deal, rng)
    n = rng.randrange(len(trick.plays) - 1)
    one, two = (given(play.card.value) for play in trick.plays[n : n + 2])
    require(one != two)
    paths: list[Path] = [("play", row, "items", place, "card") for place in (n, n + 1)]
    name = f"trick {trick.number}"
    return Slipped(swapped(deal, *paths), ((name, one.text), (name, two.text)))


def card_twice_in_a_trick(deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    """A card of a trick written twice, the next ones after it."""
    row, trick = _a_trick(deal, rng)
    n = rng.randrange(len(trick.plays))
    plays = (*trick.plays[: n + 1], Play(trick.plays[n].card), *trick.plays[n + 1 :])
    return Slipped(put(deal, ("play", row, "items"), plays), ((f"trick {trick.number}", None),))


def lines_swapped(deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    """Two neighbouring lines of the play in each other's place."""
    tricks = deal.play or ()
    one = chosen(rng, range(len(tricks) - 1))
    entries = tuple((f"trick {trick.number}", None) for trick in tricks[one : one + 2])
    return Slipped(swapped(deal, ("play", one, "items"), ("play", one + 1, "items")), entries)


def _numbered(deal: Deal, lines: Sequence[Trick]) -> Deal:
    """A deal with these lines of the play, by their order as they stand."""
    return replace(deal, play=tuple(Trick(n, line.items) for n, line in enumerate(lines, 1)))


def _whole(deal: Deal) -> list[Trick]:
    """The lines of a play written to its end, by the number of them or of the winners."""
    lines = list(deal.play or ())
    winners = deal.result.tricks if deal.result is not None else ()
    require(lines and len(lines) in (*WHOLE, len(winners)))
    return lines


def lines_left_out(count: int, deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    """Lines of the play left out, but the last one: that the end is not written is nothing wrong."""
    lines = _whole(deal)
    require(len(lines) >= count + 2)
    gone = sorted(rng.sample(range(len(lines) - 1), count))
    kept = [line for n, line in enumerate(lines) if n not in gone]
    entries = dict.fromkeys((f"trick {n - before + 1}", None) for before, n in enumerate(gone))
    return Slipped(_numbered(deal, kept), tuple(entries))


def line_twice(deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    lines = _whole(deal)
    n = rng.randrange(len(lines))
    again = [*lines[: n + 1], *lines[n:]]
    return Slipped(_numbered(deal, again), ((f"trick {n + 2}", None),))


def without_hands(slip: Slip, deal: Deal, rng: Random, seating: Seating) -> Slipped[Deal]:
    return slip(replace(deal, hands=None), rng, seating)


_LINES: Final[dict[str, Slip]] = {
    "a line of the play left out": partial(lines_left_out, 1),
    "two lines of the play left out": partial(lines_left_out, 2),
    "a line of the play written twice": line_twice,
}

LINE_SLIPS: Final[dict[str, Slip]] = _LINES | {
    f"{kind}, no hands": partial(without_hands, slip) for kind, slip in _LINES.items()
}
"""Of these the number of the lines says that something is missing, whatever else is found."""

LOG_SLIPS: Final[dict[str, Slip]] = {
    **LINE_SLIPS,
    "a card left off a hand row": partial(in_a_hand, card_left_off),
    "a hand written in part": partial(in_a_hand, hand_in_part),
    "a card written for another in a hand": partial(other_entry, r"hand . / \d+", other_card),
    "a card too many in a hand": partial(in_a_hand, card_too_many),
    "a card twice in a hand": partial(in_a_hand, card_twice_in_a_hand),
    "two neighbouring cards of a hand swapped": neighbours_in_a_hand,
    "two hand rows swapped": hand_rows_swapped,
    "a card written for another in the play": partial(
        other_entry, r"trick \d+ / card \d", other_card
    ),
    "two neighbours' cards swapped": neighbours_swapped,
    "a card twice in a trick": card_twice_in_a_trick,
    "two lines of the play swapped": lines_swapped,
    "a leader's seat": partial(other_entry, r"trick \d+ / leader", other_seat),
    "a caller's seat": partial(other_entry, r"call \d+ / seat", other_seat),
    "the figure of a call": partial(
        other_entry, r"call \d+", partial(other_word, (TermKind.NUMBER,))
    ),
    "the suit of a call": partial(other_entry, r"call \d+", partial(other_word, (TermKind.SUIT,))),
    "the dealer": partial(other_entry, "dealer", other_seat),
    "the deal's number": partial(other_entry, "deal", other_number),
    "points under a log": partial(other_entry, r"points \w+", other_digit),
    "a score under a log": partial(other_entry, r"score \w+", other_digit),
    "a trick's winner": partial(other_entry, r"trick \d+ / winner", other_seat),
}


# --- sheets ----------------------------------------------------------------------------------------


def cells_swapped(sheet: Sheet, rng: Random, seating: Seating) -> Slipped[Sheet]:
    """The two sides' figures of a row in each other's place."""
    paths, pairs = dict(places(sheet)), list[tuple[str, str]]()
    for row in range(1, len(sheet.rows) + 1):
        for name in FIGURES:
            both = f"row {row} / {name} A", f"row {row} / {name} B"
            if both[0] in paths and len({at(sheet, paths[each]).value for each in both}) == 2:
                pairs.append(both)
    one, two = chosen(rng, pairs)
    return Slipped(swapped(sheet, paths[one], paths[two]), ((one, None), (two, None)))


def _rows(sheet: Sheet, rows: Sequence[int], row: int) -> Slipped[Sheet]:
    """The sheet with these of its rows; the number of one of them (from 0) tells."""
    written = tuple(sheet.rows[n] for n in rows)
    return Slipped(replace(sheet, rows=written), ((f"row {row + 1} / deal", None),))


def row_left_out(sheet: Sheet, rng: Random, seating: Seating) -> Slipped[Sheet]:
    """A row between two others left out: of the first or the last nothing can tell."""
    gone = chosen(rng, range(1, len(sheet.rows) - 1))
    return _rows(sheet, [n for n in range(len(sheet.rows)) if n != gone], gone)


def row_twice(sheet: Sheet, rng: Random, seating: Seating) -> Slipped[Sheet]:
    n = chosen(rng, range(len(sheet.rows)))
    return _rows(sheet, [*range(n + 1), *range(n, len(sheet.rows))], n + 1)


def rows_exchanged(sheet: Sheet, rng: Random, seating: Seating) -> Slipped[Sheet]:
    order = list(range(len(sheet.rows)))
    n = chosen(rng, order[:-1])
    order[n], order[n + 1] = n + 1, n
    return _rows(sheet, order, n)


SHEET_SLIPS: Final[dict[str, SheetSlip]] = {
    "the dealer on the sheet": partial(other_entry, ".* / dealer", other_seat),
    "the bidder on the sheet": partial(other_entry, ".* / bidder", other_seat),
    "the deal's number on the sheet": partial(other_entry, ".* / deal", other_number),
    "the contract on the sheet": partial(
        other_entry, ".* / contract", partial(other_word, (TermKind.NUMBER, TermKind.SUIT))
    ),
    "the doubling mark on the sheet": partial(other_entry, ".* / x", other_mark),
    "points on the sheet": partial(other_entry, ".* / points .", other_digit),
    "a score on the sheet": partial(other_entry, ".* / score .", other_digit),
    "a total on the sheet": partial(other_entry, ".* / total .", other_digit),
    "digits transposed on the sheet": partial(
        other_entry, ".* / (points|score|total) .", transposed
    ),
    "two cells of a row swapped": cells_swapped,
    "a row of the sheet left out": row_left_out,
    "a row of the sheet written twice": row_twice,
    "two rows of the sheet exchanged": rows_exchanged,
}

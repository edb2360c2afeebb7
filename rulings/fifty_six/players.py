"""How many play: as the record says or shows, among the tables that the rulebook has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, pairwise
from typing import Any, Final

from fairdeal.records import (
    COMPASS,
    NUMBERED,
    Call,
    Deal,
    Entry,
    Play,
    Record,
    Seat,
    Sheet,
    Standing,
    TermKind,
    figure,
    firsts,
)
from fairdeal.rulings.frame.finding import Note
from fairdeal.rulings.rulebooks.files import known, located, source
from fairdeal.rulings.rulebooks.rulebook import Rulebook

TABLES: Final[Mapping[int, tuple[str, ...]]] = {
    4: ("J", "9", "A", "10"),
    6: ("J", "9", "A", "10", "K", "Q"),
    8: ("J", "9", "A", "10", "K", "Q", "8", "7"),
}
"""The tables of 56 that the known descriptions have, with the ranks in play at each."""
_CLEAR: Final = Standing.CLEAR
STRAY_CARDS: Final = 2
"""Cards a deal that may be strange to a pack by a slip of the dealer's or the recorder's."""


def players(record: Record, book: Rulebook) -> int:
    """The number of players: by the heading, else by the hands, tricks and seats that are recorded.

    Where the record shows nothing, or the rulebook has only one table, it is the rulebook's first. Where
    only dealers and callers show it, it is the table at which most of them follow each other. Seats that are
    read with doubt show nothing.
    """
    stated = _stated(record)
    if stated in book.players:
        return stated
    if len(book.players) == 1:
        return book.default_players()
    highest = _highest(record)
    shown = _by_cards(record, book, highest)
    if shown:
        return shown
    tables = [count for count in book.players if count >= highest] or [max(book.players)]
    if highest <= book.default_players():
        tables.sort(key=lambda count: count != book.default_players())
    turn = 1 if book.direction == "counter-clockwise" else -1
    turns = [*_from_dealer_to_dealer(record, turn), *_from_caller_to_caller(record, turn)]
    closing = list(_closing_passes(record))

    def agreeing(count: int) -> int:
        in_turn = sum(not step % count for step in turns)
        return in_turn + sum(passes in (count - 1, count) for passes in closing)

    return max(tables, key=agreeing)


def _by_cards(record: Record, book: Rulebook, highest: int) -> int:
    """The players whose tricks or hands are written, with no seat beyond them (`highest` is named); 0 if not
    shown."""
    found = (_by_tricks(record), _by_hands(record, book.packs), _by_one_trick(record))
    return next((shown for shown in found if shown in book.players and shown >= highest), 0)


def _from_dealer_to_dealer(record: Record, turn: int) -> Iterator[int]:
    """By how many seats, before these are counted round the table, each dealer is off the one due after
    the dealer before him, in the order of the deals' numbers; and after the one before that, as a dealer
    between the two may be written wrong."""
    written: list[tuple[Entry[Any] | None, Entry[Any] | None]] = []
    written += [(deal.number, deal.dealer) for deal in record.deals]
    for sheet in record.sheets:
        rows = range(len(sheet.rows))
        written += [(sheet.cell(row, "deal"), sheet.cell(row, "dealer")) for row in rows]
    clear = [
        (figure(str(number.value)), dealer.value)
        for number, dealer in written
        if number is not None and dealer is not None and number.clear and dealer.clear
    ]
    dealers = firsts((at, int(by)) for at, by in clear if at is not None and by in NUMBERED)
    turns = sorted(dealers.items())
    for (one, before), (two, after) in chain(pairwise(turns), zip(turns, turns[2:], strict=False)):
        yield after - before - turn * (two - one)


def _from_caller_to_caller(record: Record, turn: int) -> Iterator[int]:
    """By how many seats, before these are counted round the table, each seat written before a call is off the
    one whose turn it was after the one written before it; and, where no call has a seat, the bidder written
    off who made the last bid by the dealer, a `turn` behind whom the first caller sits."""
    for deal in record.deals:
        labels = ((n, _number(call.label)) for n, call in enumerate(deal.calls))
        written = [each for each in labels if each[1]]
        for (one, before), (two, after) in pairwise(written):
            yield after - before - (two - one)
        contract = deal.result.contract if deal.result is not None else None
        dealer, by = _number(deal.dealer), _number(contract.by if contract else None)
        last = _last_bid(deal)
        if dealer and by and last and not written:
            yield by - (dealer + turn) - (last - 1)


def _number(seat: Entry[Seat] | None) -> int:
    """The number of a seat that is read without doubt; 0 of any other."""
    return int(seat.value) if seat is not None and seat.clear and seat.value in NUMBERED else 0


def _closing_passes(record: Record) -> Iterator[int]:
    """How many passes are written behind the last bid of each auction that has nothing else there."""
    for deal in record.deals:
        after = [call.said.value for call in deal.calls[_last_bid(deal) :]]
        if after and all(said is not None and said.form == TermKind.PASS.value for said in after):
            yield len(after)


def _last_bid(deal: Deal) -> int:
    """The number (from 1) of the last call with a figure or a suit; 0 of an auction without one."""
    bids = (
        n
        for n, call in enumerate(deal.calls, 1)
        if call.said.value is not None and (call.said.value.number or call.said.value.suit)
    )
    return max(bids, default=0)


def seats_shown(record: Record) -> int:
    """How many play by the record alone, whatever the rulebook: 4, 6 or 8; 0 where it does not show."""
    stated = _stated(record)
    if stated in TABLES:
        return stated
    highest = _highest(record)
    found = (_by_tricks(record), _by_hands(record, TABLES))
    most = max(TABLES) if highest > sorted(TABLES)[-2] else 0
    return next((shown for shown in found if shown in TABLES and shown >= highest), most)


def other_table(record: Record, book: Rulebook) -> int:
    """The players of a record that is plainly of a table which a rulebook does not have; 0 of any other.

    Plain are all hands of a table, tricks of more cards than there are seats, and a heading that these do
    not contradict. A seat label beyond the table may be a slip, and tricks of four cards may be six
    players' with two not written.
    """
    shown = next((count for count in _plainly(record, book) if count in TABLES), 0)
    return 0 if shown in book.players else shown


def _plainly(record: Record, book: Rulebook) -> Iterator[int]:
    """What hands, tricks and heading show, each looked at where those before it show nothing."""
    yield _by_hands(record, TABLES)
    by_tricks = _by_tricks(record)
    yield by_tricks if by_tricks in book.players or by_tricks > max(book.players) else 0
    yield _stated(record)


def refusal(shown: int, book: Rulebook) -> Note:
    """What is said instead of a ruling where the rulebook has no table of that many players."""
    seats = " or ".join(_NUMBERS.get(each, str(each)) for each in sorted(book.players))
    words = (
        f"The record is of {_NUMBERS[shown]} players, and the rules of {book.title} are for {seats}: "
        "nothing was judged."
    )
    tables = {name: source(located(name)).tables for name in known()}
    others = ", ".join(
        f'"{name}"'
        for name, raw in tables.items()
        if raw["game"] == book.game and shown in raw["table"]["players"]
    )
    more = f" Rulebooks for {_NUMBERS[shown]}: {others}." if others else ""
    return Note(words + more, severity="warning")


_NUMBERS: Final = {4: "four", 6: "six", 8: "eight"}


def game_shown(record: Record) -> str:
    """The family of games that the seats of a record are of: ``bridge`` for N E S W, else 56."""
    for entry in _seat_entries(record):
        if entry is not None and entry.value is not None:
            return "bridge" if entry.value in COMPASS else "fifty-six"
    seats = {hand.seat for deal in record.deals for hand in deal.hands or ()}
    return "bridge" if seats & set(COMPASS) else "fifty-six"


def notes_on_players(record: Record, taken: int, book: Rulebook) -> list[Note]:
    """What to say where the heading or the hands show more or fewer players than are taken, or where
    these go by the dealers alone."""
    said = record.tag("Players")
    if said is None:
        seats = {hand.seat for deal in record.deals for hand in deal.hands or ()}
        beyond = max((int(seat) for seat in seats if seat in NUMBERED), default=0)
        if beyond <= taken:
            usual = book.default_players()
            if taken == usual:
                return []
            highest = _highest(record)
            if highest > usual or _by_cards(record, book, highest):
                return []
            shown = f"its dealers, callers and last passes fit a table of {taken}"
            return [Note(f"The record does not say how many play; {shown}.")]
        shown = f"has hands for {beyond}"
    elif said.strip() == str(taken):
        return []
    else:
        shown = f"says {said}"
    return [Note(f"The record {shown} players; the rulebook's table of {taken} is used.")]


def _stated(record: Record) -> int:
    said = (record.tag("Players") or "").strip()
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 3 else 0


def _by_tricks(record: Record) -> int:
    """The number of cards that most tricks have; 0 where that does not tell."""
    lengths = _lengths(record)
    # A card more or less is a slip in one trick; the table is what most of them show.
    length, times = lengths.most_common(1)[0] if lengths else (0, 0)
    return length if times > 1 and 2 * times > lengths.total() else 0


def _by_one_trick(record: Record) -> int:
    """The largest table, where the only trick written has a card of each: a card too many in a trick of the
    next one makes fewer; 0 where that does not tell."""
    return max(TABLES) if _lengths(record) == {max(TABLES): 1} else 0


def _lengths(record: Record) -> Counter[int]:
    """How many tricks have so many cards; one broken off or tabled tells nothing."""
    tricks = [trick for deal in record.deals for trick in deal.play or ()]
    return Counter(len(each.plays) for each in tricks if len(each.plays) == len(each.items))


def _highest(record: Record) -> int:
    return max((int(seat) for seat in _seats(record)), default=0)


def _by_hands(record: Record, packs: Mapping[int, Collection[str]]) -> int:
    """The number of hands written, if they are those of a whole table; 0 where that does not tell."""
    dealt = [deal for deal in record.deals if deal.hands]
    sizes = {len(deal.hands or ()) for deal in dealt}
    size = sizes.pop() if len(sizes) == 1 else 0
    if size not in packs or not all(_in_turn(deal) for deal in dealt):
        return 0
    ranks = frozenset(packs[size])
    cards = [card for deal in dealt for hand in deal.hands or () for card in hand.cards]
    clear = [card.readings[0].value.rank for card in cards if card.standing is _CLEAR]
    strange = sum([rank not in ranks for rank in clear])
    # Kings and queens in four hands are six players' cards with two hands not written.
    return size if strange <= STRAY_CARDS * len(dealt) else 0


def _in_turn(deal: Deal) -> bool:
    """Whether hands are written for seats 1 to some number without a gap."""
    written = {hand.seat for hand in deal.hands or ()}
    return written == set(NUMBERED[: len(written)])


def _seats(record: Record) -> Iterator[Seat]:
    """Every seat that is named without doubt anywhere in the record."""
    for entry in _seat_entries(record):
        if entry is not None and entry.clear and entry.value in NUMBERED:
            yield entry.value
    for deal in record.deals:
        yield from (hand.seat for hand in deal.hands or () if hand.seat in NUMBERED)
    for tag in record.tags:
        if tag.name.startswith("Seat") and tag.name[4:] in NUMBERED and tag.value:
            yield tag.name[4:]


def _seat_entries(record: Record) -> Iterator[Entry[Seat] | None]:
    for deal in record.deals:
        yield deal.dealer
        yield from [item.label for item in deal.auction or () if isinstance(item, Call)]
        for trick in deal.play or ():
            yield from [item.label for item in trick.items if isinstance(item, Play)]
        if deal.result is not None:
            yield from deal.result.tricks
            yield deal.result.contract.by if deal.result.contract else None
    for sheet in record.sheets:
        yield from _on_sheet(sheet)


def _on_sheet(sheet: Sheet) -> Iterator[Entry[Seat] | None]:
    for row in sheet.rows:
        for column, cell in zip(sheet.columns, row.cells, strict=False):
            if column in ("dealer", "bidder") and isinstance(cell.value, str):
                yield cell

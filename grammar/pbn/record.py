"""What a game says as a deal of the records."""

from __future__ import annotations

from typing import Final

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.game import Game
from fairdeal.grammar.pbn.syntax import Block, Item, Written
from fairdeal.grammar.pbn.values import NOTHING_SAID
from fairdeal.records.cards import CARDS, COMPASS, Card, Said, Seat, Team, Term, TermKind, next_seat
from fairdeal.records.doubt import Entry, Reading, Standing, clear
from fairdeal.records.place import Span
from fairdeal.records.record import (
    Call,
    Comment,
    ContractEntry,
    Deal,
    Hand,
    Play,
    Result,
    Tag,
    Trick,
)

ILLEGIBLE: Final[Entry[Card]] = Entry(Standing.ILLEGIBLE)
_NOWHERE: Final[Entry[Seat]] = Entry(Standing.ILLEGIBLE)
_ABSENT: Final[Entry[Card]] = Entry(Standing.ABSENT)

CLEAR_SEATS: Final = {seat: clear(seat) for seat in COMPASS}

_ENTRIES: Final = frozenset({
    "Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Score", "Auction",
    "Play",
})  # fmt: skip
"""Tags that a deal has entries for. Where an entry says less than the tag, the tag is kept too."""


def deal_of(game: Game, line: int, raw: str, written: Written) -> Deal:
    """The record of a game: of its text `raw` from a line on, as it was written."""
    items = [*written.before, *(item for block in written.blocks for item in block.items)]
    board = game.effective.get("Board")
    block = game.block("Board")
    number = None
    if board is not None and board not in NOTHING_SAID:
        number = clear(board, value_span(block))
    return Deal(
        number=number,
        dealer=_seat_entry(game, "Dealer", game.dealer),
        tags=_tags(game),
        hands=_deal_hands(game),
        auction=None if game.auction is None else _deal_calls(game),
        play=None if game.play is None else _deal_tricks(game),
        result=_deal_result(game),
        comments=tuple(
            Comment(item.text.strip(), span=item.span)
            for item in items
            if item.kind in ("comment", "rest")
        ),
        span=Span(line, 1, line + raw.count("\n"), 1),
        vulnerable=None
        if game.vulnerable is None
        else clear(game.vulnerable, value_span(game.block("Vulnerable"))),
    )


def value_span(block: Block | None) -> Span | None:
    """Where the value of a tag stands."""
    if block is None or block.value is None:
        return None
    line, column = block.value_line, block.value_column
    return Span(line, column, line, column + len(block.value))


def _seat_entry(game: Game, name: str, seat: Seat | None) -> Entry[Seat] | None:
    return None if seat is None else clear(seat, value_span(game.block(name)))


def _tags(game: Game) -> tuple[Tag, ...]:
    """The other tags in order, with the values they have; then those that games before hand on."""
    tags: list[Tag] = []
    named: set[str] = set()
    for block in game.blocks:
        if block.value is None or not block.name or block.name in named:
            continue
        if block.name != "Note":
            named.add(block.name)
        if block.name in _ENTRIES and block.name not in game.kept and _has_entry(game, block.name):
            continue
        value = block.value if block.name == "Note" else game.effective.get(block.name, block.value)
        tags.append(Tag(block.name, value, block.span))
    for name, value in game.effective.items():
        if name not in named and name not in _ENTRIES:
            tags.append(Tag(name, value))
    return tuple(tags)


def _has_entry(game: Game, name: str) -> bool:
    """Whether an entry of the deal says all that the tag does."""
    if name == "Result":
        return game.result is not None and bool(game.result.by_team(game.declarer))
    if name == "Score":
        score = values.score(game.effective.get("Score", ""))
        return score is not None and bool(score.by_team(game.declarer))
    return True


def _deal_hands(game: Game) -> tuple[Hand, ...] | None:
    block = game.block("Deal")
    if block is None and not game.hands:
        return None
    hands: list[Hand] = []
    for hand in game.hands:
        if hand.cards is not None:
            entries = tuple(
                _card(card, _part(block, index, width)) for card, index, width in hand.cards
            )
            hands.append(Hand(hand.seat, entries))
    return tuple(hands) or None


_READ_AS: Final = {card: (Reading(card),) for card in CARDS.values()}


def _card(card: Card, span: Span | None) -> Entry[Card]:
    return Entry(Standing.CLEAR, _READ_AS[card], span)


def _part(block: Block | None, index: int, width: int) -> Span | None:
    if block is None:
        return None
    line, column = block.value_line, block.value_column + index
    return Span(line, column, line, column + width)


def _deal_calls(game: Game) -> tuple[Call, ...]:
    assert game.auction is not None
    calls: list[Call] = []
    due = game.dealer
    for act, text in game.calls:
        seat = game.auction.seat(act)
        label = None if seat is None or seat == due else clear(seat)
        calls.append(Call(_said(act.item, text), label, act.mark))
        due = None if seat is None else next_seat(seat, 4)
    return tuple(calls)


def _said(item: Item, text: str | None) -> Entry[Said]:
    if item.text == "-":
        return Entry(Standing.ABSENT)
    if text is None:
        unclear = Said((Term(TermKind.WORD, item.text),), unclear=True)
        return Entry(Standing.CLEAR, (Reading(unclear),), item.span)
    return Entry(Standing.CLEAR, values.CALLS_SAID[text], item.span)


def _deal_tricks(game: Game) -> tuple[Trick, ...]:
    tricks: list[Trick] = []
    last = _last_row(game)
    for index, (row, able) in enumerate(zip(game.rows, game.led, strict=True)):
        if index > last:
            break
        known = len(able) == 1
        first = next(iter(able)) if known else 0
        columns = [(first + turn) % 4 for turn in range(4)]
        if index == last:
            while columns and _empty(game, index, columns[-1]):
                columns.pop()
        short = any(act is not None and act.short for act in row)
        plays = tuple(
            _deal_play(game, index, column, labelled=not known or turn == 0)
            for turn, column in enumerate(columns)
            if row[column] is not None or not short
        )
        tricks.append(Trick(index + 1, plays, by_seat=short or not known))
    return tuple(tricks)


def _last_row(game: Game) -> int:
    """The index of the last trick with a card in it, -1 where there is none."""
    for index in range(len(game.rows) - 1, -1, -1):
        if not all(_empty(game, index, column) for column in range(4)):
            return index
    return -1


def _empty(game: Game, index: int, column: int) -> bool:
    """Whether nothing is written in a column of a trick but that nothing was played or known."""
    act = game.rows[index][column]
    return act is None or act.item.text.strip("-") == ""


def _deal_play(game: Game, index: int, column: int, labelled: bool) -> Play:
    assert game.play is not None
    act, card = game.rows[index][column], game.cards[index][column]
    first = game.play.first
    label: Entry[Seat] | None = None
    if act is not None and act.short:
        label = _NOWHERE
    elif labelled and first is not None:
        label = CLEAR_SEATS[COMPASS[(COMPASS.index(first) + column) % 4]]
    if card is not None and act is not None:
        return Play(_card(card, act.item.span), label, act.mark)
    if _empty(game, index, column) or act is None:
        return Play(_ABSENT, label)
    return Play(Entry(Standing.ILLEGIBLE, (), act.item.span), label, act.mark)


def _deal_result(game: Game) -> Result | None:
    contract = None
    if game.contract is not None or game.declarer is not None:
        block = game.block("Contract")
        span = value_span(block)
        said: Entry[Said] = Entry(Standing.ABSENT)
        doubling = None
        if game.contract is not None:
            said = Entry(Standing.CLEAR, game.contract.readings, span)
            doubling = clear(game.contract.doubling, span) if game.contract.doubling else None
        contract = ContractEntry(said, _seat_entry(game, "Declarer", game.declarer), doubling)
    points = _figures(game, "Result")
    score = _figures(game, "Score")
    if contract is None and not points and not score:
        return None
    return Result(contract, points=points, score=score)


def _figures(game: Game, name: str) -> dict[Team, Entry[int]]:
    span = value_span(game.block(name))
    if name == "Result":
        by_team = {} if game.result is None else game.result.by_team(game.declarer)
    else:
        score = values.score(game.effective.get(name, ""))
        by_team = {} if score is None else score.by_team(game.declarer)
    return {team: clear(figure, span) for team, figure in by_team.items()}

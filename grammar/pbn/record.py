"""What a game says as a deal of the records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.game import Act, Acts, Game
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
    return Deal(
        number=_entry(game, "Board", None if board in NOTHING_SAID else board),
        dealer=_entry(game, "Dealer", game.dealer),
        tags=_tags(game),
        hands=tuple(_hands(game)) or None,
        auction=None if game.auction is None else tuple(_calls(game, game.auction)),
        play=None if game.play is None else tuple(_tricks(game, game.play)),
        result=_result(game),
        comments=tuple(
            Comment(item.text.strip(), span=item.span)
            for item in items
            if item.kind in ("comment", "rest")
        ),
        span=Span(line, 1, line + raw.count("\n"), 1),
        vulnerable=_entry(game, "Vulnerable", game.vulnerable),
    )


def value_span(block: Block | None) -> Span | None:
    """Where the value of a tag stands."""
    if block is None or block.value is None:
        return None
    line, column = block.value_line, block.value_column
    return Span(line, column, line, column + len(block.value))


def _entry(game: Game, name: str, value: str | None) -> Entry[str] | None:
    return None if value is None else clear(value, value_span(game.block(name)))


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
    return name not in ("Result", "Score") or bool(_figures(game, name))


def _hands(game: Game) -> Iterator[Hand]:
    block = game.block("Deal")
    for hand in game.hands:
        if hand.cards is not None:
            entries = [_card(card, _part(block, at, width)) for card, at, width in hand.cards]
            yield Hand(hand.seat, tuple(entries))


_READ_AS: Final = {card: (Reading(card),) for card in CARDS.values()}


def _card(card: Card, span: Span | None) -> Entry[Card]:
    return Entry(Standing.CLEAR, _READ_AS[card], span)


def _part(block: Block | None, index: int, width: int) -> Span | None:
    if block is None:
        return None
    line, column = block.value_line, block.value_column + index
    return Span(line, column, line, column + width)


def _calls(game: Game, auction: Acts) -> Iterator[Call]:
    due = game.dealer
    for act, text in game.calls:
        seat = auction.seat(act)
        label = None if seat is None or seat == due else clear(seat)
        yield Call(_said(act.item, text), label, act.mark)
        due = None if seat is None else next_seat(seat, 4)


def _said(item: Item, text: str | None) -> Entry[Said]:
    if item.text == "-":
        return Entry(Standing.ABSENT)
    if text is None:
        return clear(Said((Term(TermKind.WORD, item.text),), unclear=True), item.span)
    return Entry(Standing.CLEAR, values.CALLS_SAID[text], item.span)


def _tricks(game: Game, play: Acts) -> Iterator[Trick]:
    """The tricks up to the last with a card in it."""
    rows = list(zip(game.rows, game.cards, game.led, strict=True))
    while rows and all(_empty(act) for act in rows[-1][0]):
        rows.pop()
    for number, (row, cards, able) in enumerate(rows, 1):
        known = len(able) == 1
        first = next(iter(able)) if known else 0
        columns = [(first + turn) % 4 for turn in range(4)]
        while number == len(rows) and _empty(row[columns[-1]]):
            columns.pop()
        short = any(act is not None and act.short for act in row)
        plays = tuple(
            _play(play, row[column], cards[column], column, labelled=not known or turn == 0)
            for turn, column in enumerate(columns)
            if row[column] is not None or not short
        )
        yield Trick(number, plays, by_seat=short or not known)


def _empty(act: Act | None) -> bool:
    """Whether nothing is written in a column of a trick but that nothing was played or known."""
    return act is None or act.item.text.strip("-") == ""


def _play(play: Acts, act: Act | None, card: Card | None, column: int, labelled: bool) -> Play:
    label: Entry[Seat] | None = None
    if act is not None and act.short:
        label = _NOWHERE
    elif labelled and play.first is not None:
        label = CLEAR_SEATS[COMPASS[(COMPASS.index(play.first) + column) % 4]]
    if act is None or (card is None and _empty(act)):
        return Play(_ABSENT, label)
    if card is None:
        return Play(Entry(Standing.ILLEGIBLE, (), act.item.span), label, act.mark)
    return Play(_card(card, act.item.span), label, act.mark)


def _result(game: Game) -> Result | None:
    contract = None
    if game.contract is not None or game.declarer is not None:
        span = value_span(game.block("Contract"))
        said: Entry[Said] = Entry(Standing.ABSENT)
        doubling = None
        if game.contract is not None:
            said = Entry(Standing.CLEAR, game.contract.readings, span)
            doubling = clear(game.contract.doubling, span) if game.contract.doubling else None
        contract = ContractEntry(said, _entry(game, "Declarer", game.declarer), doubling)
    points, score = _figures(game, "Result"), _figures(game, "Score")
    if contract is None and not points and not score:
        return None
    return Result(contract, points=points, score=score)


def _figures(game: Game, name: str) -> dict[Team, Entry[int]]:
    span = value_span(game.block(name))
    score = values.score(game.effective.get("Score", ""))
    figures = game.result if name == "Result" else score
    by_team = {} if figures is None else figures.by_team(game.declarer)
    return {team: clear(figure, span) for team, figure in by_team.items()}

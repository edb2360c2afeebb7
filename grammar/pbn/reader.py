"""Reads PBN: a stream of games out of any file, each with its record and what was wrong with it.

Reading never fails, and no game is lost by what is wrong with another. Only the game at hand is kept,
so that a file may be as long as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from fairdeal.grammar.pbn import standard, values
from fairdeal.grammar.pbn.conformance import check_export, check_game, check_rows, check_text
from fairdeal.grammar.pbn.game import Act, Acts, FileGame, Game, understand
from fairdeal.grammar.pbn.plain import plain_deal
from fairdeal.grammar.pbn.source import Source, Stretch, stretches
from fairdeal.grammar.pbn.standard import Inheritance
from fairdeal.grammar.pbn.syntax import (
    NO_VALUE,
    UNCLEAR,
    At,
    Block,
    Complaints,
    Item,
    Written,
    parse,
)
from fairdeal.grammar.pbn.values import NOTHING_SAID
from fairdeal.records import (
    CARDS,
    COMPASS,
    Call,
    Card,
    Comment,
    ContractEntry,
    Deal,
    Entry,
    Hand,
    Play,
    Problem,
    Reading,
    Result,
    Said,
    Seat,
    Span,
    Standing,
    Tag,
    Team,
    Term,
    TermKind,
    Trick,
    clear,
    next_seat,
)

_SECTIONS: Final = frozenset({"Auction", "Play"})
_BEGINS: Final = frozenset({"Event", "Site", "Date", "Board"})
_NOTED: Final = frozenset({"utf-8", "utf-16", "nul", "charset"})
"""Liberties of characters that are reported once in a file: what is so in one game is so in all."""


@dataclass(slots=True, eq=False)
class PbnGame(FileGame):
    """One game of a file of PBN. `text` is `raw` without the lines after ``%``."""

    text: str = field(default="", repr=False)
    _inherited: dict[str, str] = field(default_factory=dict, repr=False)
    _written: Written | None = field(default=None, repr=False)

    @property
    def written(self) -> Written:
        """Its tags, sections and comments, as they were written."""
        if self._written is None:
            self._written = parse(self.text, self.line)
        return self._written

    def _read(self) -> Deal:
        return deal_of(self.understood(), self.line, self.raw, self.written)

    def span_of(self, name: str) -> Span | None:
        # In a plain game without comments a tag that begins a line is that tag: nothing is taken apart.
        if self.plain is not None and "{" not in self.text and ";" not in self.text:
            found = re.search(rf'^\[{name} "([^"\\\n]*)"\]', self.text, re.MULTILINE)
            if found is not None:
                line = self.line + self.text.count("\n", 0, found.start())
                column = found.start(1) - found.start() + 1
                return Span(line, column, line, column + len(found[1]))
        return next((value_span(tag) for tag in self.written.blocks if tag.name == name), None)

    def understood(self) -> Game:
        """What its tags and sections say, for writing it."""
        return understand(self.written.blocks, self._inherited, Complaints(False, self.number))


@dataclass(slots=True)
class _State:
    """What a game hands on to those after it."""

    inheritance: Inheritance = field(default_factory=Inheritance)
    reported: set[str] = field(default_factory=set)
    """Liberties of the whole file that were reported."""
    number: int = 0
    stray: list[Problem] = field(default_factory=list)


def read(source: Source, strict: bool = False, *, version: str | None = None) -> Iterator[PbnGame]:
    """The games of a file, in order.

    `source` is a path, the bytes or the text of a file. With `strict` the file
    is held to every word of the standard, in `version` (``"1.0"``, ``"2.0"``, ``"2.1"``) or in that
    which it names itself, else in 2.1. Without, what can be understood is, and each liberty taken is
    a note. Text after the last game that belongs to none is a problem of the last game. Raises OSError
    where the file cannot be read.
    """
    state = _State()
    last: PbnGame | None = None
    for stretch in stretches(source, version):
        for game in _games(stretch, state, strict):
            if last is not None:
                yield last
            last = game
    if last is not None:
        last.problems = (*last.problems, *state.stray)
        yield last
    elif state.stray:
        # A file with text in it and no game: one game that could not be read.
        line = state.stray[0].line or 1
        yield PbnGame(1, line, "", tuple(state.stray), None, Deal(unread=True))


def _games(stretch: Stretch, state: _State, strict: bool) -> Iterator[PbnGame]:
    """The games of a stretch: one, or more where the empty line between two was forgotten."""
    looked = plain_deal(stretch.text, state.inheritance)
    noted = not stretch.liberties or all(what in state.reported for what, *_ in stretch.liberties)
    if looked is not None and noted and not strict and not state.stray:
        plain, inherited, tags, effective = looked
        state.inheritance.hand_on(() if tags is effective else tags.items(), effective)
        state.number += 1
        line, raw = stretch.line, stretch.raw
        yield PbnGame(state.number, line, raw, (), plain, None, stretch.text, inherited)
        return
    written = parse(stretch.text, stretch.line)
    if not written.blocks:
        # Text that belongs to no game is reported with the game after it. Comments alone are not text.
        complaints = Complaints(False, state.number + 1)
        _loose(written.before, complaints)
        state.stray += complaints.problems
        return
    parts = _parted(written.blocks)
    for index, blocks in enumerate(parts):
        state.number += 1
        complaints = Complaints(strict, state.number, state.stray)
        state.stray = []
        if index:
            message = "there is no empty line before this game: it is read as a new game"
            complaints.error(message, blocks[0])
        else:
            _characters(stretch, state, complaints)
        part = Written(() if index else written.before, blocks)
        line, raw, text = _lines(stretch, parts, index)
        game, inherited = _understood(part, stretch, index, state, complaints)
        problems = tuple(sorted(complaints.problems, key=lambda p: (p.line or 0, p.column or 0)))
        deal = deal_of(game, line, raw, part)
        if all(block.value is None or block.salvaged is not None for block in blocks):
            deal = Deal(tags=deal.tags, comments=deal.comments, span=deal.span, unread=True)
        whole = looked[0] if looked is not None and not problems else None
        yield PbnGame(state.number, line, raw, problems, whole, deal, text, inherited, part)


def _understood(
    written: Written, stretch: Stretch, index: int, state: _State, complaints: Complaints
) -> tuple[Game, dict[str, str]]:
    """What a game says, and the values that it inherits; everything wrong with it is a complaint."""
    blocks = written.blocks
    _syntax(written, complaints)
    inherited = _inherited(blocks, state, complaints)
    headers = {
        name: value for name, value in state.inheritance.last.items() if name in standard.TABLES
    }
    game = understand(blocks, inherited, complaints)
    for block in blocks:
        if block.name not in _SECTIONS or game.block(block.name) is not block:
            header = headers.get(block.name) if block.value == "#" else block.value
            check_rows(block, header, complaints)
    if complaints.strict:
        if index == 0:
            check_text(stretch, complaints)
        check_game(game, stretch.version, complaints)
        if stretch.export:
            check_export(game, complaints)
    else:
        _duplicates(blocks, complaints)
    state.inheritance.hand_on(_pairs(blocks), game.effective)
    return game, inherited


def _lines(stretch: Stretch, parts: list[tuple[Block, ...]], index: int) -> tuple[int, str, str]:
    """The first line of a part, and its text with and without the lines after ``%``."""
    if len(parts) == 1:
        return stretch.line, stretch.raw, stretch.text
    first = stretch.line if index == 0 else parts[index][0].line
    last = parts[index + 1][0].line if index + 1 < len(parts) else None

    def cut(text: str) -> str:
        lines = text.split("\n")
        kept = lines[first - stretch.line : None if last is None else last - stretch.line]
        return "\n".join(kept) + ("\n" if last is not None else "")

    return first, cut(stretch.raw), cut(stretch.text)


AGAIN: Final = 3
"""Tags that a game has already, from one on, that show another game: fewer are only written twice."""
REACH: Final = 40
"""How many tags on these are looked for: a game of every tag that there is has more, and none is twice."""


def _parted(blocks: tuple[Block, ...]) -> list[tuple[Block, ...]]:
    """The tags by game, where the empty line between two games was forgotten.

    Within one game a tag that is there twice is left out (chapter 3.4). Only one that games begin with,
    or the first tag of this one, parts two games, where the game has a deal or a section already and
    most of what follows is in it already too.
    """
    parts: list[list[Block]] = [[]]
    seen: set[str] = set()
    for index, block in enumerate(blocks):
        game = parts[-1]
        if block.name in seen and (block.name in _BEGINS or block.name == game[0].name):
            full = "Deal" in seen or _SECTIONS & seen
            if full and block.line > game[-1].line:
                again = seen & {each.name for each in blocks[index : index + REACH]} - {"Note"}
                if len(again) >= min(AGAIN, len(seen)):
                    parts.append([])
                    seen = set()
        parts[-1].append(block)
        seen.add(block.name)
    return [tuple(part) for part in parts]


def _loose(items: tuple[Item, ...], complaints: Complaints) -> None:
    """Words before the first tag of a game, a line at a time."""
    line = 0
    for item in items:
        if item.kind not in ("comment", "rest") and item.line != line:
            complaints.error(f"“{item.text[:40]}” is neither a tag nor a comment", item)
            line = item.line


def _characters(stretch: Stretch, state: _State, complaints: Complaints) -> None:
    for what, message, line, column in stretch.liberties:
        if what in _NOTED:
            if what in state.reported:
                continue
            state.reported.add(what)
        at = At(line, column)
        if what == "cut":
            complaints.warning(message, at)
        else:
            complaints.liberty(message, at)


def _syntax(written: Written, complaints: Complaints) -> None:
    """What is wrong with the writing of the tags themselves."""
    _loose(written.before, complaints)
    for block in written.blocks:
        if block.value is not None and "\t" in block.value:
            complaints.liberty(f"{block.name}: a tab within the value", block.value_at)
        if block.salvaged in (NO_VALUE, UNCLEAR):
            complaints.error(f"{block.name or 'tag'}: {block.salvaged}", block)
        elif block.salvaged is not None:
            message = f"{block.name}: {block.salvaged}"
            if complaints.strict:
                complaints.error(message, block)
            else:
                complaints.warning(f"{message}; read as “{(block.value or '')[:40]}”", block)


def _duplicates(blocks: tuple[Block, ...], complaints: Complaints) -> None:
    """A tag that already exists is left out: reported in a lenient reading too."""
    seen: dict[str, str | None] = {}
    for block in blocks:
        if block.name in seen and block.name and block.name != "Note":
            if block.value != seen[block.name] or block.items:
                complaints.warning(f"{block.name} is already given: this one is left out", block)
            else:
                complaints.liberty(f"{block.name} is given twice, with the same value", block)
        seen.setdefault(block.name, block.value)


def _inherited(blocks: tuple[Block, ...], state: _State, complaints: Complaints) -> dict[str, str]:
    """The values that games before hand on to a game."""
    inheritance, pairs = state.inheritance, _pairs(blocks)
    board = next((value for name, value in pairs if name == "Board"), None)
    for block in blocks:
        if complaints.strict or block.value is None:
            continue
        if inheritance.lacks(block.name, block.value, board):
            message = f"{block.name}: there is nothing in the games before that it may inherit"
            complaints.warning(message, block)
        elif block.value == "#" and block.name in standard.OF_THE_BOARD and not inheritance.noted:
            inheritance.noted = True
            message = (
                f"{block.name}: “#” is read as that of the game before, here and in later games"
            )
            complaints.liberty(message, block)
    return inheritance.of(pairs)


def _pairs(blocks: tuple[Block, ...]) -> list[tuple[str, str]]:
    return [(block.name, block.value) for block in blocks if block.value is not None]


# --- games as deals of the records -------------------------------------------------------------

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
    return None if block is None or block.value is None else _part(block, 0, len(block.value))


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
        # Whether an entry of the deal says all that the tag does.
        of_entry = block.name not in ("Result", "Score") or _figures(game, block.name)
        if block.name in _ENTRIES and block.name not in game.kept and of_entry:
            continue
        value = block.value if block.name == "Note" else game.effective.get(block.name, block.value)
        tags.append(Tag(block.name, value, block.span))
    for name, value in game.effective.items():
        if name not in named and name not in _ENTRIES:
            tags.append(Tag(name, value))
    return tuple(tags)


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
    contract, by = None, _entry(game, "Declarer", game.declarer)
    if game.contract is not None:
        contract = game.contract.entry(by, value_span(game.block("Contract")))
    elif by is not None:
        contract = ContractEntry(Entry(Standing.ABSENT), by)
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

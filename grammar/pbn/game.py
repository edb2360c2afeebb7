"""What a game says, tag by tag and section by section, with what was wrong or not clear in it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Literal, TypeVar

from fairdeal.grammar.pbn import standard, values
from fairdeal.grammar.pbn.standard import NEVER
from fairdeal.grammar.pbn.syntax import At, Block, Complaints, Item
from fairdeal.grammar.pbn.values import NOTHING_SAID, leaders
from fairdeal.records import COMPASS, Card, Deal, PlainDeal, Problem, Record, Seat, Span, firsts

SUFFIXES: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The glyph that each suffix of a call stands for; of a card, the one six higher."""
_NOTE = re.compile(r"=(\d{1,3})=")
_GLYPH = re.compile(r"\$(\d{1,4})")
HIGHEST_NOTE: Final = 32
HIGHEST_GLYPH: Final = 255
_VALUES: Final = {"Auction": range(1, 7), "Play": range(7, 13)}
"""The glyphs of each section that a suffix stands for."""
_OTHERS: Final = {"Auction": (*range(7, 13), 14), "Play": (*range(1, 7), 13)}
"""The glyphs that belong to the other section."""
_MARKS: Final = {"Auction": "IS", "Play": "RL"}
_THING: Final = {"Auction": "call", "Play": "card"}

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class FileGame(ABC):
    """One game of a file, of PBN or LIN.

    `number` is its position in the file from 1, `line` where it begins, `raw` its text as it stood.
    `problems` is everything wrong or unclear in it, by how strictly it was read. `plain` is the deal in
    numbers where every entry is plain. The record is made when it is asked for: of a plain game nobody may
    ask.
    """

    number: int
    line: int
    raw: str = field(repr=False)
    problems: tuple[Problem, ...] = ()
    plain: PlainDeal | None = field(default=None, repr=False)
    _deal: Deal | None = field(default=None, repr=False)

    @property
    def deal(self) -> Deal:
        if self._deal is None:
            self._deal = self._read()
        return self._deal

    @property
    def record(self) -> Record:
        """A record of this one deal."""
        return Record(deals=(self.deal,), source=self.raw)

    @abstractmethod
    def _read(self) -> Deal: ...

    @abstractmethod
    def span_of(self, name: str) -> Span | None:
        """Where the value of a tag of this name is written (`Dealer`, `Vulnerable`), or what a file without
        tags has in its place; None where there is none."""


SectionName = Literal["Auction", "Play"]


@dataclass(slots=True)
class Act:
    """A word of a section in its column."""

    item: Item
    column: int
    """Columns from the section's first, from 0; the seat is that of the tag, so many turns on."""
    marks: list[Item] = field(default_factory=list)
    skipped: int = 0
    """How many turns just before were skipped with ``^S``."""
    suffixed: bool = False
    glyphs: list[int] = field(default_factory=list)
    """Numbers of its glyphs, with the one that its suffix stands for."""
    note: Item | None = None
    short: bool = False
    """Play: the row that it stands in has fewer cards than four, and whose they are is not known."""

    def marked(self, letter: str) -> bool:
        return bool(self.marks) and any(m.text[1:].upper() == letter for m in self.marks)

    @property
    def mark(self) -> str | None:
        """The letters of its marks, as a record has them."""
        if not self.marks and not self.skipped:
            return None
        letters = [mark.text[1:].upper() for mark in self.marks]
        return "".join(("S" if self.skipped else "", *dict.fromkeys(letters))) or None


@dataclass(slots=True)
class Acts:
    """A section read: its acts in the order written."""

    name: SectionName
    first: Seat | None
    """Whose the first column is."""
    acts: list[Act] = field(default_factory=list)
    ends: list[Item] = field(default_factory=list)
    """``*`` and ``+`` where written."""
    end_columns: list[int] = field(default_factory=list)

    def seat(self, act: Act) -> Seat | None:
        if self.first is None or act.short:
            return None
        return COMPASS[(COMPASS.index(self.first) + act.column) % 4]

    @property
    def closed(self) -> bool:
        """Whether ``*`` says that nothing more was done."""
        return any(end.text == "*" for end in self.ends)


def _short_lines(items: Sequence[Item]) -> frozenset[int]:
    """Lines of the play with a card missing."""
    words = [item for item in items if item.kind == "word" or item.text == "+"]
    lines = [(line, sum(1 for _ in group)) for line, group in groupby(words, key=lambda i: i.line)]
    return frozenset(lines[index][0] for index in short_rows([count for _, count in lines]))


def short_rows(counts: Sequence[int]) -> set[int]:
    """Of rows with so many cards, those with one missing: no four, nor made up by the rows that follow.

    Where all have three, one seat's cards were left out."""
    if len(counts) > 1 and set(counts) == {3}:
        return set(range(len(counts)))
    short: set[int] = set()
    index = 0
    while index < len(counts):
        count, reach = 0, index
        while reach < len(counts) and (count == 0 or count % 4):
            count += counts[reach]
            reach += 1
            if count % 4 and reach < len(counts) and counts[reach] % 4 == 0:
                break
        if count % 4 and reach < len(counts):
            short.add(index)
            reach = index + 1
        index = reach
    return short


@dataclass(slots=True)
class _Reader:
    section: Acts
    complaints: Complaints
    short: frozenset[int]
    column: int = 0
    skipped: int = 0
    marks: list[Item] = field(default_factory=list)
    line: int = 0

    @property
    def thing(self) -> str:
        return _THING[self.section.name]

    def read(self, items: Iterable[Item]) -> None:
        junk_line = 0
        for item in items:
            if item.kind == "word":
                self._word(item)
            elif item.kind == "mark":
                self._mark(item)
            elif item.kind == "end":
                self.section.ends.append(item)
                self.section.end_columns.append(self.column)
                self.column += item.text == "+"
            elif item.kind in ("suffix", "nag", "note"):
                self._beside(item)
            elif item.kind in ("string", "junk") and item.line != junk_line:
                self.complaints.error(f"“{item.text[:20]}” is not a {self.thing}", item)
                junk_line = item.line
        for mark in self.marks:
            self.complaints.standard(f"there is no {self.thing} after {mark.text}", mark)

    def _word(self, item: Item) -> None:
        if item.line != self.line:
            if self.line in self.short:
                self.column += -self.column % 4
            self.line = item.line
            if item.line in self.short:
                message = "a card is missing in this row: it is not known whose cards these are"
                self.complaints.error(message, item)
        short = item.line in self.short
        self.section.acts.append(Act(item, self.column, self.marks, self.skipped, short=short))
        self.marks, self.skipped = [], 0
        self.column += 1

    def _mark(self, item: Item) -> None:
        letter = item.text[1:].upper()
        if letter == "" or letter not in _MARKS[self.section.name]:
            self.complaints.standard(f"“{item.text}” is not a mark for a {self.thing}", item)
        if letter == "S" and self.section.name == "Auction":
            self.column += 1
            self.skipped += 1
            return
        if any(mark.text.upper() == item.text.upper() for mark in self.marks):
            self.complaints.standard(f"{item.text} is twice before one {self.thing}", item)
        elif self.marks:
            self.complaints.standard(
                f"{item.text} beside {self.marks[-1].text}: a card is one or the other", item
            )
        self.marks.append(item)

    def _beside(self, item: Item) -> None:
        if not self.section.acts:
            self.complaints.standard(f"“{item.text}” does not belong to a {self.thing}", item)
        else:
            take = {"suffix": self._suffix, "nag": self._glyph, "note": self._note}[item.kind]
            take(self.section.acts[-1], item)

    def _suffix(self, act: Act, item: Item) -> None:
        valued = self._valued(act)
        for wrong, message in (
            (item.text not in SUFFIXES, f"“{item.text}” is not a suffix: ! ? !! ?? !? ?!"),
            (act.suffixed, f"a second suffix of one {self.thing}"),
            (valued is not None, f"a suffix beside ${valued}, which is of the same kind"),
        ):
            if wrong:
                self.complaints.standard(message, item)
                return
        act.suffixed = True
        act.glyphs.append(SUFFIXES[item.text] + _VALUES[self.section.name][0] - 1)

    def _valued(self, act: Act) -> int | None:
        """The glyph of it that a suffix stands for, or would."""
        values = _VALUES[self.section.name]
        return next((glyph for glyph in act.glyphs if glyph in values), None)

    def _glyph(self, act: Act, item: Item) -> None:
        found = _GLYPH.fullmatch(item.text)
        number = HIGHEST_GLYPH + 1 if found is None else int(found[1])
        valued = number in _VALUES[self.section.name] and self._valued(act) is not None
        kind = "cards" if self.section.name == "Auction" else "calls"
        for wrong, message in (
            (number > HIGHEST_GLYPH, f"{item.text} is not a glyph: $0 to ${HIGHEST_GLYPH}"),
            (
                number in _OTHERS[self.section.name],
                f"{item.text} is a glyph of {kind}, not of a {self.thing}",
            ),
            (valued, f"{item.text} beside a suffix, which is of the same kind"),
            (number in act.glyphs, f"{item.text} twice for one {self.thing}"),
        ):
            if wrong:
                self.complaints.standard(message, item)
                return
        act.glyphs.append(number)

    def _note(self, act: Act, item: Item) -> None:
        if note_number(item) is None:
            self.complaints.standard(f"{item.text} is not a note: =1= to ={HIGHEST_NOTE}=", item)
        elif act.note is not None:
            self.complaints.standard(f"a second note of one {self.thing}", item)
        else:
            act.note = item


def note_number(item: Item) -> int | None:
    """The number of a reference such as ``=1=``, None where it is out of range."""
    found = _NOTE.fullmatch(item.text)
    number = 0 if found is None else int(found[1])
    return number if 1 <= number <= HIGHEST_NOTE else None


def references(sections: Iterable[Acts]) -> dict[tuple[SectionName, int], Item]:
    """The first reference to each note of each section."""
    return firsts(
        ((section.name, note_number(act.note) or 0), act.note)
        for section in sections
        for act in section.acts
        if act.note is not None
    )


@dataclass(slots=True)
class Game:
    """What was understood of a game, for the record and for the checks of a strict reading."""

    blocks: tuple[Block, ...]
    effective: dict[str, str] = field(default_factory=dict)
    """The value of each tag, those inherited from games before too."""
    firsts: dict[str, Block] = field(default_factory=dict)
    """The first tag of each name that is written in the game itself."""
    dealer: Seat | None = None
    vulnerable: str | None = None
    declarer: Seat | None = None
    swapped: bool = False
    """Whether declarer and dummy changed places (``^`` before the declarer)."""
    contract: values.WrittenContract | None = None
    result: values.WrittenFigures | None = None
    hands: tuple[values.WrittenHand, ...] = ()
    auction: Acts | None = None
    calls: list[tuple[Act, str | None]] = field(default_factory=list)
    """The calls with their canonical text in capitals, None where it is not a call."""
    play: Acts | None = None
    rows: list[list[Act | None]] = field(default_factory=list)
    """The acts of the play by trick and column."""
    cards: list[list[Card | None]] = field(default_factory=list)
    led: list[frozenset[int]] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    """Names of tags that say more, or other, than the entries made of them."""

    def block(self, name: str) -> Block | None:
        return self.firsts.get(name)

    @property
    def end_position(self) -> bool:
        """Whether all hands given have the same number of cards, under thirteen."""
        counts = {len(hand.cards) for hand in self.hands if hand.cards is not None}
        return len(counts) == 1 and max(counts) < 13


def understand(
    blocks: tuple[Block, ...], inherited: Mapping[str, str], complaints: Complaints
) -> Game:
    """What a game says. `inherited` are the values that games before it hand on to it."""
    game = Game(blocks)
    game.effective.update(inherited)
    for block in blocks:
        if block.name == "Note" or block.value is None:
            continue
        if block.name not in game.firsts:
            game.firsts[block.name] = block
            own = NEVER if block.value == "#" else standard.NOT_INHERITED
            if not block.value.startswith("#") or block.name in own:
                game.effective[block.name] = block.value
    _seats_and_contract(game, complaints)
    _hands(game, complaints)
    _auction(game, complaints)
    _play(game, complaints)
    return game


def _value(game: Game, name: str) -> tuple[str, Block] | None:
    """The value of a tag that says something, with the tag."""
    block = game.firsts.get(name)
    value = game.effective.get(name)
    if value is None:
        return None
    if value in NOTHING_SAID:
        game.kept.add(name)
        return None
    return value, block if block is not None else Block(name, value)


def _meaning(
    game: Game,
    name: str,
    read: Callable[[str], tuple[T | None, str | None]],
    complaints: Complaints,
    wrong: str = "cannot be read",
) -> T | None:
    """What the value of a tag says by `read`, which also gives the liberty that it took."""
    given = _value(game, name)
    if given is None:
        return None
    value, block = given
    meaning, liberty = read(value)
    if meaning is None:
        game.kept.add(name)
        complaints.error(f"{name} “{_short(value)}” {wrong}", block.value_at)
    elif liberty is not None:
        complaints.liberty(f"{name}: {liberty}", block.value_at)
    return meaning


def _seats_and_contract(game: Game, complaints: Complaints) -> None:
    def contract(value: str) -> tuple[values.WrittenContract | None, str | None]:
        written = values.contract(value)
        return written, None if written is None else written.liberty

    def seat(value: str) -> tuple[Seat | None, str | None]:
        return values.seat(value.removeprefix("^"))

    game.dealer = _meaning(game, "Dealer", values.seat, complaints)
    game.vulnerable = _meaning(game, "Vulnerable", values.vulnerable, complaints)
    game.declarer = _meaning(game, "Declarer", seat, complaints)
    game.contract = _meaning(game, "Contract", contract, complaints)
    game.result = _meaning(game, "Result", lambda value: (values.result(value), None), complaints)
    game.swapped = game.effective.get("Declarer", "").startswith("^")
    if game.swapped:
        game.kept.add("Declarer")
    result = game.result
    if result is not None:
        counts = [count for _, count in result.teams] or [result.declarer or 0]
        if result.marked or max(counts) > 13:
            game.kept.add("Result")


def _short(value: str) -> str:
    return value if len(value) <= 40 else value[:40] + "…"


def _hands(game: Game, complaints: Complaints) -> None:
    given = _value(game, "Deal")
    if given is None:
        return
    value, block = given
    deal = values.deal(value)
    game.hands = deal.hands

    wrong = (*deal.wrong, *(each for hand in deal.hands for each in hand.wrong))
    for message, index in deal.liberties:
        complaints.liberty(f"Deal: {message}", At(block.value_line, block.value_column + index))
    for message, index in wrong:
        complaints.error(f"Deal: {message}", At(block.value_line, block.value_column + index))
    if wrong:
        game.kept.add("Deal")


def _section(game: Game, name: SectionName, complaints: Complaints) -> Acts | None:
    """The acts of an Auction or a Play tag, with everything wrong about what stands beside them."""
    block = game.block(name)
    if block is None:
        return None
    section = Acts(name, _meaning(game, name, values.seat, complaints, "is not a seat"))
    short = _short_lines(block.items) if name == "Play" else frozenset()
    _Reader(section, complaints, short).read(block.items)
    return section


def _auction(game: Game, complaints: Complaints) -> None:
    game.auction = _section(game, "Auction", complaints)
    if game.auction is None:
        return
    begun = False
    for act in game.auction.acts:
        word = act.item.text
        if word == "-":
            if begun:
                complaints.liberty("“-” within the auction: a turn left out", act.item)
            continue
        begun = True
        call = values.call(word)
        if call is None:
            complaints.error(f"“{_short(word)}” is not a call", act.item)
        elif call.liberty is not None:
            complaints.liberty(call.liberty, act.item)
        if game.calls:
            # Turns since the last call of which the columns show nothing: who had them called something.
            item = Item("word", "-", act.item.line, act.item.column)
            columns = range(game.calls[-1][0].column + 1, act.column - act.skipped)
            game.calls += [(Act(item, column), None) for column in columns]
        game.calls.append((act, None if call is None else call.text))


def _play(game: Game, complaints: Complaints) -> None:
    game.play = _section(game, "Play", complaints)
    if game.play is None:
        return
    for act in game.play.acts:
        row, column = divmod(act.column, 4)
        while len(game.rows) <= row:
            game.rows.append([None] * 4)
            game.cards.append([None] * 4)
        game.rows[row][column] = act
        word = act.item.text
        if word.strip("-") == "":
            if word != "-":
                complaints.liberty(f"“{word}” is read as “-”", act.item)
            continue
        card, liberty = values.card(word)
        if card is None:
            complaints.error(f"“{_short(word)}” is not a card", act.item)
        elif liberty is not None:
            complaints.liberty(liberty, act.item)
        game.cards[row][column] = card
    game.led = leaders(game.cards, _first_leaders(game), trumps(game), _marked(game))


def _first_leaders(game: Game) -> frozenset[int]:
    """The columns that may have led first: the declarer's left, and the one the section begins with."""
    assert game.play is not None
    first = game.play.first
    if game.declarer is None or first is None:
        return frozenset((0,))
    return frozenset((0, (COMPASS.index(game.declarer) + 1 - COMPASS.index(first)) % 4))


def trumps(game: Game) -> list[str | None]:
    """The denominations that may have been played: of the contract written down, of the last bid."""
    found: list[str | None] = []
    if game.contract is not None and game.contract.level != 0:
        found.append(game.contract.denomination)
    bids = [text for _, text in game.calls if text is not None and text in values.BIDS_SAID]
    unread = any(text is None for _, text in game.calls)
    if bids and not unread and bids[-1][1:] not in found:
        found.append(bids[-1][1:])
    return found


def _marked(game: Game) -> list[int | None]:
    """The column of the card marked as a lead out of turn, trick by trick."""
    return [
        next((c for c, act in enumerate(row) if act is not None and act.marked("L")), None)
        for row in game.rows
    ]

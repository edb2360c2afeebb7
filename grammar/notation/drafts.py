"""What is being put together while a record is read: drafts, of which the finished parts are made; and the
tokens of a line on their way into them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal, TypeVar

from lark import Token, Tree

from fairdeal.grammar import doubt
from fairdeal.records import (
    NO_SPANS,
    Call,
    Card,
    Comment,
    ContractEntry,
    Deal,
    Entry,
    Event,
    Hand,
    MatchPoints,
    Play,
    Problem,
    Record,
    Result,
    RowSpans,
    Seat,
    Severity,
    Sheet,
    SheetRow,
    Span,
    Tag,
    Team,
    Trick,
    illegible,
)

T = TypeVar("T")
Node = Tree[Token]
_MARK = re.compile(r"\^ ?([A-Za-z]{1,4})$")
"""The mark of an irregularity after a card or a call: ``4S^R``, ``1 H ^I``. Blanks before it are not part of
the pattern: from every blank of a long run it would look to the run's end again."""
_MARK_WITHIN = re.compile(r" ?\^ ?([A-Za-z]{1,4})(?=(?: (\d?\.?\d{1,8}))?[|}])")
"""The same after a reading that has rivals: ``{1 H ^I 0.9}``."""
SURELY_MARKED: Final = 0.98
"""A mark that stands in a reading less likely than this is left out: what it marks is found without it."""


def marked(text: str) -> tuple[str, str | None]:
    """A card or a call without the mark that the record itself sets after it, and that mark, if it surely has
    one."""
    found = _MARK.search(text)
    if found is not None:
        return text[: found.start()].rstrip(), found[1].upper()
    found = _MARK_WITHIN.search(text) if "{" in text and "^" in text else None
    if found is None:
        return text, None
    sure = "|" not in text[: found.start()] and float(found[2] or 0) >= SURELY_MARKED
    return _MARK_WITHIN.sub("", text), found[1].upper() if sure else None


def tokens_of(node: Node) -> list[Token]:
    """The tokens of a node, those of the nodes within it only where it has none of its own."""
    own = [child for child in node.children if isinstance(child, Token)]
    nodes = [child for child in node.children if isinstance(child, Tree)]
    return own or [token for child in nodes for token in tokens_of(child)]


def run_of(words: list[Token]) -> str:
    """Words joined as they stood, so that ``{28|29}S`` stays one run."""
    text = ""
    for index, word in enumerate(words):
        gap = index > 0 and word.start_pos != words[index - 1].end_pos
        text += (" " if gap else "") + word
    return text


UNREAD_LINE: Final = "~"
"""What a line begins with that could not be read: how many calls or cells it holds is unknown,
and whose they are."""
_LIKELIEST: Final = re.compile(r"\{\s*([^{}|]*?)\s+[01]?\.\d+[^{}]*\}")


@lru_cache(maxsize=256)
def shown(text: str) -> str:
    """A stretch of the record as it is shown in a message, not too long; of an entry that was read from a
    photo the likeliest reading alone, and without the sign before a line that was not read."""
    text = _LIKELIEST.sub(r"\1", " ".join(text.removeprefix(f"{UNREAD_LINE} ").split()))
    return f"“{text[:40]}…”" if len(text) > 41 else f"“{text}”" if text else ""


@dataclass(slots=True)
class HandDraft:
    seat: Seat
    cards: list[Entry[Card]]
    rows: tuple[tuple[int, int, str], ...] = ()
    label: Entry[Seat] | None = None

    def finish(self) -> Hand:
        spans = RowSpans(self.rows) if self.rows else NO_SPANS
        return Hand(self.seat, tuple(self.cards), spans, self.label)


@dataclass(slots=True)
class TrickDraft:
    number: int
    due: int = 1
    """The number that it would have if none were written."""
    items: list[Play | Event] = field(default_factory=list)
    rows: tuple[tuple[int, int, str], ...] = ()
    lines: int = 0
    """Rows of text that hold its cards."""
    labelled_row: bool = False
    """Whether its first row holds no card, so that only a label can stand for it."""
    taken_back: tuple[list[Play | Event], int] | None = None
    """Where the event stands by which its lead was taken back, until another seat's lead is read."""

    @property
    def bare(self) -> bool:
        """Whether no row has been read for it yet: only events that stand before the first card."""
        return self.lines == 0

    def finish(self) -> Trick:
        spans = RowSpans(self.rows) if self.rows else NO_SPANS
        starts_bare = self.labelled_row and not (self.items and isinstance(self.items[0], Play))
        labelled = self.number != self.due or starts_bare
        return Trick(self.number, tuple(self.items), labelled, spans)


@dataclass(slots=True)
class ResultDraft:
    contract: ContractEntry | None = None
    contract_line: Span | None = None
    tricks: tuple[Entry[Seat], ...] = ()
    trick_spans: RowSpans = NO_SPANS
    figures: dict[str, dict[Team, Entry[int]]] = field(
        default_factory=lambda: {"points": {}, "score": {}, "penalty": {}}
    )

    def finish(self) -> Result:
        return Result(
            contract=self.contract,
            tricks=self.tricks,
            points=self.figures["points"],
            score=self.figures["score"],
            penalty=self.figures["penalty"],
            trick_spans=self.trick_spans,
        )


@dataclass(slots=True)
class DealDraft:
    game: int
    first_line: int
    number: Entry[str] | None = None
    dealer: Entry[Seat] | None = None
    vulnerable: Entry[str] | None = None
    tags: list[Tag] = field(default_factory=list)
    hands: list[HandDraft] | None = None
    auction: list[Call | Event] | None = None
    tricks: list[TrickDraft] | None = None
    result: ResultDraft | None = None
    events: list[Event] = field(default_factory=list)
    closing: list[Event] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    last_line: int = 0
    lost: bool = False
    """Whether a line of it could not be read."""
    unread: bool = False
    event_count: int = 0
    call_count: int = 0
    """How many calls stand in the auction."""
    call_rows: list[tuple[int, int, str]] = field(default_factory=list)
    redealt: bool = False
    """Whether an event says that the deal was dealt again."""

    def add_calls(self, calls: Iterable[Call]) -> str:
        """Put calls at the end of the auction; the anchor of the last. Counted as they come: to count
        the whole auction at every call takes hours where somebody writes a hundred thousand."""
        self.auction = self.auction if self.auction is not None else []
        before = len(self.auction)
        self.auction += calls
        self.call_count += len(self.auction) - before
        return f"call {self.call_count}"

    @property
    def legible(self) -> bool:
        """Whether hands, calls, cards, a result or events were read of it, whatever a tag says of it."""
        return any((self.hands, self.auction, self.tricks, self.result, self.event_count))

    @property
    def empty(self) -> bool:
        """Whether nothing was read of it beside its number."""
        return not (self.legible or self.dealer or self.tags)

    def finish(self) -> Deal:
        if self.closing and self.result is None:
            self.result = ResultDraft()
        last = max(self.last_line, self.first_line)
        return Deal(
            number=self.number,
            dealer=self.dealer,
            vulnerable=self.vulnerable,
            tags=tuple(self.tags),
            hands=None if self.hands is None else tuple([hand.finish() for hand in self.hands]),
            auction=None if self.auction is None else tuple(self.auction),
            play=None
            if self.tricks is None
            else tuple([trick.finish() for trick in self.tricks if trick.items or trick.lines]),
            result=None if self.result is None else self.result.finish(),
            events=tuple(self.events),
            closing=tuple(self.closing),
            comments=tuple(self.comments),
            span=Span(self.first_line, 1, last + 1, 1),
            unread=(self.unread and not self.legible) or (self.lost and self.empty),
            call_rows=tuple(self.call_rows),
        )


@dataclass(slots=True)
class SheetDraft:
    first_line: int
    copy: Team | None = None
    columns: tuple[str, ...] | None = None
    outer_bars: bool = False
    """Whether the rows begin and end with a bar that parts no cells."""
    rows: list[SheetRow] = field(default_factory=list)
    match_points: MatchPoints | None = None
    last_line: int = 0

    def finish(self) -> Sheet:
        span = Span(self.first_line, 1, max(self.last_line, self.first_line) + 1, 1)
        return Sheet(self.columns or (), tuple(self.rows), self.copy, self.match_points, span)


Block = Literal["head", "hands", "auction", "play", "result", "sheet"]


@dataclass(slots=True)
class RecordDraft:
    """A record to which line after line is added, and the problems of reading them."""

    block: Block = "head"
    """The block that the next line stands in."""
    problems: list[Problem] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    sheet_comments: list[Comment] = field(default_factory=list)
    deals: list[DealDraft] = field(default_factory=list)
    sheets: list[SheetDraft] = field(default_factory=list)
    deal: DealDraft | None = None
    """The deal at hand."""
    line: int = 0
    base: int = 1
    """The column at which the text that is being parsed begins in its line."""
    anchor: str | None = None
    """The entry that a comment would stand after."""

    def report(self, severity: Severity, message: str, position: int = 0) -> None:
        """Note a problem at a position (from 0) of the text being parsed."""
        self.problems.append(
            Problem(severity, message, self.line, self.base + position, self._game)
        )

    def again(self, what: str, before: Span | None) -> None:
        """Note that something stands here that stood already at `before`, whose place it takes."""
        if before is None:
            self.report("warning", f"{what} is here a second time; this one is used")
            return
        message = f"{what} is written again in line {self.line}; that one is used"
        self.problems.append(Problem("warning", message, before.line, before.column, self._game))

    def lose(self) -> None:
        """Note that something of the deal at hand could not be read."""
        if self.deal is not None and self.block != "sheet":
            self.deal.lost = True

    def open_hand(self, more: int) -> HandDraft | None:
        """The hand in the row above, if it has room for more cards: eight are dealt to a seat with a number,
        thirteen to one with a letter."""
        hand = self.deal.hands[-1] if self.deal is not None and self.deal.hands else None
        if hand is None or self.block != "hands" or self.anchor != f"hand {hand.seat}":
            return None
        return hand if len(hand.cards) + more <= (8 if hand.seat.isdigit() else 13) else None

    def lose_cards(self, length: int) -> None:
        """Note that this line of `length` signs was not read and may hold more cards of the hand above."""
        hand = self.open_hand(1)
        if hand is not None:
            hand.cards.append(illegible(self.span(0, length)))

    def line_ends(self) -> None:
        """Note that the deal at hand goes on to the end of this line."""
        if self.deal is not None and self.block != "sheet":
            self.deal.last_line = self.line

    @property
    def _game(self) -> int | None:
        """Which deal of the record a line belongs to, None in the heading or a sheet."""
        return self.deal.game if self.deal is not None and self.block != "sheet" else None

    def span(self, start: int, end: int) -> Span:
        return Span(self.line, self.base + start, self.line, self.base + end)

    def span_of(self, token: Token) -> Span:
        start = token.start_pos or 0
        return self.span(start, start + len(token.rstrip()))

    # What tokens stand for.

    def entry(
        self,
        token: Token,
        value: Callable[[str], T | None],
        wrong: str,
        span: Span | None = None,
    ) -> Entry[T]:
        """The entry that a token stands for; illegible, and a problem in words, where it is not one."""
        span = self.span_of(token) if span is None else span
        entry = doubt.read_entry(str(token), value, span)
        if entry is None:
            self.report("error", wrong, token.start_pos or 0)
            self.lose()
            return illegible(span)
        return entry

    def seat(self, token: Token) -> Entry[Seat]:
        """The seat that a label such as ``4:`` or ``{4|5}:`` names."""
        text = re.sub(r"(?i)^seat\s+", "", token.rstrip(": \t"))
        entry = doubt.read_entry(text, doubt.read_seat, self.span_of(token))
        if entry is None:
            self.report("error", f"{shown(text)} is not a seat", token.start_pos or 0)
            return illegible(self.span_of(token))
        return entry

    def team(self, token: Token) -> Entry[Team] | None:
        entry = doubt.read_entry(str(token), doubt.read_team, self.span_of(token))
        if entry is None:
            self.report("error", f"“{token}” is not a team: write A or B", token.start_pos or 0)
        return entry

    def card(self, token: Token, start: int | None = None) -> Entry[Card]:
        """The card of a token. `start` is where its label begins, so that the span holds both."""
        position = token.start_pos or 0
        span = self.span(position if start is None else start, position + len(token))
        wrong = (
            "is not a card: write rank and suit, such as JH or 10S, or ?? where it cannot be read"
        )
        return self.entry(token, doubt.parse_card, f"{shown(token)} {wrong}", span)

    def play(self, node: Node) -> Play:
        """One card of a row, with the seat written before it and the mark of an irregularity after it."""
        tokens = tokens_of(node)
        label = self.seat(tokens[0]) if len(tokens) > 1 else None
        card, mark = marked(tokens[-1])
        token = tokens[-1].update(value=card)
        return Play(self.card(token, tokens[0].start_pos), label, mark)

    def figure(self, node: Node) -> tuple[Team, Entry[int]]:
        """A team and its figure, as in ``A 39``."""
        team, number = tokens_of(node)[:2]
        if team.endswith("?"):
            self.report("warning", f"the doubt about {team} is left out", team.start_pos or 0)
        name = doubt.read_team(team.removesuffix("?"))
        assert name is not None
        return name, self.entry(number, doubt.read_number, f"{shown(number)} is not a number")

    # What lines add.

    def add_comment(self, token: Token, *, shares: bool) -> None:
        comment = Comment(token[1:].strip(), shares, self.anchor, self.span_of(token))
        if self.block == "sheet":
            self.sheet_comments.append(comment)
        elif self.deal is not None:
            self.deal.comments.append(comment)
        else:
            self.comments.append(comment)

    def at_hand(self) -> DealDraft:
        """The deal at hand; a new one without a number where there is none."""
        return self.deal if self.deal is not None else self.open_deal(None)

    def open_deal(self, number: Entry[str] | None) -> DealDraft:
        self.deal = DealDraft(len(self.deals) + 1, self.line, number)
        self.deals.append(self.deal)
        self.block = "head"
        self.anchor = "deal"
        return self.deal

    def open_block(self, block: Block) -> None:
        """Go on with a block of the deal at hand."""
        deal = self._deal_for(block)
        self.block = block
        if block == "hands" and deal.hands is None:
            deal.hands = []
            deal.events = [replace(event, above_hands=True) for event in deal.events]
        elif block == "auction" and deal.auction is None:
            deal.auction = []
        elif block == "play" and deal.tricks is None:
            deal.tricks = []
        elif block == "result" and deal.result is None:
            deal.result = ResultDraft()
        self.anchor = block

    def _deal_for(self, block: Block) -> DealDraft:
        """The deal that a block belongs to: mostly the one at hand."""
        deal = self.at_hand()
        filled = {
            "hands": deal.hands,
            "auction": deal.auction,
            "play": deal.tricks,
            "result": deal.result,
        }
        if not filled.get(block):
            return deal
        title = f"{block.title()}:"
        if deal.redealt:
            self.report("note", f"a second {title} after a redeal is read as the deal dealt again")
            return self.open_deal(deal.number)
        if deal.number is None:
            self.report("note", f"a second {title} is read as the next deal")
            return self.open_deal(None)
        self.report("warning", f"a second {title} in one deal; the two are read as one")
        return deal

    def finish(self, source: str) -> tuple[Record, list[Problem]]:
        """The record, and the problems of reading it."""
        deals = tuple([draft.finish() for draft in self.deals])
        for deal, draft in zip(deals, self.deals, strict=True):
            if deal.unread and not draft.unread:
                what = "nothing in this deal could be read"
                self.problems.append(Problem("error", what, draft.first_line, 1, draft.game))
        sheets = tuple([draft.finish() for draft in self.sheets])
        comments = (*self.comments, *self.sheet_comments)
        record = Record(tuple(self.tags), deals, sheets, tuple(self.events), comments, source)
        return record, self.problems

"""The draft of a whole record: what has been read of it so far, and where the reading stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from lark import Token

from fairdeal.grammar.notation.drafts import DealDraft, ResultDraft, SheetDraft
from fairdeal.records.doubt import Entry
from fairdeal.records.place import Span
from fairdeal.records.record import Comment, Event, Problem, Record, Tag

Block = Literal["head", "hands", "auction", "play", "result", "sheet"]
Severity = Literal["error", "warning", "note"]


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

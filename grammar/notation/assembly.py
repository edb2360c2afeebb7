"""Puts a record together from its lines.

Each line is parsed by itself with the grammar of the block that it stands in (`hand_record.lark`),
and its parts are handed to the unit that knows them: calls to `bidding`, cards to `cardplay`, the
result to `outcome`, events to `happenings`, sheets to `scoresheet`; tags and blocks are read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final, Literal

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from fairdeal.grammar import doubt
from fairdeal.grammar.notation import (
    bidding,
    cardplay,
    happenings,
    outcome,
    quick,
    scoresheet,
)
from fairdeal.grammar.notation.complaints import complaint
from fairdeal.grammar.notation.drafts import DealDraft, ResultDraft, SheetDraft
from fairdeal.grammar.notation.tokens import Node, shown, tokens_of
from fairdeal.records.deal import Comment, Tag
from fairdeal.records.doubt import Entry, Standing, clear, illegible
from fairdeal.records.events import Event
from fairdeal.records.place import Span
from fairdeal.records.record import Problem, Record
from fairdeal.records.sheet import Sheet

Block = Literal["head", "hands", "auction", "play", "result", "sheet"]
Severity = Literal["error", "warning", "note"]

HEADING_TAGS: Final = (
    "Event", "Site", "Date", "Round", "Table", "Session", "Rules", "Players", "Deals", "TeamA",
    "TeamB", "Seat1", "Seat2", "Seat3", "Seat4", "Seat5", "Seat6", "Seat7", "Seat8", "Recorder",
)  # fmt: skip
"""Tags of the whole record. Any other is kept where it stands."""

_CANONICAL_NAMES: Final = {
    name.lower(): name for name in (*HEADING_TAGS, "Deal", "Dealer", "Vulnerable", "Unread")
}
_BLOCKS: Final[dict[str, Block]] = {
    "hand": "hands", "hands": "hands", "auction": "auction", "bidding": "auction",
    "play": "play", "result": "result",
}  # fmt: skip
_DEAL_TAG = re.compile(r'\s*\[\s*deal\b[\s"]*([^"\];]*)', re.IGNORECASE)
_LONE_NAME = re.compile(r"\s*([^\W\d_]{3,12})\s*:\s*")
LIKENESS: Final = 0.7
"""How like a block's name (0 to 1, as difflib counts) a lone word with a colon must be to be it."""

LONGEST_LINE: Final = 20_000
"""Characters of a line of a record: the longest that is written at a table, a row of a sheet with every
entry in doubt, has some 2,000. The time to read a line may grow with its square, so it is bounded."""

_parser: Final = Lark.open(
    "hand_record.lark",
    rel_to=__file__,
    parser="lalr",
    lexer="contextual",
    start=["head_line", "hands_line", "auction_line", "play_line", "result_line", "sheet_line"],
)


class Assembly:
    """Takes the lines of a record one by one, and gives the record at the end."""

    def __init__(self, *, fast: bool) -> None:
        self.fast = fast
        self.block: Block = "head"
        self.problems: list[Problem] = []
        self.tags: list[Tag] = []
        self.events: list[Event] = []
        self.comments: list[Comment] = []
        self.sheet_comments: list[Comment] = []
        self.deals: list[DealDraft] = []
        self.sheets: list[SheetDraft] = []
        self.deal: DealDraft | None = None
        self.line = 0
        self.base = 1
        self.anchor: str | None = None

    # Lines

    def take(self, text: str, number: int) -> None:
        """Read one line of the record."""
        self.line = number
        self.base = 1
        if not text or text.isspace():
            return
        if len(text) > LONGEST_LINE:
            self._too_long(text)
            return
        if self.fast and quick.QUICK[self.block](self, text):
            if self.deal is not None and self.block != "sheet":
                self.deal.last_line = number
            return
        self._parse(text)

    def _parse(self, text: str) -> None:
        if self._misspelt(text):
            return
        start = f"{self.block}_line"
        try:
            tree = _parser.parse(text, start=start)
        except UnexpectedInput as error:
            self._give_up(text, start, error)
            return
        for node in tree.children:
            if isinstance(node, Token):
                self._comment(node, shares=len(tree.children) > 1)
            else:
                _HANDLERS[node.data](self, node)
                if self.deal is not None and self.block != "sheet":
                    self.deal.last_line = self.line

    def _misspelt(self, text: str) -> bool:
        """Take a line such as ``Reslut:`` for the block that it must mean, and say so."""
        found = _LONE_NAME.fullmatch(text)
        if found is None or found[1].lower() in (*_BLOCKS, "sheet", "tricks", "contract"):
            return False
        like = get_close_matches(found[1].lower(), _BLOCKS, n=1, cutoff=LIKENESS)
        if not like:
            return False
        block = _BLOCKS[like[0]]
        self.report("warning", f"{shown(text)} is taken for {block.title()}:", found.start(1))
        self.open_block(block)
        return True

    def _too_long(self, text: str) -> None:
        self._open_lost_deal(text[:LONGEST_LINE])
        self.report(
            "error",
            f"this line has {len(text):,} characters and was not read: a line of a record has at most"
            f" {LONGEST_LINE:,}; write it as several lines",
        )
        self.lose()

    def _open_lost_deal(self, text: str) -> None:
        """A deal whose number cannot be read is still a deal: deals in, deals out."""
        opening = _DEAL_TAG.match(text)
        if opening:
            self._open_deal(self._deal_number(opening[1], self.span(*opening.span(1))))

    def _give_up(self, text: str, start: str, error: UnexpectedInput) -> None:
        self._open_lost_deal(text)
        position = error.pos_in_stream
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        if at_end or position is None or not 0 <= position < len(text):
            position = len(text.rstrip())
        expected = complaint(_parser, start, error)
        found = shown(text[position:].split(";")[0])
        where = f"cannot read {found}" if found else "the line ends too early"
        self.report("error", f"{where}: {expected}", position)
        self.lose()

    def report(self, severity: Severity, message: str, position: int = 0) -> None:
        """Note a problem at a position (from 0) of the text being parsed."""
        game = self.deal.game if self.deal is not None and self.block != "sheet" else None
        self.problems.append(Problem(severity, message, self.line, self.base + position, game))

    def again(self, what: str, before: Span | None) -> None:
        """Note that something stands here that stood already at `before`, whose place it takes."""
        if before is None:
            self.report("warning", f"{what} stands here a second time; this one is taken")
            return
        game = self.deal.game if self.deal is not None and self.block != "sheet" else None
        message = f"{what} is written again in line {self.line}; that one is taken"
        self.problems.append(Problem("warning", message, before.line, before.column, game))

    def lose(self) -> None:
        """Note that something of the deal at hand could not be read."""
        if self.deal is not None and self.block != "sheet":
            self.deal.lost = True

    def span(self, start: int, end: int) -> Span:
        return Span(self.line, self.base + start, self.line, self.base + end)

    def span_of(self, token: Token) -> Span:
        start = token.start_pos or 0
        return self.span(start, start + len(token.rstrip()))

    def _comment(self, token: Token, *, shares: bool) -> None:
        comment = Comment(token[1:].strip(), shares, self.anchor, self.span_of(token))
        if self.block == "sheet":
            self.sheet_comments.append(comment)
        elif self.deal is not None:
            self.deal.comments.append(comment)
        else:
            self.comments.append(comment)

    # Tags and blocks

    def take_tag(self, node: Node) -> None:
        name, string = tokens_of(node)[:2]
        start, end = string.start_pos or 0, string.end_pos or 0
        self.tag(str(name), doubt.unquoted(string), (name.start_pos or 1) - 1, start, end)

    def tag(self, name: str, value: str, opening: int, start: int, end: int) -> None:
        """Read a tag whose bracket opens at `opening` and whose quoted value is `start` to `end`."""
        known = _CANONICAL_NAMES.get(name.lower(), name)
        span = self.span(opening, end + 1)
        if known == "Deal":
            self._open_deal(self._deal_number(value, self.span(start, end)))
        elif known == "Dealer":
            self._dealer(value, self.span(start, end), start)
        elif known == "Vulnerable" and self._vulnerable(value, self.span(start, end)):
            self.anchor = "vulnerable"
        elif known in HEADING_TAGS or (self.deal is None and known != "Unread"):
            self._heading_tag(Tag(known, value, span))
        elif known == "Unread":
            self.at_hand().unread = True
        else:
            deal = self.at_hand()
            deal.tags.append(Tag(known, value, span))
            self.anchor = f"tag {len(deal.tags)}"

    def _heading_tag(self, tag: Tag) -> None:
        if self.deal is not None:
            if any(tag == other for other in self.tags):
                self.report("note", f"{tag.name} is said again, as the heading says it")
                return
            told = any(tag.name == other.name for other in self.tags)
            self.report(
                "warning" if told else "note",
                f"{tag.name} stands within the deals; it is taken for the whole record"
                + (", in place of what the heading says" if told else ""),
            )
        self.tags.append(tag)
        self.anchor = f"heading {len(self.tags)}"

    def _deal_number(self, value: str, span: Span) -> Entry[str] | None:
        value = " ".join(value.split())
        if not value:
            return None
        entry = doubt.read_entry(value, lambda text: text.strip() or None, span)
        return entry if entry is not None else clear(value, span)

    def _dealer(self, value: str, span: Span, position: int) -> None:
        deal = self.at_hand()
        entry = doubt.read_entry(value.strip(), doubt.read_seat, span) if value.strip() else None
        if not value.strip():
            entry = Entry(Standing.BLANK, (), span)
        if entry is None:
            self.report(
                "error",
                f"the dealer {shown(value)} is no seat: write its number, or N E S W in bridge",
                position,
            )
            entry = illegible(span)
        if deal.dealer is not None:
            self.again("the dealer", deal.dealer.span)
        deal.dealer = entry
        self.anchor = "dealer"

    def _vulnerable(self, value: str, span: Span) -> bool:
        """Take the sides vulnerable of a deal of bridge; False where the tag says something else."""
        if self.deal is None or self.deal.vulnerable is not None:
            return False
        if not value.strip():
            self.deal.vulnerable = Entry(Standing.BLANK, (), span)
            return True
        entry = doubt.read_entry(value.strip(), doubt.read_vulnerable, span)
        if entry is None:
            words = f"{shown(value)} says not who is vulnerable: write None, NS, EW or All"
            self.report("warning", f"{words}; it is kept as it stands", span.column - self.base)
            return False
        self.deal.vulnerable = entry
        return True

    def _open_deal(self, number: Entry[str] | None) -> DealDraft:
        self.deal = DealDraft(len(self.deals) + 1, self.line, number)
        self.deals.append(self.deal)
        self.block = "head"
        self.anchor = "deal"
        return self.deal

    def at_hand(self) -> DealDraft:
        """The deal at hand; a new one without a number where there is none."""
        return self.deal if self.deal is not None else self._open_deal(None)

    def take_block(self, node: Node) -> None:
        tokens = tokens_of(node)
        block = _BLOCKS[tokens[0].rstrip(": \t").lower()]
        self.open_block(block)
        if not tokens[0].rstrip().endswith(":"):
            self.report("note", f"{tokens[0].strip()} without a colon is read as {block.title()}:")
        self._rest(tokens)

    def open_block(self, block: Block) -> None:
        """Go on with a block of the deal at hand."""
        deal = self._deal_for(block)
        self.block = block
        if block == "hands" and deal.hands is None:
            deal.hands = []
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
            "hands": deal.hands, "auction": deal.auction, "play": deal.tricks,
            "result": deal.result,
        }.get(block)  # fmt: skip
        if not filled:
            return deal
        title = f"{block.title()}:"
        if deal.redealt:
            self.report("note", f"a second {title} after a redeal is read as the deal dealt again")
            return self._open_deal(deal.number)
        if deal.number is None:
            self.report("note", f"a second {title} is read as the next deal")
            return self._open_deal(None)
        self.report("warning", f"a second {title} in one deal; the two are read as one")
        return deal

    def _rest(self, tokens: list[Token]) -> None:
        """Read what stands on the same line after a block's name."""
        if len(tokens) > 1:
            self.base += tokens[1].start_pos or 0
            self._parse(str(tokens[1]))
            self.base = 1

    def take_sheet(self, node: Node) -> None:
        tokens = tokens_of(node)
        words = tokens[0].rstrip(": \t").split()
        team = doubt.read_team(words[-1]) if len(words) > 1 else None
        self.block = "sheet"
        self.sheets.append(SheetDraft(self.line, team))
        self.anchor = f"sheet {len(self.sheets)}"
        self._rest(tokens)

    def finish(self, source: str) -> tuple[Record, list[Problem]]:
        """The record, and the problems of reading it."""
        deals = tuple([draft.finish() for draft in self.deals])
        for deal, draft in zip(deals, self.deals, strict=True):
            if deal.unread and not draft.unread:
                self.problems.append(
                    Problem(
                        "error", "nothing of this deal could be read", draft.first_line, 1, draft.game
                    )
                )  # fmt: skip
        sheets: tuple[Sheet, ...] = tuple(draft.finish() for draft in self.sheets)
        comments = (*self.comments, *self.sheet_comments)
        record = Record(
            tuple(self.tags), deals, sheets, tuple(self.events), comments, source
        )  # fmt: skip
        return record, self.problems


_HANDLERS: Final[dict[str, Callable[[Assembly, Node], None]]] = {
    "tag": Assembly.take_tag, "block": Assembly.take_block, "sheet_head": Assembly.take_sheet,
    "hand": cardplay.take_hand, "calls": bidding.take_calls, "trick": cardplay.take_trick,
    "contract": outcome.take_contract, "tricks": outcome.take_tricks,
    "figures": outcome.take_figures, "event": happenings.take, "row": scoresheet.take_row,
    "match_points": scoresheet.take_match_points, "tie_break": scoresheet.take_tie_break,
}  # fmt: skip
"""The unit that reads each part of a line."""

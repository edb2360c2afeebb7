"""Puts a record together from its lines.

Each line is parsed by itself with the grammar of the block that it stands in (`hand_record.lark`),
and its parts are handed to the unit that knows them: deals here, events in `happenings`, sheets in
`scoresheet`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, Literal

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from grammar import doubt, happenings, quick, scoresheet
from grammar.complaints import CALLS, complaint
from grammar.drafts import DealDraft, HandDraft, ResultDraft, SheetDraft, TrickDraft
from records.calls import Call, Said, TermKind
from records.cards import Card
from records.deal import Comment, ContractEntry, Play, Tag
from records.doubt import Entry, Reading, Standing, absent, illegible
from records.events import Event
from records.place import RowSpans, Span
from records.record import Problem, Record
from records.seats import Seat
from records.sheet import Sheet

Node = Tree[Token]
Block = Literal["head", "hands", "auction", "play", "result", "sheet"]
Severity = Literal["error", "warning", "note"]

HEADING_TAGS: Final = (
    "Event", "Site", "Date", "Round", "Table", "Session", "Rules", "Players", "Deals", "TeamA",
    "TeamB", "Seat1", "Seat2", "Seat3", "Seat4", "Seat5", "Seat6", "Seat7", "Seat8", "Recorder",
)  # fmt: skip
"""Tags of the whole record. Any other is kept where it stands."""

_CANONICAL_NAMES: Final = {name.lower(): name for name in (*HEADING_TAGS, "Deal", "Dealer", "Unread")}
_BLOCKS: Final[dict[str, Block]] = {
    "hand": "hands", "hands": "hands", "auction": "auction", "bidding": "auction",
    "play": "play", "result": "result",
}  # fmt: skip
_DEAL_TAG = re.compile(r'\s*\[\s*deal\b[\s"]*([^"\];]*)', re.IGNORECASE)
_LABEL_WITHIN = re.compile(r"(?:(?<=[\s.])|^)([1-8])\s*:")
_WRONG_LABEL = re.compile(r"([^\s:{}]{1,12})\s*:\s*")
_LONE_NAME = re.compile(r"\s*([^\W\d_]{3,12})\s*:\s*")
LIKENESS: Final = 0.7
"""How like a block's name (0 to 1, as difflib counts) a lone word with a colon must be to be it."""
_DOUBLINGS = re.compile(r"(?i)(?:x|xx|×|××|double|dbl|redouble|re-double|rdbl)\??")

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
                self._HANDLERS[node.data](self, node)
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
        self.report("warning", f"{_shown(text)} is taken for {block.title()}:", found.start(1))
        self.open_block(block)
        return True

    def _give_up(self, text: str, start: str, error: UnexpectedInput) -> None:
        opening = _DEAL_TAG.match(text)
        if opening:
            # A deal whose number cannot be read is still a deal: deals in, deals out.
            self._open_deal(self._deal_number(opening[1], self.span(*opening.span(1))))
        position = error.pos_in_stream
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        if at_end or position is None or not 0 <= position < len(text):
            position = len(text.rstrip())
        expected = complaint(_parser, start, error)
        shown = _shown(text[position:].split(";")[0])
        where = f"cannot read {shown}" if shown else "the line ends too early"
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

    def _tag(self, node: Node) -> None:
        name, string = _tokens(node)[:2]
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
        elif known in HEADING_TAGS or (self.deal is None and known != "Unread"):
            self._heading_tag(Tag(known, value, span))
        elif known == "Unread":
            self._open().unread = True
        else:
            deal = self._open()
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
        return entry if entry is not None else Entry(*_clear_text(value), span)

    def _dealer(self, value: str, span: Span, position: int) -> None:
        deal = self._open()
        entry = doubt.read_entry(value.strip(), doubt.read_seat, span) if value.strip() else None
        if not value.strip():
            entry = Entry(Standing.BLANK, (), span)
        if entry is None:
            self.report(
                "error",
                f"the dealer {_shown(value)} is no seat: write its number, or N E S W in bridge",
                position,
            )
            entry = illegible(span)
        if deal.dealer is not None:
            self.again("the dealer", deal.dealer.span)
        deal.dealer = entry
        self.anchor = "dealer"

    def _open_deal(self, number: Entry[str] | None) -> DealDraft:
        self.deal = DealDraft(len(self.deals) + 1, self.line, number)
        self.deals.append(self.deal)
        self.block = "head"
        self.anchor = "deal"
        return self.deal

    def _open(self) -> DealDraft:
        """The deal at hand; a new one without a number where there is none."""
        return self.deal if self.deal is not None else self._open_deal(None)

    def _block(self, node: Node) -> None:
        tokens = _tokens(node)
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
        deal = self._open()
        filled = {
            "hands": deal.hands, "auction": deal.auction, "play": deal.tricks,
            "result": deal.result,
        }.get(block)  # fmt: skip
        if not filled:
            return deal
        title = f"{block.title()}:"
        if happenings.redealt(deal):
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

    def _sheet_head(self, node: Node) -> None:
        tokens = _tokens(node)
        words = tokens[0].rstrip(": \t").split()
        team = doubt.read_team(words[-1]) if len(words) > 1 else None
        self.block = "sheet"
        self.sheets.append(SheetDraft(self.line, team))
        self.anchor = f"sheet {len(self.sheets)}"
        self._rest(tokens)

    # Hands, auction, play

    def _hand(self, node: Node) -> None:
        tokens = _tokens(node)
        label = self.label(tokens[0])
        seat = label.value
        if seat is None:
            self.report(
                "error",
                "whose hand this is cannot be told, so its cards are left out:"
                " write the seat before them, such as 3:",
                tokens[0].start_pos or 0,
            )
            self.lose()
            return
        cards = self.cards(tokens[1:])
        if cards is None:
            return
        deal = self._open()
        deal.hands = deal.hands if deal.hands is not None else []
        self.anchor = f"hand {seat}"
        for hand in deal.hands:
            if hand.seat == seat:
                self.report("warning", f"seat {seat} has a second row; the two are read as one hand")
                hand.cards += cards
                return
        deal.hands.append(HandDraft(seat, cards, label=None if label.clear else label))

    def label(self, token: Token) -> Entry[Seat]:
        """The seat that a label such as ``4:`` or ``{4|5}:`` names."""
        text = token.rstrip(": \t")
        text = re.sub(r"(?i)^seat\s+", "", text)
        entry = doubt.read_entry(text, doubt.read_seat, self.span_of(token))
        if entry is None:
            self.report("error", f"{_shown(text)} is no seat", token.start_pos or 0)
            return illegible(self.span_of(token))
        return entry

    def card(self, token: Token, start: int | None = None) -> Entry[Card]:
        """The card of a token; illegible, and a problem, where it is none.

        `start` is where its label begins, so that the span holds both.
        """
        position = token.start_pos or 0
        span = self.span(position if start is None else start, position + len(token))
        entry = doubt.read_entry(str(token), doubt.parse_card, span)
        if entry is None:
            self.report(
                "error",
                f"{_shown(token)} is no card: write rank and suit, such as JH or 10S,"
                " or ?? where it cannot be read",
                position,
            )
            self.lose()
            return illegible(span)
        return entry

    def cards(self, tokens: list[Token]) -> list[Entry[Card]] | None:
        """The cards of a row; None, and one problem, where not one of them is a card."""
        if tokens and all(self._strange(token) for token in tokens):
            self.report(
                "error",
                f"cannot read {_shown(' '.join(tokens))}: a card is a rank and a suit,"
                " such as JH or 10S",
                tokens[0].start_pos or 0,
            )
            self.lose()
            return None
        return [self.card(token) for token in tokens]

    @staticmethod
    def _strange(token: Token) -> bool:
        return token.type == "JUNK" and doubt.read_entry(str(token), doubt.parse_card) is None

    def _calls(self, node: Node) -> None:
        deal = self._open()
        deal.auction = deal.auction if deal.auction is not None else []
        comma = True
        for child in node.children:
            if isinstance(child, Token):
                if comma:
                    position = child.start_pos or 0
                    self.report("warning", "a comma with no call before it is passed over", position)
                comma = True
                continue
            comma = False
            deal.auction += self._call(child)
            self.anchor = f"call {sum(isinstance(item, Call) for item in deal.auction)}"

    def _call(self, node: Node) -> Iterator[Call]:
        """The call between two commas; more than one where a seat's label shows a comma missing."""
        tokens = _tokens(node)
        label: Entry[Seat] | None = None
        start = tokens[0].start_pos or 0
        if tokens[0].type == "LABEL":
            label = self.label(tokens.pop(0))
        if not tokens:
            yield Call(absent(label.span if label is not None else None), label)
            return
        text, position = str(tokens[0]).rstrip(), tokens[0].start_pos or 0
        within = _LABEL_WITHIN.search(text)
        while within is not None:
            words = text[: within.start()].rstrip(" .")
            if words:
                yield from self._one_call(words, position, start, label)
                message = f"a comma is missing before {_shown(within[0])}"
                self.report("warning", message, position + within.start())
            start = position + within.start(1)
            label = Entry(
                Standing.CLEAR, (Reading(within[1]),), self.span(start, position + within.end())
            )
            text, position = text[within.end() :], position + within.end()
            text, position = text.lstrip(), position + len(text) - len(text.lstrip())
            within = _LABEL_WITHIN.search(text)
        if text:
            yield from self._one_call(text, position, start, label)
        else:
            yield Call(absent(label.span if label is not None else None), label)

    def _one_call(
        self, text: str, position: int, start: int, label: Entry[Seat] | None
    ) -> Iterator[Call]:
        wrong = _WRONG_LABEL.match(text) if label is None else None
        if wrong:
            self.report("error", f"{_shown(wrong[1])} is no seat; who called is not known", start)
            label = illegible(self.span(start, start + len(wrong[1])))
            text, position = text[wrong.end() :], position + wrong.end()
            if not text:
                self.lose()
                return
        span = self.span(start, position + len(text))
        if ":" in text or doubt.has_stray_brace(text):
            self.report("error", f"cannot read {_shown(text)}: {CALLS}", position)
            self.lose()
            yield Call(illegible(span), label)
            return
        said = doubt.read_call(text, span)
        if not said.readings and not re.search(r"[?{-]", text):
            self.report("warning", f"{_shown(text)} says nothing", position)
        self._unclear(said, text, position)
        yield Call(said, label)

    def _unclear(self, said: Entry[Said], text: str, position: int) -> None:
        for reading in said.readings:
            terms = reading.value.terms
            if not reading.value.unclear:
                continue
            if any(term.kind is TermKind.WORD and term.text in ("-", "??") for term in terms):
                why = f"a part of {_shown(text)} is missing, so what was called is not known"
            elif len(terms) == 1 and terms[0].kind is TermKind.WORD:
                why = f"{_shown(text)} is too long to be a call"
            elif len(terms) == 1:
                why = "D alone may mean diamonds or double; write Diamonds, or X for double"
            else:
                why = f"{_shown(text)} may be two calls with the comma missing between them"
            self.report("warning", why, position)
            return

    def _trick(self, node: Node) -> None:
        deal = self._open()
        number: int | None = None
        follows = False
        plays: list[Play] = []
        nodes = [child for child in node.children if isinstance(child, Tree)]
        for token in (child for child in node.children if isinstance(child, Token)):
            if token.type == "TRICK":
                number = int(re.sub(r"\D", "", token))
            follows = follows or token.type == "DOTS"
        cards = [_tokens(child)[-1] for child in nodes]
        if cards and all(self._strange(token) for token in cards):
            self.cards(cards)
            return
        plays = [self.play(child) for child in nodes]
        trick = self._trick_for(deal, number, follows, bool(plays))
        trick.items += plays
        trick.lines += 1
        assert deal.tricks is not None
        self.anchor = f"trick {len(deal.tricks)} row {trick.lines}"

    def play(self, node: Node) -> Play:
        """One card of a row, with the seat written before it."""
        tokens = _tokens(node)
        label = self.label(tokens[0]) if len(tokens) > 1 else None
        return Play(self.card(tokens[-1], tokens[0].start_pos), label)

    def _trick_for(
        self, deal: DealDraft, number: int | None, follows: bool, cards: bool
    ) -> TrickDraft:
        """The trick that a row belongs to: a new one, or the one that it continues."""
        deal.tricks = tricks = deal.tricks if deal.tricks is not None else []
        last = tricks[-1] if tricks else None
        if follows and last is not None and number in (None, last.number):
            return last
        if follows and number is None:
            self.report("note", "a row that continues a trick, but no trick stands before it")
        due = last.number + 1 if last is not None and not last.bare else 1
        if last is not None and last.bare:
            trick = last
        else:
            trick = TrickDraft(due)
            tricks.append(trick)
        trick.due = due
        trick.number = due if number is None else number
        trick.labelled_row = not cards
        return trick

    # Result

    def _result(self, node: Node, what: str) -> ResultDraft:
        deal = self._open()
        if self.block != "result":
            if self.block != "head" or deal.empty:
                self.report("note", f"the line of {what} stands outside Result: and is read as if within it")
            self.block = "result"
        deal.result = deal.result if deal.result is not None else ResultDraft()
        self.anchor = what
        return deal.result

    def _contract(self, node: Node) -> None:
        result = self._result(node, "contract")
        by: Entry[Seat] | None = None
        words: list[Token] = []
        for child in node.children:
            if isinstance(child, Tree):
                words = _tokens(child)
            elif child.type in ("SEAT", "GROUP", "UNSEEN", "JUNK"):
                by = self._seat(child)
        if any("by" in re.findall(r"[^\W\d_]+", word.lower()) for word in words):
            message = "cannot tell who made the contract: write it as in contract 32 C X by 1"
            self.report("error", message, words[0].start_pos or 0)
            self.lose()
            return
        if result.contract is not None:
            self.again("the contract", result.contract_line)
        doubling = self._doubling(words)
        said: Entry[Said] = absent()
        if words:
            start, end = words[0].start_pos or 0, words[-1].end_pos or 0
            text = _slice(words).replace(":", " ")
            said = doubt.read_call(text, self.span(start, end))
            if doubling is None and "{" not in text:
                said, doubling = _doubling_apart(said)
            self._unclear(said, text, start)
        result.contract = ContractEntry(said, by, doubling)
        result.contract_line = self.span_of(_tokens(node)[0])

    def _doubling(self, words: list[Token]) -> Entry[str] | None:
        """Take the X or XX off the end of a contract's words."""
        if len(words) < 2:
            return None
        last = words[-1]
        named = _DOUBLINGS.fullmatch(last)
        if not named and last.type == "GROUP":
            entry = doubt.read_entry(str(last), doubt.read_doubling)
            named = _DOUBLINGS.match("x") if entry is not None and entry.readings else None
        whole = doubt.read_call(_slice(words[:-1]))
        unseen = last.type == "UNSEEN" and (
            not whole.readings or all(len(r.value.terms) > 1 for r in whole.readings)
        )
        if not named and not unseen:
            return None
        words.pop()
        entry = doubt.read_entry(str(last), doubt.read_doubling, self.span_of(last))
        return entry if entry is not None else illegible(self.span_of(last))

    def _seat(self, token: Token) -> Entry[Seat]:
        entry = doubt.read_entry(str(token), doubt.read_seat, self.span_of(token))
        if entry is None:
            self.report(
                "error",
                f"{_shown(token)} is no seat: write its number, or N E S W in bridge",
                token.start_pos or 0,
            )
            self.lose()
            return illegible(self.span_of(token))
        return entry

    def _tricks(self, node: Node) -> None:
        result = self._result(node, "tricks")
        tokens = [token for child in node.find_data("winner") for token in _tokens(child)]
        tokens.sort(key=lambda token: token.start_pos or 0)
        if result.tricks:
            before = result.tricks[0].span or result.trick_spans.of(0)
            self.again("the line of the tricks' winners", before)
        result.tricks = tuple(self._seat(token) for token in tokens)
        result.trick_spans = RowSpans()

    def _figures(self, node: Node) -> None:
        tokens = _tokens(node)
        name = tokens[0].lower()
        result = self._result(node, name)
        figures = result.figures[name]
        for child in node.children:
            if isinstance(child, Tree):
                team, entry = self.figure(child)
                if team in figures:
                    self.again(f"the {name} of {team}", figures[team].span)
                figures[team] = entry

    def figure(self, node: Node) -> tuple[str, Entry[int]]:
        """A team and its figure, as in ``A 39``."""
        team, number = _tokens(node)[:2]
        if team.endswith("?"):
            self.report("warning", f"the doubt about {team} is not kept", team.start_pos or 0)
        name = doubt.read_team(team.removesuffix("?"))
        assert name is not None
        entry = doubt.read_entry(str(number), doubt.read_number, self.span_of(number))
        if entry is None:
            self.report("error", f"{_shown(number)} is no figure", number.start_pos or 0)
            self.lose()
            entry = illegible(self.span_of(number))
        return name, entry

    def _event(self, node: Node) -> None:
        happenings.take(self, node)

    def _row(self, node: Node) -> None:
        scoresheet.take_row(self, node)

    def _match_points(self, node: Node) -> None:
        scoresheet.take_match_points(self, node)

    def _tie_break(self, node: Node) -> None:
        scoresheet.take_tie_break(self, node)

    _HANDLERS: Final = {
        "tag": _tag, "block": _block, "sheet_head": _sheet_head, "hand": _hand, "calls": _calls,
        "trick": _trick, "contract": _contract, "tricks": _tricks, "figures": _figures,
        "event": _event, "row": _row, "match_points": _match_points, "tie_break": _tie_break,
    }  # fmt: skip

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


def _tokens(node: Node) -> list[Token]:
    """The tokens of a node, those of the nodes within it left out where it has its own."""
    own = [child for child in node.children if isinstance(child, Token)]
    return own or [token for child in node.children if isinstance(child, Tree) for token in _tokens(child)]


def _slice(words: list[Token]) -> str:
    """Words joined as they stood, so that ``{28|29}S`` stays one run."""
    text = ""
    for index, word in enumerate(words):
        gap = index > 0 and word.start_pos != words[index - 1].end_pos
        text += (" " if gap else "") + word
    return text


def _doubling_apart(said: Entry[Said]) -> tuple[Entry[Said], Entry[str] | None]:
    """Part a contract from the doubling that is written together with it: ``28SX``."""
    terms = said.value.terms if said.value is not None else ()
    if len(terms) < 2 or terms[-1].kind not in (TermKind.DOUBLE, TermKind.REDOUBLE):
        return said, None
    standing = Standing.DOUBTED if terms[-1].doubted else Standing.CLEAR
    doubling = Entry(standing, (Reading(terms[-1].text),), said.span)
    return doubt.read_call(Said(terms[:-1]).text, said.span), doubling


@lru_cache(maxsize=256)
def _shown(text: str) -> str:
    """A stretch of the record as it is shown in a message, not too long."""
    text = " ".join(text.replace("\0", " ").split())
    return f"“{text[:40]}…”" if len(text) > 41 else f"“{text}”" if text else ""


def _clear_text(value: str) -> tuple[Standing, tuple[Reading[str], ...]]:
    return Standing.CLEAR, (Reading(value),)

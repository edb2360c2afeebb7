"""Puts a record together from its lines.

Each line is parsed by itself with the grammar of the block that it stands in (`hand_record.lark`),
and its parts are handed to the unit that knows them: calls to `bidding`, cards to `cardplay`, the
result to `outcome`, events to `happenings`, sheets to `scoresheet`, tags to `tags`. The names of blocks
and sheets are read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

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
    tags,
)
from fairdeal.grammar.notation.complaints import complaint
from fairdeal.grammar.notation.drafts import SheetDraft
from fairdeal.grammar.notation.record_draft import Block, RecordDraft
from fairdeal.grammar.notation.tokens import Node, shown, tokens_of

_BLOCKS: Final[dict[str, Block]] = {
    "hand": "hands",
    "hands": "hands",
    "auction": "auction",
    "bidding": "auction",
    "play": "play",
    "result": "result",
}
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


def take(draft: RecordDraft, text: str, number: int, *, fast: bool) -> None:
    """Read one line of the record; with `fast` by look-up where it is clean."""
    draft.line = number
    draft.base = 1
    if not text or text.isspace():
        return
    if len(text) > LONGEST_LINE:
        _too_long(draft, text)
        return
    if fast and quick.QUICK[draft.block](draft, text):
        draft.line_ends()
        return
    _parse(draft, text)


def _parse(draft: RecordDraft, text: str) -> None:
    if _misspelt(draft, text):
        return
    start = f"{draft.block}_line"
    try:
        tree = _parser.parse(text, start=start)
    except UnexpectedInput as error:
        _give_up(draft, text, start, error)
        return
    for node in tree.children:
        if isinstance(node, Token):
            draft.add_comment(node, shares=len(tree.children) > 1)
        else:
            _HANDLERS[node.data](draft, node)
            draft.line_ends()


def _misspelt(draft: RecordDraft, text: str) -> bool:
    """Take a line such as ``Reslut:`` for the block that it must mean, and say so."""
    found = _LONE_NAME.fullmatch(text)
    if found is None or found[1].lower() in (*_BLOCKS, "sheet", "tricks", "contract"):
        return False
    like = get_close_matches(found[1].lower(), _BLOCKS, n=1, cutoff=LIKENESS)
    if not like:
        return False
    block = _BLOCKS[like[0]]
    draft.report("warning", f"{shown(text)} is read as {block.title()}:", found.start(1))
    draft.open_block(block)
    return True


def _too_long(draft: RecordDraft, text: str) -> None:
    _open_lost_deal(draft, text[:LONGEST_LINE])
    draft.report(
        "error",
        f"this line has {len(text):,} characters and was not read: a line of a record has at most"
        f" {LONGEST_LINE:,}; write it as several lines",
    )
    draft.lose()


def _open_lost_deal(draft: RecordDraft, text: str) -> None:
    """A deal whose number cannot be read is still a deal: deals in, deals out."""
    opening = _DEAL_TAG.match(text)
    if opening:
        draft.open_deal(tags.deal_number(opening[1], draft.span(*opening.span(1))))


def _give_up(draft: RecordDraft, text: str, start: str, error: UnexpectedInput) -> None:
    _open_lost_deal(draft, text)
    position = error.pos_in_stream
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    if at_end or position is None or not 0 <= position < len(text):
        position = len(text.rstrip())
    expected = complaint(_parser, start, error)
    found = shown(text[position:].split(";")[0])
    where = f"cannot read {found}" if found else "the line ends too early"
    draft.report("error", f"{where}: {expected}", position)
    draft.lose()


def take_block(draft: RecordDraft, node: Node) -> None:
    tokens = tokens_of(node)
    block = _BLOCKS[tokens[0].rstrip(": \t").lower()]
    draft.open_block(block)
    if not tokens[0].rstrip().endswith(":"):
        draft.report("note", f"{tokens[0].strip()} without a colon is read as {block.title()}:")
    _rest(draft, tokens)


def take_sheet(draft: RecordDraft, node: Node) -> None:
    tokens = tokens_of(node)
    words = tokens[0].rstrip(": \t").split()
    team = doubt.read_team(words[-1]) if len(words) > 1 else None
    draft.block = "sheet"
    draft.sheets.append(SheetDraft(draft.line, team))
    draft.anchor = f"sheet {len(draft.sheets)}"
    _rest(draft, tokens)


def _rest(draft: RecordDraft, tokens: list[Token]) -> None:
    """Read what stands on the same line after a block's name."""
    if len(tokens) > 1:
        draft.base += tokens[1].start_pos or 0
        _parse(draft, str(tokens[1]))
        draft.base = 1


_HANDLERS: Final[dict[str, Callable[[RecordDraft, Node], None]]] = {
    "tag": tags.take_tag,
    "block": take_block,
    "sheet_head": take_sheet,
    "hand": cardplay.take_hand,
    "calls": bidding.take_calls,
    "trick": cardplay.take_trick,
    "contract": outcome.take_contract,
    "tricks": outcome.take_tricks,
    "figures": outcome.take_figures,
    "event": happenings.take,
    "row": scoresheet.take_row,
    "match_points": scoresheet.take_match_points,
    "tie_break": scoresheet.take_tie_break,
}
"""The unit that reads each part of a line."""

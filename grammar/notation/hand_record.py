"""Reads the hand record notation: any text or bytes in, a record and the problems of reading it out.

Reading never fails. A line that cannot be read is a problem with its line, column and what was expected, and
the rest is read all the same. Each line is looked up first: where every word of it is in a table, no parse is
needed, which would be too slow. Any other line is parsed on its own with the grammar of its block
(`hand_record.lark`), and its parts go to the unit that knows them: hands, calls, cards, results to `deals`,
sheets to `scoresheet`, tags to `tags`.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Final

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from fairdeal.grammar import doubt
from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.doubt import SEATS, WRITTEN_CARDS
from fairdeal.grammar.encoding import decoded
from fairdeal.grammar.notation import deals, scoresheet, tags
from fairdeal.grammar.notation.deals import CALLS
from fairdeal.grammar.notation.drafts import (
    Block,
    HandDraft,
    Node,
    RecordDraft,
    ResultDraft,
    SheetDraft,
    TrickDraft,
    shown,
    tokens_of,
)
from fairdeal.records import (
    Call,
    ContractEntry,
    Entry,
    Event,
    Play,
    Problem,
    Reading,
    Record,
    RowSpans,
    Said,
    Span,
    Standing,
    TermKind,
    clear,
    lines_of,
)

MOST_NUL_LINES = 20
"""Lines with NUL characters that are named one by one: a broken file has thousands of them."""
LONGEST_LINE: Final = 20_000
"""Characters of a line of a record: the longest that is written at a table, a row of a sheet with every
entry in doubt, has some 2,000. The time to read a line may grow with its square, so it is bounded."""
LONGEST_CLEAN: Final = 1000
"""Characters of the longest row of calls that is looked up: no clean one comes near it."""
LIKENESS: Final = 0.7
"""How like a block's name (0 to 1, as difflib counts) a lone word with a colon must be to be it."""

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


@lru_cache(maxsize=1)
def _parser() -> Lark:
    """Made for the first line that is in no table, as no record of clean lines needs it."""
    return Lark.open(
        "hand_record.lark",
        rel_to=__file__,
        parser="lalr",
        lexer="contextual",
        start=["head_line", "hands_line", "auction_line", "play_line", "result_line", "sheet_line"],
    )


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A record, and what a person should know about how it was read."""

    record: Record
    problems: tuple[Problem, ...]


def read(source: bytes | str) -> ReadResult:
    """Read a hand record; never an error."""
    text, problems = decoded(source) if isinstance(source, bytes) else (source, [])
    text = text.removeprefix("\ufeff")
    lines = lines_of(text)
    if "\0" in text:
        problems += _nuls(lines)
        lines = [line.replace("\0", " ") for line in lines]
    draft = RecordDraft()
    with _collector_paused():
        for number, line in enumerate(lines, start=1):
            if not line or line.isspace():
                continue
            draft.line, draft.base = number, 1
            if len(line) > LONGEST_LINE:
                _too_long(draft, line)
            elif _CLEAN[draft.block](draft, line):
                draft.line_ends()
            else:
                _parse(draft, line)
        record, found = draft.finish(text)
    problems += found
    if not any(line.strip() for line in lines):
        problems.append(Problem("error", "the record is empty: there is nothing in it to read"))
    return ReadResult(record, tuple(problems))


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Let no garbage be looked for meanwhile.

    Everything that reading makes stays alive in the record, so that looking through it again and
    again finds nothing and takes half of the time of a large file.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _nuls(lines: list[str]) -> list[Problem]:
    """A warning for each line that holds NUL characters, which are read as blanks."""
    found = [
        (number, line.index("\0") + 1, line.count("\0"))
        for number, line in enumerate(lines, start=1)
        if "\0" in line
    ]
    problems = [
        Problem(
            "warning",
            f"{count} NUL character{'s' * (count > 1)} here, read as blanks:"
            " the file seems to be damaged",
            number,
            column,
        )
        for number, column, count in found[:MOST_NUL_LINES]
    ]
    if len(found) > MOST_NUL_LINES:
        more = len(found) - MOST_NUL_LINES
        problems.append(Problem("warning", f"NUL characters on {more} more lines"))
    return problems


# Lines by the grammar.


def _parse(draft: RecordDraft, text: str) -> None:
    if _misspelt(draft, text):
        return
    start = f"{draft.block}_line"
    try:
        tree = _parser().parse(text, start=start)
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
    expected = _complaint(start, error)
    found = shown(text[position:].split(";")[0])
    where = f"cannot read {found}" if found else "the line ends too early"
    draft.report("error", f"{where}: {expected}", position)
    draft.lose()
    if ":" not in text:  # with one it names a seat, or a block
        draft.lose_cards(len(text))


def _take_block(draft: RecordDraft, node: Node) -> None:
    tokens = tokens_of(node)
    block = _BLOCKS[tokens[0].rstrip(": \t").lower()]
    draft.open_block(block)
    if not tokens[0].rstrip().endswith(":"):
        draft.report("note", f"{tokens[0].strip()} without a colon is read as {block.title()}:")
    _rest(draft, tokens)


def _take_sheet(draft: RecordDraft, node: Node) -> None:
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
    "block": _take_block,
    "sheet_head": _take_sheet,
    "hand": deals.take_hand,
    "more": deals.take_more,
    "calls": deals.take_calls,
    "trick": deals.take_trick,
    "contract": deals.take_contract,
    "tricks": deals.take_tricks,
    "figures": deals.take_figures,
    "event": deals.take_event,
    "row": scoresheet.take_row,
    "match_points": scoresheet.take_match_points,
    "tie_break": scoresheet.take_tie_break,
}
"""The unit that reads each part of a line."""


# What was expected where a line could not be parsed.

_TRICK = "a line of Play: holds the cards of one trick, such as 3:KH KS JH JH QH AH"
_MATCH = "write match points A 3 B 0, and tie-break A where one was played"
_BLOCK = (
    "a line must be a tag, an event, or stand in a block that begins with"
    " Hands:, Auction:, Play:, Result: or Sheet:"
)
_ROW = "a row of a sheet holds cells between bars, such as 1 | 2 | 1 | 32 C"

_EXAMPLES: Final[dict[str, dict[str, list[str]]]] = {
    "head_line": {
        'a tag is a name and a quoted text in square brackets, such as [Event "Onam Cup"]': [
            "[", "[]", "[Event]", "[Event", '[Event "a"', "[Event a]", '[Event "a', '["a"]',
            '[Event "a" b]', '[Event "a"] b', "[Event 'a']",
        ],
        "name the team by its letter, such as ! objection A": [
            "! objection Z", "! objection A B", "! warning 3", "! objection A by",
        ],
        "name the seat by its number, such as ! disclosed 5": [
            "! disclosed 9", "! disclosed 5 6", "! silence x", "! disclosed 5: JH",
        ],
        "name the seat and the cards, such as ! exposed 2:JS or ! claim 3: JS JH": [
            '! exposed "a"', '! claim 3: "a"', "! exposed 2: JS ->",
        ],
        "write the card taken back and the one that stood, such as ! retracted 4:KS -> 4:QD": [
            '! retracted "a"', "! retracted 4:KS ->", "! retracted 4:KS -> 4:QD 4:KD",
            '! retracted 4:KS "a"', '! retracted 4:KS -> "a"',
        ],
        'name the seat and what happened, such as ! conduct 2 "tapped the table"': [
            '! conduct "a" "b"', '! conduct 2 "a" b', '! conduct "a" 2',
        ],
        "name who sits where, such as ! seats 1=Biju 3=Anil": [
            "! seats Biju", "! seats 1", "! seats 1=", "! seats 9=Biju", "! seats 1=Biju x",
        ],
        "nothing but a place may follow: ! redeal, ! swap-teams, ! redeal @ deal 3": [
            "! redeal 2", '! swap-teams "a"',
        ],
        "an event is a mark, a word and whom it concerns, such as ! objection A": [
            "!", "! ;", '! "a"', '! note "a" b', "! note @ a ! b",
        ],
        "a contract is a call and who made it, such as contract 32 C X by 1": [
            "contract 28 S by", "contract 28 S by 9", "contract by by", "contract 28 S by 1 2",
            "contract {28", "contract 28 S by 1 by 2",
        ],
        "write each team's letter and its figure, such as points A 39 B 17": [
            "points", "points 39", "points A", "points A B", "points A 39 B", "points A 39 17",
            "points C 3", "score A x", "points A 39 B x",
        ],
        "write the seat that won each trick, such as tricks 5 2 5 1 6 5 2 1": [
            "tricks ]", 'tricks ; "', "tricks ,",
        ],
        _MATCH: [
            "match points 3", "match points A", "match points A B", "tie-break", "tie-break 3",
            "match points A 3 B 0 C", "tie-break A B",
        ],
        _BLOCK: ["28 S", "JH", "1", "hello", "{a", "?", '"a"', "|", ",", "= 3", "]"],
    },
    "hands_line": {
        deals.NO_SEAT: ["hello", "9: JH", '"', ","],
        "a card is a rank and a suit, such as JH or 10S": [
            "1: JH ]", "1: JH [", '1: "', "1: JH, , 9H", "JH ]", "JH, , 9H", "JH hello",
        ],
    },
    "auction_line": {CALLS: ["3: 28 S {", "} P", "{28", "P {", "3: 28 S }", "3:: 28 S"]},
    "play_line": {
        _TRICK: ["trick 2: [", ".. [", "3:KH [", ",", "trick 2: ,", "3:KH, , KS", "3: 4:KH"],
    },
    "result_line": {},
    "sheet_line": {_ROW: ['1 | "', "| {"], _MATCH: ["match points 3", "tie-break 3"]},
}  # fmt: skip

_FALLBACKS: Final = {
    "head_line": _BLOCK,
    "hands_line": deals.NO_SEAT,
    "auction_line": CALLS,
    "play_line": _TRICK,
    "result_line": "a line of Result: begins with contract, tricks, points, score or penalty",
    "sheet_line": _ROW,
}
_remembered: Final[dict[tuple[str, int | None, str], str]] = {}
"""Complaints by where a line went wrong, so that a page of nonsense does not take minutes."""


def _complaint(start: str, error: UnexpectedInput) -> str:
    """What was expected where `error` struck, in words for a person who never saw the grammar.

    The grammar knows only which token it could not use. Each complaint above has lines that go wrong in the
    same place; Lark compares where they fail with where the line at hand failed. Those of the block at hand
    come first: where both fit, they know more.
    """
    kind = error.token.type if isinstance(error, UnexpectedToken) else ""
    state = getattr(error, "state", None)
    position = getattr(state, "position", state)
    key = (start, position if isinstance(position, int) else None, kind)
    if key not in _remembered:
        examples = _EXAMPLES[start] | _EXAMPLES["head_line"]
        matched = error.match_examples(
            partial(_parser().parse, start=start), examples, use_accepts=False
        )
        _remembered[key] = matched or _FALLBACKS[start]
    return _remembered[key]


# Clean lines: each function takes a line of which every word is known, or leaves it untouched.

_CLEAR_SEATS: Final = {letter: clear(seat) for letter, seat in SEATS.items()}
_CLEAR_CARDS: Final = {text: clear(card) for text, card in WRITTEN_CARDS.items()}
"""One shared entry for each way to write a card; it has no span, the row has."""
_CLEAR_PLAYS: Final = {text: Play(entry) for text, entry in _CLEAR_CARDS.items()} | {
    f"{letter}:{text}": Play(entry, label)
    for letter, label in _CLEAR_SEATS.items()
    for text, entry in _CLEAR_CARDS.items()
    if text.isascii() and not text.islower()
}
_HAND_LABELS: Final = {f"{letter}:": seat for letter, seat in SEATS.items()}
_CLEAN_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) ("([^"\\]*)")\]\s*')
_NOT_CLEAN = re.compile(r'[{}?;"!\[\]-]')
_CALL = re.compile(r"\s*(?:([1-8NESWnesw])\s*:\s*)?(\S.*?)\s*")
_CLEAN_CONTRACT = re.compile(r'contract ([^{}?;",:-]*?)(?: (X|XX))? by ([1-8NESW])\s*')
_CLEAN_FIGURES = re.compile(
    r"(points|score|penalty) (A|B|NS|EW) (\d{1,7})(?: (A|B|NS|EW) (\d{1,7}))?\s*"
)


@lru_cache(maxsize=65536)
def _clean_words(text: str) -> tuple[Reading[Said], ...] | None:
    """The reading of a call's words where all are known, None for any other."""
    said = parse_call(text)
    known = not any(term.doubted or term.kind is TermKind.WORD for term in said.terms)
    return (Reading(said),) if known and said.terms and not said.unclear else None


@lru_cache(maxsize=65536)
def _clean_call(text: str) -> Call | None:
    """A call of known words alone, with its seat where that is written; None for any other.

    One shared call for each way to write it; it has no span, the deal has."""
    found = _CALL.fullmatch(text)
    readings = _clean_words(found[2]) if found is not None else None
    if found is None or readings is None:
        return None
    label = None if found[1] is None else _CLEAR_SEATS[found[1]]
    return Call(Entry(Standing.CLEAR, readings), label)


def _clean_head(draft: RecordDraft, text: str) -> bool:
    """A tag, or the name of a block on a line of its own."""
    block = _BLOCKS.get(text[:-1].lower()) if text[-1] == ":" else None
    if block is not None:
        draft.open_block(block)
        return True
    found = _CLEAN_TAG.fullmatch(text)
    if found is not None:
        tags.place_tag(draft, found[1], found[3], 0, *found.span(2))
    return found is not None


def _clean_hand(draft: RecordDraft, text: str) -> bool:
    label, *words = text.split()
    seat = _HAND_LABELS.get(label)
    if seat is None:
        return _clean_head(draft, text)
    deal = draft.deal
    if deal is None or deal.hands is None or seat in [hand.seat for hand in deal.hands]:
        return False
    try:
        cards = [_CLEAR_CARDS[word] for word in words]
    except KeyError:
        return False
    start = text.index(":") + 1
    deal.hands.append(HandDraft(seat, cards, ((draft.line, start + 1, text[start:]),)))
    draft.anchor = "hand " + seat
    return True


def _clean_calls(draft: RecordDraft, text: str) -> bool:
    if len(text) > LONGEST_CLEAN or _NOT_CLEAN.search(text) or not text.isprintable():
        return _clean_head(draft, text)
    deal = draft.deal
    if deal is None or deal.auction is None:
        return False
    calls = [call for part in text.split(",") if (call := _clean_call(part))]
    if len(calls) <= text.count(","):
        return _clean_head(draft, text)
    deal.call_rows.append((deal.call_count, draft.line, text))
    draft.anchor = deal.add_calls(calls)
    return True


def _clean_trick(draft: RecordDraft, text: str) -> bool:
    try:
        plays: list[Play | Event] = [_CLEAR_PLAYS[word] for word in text.split()]
    except KeyError:
        return _clean_head(draft, text)
    tricks = None if draft.deal is None else draft.deal.tricks
    if tricks is None or (tricks and tricks[-1].bare):
        return False
    number = tricks[-1].number + 1 if tricks else 1
    tricks.append(TrickDraft(number, number, plays, ((draft.line, 1, text),), 1))
    draft.anchor = f"trick {len(tricks)} row 1"
    return True


def _clean_result(draft: RecordDraft, text: str) -> bool:
    result = None if draft.deal is None else draft.deal.result
    if result is None:
        return False
    if text.startswith("con"):
        return _clean_contract(draft, result, text)
    if text.startswith("tri"):
        return _clean_winners(draft, result, text)
    found = _CLEAN_FIGURES.fullmatch(text)
    if found is None:
        return _clean_head(draft, text)
    figures = result.figures[found[1]]
    if figures or found[2] == found[4]:
        return False
    figures[found[2]] = clear(int(found[3]), draft.span(*found.span(3)))
    if found[4] is not None:
        figures[found[4]] = clear(int(found[5]), draft.span(*found.span(5)))
    draft.anchor = found[1]
    return True


def _clean_contract(draft: RecordDraft, result: ResultDraft, text: str) -> bool:
    found = _CLEAN_CONTRACT.fullmatch(text)
    if found is None or result.contract is not None or found[1] != found[1].strip():
        return False
    readings = _clean_words(found[1])
    if readings is None or any(
        term.kind in (TermKind.DOUBLE, TermKind.REDOUBLE) for term in readings[0].value.terms
    ):
        return False
    result.contract = ContractEntry(
        Entry(Standing.CLEAR, readings, draft.span(*found.span(1))),
        clear(found[3], draft.span(*found.span(3))),
        None if found[2] is None else clear(found[2], draft.span(*found.span(2))),
    )
    result.contract_line = draft.span(0, 8)
    draft.anchor = "contract"
    return True


def _clean_winners(draft: RecordDraft, result: ResultDraft, text: str) -> bool:
    word, *seats = text.split()
    if word != "tricks" or result.tricks or any(seat not in _CLEAR_SEATS for seat in seats):
        return False
    result.tricks = tuple([_CLEAR_SEATS[seat] for seat in seats])
    start = text.index("tricks") + 6
    result.trick_spans = RowSpans(((draft.line, start + 1, text[start:]),))
    draft.anchor = "tricks"
    return True


def _clean_row(draft: RecordDraft, text: str) -> bool:
    if not text[0].isdigit() or _NOT_CLEAN.search(text) or not text.isprintable():
        return False
    pieces: list[tuple[str, Span]] = []
    position = 0
    for part in text.split("|"):
        word = part.strip()
        start = position + (part.index(word) if word else 0)
        pieces.append((word, draft.span(start, start + len(word))))
        position += len(part) + 1
    scoresheet.place_row(draft, pieces)
    return True


_CLEAN: Final[dict[Block, Callable[[RecordDraft, str], bool]]] = {
    "head": _clean_head,
    "hands": _clean_hand,
    "auction": _clean_calls,
    "play": _clean_trick,
    "result": _clean_result,
    "sheet": _clean_row,
}

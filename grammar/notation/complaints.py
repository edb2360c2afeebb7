"""Tells a person what was expected where a line could not be parsed, and what would have been right.

The grammar knows only which token it could not use. Each complaint here has lines that go wrong in
the same place; Lark compares where they fail with where the line at hand failed.
"""

from __future__ import annotations

from typing import Final

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

_TAG = 'a tag is a name and a quoted text in square brackets, such as [Event "Onam Cup"]'
_HAND = "a line of Hands: begins with its seat, such as 3: KH AD 10S"
_CARD = "a card is a rank and a suit, such as JH or 10S"
CALLS = "calls are separated by commas, such as 3: 28 S, P, +1 H"
_TRICK = "a line of Play: holds the cards of one trick, such as 3:KH KS JH JH QH AH"
_CONTRACT = "a contract is a call and who made it, such as contract 32 C X by 1"
_FIGURES = "write each team's letter and its figure, such as points A 39 B 17"
_TRICKS = "write the seat that won each trick, such as tricks 5 2 5 1 6 5 2 1"
_MATCH = "write match points A 3 B 0, and tie-break A where one was played"
_TEAM_EVENT = "name the team by its letter, such as ! objection A"
_SEAT_EVENT = "name the seat by its number, such as ! disclosed 5"
_CARD_EVENT = "name the seat and the cards, such as ! exposed 2:JS or ! claim 3: JS JH"
_RETRACTED = "write the card taken back and the one that stood, such as ! retracted 4:KS -> 4:QD"
_CONDUCT = 'name the seat and what happened, such as ! conduct 2 "tapped the table"'
_SEATS = "name who sits where, such as ! seats 1=Biju 3=Anil"
_BARE = "nothing but a place may follow: ! redeal, ! swap-teams, ! redeal @ deal 3"
_EVENT = "an event is a mark, a word and whom it concerns, such as ! objection A"
_BLOCK = (
    "a line must be a tag, an event, or stand in a block that begins with"
    " Hands:, Auction:, Play:, Result: or Sheet:"
)
_ROW = "a row of a sheet holds cells between bars, such as 1 | 2 | 1 | 32 C"

_EXAMPLES: Final[dict[str, dict[str, list[str]]]] = {
    "head_line": {
        _TAG: [
            "[", "[]", "[Event]", "[Event", '[Event "a"', "[Event a]", '[Event "a', '["a"]',
            '[Event "a" b]', '[Event "a"] b', "[Event 'a']",
        ],
        _TEAM_EVENT: ["! objection Z", "! objection A B", "! warning 3", "! objection A by"],
        _SEAT_EVENT: ["! disclosed 9", "! disclosed 5 6", "! silence x", "! disclosed 5: JH"],
        _CARD_EVENT: ['! exposed "a"', '! claim 3: "a"', "! exposed 2: JS ->"],
        _RETRACTED: [
            '! retracted "a"', "! retracted 4:KS ->", "! retracted 4:KS -> 4:QD 4:KD",
            '! retracted 4:KS "a"', '! retracted 4:KS -> "a"',
        ],
        _CONDUCT: ['! conduct "a" "b"', '! conduct 2 "a" b', '! conduct "a" 2'],
        _SEATS: ["! seats Biju", "! seats 1", "! seats 1=", "! seats 9=Biju", "! seats 1=Biju x"],
        _BARE: ["! redeal 2", '! swap-teams "a"'],
        _EVENT: ["!", "! ;", '! "a"', '! note "a" b', "! note @ a ! b"],
        _CONTRACT: [
            "contract 28 S by", "contract 28 S by 9", "contract by by", "contract 28 S by 1 2",
            "contract {28", "contract 28 S by 1 by 2",
        ],
        _FIGURES: [
            "points", "points 39", "points A", "points A B", "points A 39 B", "points A 39 17",
            "points C 3", "score A x", "points A 39 B x",
        ],
        _TRICKS: ["tricks ]", 'tricks ; "', "tricks ,"],
        _MATCH: [
            "match points 3", "match points A", "match points A B", "tie-break", "tie-break 3",
            "match points A 3 B 0 C", "tie-break A B",
        ],
        _BLOCK: ["28 S", "JH", "1", "hello", "{a", "?", '"a"', "|", ",", "= 3", "]"],
    },
    "hands_line": {
        _HAND: ["JH 9H", "hello", "9: JH", '"', "?", "10S", ","],
        _CARD: ["1: JH ]", "1: JH [", '1: "', "1: JH, , 9H"],
    },
    "auction_line": {CALLS: ["3: 28 S {", "} P", "{28", "P {", "3: 28 S }", "3:: 28 S"]},
    "play_line": {
        _TRICK: ["trick 2: [", ".. [", "3:KH [", ",", "trick 2: ,", "3:KH, , KS", "3: 4:KH"],
    },
    "result_line": {},
    "sheet_line": {_ROW: ['1 | "', "| {"], _MATCH: ["match points 3", "tie-break 3"]},
}  # fmt: skip

_remembered: dict[tuple[str, int | None, str], str] = {}
"""Complaints by where a line went wrong, so that a page of nonsense does not take minutes."""


def complaint(parser: Lark, start: str, error: UnexpectedInput) -> str:
    """What was expected where `error` struck, in words for a person who never saw the grammar."""
    kind = error.token.type if isinstance(error, UnexpectedToken) else ""
    state = getattr(error, "state", None)
    position = getattr(state, "position", state)
    key = (start, position if isinstance(position, int) else None, kind)
    if key not in _remembered:
        _remembered[key] = _matched(parser, start, error) or _fallback(start)
    return _remembered[key]


def _matched(parser: Lark, start: str, error: UnexpectedInput) -> str | None:
    def parse(text: str) -> Tree[Token]:
        return parser.parse(text, start=start)

    # The examples of the block at hand first: where both fit, they know more.
    examples = _EXAMPLES[start] | _EXAMPLES["head_line"]
    return error.match_examples(parse, examples, use_accepts=False)


def _fallback(start: str) -> str:
    return {
        "head_line": _BLOCK,
        "hands_line": _HAND,
        "auction_line": CALLS,
        "play_line": _TRICK,
        "result_line": "a line of Result: begins with contract, tricks, points, score or penalty",
        "sheet_line": _ROW,
    }[start]

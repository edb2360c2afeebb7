"""Reads the words of one call, however wrong, and names the form that they have.

Nothing is refused here: what a call means and whether it was allowed is for the rulings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from fairdeal.records import Said, Term, TermKind

APPROVED_FORMS: Final = frozenset(
    {
        "number suit",
        "suit number",
        "number no-trump",
        "number noes",
        "number pass",
        "plus suit",
        "suit plus",
        "plus number suit",
        "suit plus number",
        "plus number noes",
    }
)
"""The ten forms that article 3.4 of the international rules approves."""

SINGLE_WORDS: Final = frozenset({"pass", "double", "redouble", "all-pass"})
"""Calls of one word; the last is the recorder's shorthand."""

BARRED_FORMS: Final = frozenset(
    {
        "no-trump number",
        "pass number",
        "number plus suit",
        "number plus noes",
        "number plus no-trump",
        "plus noes",
        "plus no-trump",
        "plus number no-trump",
        "plus number pass",
    }
)
"""Forms off the approved list that rulebooks name: each is one call, wrong or unlisted."""

KNOWN_FORMS: Final = APPROVED_FORMS | SINGLE_WORDS | BARRED_FORMS

_KINDS: Final[dict[str, tuple[TermKind, str]]] = {
    "CLUBS": (TermKind.SUIT, "C"),
    "DIAMONDS": (TermKind.SUIT, "D"),
    "HEARTS": (TermKind.SUIT, "H"),
    "SPADES": (TermKind.SUIT, "S"),
    "NO_TRUMP": (TermKind.NO_TRUMP, "NT"),
    "NOES": (TermKind.NOES, "NS"),
    "PASS": (TermKind.PASS, "Pass"),
    "PLUS": (TermKind.PLUS, "+"),
    "DOUBLE": (TermKind.DOUBLE, "X"),
    "REDOUBLE": (TermKind.REDOUBLE, "XX"),
    "ALL_PASS": (TermKind.ALL_PASS, "AP"),
}

_UNITS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS: Final = (
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORD_NUMBERS: Final = {
    **{word: number for number, word in enumerate((*_UNITS, *_TEENS), start=1)},
    **{word: 10 * ten for ten, word in enumerate(_TENS, start=2)},
    "fourty": 40,
}

_GLUED: Final[dict[str, tuple[TermKind, str]]] = {
    "c": (TermKind.SUIT, "C"),
    "d": (TermKind.SUIT, "D"),
    "h": (TermKind.SUIT, "H"),
    "s": (TermKind.SUIT, "S"),
    "nt": (TermKind.NO_TRUMP, "NT"),
    "ns": (TermKind.NOES, "NS"),
    "p": (TermKind.PASS, "Pass"),
    "pass": (TermKind.PASS, "Pass"),
    "plus": (TermKind.PLUS, "+"),
    "x": (TermKind.DOUBLE, "X"),
    "dbl": (TermKind.DOUBLE, "X"),
    "xx": (TermKind.REDOUBLE, "XX"),
    "ap": (TermKind.ALL_PASS, "AP"),
    "clubs": (TermKind.SUIT, "C"),
    "diamonds": (TermKind.SUIT, "D"),
    "hearts": (TermKind.SUIT, "H"),
    "spades": (TermKind.SUIT, "S"),
}
"""Words that may be written together without a blank between (``28HX``, ``PlusD``)."""

LONGEST_GLUED: Final = 16
"""Letters in the longest run that is taken apart; a longer one is somebody's word."""

MOST_GLUED: Final = 2
"""Words of one call that are taken apart at most; where there are more it is not a call of a table."""

MOST_SPLITS: Final = 16
"""Ways tried to take one word apart: those of the fewest and longest pieces come first."""

LONGEST_CALL: Final = 200
"""Characters of the longest text that is read as a call; a longer one is kept whole, and unclear."""


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark.open("calls.lark", rel_to=__file__, parser="lalr", start="call", lexer="basic")


@lru_cache(maxsize=65536)
def parse_call(text: str) -> Said:
    """The words of a call as terms; never an error.

    `unclear` is set where the words do not say what was meant: a lone ``D``, a part that could not
    be read (``28 ??``), a sign that is not a word (``28 S *``), or a run that can be cut wholly into two
    or more calls of known form while it has no known form as one call (``28 H Pass``).
    """
    text = " ".join(text.split())
    if len(text) > LONGEST_CALL:
        return Said((Term(TermKind.WORD, text),), unclear=True)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput:
        # Only control characters that no terminal takes get here: the text stays whole as a word.
        return Said((Term(TermKind.WORD, text or "�"),), unclear=True)
    pieces = [_term(node) for node in tree.children if isinstance(node, Tree)]
    if sum(term.kind is TermKind.WORD for term, _ in pieces) <= MOST_GLUED:
        pieces = _apart(pieces)
    pieces = _all_passed(pieces)
    return Said(tuple(term for term, _ in pieces), _unclear(pieces))


def _all_passed(pieces: list[_Piece]) -> list[_Piece]:
    """``All`` and a pass are one thing said, however they are separated: ``all P``, ``all.p``."""
    joined: list[_Piece] = []
    for term, lone_d in pieces:
        before = joined[-1][0] if joined else None
        if (
            term.kind is TermKind.PASS
            and before is not None
            and before.kind is TermKind.WORD
            and before.text.casefold() == "all"
        ):
            joined[-1] = (Term(*_KINDS["ALL_PASS"], before.doubted or term.doubted), False)
        else:
            joined.append((term, lone_d))
    return joined


def said_text(said: Said) -> str:
    """The text that `parse_call` reads as `said` again.

    The same as `Said.text` save where a clear ``D`` would be read as a double.
    """
    return said.text if "D" not in said.text or said.unclear else _unmistakable(said)


@lru_cache(maxsize=4096)
def _unmistakable(said: Said) -> str:
    if parse_call(said.text) == said:
        return said.text
    terms = tuple(
        Term(term.kind, "Diamonds", term.doubted)
        if term.kind is TermKind.SUIT and term.text == "D"
        else term
        for term in said.terms
    )
    return Said(terms).text


_Piece = tuple[Term, bool]
"""A term, and whether it is the bare letter ``D``, which may stand for a double."""


def _term(node: Tree[Token]) -> _Piece:
    token = node.children[0]
    assert isinstance(token, Token)
    doubted = len(node.children) > 1
    written = str(token)
    known = _KINDS.get(token.type)
    if known is not None:
        return Term(*known, doubted), written in ("D", "d")
    if token.type == "NUMBER":
        return Term(TermKind.NUMBER, str(int(written)), doubted), False
    if token.type == "NUMBER_WORD":
        return Term(TermKind.NUMBER, str(_number_of(written)), doubted), False
    return Term(TermKind.WORD, unicodedata.normalize("NFC", written), doubted), False


def _number_of(words: str) -> int:
    """``Thirty-two`` to 32."""
    text = "".join(character for character in words.lower() if character.isalpha())
    if text in _WORD_NUMBERS:
        return _WORD_NUMBERS[text]
    ten = next(word for word in _WORD_NUMBERS if word.endswith("ty") and text.startswith(word))
    return _WORD_NUMBERS[ten] + _WORD_NUMBERS[text[len(ten) :]]


def _unclear(pieces: list[_Piece]) -> bool:
    # A stray sign, ``-`` or ``??``, without a letter or figure in it, is not a word said.
    words = [term.text for term, _ in pieces if term.kind is TermKind.WORD]
    if not all(any(map(str.isalnum, word)) for word in words):
        return True
    if len(pieces) == 1:
        return pieces[0][1]
    return _form(pieces) not in KNOWN_FORMS and _cuts(tuple(_choices(pieces)))


def _form(pieces: list[_Piece]) -> str:
    return " ".join(term.kind.value for term, _ in pieces)


def _choices(pieces: list[_Piece]) -> Iterator[tuple[str, ...]]:
    for term, lone_d in pieces:
        yield (term.kind.value, TermKind.DOUBLE.value) if lone_d else (term.kind.value,)


LONGEST_KNOWN = 3
"""Terms in the longest known form."""


def _cuts(choices: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the words can be cut, without rest, into calls of known form."""
    reachable = [True] + [False] * len(choices)
    for end in range(1, len(choices) + 1):
        for start in range(max(0, end - LONGEST_KNOWN), end):
            if reachable[start] and _known(choices[start:end]):
                reachable[end] = True
                break
    return reachable[-1]


def _known(choices: tuple[tuple[str, ...], ...]) -> bool:
    forms = [""]
    for options in choices:
        forms = [f"{form} {option}".strip() for form in forms for option in options]
    return any(form in KNOWN_FORMS for form in forms)


def _apart(pieces: list[_Piece]) -> list[_Piece]:
    """Take words apart that are known ones written together, where the whole then makes sense.

    Sense is a known form, or calls of known form without a comma; else the word is kept as said.
    """
    for position, (term, _) in enumerate(pieces):
        if term.kind is not TermKind.WORD or not 2 <= len(term.text) <= LONGEST_GLUED:
            continue
        for words in islice(_splits(term.text.lower()), MOST_SPLITS):
            parts: list[_Piece] = [(Term(*_GLUED[word]), word == "d") for word in words]
            parts[-1] = (Term(parts[-1][0].kind, parts[-1][0].text, term.doubted), parts[-1][1])
            whole = _apart(pieces[:position] + parts + pieces[position + 1 :])
            if _form(whole) in KNOWN_FORMS or _cuts(tuple(_choices(whole))):
                return whole
        break
    return pieces


def _splits(word: str) -> Iterator[list[str]]:
    """Every way to cut a word into two or more known ones, the longest pieces first."""

    def cut(rest: str) -> Iterator[list[str]]:
        if not rest:
            yield []
        for known in sorted(_GLUED, key=len, reverse=True):
            if rest.startswith(known):
                yield from ([known, *others] for others in cut(rest[len(known) :]))

    return (words for words in cut(word) if len(words) > 1)

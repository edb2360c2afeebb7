"""What a person may write in a field, as texts in the net's symbols.

Characters that nobody can tell apart by their shape share a symbol: a nought and the letter O, a one,
a capital I and a small l. Capitals and small letters share a symbol where the field never asks which.
The capital L keeps its own, and so does the dotted small i.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import permutations
from typing import Final

BLANK: Final = 0
STRUCK: Final = "~"
"""Ink that was crossed out or scribbled over."""
TICK: Final = "✓"
SUITS: Final = "♣♦♥♠"

SYMBOLS: Final = "\0" + "0123456789" + "ABCDEFGHIJKLMNPQRSTUVWXYZ" + "+-/.?" + SUITS + TICK + STRUCK
"""Symbol of each output channel; channel 0 is the blank of CTC (Graves et al. 2006)."""

INDEX: Final = {symbol: index for index, symbol in enumerate(SYMBOLS)}

_FOLDED: Final = {"O": "0", "o": "0", "I": "1", "l": "1", "|": "1", "i": "I", ",": "."}


def fold(character: str) -> str:
    """The symbol a written character is read as; raises KeyError where the net has none for it."""
    symbol = _FOLDED.get(character) or character.upper()
    if symbol not in INDEX or symbol == "\0":
        raise KeyError(character)
    return symbol


def fold_text(text: str) -> str:
    """The symbols of a text, spaces and apostrophes left out."""
    return "".join(fold(character) for character in text if character not in " '’")


SELDOM: Final = 0.05
"""What is seldom written at all: half a card, T for a ten, a seat of bridge on a sheet of 56."""

PASS: Final = 10.0
"""A pass, beside any one bid. Two calls in three are passes and no bid is one in a hundred, so this is
little: it settles what the ink leaves open, and reads no clear bid away."""

LEFT_OFF: Final = 0.02
"""A bid of which the suit or the number was left off: 28, H, + 2."""

NUMBER_PASS: Final = 0.3
"""A pass with its number, `28 Pass` or `Pass 28`: few bid that way, and the D of a suit may look like a P.
With a tenth each was asked about, however plain; with this a D that was read as one, for 0.993, still is."""

SLIP: Final = 1e-3
"""What is written by a slip alone: 9, 528, 5 +, 281 X, Pass -."""

OTHER_PACK: Final = 0.1
"""A card of a rank that 56 does not play with: on its forms, a slip or a house rule."""

_FIGURE_ALONE: Final = re.compile(r"\d")
_THREE_FIGURES: Final = re.compile(r"\d{3}")
_STROKE: Final = re.compile(r"Pass -| -$")
"""Where a stroke is a slip of the pen, or the last one of a letter."""
_PIP_CARD: Final = re.compile(r"[2-8][CDHS]|[CDHS][2-8]")

_NO_SEAT: Final = {"7": 0.1, "8": 0.1, "9": LEFT_OFF, "0": LEFT_OFF}
"""Figures in a field for a seat: tables of eight are rare, larger ones unheard of."""

_FORMS: Final[Mapping[str, float]] = {
    "P": PASS,
    "N": LEFT_OFF,
    "S": LEFT_OFF,
    "T": LEFT_OFF,
    "O": LEFT_OFF,
    "+": LEFT_OFF,
    "+N": LEFT_OFF,
    "N+": SLIP,
    "NX": LEFT_OFF,
    "NR": LEFT_OFF,
    "NP": NUMBER_PASS,
    "PN": NUMBER_PASS,
}
"""Forms of calls (`_form`) that weigh something else than a bid. Words that say nothing together weigh
`LEFT_OFF` as well."""

_TRIPLES: Final = (
    "+NS +SN N+S NS+ S+N SN+ +NT N+T T+N NT+ TN+ +TN +NO N+O O+N NO+ ON+ +ON +NP N+P P+N"
)
_SAID: Final = frozenset(f"P X R A NS SN NT TN NO ON +S S+ +T T+ +O O+ +P P+ {_TRIPLES}".split(" "))
"""Forms in which bids are said, approved, barred or named by nobody."""


def as_call(text: str) -> float:
    """How often a call is written, beside a bid with its number and its suit."""
    if _FIGURE_ALONE.fullmatch(text) or _THREE_FIGURES.search(text) or _STROKE.search(text):
        return SLIP
    form = _form(text)
    if form in _FORMS:
        return _FORMS[form]
    return 1.0 if form in _SAID or "W" in form else LEFT_OFF


def as_trump(text: str) -> float:
    """How often a trump is written in a column of trumps, beside a suit alone."""
    form = _form(text)
    if form in ("S", "T", "O", "W"):
        return 1.0
    if form == "P":
        return NUMBER_PASS
    return SLIP if "+" in form else LEFT_OFF


def as_bid(text: str) -> float:
    """How often a figure is written in a column of bids, beside one of two figures."""
    return 1.0 if re.fullmatch(rf"\d\d|[?{TICK}-]", text) else SLIP


def _form(text: str) -> str:
    """The kinds of a call's words, a letter each: N number, S suit, T no-trump, O noes, W any other."""
    return "".join(_kind(word) for word in text.replace("+", " + ").split())


def _kind(word: str) -> str:
    return "N" if word.isdigit() else _WORDS.get(word, "W")


_WORDS: Final = {
    "C": "S",
    "D": "S",
    "H": "S",
    "S": "S",
    "Diamonds": "S",
    "NT": "T",
    "NS": "O",
    "Pass": "P",
    "AP": "A",
    "+": "+",
    "X": "X",
    "XX": "R",
}


def as_card(text: str) -> float:
    """How often a card is written, beside one of the six ranks of 56."""
    return OTHER_PACK if _PIP_CARD.fullmatch(text) else 1.0


def as_seat(text: str) -> float:
    """How often a seat is written, beside 1 to 6."""
    return _NO_SEAT.get(text, 1.0)


LOOKALIKE: Final = 0.4
"""Weight of reading a sign as another of the same shape, where only the other can stand: an S among
figures is a 5 to any reader, yet less surely so than a 5."""

BID_ALONE: Final = "bid alone"
TRUMP_ALONE: Final = "trump alone"
"""The kinds of the halves of a contract, its figure and its trump, in boxes of their own."""

SUIT_FIRST_CARD: Final = "card, suit first"
"""The kind of a card's field by a hand that writes cards suit first: an S before a figure is not a 5
there."""

Slot = Mapping[str, str]
"""Spellings in the net's symbols, each with its canonical text."""


class Vocabulary:
    """The texts of a field as an automaton.

    `forms` are sequences of slots; `join` makes the canonical text of the slots' texts. State 0 is
    the start; `moves(state)` gives the next state by channel number.
    """

    def __init__(
        self,
        forms: Iterable[tuple[Slot, ...]],
        join: Callable[[tuple[str, ...]], str] = "".join,
        incomplete: frozenset[str] = frozenset(),
        rare: frozenset[str] = frozenset(),
        lookalikes: Iterable[tuple[Slot, ...]] = (),
        how_often: Callable[[str], float] | None = None,
        seldom_signs: str = "",
    ) -> None:
        own = tuple(forms)
        self._own = len(own)
        self.forms: Final = own + tuple(lookalikes)
        self.incomplete: Final = incomplete
        """Texts that are read but always shown to a person: half a card, a question mark."""
        self.rare: Final = rare | incomplete
        """Texts seldom written at all (never: seldom allowed), which weigh `SELDOM` of the others."""
        self._how_often = how_often
        self._seldom_signs = frozenset(seldom_signs)
        self._join = join
        spelled = {tuple(slot) for form in self.forms for slot in form}
        tries = {spellings: _trie(spellings) for spellings in spelled}
        self._tries: Final = [[tries[tuple(slot)] for slot in form] for form in self.forms]
        start = frozenset((form, 0, 0) for form in range(len(self.forms)))
        self._sets = [start]
        self._numbers = {start: 0}
        self._moves: list[dict[int, int] | None] = [None]
        self._ends: list[tuple[int, ...]] = [()]
        self.canonical = lru_cache(maxsize=50_000)(self._canonical)

    def moves(self, state: int) -> dict[int, int]:
        """The states that follow, by channel number of the symbol."""
        known = self._moves[state]
        if known is None:
            known = self._moves[state] = self._expand(state)
        return known

    def ends(self, state: int) -> tuple[int, ...]:
        """The forms of which a text ends here: the first of the proper ones, and all lookalikes."""
        return self._ends[state]

    def _expand(self, state: int) -> dict[int, int]:
        reached: dict[int, set[tuple[int, int, int]]] = {}
        ends: dict[int, set[int]] = {}
        for form, place, node in self._sets[state]:
            tries = self._tries[form]
            trie = tries[place]
            for symbol, child in trie[node].items():
                if symbol < 0:
                    continue
                found = reached.setdefault(symbol, set())
                found.add((form, place, child))
                if -1 in trie[child]:
                    if place + 1 == len(tries):
                        ends.setdefault(symbol, set()).add(form)
                    else:
                        found.add((form, place + 1, 0))
        return {s: self._number(frozenset(to), ends.get(s, set())) for s, to in reached.items()}

    def _number(self, members: frozenset[tuple[int, int, int]], ends: set[int]) -> int:
        number = self._numbers.get(members)
        if number is None:
            number = self._numbers[members] = len(self._sets)
            self._sets.append(members)
            self._moves.append(None)
            proper = sorted(form for form in ends if form < self._own)[:1]
            alike = sorted(form for form in ends if form >= self._own)
            self._ends.append((*proper, *alike))
        return number

    def _canonical(
        self, spelling: str, forms: tuple[int, ...]
    ) -> tuple[tuple[str, float, bool], ...]:
        """The texts that a spelling of these forms may be: text, weight, whether by a lookalike."""
        found: dict[str, tuple[float, bool]] = {}
        for form in forms:
            parts = _parse(self.forms[form], spelling)
            if parts is None:
                continue
            text = self._join(parts)
            alike = form >= self._own
            weight = (LOOKALIKE if alike else 1.0) * (SELDOM if text in self.rare else 1.0)
            if self._how_often is not None:
                weight *= self._how_often(text)
            if not self._seldom_signs.isdisjoint(spelling):
                weight *= SELDOM
            found.setdefault(text, (weight, alike))
        return tuple((text, *rest) for text, rest in found.items())

    def read(self, spelling: str) -> str:
        """The canonical text of any spelling in the vocabulary; KeyError where it is not in it."""
        state: int | None = 0
        for symbol in spelling:
            state = self.moves(state).get(INDEX[symbol]) if state is not None else None
        if state is None or not self.ends(state):
            raise KeyError(spelling)
        return self.canonical(spelling, self.ends(state))[0][0]


def _trie(spellings: Iterable[str]) -> list[dict[int, int]]:
    """Nodes as maps from channel to node; the key -1 marks an end."""
    nodes: list[dict[int, int]] = [{}]
    for spelling in spellings:
        node = 0
        for symbol in spelling:
            channel = INDEX[symbol]
            if channel not in nodes[node]:
                nodes[node][channel] = len(nodes)
                nodes.append({})
            node = nodes[node][channel]
        nodes[node][-1] = 0
    return nodes


def _parse(form: tuple[Slot, ...], spelling: str) -> tuple[str, ...] | None:
    """The texts of the slots, longest spelling of each first."""
    if not form:
        return () if not spelling else None
    for end in range(len(spelling), 0, -1):
        text = form[0].get(spelling[:end])
        if text is not None:
            rest = _parse(form[1:], spelling[end:])
            if rest is not None:
                return (text, *rest)
    return None


def _words(canonical: str, *words: str) -> dict[str, str]:
    """Spellings of words: as given, all capitals, all small."""
    cases = (case for word in words for case in (word, word.upper(), word.lower()))
    return {fold_text(case): canonical for case in cases}


_SUIT_NAMES: Final = {"C": "Club", "D": "Diamond", "H": "Heart", "S": "Spade"}
_NUMBER_NAMES: Final = [
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
]

_DIGITS: Final = {str(n): str(n) for n in range(10)}
_NUMBERS: Final = {
    text: str(int(text)) for n in range(10_000) for text in {str(n), f"{n:02}", f"{n:03}"}
}
_BIDS: Final = {str(n): str(n) for n in range(1000)} | {
    spelling: str(n) for n, name in enumerate(_NUMBER_NAMES, 1) for spelling in _words(str(n), name)
}
_SUIT_LETTERS: Final = dict(zip("CDHS", "CDHS", strict=True)) | dict(
    zip(SUITS, "CDHS", strict=True)
)
_SUITS: Final = _SUIT_LETTERS | {
    spelling: letter
    for letter, name in _SUIT_NAMES.items()
    for spelling in _words(letter, name, name + "s")
}
_RANKS: Final = {rank: rank for rank in "23456789JQKA"} | {"10": "10", "T": "10", "X": "10"}
_NO_TRUMP: Final = _words("NT", "NT", "No Trump", "No Trumps")
_NOES: Final = _words("NS", "NS", "Noes", "Nos")
_PASS: Final = _words("Pass", "Pass", "P")
_PLUS: Final = {"+": "+"} | _words("+", "Plus")
_DOUBLE: Final = _words("X", "X", "Dbl", "Double")
_REDOUBLE: Final = _words("XX", "XX", "Rdbl", "Redouble")
_ALL_PASS: Final = _words("AP", "AP", "All Pass")
_OTHER: Final = (
    _words("Minus", "Minus") | _words("more", "more") | _words("less", "less") | {"-": "-"}
)
_SHAPES: Final = {"S": "5", "Z": "2", "/": "1"}
"""What a sign among figures is read as."""


def _alike(spellings: Slot) -> dict[str, str]:
    """Spellings of the same texts in which one figure looks like another sign."""
    found = {}
    for spelling, text in spellings.items():
        for sign, figure in _SHAPES.items():
            for place, symbol in enumerate(spelling):
                if symbol == figure:
                    found[spelling[:place] + sign + spelling[place + 1 :]] = text
    return found


_NUMBERS_ALIKE: Final = _alike(_NUMBERS)
_RANKS_ALIKE: Final = _alike(_RANKS)
_SUITS_ALIKE: Final = {"5": "S", "0": "D"}
_PIPS: Final = {spelling: text for spelling, text in _RANKS.items() if spelling.isdigit()}
_COURT: Final = {spelling: text for spelling, text in _RANKS.items() if not spelling.isdigit()}
_LIKE_FIGURES: Final = {"S": "S", "D": "D"}
"""Before a figure these may be figures too: a 57 in a card's boxes looks like S7."""
_CLEAR_SUITS: Final = {
    spelling: letter for spelling, letter in _SUITS.items() if spelling not in _LIKE_FIGURES
}

_UNSURE: Final = {"?": "?", "-": "-"}
_AGAIN: Final = {TICK: TICK}
"""A tick for the same again: it is read as a tick, and a person is asked what it stands for."""

_TERMS: Final = {
    "N": _BIDS,
    "S": _SUITS,
    "T": _NO_TRUMP,
    "O": _NOES,
    "P": _PASS,
    "+": _PLUS,
    "X": _DOUBLE,
    "R": _REDOUBLE,
    "W": _OTHER,
}


def _call_forms() -> list[str]:
    """Orders of words in a call: all pairs of different kinds, and triples that hold a number.

    Nothing here asks which are allowed: `number suit` stands beside `no-trump number`, `pass number`,
    `number plus suit` and `minus number suit`.
    """
    kinds = "NSTOP+XRW"
    forms = list(kinds)
    forms += ["".join(pair) for pair in permutations(kinds, 2)]
    for sign in "+W":
        for what in "STOP":
            forms += ["".join(order) for order in permutations((sign, "N", what))]
    for what in "STO":
        for end in "XR":
            forms += [
                f"N{what}{end}",
                f"{what}N{end}",
                f"+N{what}{end}",
                f"{what}+N{end}",
                f"+{what}{end}",
                f"{what}+{end}",
            ]
    return forms


def _join_call(terms: tuple[str, ...]) -> str:
    text = " ".join(terms)
    return text.replace("+ ", "+", 1) if text.startswith("+ ") else text


@cache
def vocabulary(kind: str) -> Vocabulary | None:
    """The vocabulary of a kind of field; None for free text. ValueError for an unknown kind."""
    if kind == "text":
        return None
    forms: list[tuple[Slot, ...]]
    alike: list[tuple[Slot, ...]]
    if kind in ("call", "contract", TRUMP_ALONE):
        forms = [tuple(_TERMS[term] for term in form) for form in _call_forms()]
        # A word alone keeps its name where the letter alone would be unclear.
        alone = _words("Diamonds", "Diamond", "Diamonds")
        extra = _AGAIN | _ALL_PASS | _words("Redeal", "Redeal") | _words("??", "??") | {"?": "?"}
        # A stroke alone is a pass where one is called; as a contract it is not one.
        stroke = {"/": "Pass"} if kind == "call" else {}
        forms = [(alone,), (extra | stroke,), *forms]
        incomplete = frozenset({"?", "-", "??", "Minus", "more", "less", TICK})
        often = as_trump if kind == TRUMP_ALONE else as_call
        return Vocabulary(forms, _join_call, incomplete, how_often=often, seldom_signs="/")
    if kind in ("card", SUIT_FIRST_CARD):
        always_suit = kind == SUIT_FIRST_CARD
        forms = [
            (_RANKS, _SUITS),
            (_SUITS, _COURT),
            (_SUITS if always_suit else _CLEAR_SUITS, _PIPS),
            (_RANKS,),
            (_SUIT_LETTERS,),
            (_UNSURE | _AGAIN,),
        ]
        half = frozenset(_RANKS.values()) | frozenset("CDHS?-") | {TICK}
        alike = [
            (_RANKS, _SUITS_ALIKE),
            (_SUITS_ALIKE, _RANKS),
            (_RANKS_ALIKE, _SUITS),
            (_RANKS_ALIKE, _SUITS_ALIKE),
            *([] if always_suit else [(_LIKE_FIGURES, _PIPS)]),
        ]
        # Few write T or X for a ten, and many a J with a bar on top.
        return Vocabulary(
            forms, _join_card, half, lookalikes=alike, how_often=as_card, seldom_signs="TX"
        )
    if kind in ("number", BID_ALONE):
        sign = {"+": "+", "-": "-"}
        forms = [(_NUMBERS,), (sign, _NUMBERS), (_UNSURE | _AGAIN,)]
        alike = [(_NUMBERS_ALIKE,), (sign, _NUMBERS_ALIKE)]
        of_number = as_bid if kind == BID_ALONE else None
        return Vocabulary(
            forms, incomplete=frozenset("?") | {TICK}, lookalikes=alike, how_often=of_number
        )
    if kind == "seat":
        names = _words("N", "N", "North") | _words("E", "E", "East") | _words("S", "S", "South")
        names |= _words("W", "W", "West") | {"A": "A", "B": "B", "NS": "NS", "EW": "EW"}
        forms = [(_DIGITS,), (names,), (_UNSURE | _AGAIN,)]
        # Beside 5, 4, 8, and a stray stroke. What N, E and W look like is not a figure.
        letters = frozenset("SAB-")
        alike = [(_alike(_DIGITS),)]
        return Vocabulary(
            forms,
            incomplete=frozenset("?") | {TICK},
            rare=letters,
            lookalikes=alike,
            how_often=as_seat,
        )
    if kind == "doubling":
        marks = _DOUBLE | _REDOUBLE | _words("D", "D") | _words("R", "R") | _words("RD", "RD")
        marks |= _words("No", "No") | {"XXX": "XXX", "X2": "X2", "X4": "X4", "2": "2", "4": "4"}
        marks |= {TICK: TICK, "/": "/"}
        return Vocabulary([(marks,), (_UNSURE,)], incomplete=frozenset("?") | {TICK, "/"})
    if kind == "tick":
        marks = {TICK: TICK, "X": "X", "/": "/", "+": "+", "1": "1", "0": "0"}
        marks |= _words("Yes", "Y", "Yes") | _words("No", "N", "No")
        return Vocabulary([(marks,), (_UNSURE,)], incomplete=frozenset("?"))
    raise ValueError(f"no kind of field is called {kind}")


def _join_card(parts: tuple[str, ...]) -> str:
    if len(parts) == 2 and parts[0] in _SUIT_NAMES:
        return parts[1] + parts[0]
    return "".join(parts)

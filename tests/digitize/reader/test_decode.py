"""Decoding under a vocabulary, against counting every path by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.digitize.reader.decode import Columns, decode, free_text, join_boxes
from fairdeal.digitize.reader.vocabulary import BLANK, INDEX, STRUCK, SYMBOLS, Vocabulary

USED = "123S♠+"
"""Symbols that the small vocabularies are made of."""


def columns_of(rows: list[list[float]]) -> Columns:
    """Columns in which only the blank and the used symbols have any probability."""
    columns = np.zeros((len(rows), len(SYMBOLS)), np.float32)
    channels = [BLANK, *(INDEX[symbol] for symbol in USED)]
    for t, row in enumerate(rows):
        columns[t, channels] = np.array(row) / sum(row)
    return columns


def brute(columns: Columns) -> dict[str, float]:
    """Mass of every spelling: the sum over all paths that collapse to it."""
    channels = [BLANK, *(INDEX[symbol] for symbol in USED)]
    masses: dict[str, float] = {}
    for path in product(channels, repeat=len(columns)):
        mass = float(np.prod([columns[t, c] for t, c in enumerate(path)], dtype=np.float64))
        spelled = "".join(
            SYMBOLS[c] for k, c in enumerate(path) if c != BLANK and (k == 0 or path[k - 1] != c)
        )
        masses[spelled] = masses.get(spelled, 0.0) + mass
    return masses


spellings = st.text(USED, min_size=1, max_size=3)
slots = st.dictionaries(spellings, st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=4)
forms = st.lists(st.lists(slots, min_size=1, max_size=2).map(tuple), min_size=1, max_size=3)
chances = st.floats(0.02, 1.0)
rows = st.lists(st.lists(chances, min_size=7, max_size=7), min_size=1, max_size=5)


def spellings(words: Vocabulary) -> Iterator[str]:
    """Every spelling of a small vocabulary."""
    stack = [(0, "")]
    while stack:
        state, spelling = stack.pop()
        for symbol, after in words.moves(state).items():
            longer = spelling + SYMBOLS[symbol]
            if words.ends(after):
                yield longer
            stack.append((after, longer))


@settings(max_examples=60, deadline=None)
@given(rows, forms)
def test_decoding_equals_counting_every_path(
    rows: list[list[float]], forms: list[tuple[dict[str, str], ...]]
) -> None:
    columns = columns_of(rows)
    words = Vocabulary(forms)
    expected: dict[str, float] = {}
    every = brute(columns)
    for spelling in spellings(words):
        text = words.read(spelling)
        expected[text] = expected.get(text, 0.0) + every.get(spelling, 0.0)
    found = dict(decode(columns, words, beam=10_000, least=0.0).masses)
    for text, mass in expected.items():
        assert found.get(text, 0.0) == pytest.approx(mass, abs=1e-7)
    assert set(found) <= set(expected)


@settings(max_examples=60, deadline=None)
@given(rows, forms)
def test_pruning_never_adds_mass(
    rows: list[list[float]], forms: list[tuple[dict[str, str], ...]]
) -> None:
    columns = columns_of(rows)
    words = Vocabulary(forms)
    whole = dict(decode(columns, words, beam=10_000, least=0.0).masses)
    for text, mass in decode(columns, words, beam=3).masses:
        assert mass <= whole[text] + 1e-7


def sure(text: str, steps: int = 2) -> Columns:
    """Columns that spell a text without doubt, a blank after each symbol."""
    columns = np.full((steps * max(len(text), 1), len(SYMBOLS)), 1e-6, np.float32)
    columns[:, BLANK] = 1.0
    for place, symbol in enumerate(text):
        columns[steps * place, INDEX[symbol]] = 1.0
        columns[steps * place, BLANK] = 1e-6
    columns /= columns.sum(1, keepdims=True)
    return columns


CARDS = Vocabulary([({"1": "1", "10": "10", "2": "2"}, {"S": "S", "♠": "S"})])


def test_spellings_of_one_text_are_summed() -> None:
    columns = sure("2S")
    columns[2, INDEX["S"]] = columns[2, INDEX["♠"]] = 0.5
    (text, mass), *_ = decode(columns, CARDS).masses
    assert text == "2S"
    assert mass == pytest.approx(1.0, abs=1e-3)


def test_ink_outside_the_vocabulary_has_next_to_no_mass() -> None:
    assert decode(sure("QJ"), CARDS).total < 1e-6


def test_boxes_are_read_in_order_and_never_merge() -> None:
    joined = join_boxes([sure("2", 1), sure("2", 1)])
    twos = Vocabulary([({"2": "2", "22": "22"},)])
    assert decode(joined, twos).masses[0][0] == "22"


def test_struck_ink_counts_as_blank_and_is_reported() -> None:
    decoded = decode(sure(STRUCK + "2S"), CARDS)
    assert decoded.masses[0][0] == "2S"
    assert decoded.struck > 0.9
    assert decode(sure("2S"), CARDS).struck < 0.01


def test_free_text_is_the_best_path() -> None:
    assert free_text(sure("K5" + STRUCK + "+"))[0] == "K5+"


def test_a_text_that_rests_on_a_lookalike_is_told() -> None:
    words = Vocabulary([({"5": "5"},)], lookalikes=[({"S": "5"},)])
    assert not decode(sure("5"), words).alike
    taken = decode(sure("S"), words)
    assert taken.alike and taken.masses[0][0] == "5"

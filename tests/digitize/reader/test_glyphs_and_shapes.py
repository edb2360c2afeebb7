"""Glyphs along a field's columns, and which of a page's have one shape."""

from __future__ import annotations

import numpy as np
import pytest

from fairdeal.digitize.reader.naming import Measure, shapes_of
from fairdeal.digitize.reader.vocabulary import BLANK, INDEX, STRUCK, SYMBOLS
from fairdeal.digitize.reader.written import glyphs_of, rewritten
from tests.digitize.reader.written import (
    LIKE_SEVEN,
    SEVEN,
    belief,
    box,
    clear,
    measure,
)


def test_a_glyph_is_a_run_of_one_symbol_with_its_strongest_column() -> None:
    columns = box(clear("2"), clear("2"), clear("8"))
    columns = np.insert(columns, 6, columns[5] * 0.9 + columns[0] * 0.1, axis=0)
    found = glyphs_of(columns)
    assert [SYMBOLS[glyph.symbol] for glyph in found] == ["2", "2", "8"]
    assert [(glyph.first, glyph.end, glyph.peak) for glyph in found] == [
        (1, 2, 1),
        (3, 4, 3),
        (5, 7, 5),
    ]


def test_struck_ink_and_faint_signs_are_no_glyphs() -> None:
    struck = box({STRUCK: 0.9}, {"7": 0.5})
    assert glyphs_of(struck) == []


def test_glyphs_with_alike_beliefs_have_one_shape_whatever_the_first_choice() -> None:
    beliefs = np.array(
        [belief(of) for of in (LIKE_SEVEN, SEVEN, LIKE_SEVEN, clear("2"), SEVEN, SEVEN)]
    )
    beliefs += np.random.default_rng(0).normal(0, 0.2, beliefs.shape)
    assert shapes_of(beliefs, measure()) == [[1, 4, 5], [0, 2], [3]]
    assert shapes_of(beliefs[:0], measure()) == []


def test_a_damaged_measure_is_refused() -> None:
    with pytest.raises(ValueError):
        Measure.from_bytes(bytes(16))


def test_a_named_glyph_is_written_into_its_strongest_column_alone() -> None:
    columns = box(LIKE_SEVEN, clear("4"))
    columns[2, BLANK], columns[2, INDEX["7"]] = 0.7, 0.3
    glyphs = glyphs_of(columns)
    signs = np.array([INDEX["1"], INDEX["7"]])
    found = rewritten(columns, glyphs, [(signs, np.array([0.9, 0.08, 0.02])), None])
    ink = 1.0 - columns[1, BLANK]
    assert found[1, INDEX["1"]] == pytest.approx(0.9 * ink)
    assert found[1, INDEX["7"]] == pytest.approx(0.08 * ink)
    assert found[2, INDEX["7"]] == 0.0, "or the old sign would be spelled beside the new one"
    assert np.array_equal(found[3], columns[3]), "the glyph beside it is as it was"
    assert np.allclose(found.sum(1), columns.sum(1), atol=1e-5)

    wide = np.insert(columns, 2, columns[1], axis=0)
    whole = rewritten(wide, glyphs_of(wide), [(signs, np.array([0.9, 0.08, 0.02])), None])
    empty = float(wide[1, BLANK] * wide[2, BLANK])
    assert whole[1:3, BLANK].min() == pytest.approx(empty), "no character, as all its columns say"
    assert columns[1, INDEX["7"]] == pytest.approx(0.99), "what the net saw is not overwritten"

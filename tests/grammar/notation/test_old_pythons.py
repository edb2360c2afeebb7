"""Python 3.11.0 to 3.11.2, Debian's among them, read possessive quantifiers and atomic groups wrongly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairdeal.grammar.notation.hand_record import read

ROOT = Path(__file__).parents[3]
POSSESSIVE = re.compile(r"[\])*+?}][*+?]\+|[\])][*+?]\+|\(\?>|\)\*\+|\]\*\+|\]\+\+|\)\+\+")
GRAMMARS = sorted(ROOT.glob("grammar/**/*.lark"))


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda path: path.name)
def test_no_grammar_has_a_possessive_quantifier(grammar: Path) -> None:
    lines = grammar.read_text("utf-8").splitlines()
    terminals = [line for line in lines if not line.lstrip().startswith("//")]
    assert [line for line in terminals if POSSESSIVE.search(line)] == []


def test_possessive_quantifiers_are_seen() -> None:
    for text in ('(?:a|b)*+"', r"\{[^{}]*+\}", r"[|]++", r"(?>a)"):
        assert POSSESSIVE.search(text), text


def test_a_row_with_a_cell_in_doubt_is_split_at_its_bars() -> None:
    (sheet,) = read('Sheet:\ndeal | score A | remarks\n1 | {60|80} | {"a | b"|"c"}\n').record.sheets
    (row,) = sheet.rows
    assert len(row.cells) == 3

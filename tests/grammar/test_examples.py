"""The two records that the notation's own page shows."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from grammar.hand_record import read
from grammar.writer import write

SHARED = Path(os.environ.get("FAIRDEAL_SHARED", Path(__file__).parents[3] / "shared"))
PAGE = SHARED / "notation.md"


def examples() -> list[str]:
    if not PAGE.exists():
        pytest.skip(f"{PAGE} is not here")
    return re.findall(r"```\n(\[.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.mark.parametrize("index", [0, 1])
@pytest.mark.parametrize("fast", [True, False])
def test_example_reads_without_a_problem_and_comes_back(index: int, fast: bool) -> None:
    result = read(examples()[index], fast=fast)
    assert result.problems == ()
    text = write(result.record)
    assert read(text, fast=fast).record == result.record
    assert write(read(text).record) == text


def test_second_example_spans_are_those_of_its_findings() -> None:
    deal = read(examples()[1]).record.deals[0]
    call = deal.calls[1].span
    assert call is not None
    assert (call.line, call.column, call.end_line, call.end_column) == (12, 10, 12, 17)
    assert deal.play is not None
    card = deal.play[2].span_of(1)
    assert card is not None
    assert (card.line, card.column, card.end_line, card.end_column) == (18, 7, 18, 9)


def test_the_record_of_the_specification_reads_without_a_problem() -> None:
    page = Path(__file__).parents[2] / "docs" / "notation.md"
    (text,) = re.findall(r"```\n(\[Event.*?)```", page.read_text(), re.DOTALL)
    result = read(text)
    assert result.problems == ()
    assert read(write(result.record)).record == result.record

"""Whole records that use all of the notation: ours, and those of the page that it was first described on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Record, Span
from tests.support.by_grammar import read_by_grammar
from tests.support.needs import SHARED, needs_shared

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.hrn"))
DOCUMENTED = Path(__file__).parents[3] / "docs" / "notation.md"
FIRST_PAGE = SHARED / "notation.md"


def in_page(path: Path) -> list[str]:
    """The records that a page shows."""
    return re.findall(r"```\n(\[.*?)```", path.read_text("utf-8"), re.DOTALL)


def assert_comes_back(text: str) -> Record:
    """A record reads without a problem, by the grammar alone too, and is written the same again."""
    record = read(text).record
    for reader in (read, read_by_grammar):
        result = reader(text)
        assert result.problems == ()
        assert result.record == record
        written = write(result.record)
        assert reader(written).record == record
        assert write(reader(written).record) == written
    return record


def place(span: Span | None) -> tuple[int, int, int, int]:
    assert span is not None
    return span.line, span.column, span.end_line, span.end_column


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_reads_without_a_problem_and_comes_back(path: Path) -> None:
    assert_comes_back(path.read_text("utf-8"))


def test_the_record_of_the_specification_reads_without_a_problem() -> None:
    (text,) = in_page(DOCUMENTED)
    assert_comes_back(text)


def test_calls_and_cards_know_where_they_stand() -> None:
    path = next(path for path in EXAMPLES if path.stem == "happenings")
    deal = read(path.read_text("utf-8")).record.deals[0]
    assert place(deal.span_of_call(deal.calls[1], 2)) == (8, 10, 8, 17)
    assert deal.play is not None
    assert place(deal.play[1].span_of(2)) == (19, 9, 19, 11)
    assert place(deal.play[1].span_of(3)) == (21, 4, 21, 6)


@needs_shared(FIRST_PAGE.name, "the page that the notation comes from is")
def test_the_records_of_the_first_page_come_back_and_know_where_they_stand() -> None:
    _, second = (assert_comes_back(text) for text in in_page(FIRST_PAGE)[:2])
    deal = second.deals[0]
    assert place(deal.span_of_call(deal.calls[1], 2)) == (12, 10, 12, 17)
    assert deal.play is not None
    assert place(deal.play[2].span_of(1)) == (18, 7, 18, 9)

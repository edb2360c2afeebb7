"""Much of one thing: the work grows with the text, not with its square, and a line has a longest length."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from time import process_time

import pytest

from fairdeal.grammar import lin
from fairdeal.grammar.notation.hand_record import LONGEST_LINE, ReadResult, read
from tests.support.by_grammar import read_by_grammar

Reader = Callable[[str], ReadResult]
READERS = pytest.mark.parametrize("reader", [read, read_by_grammar])
DEAL = '[Deal "1"]\n[Dealer "2"]\n'


def calls_made(text: str, reader: Reader) -> int:
    """How many functions reading a text calls, steps of generators among them."""
    profile = cProfile.Profile()
    profile.runcall(reader, text)
    total: int = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]
    return total


def auction(lines: int) -> str:
    return DEAL + "Auction:\n" + "28 S, 29 H, P, P\n" * lines


def blocks(count: int) -> str:
    return DEAL + "Auction:\n28 S\n! objection A\n" * count


@READERS
@pytest.mark.parametrize("text", [auction, blocks])
def test_twice_the_text_is_twice_the_work(text: Callable[[int], str], reader: Reader) -> None:
    reader(text(3))
    base, once, twice = (calls_made(text(count), reader) for count in (1, 200, 400))
    assert twice - base < 2.5 * (once - base)


@READERS
def test_calls_are_counted_past_events_and_a_second_block(reader: Reader) -> None:
    text = DEAL + "Auction:\n28 S ; first\n! objection A\n29 H ; second\nAuction:\nP ; third\n"
    (deal,) = reader(text).record.deals
    assert [(comment.text, comment.at) for comment in deal.comments] == [
        ("first", "call 1"),
        ("second", "call 2"),
        ("third", "call 3"),
    ]


@READERS
def test_a_line_that_is_too_long_is_reported_and_the_rest_is_read(reader: Reader) -> None:
    text = DEAL + "Auction:\n28 S\n" + "P, " * LONGEST_LINE + "\n29 H\n"
    result = reader(text)
    (problem,) = result.problems
    assert (problem.severity, problem.line) == ("error", 5)
    assert "60,000 characters" in problem.message and "several lines" in problem.message
    assert len(result.record.deals[0].calls) == 2


@READERS
def test_a_deal_is_opened_by_a_line_that_is_too_long(reader: Reader) -> None:
    text = f'[Deal "1"]\n[Deal "{"9" * LONGEST_LINE}"]\nAuction:\n28 S\n'
    result = reader(text)
    assert len(result.record.deals) == 2
    assert [len(deal.calls) for deal in result.record.deals] == [0, 1]


@READERS
def test_the_longest_line_is_read(reader: Reader) -> None:
    line = f'! note "{"x" * (LONGEST_LINE - 9)}"'
    assert len(line) == LONGEST_LINE
    assert reader(DEAL + line).problems == ()


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ('"a | b" | 7', 2),
        ('x | {"a | b"|c} | 7', 3),
        ('he said "no | never" | 7', 2),
        ('6"x | 7" | 8', 3),
        ('"never closed | 7', 2),
        ('a\\"b | "c', 2),
    ],
)
def test_a_quotation_begins_where_a_word_does(row: str, cells: int) -> None:
    """At every mark within a word it is not looked for, so that rows of marks take no longer than others."""
    result = read_by_grammar(f"Sheet:\nremarks | points A | points B\n{row}\n")
    assert len(result.record.sheets[0].rows[0].cells) == cells


def test_line_breaks_of_a_lin_file_are_gone_through_once() -> None:
    """From each of them the next command was looked for, which took a second for 20,000 of them."""
    text = "qx|o1|md|1S2H3,,|pn|" + "\n" * 200_000 + "|mb|1N|\n"
    began = process_time()
    (game,) = lin.read(text)
    assert len(game.deal.calls) == 1
    assert process_time() - began < 5

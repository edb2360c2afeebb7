"""The inputs follow from their seeds, and what went in is counted rightly."""

from __future__ import annotations

from random import Random

import pytest

from bench.fuzz import count
from bench.fuzz.inputs import HRN, LIN, PBN, made
from bench.fuzz.smaller import kind_of, shrunk
from bench.text.notation_records import Records
from bench.text.pbn_games import made_deal, plain_games, rich_games
from bench.text.pbn_lin import lin_board
from fairdeal.grammar.notation.writer import write

OF_TEXTS = (HRN, PBN, LIN)


def test_a_seed_gives_the_same_input_again() -> None:
    for seed in range(8):
        assert made(seed) == made(seed)


def test_every_kind_is_made_and_some_are_whole() -> None:
    inputs = [each for each in map(made, range(150)) if each.kind in OF_TEXTS]
    assert {each.kind for each in inputs} == set(OF_TEXTS)
    assert 0 < sum(each.whole for each in inputs) < 30


@pytest.mark.parametrize("seed", range(30))
def test_deals_of_a_written_record_are_counted(seed: int) -> None:
    record = Records(Random(seed)).record()
    numbered = sum(deal.number is not None for deal in record.deals)
    assert numbered <= count.deals_of_hrn(write(record)) <= len(record.deals)


@pytest.mark.parametrize("seed", range(10))
def test_games_and_boards_are_counted(seed: int) -> None:
    for make in (plain_games, rich_games):
        assert count.games_of_pbn("".join(make(seed, 5))) == 5
    boards = [made_deal(Random(seed), number) for number in range(1, 5)]
    for live in ("o", ""):
        text = "\n".join(lin_board(each, live and f"o{each.board}") for each in boards)
        assert count.boards_of_lin(text) == 4


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ('[Deal "1"]', 1),
        (' [ DEAL "1" ] \r\n[deal "2"]\r[Deal "3"]', 3),
        ('; [Deal "1"]', 0),
        ('[Deal "1" [Deal "2"]', 0),
        ('[Dealer "1"]\n[Deals "4"]', 0),
        ('[\0Deal "1"]', 1),
        (f'[Deal "{"9" * 30_000}"]', 0),
    ],
)
def test_lines_that_must_open_a_deal(text: str, deals: int) -> None:
    assert count.deals_of_hrn(text) == deals


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ('[Board "1"]\n\n[Board "2"]\n', 2),
        ('[Board "1"]\n \t\n\n[Board "2"]\n', 2),
        ('[Board "1"]\n{ a\n\nb }\n[Site ""]\n', 1),
        ('{ [Board "1"]\n\n[Board "2"] }\n\n[Board "3"]\n', 1),
        ('% [Board "1"]\n\n; [Board "2"]\n', 0),
        ('[Event "a { b"]\n\n[Event "c"]\n', 2),
        ("words\n\nmore words\n", 0),
    ],
)
def test_stretches_that_must_be_a_game(text: str, games: int) -> None:
    assert count.games_of_pbn(text) == games


def test_text_is_decoded_as_the_notation_says() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert count.text_of("é".encode(encoding)) == "é"
    assert count.text_of(b"\xe9") == "é"


def test_an_input_is_made_as_small_as_it_goes() -> None:
    data = b"one\ntwo\nthree and a fault in it\nfour\n"
    assert shrunk(data, lambda kept: b"fault" in kept) == b"fault"


def test_faults_of_one_kind_are_one() -> None:
    assert kind_of("KeyError: '8' (rule.py:161)") == kind_of("KeyError: '7' (rule.py:161)")
    assert kind_of("KeyError: '8'") != kind_of("ValueError: '8'")

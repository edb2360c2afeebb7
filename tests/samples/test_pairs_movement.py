"""The synthetic movement: everybody meets each pair and each board once, and ten boards are irregular."""

from __future__ import annotations

import pytest

from samples.making.records.pairs_movement import IRREGULARITIES, ROUNDS, TABLES, evening


def test_nobody_meets_a_pair_or_a_board_twice() -> None:
    made = evening(kinds=())
    assert len(made.sittings) == TABLES * ROUNDS * 3
    for side in (0, 1):
        boards = [(each.pairs[side], each.board) for each in made.sittings]
        assert len(set(boards)) == len(boards)
    met = {(each.round, each.pairs) for each in made.sittings}
    assert len({pairs for _, pairs in met}) == len(met) == TABLES * ROUNDS
    cards = {(each.board, str(each.deal.hands)) for each in made.sittings}
    assert len(cards) == TABLES * 3, "each board is the same deal at every table"


def test_each_irregularity_is_there_once() -> None:
    made = evening()
    assert sum(each.bent for each in made.sittings) == len(IRREGULARITIES) == 10
    assert len(made.expected) == 10


def test_too_many_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="rounds"):
        evening(tables=6, rounds=4)

"""Boards of LIN judged at once, as their records are judged."""

from __future__ import annotations

from random import Random

import pytest

from bench.soak.pbn import real_lin
from bench.text.pbn_lin import real_board
from bench.text.real_files import dealt
from fairdeal.desk.check.game_files import judged, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.grammar.lin import read

HANDS = "SJ97HJTDAQ6543CQ6,SKQ8543HK987DTCAK,SAT62HAQD82CT8732,"
BOARD = f"pn|a,b,c,d|st||md|3{HANDS}|rh||ah|Board 7|sv|b|mb|1S|mb|p|mb|p|mb|p|pg||pc|H9|mc|9|pg||"


@pytest.mark.parametrize("block", range(2))
def test_judging_at_once_and_in_full_agree_on_damaged_boards(block: int) -> None:
    """Longer: ``./run soak pbn``."""
    for seed in range(10 * block, 10 * block + 10):
        assert real_lin(seed) == ""


def test_boards_as_users_save_them_are_judged_at_once() -> None:
    random, book = Random(2), streamed(None)
    assert book is not None
    text = "\n".join(real_board(random, dealt(random, number)) for number in range(1, 41))
    told = list(judged(read(text), book, Asked()))
    assert len(told) == 40
    assert not any(each.in_full or each.findings or each.problems for each in told)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mb|1S|", "mb|1s!|an|natural|"),
        ("|mc|9|", "|mc|9|nt|a remark|"),
        ("|rh||", "|rh||pg||"),
        (HANDS, HANDS + "SHH65432DKJ97CJ954".replace("SHH", "SH")),
    ],
)
def test_what_says_nothing_of_the_deal_leaves_a_board_plain(old: str, new: str) -> None:
    assert old in BOARD
    (game,) = read(BOARD.replace(old, new))
    (bare,) = read(BOARD)
    assert game.plain is not None and game.plain == bare.plain


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mb|1S|", "mb|1Sp|"),
        ("pc|H9|", "pc|?|"),
        ("pc|H9|", "pc|H10|"),
        ("mc|9|", "mc|19|"),
        ("sv|b|", ""),
        ("sv|b|", "zz|b|"),
        ("SJ97", "SJ9"),
        ("SJ97H", "SJ97"),
        ("mb|1S|", "mb|p|"),
    ],
)
def test_what_bears_on_the_deal_goes_the_full_way(old: str, new: str) -> None:
    assert old in BOARD
    (game,) = read(BOARD.replace(old, new, 1))
    assert game.plain is None

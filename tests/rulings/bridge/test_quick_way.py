"""What the quick way with plain boards must leave to the full one: anything odd in auction, play, figures."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bench.soak.bridge import as_games
from bench.soak.pbn import judged_alike
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.records import PLAIN_PASS, PlainDeal
from fairdeal.rulings.bridge.hearing import BRIDGE
from fairdeal.rulings.bridge.quick import judge
from samples.making.bridge_irregularities import KINDS, make
from samples.making.records.bridge_deals import clean_deal, record_of

P, X, XX = PLAIN_PASS, PLAIN_PASS + 1, PLAIN_PASS + 2
C1, D1, NT1 = 0, 1, 4


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_an_irregular_board_without_its_result_is_judged_alike_both_ways(
    kind: str, seed: int
) -> None:
    """The figures written betray most irregularities: without them the calls and cards must."""
    record = make(kind, 710_000 + seed).record
    bare = replace(record, deals=tuple(replace(deal, result=None) for deal in record.deals))
    assert judged_alike(read_pbn(as_games(bare))) == ""


def called(*calls: int) -> PlainDeal:
    """A board of which only hands and auction are recorded; the dealer calls first."""
    (game,) = read_pbn(as_games(record_of(clean_deal(Random(1)))))
    assert game.plain is not None
    return replace(
        game.plain,
        calls=calls,
        cards=None,
        contract=None,
        declarer=None,
        doubled=1,
        tricks=None,
        score=None,
    )


@pytest.mark.parametrize(
    "calls",
    [
        pytest.param((C1, C1, P, P, P), id="as high as the last"),
        pytest.param((D1, C1, P, P, P), id="lower"),
        pytest.param((C1, P, X, P, P, P), id="doubles partner"),
        pytest.param((X, P, P, P), id="doubles nothing"),
        pytest.param((C1, X, P, X, P, P, P), id="doubles again"),
        pytest.param((C1, XX, P, P, P), id="redoubles what is not doubled"),
        pytest.param((C1, X, P, XX, P, P, P), id="redoubles partner's double"),
        pytest.param((C1, P, P, P, D1, P, P, P), id="calls after the close"),
        pytest.param((C1, P, P, P, P), id="passes after the close"),
        pytest.param((P, P, P, P, P), id="passes after all passed"),
        pytest.param((C1, P, P), id="not closed"),
        pytest.param((P, P, P), id="not passed out"),
    ],
)
def test_an_odd_auction_is_left_to_the_full_way(calls: tuple[int, ...]) -> None:
    assert judge(called(*calls), BRIDGE.load("duplicate")) is None


def test_the_first_of_the_side_to_name_the_denomination_declares() -> None:
    plain = called(C1, P, NT1, P, NT1 + 5, P, P, P)
    verdict = judge(plain, BRIDGE.load("duplicate"))
    assert verdict is not None and verdict.contract is not None
    assert verdict.contract.by == "NESW"[(plain.dealer + 2) % 4]
    own = judge(called(C1, P, D1, P, C1 + 5, P, P, P), BRIDGE.load("duplicate"))
    assert own is not None and own.contract is not None
    assert own.contract.by == "NESW"[plain.dealer]

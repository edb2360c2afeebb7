"""One offence that a single letter or figure explains as well: it depends on that entry, and on no other."""

from __future__ import annotations

import pytest

from fairdeal.rulings.frame.finding import Certainty, Finding
from tests.rulings.bridge.laws.open_ways import HANDS, board


def only(calls: str, play: str = "") -> Finding:
    (one,) = board(calls, play=play, hands=HANDS if play else "").findings
    return one


def test_law_27_a_figure_that_nobody_noticed_explains_an_insufficient_bid() -> None:
    one = only("N: 2 H, P, 1 NT, P, 3 NT, P, P, P")
    assert (one.code, one.certainty) == ("insufficient-bid", Certainty.DEPENDS)
    assert [str(place) for place in one.depends_on] == ["call 3"]
    assert one.probability is not None and 0.3 < one.probability < 0.5


@pytest.mark.parametrize(
    "calls",
    [
        "N: 2 H, P, 1 NT, P, P, P",  # nobody bid on
        "N: 2 H, 1 S, 3 H, P, P, P",  # bid over at once
        "N: 2 H, P, 1 NT ^I, P, 3 NT, P, P, P",  # marked by who wrote it
        "N: 2 H, P, 1 NT\n! objection EW\nP, 3 NT, P, P, P",
        "N: 4 H, P, 1 NT, P, 5 H, P, P, P",  # two figures too low
    ],
)
def test_law_27_an_insufficient_bid_without_such_a_figure_stays_established(calls: str) -> None:
    one = only(calls)
    assert (one.code, one.certainty) == ("insufficient-bid", Certainty.ESTABLISHED)


@pytest.mark.parametrize(
    ("card", "rest", "certainty"),
    [
        ("2D", "", Certainty.DEPENDS),  # north holds the two of hearts
        ("3C", "", Certainty.ESTABLISHED),  # and no three
        ("2D^R", "", Certainty.ESTABLISHED),
        ("2D", "\nS:10H 7H 2H 4H", Certainty.ESTABLISHED),  # played later
    ],
)
def test_law_61_a_suit_written_for_another_explains_a_revoke(
    card: str, rest: str, certainty: Certainty
) -> None:
    one = only("N: 6 NT, P, P, P", f'E:5H JH 6H {card}\n! note "x"{rest}')
    assert (one.code, one.certainty) == ("revoke", certainty)
    if certainty is Certainty.DEPENDS:
        assert [str(place) for place in one.depends_on] == ["trick 1 / seat N"]

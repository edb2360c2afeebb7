"""A card of a board that is not recorded and follows from the others: what rests on it depends on it."""

from __future__ import annotations

import pytest

from fairdeal.rulings.frame.finding import Certainty
from tests.support.bridge_build import ruled

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
HANDS = {
    "N": [*(f"{rank}S" for rank in RANKS[:12]), "2H"],
    "E": [f"{rank}D" for rank in RANKS],
    "S": ["AH", "2S", *(f"{rank}H" for rank in RANKS[1:12])],
    "W": [f"{rank}C" for rank in RANKS],
}
"""Each seat's cards in the order in which it plays them: South holds a spade, and discards on the first."""


def board(missing: str, written: bool) -> str:
    text = '[Deal "4"]\n[Dealer "W"]\n'
    if written:
        text += "Hands:\n" + "".join(f"{seat}: {' '.join(row)}\n" for seat, row in HANDS.items())
    text += "Auction:\nW: 1 NT, P, P, P\nPlay:\n"
    for number in range(13):
        row = [HANDS[seat][number] for seat in "NESW"]
        text += "N:" + " ".join("-" if card == missing else card for card in row) + "\n"
    return text


@pytest.mark.parametrize("rules", ["alberta", "duplicate"])
@pytest.mark.parametrize("written", [True, False])
def test_duplicate_61_a_revoke_by_a_card_that_follows_depends_on_it(
    written: bool, rules: str
) -> None:
    (finding,) = ruled(board("AH", written), rules).findings
    assert (finding.code, str(finding.place)) == ("revoke", "trick 1 / seat S")
    assert finding.certainty is Certainty.DEPENDS
    assert finding.not_recorded == (finding.place,)
    assert finding.message.endswith(
        "South's card in trick 1 is not recorded: by the other 51 it is the ace of hearts."
    )


@pytest.mark.parametrize("written", [True, False])
def test_duplicate_61_the_same_board_recorded_in_full_has_an_established_revoke(
    written: bool,
) -> None:
    (finding,) = ruled(board("", written), "duplicate").findings
    assert finding.certainty is Certainty.ESTABLISHED

"""A seat that the table does not have tells nothing, and stops nothing."""

from __future__ import annotations

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load

HEAD = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "Play:\nS:KH KS\n",
        HEAD + "Play:\n{3 0.5|S 0.4}:KH KS JH\nResult:\ntricks S 7\n",
        HEAD.replace('"2"', '"{2 0.5|S 0.5}"') + "Play:\n{8|7}:KH KS\n",
        HEAD + "Play:\n3:KH KS\n! claim 8: JS JH\n! challenge B\n",
        HEAD + "! silence 8\n! disclosed N\n! exposed 7:JS\n",
        HEAD + "Play:\n3:KH KS\n! score-query 8\n",
        HEAD + "Play:\n3:KH KS\n! score-query S\n",
        HEAD + "Result:\ncontract 28 S by 3\npoints A {9} B -\nscore EW 1\n",
        HEAD.replace("3:", "{3|8}:"),
        "Sheet:\ndeal | total A | total B\n18 | 0 | 0\nmatchpoints A 1 B 0 tiebreak EW\n",
    ],
)
def test_a_seat_not_at_the_table_is_unknown(text: str) -> None:
    check(read(text).record, load("international"))

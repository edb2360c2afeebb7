"""Club sheets that were filled in by machine."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.arranged.slots import Slot
from fairdeal.digitize.printed.in_fields import _bid_first
from tests.support.printed_words import word


@pytest.mark.parametrize(
    ("slot", "column", "read"),
    [
        (Slot.CONTRACT, 8, "56 S"),  # columns of their own, the trumps first
        (Slot.CONTRACT, 2, "S 56"),  # one entry, as it was typed
        (Slot.NUMBER, 8, "S 56"),
    ],
)
def test_bid_and_trumps_in_columns_of_their_own(slot: Slot, column: int, read: str) -> None:
    words = _bid_first(slot, [word("S"), word("56", column=column)])
    assert " ".join(each.text for each in words) == read

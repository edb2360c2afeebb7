"""The session's score in a report: the row of a deal dealt again counts as the redeal's."""

from __future__ import annotations

import pytest

from fairdeal.desk.score.figures import TEAMS
from fairdeal.desk.score.steps import steps_of
from fairdeal.rulings import check, load
from tests.support.under import record_in

LOG = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n! redeal\n'
COLUMNS = "Sheet:\ndeal | bidder | contract | points A | points B | score A | score B\n"


@pytest.mark.parametrize(
    ("row", "final"),
    [
        ("1 | 4 | 40 D | 12 | 44 | 0 | 2", (0, 2)),
        ("1 | 4 | 40 D | 12 | 44 | 0 | 1", (0, 2)),  # a wrong score is put right
        ("1 | 3 | 28 S | - | - | 0 | 0", (0, 0)),
        ("1 | 3 | 28 S | - | - | | ", (0, 0)),
    ],
)
def test_row_of_a_redeal_without_a_log_is_believed(row: str, final: tuple[int, int]) -> None:
    record = record_in(f"{LOG}{COLUMNS}{row}\n")
    session = steps_of(record, check(record, load("international")), TEAMS)
    assert session.total == final

"""With a row of a sheet left out, written twice or in another place the score follows the running totals."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.score.match import score_of

HEAD = """[Rules "international"]
Sheet:
deal | dealer | bidder | contract | x | points A | points B | score A | score B | total A | total B
"""
ROWS = (
    "1 | 2 | 3 | 28 S | | 30 | 26 | 1 | 0 | 1 | 0",
    "2 | 3 | 4 | 28 S | | 26 | 30 | 0 | 1 | 1 | 1",
    "3 | 4 | 5 | 28 S | | 30 | 26 | 1 | 0 | 2 | 1",
    "4 | 5 | 6 | 28 S | | 26 | 30 | 0 | 1 | 2 | 2",
    "5 | 6 | 1 | 28 S | | 30 | 26 | 1 | 0 | 3 | 2",
)


@pytest.mark.parametrize(
    "rows", [(1, 2, 3, 3, 4, 5), (1, 2, 4, 5), (1, 2, 4, 3, 5), (1, 4, 5)], ids=str
)
def test_international_5_3_score_by_the_totals(rows: tuple[int, ...], tmp_path: Path) -> None:
    text = HEAD + "".join(f"{ROWS[row - 1]}\n" for row in rows)
    path = tmp_path / "sheet.hrn"
    path.write_text(text, encoding="utf-8")
    score = score_of(case_of([load(path, path.name)]))
    assert score.as_written.totals == score.by_the_rulebook.totals == (3, 2)

"""A score sheet in a spreadsheet, handed in at the desk."""

from __future__ import annotations

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from tests.desk.intake.test_spreadsheets import ABOVE, DEAL, HEADS, table, workbook
from tests.desk.pages.conftest import Desk


@pytest.mark.parametrize("name", ["scores.xlsx", "scores.csv"])
def test_a_spreadsheet_is_shown_and_corrected_line_by_line(desk: Desk, name: str) -> None:
    desk.introduce()
    rows = [*ABOVE, HEADS, DEAL]
    case = desk.new_case(workbook(rows) if name.endswith(".xlsx") else table(rows), name)
    with Archive(desk.path) as archive:
        digest = archive.acts(case)[1].body["digest"]
    lines = desk.get(f"/cases/{case}/text/{digest}").text
    assert "| 1 | 2 | 4 | 29 S |  | 17 | {39|34} | 0 | 1 |" in lines
    assert "Chera" in desk.get(f"/cases/{case}").text
    form = {
        "field": f"{digest}:0:line 9",
        "kind": "text",
        "how": "read",
        "text": "| 1 | 2 | 4 | 29 S |  | 17 | 39 | 0 | 3 |",
        "seen": desk.last(case),
    }
    assert desk.post(f"/cases/{case}/read", form).status_code == 303
    assert "0 | 3 |" in desk.get(f"/cases/{case}/text/{digest}").text
    with Archive(desk.path) as archive:
        (read,) = casework.documents(archive, casework.case_file(archive, case))
    assert read.document().record.sheets[0].number(0, "score B") == 3

"""One slip is one finding in the tables of an audit, with what follows from it in a column."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import fairdeal
from fairdeal.desk.tournament.audit import audit_into
from tests.support.captains import DEFEATED, copies


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cup") / "cup"
    folder.mkdir()
    heading = '[Event "Cup"]\n[Round "1"]\n[Table "4"]\n[TeamA "North"]\n[TeamB "South"]\n'
    (folder / "match.hrn").write_text(heading + copies({4: DEFEATED}), encoding="utf-8")
    done = audit_into(folder, folder.with_name("out"))
    assert done is not None and done.found == 1
    return folder.with_name("out")


def test_findings_csv_has_a_row_a_slip(out: Path) -> None:
    found = pd.read_csv(out / "findings.csv")
    assert found["code"].tolist() == ["copies-disagree"]
    assert found["follows"].tolist()[0].endswith("totals A and B in rows 4 to 18.")


def test_the_other_tables_count_it_once(out: Path) -> None:
    assert pd.read_csv(out / "matches.csv")["findings"].tolist() == [1]
    assert pd.read_csv(out / "tables.csv")["wrong entries"].tolist() == [1]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "1 finding" in page and "34 findings" not in page


def test_tables_of_the_library_name_the_finding_that_each_follows_from(tmp_path: Path) -> None:
    path = tmp_path / "match.hrn"
    path.write_text(copies({4: DEFEATED}), encoding="utf-8")
    match = fairdeal.check(path)
    frame = match.to_frame("findings")
    (cause,) = frame.index[frame["follows_from"].isna()]
    assert set(frame["follows_from"].dropna()) == {cause} and len(frame) == 34
    assert match.to_frame("deals")["findings"].sum() == 1

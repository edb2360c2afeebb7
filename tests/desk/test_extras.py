"""Without the packages that only some commands want: what is done all the same, and what is said."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from fairdeal.desk.extras import how_to_get
from fairdeal.desk.intake import reading
from fairdeal.desk.tournament import overview
from fairdeal.desk.trouble import DeskError


@pytest.fixture
def without_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (reading, overview):
        monkeypatch.setattr(module, "installed", lambda extra: False)


@pytest.fixture
def folder(tmp_path: Path, disputed: Path) -> Path:
    made = tmp_path / "cup"
    made.mkdir()
    shutil.copy(disputed, made / "disputed.hrn")
    return made


@pytest.mark.usefixtures("without_extras")
def test_an_audit_writes_csv_and_excel_alone(folder: Path) -> None:
    out = folder.with_name("out")
    assert main(["audit", str(folder), "-o", str(out)]) == 1
    endings = {path.suffix for path in out.iterdir()}
    assert {".csv", ".xlsx"} <= endings and ".parquet" not in endings


@pytest.mark.usefixtures("without_extras")
def test_a_scheduler_is_refused_with_the_extra_that_it_wants(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(DeskError, match=re.escape(how_to_get("cluster"))):
        reading.Cluster("tcp://127.0.0.1:9")
    assert main(["audit", str(folder), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert how_to_get("cluster") in capsys.readouterr().err
    assert not folder.with_name("cup-report").exists()

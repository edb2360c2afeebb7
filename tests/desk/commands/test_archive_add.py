"""``fairdeal archive add``: a case is opened, and its findings are counted as every page counts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.desk.cli import main

UNLIKELY = '[Deal "1"]\n[Dealer "3"]\nAuction:\n4: {28 S 0.9|27 S 0.1}, P, P, P, P, P\n'
LOW = UNLIKELY.replace("{28 S 0.9|27 S 0.1}", "27 S")


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize(("text", "said"), [(UNLIKELY, "0 findings"), (LOW, "1 finding")])
def test_what_needs_an_unlikely_reading_is_not_counted(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.hrn"
    log.write_text(text, "utf-8")
    assert main(["archive", "--archive", str(tmp_path / "a.fairdeal"), "add", str(log)]) == 0
    assert capsys.readouterr().out.rstrip().endswith(f": {said}")

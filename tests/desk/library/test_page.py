"""``docs/library.md``: its programs print what it says they print, and its tables name every column."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.library.columns import COLUMNS
from tests.support.needs import needs_tesseract

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")
PICTURES = ROOT / "docs" / "pictures"


@needs_tesseract
def test_programs_and_picture_are_those_of_the_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    programs = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", PAGE, re.S)
    assert len(programs) == PAGE.count("```python") == 4
    for program, printed in programs:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(program, names)
        assert out.getvalue() == printed
    spec = importlib.util.spec_from_file_location("running_score", PICTURES / "running_score.py")
    assert spec is not None and spec.loader is not None
    drawing = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(drawing)
    drawn = drawing.svg(names["deals"])
    assert drawn == (PICTURES / "running-score.svg").read_text("utf-8")
    last = names["deals"].iloc[-1]
    assert f"team B wins by {last.total_written_b} to {last.total_written_a}" in PAGE
    assert f"team A by {last.total_ruled_a} to {last.total_ruled_b}" in PAGE


def test_every_column_is_described() -> None:
    lines = [line for line in PAGE.splitlines() if re.match(r"\| `\w+` \| (\w+) \| ", line)]
    known = {each.line for columns in COLUMNS.values() for each in columns}
    assert set(lines) == known

"""``docs/library.md``: its programs print what it says they print."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_tesseract

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")


@needs_tesseract
def test_programs_print_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    programs = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", PAGE, re.S)
    assert len(programs) == PAGE.count("```python") == 5
    for program, printed in programs:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(program, names)
        assert out.getvalue() == printed
    last = names["deals"].iloc[-1]
    assert f"team B wins by {last.total_written_b} to {last.total_written_a}" in PAGE
    assert f"team A by {last.total_ruled_a} to {last.total_ruled_b}" in PAGE

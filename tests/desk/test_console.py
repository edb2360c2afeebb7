"""What others wrote does nothing to a terminal, and hides nothing on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text

from fairdeal.desk.cli import main
from fairdeal.desk.console import evidence, for_terminal, out, trouble
from tests.desk.tournament.test_audit import log


def test_a_line_shows_letters_that_nobody_sees(capsys: pytest.CaptureFixture[str]) -> None:
    trouble("a\u202egpj.hrn is empty\x1b[31m")
    out().print("Asha\u200b", Text("\u2066Bina"))
    printed = capsys.readouterr()
    assert printed.err == "a[U+202E]gpj.hrn is empty\ufffd[31m\n"
    assert printed.out == "Asha[U+200B] [U+2066]Bina\n"


def test_honest_names_are_printed_as_they_are() -> None:
    assert for_terminal("ഫ്രാന്\u200dസിസ് – Bina") == "ഫ്രാന്\u200dസിസ് – Bina"


def test_a_record_goes_to_a_file_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    evidence("a\u202e\r\n")
    assert capsys.readouterr().out == "a\u202e\r\n"


def test_the_pointer_stands_under_its_token_after_a_hidden_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "a.hrn"
    record.write_text(log("1", "1") + "{x\u202e} 3: Pass\n", "utf-8")
    main(["check", str(record)])
    assert "\u202e" not in capsys.readouterr().out

"""What is typed wrongly on the command line is answered in plain words, with what to type instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from tests.desk.test_cli import RECORD


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.hrn").write_text(RECORD, "utf-8")
    (tmp_path / "papers").mkdir()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("check", "FILE is missing. Write: fairdeal check FILE. See: fairdeal check --help"),
        ("archive show", "CASE is missing. Write: fairdeal archive show CASE."),
        ("form", "KIND is missing. Write a blank form: KIND is score-sheet, hand-log,"),
        ("check log.hrn --json", "There is no option “--json” here. Write: --format json."),
        ("check log.hrn --jsno", "There is no option “--jsno” here. Write: --format json."),
        ("report log.hrn --lang ml", "here. Did you mean “--language”? See: fairdeal report"),
        ("check log.hrn --output x", "There is no option “--output” here. See: fairdeal check"),
        ("check log.hrn --format", "Something must follow after --format, such as: --format text."),
        ("report log.hrn -o", "must follow after -o, such as: -o report.html. See: fairdeal report"),
        ("ruling --archive", "such as: --archive FILE. See: fairdeal ruling --help"),
        ("check log.hrn --quiet=yes", "Option '--quiet' does not take a value. See: fairdeal check"),
        (
            "check log.hrn --format jason",
            "“jason” is not known after --format. Choose text, json, jsonl or pbn. Did you mean “json”?",
        ),
        ("form score-sheet --players 7", "“7” is not known after --players. Choose 4, 6 or 8. See"),
        ("desk --port 99999", "“99999” is not possible after --port. Write a whole number from 1 to"),
        ("desk --port abc", "“abc” is not possible after --port. Write a whole number from 1 to 65535."),
        ("--check log.hrn", "There is no option “--check” here. Write: fairdeal check. See: fairdeal"),
        ("archive --verify", "Write: fairdeal archive verify. See: fairdeal archive --help"),
        ("form score-sheet", "Name the file to write, such as: -o score-sheet.pdf"),
        ("report log.hrn -o papers", "--output: “papers” is a folder."),
        ("compare log.hrn other.hrn", "“other.hrn” is one word too many. Write: fairdeal compare FILE."),
        ("compare log.hrn two three", "“two three” are some words too many."),
        ("archive lsit", "no command “lsit” after “fairdeal archive”. Did you mean “ls”?"),
        ("archive open", "There is no command “open” after “fairdeal archive”. See: fairdeal archive"),
        ("ruling Onam list", "after “fairdeal ruling”. There are decide, list, reopen,"),
        ("check https://example.org/a.jpg", "is an address on the web. Save what is there as a file"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_answered_with_the_right_one(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    shown = capsys.readouterr().err
    assert said in shown and len(shown.splitlines()) == 1


@pytest.mark.parametrize("group", ["archive", "ruling", "layout"])
def test_a_group_lists_its_commands_with_whole_sentences(
    group: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([group, "--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:")[2]
    assert listed and "..." not in listed
    assert all(each.endswith(".") for each in re.split(r"\n  (?=[a-z])", listed.rstrip())[1:])


@pytest.mark.parametrize("words", [["help"], ["help", "check"], ["help", "archive", "add"]])
def test_help_may_be_asked_for_as_a_word(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    assert capsys.readouterr().out.startswith(f"Usage: {' '.join(['fairdeal', *words[1:]])} [OPT")

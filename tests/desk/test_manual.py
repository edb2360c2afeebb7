"""The pages of the commands: every command has one, and it is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.desk.cli import COMMANDS
from fairdeal.desk.manual import EXAMPLES, pages

ROOT = Path(__file__).parents[2]
WANTED = dict(pages())


@pytest.mark.parametrize("name", WANTED)
def test_page_is_up_to_date(name: str) -> None:
    path = ROOT / "docs" / "commands" / name
    assert path.exists(), "write it with: python -m fairdeal.desk.manual"
    assert path.read_text("utf-8") == WANTED[name], (
        "write it again with: python -m fairdeal.desk.manual"
    )


def test_every_module_of_a_command_is_listed() -> None:
    modules = {path.stem for path in (ROOT / "desk" / "commands").glob("*.py")} - {"__init__"}
    assert modules == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_command_is_documented_with_examples(name: str) -> None:
    text = WANTED[f"{name}.md"]
    assert EXAMPLES[name]
    assert all(f"./run {name}" in example for example in EXAMPLES[name])
    assert not [line for line in text.splitlines() if line.endswith("|  |")], (
        "an option without help"
    )


def test_no_page_is_left_of_a_command_that_is_gone() -> None:
    there = {path.name for path in (ROOT / "docs" / "commands").glob("*.md")}
    assert there == set(WANTED)

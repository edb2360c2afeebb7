"""A text that is not the record of a game is called what it seems to be, without a word of our notation."""

from __future__ import annotations

import pytest

from fairdeal.desk.intake.documents import of_bytes
from fairdeal.desk.intake.other_texts import GIVE
from fairdeal.desk.intake.papers import why_nothing
from tests.support.checkout import ROOT

SEEM = [
    ("notes.md", "# Notes\n\nWe played 10S and lost.\n[Event \"x\n", "a text to read"),
    ("prog", "#!/bin/sh\necho hello\n", "a program"),
    ("page.txt", "<!DOCTYPE html><html><body>hello</body></html>", "a web page"),
    ("data", '{"a": [1, 2]}', "a file of a program (JSON)"),
    ("old", '{"schema": "fairdeal.check/1"}', "an answer of Fairdeal itself"),
    ("m.txt", "From: a@b.c\nSubject: results\n\nHello\n", "an e-mail"),
    ("letter.txt", "{\\rtf1\\ansi hello}", "a document of a word processor (RTF)"),
    ("pyproject.toml", "[build-system]\nrequires = []\n", "a file of settings"),
    ("letter.txt", "Dear committee, we won deal 3 with 28 H.\n", "another text"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "kind"), SEEM)
def test_it_is_called_what_it_seems_to_be(name: str, text: str, kind: str) -> None:
    said = why_nothing(of_bytes(text.encode(), name))
    assert said == f"{name} seems to be {kind}, not the record of a game. {GIVE}"
    assert "tag" not in said and "block" not in said


def test_the_readme_of_the_project_is_no_record() -> None:
    said = why_nothing(of_bytes((ROOT / "README.md").read_bytes(), "README.md"))
    assert said.startswith("README.md seems to be a text to read, not the record of a game.")


@pytest.mark.parametrize(
    "text",
    [
        '[Event "Onam Cup\n',
        "Hands:\n1; JH 9H\n",
        "1. JH, 9H, AS\n2. KC, 10D, 9S, QD\n",
        "! objection\n",
        "deal 4 bidder 3\n",
    ],
)
def test_what_was_meant_to_be_a_record_says_what_is_wrong_with_it(text: str) -> None:
    said = why_nothing(of_bytes(text.encode(), "log.txt"))
    assert said.startswith("log.txt contains no deal ") and said.endswith(GIVE)
    assert "seems to be" not in said


@pytest.mark.parametrize("text", ["\n\n \n", "\ufeff\n"])
def test_nothing_written_is_called_empty(text: str) -> None:
    said = why_nothing(of_bytes(text.encode(), "log.txt"))
    assert said.startswith("log.txt is empty: nothing is written in it.")


def test_a_zip_archive_is_to_be_unpacked() -> None:
    packed = b"PK\x03\x04" + bytes(60)
    said = why_nothing(of_bytes(packed, "all.zip"))
    assert said == "all.zip is a ZIP archive. Unpack it, and name the files that are in it."

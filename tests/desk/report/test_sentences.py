"""The sentences that catalogues translate are those that the program says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from docs.making.texts import SENTENCES
from fairdeal.desk import words
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report.page import render
from fairdeal.desk.report.paper import Paper, chosen
from fairdeal.templates.language import language
from tests.support.plain_english import ROOT, texts

LOGS = ROOT / "tests" / "rulings" / "logs"

pytestmark = pytest.mark.usefixtures("in_this_process")


@cache
def said() -> frozenset[str]:
    """Every word of the program's messages."""
    names = (
        path for room in ("desk", "rulings", "records") for path in (ROOT / room).rglob("*.py")
    )
    files = sorted(path for path in names if path.name != "sentences.py")
    found = [texts(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in files]
    return frozenset(word for file in found for _, text in file for word in words_of(text))


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z]+", re.sub(r"%\(\w+\)s", " ", text).lower())


@pytest.mark.parametrize("sentence", [text for several in SENTENCES.values() for text in several])
def test_the_words_of_a_sentence_are_the_programs(sentence: str) -> None:
    own = {word + end for word in said() for end in ("", "s")}
    assert [word for word in words_of(sentence) if word not in own] == []


def missing(path: Path) -> list[str]:
    """What a record's findings say that is not in Malayalam."""
    sentences = language("ml").sentences
    findings = case_of([load(path)]).verdict.findings
    every = [text for each in findings for text in (each.message, words.remedy_of(each))]
    return [part for text in every for part, own in sentences.parts(text) if own is None]


@pytest.mark.parametrize("code", sorted(path.name for path in LOGS.iterdir()))
def test_findings_of_56_are_in_malayalam(code: str) -> None:
    allowed = {"conduct", "constraining-hand-undisclosed", "contract-entry"}  # words in rare cases
    assert missing(LOGS / code / "fires.hrn") == [] or code in allowed


def test_page_1_has_no_english_sentence_left(disputed: Path) -> None:
    page = render(case_of([load(disputed)]), paper=Paper(chosen("ml")))
    front = page[page.index('<section class="front"') : page.index("</section>")]
    assert re.findall(r'<span lang="en">(.*?)</span>', front) == []

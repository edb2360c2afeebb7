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
CATALOGUED = [text for several in SENTENCES.values() for text in several]

pytestmark = pytest.mark.usefixtures("in_this_process")


@cache
def unsaid() -> frozenset[str]:
    """Words of the sentences that are in none of the program's messages, with an s at their end or without.

    A file is looked at closely only if a word that is still missing is anywhere in it."""
    missing = {word for text in CATALOGUED for word in words_of(text)}
    names = (
        path for room in ("desk", "rulings", "records") for path in (ROOT / room).rglob("*.py")
    )
    for path in sorted(path for path in names if path.name != "sentences.py"):
        source = path.read_text("utf-8")
        if missing & with_plurals(source):
            found = texts(path.relative_to(ROOT).as_posix(), source)
            missing -= with_plurals(" ".join(text for _, text in found))
    return frozenset(missing)


def with_plurals(text: str) -> set[str]:
    """Each word of a text, and with an s at its end."""
    return {word + end for word in words_of(text) for end in ("", "s")}


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z]+", re.sub(r"%\(\w+\)s", " ", text).lower())


@pytest.mark.parametrize("sentence", CATALOGUED)
def test_the_words_of_a_sentence_are_the_programs(sentence: str) -> None:
    assert unsaid().intersection(words_of(sentence)) == set()


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

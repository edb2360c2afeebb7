"""Every rule of bridge is documented, fires on its log, and leaves its near miss alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.making.rules import text_of
from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load
from fairdeal.rulings.bridge.rules import RULES
from fairdeal.rulings.bridge.scoring.sheets import Rule

LOGS = Path(__file__).parent / "logs"
NOT_OF_BOARDS = ("deal-count", "match-points-entry")
"""Boards come in any order, and several times; their match points are the whole field's."""


def codes(path: Path) -> list[str]:
    result = read(path.read_bytes())
    assert [p.message for p in result.problems if p.severity == "error"] == []
    return [finding.code for finding in check(result.record, load("alberta")).findings]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rule_says_what_why_and_which_article(rule: Rule) -> None:
    text = text_of(rule)
    for word in ("What:", "Why:", "Article:"):
        assert re.search(rf"^{word} \S", text, re.MULTILINE), word
    assert "seed document 003" in text


@pytest.mark.parametrize("name", ["alberta", "duplicate"])
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rule_has_an_article_in_the_rulebook(rule: Rule, name: str) -> None:
    book = load(name)
    if name == "duplicate" and rule.code in NOT_OF_BOARDS:
        assert rule.code not in book.findings
        return
    for number in book.findings[rule.code].articles:
        assert book.article(number)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rule_fires_on_its_log(rule: Rule) -> None:
    assert rule.code in codes(LOGS / rule.code / "fires.hrn")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rule_leaves_its_near_miss_alone(rule: Rule) -> None:
    assert rule.code not in codes(LOGS / rule.code / "clean.hrn")


def test_logs_belong_to_rules() -> None:
    assert {path.name for path in LOGS.iterdir()} == {rule.code for rule in RULES}


def test_codes_are_named_once() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)

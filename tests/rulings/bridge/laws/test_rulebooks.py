"""Which rulebook leaves what to the Laws: `duplicate` all of it, `alberta` what its page does not settle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.rulings import load
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.laws.branches import LOOKS, has_branches
from fairdeal.rulings.bridge.laws.claims_and_conduct import CODES as CLAIMS
from tests.rulings.bridge.laws.open_ways import board, ways

SETTLED = ("revoke", "conduct", "card-exposed")
"""What the Alberta page settles: note 1, article 13, note 2."""


def book(name: str) -> BridgeBook:
    found = load(name)
    assert isinstance(found, BridgeBook)
    return found


@pytest.mark.parametrize("code", [code for code in LOOKS if code not in CLAIMS])
def test_alberta_12_sends_to_the_laws_what_its_page_leaves_open(code: str) -> None:
    assert has_branches(book("duplicate"), code)
    assert has_branches(book("alberta"), code) is (code not in SETTLED)


def test_a_rulebook_without_the_setting_has_no_ways_of_the_laws() -> None:
    settings = {name: each for name, each in book("duplicate").settings.items() if name != "laws"}
    without = replace(book("duplicate"), settings=settings)
    assert not any(has_branches(without, code) for code in LOOKS)


def test_alberta_12_names_the_laws_beside_its_own_article() -> None:
    verdict = board("N: 1 NT, E: P, W: P, S: P, E: P", "NS 7 EW 6", rules="alberta")
    (only,) = (each for each in verdict.findings if each.code == "call-out-of-turn")
    assert only.article == "5"
    assert ways(verdict, "call-out-of-turn")["29A"].law == "Law 29A"


def test_what_is_only_possible_has_no_ways() -> None:
    verdict = board("N: 1 NT, P, P, P", play="E:5H JH 6H 2C")
    assert [each.branches for each in verdict.possible] == [() for _ in verdict.possible]

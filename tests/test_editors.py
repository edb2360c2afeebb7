"""The grammar for editors: it colours what the notation's own grammar knows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.support.checkout import ROOT

FOLDER = ROOT / "docs" / "editors" / "vscode"
GRAMMAR: dict[str, Any] = json.loads(
    (FOLDER / "syntaxes" / "hrn.tmLanguage.json").read_text("utf-8")
)


def patterns(of: object) -> list[dict[str, Any]]:
    """Every rule below."""
    if isinstance(of, list):
        return [each for part in of for each in patterns(part)]
    if isinstance(of, dict):
        own = [of] if "match" in of or "begin" in of or "include" in of else []
        return own + [each for part in of.values() for each in patterns(part)]
    return []


def matches(scope: str, text: str) -> bool:
    """Whether a rule of a scope takes a text from its first letter on."""
    for each in patterns(GRAMMAR):
        scopes = [each.get("name", ""), *(c["name"] for c in each.get("captures", {}).values())]
        wanted = each.get("match", "").replace("\\x{FE0E}\\x{FE0F}", "\ufe0e\ufe0f")
        if scope in scopes and (found := re.match(wanted, text)) and found.end() == len(text):
            return True
    return False


def test_every_rule_that_is_included_is_there_and_every_file_named() -> None:
    included = {
        each["include"].removeprefix("#") for each in patterns(GRAMMAR) if "include" in each
    }
    assert included == set(GRAMMAR["repository"])
    extension = json.loads((FOLDER / "package.json").read_text("utf-8"))["contributes"]
    assert (FOLDER / extension["grammars"][0]["path"]).is_file()
    assert (FOLDER / extension["languages"][0]["configuration"]).is_file()
    assert extension["grammars"][0]["scopeName"] == GRAMMAR["scopeName"]


@pytest.mark.parametrize(
    ("scope", "texts"),
    [
        (
            "entity.name.section.hrn",
            "Hands:|hand|Auction:|Bidding:|Play:|Result:|Sheet:|Score sheet A:",
        ),
        (
            "support.function.result.hrn",
            "contract|tricks|points|score|penalty|match points|tie-break",
        ),
        ("constant.other.card.red.hrn", "KH|10d|♥J|Q♦?|H10|9♡|TH^R"),
        ("constant.other.card.black.hrn", "KS|10c|♠J|Q♣?|C10|9♤"),
        ("keyword.other.call.hrn", "Pass|P|X|XX|AP|all pass|Dbl|Redouble"),
        ("support.constant.call.hrn", "NT|no trumps|Noes|plus|Clubs|by|S|♣"),
        ("markup.changed.doubt.hrn", "??|?|{9D|9S}|{28 0.7}"),
        ("entity.name.function.seat.hrn", "4:|N:|seat 3:|trick 2:|8? :"),
        ("comment.line.semicolon.hrn", "; anything"),
    ],
)
def test_what_the_notation_has_is_coloured(scope: str, texts: str) -> None:
    several = re.split(r"\|(?![^{]*\})", texts)
    assert [text for text in several if not matches(scope, text)] == []


def test_a_seat_is_no_card_and_a_word_no_call() -> None:
    assert not matches("constant.other.card.red.hrn", "4H2")
    assert not matches("keyword.other.call.hrn", "Passed")

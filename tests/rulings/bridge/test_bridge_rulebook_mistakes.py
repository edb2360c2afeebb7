"""Any value anywhere in a rulebook of bridge is followed, or named with file and key: never a crash."""

from __future__ import annotations

import tomllib

import pytest

from fairdeal.rulings import check
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.hearing import BRIDGE
from fairdeal.rulings.rulebooks.files import BOOKS
from fairdeal.rulings.rulebooks.rulebook import RulebookError
from samples.making.bridge_irregularities import make
from samples.making.records.bridge_matches import make as make_match
from tests.rulings.rulebooks.test_rulebooks_never_raise import WEIRD, leaves, put


@pytest.mark.parametrize("name", ["alberta", "duplicate"])
def test_any_value_anywhere_is_followed_or_named(name: str) -> None:
    text = (BOOKS / f"{name}.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    records = [make("revoke", 1).record, make_match("wrong-entry", 1).record]
    refused = 0
    for path in leaves(raw):
        for value in WEIRD:
            book = tried(put(raw, path, value))
            if book is None:
                refused += 1
                continue
            for record in records:
                check(record, book)
    assert refused > 700  # most such values are mistakes
    assert raw == tomllib.loads(text)  # what they share is as it was


def tried(raw: dict[str, object]) -> BridgeBook | None:
    """The rulebook, or None where its mistake is named with file and key."""
    try:
        return BRIDGE.build(raw, "mine.toml", frozenset(rule.code for rule in BRIDGE.rules))
    except RulebookError as error:
        assert error.file == "mine.toml"
        assert error.key
        return None

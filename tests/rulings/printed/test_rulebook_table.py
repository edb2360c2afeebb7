"""docs/rulebooks.md is what the rulebooks make now, and every cell of it is held by a test."""

from __future__ import annotations

import pytest

from fairdeal.rulings.bridge import in_words as bridge_words
from fairdeal.rulings.fifty_six.in_words import ROWS
from fairdeal.rulings.games import load
from fairdeal.rulings.printed import table_page
from fairdeal.rulings.printed.table_page import (
    BRIDGE_HELD_BY,
    BRIDGE_SHOWN,
    HELD_BY,
    PAGE,
    SHOWN,
    TableError,
    functions_there,
    page,
)
from fairdeal.rulings.rulebooks.files import known

SAME_TABLES = ("test_alberta_9_trick_score", "test_alberta_scoring_undertricks")
"""Tests that hold a table under both rulebooks."""


def test_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "write it with: python -m fairdeal.rulings.printed.table_page"
    )


def test_every_row_names_a_test_under_every_rulebook() -> None:
    assert set(HELD_BY) == {row.key for row in ROWS} | {"other-forms"}
    there = functions_there()
    for names in HELD_BY.values():
        for rulebook, name in zip(SHOWN, names, strict=True):
            assert name.startswith(f"test_{rulebook}_")
            assert rulebook in there[name] or rulebook == "international"


def test_every_rulebook_of_56_is_shown() -> None:
    assert set(SHOWN) == {name for name in known() if load(name).game == "fifty-six"}


def test_every_rulebook_of_bridge_is_shown_and_every_row_of_it_held() -> None:
    assert set(BRIDGE_SHOWN) == {name for name in known() if load(name).game == "bridge"}
    assert set(BRIDGE_HELD_BY) == {row.key for row in bridge_words.ROWS}
    there = functions_there()
    for names in BRIDGE_HELD_BY.values():
        for rulebook, name in zip(BRIDGE_SHOWN, names, strict=True):
            assert rulebook in name or name in (
                "test_alberta_9_trick_score",
                "test_alberta_scoring_undertricks",
            )
            assert name in there


def test_a_test_that_is_not_there_stops_the_making(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {**HELD_BY, "noes": ("test_nobody_wrote",) * 4}
    monkeypatch.setattr(table_page, "HELD_BY", broken)
    with pytest.raises(TableError, match="test_nobody_wrote"):
        page()


@pytest.mark.parametrize("name", SHOWN)
def test_open_readings_of_a_row_are_settings_of_the_rulebook(name: str) -> None:
    book = load(name)
    for row in ROWS:
        setting = row.setting(book)
        assert setting is None or book.settings[setting].reason

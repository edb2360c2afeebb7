"""The pages under docs/rules are those that the source makes now."""

from __future__ import annotations

from fairdeal.rulings.printed.rule_pages import stale


def test_rule_pages_are_up_to_date() -> None:
    assert stale() == []

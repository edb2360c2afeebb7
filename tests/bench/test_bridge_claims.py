"""The trial of claims at bridge: its claims are denied, and a wrong ruling would be seen."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.soak import bridge_claims
from bench.soak.bridge_claims import made, run, wrong


def test_some_claims_come_out_right() -> None:
    outcome, decided, _ = run(3, 7)
    assert outcome.right.whole and outcome.failures == ()
    assert decided.must is False


def test_a_claim_is_made_and_denied() -> None:
    text = made(11).text
    assert text.count("! claim") == text.count("! challenge") == 1
    assert made(11) == made(11)


def test_a_wrong_search_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_claims, "_best", lambda here, side: -1)
    found = wrong(made(11), Counter())
    assert any("best play gives -1" in each for each in found)

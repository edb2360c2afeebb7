"""More combinations of readings than are looked at: how likely a finding is all the same."""

from __future__ import annotations

from random import Random

import pytest

from fairdeal.rulings import Verdict
from fairdeal.rulings.doubt import weighing
from fairdeal.rulings.doubt.certainty import key_of
from fairdeal.rulings.frame.finding import Certainty
from tests.support.builders import auction

LATER = ", ".join(f"{{{value} H|{value} C}}" for value in range(31, 43))
"""Twelve calls in doubt that change nothing: 4,096 combinations."""


@pytest.mark.parametrize(("clear", "faint"), [("30 S", "28 S"), ("28 S", "30 S")])
@pytest.mark.parametrize("ink", [0.001, 0.004, 0.05])
def test_a_faint_reading_counts_with_all_its_ink(clear: str, faint: str, ink: float) -> None:
    """29 is above 28 and not above 30; of the faint reading one combination in thousands is seen."""
    verdict = auction(f"3: {{{clear} {1 - ink}|{faint} {ink}}}, 29 D, {LATER}, P, P, P, P, P")
    (finding,) = verdict.findings
    assert finding.code == "insufficient-bid"
    assert finding.certainty is Certainty.DEPENDS
    assert finding.probability == pytest.approx(ink if faint == "30 S" else 1 - ink, abs=1e-9)


def _calls(seed: int) -> str:
    """An auction of seven doubtful bids, each with a rival of any height or two."""
    random = Random(seed)
    said = []
    for number in range(7):
        rivals = random.sample(range(28, 40), random.choice([1, 2]))
        inks = [random.choice([0.3, 0.1, 0.03, 0.005, 0.0005]) for _ in rivals]
        words = [f"{29 + number} H {1 - sum(inks):.4f}"]
        words += [f"{value} C {ink}" for value, ink in zip(rivals, inks, strict=True)]
        said.append(f"{{{'|'.join(words)}}}")
    return f"3: {', '.join(said)}, P, P, P, P, P"


def _shares(verdict: Verdict) -> dict[object, float | None]:
    return {key_of(each): each.probability for each in verdict.findings}


@pytest.mark.parametrize("seed", range(8))
def test_few_combinations_give_nearly_what_all_of_them_give(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = _shares(auction(_calls(seed)))
    monkeypatch.setattr(weighing, "MOST_WORLDS", 24)
    bounded = _shares(auction(_calls(seed)))
    assert bounded.keys() <= exact.keys()
    for key, share in bounded.items():
        assert share == pytest.approx(exact[key], abs=0.02)

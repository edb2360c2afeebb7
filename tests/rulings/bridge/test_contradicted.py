"""Boards with the errors that files of games have: they accuse nobody, and true revokes stay."""

from __future__ import annotations

import pytest

from fairdeal.rulings.frame.finding import Certainty
from tests.rulings.bridge.recorded_boards import (
    ERRORS,
    offences,
    verdict_of,
    with_error,
    with_revoke,
    with_tag,
)

CONTRADICTORY = sorted(ERRORS.keys() - {"two tricks swapped", "a trick missing"})


@pytest.mark.parametrize("name", CONTRADICTORY)
@pytest.mark.parametrize("kind", ["PBN", "LIN"])
def test_duplicate_law_64_an_error_that_contradicts_the_record_accuses_nobody(
    name: str, kind: str
) -> None:
    for seed in range(4):
        assert offences(verdict_of(with_error(name, seed, kind))) == []


def test_duplicate_law_64_a_revoke_beside_a_contradiction_depends_on_it() -> None:
    verdict = verdict_of(with_revoke(0, "a card typed for another in the play"))
    revoke = next(each for each in verdict.findings if each.code == "revoke")
    wrong = [each.place for each in verdict.findings if each.severity == "entry"]
    assert revoke.certainty is Certainty.DEPENDS
    assert revoke.probability is not None
    assert set(revoke.depends_on) & set(wrong)


@pytest.mark.parametrize("marked", [False, True])
def test_duplicate_law_64_a_revoke_alone_stays_established(marked: bool) -> None:
    for seed in range(4):
        verdict = verdict_of(with_revoke(seed, marked=marked))
        assert {each.code for each in offences(verdict)} == {"revoke"}


def test_duplicate_law_17_a_dealer_that_is_not_the_boards_makes_no_call_out_of_turn() -> None:
    for seed in range(4):
        verdict = verdict_of(with_tag("a wrong dealer", seed))
        assert offences(verdict) == []
        assert "dealer-rotation" in {each.code for each in verdict.findings}

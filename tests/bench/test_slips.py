"""The slips that `bench.soak.slips` puts into records, and how it counts what comes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.soak.slip_kinds import LOG_SLIPS, SHEET_SLIPS
from bench.soak.slips import Tally, contradicts_itself, impossible, named, run, trial
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Place
from fairdeal.rulings.frame.finding import Misread

KINDS = (*LOG_SLIPS, *SHEET_SLIPS)


def test_there_are_slips_in_logs_and_on_sheets() -> None:
    assert len(LOG_SLIPS) >= 17 and len(SHEET_SLIPS) >= 9


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_slip_can_be_made_and_is_the_same_for_a_seed(kind: str) -> None:
    tried = ((seed, trial(kind, seed)) for seed in range(8))
    seed, spoilt, verdict = next((seed, *made) for seed, made in tried if made is not None)
    again = trial(kind, seed)
    assert again is not None and write(again[0].record) == write(spoilt.record)
    assert again[1] == verdict


def test_two_neighbouring_cards_of_a_hand_swapped_are_harmless() -> None:
    kind = "two neighbouring cards of a hand swapped"
    found = [trial(kind, seed) for seed in range(6)]
    assert all(each is None or not each[1].findings for each in found)


def test_a_wrong_dealer_is_counted_as_named() -> None:
    tally = Tally()
    for seed in range(6):
        made = trial("the dealer", seed)
        if made is not None and contradicts_itself(made[1]):
            tally.count(*made, seed)
    assert tally.contradicting.records and tally.named == tally.found


def test_an_explanation_by_another_entry_does_not_name_the_slip() -> None:
    spoilt, verdict = next(made for seed in range(9) if (made := trial("the dealer", seed)))
    assert not named(verdict, replace(spoilt, entries=(("call 99", "P"),)))


def test_every_kind_gives_its_counts() -> None:
    names = [outcome.name for outcome in run(1, 0, "the dealer on")]
    assert [name.partition(": ")[0] for name in names] == [
        *["the dealer on the sheet"] * 5,
        *["all kinds"] * 2,
    ]


@pytest.mark.parametrize(("read", "count"), [("18 H", 1), ("57 S", 1), ("28 H", 0), ("+3 H", 0)])
def test_a_bid_that_the_rulebook_does_not_have_is_counted(read: str, count: int) -> None:
    _, verdict = next(made for seed in range(9) if (made := trial("the dealer", seed)))
    entry = Misread(Place.of("call 1"), "H 28", read)
    why = replace(verdict.explanations[0], entries=(entry,))
    assert impossible(replace(verdict, explanations=(why,))) == count

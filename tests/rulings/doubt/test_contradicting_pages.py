"""Pages that contradict themselves in every reading: they are ruled on like any other."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Entry, Place, Reading, Standing
from fairdeal.rulings import check, load
from fairdeal.rulings.doubt import weighing
from fairdeal.rulings.doubt.certainty import chosen
from fairdeal.rulings.doubt.slip_rates import Slips
from fairdeal.rulings.frame.finding import Certainty
from fairdeal.rulings.replay.reading import Doubt
from samples.making.records.deals import clean_record
from tests.support.builders import ruled

CARDS = [rank + suit for rank in ("8", "9", "J", "Q", "K", "A", "10") for suit in "CDHS"]
FEW_WORLDS = 12
"""Combinations looked at in these trials: most groups have more, so most are cut short."""

inks = st.lists(st.floats(0.001, 1.0), min_size=1, max_size=4)


def doubt(number: int, ink: list[float]) -> Doubt:
    """An entry with readings of so much ink, in any order; what is missing to 1 is something else."""
    told = sum(ink) * 1.1
    readings = tuple(Reading(n, share / told) for n, share in enumerate(ink))
    options = Entry(Standing.RIVALS, readings).weighted()
    return Doubt(Place.of(f"call {number}"), options)


@given(st.lists(inks, min_size=1, max_size=7))
def test_first_readings_are_among_the_worlds_looked_at(entries: list[list[float]]) -> None:
    """`chosen` promises a world for every page: the first readings stand where nothing else is clear."""
    doubts = [doubt(number, ink) for number, ink in enumerate(entries)]
    worlds = list(weighing._with_each_alone(doubts, FEW_WORLDS))
    assert (0,) * len(doubts) in worlds
    assert len(worlds) == len(set(worlds))
    for place, each in enumerate(doubts):
        assert {digits[place] for digits in worlds} == set(range(len(each.options)))


@given(st.lists(inks, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_some_reading_is_always_chosen(entries: list[list[float]], random: Random) -> None:
    doubts = [doubt(number, ink) for number, ink in enumerate(entries)]
    worlds = [
        (digits, random.choice([0.0, 1e-12, random.random()]))
        for digits in weighing._with_each_alone(doubts, FEW_WORLDS)
    ]
    digits = chosen([each.options for each in doubts], worlds)
    assert digits in [each for each, _ in worlds]


def contradicting(seed: int) -> str:
    """A log whose hands and tricks are drawn at random, many entries in doubt, rivals in any order."""
    random = Random(seed)
    lines = write(clean_record(seed)).split("\n")
    for _ in range(random.choice([6, 14, 30])):
        place = random.randrange(len(lines))
        words = lines[place].split(" ")
        spot = random.randrange(len(words))
        if words[spot] not in CARDS:
            continue
        shares = [random.random() for _ in range(random.randint(2, 4))]
        told = sum(shares) / random.choice([1.0, 0.9, 0.3])
        rivals = [f"{random.choice(CARDS)} {share / told:.3f}" for share in shares]
        words[spot] = f"{{{'|'.join(rivals)}}}"
        lines[place] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_contradicting_pages_are_ruled_on(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "MOST_WORLDS", FEW_WORLDS)
    monkeypatch.setattr(weighing, "MOST_PAIRS", FEW_WORLDS)
    record = read(contradicting(seed)).record
    verdict = check(record, load("international"))
    assert len(verdict.deals) == len(record.deals)
    for finding in verdict.findings:
        assert finding.probability is not None
        assert 0.0 <= finding.probability <= 1.0


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_slips_by_the_thousand_leave_every_reading_a_rate(cards: int, sums: int) -> None:
    """Beside a first reading that needs as many, one that needs another is less likely, never nought."""
    first = Slips(cards, sums)
    assert 0.0 < Slips(cards + 1, sums).rate(first) < first.rate(first)
    assert 0.0 < Slips(cards, sums + 1).rate(first) < first.rate(first)


def test_few_slips_have_the_rate_of_each_multiplied() -> None:
    assert Slips(2, 3).rate(Slips(1, 1)) == pytest.approx(1e-6 * 1e-6)


def test_doubtful_card_beside_two_hundred_copies_of_one_is_weighed_by_its_ink() -> None:
    """However it reads, two hundred jacks are too many: nothing speaks against either reading."""
    verdict = ruled(f'[Deal "1"]\nHands:\n1: {"JH " * 200}{{9S 0.7|QS 0.3}} 7D\n')
    assert {each.code for each in verdict.findings} == {"pack", "hand-size"}
    assert {each.certainty for each in verdict.findings} == {Certainty.ESTABLISHED}


def test_sheet_that_never_adds_up_is_weighed() -> None:
    rows = "1 | 1 | 7\n" * 300
    verdict = ruled(f"Sheet:\ndeal | score A | total A\n{rows}1 | {{1|2}} | 3\n")
    assert "total-entry" in {each.code for each in verdict.findings}


def test_score_asked_by_a_seat_that_the_table_does_not_have() -> None:
    verdict = ruled('[Deal "1"]\nAuction:\n3: 28 S, P\n! score-query 8\n')
    (finding,) = [each for each in verdict.findings if each.code == "score-query"]
    assert finding.seat is None
    assert finding.message.startswith("Somebody asked")

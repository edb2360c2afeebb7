"""Doubt in the ink and slips of the pen together, compared with every reading and every slip, one by one."""

from __future__ import annotations

from itertools import product
from math import isclose, prod
from typing import Any

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load
from fairdeal.rulings.doubt import slip_worlds as slip_weights
from fairdeal.rulings.doubt.certainty import key_of, slips
from fairdeal.rulings.doubt.slip_candidates import Clues
from fairdeal.rulings.doubt.slip_rates import BY_ITSELF, SUM_SLIP, THIS_ONE, Slips, acts
from fairdeal.rulings.doubt.slip_worlds import OF_RESULT, as_full
from fairdeal.rulings.doubt.slips_in_calls import in_the_auction
from fairdeal.rulings.doubt.slips_of_cards import in_hands, in_the_play
from fairdeal.rulings.fifty_six.hearing import FiftySixHearing
from fairdeal.rulings.fifty_six.sheets.agreement import own_slips
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.reading import see
from tests.rulings.doubt.test_slip_worlds import HANDS, PLAY

CALLS = HANDS.format(dealer="2").partition("Auction:\n")[0] + "Auction:\n"

RECORDS = {
    "a dealer": HANDS.format(dealer="4") + PLAY,
    "a dealer and an unclear card": HANDS.format(dealer="4")
    + PLAY.replace("3:KH KS JH", "3:KH KS {JH 0.7|JS 0.3}"),
    "an unclear dealer": HANDS.format(dealer="{4 0.6|2 0.4}") + PLAY,
    "a card in a hand, an unclear call": HANDS.format(dealer="2")
    .replace("2: 9C 10C QS QH", "2: 9C 10C QS QD")
    .replace("+ 1 C", "{+1 C 0.8|+2 C 0.2}")
    + PLAY,
    "an unclear caller": CALLS + "3: 28 S, {5 0.7|4 0.3}: P, +3 C, 2: P, 30 C, P, P, P, P, P\n",
    "a card unclear in hand and play": HANDS.format(dealer="2").replace(
        "2: 9C 10C QS QH", "2: 9C 10C QS {QD 0.9|QH 0.1}"
    )
    + PLAY.replace("QH AH\n5:AC", "{QH 0.6|QD 0.4} AH\n5:AC"),
}


def plainly(text: str) -> dict[Any, float]:
    """By finding how likely it is: over every reading, and in each over all slips, one by one.

    Nothing is ranked, left out or kept from one judgement to the next.
    """
    record = read(text).record
    hearing = FiftySixHearing(record, load("international"))
    seen = see(hearing.record.deals[0], 1, hearing.table.seats)
    held: dict[Any, float] = {}
    total = 0.0
    for options in product(*(doubt.options for doubt in seen.doubts)):
        chosen = {d: value for d, (value, _) in zip(seen.doubts, options, strict=True)}
        ruled = hearing._judge(seen.reading(chosen), chosen)
        weight = prod(ink for _, ink in options) * slips(ruled, own_slips).rate()
        total += weight
        for key, share in _within(hearing, ruled, chosen).items():
            # Established in clear ink, and so in this reading of it.
            held[key] = held.get(key, 0.0) + weight * (1.0 if share >= BY_ITSELF else share)
    return {key: share / total for key, share in held.items()}


def _needed(ruled: Any) -> Slips:
    needed = slips(ruled, own_slips)
    return Slips(needed.cards, max(needed.sums, sum(f.code in OF_RESULT for f in ruled.findings)))


def _within(hearing: FiftySixHearing, ruled: Any, chosen: Any) -> dict[Any, float]:
    """What is found in one reading, with its share beside all the slips."""

    def weight(other: Any) -> float:
        needed = _needed(other)
        elsewhere = hearing.at_odds(other)
        many = THIS_ONE ** (needed.cards + needed.sums + elsewhere) * SUM_SLIP**elsewhere
        return needed.rate() * many * prod(acts(other.findings).values())

    keys = {key_of(each) for each in ruled.findings}
    if len(acts(ruled.findings)) < 2 and not slips(ruled, own_slips).cards:
        return dict.fromkeys(keys, 1.0)
    clues = Clues(ruled.replay, ruled.findings)
    weights = {"as written": (weight(ruled), keys)}
    for near in (in_the_auction, in_hands, in_the_play):
        for slip in near(clues):
            mended = hearing._judge(slip.mended(ruled.replay.seen), chosen)
            if not as_full(ruled, mended):
                continue
            found = {key_of(each) for each in mended.findings}
            weights[str(slip.entries)] = (slip.rate * weight(mended), found)
    whole = sum(each for each, _ in weights.values())
    return {key: sum(w for w, there in weights.values() if key in there) / whole for key in keys}


@pytest.mark.parametrize("name", RECORDS)
def test_readings_and_slips_together_equal_full_enumeration(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slip_weights, "LIGHT", 1e-12)
    monkeypatch.setattr(slip_weights, "MOST_TRIED", 10_000)
    monkeypatch.setattr(slip_weights, "_explains_little", lambda ruled, world: False)
    expected = plainly(RECORDS[name])
    verdict = check(read(RECORDS[name]).record, load("international"))
    offences = [each for each in verdict.findings if each.severity == "offence"]
    assert offences or name.startswith("a card")
    for each in offences:
        _agrees(each, expected[key_of(each)])


def _agrees(found: Finding, expected: float) -> None:
    if found.certainty.value == "established":
        assert expected >= 0.5
    else:
        assert found.probability is not None
        assert isclose(found.probability, max(expected, 1e-6), rel_tol=1e-6, abs_tol=2e-6)


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_passed_over_changes_nothing_by_more_than_a_hundredth(name: str) -> None:
    expected = plainly(RECORDS[name])
    verdict = check(read(RECORDS[name]).record, load("international"))
    for each in verdict.findings:
        if each.severity == "offence" and each.certainty.value == "depends":
            assert abs((each.probability or 0.0) - expected[key_of(each)]) < 0.01

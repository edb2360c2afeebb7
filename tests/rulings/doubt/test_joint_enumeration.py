"""Log and sheet in doubt together: what is found is what looking at every combination gives."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from fairdeal.records import Contract
from fairdeal.rulings import load
from fairdeal.rulings.doubt.certainty import key_of
from fairdeal.rulings.doubt.slip_rates import SUM_SLIP
from fairdeal.rulings.fifty_six.scoring import table_award
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from tests.support.builders import ruled

COLUMNS = (
    "deal | dealer | bidder | contract | x | points A | points B | score A | score B "
    "| total A | total B"
)
WRITTEN = {
    "first": ("28 S", "30 S", "31 S"),
    "second": ("30 H", "29 H", "33 H"),
    "third": ("31 C", "34 C"),
    "contract": ("30 H", "33 H"),
    "by": ("4", "3"),
    "points": ("30", "20"),
    "score": ("1", "0"),
    "bidder": ("4", "3"),
    "row": ("30 H", "33 H", "29 H"),
    "row points": ("30", "36"),
    "row score": ("0", "1"),
    "row total": ("0", "1"),
    "next row": ("31 C", "34 C"),
}
"""What may be written in each entry, the usual first."""

COSTS = ("award-deal", "points", "redeal", "tricks", "committee")


def record(words: dict[str, str]) -> str:
    """Two deals, the first with a result, and a sheet with a row for each."""
    return (
        f'[Deal "1"]\n[Dealer "2"]\nAuction:\n3: {words["first"]}, {words["second"]}, P, P, P, P, P\n'
        f"Result:\ncontract {words['contract']} by {words['by']}\n"
        f"points A {words['points']} B 26\nscore A {words['score']} B 0\n\n"
        f'[Deal "2"]\n[Dealer "3"]\nAuction:\n4: {words["third"]}, P, P, P, P, P\n\n'
        f"Sheet:\n{COLUMNS}\n1 | 2 | {words['bidder']} | {words['row']} | | {words['row points']} | 26 "
        f"| {words['row score']} | 0 | {words['row total']} | 0\n"
        f"2 | 3 | 4 | {words['next row']} | | | | | | |\n"
    )


def at_odds(said: str, by: str, made: Contract | None) -> int:
    """How many of the entries for a contract are not those of the one made."""
    if made is None:
        return 0
    value, trump = said.split()
    return ((int(value), trump) != (made.value, made.trump)) + (made.doubled != 1) + (by != made.by)


def slips(words: dict[str, str], verdict: Verdict) -> int:
    """The slips of the pen in a record without doubt, counted anew."""
    deal = verdict.deals[0]
    count = at_odds(words["contract"], words["by"], deal.contract)
    count += int(words["points"]) != 30
    count += at_odds(words["row"], words["bidder"], deal.contract)
    count += int(words["row points"]) != 30
    count += at_odds(words["next row"], "4", verdict.deals[1].contract)
    count += words["row score"] != words["row total"]
    costly = any(
        each.game == 1 and each.at.row is None and each.remedy.kind in COSTS
        for each in verdict.findings
    )
    if deal.contract is not None and deal.outcome in ("made", "defeated") and not costly:
        due = table_award(load("international"), deal.contract, deal.outcome == "made")
        count += due is not None and due[0] != {"A": int(words["score"]), "B": 0}
    return count


def keyed(verdict: Verdict) -> dict[object, Finding]:
    return {(key_of(each), each.game): each for each in verdict.findings}


@pytest.mark.parametrize("seed", range(16))
def test_log_and_sheet_give_what_full_enumeration_gives(seed: int) -> None:
    random = Random(seed)
    words = {name: texts[0] for name, texts in WRITTEN.items()}
    doubts: dict[str, list[tuple[str, float]]] = {}
    for name in random.sample(sorted(WRITTEN), random.choice((2, 3, 4))):
        one, two = random.sample(WRITTEN[name], 2)
        ink = random.choice((0.5, 0.6, 0.7, 0.8))
        doubts[name] = [(one, ink), (two, round(1.0 - ink, 1))]
        words[name] = f"{{{one} {ink}|{two} {round(1.0 - ink, 1)}}}"
    found = keyed(ruled(record(words)))
    worlds: list[tuple[float, set[object]]] = []
    for readings in product(*doubts.values()):
        world = words | {name: text for name, (text, _) in zip(doubts, readings, strict=True)}
        verdict = ruled(record(world))
        weight = SUM_SLIP ** slips(world, verdict)
        for _, ink in readings:
            weight *= ink
        worlds.append((weight, set(keyed(verdict))))
    total = sum(weight for weight, _ in worlds)
    assert set(found) == {key for _, keys in worlds for key in keys}
    for key, each in found.items():
        share = sum(weight for weight, keys in worlds if key in keys) / total
        assert each.probability == pytest.approx(share, abs=1e-9)
        every = all(key in keys for _, keys in worlds)
        assert (each.certainty is Certainty.ESTABLISHED) == every

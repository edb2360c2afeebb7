"""Small records beside the checkout, each with what should be found in it; skipped where absent.

Expected are code and place of every finding; a question mark stands behind what depends on an entry. In
record 18 one wrong seat explains both acts, so neither is established; 36 was played on without a redeal, so
its score should be 0 to 0 as well.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.rulings.frame.finding import Certainty
from tests.support.needs import SHARED, needs_shared

CASES: Final = SHARED / "cases"

EXPECTED: Final = {
    "01": (),
    "02": (),
    "03": ("play-out-of-turn trick 2 / seat 6",),
    "04": ("contract-entry row 1 / x",),
    "05": ("contract-entry row 1 / contract",),
    "06": (),
    "07": ("hand-size hand 1",),
    "08": (),
    "09": ("lead-out-of-turn trick 1 / seat 2",),
    "10": ("lead-out-of-turn trick 1 / seat 6", "play-out-of-turn trick 1 / seat 2"),
    "11": ("self-raise call 8",),
    "12": ("dealer-rotation row 1 / dealer",),
    "13": ("play-out-of-turn trick 1 / seat 5", "play-out-of-turn trick 1 / seat 3"),
    "14": ("call-out-of-turn call 1", "call-out-of-turn call 2"),
    "15": ("award-entry row 1 / score A ?",),
    "16": ("points-entry row 1 / points A",),
    "17": ("constraining-hand-undisclosed hand 2",),
    "18": ("call-out-of-turn call 1 ?", "opening-bid call 2 ?"),
    "19": ("insufficient-bid call 3",),
    "20": ("award-entry row 1 / score A",),
    "21": ("lead-out-of-turn trick 2 / seat 1",),
    "22": (),
    "23": ("call-out-of-turn call 2", "self-raise call 8"),
    "24": (),
    "25": ("card-not-held trick 7 / seat 1",),
    "26": (),
    "27": ("revoke trick 1 / seat 2", "card-retracted trick 1 / seat 2", "penalty-entry score A"),
    "28": (),
    "29": (),
    "30": (),
    "31": ("total-entry row 2 / total A",),
    "32": ("constraining-hand hand 1 ?", "constraining-hand-undisclosed hand 1 ?"),
    "33": ("conduct call 4", "conduct call 4"),
    "34": ("revoke trick 1 / seat S",),
    "35": ("call-out-of-turn call 3", "penalty-entry score B"),
    "36": ("void-trump-redeal contract", "award-entry score A"),
    "37": ("dealer-rotation row 5 / dealer",),
    "38": ("call-after-close call 4",),
    "39": ("bid-range call 2",),
    "40": ("pack hand 5 / 5", "noes-with-suit call 3"),
    "41": (),
    "42": (),
    "43": ("deal-count row 4 / deal",),
    "44": ("deal-count row 3 / deal",),
    "45": ("deal-count row 3 / deal",),
    "46": ("call-out-of-turn call 2",),
    "47": ("call-out-of-turn call 1",),
    "48": ("award-entry score NS",),
    "49": ("contract-entry row 3 / contract",),
    "50": ("lead-out-of-turn trick 3 / seat 2",),
    "51": ("call-out-of-turn call 1 ?",),
    "52": ("seat-change dealer",),
    "53": (),
    "54": ("award-entry row 2 / score B ?",),
}


@needs_shared("cases", "the small records are")
@pytest.mark.parametrize("number", EXPECTED if CASES.exists() else ["all"])
def test_a_shared_record_has_exactly_the_findings_that_it_should(number: str) -> None:
    [path] = CASES.glob(f"{number}-*.hrn")
    assert _found(path) == EXPECTED[number]


def _found(path: Path) -> tuple[str, ...]:
    return tuple(
        f"{each.code} {each.place}{'' if each.certainty is Certainty.ESTABLISHED else ' ?'}"
        for each in case_of([load(path, path.name)]).verdict.findings
    )

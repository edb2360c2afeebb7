"""The sample match, from its photos: the findings that it was made to have, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.numbered import unlikely
from fairdeal.desk.tournament.audit import over_matches, ruled_on
from fairdeal.rulings.frame.finding import Certainty
from tests.support.needs import needs_tesseract

FOLDER = Path(__file__).parents[2] / "samples" / "onam-cup"


@needs_tesseract
@pytest.mark.usefixtures("samples_read_once")
def test_audit_of_the_sample_finds_exactly_what_is_expected() -> None:
    expected = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
    done = over_matches(FOLDER, ruled_on)
    assert not done.unread
    [(_, case)] = done.results
    found = {
        (each.code, each.deal, str(each.place), each.seat)
        for each in case.verdict.findings
        if not unlikely(each) and each.severity != "advice"
    }
    assert found == {(e["code"], e["deal"], e["place"], e["seat"]) for e in expected}
    likely = [
        each for each in case.verdict.findings if not unlikely(each) and each.severity != "advice"
    ]
    assert len(likely) == len(expected)
    assert all((each.probability or 0.0) > 0.98 for each in likely)
    offences = [each for each in likely if each.severity == "offence"]
    assert all(each.certainty is Certainty.ESTABLISHED for each in offences)

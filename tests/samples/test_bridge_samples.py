"""The samples of bridge: the findings that they were made to have, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.numbered import unlikely

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize(
    ("folder", "files"),
    [
        ("bridge-tournament", ("boards.pbn",)),
        ("alberta-match", ("hands.hrn", "synthetic-we-they.jpg")),
    ],
)
def test_a_sample_has_exactly_the_findings_expected(folder: str, files: tuple[str, ...]) -> None:
    case = case_of([load(SAMPLES / folder / name) for name in files])
    found = {
        (each.code, each.deal, str(each.place), each.seat)
        for each in case.verdict.findings
        if not unlikely(each) and each.severity != "advice"
    }
    expected = json.loads((SAMPLES / folder / "expected.json").read_text(encoding="utf-8"))
    assert found == {(e["code"], e["deal"], e["place"], e["seat"]) for e in expected}


def test_photos_are_small_and_called_synthetic() -> None:
    photos = list((SAMPLES / "alberta-match").glob("*.jpg"))
    assert [photo.name for photo in photos] == ["synthetic-we-they.jpg"]
    assert photos[0].stat().st_size <= 600_000

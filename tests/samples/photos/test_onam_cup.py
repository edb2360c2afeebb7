"""The sample folder: complete, small, and open about being synthetic."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from fairdeal.grammar.notation.hand_record import read

FOLDER = Path(__file__).parents[3] / "samples" / "onam-cup"
MOST_BYTES = 600_000
MOST_BYTES_ALL = 6_000_000


def test_the_folder_holds_every_kind_of_record() -> None:
    names = [path.name for path in FOLDER.iterdir()]
    assert "score-sheet.jpg" in names and "expected.json" in names
    assert sum(name.startswith("hand-log-") for name in names) >= 4
    assert sum(name.endswith(".hrn") for name in names) >= 1
    assert sum(name.startswith("printed-log-") for name in names) >= 1


def test_the_folder_is_small() -> None:
    sizes = [path.stat().st_size for path in FOLDER.iterdir()]
    assert max(sizes) <= MOST_BYTES and sum(sizes) <= MOST_BYTES_ALL


def test_the_folder_says_that_it_is_synthetic_and_whose_ink_it_is() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert "synthetic" in text and "CC BY 4.0" in text and "10.5281/zenodo.1195803" in text
    missing = [path.name for path in FOLDER.iterdir() if path.name not in text]
    assert missing in ([], ["README.md"])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jpg")), ids=lambda path: str(path.name))
def test_the_photos_are_photos(path: Path) -> None:
    picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert max(picture.shape) >= 1200


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.hrn")), ids=lambda path: str(path.name))
def test_the_typed_logs_are_read_without_a_problem(path: Path) -> None:
    result = read(path.read_bytes())
    assert not result.problems and len(result.record.deals) == 1


def test_the_expected_findings_have_a_code_and_a_place() -> None:
    findings = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
    assert len(findings) >= 5
    assert all(one["code"] and one["place"] for one in findings)

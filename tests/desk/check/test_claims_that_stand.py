"""A claim that was challenged and stands is told, and nothing to be put right: the exit status stays 0."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.cli import main

RECORD = Path(__file__).parents[2] / "rulings" / "logs"


@pytest.mark.parametrize(("name", "status"), [("claim-stands", 0), ("claim-defeated", 1)])
def test_international_4_10_status_of_a_claim(
    name: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(RECORD / name / "fires.hrn"), "--format", "json"]) == status
    (only,) = json.loads(capsys.readouterr().out)["findings"]
    assert (only["code"], only["severity"]) == (name, "ruling")

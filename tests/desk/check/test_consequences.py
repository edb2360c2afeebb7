"""One slip in what ``check`` prints: counted once, what follows from it in a line, and all of it in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.check.sentences import in_a_line
from fairdeal.desk.cli import main
from fairdeal.records import Place
from fairdeal.rulings.frame.finding import At, Finding, Remedy
from tests.support.captains import DEFEATED, copies


def answered(folder: Path, capsys: pytest.CaptureFixture[str], *how: str) -> str:
    path = folder / "copies.hrn"
    path.write_text(copies({4: DEFEATED}), encoding="utf-8")
    assert main(["check", str(path), *how]) == 1
    return capsys.readouterr().out


def test_text_has_one_finding_and_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = answered(tmp_path, capsys)
    assert ": 1 finding\n" in text and "\n2. " not in text
    line = (
        "Follows from this: points B and scores A and B in row 4; totals A and B in rows 4 to 18."
    )
    assert line in " ".join(text.split())


def test_json_keeps_every_finding_and_says_what_it_follows_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    findings: list[dict[str, Any]] = json.loads(answered(tmp_path, capsys, "--format", "json"))[
        "findings"
    ]
    assert len(findings) == 34
    (cause,) = [n for n, each in enumerate(findings) if each["follows_from"] is None]
    assert findings[cause]["place"] == "row 4 / points A"
    assert {each["follows_from"] for each in findings} == {None, cause}


def about(place: str, sheet: int | None = None, deal: str | None = None) -> Finding:
    game = None if deal is None else 3
    parsed = Place.parse(place)
    at = At(row=parsed.within_sheet().number("row"), sheet=sheet)
    return Finding(
        "total-entry", "entry", "5.3", parsed, "", Remedy("none"), deal=deal, game=game, at=at
    )


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ([], ""),
        ([about("row 5 / total A")], "total A in row 5"),
        ([about(f"row {n} / total A") for n in (5, 7, 8, 10, 11, 12)],
         "total A in rows 5, 7, 8 and 10 to 12"),
        ([about("row 5 / score A"), about("row 5 / x")], "X or XX and score A in row 5"),
        ([about("row 5 / score A", 2)], "score A in row 5 of the second sheet"),
        ([about("sheet 2 / row 5 / we")], "we in row 5 of the second sheet"),
        ([about("match points A"), about("match points B")], "match points A and B"),
        ([about("score A", deal="7")], "score A under deal 7"),
    ],
)  # fmt: skip
def test_in_a_line(found: list[Finding], line: str) -> None:
    assert in_a_line(found) == (f"Follows from this: {line}." if line else "")

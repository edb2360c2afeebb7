"""What programs rely on in the JSON of ``check``: keys in one order, and no remedy that does not apply."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.cli import main

LOGS = Path(__file__).parents[2] / "rulings"
BOTH = """[Rules "international"]
[Deal "1"]
[Dealer "6"]
Hands:
1: JS 9S AS 10S KS QS JH 9H
2: JS 9S AS 10S KS QS JC AH
3: JH 9H AH 10H KH QH JC 9C
4: 10H KH QD 9C AC 10C KC QC
5: AC 10C KC QC JD 9D AD 10D
6: JD 9D AD 10D KD KD QD QH
Auction:
28 S, P, P, P, P, P
Play:
1:JH JC JC KH 10D QH
"""


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    main(["check", str(path), "--format", "json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def objects(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
        for key, each in value.items():
            yield from objects(each, f"{path}/{key}")
    elif isinstance(value, list):
        for each in value:
            yield from objects(each, path)


def test_keys_stand_in_one_order_in_every_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = tmp_path / "both.hrn"
    both.write_text(BOTH, encoding="utf-8")
    pairs = set()
    for path in (both, *sorted(LOGS.glob("**/logs/*/fires.hrn"))):
        for where, found in objects(checked(path, capsys)):
            pairs |= {(where, *pair) for pair in combinations(found, 2)}
    assert [pair for pair in pairs if (pair[0], pair[2], pair[1]) in pairs] == []


def test_international_3_10_by_both_sides_leaves_no_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "both.hrn"
    path.write_text(BOTH, encoding="utf-8")
    answer = checked(path, capsys)
    assert [(each["code"], each["team"], each["remedy"]) for each in answer["findings"]] == [
        ("revoke", "B", None),
        ("revoke", "A", None),
    ]
    (deal,) = answer["deals"]
    assert deal["award"] is None
    assert len(deal["awards_if"]) == 4
    path.write_text(BOTH.replace("1:JH JC JC", "1:JH AH JC"), encoding="utf-8")
    (only,) = checked(path, capsys)["findings"]
    assert only["remedy"] == {"kind": "award-deal", "to": "B", "points": 3}


def test_what_was_typed_in_a_spreadsheet_names_its_cell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scores.csv"
    path.write_text(
        "No.,Dealer,Bid by,Contract/bid,Points A,Points B,Score A,Score B\n"
        "1,2,4,29 S,17,39,0,1\n"
        "2,1,4,28 S,27,29,1,0\n"
    )
    answer = checked(path, capsys)
    assert [each["cell"] for each in answer["findings"]] == ["cell B3", "cell G3", "cell H3"]
    assert [each["cell"] for each in answer["questions"]] == ["cell B2", "cell B3"]
    main(["check", str(path)])
    assert "Score sheet: row 2, dealer (cell B3) (1 finding depends" in capsys.readouterr().out

"""Doubtful readings that are no seat of the table never stop a check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.cli import main

LOG = """\
[Rules "international"]
[Deal "1"]
[Dealer "{2 0.6|7 0.3|S 0.1}"]
Auction:
{3|8}: 28 S, P, {5|S}: P, P, P, P
Play:
{3 0.7|8 0.3}:AS 9S 10S JS QS KS
4:AC {5|N}:9C 10C
Result:
contract 28 S by {3|8}
tricks {4 0.8|S 0.2} 5
"""


def test_seats_that_the_table_does_not_have_are_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "doubtful.hrn"
    log.write_text(LOG, encoding="utf-8")
    assert main(["check", str(log), "--format", "json", "--possible"]) in (0, 1)
    printed = capsys.readouterr()
    assert printed.err == ""
    assert len(json.loads(printed.out)["deals"]) == 1

"""What the record does not rule out: counted, printed on request after all else, and never found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.cli import main

DISCARDED = """\
[Rules "international"]
[Deal "1"]
[Dealer "6"]
Auction:
28 H, P, P, P, P, P
Play:
1:AS 9S 10S JD QS KS
"""
BOARD = """\
[Event "?"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Contract "1NT"]
[Declarer "N"]
[Result ""]
[Auction "N"]
1NT Pass Pass Pass
[Play "E"]
SA S2 HK S4
*

"""


@pytest.mark.parametrize(("name", "text"), [("log.hrn", DISCARDED), ("board.pbn", BOARD)])
def test_what_is_only_possible_is_printed_on_request_and_changes_no_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    """3.10 and Law 61: a card of another suit, where nobody wrote down the hand."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")

    def printed(*options: str) -> str:
        assert main(["check", str(file), *options]) == 0
        return capsys.readouterr().out

    assert json.loads(printed("--format", "json"))["findings"] == []
    told = json.loads(printed("--format", "json", "--possible"))["findings"]
    assert {(each["certainty"], each["game"]) for each in told} == {("possible", 1)}
    assert "revoke" in {each["code"] for each in told}
    title = "Did not follow suit"
    assert title not in printed() and title in printed("--possible")
    assert "nothing found" in printed() and "nothing found" in printed("--possible")

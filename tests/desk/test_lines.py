"""Whatever stands in a text, all count its lines alike: the line shown is the line meant."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest

from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.cli import main
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report.page import render, view_of
from fairdeal.desk.review.corrections import lines_corrected
from fairdeal.grammar import lin
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.records import lines_of

STRANGE = "a\u2028b\x85c\x0bd\x0ce\x1cf"
"""Letters between which `str.splitlines` ends a line, and no record does."""
START = "; " + 4096 * "-"
"""Of what a file begins with its kind is told: there it may have no such letters."""
RECORD = (
    f'{START}\r; {STRANGE}\r[Event "{STRANGE}"]\r\n[Rules "international"]\n'
    f'[Deal "7"] ; {STRANGE}\r[Dealer "2"]\r'
    "Auction:\n3: 28 S, minus 1 H, P, P, P, P, P\rPlay:\n3:JH qqq\n"
)
BARRED, UNREAD = "3: 28 S, minus 1 H, P, P, P, P, P", "3:JH qqq"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "strange.hrn"
    path.write_bytes(RECORD.encode())
    return path


def test_problems_and_findings_point_at_the_line_that_is_meant(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of(RECORD)
    assert main(["check", str(record), "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    problem = next(each for each in answer["problems"] if "qqq" in each["message"])
    assert lines[problem["line"] - 1][problem["column"] - 1 :] == "qqq"
    span = answer["findings"][0]["span"]
    assert lines[span["line"] - 1][span["column"] - 1 : span["end_column"] - 1] == "minus 1 H"
    assert main(["check", str(record)]) == 1
    printed = [line.rstrip() for line in lines_of(capsys.readouterr().out)]
    for text, pointed in ((BARRED, "minus 1 H"), (UNREAD, "q")):
        quoted = f"  {lines.index(text) + 1} | {text}"
        carets = " " * quoted.index(pointed) + "^" * len(pointed)
        assert printed[printed.index(quoted) + 1] == carets


def test_the_report_quotes_the_line_that_is_meant(record: Path) -> None:
    case = case_of([load(record)])
    assert view_of(case).findings[0].quoted == BARRED
    assert BARRED in html.unescape(render(case))


def test_a_correction_takes_the_place_of_the_line_that_is_meant() -> None:
    number = lines_of(RECORD).index(BARRED) + 1
    said = {"how": "read", "text": "3: 28 S, P, P, P, P, P"}
    act = Act("", 1, Kind.CORRECTED, "", "", said, "", "", "")
    text = lines_corrected(RECORD, "x", 0, {("x", 0, f"line {number}"): act})
    assert lines_of(text)[number - 1] == "3: 28 S, P, P, P, P, P"
    assert BARRED not in text
    assert len(lines_of(text)) == len(lines_of(RECORD))


def test_what_is_written_again_is_the_same_record() -> None:
    record = read(RECORD).record
    assert read(write(record)).record == record


PBN = (
    f'; {STRANGE}\r[Event "{STRANGE}"]\r[Board "1"]\r\n{{ {STRANGE}\r{STRANGE} }}\n[Dealer "Q"]\n\r'
    '[Board "2"]\r[Dealer "R"]\r'
)
LIN = f"nt|{STRANGE}\r{STRANGE}|\rqx|o1|\rmb|zz|\n\rnt|x|\r\nqx|c1|\rmb|yy|\r"


@pytest.mark.parametrize("as_text", [True, False])
@pytest.mark.parametrize(
    ("reader", "text", "wrong"),
    [
        (read_pbn, PBN, ("Q", "R")),
        (lin.read, LIN, ("zz", "yy")),
    ],
)
def test_games_are_told_with_the_lines_of_their_file(
    reader: object, text: str, wrong: tuple[str, str], as_text: bool
) -> None:
    lines = lines_of(text)
    source = text if as_text else text.encode()
    games = list(reader(source))  # type: ignore[operator]
    assert len(games) == 2
    for game, word in zip(games, wrong, strict=True):
        told = next(each for each in game.problems if word in each.message)
        assert word in lines[told.line - 1][told.column - 1 :]
        assert lines_of(game.raw)[told.line - game.line] == lines[told.line - 1]

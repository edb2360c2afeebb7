"""An open shape of a hand is said in one sentence, in every answer, before the entries in which it stands."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.check.questions import Questions, heading, questions
from fairdeal.desk.check.sentences import shapes_asked
from fairdeal.desk.check.text_answer import show
from fairdeal.desk.cli import main
from fairdeal.desk.commands import read as read_command
from fairdeal.desk.console import out
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import from_transcripts
from fairdeal.desk.report.page import render
from fairdeal.records import Transcript
from tests.desk.archive.test_shapes import PHOTO, page

SENTENCE = (
    "sheet.png: in this hand one shape may be a 7 or a 1; it stands in 5 entries. One look answers them:"
    " open the photo at the desk, or see row 1, score A; row 1, total A; row 3, score A."
)


def case(transcript: Transcript) -> Case:
    digest = hashlib.sha256(PHOTO).hexdigest()
    return case_of([from_transcripts("sheet.png", digest, [transcript], PHOTO)])


def test_one_sentence_for_each_shape() -> None:
    assert list(shapes_asked([page()])) == [SENTENCE]
    assert list(shapes_asked([replace(page(), open_shapes=())])) == []


def test_the_heading_counts_shapes_beside_entries() -> None:
    found = questions(case(page()))
    assert found.shapes == (SENTENCE,)
    many = f"{found.entries} entries" if found.entries > 1 else "1 entry"
    assert heading(found) == f"1 shape of a hand and {many} to check before this is final"
    alone = Questions(shapes=found.shapes * 2)
    assert heading(alone) == "2 shapes of a hand to check before this is final"


def test_check_and_report_say_it_before_all_entries(capsys: pytest.CaptureFixture[str]) -> None:
    of = case(page())
    show(out(), "sheet.png", of.record, of.verdict, (), of.book, Asked(), questions(of))
    printed = " ".join(capsys.readouterr().out.split())
    assert f"is final: {SENTENCE} Score sheet:" in printed
    report = render(of)
    assert report.index(f"<li>{SENTENCE}</li>") < report.index("Score sheet: row")


class _Reader:
    """In a worker's place: every photo shows the page of the open shape."""

    def call(self, *_: object) -> list[Transcript]:
        return [page()]

    def close(self) -> None:
        pass


def test_read_says_it_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = tmp_path / "sheet.png"
    photo.write_bytes(PHOTO)
    monkeypatch.setattr(read_command, "_reader", _Reader)
    monkeypatch.setattr(read_command, "_each", lambda *_: ([], False))
    assert main(["read", str(photo), "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert SENTENCE in " ".join(printed.err.split()) and "One look" not in printed.out

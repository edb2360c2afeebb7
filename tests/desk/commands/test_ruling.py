"""``fairdeal ruling``: a case listed, decided, written, signed and printed without the desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.commands import report
from fairdeal.desk.review import casework
from tests.desk.archive.test_shapes import opened
from tests.desk.pages.test_law_choices import BOARDS
from tests.desk.pages.test_stage import EMPTY
from tests.support.disputed import MATCH

pytestmark = pytest.mark.usefixtures("in_this_process")

Run = Callable[..., tuple[int, str, str]]


class Command:
    """The command line at one case."""

    def __init__(self, folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = folder / "a.fairdeal"
        self._capsys = capsys
        log = folder / "log.hrn"
        log.write_text(text, "utf-8")
        assert main(["archive", "--archive", str(self.path), "add", str(log)]) == 0
        self.case = capsys.readouterr().out[:12]

    def __call__(self, name: str, *more: object) -> tuple[int, str, str]:
        asked = ["ruling", "--archive", str(self.path), "--who", "Bina", name, self.case]
        status = main([*asked, *map(str, more)])
        return (status, *self._capsys.readouterr())

    @property
    def acts(self) -> list[Kind]:
        with Archive(self.path) as archive:
            return [act.kind for act in casework.case_file(archive, self.case).acts]

    def decide_the_rest(self) -> None:
        while found := re.search(r"Finding (\d+) is not decided", self("list")[1]):
            assert self("decide", found[1], 1)[0] == 0


@pytest.fixture
def ruling(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, MATCH, capsys)


def test_a_case_is_found_by_its_name_too(ruling: Command) -> None:
    number = ruling.case
    by_number = ruling("list")
    ruling.case = "synthetic cup, table 1, round 1"
    assert ruling("list") == by_number
    ruling.case = "Nobody's Cup"
    assert "The case Nobody's Cup is not in the archive." in ruling("list")[2]
    with Archive(ruling.path) as archive:
        other = archive.open_case("Synthetic Cup, table 1, round 1", "Bina")
    ruling.case = "Synthetic Cup, table 1, round 1"
    status, _, said = ruling("list")
    assert status == 2 and f"2 cases are called {ruling.case}." in said
    assert number in said and other in said


def test_a_finding_is_listed_with_its_outcomes_and_their_scores(ruling: Command) -> None:
    status, said, _ = ruling("list")
    assert status == 1
    assert "Backwater (team A) – Lighthouse (team B)\nAs written: 11 – 2\n" in said
    first = said.partition("\n1. ")[2].partition("\n2. ")[0]
    assert first.startswith("Deal 2")
    assert "Established. Not decided." in first
    redeal = said.partition("Defenders without trumps: redeal")[2].partition("\n\n")[0]
    for way in (
        "1  To be replayed, up to 7 points: 9 to 7, open",
        "2  Redeal, nothing scored: 9 to 7",
        "3  Play stands: 10 to 7  (needs --why)",
    ):
        assert way in redeal
    open_ = said.partition("To do before this can be signed:")[2]
    assert "Finding 1 is not decided" in open_ and "The ruling is not written" in open_


def test_from_the_list_to_a_signed_report_and_its_reversal(
    ruling: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ruling("list")[1]
    (redeal,) = re.findall(r"(\d+)\. .*Defenders without trumps", said)
    assert ruling("decide", redeal, "Redeal, nothing scored")[1].startswith("As ruled: 9 to 7. ")
    ruling.decide_the_rest()
    assert ruling("sign")[2] == "There is no ruling yet. Write it down first.\n"
    status, said, _ = ruling("write", "--text", "The committee thanks both.", "--members", "Bina")
    assert status == 0 and "The committee thanks both." in said and "Committee:\nBina" in said
    assert ruling("list")[0] == 0
    out = tmp_path / "signed.html"
    assert ruling("sign", "-o", out)[0] == 0
    assert "The committee thanks both." in out.read_text("utf-8")
    printed: list[bytes] = []
    monkeypatch.setattr(
        report, "pdf_of", lambda page: (printed.append(page), b"%PDF-" + report.REPORT_MARK)[1]
    )
    assert ruling("report", "-o", tmp_path / "signed.pdf")[0] == 0
    assert printed == [out.read_bytes()]
    assert "cannot be written in “xx”" in ruling("report", "-o", out, "--language", "xx")[2]
    assert "is signed: its report stays" in ruling("report", "-o", out, "--language", "ml")[2]
    assert "Reopen it first" in ruling("decide", redeal, 1)[2]
    assert ruling("reopen", "--why", "An appeal")[0] == 0
    assert "10 to 7" in ruling("decide", redeal, 3, "--why", "Nobody asked")[1]
    status, _, said = ruling("sign")
    assert status == 2 and "The decisions have changed since the ruling was written." in said
    written = ruling("write")[1]
    assert "is dismissed. Nobody asked" in written and "The committee thanks both." in written
    assert ruling("sign", "--language", "both", "-o", out)[0] == 0
    assert ruling.acts.count(Kind.SIGNED) == 2
    page = out.read_text("utf-8")
    assert "ml" in re.findall(r'lang="(\w+)"', page) and "10 – 7" in page


def test_something_else_is_decided_in_figures_or_words_and_taken_back(ruling: Command) -> None:
    before = ruling("list")[1]
    given = ("--points", 2, "--to", "B", "--why", "Late")
    assert ruling("decide", 1, *given)[1].startswith("As ruled: 10 to 4, deal 1 to be replayed")
    said = ruling("list")[1]
    assert "by Bina: 2 points to Lighthouse. Reason: Late" in said
    assert ruling("decide", 1, "--remedy", "A word with both.", "--why", "So")[0] == 0
    assert "Finding 1: it is not said what follows" in ruling("list")[1]
    assert ruling("undo")[1].startswith("As ruled: 10 to 4")
    assert "7 findings to decide" not in ruling("undo")[1]
    assert ruling("list")[1] == before


def test_what_cannot_be_decided_is_refused_and_nothing_is_recorded(ruling: Command) -> None:
    before = ruling.acts
    why = ("--why", "So")
    for given, said in (
        ((99, 1), "There is no finding 99. The case has 8 findings. See: ruling list"),
        ((1, 9), "There is no outcome “9”. Choose one of: 1 "),
        ((1, "No penalty"), "A reason is needed. Give the reason in a few words."),
        ((1, 1, "--replay"), "An outcome was named, and something else beside it."),
        ((1, "--points", 2, *why), "Which side gets the points? Name one of: A, B."),
        ((1, "--to", "A", *why), "How many points? Write a whole number."),
        ((1, "--score", "six", *why), "“six” is not a score. Write two whole numbers"),
        ((1, "--score", "6:0", "--replay", *why), "A figure was given beside another"),
        (((1, *why)), "What should be done instead? Say it in a few words."),
    ):
        status, _, error = ruling("decide", *given)
        assert status == 2 and error.startswith(said) and error.count("\n") == 1, error
    assert ruling.acts == before


def test_a_way_of_the_law_is_an_outcome_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling = Command(tmp_path, BOARDS, capsys)
    said = ruling("list")[1]
    (asks,) = re.findall(r"   (\d+)  Law 27B2: .*\(needs --score\)", said)
    (accepted,) = re.findall(r"   (\d+)  Law 27A1: ", said)
    assert ruling("decide", 1, asks)[2].startswith("What does the deal score then?")
    assert ruling("decide", 1, asks, "--score", "80:0")[0] == 0
    assert "the deal scores 80 to NS" in ruling("list")[1]
    assert ruling("decide", 1, accepted)[0] == 0
    assert "Law 27A1" in ruling("list")[1].partition("Accepted by Bina")[2]


def test_an_empty_form_is_not_signed_and_is_asked_for_in_one_sentence(ruling: Command) -> None:
    with Archive(ruling.path) as archive:
        ruling.case = opened(archive, read=EMPTY)
    ruling("write", "--text", "Nothing.")
    status, _, said = ruling("sign")
    assert status == 2
    assert said.splitlines()[0] == "Nothing is written on this form; add a filled one."
    assert said.splitlines()[1].endswith(
        "is not signed. Put this right first, then write the ruling again."
    )

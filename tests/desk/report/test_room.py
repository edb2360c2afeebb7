"""A report and an answer have a bound, and say what they leave out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.desk.check import json_answer
from fairdeal.desk.commands.check import command
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.numbered import numbered
from fairdeal.desk.report import shown
from fairdeal.desk.report.findings import LONGEST_QUOTED
from fairdeal.desk.report.page import render, view_of
from fairdeal.desk.report.shown import MOST_MARKS, Marks, Room, size_of
from fairdeal.records import Place, Problem
from fairdeal.rulings.frame.finding import At, Coverage, Finding, Related, Remedy, Verdict

HEAD = '[Deal "{}"]\n[Dealer "2"]\n'
CALLS = "Auction:\n3: 30 S, 29 S, 29 H, P, P, P, P, P\n\n"


def case(text: str) -> Case:
    return case_of([typed(text.encode(), "log.hrn", "0" * 64)])


def test_repeated_card_makes_no_larger_report_than_its_hand() -> None:
    """665 bytes of one card once made a report of four hundred megabytes."""
    page = render(case(HEAD.format(1) + "Hands:\n1: " + "JH " * 210))
    assert len(page) < 300_000
    assert "The jack of hearts is written 210 times" in page


def test_findings_beyond_the_room_are_told_without_their_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = HEAD.format(1) + "Auction:\n3: 30 S" + ", 29 S" * 9 + "\n"
    whole = view_of(case(deal))
    assert all(each.deal is not None for each in whole.findings)
    assert whole.findings[0].deal is not None
    part = size_of(whole.findings[0].deal)
    monkeypatch.setattr(shown, "MOST_TOKENS", size_of(whole.deals[0]) + part * 3)
    view = view_of(case(deal))
    assert [each.deal is not None for each in view.findings] == [True] * 3 + [False] * 6
    assert view.rest.parts_left_out == 6
    page = render(case(deal))
    assert "At 6 findings the cards and calls are not laid out again" in page
    assert page.count('<a href="#deal-1">The whole deal is in the annex.</a>') == 9


def test_deals_beyond_the_room_are_listed_those_with_findings_laid_out_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clean = "".join(f'[Deal "{n}"]\nAuction:\n3: 30 S, P, P\n\n' for n in range(1, 7))
    text = clean + '[Deal "7"]\n' + CALLS
    laid = view_of(case(text))
    assert len(laid.deals) == 7
    assert laid.findings[0].deal is not None
    monkeypatch.setattr(
        shown,
        "MOST_TOKENS",
        size_of(laid.deals[6]) + size_of(laid.findings[0].deal) + 2 * size_of(laid.deals[0]),
    )
    view = view_of(case(text))
    assert view.findings[0].deal is not None
    assert [each.label for each in view.deals] == ["1", "2", "7"]
    assert [each.where for each in view.rest.deals] == ["Deal 3", "Deal 4", "Deal 5", "Deal 6"]


def test_room_counts_marks_and_long_texts() -> None:
    view = view_of(case(HEAD.format(1) + "Auction:\n3: 30 S, 29 S\n")).findings[0].deal
    assert view is not None
    longer = replace(view, happened=("x" * 4000,))
    assert size_of(longer) >= size_of(view) + 100
    small = Room(size_of(view))
    assert small.take(view)
    assert not small.take(view)
    assert small.refused == 1


def test_line_of_hundreds_of_calls_is_quoted_around_the_finding() -> None:
    calls = ", ".join(["30 S", *(f"{n % 28} S" for n in range(200))])
    view = view_of(case(f"{HEAD.format(1)}Auction:\n3: {calls}\n"))
    assert len(view.findings) > 100
    for each in view.findings:
        assert len(each.quoted) <= LONGEST_QUOTED + 4
        said = each.message.split('"')[1]
        assert said in each.quoted


def finding(number: int) -> Finding:
    return Finding(
        "pack",
        "offence",
        "1.5",
        Place.of("hand 1", str(number)),
        "x",
        Remedy("none"),
        game=1,
        deal="1",
        at=At(),
        related=(Related(Place.of("hand 2"), "x"),),
    )


def test_marks_of_one_place_are_bounded() -> None:
    marks = Marks(numbered([finding(number) for number in range(3 * MOST_MARKS)]))
    assert len(marks.at(1, "hand 2")) == MOST_MARKS


# JSON ----------------------------------------------------------------------------------------------


def checked(folder: Path, text: str, form: str = "json") -> Result:
    file = folder / "log.hrn"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(command, [str(file), "--format", form], standalone_mode=False)


def test_count_stands_only_in_a_finding_of_several(tmp_path: Path) -> None:
    """What one finding is printed as has not changed: programs of others read it."""
    text = HEAD.format(1) + "Hands:\n1: " + "JH " * 40 + "\n"
    found = json.loads(checked(tmp_path, text).stdout)["findings"]
    assert {each["code"]: each.get("count") for each in found} == {"pack": 38, "hand-size": None}


def test_coverage_of_thousands_of_deals_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_answer, "MOST_COVERAGE", 3)
    entries = [Coverage("revoke", str(n), False, "no play recorded", n) for n in range(10)]
    told = json_answer.few(entries)
    assert told[:3] == entries[:3]
    assert told[3:] == [Coverage("revoke", None, False, "no play recorded (in 7 more deals)")]
    assert json_answer.few(entries[:3]) == entries[:3]


def test_problems_beyond_those_that_anybody_mends_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(json_answer, "MOST_PROBLEMS", 7)
    notes = [Problem("note", f"Note {number}.") for number in range(10)]
    verdict = Verdict("wiki", (), (), None, None, ())
    told = json_answer.all_problems(verdict, [*notes, Problem("error", "Not read.")])
    assert told[:7] == notes[:7]
    assert told[7:] == [
        Problem("error", "4 more problems of reading are left out here. Correct these first.")
    ]
    assert json_answer.all_problems(verdict, notes[:7]) == notes[:7]


@pytest.mark.parametrize("form", ["text", "json"])
def test_output_grows_with_the_paper(form: str, tmp_path: Path) -> None:
    """Four times as many calls, deals and rows: at most some four times as much is printed."""

    def printed(count: int) -> int:
        text = (HEAD.format(1) + CALLS) * count
        text += "Sheet:\ndeal | score A | total A\n" + "1 | 1 | 9\n" * count
        return len(checked(tmp_path, text, form).stdout)

    assert printed(40) < 4.5 * printed(10)


def test_file_of_which_nothing_is_judged_gave_nothing(tmp_path: Path) -> None:
    done = checked(tmp_path, HEAD.format(1) + "Auction:\n" + "28 H, " * 2000, "text")
    assert done.return_value == 2
    assert "Deal 1 has 2,000 entries" in done.stdout

"""Page 1 of a report: what was decided, and room for every signature."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.report.findings import LONGEST_TEXT, MOST_ROWS
from fairdeal.desk.report.page import View, render, view_of
from fairdeal.desk.report.paper import PLAIN, Appeal, Paper
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee
from fairdeal.desk.review.decided import keyed
from tests.desk.archive.conftest import archive
from tests.desk.score.test_score import LEAD, REDEAL, REVOKE, WHO, Committee

__all__ = ["archive"]

pytestmark = pytest.mark.usefixtures("in_this_process")

RULING = {
    "facts": "Seat 3 did not follow suit.",
    "text": "Deal 2 goes to team B.",
    "deadline": "2026-11-29 18:00",
    "members": "Asha Nair, Bina Thomas and Cyril Jose",
    "score_a": "",
    "score_b": "",
}


def decided(archive: Archive, **ruling: str) -> Committee:
    """A case with a dismissed redeal, a revoke and a changed penalty, ruled on."""
    found = Committee(archive)
    found.decide(REDEAL)
    found.decide(REVOKE, "accept")
    found.decide(LEAD, "amend", {"kind": "points", "to": "B", "points": 2})
    casework.act_on(archive, found.id, Kind.RULED, {**RULING, **ruling}, WHO, found.file.last)
    found.ruled = casework.recheck(archive, found.id)
    return found


def signed(found: Committee, paper: Paper = PLAIN) -> str:
    """The report as it is when the case is signed off."""
    kept = []

    def drawn(file: casework.CaseFile) -> bytes:
        kept.append(render(found.ruled, committee(file, found.ruled), paper))
        return kept[0].encode()

    casework.sign_off(found.archive, found.id, drawn, WHO, found.file.last)
    return kept[0]


def view(found: Committee, appeal: Appeal = PLAIN.appeal) -> View:
    return view_of(found.ruled, committee(found.file, found.ruled), Paper(appeal=appeal))


def front_of(page: str) -> str:
    """Page 1 as text."""
    found = re.search(r'(?s)<section class="front".*?</section>', page)
    assert found is not None
    return " ".join(re.sub(r"(?s)<[^>]+>", " ", found[0]).split())


def test_page_1_has_the_decision_the_three_scores_and_a_line_for_everybody(
    archive: Archive,
) -> None:
    page = front_of(signed(decided(archive)))
    for text in (
        "Backwater (team A) – Lighthouse (team B)",
        "Synthetic Cup",
        "Deal 2 goes to team B.",
        "As written By the rulebook As ruled",
        "Accepted with a change",
        f"Signed off by {WHO}",
        "Captain of Backwater (team A) : seen and understood",
        "Captain of Lighthouse (team B) : seen and understood",
        "For the committee: Asha Nair",
        "For the committee: Bina Thomas",
        "For the committee: Cyril Jose",
        "Appeal until 2026-11-29 18:00",
    ):
        assert text in page
    assert re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){4}", page), "the archive's code"


def test_two_members_have_a_line_where_nobody_is_named(archive: Archive) -> None:
    assert view(decided(archive, members="")).front.members == ("", "")


def test_whom_to_appeal_to_and_the_fee_are_lines_unless_they_are_known(archive: Archive) -> None:
    found = decided(archive, deadline="")
    assert view(found).front.appeal == Appeal("", "", "")
    assert front_of(signed(found)).count("to be filled in by hand") == 3
    known = Appeal("The board", "Sunday, 18:00", "Rs 500")
    assert view(found, known).front.appeal == known


def test_the_deadline_of_the_ruling_comes_before_the_usual_one(archive: Archive) -> None:
    front = view(decided(archive), Appeal(until="Sunday")).front
    assert front.appeal.until == RULING["deadline"]


def test_a_long_ruling_is_cut_on_page_1_and_stands_in_full_behind_it(archive: Archive) -> None:
    long = "The committee heard both captains. " * 40
    page = signed(decided(archive, text=long.strip()))
    assert long.strip() not in front_of(page)
    assert "…" not in front_of(page)
    assert len(re.findall("heard both", front_of(page))) * 35 <= LONGEST_TEXT
    assert long.strip() in " ".join(page.split())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Deal 2 goes to team B. " + "It was late. " * 40, "It was late."),
        ("Deal 2 goes to team B\n" * 9, "Deal 2 goes to team B"),
        ("Deal 2 goes to B\n" + "x" * LONGEST_TEXT, "Deal 2 goes to B"),
        ("x" * 2 * LONGEST_TEXT, "x…"),
    ],
)
def test_it_is_cut_at_the_end_of_a_sentence(archive: Archive, text: str, shown: str) -> None:
    front = view(decided(archive, text=text.strip())).front
    assert front.cut and front.ruling.endswith(shown) and len(front.ruling) <= LONGEST_TEXT


def test_what_was_chosen_stands_beside_its_finding_in_the_words_of_the_button(
    archive: Archive,
) -> None:
    found = decided(archive)
    award = {"kind": "award", "award": {"A": 1, "B": 0}}
    key = next(key for key, _ in keyed(found.ruled) if key.startswith(REVOKE))
    chosen = ("accept", "", WHO, found.file.last, "The deal stands, 1 to Backwater", award)
    casework.decide(archive, found.id, key, *chosen)
    row = view(found).front.rows[0]
    assert (row.follows, row.outcome) == ("The deal stands, 1 to Backwater", "Accepted")


def test_what_changes_the_score_is_listed_before_what_does_not(archive: Archive) -> None:
    found = decided(archive)
    found.decide(REDEAL, "accept")
    found.decide(LEAD, "accept", {"kind": "nothing"})
    assert [row.title for row in view(found).front.rows] == [
        "Did not follow suit (revoke)",
        "Defenders without trumps: redeal",
    ]


def test_a_statement_names_its_team(archive: Archive) -> None:
    found = decided(archive)
    casework.act_on(
        archive, found.id, Kind.STATEMENT, {"side": "A", "text": "We."}, WHO, found.file.last
    )
    assert "Statement: <bdi>Backwater</bdi>" in signed(found)


def test_dismissed_findings_stand_struck_through_in_the_appendix(archive: Archive) -> None:
    page = signed(decided(archive))
    body, appendix = page.split('<section class="appendix"')
    title = "Defenders without trumps: redeal"
    assert "<s>" not in body
    assert title not in re.sub(r"(?s)<table[^>]*data-reconciliation.*?</table>", "", body)
    assert re.search(rf"<s>(?:<[^>]+>|\d)*{title}", appendix)


def test_what_follows_from_a_dismissed_finding_goes_with_it(archive: Archive) -> None:
    shown = view(decided(archive))
    assert [each.title for each in shown.dismissed][:2] == [
        "Defenders without trumps: redeal",
        "Score entered wrongly",
    ]
    assert not {each.number for each in shown.front.rows} & {
        each.number for each in shown.dismissed
    }


def test_many_findings_are_counted_on_page_1(tmp_path: Path) -> None:
    from fairdeal.desk.intake.case import case_of
    from fairdeal.desk.intake.documents import typed

    text = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 30 S' + ", 29 S" * 12 + "\n"
    shown = view_of(case_of([typed(text.encode(), "log.hrn", "0" * 64)]))
    assert len(shown.front.rows) == MOST_ROWS
    assert shown.front.more == len(shown.findings) - MOST_ROWS

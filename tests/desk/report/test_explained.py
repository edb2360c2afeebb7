"""An explanation in the report: one plain sentence, the entries beside what speaks against them."""

from __future__ import annotations

import hashlib

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.report.page import View, render, view_of
from tests.desk.archive.test_slips import SLIPS, log


def view(text: str) -> View:
    data = text.encode()
    return view_of(case_of([typed(data, "log.hrn", hashlib.sha256(data).hexdigest())]))


def test_the_top_names_what_is_to_be_checked_and_leads_there() -> None:
    found = view(log("4"))
    assert found.open.heading == "1 entry to check before this is final"
    (asked,) = found.open.asked
    assert (asked.where, asked.link) == ("Deal 1: the dealer", "#slip-1")
    data = log("4").encode()
    page = render(case_of([typed(data, "log.hrn", "0" * 64)]))
    assert 'id="slip-1"' in page and page.index("before this is final") < page.index("In short")


def test_a_case_in_order_says_nothing_of_it() -> None:
    found = view(log())
    assert found.open.heading == "" and found.open.asked == () and found.explained == ()


def test_the_entry_is_quoted_beside_what_does_not_agree_with_it() -> None:
    (shown,) = view(SLIPS["card in a hand"][0]).explained
    (entry,) = shown.entries
    assert entry.says == "written: QD; would be: QH"
    assert entry.quoted == ((6, "2: 9C 10C QS ", "QD", " AH QC AS 9D"),)
    assert shown.against[0].quoted == ((17, "5:AH KH 9H ", "QH", " 9H JD"),)
    assert shown.findings[1] == "Card not in the written hand (trick 4, seat 2)"


def test_what_a_slip_explains_is_no_entry_that_is_hard_to_read() -> None:
    found = view(log("4"))
    assert found.doubts == () and found.faint == 0
    assert found.summary.lead.startswith("Nobody is accused.")


def test_a_row_is_no_evidence_against_itself() -> None:
    (shown,) = view(SLIPS["two lines"][0]).explained
    assert [each.says for each in shown.entries] == [
        "would be the line of trick 5",
        "would be the line of trick 4",
    ]
    assert [each.where for each in shown.against] == ["Seat 6's card in trick 6"]

"""A finding shows all of its proof as it stands on the paper, with a link to the photo."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import load, typed
from fairdeal.desk.report.findings import FindingView
from fairdeal.desk.report.page import View, render, view_of
from tests.support.disputed import HEADING, LEAD, REVOKE

SAMPLE = Path(__file__).parents[3] / "samples" / "onam-cup"


@pytest.fixture(scope="module")
def photos() -> Case:
    """Two photographed logs: a call out of turn, and defenders without trumps."""
    return case_of([load(SAMPLE / f"hand-log-deal-{deal}.jpg") for deal in ("09", "12")])


@pytest.fixture(scope="module")
def view(photos: Case) -> View:
    return view_of(photos)


def called(view: View, title: str) -> FindingView:
    return next(each for each in view.findings if each.title.startswith(title))


def test_a_call_out_of_turn_shows_the_box_of_its_seat(view: View) -> None:
    inks = called(view, "Call out of turn").ink
    assert [(each.place, each.crop is not None) for each in inks[:2]] == [
        ("Call 6", True),
        ("Call 6, seat", True),
    ]


def test_empty_boxes_prove_nothing(view: View) -> None:
    for each in view.findings:
        assert all(ink.reading != "nothing written" for ink in each.ink[1:])


def test_hands_without_trumps_are_shown_whole(view: View) -> None:
    hands = [ink for ink in called(view, "Defenders without trumps").ink if ink.wide]
    assert [each.place for each in hands] == ["Hand of seat 2", "Hand of seat 4", "Hand of seat 6"]
    assert all(each.crop is not None for each in hands)
    assert [len(each.reading.split()) for each in hands] == [8, 8, 8]


def test_the_ink_leads_to_its_photo_in_the_annex(photos: Case) -> None:
    page = render(photos)
    assert '<a href="#scan-1"><bdi>hand-log-deal-09.jpg</bdi></a>' in page
    assert len(re.findall(r'<figure class="scan" id="scan-\d">', page)) == 2


def test_a_lead_out_of_turn_shows_the_trick_before() -> None:
    late = REVOKE.replace("5:10C 10C KC AC AC 10H", "6:10C KC AC AC 10H 10C")
    shown = view_of(case_of([typed(f"{HEADING}\n{late}".encode(), "log.hrn", "0" * 64)]))
    lead = called(shown, "Lead out of turn")
    assert lead.where == "Deal 2, trick 2, seat 6"
    assert lead.deal is not None
    assert [each.number for each in lead.deal.tricks] == [1, 2]


def test_every_deal_is_whole_in_the_annex_and_in_part_at_its_finding() -> None:
    text = f"{HEADING}\n{REVOKE}\n{LEAD}"
    shown = view_of(case_of([typed(text.encode(), "log.hrn", "0" * 64)]))
    assert [each.label for each in shown.deals] == ["2", "7"]
    revoke = called(shown, "Did not follow suit")
    assert revoke.deal is not None
    assert [trick.number for trick in revoke.deal.tricks] == [3, 6]
    assert len(shown.deals[0].tricks) == 8

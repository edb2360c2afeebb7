"""A deal as a picture: which trick it opens at, and what it marks."""

from __future__ import annotations

import pytest

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report.page import View, view_of
from fairdeal.desk.report.walk import CardTable, table_of
from tests.support.disputed import MATCH


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    path = tmp_path_factory.mktemp("table") / "match.hrn"
    path.write_text(MATCH, encoding="utf-8")
    return view_of(case_of([load(path)]))


def table(view: View, title: str) -> CardTable | None:
    deals = {each.game: each for each in view.deals}
    finding = next(each for each in view.findings if title in each.title)
    deal = deals.get(finding.game or 0)
    return None if deal is None else table_of(deal, finding.number, clockwise=False)


def test_a_revoke_opens_at_its_trick_and_marks_that_of_its_proof(view: View) -> None:
    shown = table(view, "Did not follow suit")
    assert shown is not None
    assert shown.at == 3 and shown.marked == {3, 6}
    assert len(shown.places) == 6


def test_defenders_without_trumps_open_at_the_first_trick_with_the_hands(view: View) -> None:
    shown = table(view, "Defenders without trumps")
    assert shown is not None
    assert shown.at == 1 and shown.hands


def test_a_wrong_total_has_no_picture_of_a_deal(view: View) -> None:
    assert table(view, "otal") is None

"""The trial of handwritten pages: what is put on them, and how typed and photographed are compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.reader.pages import IN_ORDER, Page
from bench.soak import handwritten
from bench.soak.handwritten import (
    KINDS,
    SLIPS,
    Compared,
    compared,
    one_log,
    one_sheet,
    outcomes,
    sheet,
    typed,
)
from fairdeal.digitize.forms.layout import load
from samples.making.records.bridge_matches import SLIPS as MATCH_SLIPS


def _first(kind: str, form: str) -> Page:
    made = (sheet(number) for number in range(200))
    return next(page for own, page in made if own == kind and page.form == form)


def test_sheets_are_in_order_irregular_or_with_slips_and_fit_their_form() -> None:
    kinds = set()
    for seed in range(60):
        kind, page = sheet(seed)
        kinds.add(kind)
        assert {entry.name for entry in load(page.form).fields}.issuperset(page.values)
        assert bool(page.slips) == (kind == SLIPS)
    assert kinds.issuperset({IN_ORDER, SLIPS, *KINDS}) and kinds.intersection(MATCH_SLIPS)
    assert sheet(7) == sheet(7)


@pytest.mark.parametrize(
    ("kind", "form"),
    [(IN_ORDER, "score-sheet"), (IN_ORDER, "we-they"), ("total-entry", "score-sheet")],
)
def test_sheet_read_without_a_fault_agrees_with_the_same_typed(kind: str, form: str) -> None:
    written = _first(kind, form)
    page = compared("page", written, typed(written))
    assert not page.left and not page.false and not page.missed and not page.asked
    assert page.clean == (kind == IN_ORDER)


def test_total_read_wrongly_is_a_falsely_established_finding() -> None:
    written = _first(IN_ORDER, "score-sheet")
    read = typed(written)
    wrong = tuple(
        replace(each, text="999", rivals=(("999", 1.0),))
        if each.name == "row 5 / total A"
        else each
        for each in read.fields
    )
    page = compared("page", written, replace(read, fields=wrong))
    assert page.false and "row 5 / total A" in page.false[0] and page.left
    assert page.wrong == ("row 5 / total A: 999",)


def test_entry_asked_about_is_answered_as_it_stands() -> None:
    written = _first(IN_ORDER, "score-sheet")
    read = typed(written)
    doubtful = tuple(
        replace(each, text="999", flagged=True, probability=0.5, rivals=(("999", 0.5),))
        if each.name == "row 5 / total A"
        else each
        for each in read.fields
    )
    page = compared("page", written, replace(read, fields=doubtful))
    assert page.asked == 1 and not page.left and not page.false and not page.wrong


def test_refused_photo_is_counted_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handwritten, "hands", lambda part: ("somebody",))
    monkeypatch.setattr(handwritten, "photo", lambda *given: b"")
    monkeypatch.setattr(handwritten, "transcript_of", lambda jpeg: None)
    assert one_sheet(3, "test").refused and one_log(3, "test").refused
    lines = {each.name: each.right for each in outcomes([Compared("a", refused=True)])}
    assert (lines["pages read"].k, lines["pages read"].n) == (0, 1)


def test_questions_a_page_are_counted() -> None:
    names = [each.name for each in outcomes([Compared("a", asked=3), Compared("b", asked=4)])]
    assert "questions, 3.5 a page, of the entries" in names

"""Headings of a form in Malayalam beside the English: where they stand, and that they do no harm."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pypdfium2
import pytest

from fairdeal.digitize.cells import cut_cells
from fairdeal.digitize.forms import draw
from fairdeal.digitize.forms.layout import FORMS, Box, Label, Layout, load, malayalam, said
from fairdeal.digitize.page.words import out_of_place, spots
from tests.support.camera import View, find_page, on_paper, photograph

NEWEST = sorted(set(FORMS) - {"score-sheet/1", "hand-log/1", "we-they/1"})


def printed(form: str, alone: bool = False) -> np.ndarray:  # type: ignore[type-arg]
    layout = load(form)
    if alone:
        return on_paper(draw.pdf(draw.in_second(layout, malayalam()), "7F3K9Q"), layout)
    return on_paper(draw.pdf(layout, "7F3K9Q", second=malayalam()), layout)


def width_of(label: Label, second: bool) -> float:
    """About the width of a line of letters, in mm."""
    return (0.19 if second else 0.2) * label.size * len(label.text)


def beside(
    monkeypatch: pytest.MonkeyPatch, layout: Layout, words: Mapping[str, str]
) -> list[Label]:
    def width(_page: object, label: Label, font: str = "") -> float:
        return width_of(label, font == draw.SECOND)

    monkeypatch.setattr(draw, "_width_of", width)
    return list(draw._beside(None, layout, words))


def test_every_heading_is_one_of_a_form_and_can_be_drawn() -> None:
    said = {label.text for form in FORMS for label in load(form).labels}
    assert set(malayalam()) <= said
    assert draw.undrawable("".join(malayalam().values())) == ""


@pytest.mark.parametrize("form", NEWEST)
def test_most_headings_find_room_and_lie_over_nothing(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = load(form)
    placed = beside(monkeypatch, layout, malayalam())
    wanted = [label for label in layout.labels if label.text in malayalam() and label.size >= 6]
    assert len(placed) >= 0.5 * len(wanted)
    for label in placed:
        assert not any(_covers(label, box) for field in layout.fields for box in field.boxes)


def _covers(label: Label, box: Box) -> bool:
    wide = width_of(label, True)
    left = label.x - {"L": 0.0, "C": wide / 2, "R": wide}[label.align]
    across = left < box.x + box.width and box.x < left + wide
    return across and label.y - 0.3 * label.size < box.y + box.height and box.y < label.y


def test_what_finds_no_room_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {label.text: "അ" * 400 for label in load("hand-log/2").labels}
    assert beside(monkeypatch, load("hand-log/2"), words) == []


@pytest.mark.parametrize("form", NEWEST)
@pytest.mark.parametrize(("alone", "here"), [(False, 0.0), (True, 0.95)])
def test_every_word_that_the_page_is_known_by_is_there_and_its_boxes_are_blank(
    form: str, alone: bool, here: float
) -> None:
    """Beside the English the English is enough; alone, what has no translation."""
    page, layout = printed(form, alone), load(form)
    seen = spots(page, layout)
    assert out_of_place(seen) is None
    assert sum(spot.standing == "here" for spot in seen) >= here * len(seen)
    assert [cell.field.name for cell in cut_cells(page, layout) if not cell.blank] == []


@pytest.mark.parametrize("alone", [False, True])
def test_a_photo_of_it_is_known_for_its_form(alone: bool) -> None:
    page = find_page(photograph(printed("score-sheet/2", alone), View(tilt=10)), "photo")
    assert page.layout.form == "score-sheet/2"
    assert out_of_place(spots(page.image, page.layout)) is None
    assert [cell.field.name for cell in cut_cells(page.image, page.layout) if not cell.blank] == []


def test_letters_are_shaped_and_in_the_document() -> None:
    document = draw.pdf(load("dispute-slip"), "7F3K9Q", second=malayalam())
    with pypdfium2.PdfDocument(document) as opened:
        words = opened[0].get_textpage().get_text_bounded()
    assert "പരാതി" in words
    plain = draw.pdf(load("dispute-slip"), "7F3K9Q")
    assert len(document) > len(plain)


@pytest.mark.parametrize("form", NEWEST)
def test_nearly_all_headings_find_room_in_their_own_place(form: str) -> None:
    layout = load(form)
    alone = draw.in_second(layout, malayalam())
    left = [one.text for one, new in zip(layout.labels, alone.labels, strict=True) if one == new]
    assert len(set(left) & set(malayalam())) <= 3
    assert alone.fields == layout.fields and alone.markers == layout.markers


@pytest.mark.parametrize(
    ("heading", "kept"),
    [
        ("Team A  (seats 1, 3, 5)", "ടീം A  (1, 3, 5)"),
        ("Points B", "പോയിന്റ് B"),
        ("Seat 4", "സീറ്റ് 4"),
        ("Dealer (seat)", "ഡീലർ"),
        ("Hands", "കൈകൾ"),
        ("X / XX", None),
    ],
)
def test_a_heading_keeps_its_figures_and_team(heading: str, kept: str | None) -> None:
    assert said(heading, malayalam()) == kept

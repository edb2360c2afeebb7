"""Paper that does not lie flat is made flat by its lines of print."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed import in_fields
from fairdeal.digitize.printed.bend import _feet, bend_of
from fairdeal.digitize.printed.gaps import Strip
from fairdeal.digitize.printed.looks import Look
from fairdeal.digitize.printed.page_words import standing_on
from fairdeal.digitize.printed.straighten import FlatPage
from fairdeal.digitize.printed.words import PRINTED, Sign
from tests.support.typed_pages import FONTS, set_in

Grey = NDArray[np.uint8]
LINES = "\n".join(f"{n}: KH 9C 10S QD AC JH KS 9D      AH QC JC 10D KC 9H" for n in range(1, 21))
RISE = 24.0
"""Pixels by which the lines rise towards their ends."""


def flat() -> Grey:
    font = next(iter(FONTS.values()))
    if not font.exists():
        pytest.skip("no font to print with here")
    scrap = set_in(font, LINES)
    page = np.full((3000, 2100), 255, np.uint8)
    page[: scrap.shape[0], : min(scrap.shape[1], 2100)] = scrap[:, :2100]
    return page


def bent(page: Grey) -> Grey:
    """The page as a cylinder shows it: in the middle its lines lie lower."""
    height, width = page.shape
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    up = RISE * (1 - np.square(2 * x / width - 1))
    found = cv2.remap(page, x, y - up, cv2.INTER_LINEAR, borderValue=(255,))
    return np.asarray(found, np.uint8)


def made_flat(page: Grey) -> FlatPage | None:
    standing = standing_on(page)
    bend = bend_of(standing.runs, standing.marks, page)
    return None if bend is None else FlatPage(page, np.eye(3)).unbent(bend)


def stripes(page: Grey) -> float:
    """How much the rows of a page differ: most where its lines are level."""
    return float(np.square(np.diff((255.0 - page).mean(1))).sum())


def test_lines_that_rise_are_made_level() -> None:
    page = flat()
    found = made_flat(bent(page))
    assert found is not None
    assert stripes(bent(page)) < 0.2 * stripes(page)
    assert stripes(found.grey) > 0.6 * stripes(page)


def test_a_flat_page_stays_as_it_is() -> None:
    assert made_flat(flat()) is None


def test_places_of_a_page_made_flat_lead_back_to_the_photo() -> None:
    found = made_flat(bent(flat()))
    assert found is not None
    (_, left), (_, middle), *_ = found.outline((90, 400, 1050, 400))
    assert middle - left == pytest.approx(RISE * np.square(2 * 90 / 2100 - 1), abs=2)


@pytest.mark.parametrize("more", [0.0, 0.3])
def test_figures_that_hang_below_the_line_do_not_bend_it(more: float) -> None:
    """Old figures: some hang below their line, perhaps more of them at its end than where it begins."""
    page = np.full((3000, 2100), 255, np.uint8)
    chance = np.random.default_rng(1)
    for top in range(100, 1400, 60):
        hangs = chance.random(60) < np.linspace(0.5 - more, 0.5 + more, 60)
        for at, low in enumerate(hangs):
            drop = 7 if low else 0
            cv2.ellipse(page, (60 + 33 * at, top + drop), (9, 13), 0, 0, 360, 0, 4)
    assert made_flat(page) is None


def test_letters_that_hang_where_one_line_alone_goes_do_not_bend_it() -> None:
    page = np.full((3000, 2100), 255, np.uint8)
    for top in range(100, 1400, 60):
        count = 60 if top == 700 else 20
        for at in range(count):
            drop = 9 if at >= 48 else 0
            cv2.ellipse(page, (60 + 33 * at, top + drop), (9, 13), 0, 0, 360, 0, 4)
    standing = standing_on(page)
    own = [(n, _feet(run, standing.marks)) for n, run in enumerate(standing.runs)]
    assert max(len(feet) for _, feet in own) == 60
    assert made_flat(page) is None


def test_rules_show_how_paper_lies_where_few_letters_stand() -> None:
    """Of a spreadsheet the cells on the right were bent down, as its print on the left rose; seven cards of
    each hand were lost."""
    page = np.full((3000, 2100), 255, np.uint8)
    for top in range(100, 2900, 75):
        for at in range(12):
            cv2.ellipse(page, (60 + 33 * at, top), (9, 13), 0, 0, 360, 0, 4)
        page[top + 40 : top + 43, 40:2060] = 190
    found = made_flat(bent(page))
    assert found is not None
    assert stripes(bent(page)) < 0.1 * stripes(page) < 0.25 * stripes(found.grey)


class Certain:
    """A reader that is sure of all that it sees."""

    knows = PRINTED

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        return [[Sign("q", x, 0.99) for x in strip.columns[::20]] for strip in strips]


def test_a_bent_page_is_made_flat_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    page, reader = bent(flat()), Certain()
    monkeypatch.setattr(in_fields, "print_readers", lambda: [reader])
    look = Look(FlatPage(page, np.eye(3)), standing_on(page), reader)
    everywhere = np.array([(0, 0), (9000, 0), (9000, 9000), (0, 9000)], np.float32)
    _, made = in_fields.words_in(look, [everywhere])
    assert stripes(page) < 0.2 * stripes(flat()) < stripes(made.grey)


def test_a_page_without_print_has_no_bend() -> None:
    page = np.full((400, 300), 255, np.uint8)
    standing = standing_on(page)
    assert bend_of(standing.runs, standing.marks, page) is None


def test_a_rule_tells_how_paper_bends_where_it_is_too_steep_to_be_found_as_level() -> None:
    """The last columns of a spreadsheet stood a line lower than the others: half of it was lost."""
    page = np.full((3000, 2100), 255, np.uint8)
    x = np.arange(2100)
    drop = np.where(x > 1400, (x - 1400) ** 2 / 9000, 0.0)  # 54 pixels at the end
    for top in range(200, 2400, 60):
        for at in range(100, 2000):
            y = int(top + drop[at])
            page[y : y + 3, at] = 215
        for at in range(160, 1900, 180):
            y = int(top + 20 + drop[at])
            page[y : y + 26, at : at + 16] = page[y : y + 26, at + 24 : at + 40] = 0
    found = made_flat(page)
    assert found is not None
    feet = [np.flatnonzero((found.grey[:, at : at + 30] < 100).any(1)).max() for at in (165, 1790)]
    assert abs(feet[0] - feet[1]) < 8

"""Ruled lines, and what is left of them where they are printed unevenly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed.marks import marks_of
from fairdeal.digitize.printed.rules import ALONG_PX, Table, _along_rows, within_frame

Page = NDArray[np.uint8]
INK = 40
FAINT = 228


def page(*, ruled: bool) -> Page:
    """A page with a word, and with the pale grid of a spreadsheet that is darker in places."""
    found = np.full((900, 1200), 255, np.uint8)
    if ruled:
        for y in range(100, 900, 100):
            found[y : y + 3, 50:1150] = FAINT
        for x in range(50, 1200, 180):
            found[100:803, x : x + 3] = FAINT
        for y in range(100, 800, 100):  # where lines cross the printer was not even
            found[y - 12 : y + 14, 410:413] = INK
            found[y : y + 3, 398:424] = INK
    cv2.putText(found, "KH 9C", (70, 170), cv2.FONT_HERSHEY_SIMPLEX, 1.2, INK, 3)
    return found


def test_what_is_left_of_a_grid_is_no_letter() -> None:
    bare, ruled = marks_of(page(ruled=False)), marks_of(page(ruled=True))
    assert len(bare.boxes) > 3
    assert sorted(map(tuple, ruled.boxes)) == sorted(map(tuple, bare.boxes))


@pytest.mark.parametrize("gap", [slice(107, 113), slice(688, 694)])
def test_what_is_left_of_a_rule_where_it_ends_short_of_another_is_no_letter(gap: slice) -> None:
    """In a photo each column of a table began below its level rule: a T and an I stood among the cards."""
    bare, ruled = page(ruled=False), page(ruled=False)
    for y in (100, 400, 700):
        ruled[y : y + 3, 50:1150] = INK
    for x in (50, 600, 1150):
        ruled[116:685, x : x + 3] = INK
        ruled[gap, x : x + 3] = INK
    assert sorted(map(tuple, marks_of(ruled).boxes)) == sorted(map(tuple, marks_of(bare).boxes))


def test_the_frame_of_a_page_reaches_to_the_ends_of_lines_that_were_seen_in_pieces() -> None:
    """The edges of a sheet were seen so, and all of it but its right third was outside of them: refused."""
    ends = [(140, 80, 700), (710, 82, 900), (910, 84, 2000), (150, 2740, 880), (890, 2744, 2000)]
    across = np.array([(left, y, right, y + 6) for left, y, right in ends], np.int32)
    down = np.array([(2010, 80, 2016, 2746)], np.int32)
    left, top, right, bottom = within_frame(across, down)
    assert left < 160 and top < 100 and right > 2000 and bottom > 2700


def test_letters_that_stand_on_long_feet_are_no_rule() -> None:
    """The feet and heads of low serif letters that all but touch run along like pale rules."""
    word = np.full((400, 900), 255, np.uint8)
    for at in range(12):
        left = 100 + 34 * at
        word[192:212, left + 4 : left + 9] = INK
        word[192:212, left + 20 : left + 25] = INK
        word[209:212, left : left + 30] = INK
        word[192:195, left : left + 30] = INK
    assert len(marks_of(word).boxes) == 12


def test_the_stripes_of_a_screen_are_no_rules() -> None:
    """They parted the letters of words; a table's own rules go further and stay."""
    found = np.full((1200, 1200), 255, np.uint8)
    for at, x in enumerate(range(40, 1180, 24)):
        found[100 + 5 * at : 300 + 5 * at, x : x + 2] = FAINT
    found[50:1150, 600:603] = FAINT
    found[400:403, 40:1180] = FAINT
    marks = marks_of(found)
    assert [595 < left < 605 for left in marks.down[:, 0]] == [True]


def test_a_pale_stroke_that_meets_no_level_rule_is_no_rule() -> None:
    found = page(ruled=False)
    found[50:850, 92:95] = FAINT
    assert len(marks_of(found).down) == 0
    found[850:853, 60:1100] = FAINT
    assert len(marks_of(found).down) == 1


def test_bars_of_thin_print_are_marks() -> None:
    found = page(ruled=False)
    found[140:172, 300:302] = INK
    found[400:404, 300:302] = INK  # grain
    assert len(marks_of(found).boxes) + len(marks_of(found).bars) == 1 + len(
        marks_of(page(ruled=False)).boxes
    )


def test_a_bar_through_which_a_fax_lost_a_row_is_one() -> None:
    """Its foot was read as a 1 beside it, and each column of a sheet was two."""
    found = page(ruled=False)
    whole = marks_of(found)
    for x in (300, 400):
        found[138:184, x : x + 4] = INK
        found[166:168, x : x + 4] = 255
    broken = marks_of(found)
    assert len(broken.boxes) + len(broken.bars) == len(whole.boxes) + len(whole.bars) + 2


def test_stripes_beside_a_dark_table_are_no_rules_of_it() -> None:
    """Beside a table on a screen they parted words, and the cells of the table."""
    found = np.full((1200, 1200), 255, np.uint8)
    for y in (300, 500, 700):
        found[y : y + 4, 100:904] = INK
    for x in (100, 300, 500, 900):
        found[300:704, x : x + 4] = INK
    found[20:640, 420:423] = FAINT  # ends anywhere
    found[302:702, 700:703] = FAINT  # a rule that is printed faintly
    lefts = sorted(int(left) for left in marks_of(found).down[:, 0])
    assert not any(400 < left < 440 for left in lefts)
    assert any(690 < left < 710 for left in lefts)


def test_the_j_of_narrow_print_is_no_bar() -> None:
    """It hangs below the line, as thin as a bar: but it stands close to its suit, and apart from the card
    before."""
    found = page(ruled=False)
    whole = marks_of(found)
    for x in (300, 500):
        found[138:178, x : x + 7] = INK
        found[141:169, x + 14 : x + 30] = INK
    marks = marks_of(found)
    assert len(marks.boxes) == len(whole.boxes) + 4 and len(marks.bars) == len(whole.bars)


def word_on(found: Page, *, at: int) -> None:
    """Letters one below the other, so wide as high, with their middles at a column."""
    for y in range(160, 760, 60):
        found[y : y + 4, at - 12 : at + 12] = INK
        found[y : y + 24, at - 12 : at - 8] = INK
        found[y : y + 24, at + 8 : at + 12] = INK


@pytest.mark.parametrize("level", [False, True])
def test_a_line_that_goes_through_letters_is_a_stripe(level: bool) -> None:
    """It cut ``XX`` in two, and the letters on it were left out with what remains of rules."""
    found = np.full((900, 1200), 255, np.uint8)
    found[110:850, 600:603] = FAINT  # a rule, between nothing but paper
    found[110:850, 399:402] = FAINT
    found[850:853, 60:1100] = FAINT
    word_on(found, at=400)
    marks = marks_of(np.ascontiguousarray(found.T) if level else found)
    lines, side = (marks.across, 1) if level else (marks.down, 0)
    assert [595 < line[side] < 605 for line in lines] == [True]
    assert len(marks.boxes) + len(marks.bars) == 10


def test_a_letter_on_a_stripe_is_none_of_its_remains() -> None:
    found = np.full((900, 1200), 255, np.uint8)
    found[110:850, 399:402] = FAINT
    for y in (160, 400):
        found[y : y + 24, 398:403] = INK  # an i, and no other letter beside it
    assert len(marks_of(found).boxes) == 2


def test_lines_as_close_as_no_rows_are_stripes() -> None:
    """They met a level one of their own, and a spreadsheet had columns within its figures."""
    found = np.full((1200, 1200), 255, np.uint8)
    for x in (300, 308, 316, 324, 332, 900):
        found[100:1000, x : x + 3] = FAINT
    found[1000:1003, 60:1100] = FAINT
    assert [890 < left < 910 for left in marks_of(found).down[:, 0]] == [True]


def test_a_rule_through_the_words_of_most_rows_is_none() -> None:
    """Stems of letters below each other were one: each trick had a card that was not seen, and the cards
    behind it were others'."""
    table = Table((100.0, 300.0, 340.0, 500.0), (0.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0))
    words = [(310.0, y, 360.0, y + 40.0) for y in (5.0, 55.0, 105.0, 155.0)]
    assert table.uncrossed(words).columns == (100.0, 300.0, 500.0)
    assert table.uncrossed(words[:3]) == table
    beside = [(333.0, *word[1:]) for word in words]
    assert table.uncrossed(beside) == table
    below = [(left, top + 400, right, bottom + 400) for left, top, right, bottom in words]
    assert table.uncrossed(below) == table


@pytest.mark.parametrize("apart", [0, 6])
@pytest.mark.parametrize("lean", [0, 8])
def test_heads_of_letters_that_touch_are_no_rule(apart: int, lean: int) -> None:
    """In a photo of small print they were, and were taken out: half of a heading was left. A rule that
    leans goes past the letters of more than one line."""
    found = np.full((400, 900), 255, np.uint8)
    for x in range(100, 340):
        y = 150 + lean * (x - 100) // 240
        found[y : y + 4, x] = INK
        if x % 25 < 16:
            found[y + 4 + apart : y + 30, x] = INK
    for picture in (found, found[::-1].copy()):
        assert len(marks_of(picture).boxes) == (10 if apart else 1)


def test_a_table_of_one_row_is_no_frame_of_a_page() -> None:
    """Three lines of something beside a screen were: all that stands on it was left out."""
    across = np.array([(300, y, 600, y + 3) for y in (100, 190)], np.int32)
    down = np.array([(x, 100, x + 3, 193) for x in (300, 552, 597)], np.int32)
    assert within_frame(across, down) == (0.0, 0.0, np.inf, np.inf)
    assert within_frame(across * 3, down * 3) == (0.0, 0.0, np.inf, np.inf)
    assert within_frame(across * 8, down * 8) != (0.0, 0.0, np.inf, np.inf)


def in_margin(what: str) -> Page:
    found = np.full((900, 1200), 255, np.uint8)
    for y in range(150, 900, 100):
        cv2.putText(found, "KH 9C JD 10S", (250, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, INK, 3)
    if what == "hole":
        cv2.circle(found, (80, 130), 27, INK, -1)
    if what == "ring":
        cv2.circle(found, (80, 130), 27, INK, 32)
    if what == "edge":
        found[120:150, 10:14] = INK
    if what == "edge all along":
        for y in range(20, 900, 50):
            found[y : y + 30, 10:14] = INK
    if what == "edge on the right":
        found[120:150, 1190:1194] = INK
    if what == "letter":
        cv2.putText(found, "D", (70, 150), cv2.FONT_HERSHEY_SIMPLEX, 2.4, INK, 6)
    if what == "figure":
        found[120:150, 60:64] = INK
    if what == "bullet":
        cv2.circle(found, (80, 130), 9, INK, -1)
    if what == "letter at the edge":
        cv2.putText(found, "D", (3, 150), cv2.FONT_HERSHEY_SIMPLEX, 1.2, INK, 3)
    if what == "figure near letters":
        found = found[:, 240:].copy()
        found[120:150, 4:8] = INK
    if what == "blot":
        cv2.circle(found, (300, 130), 27, INK, -1)
    return found


@pytest.mark.parametrize("what", ["hole", "ring", "edge", "edge all along", "edge on the right"])
def test_a_hole_of_a_binder_and_a_shadow_of_the_edge_are_no_letters(what: str) -> None:
    """Read as a 3 a hole was a line of its own, and of a row of a sheet it hid the first two cells."""
    bare = marks_of(in_margin(""))
    assert sorted(map(tuple, marks_of(in_margin(what)).boxes)) == sorted(map(tuple, bare.boxes))


@pytest.mark.parametrize(
    "what", ["letter", "figure", "bullet", "letter at the edge", "figure near letters"]
)
def test_a_large_letter_in_the_margin_is_one_and_so_is_a_figure(what: str) -> None:
    assert len(marks_of(in_margin(what)).boxes) == len(marks_of(in_margin("")).boxes) + 1


def test_a_blot_over_an_entry_stays() -> None:
    """What it covers could not be read: that is to be said."""
    boxes = marks_of(in_margin("blot")).boxes
    assert (boxes[:, 3] - boxes[:, 1] > 50).any()


def test_a_rule_that_leans_past_a_line_of_letters_stays() -> None:
    found = np.full((400, 900), 255, np.uint8)
    for x in range(100, 700):
        y = 165 - 15 * (x - 100) // 600
        found[y : y + 4, x] = INK
        if x < 480 and x % 25 < 24:
            found[120:150, x] = INK
    assert marks_of(found).labels[166, 110] == 0  # it is no ink of a letter


def test_thin_pale_letters_beside_what_is_black_are_whole_and_apart() -> None:
    """On a screen the ranks of thin print were lost beside black suits and rules: ``♥`` for a card."""
    found = np.full((900, 1200), 255, np.uint8)
    for y in (100, 200, 300):
        found[y : y + 6, 100:1100] = 0
        for x in range(150, 1050, 150):
            found[y + 40 : y + 70, x : x + 3] = found[y + 40 : y + 43, x : x + 20] = 190
            found[y + 67 : y + 70, x : x + 20] = 190
            cv2.circle(found, (x + 40, y + 55), 13, 0, -1)
            found[y + 54 : y + 57, x : x + 28] = 190  # its soft edge meets the letter
    boxes = sorted(map(tuple, marks_of(cv2.GaussianBlur(found, (3, 3), 0)).boxes))
    wide = [right - left for left, _, right, _ in boxes]
    assert len(boxes) == 36 and {round(each, -1) for each in wide} == {20, 30}


def test_pieces_of_a_pale_grid_are_no_letters_that_its_rules_go_through() -> None:
    """Where its rules were as dark as print in places they counted as stripes of a screen, and their pieces
    as letters: of a spreadsheet half of the rows were lost."""
    found = page(ruled=False)
    for y in range(125, 900, 60):
        found[y : y + 3, 50:1150] = FAINT
    for x in range(50, 1200, 180):
        found[125:848, x : x + 3] = FAINT
    for y in range(185, 800, 60):  # where one of its rules crosses the others
        found[y - 2 : y + 5, 565:618] = found[y - 12 : y + 15, 588:595] = 150
    marks = marks_of(found)
    assert any(585 < left < 595 for left in marks.down[:, 0])
    assert sorted(map(tuple, marks.boxes)) == sorted(map(tuple, marks_of(page(ruled=False)).boxes))
    turned = marks_of(np.ascontiguousarray(found.T))
    assert any(585 < top < 595 for top in turned.across[:, 1])
    assert (turned.boxes[:, 3] < 250).all()  # none but its letters


def test_letters_beside_a_rule_that_leans_are_none_of_its_remains() -> None:
    found = np.full((600, 1200), 255, np.uint8)
    for x in (100, 600, 1097):
        found[100:500, x : x + 3] = INK
    for x in range(100, 1100):
        y = 300 - 40 * (x - 100) // 1000
        found[y : y + 3, x] = INK
    found[264:284, 200:216] = INK
    found[288:298, 1000:1010] = INK
    assert len(marks_of(found).boxes) == 2


def card(*, touching: bool, wide: int = 26, grey: int = 110) -> Page:
    """Letters of blurred print, each with something black beside it."""
    found = np.full((600, 900), 255, np.uint8)
    for y in range(100, 600, 100):
        for x in range(100, 800, 120):
            found[y : y + 30, x : x + 5] = found[y : y + 5, x : x + 18] = grey
            found[y + 25 : y + 30, x : x + 18] = grey
            cv2.ellipse(found, (x + 20 + wide // 2, y + 16), (wide // 2, 13), 0, 0, 360, 0, -1)
            if touching:
                found[y + 12 : y + 20, x + 5 : x + 22] = grey
    return cv2.GaussianBlur(found, (3, 3), 0)


def test_a_letter_that_touches_its_suit_symbol_is_another_mark() -> None:
    """``6♣`` of small print was one, and read as 64: of two hands no card could be read for sure."""
    apart, touching = (len(marks_of(card(touching=each)).boxes) for each in (False, True))
    assert touching == apart == 60


@pytest.mark.parametrize("other", [{"wide": 10}, {"wide": 60}])
def test_what_is_no_symbol_by_its_size_is_parted_from_no_letter(other: dict[str, int]) -> None:
    assert len(marks_of(card(touching=True, **other)).boxes) == 30


def test_a_symbol_keeps_its_own_thin_ends() -> None:
    found = np.full((600, 900), 255, np.uint8)
    for y in range(100, 600, 100):
        for x in range(100, 800, 120):
            cv2.ellipse(found, (x, y), (13, 15), 0, 0, 360, 0, -1)
            found[y - 4 : y + 4, x - 18 : x - 12] = 110
    assert len(marks_of(found).boxes) == 30


def test_letters_on_a_line_that_their_stems_make_stay() -> None:
    """In a table of dark rules stems below each other were a rule, and letters lay along it."""
    found = np.full((700, 900), 255, np.uint8)
    for x in (100, 400, 700):
        found[100:606, x : x + 6] = INK
    for y in range(100, 700, 50):
        found[y : y + 6, 100:706] = INK
        if 150 <= y < 450:
            found[y + 6 : y + 50, 220:223] = FAINT
            found[y + 12 : y + 44, 213:229] = INK
    assert len(marks_of(found).boxes) == 6


def test_bars_of_a_page_may_be_a_little_wider_than_most() -> None:
    """One or two in each row of a sheet were signs: ``8 I`` was a total of 81."""
    found = page(ruled=False)
    whole = marks_of(found)
    for at, x in enumerate(range(300, 1100, 100)):
        found[138:180, x : x + (7 if at < 7 else 9)] = INK
        for y in (300, 400, 500):  # figures are lower
            found[y : y + 30, x : x + 9] = INK
    found[600:642, 300:312] = INK  # as high, and plainly wider
    marks = marks_of(found)
    assert len(marks.bars) == len(whole.bars) + 8
    found[138:180, 300:700] = 255  # of few bars nothing is known
    assert len(marks_of(found).bars) == len(whole.bars) + 3


def test_a_figure_close_beside_a_rule_of_a_grid_that_leans_stays() -> None:
    """It stands within the box of the rule, and not along it: without its 1 a ten is nothing."""
    found = np.full((900, 1200), 255, np.uint8)
    for y in range(100, 900, 80):
        found[y : y + 3, 50:1150] = FAINT
    for x in range(50, 1200, 180):
        for y in range(100, 823):
            left = x + 12 * (y - 100) // 720
            found[y, left : left + 3] = FAINT
    found[110:130, 241:245] = found[110:130, 300:315] = INK
    assert len(marks_of(found).boxes) == 2


def test_gaps_of_faint_rules_are_closed_and_short_ones_left_out_in_every_row() -> None:
    """Rows are worked on some hundreds at a time; one without a line stays as it is."""
    rows = [n for n in range(20, 680, 2) if n % 50]
    mask = np.zeros((700, 900), np.uint8)
    for first, last in ((100, 300), (320, 400), (450, 750)):
        mask[rows, first:last] = 1
    for reach, way, steps in (
        (ALONG_PX, cv2.MORPH_CLOSE, (cv2.dilate, cv2.erode)),
        (250, cv2.MORPH_OPEN, (cv2.erode, cv2.dilate)),
    ):
        whole = cv2.morphologyEx(mask, way, np.ones((1, reach), np.uint8))
        assert not (whole == mask).all()
        assert (_along_rows(mask.copy(), reach, *steps) == whole).all()


def test_a_long_rule_of_a_grid_may_lean_further_than_a_short_one() -> None:
    """Its box was higher than a line is thick: pieces of the last rules of a spreadsheet stood among entries,
    and of its hands none could be read."""
    found = np.full((1800, 1200), 255, np.uint8)
    for y in range(100, 1760, 80):
        found[y : y + 3, 50:1150] = FAINT
    for x in range(50, 1200, 180):
        for y in range(100, 1703):
            left = x + 35 * (y - 100) // 1600
            found[y, left : left + 3] = FAINT
    marks = marks_of(found)
    assert len(marks.down) == 7 and not len(marks.boxes)

"""Marks of a page chained to lines of text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairdeal.digitize.printed.marks import Marks, begins_word, marks_of
from fairdeal.digitize.printed.runs import Run, find_runs, letters_on_line
from tests.support.printed_words import NOTHING
from tests.support.typed_pages import FONTS, beside_a_dark_patch, set_in


def marks(*boxes: tuple[int, int, int, int]) -> Marks:
    """Marks of these boxes, on a page on which nothing else is drawn."""
    found = np.array(boxes, np.int32)
    numbers = np.arange(1, len(boxes) + 1, dtype=np.int32)
    return Marks(found, numbers, np.zeros((1, 1), np.int32), NOTHING, NOTHING, NOTHING)


def runs_of(*boxes: tuple[int, int, int, int]) -> list[list[int]]:
    return [sorted(int(n) for n in run.members) for run in find_runs(marks(*boxes))]


def letters(count: int, top: int = 100, left: int = 0) -> list[tuple[int, int, int, int]]:
    return [(left + 20 * n, top, left + 20 * n + 14, top + 28) for n in range(count)]


def test_letters_side_by_side_are_one_run_and_the_next_line_another() -> None:
    assert runs_of(*letters(4), *letters(3, top=160)) == [[0, 1, 2, 3], [4, 5, 6]]


def test_letters_far_apart_are_two_runs() -> None:
    assert runs_of(*letters(3), *letters(3, left=300)) == [[0, 1, 2], [3, 4, 5]]


def test_a_comma_belongs_to_the_line_above_which_it_does_not_reach() -> None:
    comma = (80, 122, 86, 134)
    assert runs_of(*letters(4), comma, *letters(4, top=160)) == [[0, 1, 2, 3, 4], [5, 6, 7, 8]]


def test_a_high_quotation_mark_behind_a_low_letter_does_not_break_the_line() -> None:
    """A tag fell apart: the mark shares no height with the letter before it."""
    low, quote = (80, 108, 94, 128), (114, 98, 124, 112)
    after = letters(2, left=128)
    assert runs_of(*letters(4), low, quote, *after) == [[0, 1, 2, 3, 4, 5, 6, 7]]


def test_a_comma_of_bold_print_belongs_to_its_line() -> None:
    """As high as a low letter, it made a line of its own, and the calls before and after it were one."""
    comma = (80, 121, 86, 136)
    assert runs_of(*letters(4), comma, *letters(4, left=110)) == [[0, 1, 2, 3, 4, 5, 6, 7, 8]]


def test_bars_do_not_tell_how_high_capitals_are_beside_low_figures() -> None:
    """Figures as low as small letters between bars: these were the highest marks, so that nothing stood on
    its line and the page was no print."""
    cells: list[tuple[int, int, int, int]] = []
    for left in range(0, 400, 80):
        high = 23 if left == 80 else 20
        cells += [(left, 128 - high, left + 14, 128), (left + 20, 108, left + 34, 128)]
        cells.append((left + 52, 96, left + 56, 138))
    page = marks(*cells)
    (run,) = find_runs(page)
    assert run.capital < 30 and len(run.bars) == 5
    assert letters_on_line(run, page) == 10


def test_a_tag_in_a_typewriters_letters_is_one_run() -> None:
    page = set_in(FONTS["typewriter"], '[Deal "1"]\n[Dealer "2"]\nAuction:')
    assert len(find_runs(marks_of(page))) == 3


def test_a_bar_that_hangs_below_the_line_is_no_letter_of_it() -> None:
    (run,) = find_runs(marks(*letters(4), (84, 95, 88, 136), *letters(4, left=100)))
    assert run.bars == (4,) and 4 not in run.members


def test_a_rule_between_parts_them() -> None:
    stroke = Marks(
        marks(*letters(8)).boxes, np.arange(1, 9, dtype=np.int32), np.zeros((1, 1), np.int32),
        NOTHING, np.array([(76, 0, 79, 300)], np.int32), NOTHING,
    )  # fmt: skip
    assert [len(run.members) for run in find_runs(stroke)] == [4, 4]


def test_rows_of_specks_have_no_letters_on_their_line() -> None:
    """The longest rows are looked at for the way up: those of a dark patch beside the print were longer."""
    found = marks_of(beside_a_dark_patch(5)[..., 0])

    def on_line(run: Run) -> int:
        return letters_on_line(run, found)

    best = sorted(find_runs(found), key=on_line)[-4:]
    assert all(run.middle < 1000 for run in best)


def test_a_bar_that_hangs_as_the_others_do_is_one() -> None:
    bars = [(150 * n, 98, 150 * n + 4, 133) for n in range(1, 4)]
    shorter = (0, 98, 4, 131)
    found = find_runs(
        marks(*letters(3, left=20), *letters(3, left=170), *letters(3, left=320), *bars, shorter)
    )
    assert sorted(bar for run in found for bar in run.bars) == [9, 10, 11, 12]


def test_thin_strokes_apart_are_bars_where_print_has_none_higher() -> None:
    strokes = [(120 * n - 20, 100, 120 * n - 16, 128) for n in range(1, 4)]
    found = find_runs(marks(*letters(4), *letters(3, left=120), *letters(3, left=240), *strokes))
    assert sum(len(run.bars) for run in found) == 3


def test_small_letters_with_tails_are_no_bars_among_letters_without() -> None:
    """Of ``qs, js`` the tails told how high its capitals are, and each j was a bar."""
    q, s = [(0, 109, 24, 147)], [(30, 109, 50, 138)]
    j = [(84, 98, 95, 148), (160, 98, 171, 148)]
    more = [(100, 109, 120, 138), (176, 109, 196, 138)]
    (run,) = find_runs(marks(*q, *s, *j, *more, *letters(8, top=200), *letters(8, top=260)))[:1]
    assert run.bars == () and run.capital < 45 and abs(run.baseline(100) - 138) < 2


def test_letters_held_up_by_the_tails_of_others_stand_on_the_line() -> None:
    tails = [(40 * n, 108, 40 * n + 16, 138) for n in range(4)]
    flat = [(40 * n + 20, 108, 40 * n + 36, 128) for n in range(4)]
    (run,) = find_runs(marks(*tails, *flat))
    assert abs(run.baseline(80) - 128) < 2


def test_commas_as_high_as_low_letters_are_no_line_of_their_own() -> None:
    """They hung together below their line, which lost them: ``Pass, D 30, Pass`` was one call."""
    commas = [(85, 121, 93, 137), (185, 121, 193, 137)]
    found = find_runs(marks(*letters(4), *letters(4, left=100), *letters(4, left=200), *commas))
    assert len(found) == 1 and len(found[0].members) == 14


def test_dashes_between_two_runs_belong_to_one_of_them() -> None:
    """Both took them, stood above each other, and the row of a sheet was two."""
    dashes = [(64, 112, 76, 116), (112, 112, 124, 116)]
    found = find_runs(marks(*letters(2), *letters(3, left=160), *dashes))
    held = [int(member) for run in found for member in run.members]
    assert len(found) == 2 and sorted(held) == [0, 1, 2, 3, 4, 5, 6]
    assert all(before.right <= after.left for before, after in [found])


def test_dashes_between_bars_belong_to_their_row_however_many_they_are() -> None:
    """A row that ends in dashes lost them, and all its cells were unknown."""
    bars = np.array([(100 + 60 * n, 96, 103 + 60 * n, 136) for n in range(7)], np.int32)
    dashes = [(128 + 60 * n, 113, 140 + 60 * n, 117) for n in range(6)]
    row = replace(marks(*letters(4), *dashes), bars=bars)
    (run,) = find_runs(row)
    assert len(run.members) == 10


def test_dots_a_typewriters_blank_before_their_line_belong_to_it() -> None:
    """They say that a trick goes on."""
    dots = [(224, 122, 232, 130), (260, 122, 268, 130)]
    line = [(322 + 36 * n, 98, 322 + 36 * n + 28, 130) for n in range(6)]
    assert runs_of(*dots, *line) == [list(range(8))]


def test_a_thin_j_close_before_its_suit_is_no_bar() -> None:
    """Of a face whose J hangs below the line and is hardly wider than a bar."""
    boxes = np.array([(100, 100, 130, 140), (155, 98, 162, 152), (168, 104, 200, 140)], np.int32)
    assert begins_word(boxes[1:2], boxes, 40.0).all()
    apart = boxes.copy()
    apart[2, [0, 2]] += 20
    assert not begins_word(apart[1:2], apart, 40.0).any()


def test_a_tag_whose_marks_end_high_over_its_line_slopes_as_the_lines_near_it() -> None:
    """It came before the line above it, whose end it would have met far to the right."""

    tag = [
        (0, 160, 9, 191), (16, 161, 37, 186), (42, 167, 62, 187), (67, 167, 87, 187), (93, 160, 110, 186),
        (144, 160, 158, 173), (167, 160, 184, 186), (194, 160, 207, 173), (220, 160, 227, 191),
    ]  # fmt: skip
    boxes = [*letters(30, 100), *tag, *letters(30, 220), *letters(30, 280), *letters(30, 340)]
    runs = find_runs(marks(*boxes))
    assert len(runs) == 5
    assert all(abs(run.base[0]) < 0.01 for run in runs)

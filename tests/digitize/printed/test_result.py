"""What came of a deal, as it is typed and as print runs it together."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed import head
from fairdeal.digitize.printed.words import Slot
from tests.support.printed_words import log_of, text_of, word, words


def read(text: str) -> str | None:
    row = head.row_of(words(text))
    return None if row is None else text_of([row])


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("tricks 3 | | 2 5", "tricks 3 ? ? 2 5"),
        ("tricks 3 2 |", "tricks 3 2 ?"),
        ("tricks | 3 | | 2", "tricks ? 3 ? ? 2"),
        ("| tricks | 3 | 1 | 2 |", "tricks 3 1 2"),
        ("points A 31 | B 25", "points A 31 B 25"),
    ],
)
def test_a_bar_beside_some_winners_alone_is_one_that_could_not_be_read(
    printed: str, said: str
) -> None:
    """A 1 is as straight on a fax: left out as a bar, tricks were won by others, for certain."""
    assert log_of(f"Result:\n{printed}").splitlines()[-1] == said


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("tricks 5 2 1 1 4 4", "tricks 5 2 1 1 4 4"),
        ("tricks 521144", "tricks 5 2 1 1 4 4"),
        ("tricks: 52 1 144", "tricks 5 2 1 1 4 4"),
        ("tricks 5, 2, 1,", "tricks 5 2 1"),
        ("Tricks NESW", "tricks N E S W"),
        ("contract 29 H by 4", "contract 29 H by 4"),
        ("contract: 29 H X by 4.", "contract 29 H X by 4"),
        ("contract Plus 2 Hearts XX by 4", "contract Plus 2 Hearts XX by 4"),
        ("contract 5 H X X by E", "contract 5 H {XX 0.6000} by E"),
        ("points A 39 B 17", "points A 39 B 17"),
        ("points A 1 3 B 4", "points A {13 0.6000} B 4"),  # the blank may be a side that was lost
        ("score A4B0", "score A 4 B 0"),
        ("points A33B 23", "points A 33 B 23"),
        ("points A 33B B 2", "points A {338 0.9524} B 2"),
        ("score AO B 3", "score A {0 0.9524} B 3"),
        ("score A 480", "score A {480 0.6000} B ??"),  # perhaps ``4 B 0``
        ("score A 4 8 0", "score A {480 0.3600} B ??"),
        ("scorc A 4 B 0", "score A 4 B 0"),
        ("score A -2 B 0", "score A -2 B 0"),
        ("score ns 420 ew 0", "score NS 420 EW 0"),
        ("points EW 6 N S 7", "points EW 6 NS 7"),
        ("match points A 3 B 0", "match points A 3 B 0"),
        ("penalty B 1", "penalty B 1"),
    ],
)
def test_lines_of_a_result(printed: str, said: str) -> None:
    assert read(printed) == said


@pytest.mark.parametrize("text", ["tricks", "tea was served", "points", "match points"])
def test_other_lines_are_none(text: str) -> None:
    assert read(text) is None


def test_what_is_no_seat_is_not_taken_apart() -> None:
    assert read("tricks 1944") == "tricks 1944"


def test_each_seat_keeps_its_rivals() -> None:
    row = head.row_of([*words("tricks"), word(("14", 0.7), ("74", 0.3), column=8)])
    assert row is not None
    first, second = row[1:]
    assert dict(first.readings) == {"1": pytest.approx(0.7), "7": pytest.approx(0.3)}
    assert second.slot is Slot.SEAT and second.readings == (("4", pytest.approx(1.0)),)


def test_tricks_go_on_in_the_next_line() -> None:
    text = "Result:\ncontract 28 S by 1\ntricks 5 2 1 1 4 4\n1 5"
    assert log_of(text).endswith("tricks 5 2 1 1 4 4 1 5")


def test_a_figure_that_had_no_room_stands_in_the_next_line() -> None:
    assert log_of("Result:\nscore EW 1100 NS\n0").splitlines()[1:] == ["score EW 1100 NS 0"]


def test_figures_that_run_together_are_a_problem_not_a_remark() -> None:
    assert log_of("Result:\nAZ28 B28").splitlines()[1:] == ["~ AZ28 B28"]
    assert log_of("Result:\npoints| 28 28").splitlines()[1:] == ["~ points| 28 28"]
    assert log_of("Result:\nplayed quickly").splitlines()[1:] == ["; played quickly"]


def test_a_word_and_its_figures_may_stand_without_a_blank() -> None:
    read = log_of("Result:\npointsA28 B28\ntricks21 6 4").splitlines()[1:]
    assert read == ["points A 28 B 28", "tricks 2 1 6 4"]


def test_a_contract_goes_on_in_the_next_line_with_who_made_it() -> None:
    text = "Result:\ncontract 1 NT X\nby N\nscore NS 90 EW 0\nand a much longer line than these are"
    assert log_of(text).splitlines()[:3] == ["Result:", "contract 1 NT X by N", "score NS 90 EW 0"]


def test_a_side_whose_figure_was_not_seen_has_one_that_is_unknown() -> None:
    assert log_of("Result:\npoints EW NS 10").splitlines()[1] == "points EW ?? NS 10"
    assert log_of("Result:\npoints A 30 B").splitlines()[1] == "points A 30 B ??"


@pytest.mark.parametrize("by", ["hy", "bv"])
def test_by_with_a_letter_wrong_stands_before_who_made_it(by: str) -> None:
    assert log_of(f"Result:\ncontract 53 NT {by} 3").splitlines()[1] == "contract 53 NT by 3"


def test_who_made_a_contract_may_stand_alone_in_the_next_line() -> None:
    assert log_of("Result:\ncontract 2 C by\nW").splitlines()[1] == "contract 2 C by W"


def test_who_made_a_contract_may_stand_close_behind_by() -> None:
    assert log_of("Result:\ncontract 28 H by5").splitlines()[1:] == ["contract 28 H by 5"]


def test_seats_in_a_line_of_their_own_go_on_from_who_won_the_tricks() -> None:
    """A single figure was left out as a speck."""
    read = log_of("Result:\ntricks 6 3 5 1\n3\ncontract 28 hearts by 5").splitlines()[1:]
    assert read == ["tricks 6 3 5 1 {3 0.9000}", "contract 28 hearts by 5"]


def test_a_figure_in_a_line_of_its_own_is_no_speck() -> None:
    assert log_of("Result:\nscore A 2 B 0\n7").splitlines()[-1] == "~ 7"
    assert log_of("Result:\nscore A 2 B 0\nY♥").splitlines()[-1] == "~ Y♥"
    assert log_of("Result:\nscore A 2 B 0\n'.").splitlines()[-1] == "; '."

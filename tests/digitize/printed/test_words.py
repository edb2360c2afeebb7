"""What two readers make of a word together."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.words import PRINTED, SUITS, Sign, readings_of, surest_of

LETTERS, ALL = PRINTED, PRINTED | SUITS


def signs(text: str, sure: float = 0.95, **others: float) -> list[Sign]:
    """Signs of a text; the last one may be another one with these probabilities."""
    found = [Sign(letter, 20.0 * n, sure) for n, letter in enumerate(text)]
    if others:
        found[-1] = Sign(text[-1], found[-1].x, sure, tuple(others.items()))
    return found


def test_where_both_see_the_same_a_word_is_sure() -> None:
    text, probability = readings_of([signs("9C"), signs("9C")], [ALL, ALL])[0]
    assert text == "9C" and probability > 0.999


def test_agreement_is_surer_than_either() -> None:
    alone = readings_of([signs("9C", 0.6, G=0.4)], [ALL])[0][1]
    both = readings_of([signs("9C", 0.6, G=0.4), signs("9C", 0.6, G=0.4)], [ALL, ALL])[0]
    assert both[0] == "9C" and both[1] > alone


def test_where_they_differ_both_stand_as_rivals() -> None:
    found = dict(readings_of([signs("9C"), signs("9G")], [ALL, ALL]))
    assert set(found) == {"9C", "9G"}
    assert found["9C"] == pytest.approx(0.5)


def test_the_surer_reader_comes_first() -> None:
    assert readings_of([signs("9C", 0.6), signs("9G", 0.99)], [ALL, ALL])[0][0] == "9G"


def test_what_one_thinks_next_likely_and_the_other_sees_is_likely() -> None:
    found = readings_of([signs("9C", 0.6, G=0.35), signs("9G")], [ALL, ALL])
    assert found[0][0] == "9G" and found[0][1] > 0.9


def test_a_reader_says_nothing_of_a_sign_that_it_does_not_know() -> None:
    """Tesseract has no suits: what it makes of one is no vote against it."""
    found = readings_of([signs("9♥"), signs("9v")], [ALL, LETTERS])
    assert found[0][0] == "9♥" and found[0][1] > 0.9


def test_a_reader_that_knows_suits_votes_against_one() -> None:
    found = dict(readings_of([signs("9♥"), signs("9v")], [ALL, ALL]))
    assert found["9♥"] == pytest.approx(found["9v"])


@pytest.mark.parametrize("twice", ["Ss", "WwW"])
def test_a_letter_seen_large_and_small_in_one_mark_is_one(twice: str) -> None:
    """Tesseract read each lone S so, both times: the seats of two hands were in doubt."""
    seen = [signs(twice[0]), signs(twice)] * 2
    assert readings_of(seen, [ALL] * 4, single=True)[0][1] > 0.999
    assert readings_of(seen, [ALL] * 4)[0][1] < 0.9
    for one in "1X":  # two that touch may be one mark
        assert len(readings_of([signs(one), signs(2 * one)] * 2, [ALL] * 4, single=True)) == 2


def test_nothing_seen_is_no_text() -> None:
    assert readings_of([[], []], [ALL, ALL]) == (("", 1.0),)


def test_probabilities_are_of_one_word() -> None:
    found = readings_of([signs("KH", 0.5, C=0.3, M=0.2), signs("KN", 0.7)], [ALL, ALL])
    assert sum(p for _, p in found) == pytest.approx(1.0, abs=0.01)
    assert [p for _, p in found] == sorted((p for _, p in found), reverse=True)


def test_a_reader_is_as_sure_of_a_word_as_of_all_its_signs() -> None:
    assert surest_of(signs("10C", 0.9)) == pytest.approx(0.729)


def test_a_reading_with_fewer_signs_than_letters_is_doubtful() -> None:
    """Close behind a colon a J hangs below the line: readers see one sign where two stand."""
    seen, knows = [signs("3S"), signs("3JS", 0.4)], [ALL, ALL]
    alike = dict(readings_of(seen, knows))
    counted = dict(readings_of(seen, knows, letters=3))
    assert counted["3JS"] > 4 * alike["3JS"]
    assert dict(readings_of(seen, knows, letters=2)) == alike


def test_a_number_with_fewer_figures_than_letters_is_asked_about() -> None:
    """Of two old ones side by side both readers saw one, and a plus of eleven was a plus of one."""
    seen, knows = [signs("+1"), signs("+1")], [ALL, ALL]
    less, as_many = (readings_of(seen, knows, letters=n)[0] for n in (3, 2))
    assert less[0] == as_many[0] == "+1"
    assert less[1] == pytest.approx(0.9 * as_many[1])


def test_a_letter_of_which_only_a_comma_was_seen_is_not_read() -> None:
    """A seat was lost so, and whose call it was: ``1`` was read as the comma before it."""
    assert readings_of([signs(","), signs(",")], [ALL, ALL], letters=1) == (("", 1.0),)
    assert readings_of([signs(","), signs(",")], [ALL, ALL])[0][0] == ","
    assert readings_of([signs(","), signs("1")], [ALL, ALL], letters=1)[0][1] < 1
    # A colon in one mark is as high as a letter: ten hands lost that of their seats.
    assert readings_of([signs(":"), signs(":")], [ALL, ALL], letters=1)[0][0] == ":"

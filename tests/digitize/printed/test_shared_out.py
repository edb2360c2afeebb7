"""The signs that a reader sees in a line, shared out among the words that stand there."""

from __future__ import annotations

from fairdeal.digitize.printed.gaps import Span
from fairdeal.digitize.printed.readers import shared_out
from fairdeal.digitize.printed.words import Sign

SPANS = [Span(0, 40), Span(60, 80, 0.7), Span(100, 140, 0.7)]
"""``KH 9 QD``, each letter 20 wide."""


def signs(text: str, *columns: float) -> list[Sign]:
    """Signs of a text at these columns; a blank in it is before the sign that follows."""
    found, blank = [], False
    places = iter(columns)
    for letter in text:
        if letter == " ":
            blank = True
            continue
        found.append(Sign(letter, next(places), 0.99, after_blank=blank))
        blank = False
    return found


def shares(found: list[Sign], spans: list[Span] = SPANS) -> list[str]:
    return ["".join(sign.text for sign in each) for each in shared_out(found, spans, 20)]


def test_each_sign_goes_to_its_word() -> None:
    assert shares(signs("KH 9 QD", 10, 30, 70, 110, 130)) == ["KH", "9", "QD"]


def test_a_column_a_letter_beside_its_ink_does_no_harm() -> None:
    assert shares(signs("KH 9 QD", 14, 46, 92, 118, 138)) == ["KH", "9", "QD"]


def test_a_blank_counts_where_columns_leave_it_open() -> None:
    assert shares(signs("K 9 QD", 10, 49, 110, 130)) == ["K", "9", "QD"]
    assert shares(signs("K9 QD", 10, 51, 110, 130)) == ["K", "9", "QD"]


def test_a_word_that_is_overlooked_has_no_signs() -> None:
    assert shares(signs("KH QD", 10, 30, 110, 130)) == ["KH", "", "QD"]


def test_no_signs_at_all() -> None:
    assert shares([]) == ["", "", ""]


def test_the_order_of_signs_stays() -> None:
    assert "".join(shares(signs("KH9QD", 10, 30, 130, 110, 130))) == "KH9QD"


def test_a_symbol_whose_ink_was_found_goes_to_its_own_word() -> None:
    """It went to the figure before it, for the reader sees a blank before the comma alone."""
    spans = [Span(0, 50), Span(66, 112, 0.5), Span(130, 170, 0.5)]
    figure, comma, last = (
        signs("39, P", 10, 30, 104, 140)[:2],
        signs("x ,", 0, 104)[1:],
        signs("x P", 0, 140)[1:],
    )
    heart = Sign("♥", 68, 0.99, placed=True)
    assert shares([*figure, heart, *comma, *last], spans) == ["39", "♥,", "P"]

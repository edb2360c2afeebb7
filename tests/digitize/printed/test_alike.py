"""Signs between which the readers of a page waver are sure nowhere on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.digitize.printed.alike import MAY_BE, as_one_print
from fairdeal.digitize.printed.words import Piece, Row, Slot

BOX = (0.0, 0.0, 10.0, 10.0)


def figure(*readings: tuple[str, float], slot: Slot = Slot.NUMBER) -> Piece:
    return Piece(readings, BOX, slot)


def wavering(count: int, second: float = 0.3) -> Row:
    return (figure(("0", 1 - second), ("8", second)),) * count


def rival(piece: Piece, text: str) -> float:
    return dict(piece.readings).get(text, 0.0)


def test_a_plain_8_of_a_page_whose_noughts_are_like_it_may_be_one() -> None:
    """Dotted noughts of small print: a score of 8 was established where 0 was printed."""
    row, _ = as_one_print([(figure(("8", 1.0)), figure(("18", 1.0))), wavering(2)])
    assert row[0].text == "8" and rival(row[0], "0") == pytest.approx(MAY_BE / (1 + MAY_BE))
    assert rival(row[1], "10") > 0.1 and sum(p for _, p in row[1].readings) == pytest.approx(1.0)


@pytest.mark.parametrize("other", ["QS", "q♠"])
def test_a_rival_that_is_there_is_not_named_again(other: str) -> None:
    queen = Piece((("9♠", 0.8), (other, 0.05)), BOX, Slot.CARD)
    waver = Piece((("9♠", 0.6), ("Q♠", 0.4)), BOX, Slot.CARD)
    ((found, *_),) = as_one_print([(queen, waver, waver)])
    assert [text for text, _ in found.readings] == ["9♠", other]


def test_one_nought_in_doubt_may_be_a_spot_and_a_little_doubt_is_none() -> None:
    rows = [(figure(("8", 1.0)),), wavering(1), (figure(("0", 0.9999), ("8", 0.0001)),) * 5]
    assert as_one_print(rows) == rows


@pytest.mark.parametrize(("hints", "alike"), [(2, False), (3, True)])
def test_one_nought_in_doubt_among_several_that_are_hardly_so_is_no_spot(
    hints: int, alike: bool
) -> None:
    """Noughts with a bar in them: awards of 8 were established where 0 was printed."""
    rows = [(figure(("8", 1.0)),), wavering(1), (figure(("8", 0.999), ("0", 0.001)),) * hints]
    assert (rival(as_one_print(rows)[0][0], "0") > 0.1) is alike


def test_rivals_that_come_of_doubtful_columns_are_not_of_the_ink() -> None:
    row = tuple(replace(piece, column=0.7) for piece in wavering(3))
    assert as_one_print([(figure(("8", 1.0)),), row]) == [(figure(("8", 1.0)),), row]


def test_suit_symbols_are_told_apart_by_their_shapes_all_over_a_page() -> None:
    row = (Piece((("9♠", 0.8), ("9♣", 0.2)), BOX, Slot.CARD),) * 3
    rows = [row, (Piece((("K♣", 1.0),), BOX, Slot.CARD),)]
    assert as_one_print(rows) == rows


def test_other_signs_and_texts_that_may_not_stand_there_are_no_rivals() -> None:
    other = (
        figure(("3", 1.0)),
        figure(("8H", 1.0), slot=Slot.CARD),
        figure(("8", 1.0), slot=Slot.FREE),
        Piece((("8", 1.0),)),
        figure(("??", 1.0)),
    )
    assert as_one_print([other, wavering(2)])[0] == other


def test_a_likelier_rival_stays_as_likely() -> None:
    row = wavering(2, 0.45)
    assert as_one_print([row]) == [row]

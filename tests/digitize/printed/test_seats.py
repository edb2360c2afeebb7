"""Seats that are numbers, or letters, on all of a page."""

from __future__ import annotations

from fairdeal.digitize.printed.words import PageWords
from tests.support.printed_words import NOTHING, line, line_of, log, word


def read(seats: str, doubtful: tuple[tuple[str, float], ...]) -> str:
    rows = [line(f"{seat}: KH 9C", row) for row, seat in enumerate(seats, 1)]
    last = len(seats) + 1
    other = line_of([word(*doubtful, row=last), *line("   JH 10S", last).words], last)
    return log(PageWords((line("Hands:"), *rows, other), NOTHING, NOTHING)).splitlines()[-1]


def test_a_seat_in_doubt_is_of_the_kind_of_all_others() -> None:
    assert read("1234", (("S:", 0.9), ("5:", 0.1))).startswith("{5 0.8")
    assert read("NEWN", (("S:", 0.6), ("5:", 0.4))).startswith("{S 0.9")


def test_clear_ink_is_never_overruled() -> None:
    assert read("12346", (("S:", 0.99), ("5:", 0.01))).startswith("{S 0.49")


def test_a_sure_seat_of_the_other_kind_may_be_what_it_looks_like() -> None:
    assert read("12346", (("S:", 0.99), ("5:", 0.01))).startswith("{S 0.4990|5 0.4990}")
    assert read("1SW4", (("S:", 1.0),)).startswith("S:")


def test_a_seat_that_was_not_seen_is_of_neither_kind() -> None:
    """Three old figures that nothing read counted as letters: the 5 among the others was an S, for sure."""
    rows = [line(f"{seat}: JH 10S 9C KD AC QH", seat) for seat in range(2, 6)]
    last = line_of([word(("S:", 0.99), row=6), *line("   JH 10S 9C KD AC QH", 6).words], 6)
    result = [line("Result:", 7), line("tricks ?? 3 ?? 1 2 ?? 4 5", 8)]
    text = log(PageWords((line("Play:"), *rows, last, *result), NOTHING, NOTHING))
    assert "{S 0.4990|5 0.4990}:" in text


def test_few_seats_tell_nothing() -> None:
    assert read("12", (("S:", 0.9), ("5:", 0.1))).startswith("{S 0.8982")


def hands(*seats: tuple[tuple[str, float], ...]) -> list[str]:
    """The seats of rows of a block of hands, as the page has them."""
    rows = [
        line_of([word(*each, row=row), *line("       JH 10S", row).words], row)
        for row, each in enumerate(seats, 1)
    ]
    text = log(PageWords((line("Hands:"), *rows, line("Play:", 9)), NOTHING, NOTHING))
    return [each.split("}")[0] for each in text.splitlines()[1:-1]]


def test_a_seat_in_doubt_has_no_other_hand() -> None:
    """Both rows were the hand of 3, and nobody had that of 5."""
    read = hands((("3:", 1.0),), (("3:", 0.8), ("5:", 0.2)), (("6:", 1.0),))
    assert read[1].startswith("{5 0.9") and read[0] == "3: JH 10S"


def test_seats_that_all_are_sure_stay() -> None:
    assert hands((("3:", 1.0),), (("3:", 0.99), ("5:", 0.01)))[1].startswith("{3 0.988")
    assert hands((("3:", 1.0),), (("5:", 0.985), ("3:", 0.015)))[1].startswith("{5 0.983")
    assert hands((("3:", 0.6), ("2:", 0.4)), (("3:", 0.8), ("5:", 0.2)))[0].startswith("{3 0.59")


def test_a_leader_in_doubt_may_have_led_before() -> None:
    """A seat leads several tricks: one that had led was moved to a seat that had not."""
    rows = [line(f"{seat}: JH 10S 9C KD AC QH", seat) for seat in (1, 2)]
    doubtful = [word(("2:", 0.7), ("5:", 0.3), row=3), *line("   JH 10S 9C KD AC QH", 3).words]
    page = PageWords((line("Play:"), *rows, line_of(doubtful, 3)), NOTHING, NOTHING)
    assert log(page).splitlines()[-1].startswith("{2 0.69")


def test_however_often_a_5_looks_like_an_s_it_may_be_one() -> None:
    """``by 5`` in an old face was South's contract, for certain: a hand had the same seat."""
    assert read("1234SS", (("S:", 1.0),)).startswith("{S 0.4990|5 0.4990}")
    assert read("1234NW", (("S:", 1.0),)).startswith("S:")

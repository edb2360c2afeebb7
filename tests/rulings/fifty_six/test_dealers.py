"""Who dealt, by articles 2.1 and 4.5: a wrong entry is one finding, and nobody is accused twice."""

from __future__ import annotations

import pytest

from fairdeal.rulings.frame.finding import Finding
from tests.support.builders import ruled


def log(number: int, dealer: int | str, more: str = "") -> str:
    return f'[Deal "{number}"]\n[Dealer "{dealer}"]\n{more}'


def sheet(dealers: str, figures: str = "- | -") -> str:
    rows = "".join(f"{n} | {dealer} | {figures}\n" for n, dealer in enumerate(dealers, 1))
    return f"Sheet:\ndeal | dealer | score A | score B\n{rows}"


def dealers_found(text: str) -> list[Finding]:
    return [each for each in ruled(text).findings if each.code == "dealer-rotation"]


def told(text: str) -> list[tuple[str | None, str, str | None]]:
    """Deal, severity and the side blamed of every wrong dealer."""
    return [(each.deal, each.severity, each.team) for each in dealers_found(text)]


@pytest.mark.parametrize("page", ["logs", "sheet"])
@pytest.mark.parametrize(
    ("dealers", "expected"),
    [
        ("23456", []),
        ("25456", [("2", "entry", None)]),  # the old order again
        ("23562", [("3", "offence", "A"), ("5", "offence", "B")]),  # it went on from the wrong one
        ("23561", [("3", "offence", "A")]),
        ("2346", [("4", "offence", "B")]),
        ("25256", [("2", "offence", "A"), ("3", "entry", None)]),
    ],
)
def test_international_2_1_wrong_dealer_is_found_once(
    page: str, dealers: str, expected: list[tuple[str, str, str | None]]
) -> None:
    logs = "".join(log(n, dealer) for n, dealer in enumerate(dealers, 1))
    assert told(logs if page == "logs" else sheet(dealers)) == expected


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (sheet("2561"), ["row 1 / dealer"]),  # all others are in order
        (sheet("2344"), ["row 4 / dealer"]),
        (sheet("23561"), []),
        (log(1, 2) + log(2, 3) + log(7, 4), ["deal"]),  # the number is out of line
        (log(1, 2) + log(2, 3) + log(3, 6), []),
    ],
)
def test_international_2_1_a_dealer_that_one_entry_puts_in_order_depends_on_it(
    text: str, places: list[str]
) -> None:
    (found,) = dealers_found(text)
    assert [str(each) for each in found.depends_on] == places


def test_international_2_1_log_and_sheet_name_two_dealers() -> None:
    (found,) = dealers_found(log(1, 3) + sheet("545"))  # the sheet is wrong
    assert (str(found.place), found.severity, found.team) == ("row 1 / dealer", "entry", None)
    assert [str(each.place) for each in found.related] == ["deal 1 / dealer"]
    assert found.remedy.kind == "correct-entry"
    assert told(log(1, 2) + log(2, 5) + sheet("234")) == [("2", "entry", None)]  # the log is
    assert told(log(1, "{2|3}") + sheet("345")) == []  # the log may say the same


def test_international_4_5_wrong_dealer_of_a_deal_that_was_played() -> None:
    first = '[Deal "1"]\n[Dealer "2"]\n'
    assert [each.article for each in dealers_found(first + log(2, 5))] == ["2.1"]
    played = log(2, 5, "Play:\n6:KH KS JH JH QH AH\n")
    assert [each.article for each in dealers_found(first + played)] == ["4.5"]
    assert [each.article for each in dealers_found(sheet("25", "1 | 0"))] == ["4.5"]


@pytest.mark.parametrize("page", ["logs", "sheet"])
def test_international_2_1_dealers_the_other_way_round_are_one_finding(page: str) -> None:
    logs = "".join(log(n, dealer) for n, dealer in enumerate("654321", 1))
    (only,) = dealers_found(logs if page == "logs" else sheet("654321"))
    assert (only.severity, only.team, only.deal, only.count) == ("entry", None, None, 5)
    assert "5 of 6 deals the deal passed in the opposite direction" in only.message


def test_international_2_1_a_sheet_one_seat_off_its_logs_is_one_finding() -> None:
    logs = "".join(log(n, dealer) for n, dealer in enumerate("123456", 1))
    (only,) = dealers_found(logs + sheet("234561"))
    assert (only.severity, only.deal, only.count) == ("entry", None, 6)
    assert "one seat on" in only.message
    two = dealers_found(logs + sheet("234566"))
    assert len(two) == 1


def test_international_2_1_two_dealers_alone_are_no_pattern() -> None:
    logs = "".join(log(n, dealer) for n, dealer in enumerate("12345612", 1))
    assert [each.deal for each in dealers_found(logs + sheet("13345621"))] == ["2", "7", "8"]


@pytest.mark.parametrize(
    ("began", "again", "expected"),
    [
        ("Auction:\n6: 28 S, P\n! redeal\n", 3, []),
        ("Auction:\n6: 28 S, P\n", 3, []),  # the same number again is the deal dealt again
        ("Play:\n6:KH KS JH JH QH AH\n! redeal\n", 3, [("2", "entry", None)]),
        ("! redeal\n", 5, [("2", "offence", "A")]),
    ],
)
def test_international_2_4_a_wrong_dealer_noticed_before_the_first_card_is_put_right(
    began: str, again: int, expected: list[tuple[str, str, str | None]]
) -> None:
    text = log(1, 2) + log(2, 5, began) + log(2, again) + log(3, 4 if again == 3 else 6)
    assert told(text) == expected
    notes = [each.message for each in ruled(text).notes if "article 2.4" in each.message]
    assert len(notes) == (not expected)
    assert all("seat 5" in each and "seat 3 dealt again" in each for each in notes)

"""What cannot be so at a table of 56 is read as it stands, and asked about where the ink is not all plain."""

from __future__ import annotations

import pytest

from fairdeal.digitize.reader.reading import PLAINLY, strange_ones_asked
from fairdeal.records import Field, FieldKind


def read(kind: FieldKind, text: str | None, probability: float) -> Field:
    return Field("trick 2 / winner", kind, text, blank=text is None, probability=probability)


@pytest.mark.parametrize(
    ("players", "kind", "text", "asked"),
    [
        (6, "seat", "6", False),
        (6, "seat", "7", True),
        (8, "seat", "7", False),
        (6, "seat", "0", True),
        (6, "seat", "E", True),
        (6, "card", "10C", False),
        (6, "card", "QH", False),
        (6, "card", "3C", True),
        (6, "card", "8♠", True),
        (8, "card", "8♠", False),
        (4, "card", "KD", True),
        (6, "card", "?C", False),
        (6, "number", "57", False),
        (6, "call", "3 C", True),
        (6, "contract", "3 C", True),
        (6, "call", "3 + NT", False),
        (6, "call", "Minus 2", False),
        (6, "call", "28 C", False),
        (6, "call", "+4 D", False),
        (6, "call", "27 C", True),
        (6, "contract", "58 D", True),
        (6, "contract", "+56 H", True),
        (6, "contract", "+2 H", False),
        (6, "contract", "56 H", False),
        (6, "seat", None, False),
    ],
)
def test_a_seat_and_a_card_that_the_table_does_not_have_are_asked_about(
    players: int, kind: FieldKind, text: str | None, asked: bool
) -> None:
    (found,) = strange_ones_asked([read(kind, text, 0.99)], players)
    assert found.flagged is asked
    assert (found.text, found.probability) == (text, 0.99)


def test_plain_ink_that_says_so_is_no_question() -> None:
    plain = read("card", "3C", PLAINLY)
    assert strange_ones_asked([plain], 6) == (plain,)


@pytest.mark.parametrize(
    ("text", "asked"), [("6 NT", True), ("3 C", True), ("58 D", False), ("+4 D", False)]
)
def test_a_bid_of_one_figure_is_asked_about_however_plain_it_is(text: str, asked: bool) -> None:
    """The ink of the other figure may have been lost: 66 was a 6 to both nets."""
    (found,) = strange_ones_asked([read("contract", text, PLAINLY)], 6)
    assert found.flagged is asked


def test_figures_whose_sum_does_not_hold_are_asked_about_where_the_ink_is_not_all_plain() -> None:
    def sheet(a: str, b: str) -> list[str]:
        fields = [
            Field("row 1 / points A", "number", a, probability=0.98),
            Field("row 1 / points B", "number", b, probability=0.9999),
            Field("row 2 / points A", "number", "20", probability=0.98),
            Field("row 2 / points B", "number", "36", probability=0.98),
        ]
        return [each.name for each in strange_ones_asked(fields, 6) if each.flagged]

    assert sheet("26", "30") == []
    assert sheet("28", "30") == ["row 1 / points A"]


def test_of_a_sum_that_does_not_hold_nothing_more_is_asked_about_where_one_figure_is() -> None:
    fields = [
        Field("row 1 / points A", "number", "28", probability=0.98),
        Field("row 1 / points B", "number", "30", probability=0.6, flagged=True),
    ]
    assert strange_ones_asked(fields, 6) == tuple(fields)


def test_cards_that_stand_three_times_are_asked_about_where_the_ink_is_not_all_plain() -> None:
    """Two packs have two of each: one of the three is misread, or somebody made a slip of the pen."""

    def asked(*cards: str, place: str = "hand {} / 1", flagged: bool = False) -> list[str]:
        sure = [0.97, 0.9998, *[0.9999] * (len(cards) - 2)]
        fields = [
            Field(
                place.format(seat), "card", card, probability=likely, flagged=flagged and seat == 2
            )
            for seat, (card, likely) in enumerate(zip(cards, sure, strict=True), 1)
        ]
        return [each.name for each in strange_ones_asked(fields, 6) if each.flagged]

    assert asked("9D", "9D", "AD") == []
    assert asked("9D", "9D", "D9") == ["hand 1 / 1", "hand 2 / 1"]
    assert asked("10S", "S10", "TS", place="trick 3 / seat {}") == [
        "trick 3 / seat 1",
        "trick 3 / seat 2",
    ]
    assert asked("AD", "KD", "9D", "9D", "9D") == []  # plain as any: a slip of the pen, rather
    assert asked("9D", "9D", "9D", flagged=True) == ["hand 2 / 1"]  # which is asked about anyhow


def test_numbers_of_deals_that_go_back_are_asked_about_where_the_ink_is_not_all_plain() -> None:
    def rows(*numbers: str) -> list[str]:
        fields = [
            Field(f"row {row} / deal", "number", number or None, probability=0.998)
            for row, number in enumerate(numbers, 1)
        ]
        return [each.name for each in strange_ones_asked(fields, 6) if each.flagged]

    assert rows("2", "2", "3", "5", "", "", "1", "", "1") == []
    assert rows("2", "3", "1", "5") == ["row 2 / deal", "row 3 / deal"]
    assert rows("4", "", "1", "1") == ["row 1 / deal", "row 3 / deal", "row 4 / deal"]


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("call 7", "call", "44 H"),
        ("contract", "contract", "44 H"),
        ("event 1 / kind", "number", "4"),
    ],
)
def test_what_nothing_else_shows_is_asked_about_below_what_other_entries_are(
    name: str, kind: FieldKind, text: str
) -> None:
    def asked(name: str, probability: float) -> bool:
        field = Field(name, kind, text, probability=probability)
        return strange_ones_asked([field], 6)[0].flagged

    assert asked(name, 0.985) and not asked(name, 0.99)


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("row 4 / they", "number", "850"),
        ("trick 2 / leader", "seat", "1"),
        ("row 4 / x", "doubling", "x"),
    ],
)
def test_figures_and_seats_are_asked_about_where_cards_are_not(
    name: str, kind: FieldKind, text: str
) -> None:
    def asked(entry: Field) -> bool:
        return strange_ones_asked([entry], 6)[0].flagged

    assert asked(Field(name, kind, text, probability=0.975))
    assert not asked(Field(name, kind, text, probability=0.98))
    assert not asked(Field("trick 2 / seat 1", "card", "9H", probability=0.96))

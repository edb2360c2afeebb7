"""What a shape is in a hand: forty entries say so, one never does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from fairdeal.digitize.reader.decode import Columns, decode
from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.reader.vocabulary import SYMBOLS, vocabulary
from fairdeal.digitize.reader.written import WrittenPage
from tests.digitize.reader.written import LIKE_NINE, LIKE_SEVEN, SEVEN, Belief, box, clear, measure

Entry = tuple[str, str, Sequence[Belief]]
"""Name, kind, and what the net makes of each character."""


def page(
    *entries: Entry, boxed: bool = False, seats: int = 6, strange: Sequence[bool] = ()
) -> tuple[WrittenPage, list[list[Columns]]]:
    paper = np.zeros((1, 1), np.uint8)
    looks = [
        [box(of) for of in characters] if boxed else [box(*characters)]
        for _, _, characters in entries
    ]
    cells = [
        CellInk(kind, (paper,) * (len(characters) if boxed else 1), name)
        for name, kind, characters in entries
    ]
    return WrittenPage(cells, looks, strange or [False] * len(cells), measure(), seats), looks


def read(entries: Sequence[Entry], **of: bool | int) -> dict[str, tuple[str, float]]:
    """Each entry as it is read with its page, and its share of what may stand there."""
    whole, looks = page(*entries, **of)  # type: ignore[arg-type]
    found = {}
    for number, (name, kind, _) in enumerate(entries):
        words = vocabulary(kind)
        assert words is not None
        decoded = decode(whole.read(number, looks[number]), words)
        found[name] = (decoded.masses[0][0], decoded.masses[0][1] / decoded.total)
    return found


def seats(*beliefs: Belief) -> list[Entry]:
    return [(f"trick {n} / winner", "seat", [of]) for n, of in enumerate(beliefs, 1)]


ORDINARY = [clear(sign) for sign in "23456" * 3]


def test_a_shape_like_a_seven_in_many_seats_is_the_hands_one() -> None:
    entries = [
        *seats(*[LIKE_SEVEN] * 8, *ORDINARY),
        ("points A", "number", [LIKE_SEVEN, clear("5")]),
    ]
    found = read(entries)
    assert all(found[f"trick {n} / winner"][0] == "1" for n in range(1, 9))
    assert found["trick 1 / winner"][1] > 0.99
    assert found["points A"][0] == "15", "the same shape is the same sign everywhere on the page"


def test_a_lone_clear_seven_in_a_seat_stays_what_it_is() -> None:
    found = read(seats(SEVEN, *[LIKE_SEVEN] * 8, *ORDINARY))
    assert found["trick 1 / winner"][0] == "7"
    assert found["trick 2 / winner"][0] == "1"
    assert read(seats(SEVEN, *ORDINARY))["trick 1 / winner"][0] == "7"


def test_sevens_in_figures_hold_a_seven_in_a_seat() -> None:
    """The hand's own seven is known from its numbers; two slips in seats do not make it a one."""
    numbers: list[Entry] = [(f"row {n} / remarks", "number", [SEVEN]) for n in range(6)]
    found = read([*seats(SEVEN, SEVEN, *ORDINARY), *numbers])
    assert found["trick 1 / winner"][0] == found["trick 2 / winner"][0] == "7"


def test_at_a_table_of_eight_a_seven_is_a_seat() -> None:
    found = read(seats(*[SEVEN] * 8, *ORDINARY), seats=8)
    assert found["trick 1 / winner"] == ("7", pytest.approx(1.0, abs=0.01))


def test_what_a_few_entries_leave_open_is_asked() -> None:
    whole, _ = page(*seats(*[LIKE_SEVEN] * 3, *ORDINARY))
    (open_shape,) = whole.open_shapes()
    assert {SYMBOLS[sign] for sign in open_shape.signs} == {"1", "7"}
    assert open_shape.cells == (0, 1, 2)


def test_an_answer_names_the_shape_wherever_it_stands() -> None:
    entries = [
        *seats(*[LIKE_SEVEN] * 3, *ORDINARY),
        ("points A", "number", [LIKE_SEVEN, clear("5")]),
    ]
    whole, looks = page(*entries)
    (open_shape,) = whole.open_shapes()
    words = vocabulary("number")
    assert words is not None
    for sign, text in (("1", "15"), ("7", "75")):
        answer = whole.answered(open_shape.shape, SYMBOLS.index(sign))
        assert decode(answer.read(18, looks[18]), words).masses[0][0] == text
    assert len(list(whole.open_shapes())) == 1, "the page itself is as it was"


def cards(ranks: Sequence[Belief], suits: str) -> list[Entry]:
    return [
        (f"hand {1 + n // 8} / {1 + n % 8}", "card", [rank, clear(suits[n % 4])])
        for n, rank in enumerate(ranks)
    ]


def test_a_pack_has_two_of_each_card() -> None:
    """Sixteen nines and no ace: the shape that is less like a nine is the ace."""
    nines, aces = [clear("9")] * 8, [LIKE_NINE] * 8
    found = read(cards([*nines, *aces], "CDHS"), boxed=True)
    assert {found[f"hand 1 / {n}"][0][0] for n in range(1, 9)} == {"9"}
    assert {found[f"hand 2 / {n}"][0][0] for n in range(1, 9)} == {"A"}


def test_three_cards_of_a_kind_in_one_place_stay() -> None:
    """One card too many is what an audit is for."""
    ranks = [clear(rank) for rank in "JQKA9JQKA9"]
    entries = cards([*ranks, clear("9"), clear("9")], "SSSS")
    found = read(entries, boxed=True)
    assert found["hand 2 / 4"][0] == found["hand 2 / 3"][0] == "9S"


def rows(totals: Sequence[Sequence[Belief]], scores: Sequence[Sequence[Belief]]) -> list[Entry]:
    entries: list[Entry] = []
    for n, (total, score) in enumerate(zip(totals, scores, strict=True), 1):
        entries += [
            (f"row {n} / score A", "number", score),
            (f"row {n} / total A", "number", total),
        ]
    return entries


def figures(text: str, one: Belief) -> list[Belief]:
    return [one if sign == "1" else clear(sign) for sign in text]


SCORES = ("2", "1", "1", "2", "1", "2", "1", "2")


def sheet(one: Belief) -> list[Entry]:
    total, totals = 0, []
    for score in SCORES:
        total += int(score)
        totals.append(figures(str(total), one))
    return rows(totals, [figures(score, one) for score in SCORES])


def test_totals_say_what_a_shape_is() -> None:
    found = read(sheet(LIKE_SEVEN))
    assert found["row 2 / score A"][0] == "1"
    assert found["row 8 / total A"][0] == "12"


def test_a_wrong_total_in_clear_ink_stays_wrong() -> None:
    """One sum that does not hold names no shape: the slip is what a person must see."""
    entries = sheet(clear("1"))
    entries[-1] = ("row 8 / total A", "number", figures("17", clear("1")))
    found = read(entries)
    assert found["row 8 / total A"][0] == "17"
    assert found["row 8 / total A"][1] > 0.99


def test_one_shape_for_two_signs_is_left_open() -> None:
    """A hand whose 1 and 7 are one shape: sums fail in several rows, and each is mended by the other sign."""
    scores = ["7", "1", "7", "1", "7", "1", "7", "1"]
    total, totals = 0, []
    for score in scores:
        total += int(score)
        totals.append([SEVEN if sign in "17" else clear(sign) for sign in str(total)])
    whole, _ = page(*rows(totals, [[SEVEN]] * 8))
    assert any({SYMBOLS[s] for s in each.signs} == {"1", "7"} for each in whole.open_shapes())


def test_entries_that_are_not_told_apart_teach_nothing() -> None:
    """A C that falls into two glyphs makes a king no ten."""
    kings: list[Entry] = [
        (f"trick {n} / seat 1", "card", [clear("K"), clear("0")]) for n in range(1, 9)
    ]
    paper = np.zeros((1, 1), np.uint8)
    cells = [CellInk("card", (paper,) * 3, name) for name, _, _ in kings]
    looks = [[box(clear("K")), box(clear("0"), clear("D"))] for _ in kings]
    whole = WrittenPage(cells, looks, [False] * len(cells), measure())
    words = vocabulary("card")
    assert words is not None
    found = decode(whole.read(0, looks[0]), words)
    assert found.legal < 0.01


def test_struck_entries_teach_nothing_about_the_hand() -> None:
    entries = seats(*[LIKE_SEVEN] * 8)
    paper = np.zeros((1, 1), np.uint8)
    cells = [CellInk(kind, (paper,), name) for name, kind, _ in entries]
    looks = [[box(*characters)] for _, _, characters in entries]
    whole = WrittenPage(cells, looks, [True] * 8, measure())
    assert np.array_equal(whole.read(0, looks[0]), looks[0][0])


def test_an_s_like_a_five_behind_a_bid_is_a_suit() -> None:
    """305, 565, 295 down a column: this hand's S is like a 5."""
    five = {"5": 0.97, "S": 0.02}
    bids: list[Entry] = [
        (f"row {n} / contract", "contract", [clear(bid[0]), clear(bid[1]), five])
        for n, bid in enumerate(("30", "56", "29", "41", "30", "28"), 1)
    ]
    found = read(bids)
    assert [found[f"row {n} / contract"][0] for n in (1, 2, 3)] == ["30 S", "56 S", "29 S"]


def test_a_bare_figure_as_one_contract_stays() -> None:
    found = read(
        [
            ("row 1 / contract", "contract", [clear("3"), clear("0"), clear("5")]),
            *[
                (f"row {n} / contract", "contract", [clear("2"), clear("8"), clear("H")])
                for n in range(2, 9)
            ],
        ]
    )
    assert found["row 1 / contract"][0] == "305"


def test_a_queen_like_a_drawn_spade_is_a_queen_among_ranks_and_a_spade_among_suits() -> None:
    both = {"♠": 0.95, "Q": 0.04}
    queens: list[Entry] = [
        (f"hand 1 / {n}", "card", [both, clear(suit)]) for n, suit in enumerate("CDHCDH", 1)
    ]
    spades: list[Entry] = [
        (f"hand {2 + n // 8} / {1 + n % 8}", "card", [clear(rank), both])
        for n, rank in enumerate("JKA9" * 6)
    ]
    found = read([*queens, *spades], boxed=True)
    assert [found[f"hand 1 / {n}"][0] for n in (1, 2, 3)] == ["QC", "QD", "QH"]
    assert [found[f"hand 2 / {n}"][0] for n in (1, 2, 3)] == ["JS", "KS", "AS"]


TICKED: Belief = {"✓": 0.99, "1": 0.008}


def sheet_with_ticks(row: int = 9) -> list[Entry]:
    """Totals of which all but the first are ticks; with noughts for these all sums would hold."""
    first: list[Entry] = [("row 1 / total A", "number", [clear("7")])]
    ticks: list[Entry] = [
        (f"row {n} / {what} A", "number", [TICKED])
        for n in range(2, row)
        for what in ("score", "total")
    ]
    return first + ticks


def test_ticks_for_the_same_again_are_named_by_no_sum() -> None:
    found = read(sheet_with_ticks())
    assert {text for name, (text, _) in found.items() if name != "row 1 / total A"} == {"✓"}


def test_one_like_a_tick_that_stands_among_other_figures_is_a_one() -> None:
    entries: list[Entry] = [
        (f"row {n} / points A", "number", [TICKED, clear(str(n))]) for n in range(2, 9)
    ]
    found = read([*entries, ("row 9 / dealer", "seat", [TICKED])])
    assert found["row 5 / points A"][0] == "15"


def test_sums_with_a_mark_in_them_leave_no_shape_open() -> None:
    """A score that is a mark is not an empty one: its total says nothing of how the hand writes."""
    totals: list[Entry] = [
        (f"row {n} / total A", "number", [clear("34"[n % 2])]) for n in range(1, 10)
    ]
    scores: list[Entry] = [(f"row {n} / score A", "number", [clear("5")]) for n in range(2, 10)]
    marks = [name.endswith("score A") for name, _, _ in totals + scores]
    assert list(page(*totals)[0].open_shapes()), "without scores, 3 and 4 would have to be the same"
    assert not list(page(*totals, *scores, strange=marks)[0].open_shapes())


def suit_first_hand(first: Belief) -> list[Entry]:
    """A suit of eight cards that is written with this character, and eight clear clubs, all suit first."""
    ranks = "AKQJ9AKQ"
    written: list[Entry] = [
        (f"hand 1 / {n}", "card", [first, clear(rank)]) for n, rank in enumerate(ranks, 1)
    ]
    return written + [
        (f"hand 2 / {n}", "card", [clear("C"), clear(rank)]) for n, rank in enumerate(ranks, 1)
    ]


def test_heart_like_a_king_is_a_heart_by_a_hand_that_writes_suits_first() -> None:
    found = read(suit_first_hand({"K": 0.97, "H": 0.02}), boxed=True)
    assert [found[f"hand 1 / {n}"][0] for n in (1, 2, 5)] == ["AH", "KH", "9H"]


def test_cards_that_are_clearly_written_rank_first_stay_on_a_page_of_suits_first() -> None:
    many: list[Entry] = [
        (f"trick {n} / seat {seat}", "card", [clear("H"), clear(rank)])
        for n in range(1, 6)
        for seat, rank in enumerate("AKQJ9", 1)
    ]
    odd: list[Entry] = [
        (f"hand 3 / {n}", "card", [clear(rank), {"S": 0.9, "J": 0.08}])
        for n, rank in enumerate("9KQ", 1)
    ]
    found = read([*suit_first_hand(clear("H")), *many, *odd], boxed=True)
    assert [found[f"hand 3 / {n}"][0] for n in (1, 2, 3)] == ["9S", "KS", "QS"]
    assert found["hand 3 / 1"][1] > 0.99

"""What differs between rulebooks, as `international` has it, article by article."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.rulings.fifty_six.book import table_of
from tests.support.builders import HANDS
from tests.support.under import Under, found, only

INTERNATIONAL = Under("international")
PASSES = "P, P, P, P, P"


def test_international_1_3_six_players() -> None:
    text = INTERNATIONAL.legal(6)
    assert INTERNATIONAL.seats(text) == 6
    assert found(INTERNATIONAL.ruled(text)) == []
    verdict = INTERNATIONAL.ruled(f'[Players "8"]\n{text}')
    assert any("8 players" in note.message for note in verdict.notes)


def test_international_1_5_pack_of_48() -> None:
    table = table_of(INTERNATIONAL.book, 6)
    assert {card.rank for card in table.pack} == {"J", "9", "A", "10", "K", "Q"}
    assert (table.pack_size, table.copies) == (48, 2)


def test_international_1_5_rank() -> None:
    for high, low in pairwise(("J", "9", "A", "10", "K", "Q")):
        assert INTERNATIONAL.trick(f"{low}S {high}S QH QH QC QC") == "4"
    assert INTERNATIONAL.trick("JS 9S QH AS JS KS", "H") == "5"


def test_international_1_5_card_points() -> None:
    points = INTERNATIONAL.book.points
    assert [points[rank] for rank in ("J", "9", "A", "10", "K", "Q")] == [3, 2, 1, 1, 0, 0]
    taken = INTERNATIONAL.ruled(INTERNATIONAL.legal(6)).deals[0].points
    assert taken is not None
    assert sum(taken.values()) == 56


@pytest.mark.parametrize(("dealer", "first"), [("2", "3"), ("6", "1")])
def test_international_1_6_right_of_the_dealer_calls_first(dealer: str, first: str) -> None:
    assert INTERNATIONAL.contract(f"28 S, {PASSES}", dealer) == f"28 S by {first}"


def test_international_1_4_counter_clockwise() -> None:
    assert INTERNATIONAL.book.direction == "counter-clockwise"
    assert INTERNATIONAL.contract(f"28 S, 29 H, {PASSES}") == "29 H by 4"


def test_international_4_2_lead_player_leads_whoever_won_the_auction() -> None:
    head = f'[Deal "1"]\n[Dealer "2"]\nAuction:\n28 S, 29 H, {PASSES}\nPlay:\n'
    assert INTERNATIONAL.ruled(f"{head}QS JS 9S AS 10S KS\n").deals[0].winners == ("4",)
    assert only(INTERNATIONAL.ruled(f"{head}4:QS JS 9S AS 10S KS\n")).code == "lead-out-of-turn"


def test_international_3_3_five_passes_end_the_auction() -> None:
    assert INTERNATIONAL.codes(f"28 S, {PASSES}, 4: P") == ["call-after-close"]
    assert INTERNATIONAL.codes("28 S, P, P, P, P, 29 H, P, P, P, P, P") == []


@pytest.mark.parametrize(
    ("value", "made", "defeated"),
    [
        (28, 1, 2),
        (39, 1, 2),
        (40, 2, 3),
        (47, 2, 3),
        (48, 3, 4),
        (55, 3, 4),
        (56, 4, 5),
    ],
)
def test_international_1_7_1_awards(value: int, made: int, defeated: int) -> None:
    for mark, more in (("", 0), ("X ", 1), ("XX ", 2)):
        won = INTERNATIONAL.award(f"{value} H {mark}by 1", f"A {value} B {56 - value}")
        lost = INTERNATIONAL.award(f"{value} H {mark}by 1", f"A {value - 1} B {57 - value}")
        assert won == {"A": made + more, "B": 0}
        assert lost == {"A": 0, "B": defeated + more}


def test_international_4_2_all_eight_tricks_are_played() -> None:
    text = '[Deal "1"]\n[Dealer "2"]\nResult:\ncontract 28 S by 1\npoints A 30 B 9\n'
    assert found(INTERNATIONAL.ruled(text)) == [("points-entry", "points A")]


@pytest.mark.parametrize(
    ("points", "award"),
    [
        ("A 28", {"A": 1, "B": 0}),
        ("A 27", {"A": 0, "B": 2}),
        ("B 28", {"A": 1, "B": 0}),
        ("B 29", {"A": 0, "B": 2}),
        ("A 30 B ??", {"A": 1, "B": 0}),
        ("A 57", None),
        ("A -1", None),
        ("A 30 B 9", None),
    ],
)
def test_international_5_2_points_of_one_side_tell_the_other(
    points: str, award: dict[str, int] | None
) -> None:
    assert INTERNATIONAL.award("28 S by 1", points) == award


@pytest.mark.parametrize(("said", "short"), [("18", False), ("12", True)])
def test_international_5_4_session_of_18_deals(said: str, short: bool) -> None:
    logs = "".join(
        f'[Deal "{n + 1}"]\n[Dealer "{n % 6 + 1}"]\nAuction:\n28 S, P\n' for n in range(int(said))
    )
    expected = [("deal-count", "heading / deals")] if short else []
    assert found(INTERNATIONAL.ruled(f'[Deals "{said}"]\n{logs}')) == expected
    assert found(INTERNATIONAL.ruled(logs)) == []


@pytest.mark.parametrize(
    ("event", "code", "team"),
    [
        ("review 4 auction", "auction-review", "B"),
        ("review auction", "auction-review", None),
        ("review 9 auction", "auction-review", None),
        ("seats 1=Biju 3=Anil", "seat-change", "A"),
        ("seats 1=Biju 2=Anil", "seat-change", None),
        ("swap-teams", "seat-change", None),
    ],
)
def test_international_3_6_and_4_7_name_the_team_that_the_record_names(
    event: str, code: str, team: str | None
) -> None:
    deal = f'[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P\n! {event}\nP, P, P, P\n'
    first, *_ = INTERNATIONAL.ruled(deal).findings
    assert (first.code, first.team) == (code, team)


def _sessions(swaps: set[int], deals: int = 12) -> str:
    """A session in which the teams swap their seats after the deals of some numbers."""
    return "".join(
        f'[Deal "{n}"]\n[Dealer "{(n - 1) % 6 + 1}"]\nResult:\ncontract 28 S by 3\npoints A 30 B 26\n'
        + ("! swap-teams\n" if n in swaps else "")
        for n in range(1, deals + 1)
    )


@pytest.mark.parametrize(
    ("swaps", "wrong"),
    [({9}, []), ({11}, []), ({8}, ["8"]), ({9, 11}, ["11"]), ({1, 10}, ["1", "10"])],
)
def test_international_4_7_all_seats_are_swapped_once_after_half_way(
    swaps: set[int], wrong: list[str]
) -> None:
    verdict = INTERNATIONAL.ruled(_sessions(swaps))
    told = [(each.code, each.article, each.deal) for each in verdict.findings]
    assert told == [("seat-change", "4.7", number) for number in wrong]


@pytest.mark.parametrize(
    ("before", "hands", "after", "wrong"),
    [
        ("! seats 1=Biju", HANDS, "", False),
        ("", HANDS, "! seats 1=Biju", True),
        ("", HANDS, "! swap-teams", True),
        ("! seats 1=Biju", "", "", False),
        ("", HANDS, "! disclosed 2\n! redeal\n! seats 1=Biju", False),
    ],
)
def test_international_4_7_seats_are_changed_before_the_cards_are_dealt(
    before: str, hands: str, after: str, wrong: bool
) -> None:
    written = f'[Deal "10"]\n[Dealer "2"]\n{before}\n{hands}{after}\n'
    for text in (written, write(read(written).record)):
        codes = [each.code for each in INTERNATIONAL.ruled(text).findings]
        assert ("seat-change" in codes) == wrong


@pytest.mark.parametrize(
    ("entered", "wrong"),
    [
        ("A 1 B 1", []),
        ("A 2 B 1\ntie-break A", []),
        ("A 1 B 2\ntie-break B", []),
        ("A 1 B 1\ntie-break A", ["match points A"]),
        ("A 1 B 2\ntie-break A", ["match points A", "match points B"]),
        ("A 3 B 0", ["match points A", "match points B"]),
        # No tie-break is printed: who won it may be told by the points alone.
        ("A 2 B 1", []),
    ],
)
def test_international_5_4_tie_and_tie_break(entered: str, wrong: list[str]) -> None:
    columns = "deal | bidder | contract | x | points A | points B | score A | score B"
    head = f"Sheet:\n{columns} | total A | total B\n"
    rows = "".join(
        f"{n} | {'3' if n % 2 else '2'} | 28 S | | {'30 | 26 | 1 | 0' if n % 2 else '26 | 30 | 0 | 1'} "
        f"| {(n + 1) // 2} | {n // 2}\n"
        for n in range(1, 19)
    )
    verdict = INTERNATIONAL.ruled(f"{head}{rows}match points {entered}\n")
    assert found(verdict) == [("match-points-entry", place) for place in wrong]


EXAMPLES = (
    ("28 Clubs", "28 C"),
    ("Clubs 28", "28 C"),
    ("28 No-trump", "28 NT"),
    ("28 Noes", "28 NT"),
    ("28 Pass", "28 NT"),
    ("Plus Diamonds", "29 D"),
    ("Diamond Plus", "29 D"),
    ("Plus One Diamonds", "29 D"),
    ("Plus Two Diamonds", "30 D"),
    ("Diamond plus one", "29 D"),
    ("Diamond plus Two", "30 D"),
    ("Plus One No's", "29 NT"),
    ("56 pass", "56 NT"),
)


@pytest.mark.parametrize(("words", "made"), EXAMPLES)
def test_international_3_4_examples_of_approved_bids(words: str, made: str) -> None:
    """Those without plus as first call too; the others over 28 spades."""
    if "lus" not in words:
        assert INTERNATIONAL.codes(f"{words}, {PASSES}") == []
        assert INTERNATIONAL.contract(f"{words}, {PASSES}") == f"{made} by 3"
        return
    assert INTERNATIONAL.codes(f"28 S, {words}, {PASSES}") == []
    assert INTERNATIONAL.contract(f"28 S, {words}, {PASSES}") == f"{made} by 4"


@pytest.mark.parametrize(
    "words",
    [
        "minus 1 S",
        "1 more S",
        "Adhikam Onnu",
        "One plus Diamonds",
        "Two plus Diamonds",
        "One plus Noes",
        "Pass 28",
        "Pass 56",
    ],
)
def test_international_3_4_examples_of_bids_not_approved(words: str) -> None:
    assert "unapproved-bid" in INTERNATIONAL.codes(f"28 S, {words}, 40 H, {PASSES}")


@pytest.mark.parametrize("words", ["Plus one Noes", "Plus Noes", "Plus No-trump"])
def test_international_3_4_not_approved_as_very_first_call(words: str) -> None:
    assert "unapproved-bid" in INTERNATIONAL.codes(f"{words}, 28 H, {PASSES}")
    assert "unapproved-bid" not in INTERNATIONAL.codes(f"28 S, {words}, {PASSES}")


def test_international_3_4_29_spades_then_plus_2_diamonds_is_31_diamonds() -> None:
    assert INTERNATIONAL.contract(f"29 Spades, plus 2 Diamond, {PASSES}") == "31 D by 4"


def test_international_3_4_37_pass_over_36_spades_is_37_no_trump() -> None:
    assert INTERNATIONAL.contract(f"36 spades, 37 pass, {PASSES}") == "37 NT by 4"
    assert INTERNATIONAL.codes(f"36 spades, 37 pass, {PASSES}") == []

"""What is entered and cannot be made use of is told, and counts as not known."""

from __future__ import annotations

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import Verdict, check, load

HEAD = "Sheet:\ndeal | dealer | bidder | contract | x | points A | score A\n"
UNKNOWN = "is treated as unknown"


def ruled(text: str, book: str = "international") -> Verdict:
    return check(read(text).record, load(book))


def told(text: str, book: str = "international") -> list[tuple[int | None, str, str]]:
    """The notes on what counts as not known: deal, place and the words in quotation marks."""
    notes = ruled(text, book).notes
    assert all((note.severity == "warning") is (UNKNOWN in note.message) for note in notes)
    return [
        (note.game, str(note.place), note.message.split('"')[1])
        for note in notes
        if UNKNOWN in note.message
    ]


@pytest.mark.parametrize(
    ("row", "column", "words"),
    [
        ("1 | 7 | 1 | 28 S | | 30 | 1", "dealer", "7"),
        ("1 | 2 | Biju | 28 S | | 30 | 1", "bidder", "Biju"),
        ("1 | 2 | 1 | hello | | 30 | 1", "contract", "hello"),
        ("1 | 2 | 1 | X | | 30 | 1", "contract", "X"),
        ("1 | 2 | 1 | +1 D | | 30 | 1", "contract", "+1 D"),
        ("1 | 2 | 1 | 28 S | XXX | 30 | 1", "x", "XXX"),
        ("1 | 2 | 1 | 28 S | | thirty | 1", "points A", "thirty"),
        ("1 | 2 | 1 | 28 S | | 30 | 1.5", "score A", "1.5"),
    ],
)
def test_an_entry_that_is_not_what_its_column_holds(row: str, column: str, words: str) -> None:
    assert told(f"{HEAD}{row}\n") == [(None, f"row 1 / {column}", words)]


@pytest.mark.parametrize(
    "row",
    [
        "1 | 2 | 1 | 28 S | X | 30 | 1",
        "1 | 2 | 1 | 28 S X | | 30 | 1",
        "1 | 2 | 1 | 34 | xx | 30 | 1",
        "1 | 2 | 1 | Pass | | 30 | 1",
        "1 | 2 | 1 | 29 Noes | | 30 | 1",
        "1 | - | ?? | ?? | - | {30|36} | 1?",
        "1 | | | | | |",
        "1 | 2 | 1 | 27 S | | 30 | 1",
    ],
)
def test_what_is_understood_or_doubtful_or_blank_is_not_told(row: str) -> None:
    assert told(f"{HEAD}{row}\n") == []


def test_a_player_that_the_heading_names_is_a_seat() -> None:
    row = "1 | 2 | Biju | 28 S | | 30 | 1\n"
    assert told(f'[Seat1 "Biju"]\n{HEAD}{row}') == []


def test_a_column_of_unknown_words_is_told_once() -> None:
    rows = "".join(f"{n} | 2 | Biju | 28 S | | 30 | 1\n" for n in range(1, 5))
    (note,) = (note for note in ruled(HEAD + rows).notes if UNKNOWN in note.message)
    assert note.message.endswith("The same applies to 3 more entries in that column.")


def test_a_seat_that_the_table_does_not_have_under_a_deal() -> None:
    text = '[Deal "1"]\n[Dealer "7"]\nResult:\ncontract 28 S by 8\n'
    assert told(text) == [(1, "dealer", "7"), (1, "contract", "8")]
    assert told(text.replace("7", "2").replace("by 8", "by 1")) == []
    assert told(f'[Players "8"]\n{text}', "online") == []


PLAY = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\nPlay:\n'


def test_a_card_more_than_there_are_seats() -> None:
    (note,) = ruled(f"{PLAY}3:KH AH JH 9H 10H QH JH\n").notes
    assert note.severity == "warning" and str(note.place) == "trick 1"
    assert "7 cards, and there are 6 seats" in note.message
    assert note.span is not None and note.span.column == 22
    assert ruled(f"{PLAY}3:KH AH JH 9H 10H QH\n").notes == ()
    # A label tells who played twice, which is a finding.
    twice = ruled(f"{PLAY}3:KH AH JH 9H 10H QH 4:JH\n")
    assert twice.notes == ()
    assert [each.code for each in twice.findings] == ["play-out-of-turn"]


HANDS = """Hands:
1: QS 10H AS 10D AD QS 9D 10S
2: KS 10C 9H 10C KD QD KH 10H
3: 9D AS JD KD AD AC JD AH
4: AH QC KS JS 10D 9C JH 10S
5: JH AC 9S QC JC 9S 9C KC
6: QD QH KH JC QH 9H JS KC
"""


@pytest.mark.parametrize(
    ("trick", "found"), [("KD J JD 10D 9S QD AD", 0), ("KD 10D 9S QD AD JD", 5)]
)
def test_of_a_card_more_and_one_unread_nobody_knows_who_played_them(trick: str, found: int) -> None:
    """The rank of a card was read as one of its own, and four seats did not hold what they played."""
    text = PLAY.replace("Auction:", f"{HANDS}Auction:").replace('[Dealer "2"]', '[Dealer "1"]')
    verdict = ruled(f"{text}2:{trick}\n", "community")
    assert [each.code for each in verdict.findings].count("card-not-held") == found


def test_a_trick_more_than_there_are_cards() -> None:
    (note,) = ruled(f"{PLAY}trick 9: 3:KH AH JH 9H 10H QH\n").notes
    assert note.message == "Trick 9 is entered; a deal has 8 tricks."
    assert ruled(f"{PLAY}trick 8: 3:KH AH JH 9H 10H QH\n").notes == ()


def test_bridge_words_that_are_no_contract_and_no_seat() -> None:
    head = "Sheet:\ndeal | bidder | contract | x | score NS\n"
    assert told(f"{head}1 | 3 | 4 | | 120\n2 | N | 4 S | | 120\n", "duplicate") == [
        (None, "row 1 / bidder", "3"),
        (None, "row 1 / contract", "4"),
    ]
    assert told(f"{head}1 | N | Pass | | lots\n", "duplicate") == [
        (None, "row 1 / score NS", "lots")
    ]


def test_bridge_line_of_an_entry_that_is_none() -> None:
    head = "Sheet NS:\ndeal | line | we | they | entry\n"
    assert told(f"{head}1 | beside | 120 | | trick\n", "alberta") == [
        (None, "row 1 / line", "beside")
    ]
    for word in ("Below", "above", "game", "total", "honours"):
        assert told(f"{head}1 | {word} | 120 | | trick\n", "alberta") == []


def test_a_second_sheet_is_named() -> None:
    first, second = (HEAD.replace(":", f" {team}:") for team in "AB")
    rows = f"{first}1 | 2 | 1 | 28 S | | 30 | 1\n{second}1 | 2 | 1 | hello | | 30 | 1\n"
    assert told(rows) == [(None, "sheet 2 / row 1 / contract", "hello")]


def test_card_points_that_cannot_be_tell_nothing_of_the_score() -> None:
    text = "Sheet:\ndeal | bidder | contract | points A | points B | score A | score B\n"
    findings = ruled(f"{text}1 | 1 | 28 S | -3 | 59 | 1 | 0\n").findings
    assert [each.code for each in findings] == ["points-entry"]


@pytest.mark.parametrize(
    ("line", "place", "side"),
    [("points NS 30", "points NS", "NS"), ("score EW 1", "score EW", "EW")],
)
def test_a_side_that_the_table_does_not_have_under_a_deal(line: str, place: str, side: str) -> None:
    assert told(f'[Deal "1"]\nResult:\ncontract 28 S by 1\n{line}\n') == [(1, place, side)]


def test_a_side_of_56_under_a_hand_of_bridge() -> None:
    text = '[Deal "1"]\n[Game "bridge"]\nResult:\ncontract 4 S by N\nscore A 400\n'
    assert told(text, "duplicate") == [(1, "score A", "A")]
    assert told(text.replace("A 400", "NS 420"), "duplicate") == []


def test_a_tie_break_of_a_side_that_the_table_does_not_have_decides_nothing() -> None:
    rows = "1 | 2 | 1 | 28 S | | 30 | 1 | 1 |\n2 | 1 | 2 | 28 S | | 26 | 0 | 1 | 1\n"
    head = (
        "Sheet:\ndeal | dealer | bidder | contract | x | points A | score A | total A | total B\n"
    )
    text = f'[Deals "2"]\n{head}{rows}matchpoints A 2 B 1 tiebreak EW\n'
    found = ruled(text)
    assert "EW" in [words for _, _, words in told(text)], found.notes
    assert "match-points-entry" not in {finding.code for finding in found.findings}

"""Hands with their suits a line each."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.entries import Holding
from fairdeal.digitize.printed.words import PageWords, said
from tests.support.printed_words import NOTHING, line, line_of, log, log_of, word


def by_suit(*lines: str) -> str:
    """What comes of a hand of seat 3 in these lines."""
    return log_of("\n".join(["Hands:", "3:", *lines])).split("\n", 1)[1]


def test_suits_by_letter() -> None:
    assert by_suit("S: J 9", "H: A K 10", "D: -", "C: Q") == "3: JS 9S AH KH 10H QC"


@pytest.mark.parametrize("sign", ["♥", "♡", "H", "h:", "Hearts", "hearts:", "Heorts"])
def test_names_of_a_suit(sign: str) -> None:
    assert by_suit(f"{sign} A K 10") == "3: AH KH 10H"


@pytest.mark.parametrize("seen", ["Cc:", "Cc"])
def test_the_letter_of_a_suit_may_be_seen_twice(seen: str) -> None:
    """On two small blurred pages "C:" was, and the whole hand could not be read."""
    assert by_suit("S: J 9", "H: A K 10", "D: -", f"{seen} Q") == "3: JS 9S AH KH 10H QC"


def test_ranks_without_blanks() -> None:
    assert by_suit("S AKJ109") == "3: AS KS JS 10S 9S"
    assert by_suit("S A, K, 9") == "3: AS KS 9S"


@pytest.mark.parametrize("close", ["H:AJ 9", "H:A J9", "H: AJ9", "♥A J 9"])
def test_ranks_close_behind_their_suit(close: str) -> None:
    assert by_suit(close) == "3: AH JH 9H"


@pytest.mark.parametrize("void", ["-", "--", "void", "none"])
def test_a_void_suit_has_no_cards(void: str) -> None:
    assert by_suit("S J 9", f"H {void}") == "3: JS 9S"


def test_two_strokes_that_a_reader_saw_nothing_in_are_a_void_all_the_same() -> None:
    """The hand was said to lack cards, and all that rested on the hands was in doubt."""
    strokes = [(("", 0.7), ("--", 0.3)), (("", 0.7), ("K", 0.3))]
    for seen, more in zip(strokes, ("", "?"), strict=True):
        suit = line_of([*line("H:", 2).words, word(*seen, row=2, column=4)], 2)
        lines = (line("Hands:"), line("3:", 1), suit, line("S: J 9", 3))
        read = log(PageWords(lines, NOTHING, NOTHING))
        assert (read == "Hands:\n3: JS 9S") is (not more)


@pytest.mark.parametrize(
    ("sure", "read"), [(0.45, "{TD 0.4583|JD 0.4583} TD TD JS"), (0.95, "TD TD JS")]
)
def test_a_card_that_was_read_as_a_sign_by_halves_is_not_left_out(sure: float, read: str) -> None:
    """Of a blurred line a J was ``:``, ``]`` or ``1``, and its seat played a card that it did not hold."""
    seen = word((":", sure), ("]", 1 - sure), row=2, column=4)
    suit = line_of([*line("D:", 2).words, seen, word("TT", row=2, column=6)], 2)
    lines = (line("Hands:"), line("3:", 1), suit, line("S: J", 3))
    assert log(PageWords(lines, NOTHING, NOTHING)) == f"Hands:\n3: {read}"


@pytest.mark.parametrize(
    ("seen", "seat"),
    [
        ((("aT", 0.6), ("1:", 0.3), ("1;", 0.1)), "{1 0.4000}"),
        ((("aT", 0.95), ("1:", 0.05)), "~ ??"),
        ((("S:", 0.6), ("5:", 0.4)), "~ ??"),
        ((("aTK", 0.6), ("1:K", 0.4)), "~ ??"),
    ],
)
def test_a_seat_that_was_read_as_something_else_may_be_one_where_it_stands_alone(
    seen: tuple[tuple[str, float], ...], seat: str
) -> None:
    """One of two readers saw ``1:`` above a suit, the other letters: a whole hand was left out."""
    suits = [line("S: J 9", 1), line("H: A", 2), line_of([word(*seen, row=3)], 3)]
    lines = (line("2:"), *suits, line("S: K", 4), line("H: 10", 5))
    read = log(PageWords(lines, NOTHING, NOTHING)).splitlines()
    assert read[-1].startswith(seat)
    first = log(PageWords(lines[3:], NOTHING, NOTHING)).splitlines()
    assert (first[:2] == ["Hands:", "{1 0.4000}: KS 10H"]) is seat.startswith("{1")
    # Perhaps it is two cards of the hand above: nobody knows how many that has.
    assert any(row.startswith("~ 2:") for row in read) or seen[0][0] == "S:"


@pytest.mark.parametrize(("last", "open_"), [("D: 9", True), ("D: 9\nC: 10", False)])
def test_what_stands_below_four_suits_is_no_line_of_their_hand(last: str, open_: bool) -> None:
    """The 4 of a seat looked like an A, and the whole hand above it was in doubt."""
    above = [line(text, n) for n, text in enumerate(f"2:\nS: J 9\nH: A\n{last}".split("\n"))]
    seat = line_of([word(("A:", 0.6), ("4:", 0.4), row=5)], 5)
    words = PageWords((*above, seat, line("S: K", 6), line("H: 10", 7)), NOTHING, NOTHING)
    read = log(words).splitlines()
    assert any(row.startswith("~ 2:") for row in read) is open_
    assert read[-1] == "{4 0.4000}: KS 10H"


def test_a_suit_alone_in_its_line_is_never_a_seat() -> None:
    void = line_of([word(("♦", 0.85), ("4:", 0.15), row=3)], 3)
    lines = (line("Hands:"), line("N:", 1), line("♠ J 9", 2), void, line("♣ A", 4))
    assert log(PageWords(lines, NOTHING, NOTHING)) == "Hands:\nN: JS 9S AC"


@pytest.mark.parametrize("close", ["D :AK", "D : AK", "D. :AK"])
def test_a_colon_apart_from_its_suit_is_no_part_of_a_card(close: str) -> None:
    """It was a card that nobody can read, and the hand had nine for certain."""
    assert by_suit("S J 9", close) == "3: JS 9S AD KD"


def test_a_line_that_cannot_be_read_makes_the_hand_unknown_not_short() -> None:
    read = by_suit("S: J 9", "%%: A K", "D: 9")
    assert read == "~ %%: A K\n~ 3: JS 9S 9D"


def test_a_suit_that_comes_twice_in_a_hand_may_be_another_either_time() -> None:
    """A club of a typewriter was a spade for certain: its card was said to be held by nobody, and twice."""
    read = by_suit("♠ J 9", "♥ A", "♠ Q")
    assert read == "3: {JS 0.6000} {9S 0.6000} AH {QS 0.6000}"
    hand = Holding(said("3"))
    for each in ("♠ J 9", "♥ A", "♠ Q 10"):
        hand.take(line(each).words)
    assert [card.by_ink < 0.9 for card in hand.cards] == [True, False, False, True, False]


def test_a_rank_that_is_none_stays_as_it_was_seen() -> None:
    assert by_suit("S: J 9 % A") == "3: JS 9S %S AS"


def test_a_sign_close_to_a_rank_may_be_a_card_of_its_own() -> None:
    """A bent jack was read as a bracket, left out with nobody asked, and the hand of thirteen had twelve."""
    assert by_suit("S:)4", "H: Q 9") == "3: )S 4S QH 9H"
    assert by_suit("S: A)4") == "3: {AS 0.9000} )S {4S 0.9000}"


def test_a_card_is_no_surer_than_the_sign_of_its_suit() -> None:
    suit = line_of([word(("S:", 0.8), ("5:", 0.2), row=2), *line("   J 9", 2).words], 2)
    read = log(PageWords((line("Hands:"), line("3:", 1), suit), NOTHING, NOTHING))
    assert read.splitlines()[1] == "3: {JS 0.8000} {9S 0.8000}"


@pytest.mark.parametrize("heading", ["Player 2", "Seat 2", "2:", "Seat 2:"])
def test_the_seat_in_a_line_of_its_own(heading: str) -> None:
    assert log_of(f"Hands:\n{heading}\nS: J 9\nH: A") == "Hands:\n2: JS 9S AH"


def test_a_1_that_looks_like_a_letter_is_a_seat_behind_its_name() -> None:
    """Of old figures a 1 is a small I: the hand and its cards were left out."""
    assert log_of("Hands:\nPlayer I\nS: J 9\nH: A") == "Hands:\n{1 0.9800}: JS 9S AH"
    assert log_of("Hands:\nPlayer one\nS: J 9").splitlines()[1] == "; Player one"


def test_hands_need_no_heading() -> None:
    assert log_of("North\nS: J 9\nH: A\nEast\nS: Q") == "Hands:\nN: JS 9S AH\nE: QS"


def test_the_next_seat_begins_the_next_hand() -> None:
    assert log_of("Hands:\n1:\nS: J 9\n2:\nS: Q") == "Hands:\n1: JS 9S\n2: QS"


def test_a_suit_without_cards_may_have_nothing_behind_it() -> None:
    assert by_suit("S:", "H: A K", "D: 9") == "3: AH KH 9D"
    assert by_suit("H: A K", "S:", "D: 9") == "3: AH KH 9D"
    assert log_of("North\nS:\nH: A\nSouth\nS: 9") == "Hands:\nN: AH\nS: 9S"
    assert log_of("Hands:\nN:\nH: A\nS:\nH: 9") == "Hands:\nN: AH\nS: 9H"


def test_a_suit_whose_figures_look_like_letters_is_no_hand_of_south() -> None:
    assert log_of("North\nS: Q 9 S\nH: A\nEast\nS: J").splitlines()[1].startswith("N: QS 9S")
    assert log_of("Hands:\nN: AH\nS: KH 9C").splitlines()[2] == "S: KH 9C"


def test_a_line_of_a_hand_that_is_no_sentence_may_have_been_a_suit_of_it() -> None:
    """A card was lost with it, and nobody was asked."""
    text = "Hands:\nNorth\nS: K 6 5\nH¢Q\nD: K J 10"
    assert log_of(text).splitlines()[-1].startswith("~ N:")
    remark = text.replace("H¢Q", "he was not at the table")
    assert log_of(remark).splitlines()[-1].startswith("N:")


def test_a_ten_read_as_letters_among_ranks_without_blanks_is_one_in_doubt() -> None:
    """`QJIO` is a word to look at, and the suit was left out as a remark."""
    for seen in ("QJIO", "QJio"):
        read = log_of(f"Hands:\nSouth\nS: A K\nD: {seen}\nC: 9").splitlines()[1]
        assert read.startswith("S: AS KS {QD 0.9") and "10D" in read
    read = log_of("Hands:\nSouth\n♠ A K\n♦ IO\n♣ 9").splitlines()[1]
    assert read == "S: AS KS {10D 0.9000} 9C"


def test_a_ten_of_which_readers_see_now_figures_now_letters_is_one_card() -> None:
    """Each spelling was less likely than not, and four ranks were one card that could not be read."""
    seen = (("KQJ10", 0.45), ("KQJI0", 0.35), ("KQJi0", 0.2))
    suit = line_of([*line("H:", 2).words, word(*seen, row=2, column=4)], 2)
    read = log(PageWords((line("Hands:"), line("3:", 1), suit), NOTHING, NOTHING))
    assert read.splitlines()[1] == "3: KH QH JH 10H"


def test_a_line_that_begins_as_a_suit_is_no_remark() -> None:
    assert log_of("Hands:\nSouth\nS: A K\nD: nothing whatever").splitlines()[-1].startswith("~ S:")


def test_a_suit_that_a_hand_has_already_is_of_the_next_one() -> None:
    """The name of a seat was not read, and its cards were those of the hand above: twice too many."""
    text = "Hands:\nPlayer 4\nS: K\nH: 9\nHIE\nS: A\nH: 10\nPlayer 6\nS: 9\nH: A"
    read = [line for line in log_of(text).splitlines() if "S" in line]
    assert read == ["~ 4: KS 9H", "~ ??: AS 10H", "6: 9S AH"]


def test_a_colon_behind_a_suit_may_be_lost_or_read_as_a_letter() -> None:
    assert by_suit("S: J 9", "Cr K Q") == "3: JS 9S {KC 0.8000} {QC 0.8000}"
    assert by_suit("S: J 9", "C9") == "3: JS 9S 9C"


def test_a_rank_that_cannot_be_read_is_a_card_all_the_same() -> None:
    """Its line was left out as a speck, and the hand was a card short."""
    assert by_suit("H: A K", "S:}") == "3: AH KH }S"


def test_a_rank_close_behind_the_name_of_its_suit_is_a_card() -> None:
    """Read as a letter of the name, it was missing, and a card played later was in no hand."""
    assert by_suit("Spades:J 9", "Hearts:A") == "3: JS 9S AH"


def test_a_short_word_among_the_suits_of_a_hand_may_be_one_of_them() -> None:
    """``S:J`` was read as a word, and left out as a remark with its card."""
    read = log_of("Hands:\nSouth\nSui\nH: 9 5\nD: A").splitlines()
    assert read[-1] == "~ S: 9H 5H AD"

"""Calls in a line, and in two."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.auction import calls_of
from fairdeal.digitize.printed.entries import label_of
from fairdeal.digitize.printed.words import Slot
from fairdeal.grammar.calls import parse_call
from tests.support.printed_words import log_of, text_of, word, words


def calls(text: str) -> str:
    return text_of([calls_of(words(text))])


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("3: 28 S, Pass, 29 H", "3: 28 S, Pass, 29 H"),
        ("28 S,Pass,29 H", "28 S, Pass, 29 H"),
        ("28 S , Pass", "28 S, Pass"),
        ("28 S ,Pass", "28 S, Pass"),
        ("28 S. Pass", "28 S, Pass"),
        ("Plus 2 Hearts, P,", "Plus 2 Hearts, P,"),
        ("3: 28 S 4: Pass", "3: 28 S, 4: Pass"),
        ("Seat 3: 28 S, Pass", "3: 28 S, Pass"),
        ("N: 1 C, E: X", "N: 1 C, E: X"),
        ("29Pass, Pass", "29 Pass, Pass"),
        ("29P, P", "29 P, P"),
    ],
)
def test_each_call_has_its_comma(printed: str, read: str) -> None:
    assert calls(printed) == read


def test_each_call_is_one_entry() -> None:
    row = calls_of(words("3: Plus 2 Hearts, Pass"))
    assert [piece.text for piece in row if piece.slot is Slot.CALL] == ["Plus 2 Hearts", "Pass"]


def test_a_call_has_the_rivals_of_its_words() -> None:
    (call,) = calls_of([word(("28", 0.8), ("29", 0.2)), word("S", column=3)])
    assert dict(call.readings) == {"28 S": pytest.approx(0.8), "29 S": pytest.approx(0.2)}


def test_what_is_no_call_stays_as_it_was_seen_and_is_doubted() -> None:
    assert calls("28 S, qwx, Pass") == "28 S, qwx?, Pass"


WRAPPED = """Auction:
3: 28 Spades, Pass, Plus 2
Hearts, Pass"""


def test_a_call_goes_on_in_the_next_line() -> None:
    assert log_of(WRAPPED) == "Auction:\n3: 28 Spades, Pass, Plus 2 Hearts, Pass"


def test_two_bids_with_no_comma_at_the_end_of_a_line_are_two() -> None:
    """A bid may end with plus, and the next one begin with it: made one, the next call was out of turn."""
    read = log_of("Auction:\np, Diamonds 30, Diamonds Plus\nPlus 1 Spades, p").splitlines()
    assert read[1:] == ["p, Diamonds 30, Diamonds Plus", "Plus 1 Spades, p"]


def test_a_plus_at_the_end_of_a_line_is_half_of_a_bid() -> None:
    """Made a call of its own it was a bid that nobody may make, and the next one was too low."""
    long = "3: 38 S, Pass, Pass, Pass, Pass, Pass, Pass, Pass"
    read = log_of(f"Auction:\n{long}\n39 NT, Plus\n2 NS, Pass").splitlines()
    assert read[2] == "39 NT, {Plus 2 NS 0.6000}, Pass"


def test_a_seat_whose_colon_is_lost_is_no_call() -> None:
    assert calls("Seat 1 P") == "{1 0.9000}: P"
    assert label_of(words("Seat 1 was late")) is None


def test_a_call_that_a_comma_ended_does_not_go_on() -> None:
    text = "Auction:\n3: 28 Spades, Pass, Plus 2,\nHearts, Pass"
    assert log_of(text) == text


@pytest.mark.parametrize("last", ["Pass", "29 Spades", "XX"])
def test_two_whole_calls_are_two_however_wide_the_line(last: str) -> None:
    """The widest line of a page always seems to have no room for more."""
    text = f"Auction:\n3: 28 Spades, Pass, {last}\nPass, 30 H"
    assert log_of(text) == text


def test_a_short_line_does_not_go_on_in_the_next() -> None:
    text = "Auction:\n3: 28 S\nPass, Pass, Pass, Pass, 29 H"
    assert log_of(text) == text


def test_a_line_of_an_auction_that_is_no_call_is_a_comment() -> None:
    assert log_of("Auction:\n28 S, Pass\ntea was served").endswith("; tea was served")


def test_a_seat_named_at_the_end_of_a_line_stands_in_the_next() -> None:
    read = log_of("Auction:\nSeat 3: 28 H, Seat 4: Pass, Seat\n5: Pass, Seat 6: 29 S")
    assert read.splitlines()[1:] == ["3: 28 H, 4: Pass,", "5: Pass, 6: 29 S"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("2 C X P", "{2 C 0.9700}, {X 0.9700}, {P 0.9700}"),
        ("Pass Pass", "{Pass 0.9700}, {Pass 0.9700}"),
        ("Pass D 30 Pass", "{Pass 0.9700}, {D 30 0.9700}, {Pass 0.9700}"),
        ("31 S C Plus 2", "{31 S 0.9700}, {C Plus 2 0.9700}"),
        ("56 Pass Pass", "{56 Pass 0.9700}, {Pass 0.9700}"),
        ("31 S D", "31 S D"),
        ("29 Pass, 30 H", "29 Pass, 30 H"),
    ],
)
def test_what_may_be_two_calls_without_a_comma_is_in_doubt(typed: str, read: str) -> None:
    assert log_of(f"Auction:\n{typed}").splitlines()[1] == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("30 D, 6 +1 NS, 35 Pass", "30 D, {6 +1 NS 0.6000}, 35 Pass"),
        ("30 D, 6 + 1 NS, 35 Pass", "30 D, {6 + 1 NS 0.6000}, 35 Pass"),
        ("30 D, 4 + H, 35 Pass", "30 D, 4 + H, 35 Pass"),
    ],
)
def test_a_figure_before_a_raise_by_another_may_be_a_seat_and_is_in_doubt(
    typed: str, read: str
) -> None:
    """Its colon was lost, and a bid of two figures was said for certain."""
    assert log_of(f"Auction:\n{typed}").splitlines()[1] == read


def test_what_is_no_call_is_in_doubt() -> None:
    assert log_of("Auction:\n1 H ^I, 2 H Al").splitlines()[1] == "1 H ^I, 2 H Al?"


@pytest.mark.parametrize("last", ["31", "31 plus", "29 +"])
def test_a_pass_below_a_bid_without_trumps_may_be_of_it_or_another_call(last: str) -> None:
    """As one of them every later seat might be one off, and a player called out of turn for certain."""
    read = log_of(f"Auction:\n3: 28 Spades, Pass, 28 Hearts, Pass, {last}\nPass, X").splitlines()
    assert read[1:] == [f"3: 28 Spades, Pass, 28 Hearts, Pass, {{{last} 0.6000}}", "~ Pass,", "X"]


@pytest.mark.parametrize("last", ["2: +H", "2: plus hearts", "2: 33 H"])
def test_a_pass_below_a_bid_that_ends_with_its_trumps_is_another_call(last: str) -> None:
    """As one of them every later seat was one off, and a player called out of turn for certain."""
    read = log_of(
        f"Auction:\n1: 29 NS, X, 33 Pass, P, P, 38 C, +4 D, {last}\nP, 5: P, X"
    ).splitlines()
    assert read[1:] == [f"1: 29 NS, X, 33 Pass, P, P, 38 C, +4 D, {last}", "P, 5: P, X"]


@pytest.mark.parametrize("sign", [",", ";", ""])
def test_a_figure_below_a_plus_is_its_number(sign: str) -> None:
    """Its comma was read as a semicolon, and a plus of two was a plus."""
    text = (
        f"Auction:\n3: 28 Spades, Pass, ♠ Plus\n2{sign}\n6: Pass and a much longer line than these"
    )
    assert log_of(text).splitlines()[1].startswith("3: 28 Spades, Pass, ♠ Plus 2")


def test_a_stamp_between_two_lines_ends_no_call() -> None:
    text = "Auction:\n3: 28 Spades, Pass, 28 Hearts, Plus 2\n; checked\nHearts, Pass"
    assert log_of(text).splitlines()[1:] == [
        "3: 28 Spades, Pass, 28 Hearts, Plus 2 Hearts, Pass",
        "; checked",
    ]


@pytest.mark.parametrize("typed", ["hPlus", "sPlus 2", "HeartsPlus3", "plus2", "28h", "PlusC"])
def test_a_call_may_be_typed_without_a_blank(typed: str) -> None:
    assert calls(f"3: Pass, {typed}, Pass") == f"3: Pass, {typed}, Pass"


@pytest.mark.parametrize("call", ["Pass", "38 NT", "+2 S", "Plus 3 H", "X"])
def test_a_seat_without_its_colon_is_one_where_others_have_theirs(call: str) -> None:
    assert calls(f"3: 28 S, 4 {call}, 5: Pass") == f"3: 28 S, {{4 0.9000}}: {call}, 5: Pass"


def test_a_figure_before_a_trump_is_a_call() -> None:
    assert calls("N: 1 C, 2 H, E: X") == "N: 1 C, 2 H, E: X"
    assert calls("3: 28 S, 4 H") == "3: 28 S, 4 H"
    assert calls("28 S, 4 38 NT") == "28 S, {4 38 NT 0.6000}"
    assert calls("28 S, 2 S+4, 3: x") == "28 S, {2 S+4 0.6000}, 3: x"  # accused its caller of it


@pytest.mark.parametrize("two", ["2 S 2 H", "2S 2H", "2S2H", "2 S2 H"])
def test_two_bids_without_anything_between_them_are_two_in_doubt(two: str) -> None:
    """As one call they made all behind it other seats', and the contract wrong for certain."""
    read = calls(f"N: {two}, X").replace(" ", "")
    assert read == "N:{2S0.9700},{2H0.9700},X"
    assert calls("3: 30 S3, x") == "3: 30 S3, x"  # a figure alone is no bid


def test_heads_of_columns_are_no_call() -> None:
    """Where no rules were seen, the seats above the calls were called an unapproved bid of one of them."""
    read = log_of("Auction:\nW N E S\nP P 1 ♣ P").splitlines()
    assert read[1] == "; W N E S" and read[2].startswith("{P 0.9")


@pytest.mark.parametrize("sign", ["-", "—", "'", "7"])
def test_a_lone_stroke_is_no_call(sign: str) -> None:
    """A piece of a rule was a call of the dealer, who then seemed to call again."""
    assert log_of(f"Auction:\n{sign}\n4: 31 Pass, X").splitlines()[-1] == "4: 31 Pass, X"
    assert log_of(f"Auction:\n{sign}\n4: 31 Pass, X").splitlines()[1] in (f"; {sign}", f"~ {sign}")


def test_a_figure_before_a_number_of_two_begins_a_line_as_a_seat() -> None:
    """On pale print ``2: 29 C`` lost its dots, and 2 29 C was called an unapproved bid."""
    assert calls("2 29 C, D 30, Pass") == "{2 0.9000}: 29 C, D 30, Pass"


def test_a_figure_before_a_pass_is_a_seat() -> None:
    """The dots of ``1: x`` were not seen: the double was called out of turn, and became the next seat's."""
    assert calls("31 NT, 1 X") == "31 NT, {1 0.9000}: X"
    assert calls("28 S, 4 Pass") == "28 S, {4 0.9000}: Pass"
    assert calls("28 S, S X") == "28 S, S X"


@pytest.mark.parametrize("trump", ["H", "Hearts", "NT", "♥"])
def test_a_trump_below_a_number_is_its_own_wherever_the_line_broke(trump: str) -> None:
    text = f"Auction:\nW: Pass, 1 C, 1\n{trump}, Pass, Pass\nand a much longer line than these are"
    assert log_of(text).splitlines()[1].startswith(f"W: Pass, 1 C, 1 {trump}, Pass, Pass")


def test_a_number_that_a_comma_ended_has_no_trump_in_the_next_line() -> None:
    text = "Auction:\nW: Pass, 1 C, 28,\nH, Pass\nand a much longer line than these are"
    assert log_of(text).splitlines()[1] == "W: Pass, 1 C, 28,"


@pytest.mark.parametrize("call", ["+NT", "+nt", "+NS", "NT+", "H+", "+H", "+4 D", "+ NT", "NT +"])
def test_a_raise_alone_on_its_line_is_a_call(call: str) -> None:
    """It was a remark, and the next to call was accused of a call out of turn."""
    read = log_of(f"Auction:\n5: 32 NT\nPass\n{call}\n6: Pass\nPass\nPass").splitlines()
    assert read[3].replace(" ", "") == call.replace(" ", "") and len(read) == 7


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        ("F\nPass\nP\n6: Pass", "~ F"),  # a P, below the first call
        ("Pass\nP\nF\n6: Pass", "~ F"),
        ("Pass\nP\n              F\n6: Pass", "; F"),  # beside them
        ("Pass, P, Pass\nPass, P, P\nF\n6: Pass", "; F"),
    ],
)
def test_a_speck_where_calls_stand_below_each_other_may_be_one(lines: str, read: str) -> None:
    """Left out it gave the next to call another seat."""
    assert read in log_of(f"Auction:\n5: 32 NT\n{lines}").splitlines()


def test_two_letters_that_touch_are_no_suit_in_a_pass() -> None:
    assert calls("28 S, pa♥, Pass").startswith("28 S, {pass 0.9")
    assert calls("28 ♥, Pass") == "28 ♥, Pass"


def test_a_pass_behind_what_is_no_call_is_a_call_of_its_own() -> None:
    assert calls("3: 28 S, Qz P, Pass") == "3: 28 S, Qz?, {P 0.9700}, Pass"


def test_a_comma_read_as_a_letter_of_a_pass_ends_it() -> None:
    """In thin letters of one width: two passes were one call that is none."""
    assert calls("29 S, Pr 30 Pr Pr P") == "29 S, {P 0.9700}, {30 P 0.9700}, {P 0.9700}, P"
    assert calls("29 S, XX, Pass") == "29 S, XX, Pass"


def test_a_line_of_the_auction_that_cannot_be_read_is_nobodys_call() -> None:
    """A seat was accused of a bid in words that are none."""
    assert log_of("Auction:\nN E S W\n1 H, Pass").splitlines()[1] == "; N E S W"


@pytest.mark.parametrize("plus", ["Plus", "plus", "+"])
def test_a_pass_behind_a_bid_that_ends_with_plus_is_another_call(plus: str) -> None:
    """Both were one call, and all calls behind it another seat's."""
    read = log_of(f"Auction:\nClubs {plus} P,").splitlines()[1]
    assert read == f"{{Clubs {plus} 0.9700}}, {{P 0.9700}},"


def test_a_bid_with_its_number_in_the_next_line_is_another_call() -> None:
    """It was put to the call before it, and all behind it were another seat's."""
    long = "28 NS, Pass, 29 Pass, 31 NT, Pass, Pass, +S"
    assert log_of(f"Auction:\n{long}\n37 Pass, X").splitlines()[1:] == [long, "37 Pass, X"]
    long = "28 NS, Pass, 29 Pass, 31 NT, Pass, Clubs Plus"
    read = log_of(f"Auction:\n{long}\n12, X").splitlines()
    assert read[1].endswith("Clubs Plus 12, X")


def test_a_suit_before_a_whole_bid_may_be_a_seat_and_stays_as_it_was_seen() -> None:
    """South's opening was for certain a bid with trumps twice; but so it may have been printed."""
    assert log_of("Auction:\nS 1 S, Pass").splitlines()[1] == "{S 1 S 0.6000}, Pass"
    assert log_of("Auction:\nN 1 Clubs, P").splitlines()[1] == "{N 1 Clubs 0.6000}, P"
    assert log_of("Auction:\nW 1 ♥, Pass").splitlines()[1] == "W 1 ♥?, Pass"
    assert log_of("Auction:\nS 1, Pass").splitlines()[1] == "S 1, Pass"


def test_what_is_no_call_behind_a_seat_is_doubted() -> None:
    """Half of a pass in a line of its own was a bid in words that are none, for certain."""
    assert log_of("Auction:\n2: 28 NT, 3: Pass,\n4: Pas").splitlines()[-1] == "4: Pas?"
    assert log_of("Auction:\n2: 28 NT, 3: Pass,\n; tea\n").splitlines()[-1] == "; tea"


def test_a_call_that_ends_with_a_pass_does_not_go_on_in_the_next_line() -> None:
    """`39 Pass` and a pass below it were one call in doubt, and the deal was won by the other side."""
    long = "Auction:\n5: 31 S, Pass, 32 NS, +2 C, Pass, 39 Pass\nPass, +1 D"
    assert log_of(long).splitlines()[-2:] == [
        "5: 31 S, Pass, 32 NS, +2 C, Pass, 39 Pass",
        "Pass, +1 D",
    ]


def test_a_pass_and_a_number_with_no_comma_are_one_call_or_two() -> None:
    """Each was made a call, and the next seat that was named had called out of turn, for certain."""
    assert calls("Pass, Pass 31, 1: Pass") == "Pass, ?? Pass 31?, 1: Pass"
    assert parse_call("?? Pass 31?").may_be_several
    (call,) = calls_of(words("Pass 31"))
    assert [text for text, _ in call.readings] == ["?? Pass 31", "Pass 31"]  # one key says so
    assert calls("Pass, Pass 31 NT, 1: Pass").startswith("Pass, {Pass 0.9700}, {31 NT 0.9700}")


def test_a_comma_read_as_a_quotation_mark_ends_a_call() -> None:
    """Three calls were one, and all behind them another seat's."""
    assert calls('Pass, X" XX” 2 NT,') == "Pass, {X 0.9700}, {XX 0.9700}, 2 NT,"


def test_the_first_seat_of_a_line_may_lose_its_colon_where_all_calls_have_theirs() -> None:
    """`4 +2 C` was a bid with two numbers, for certain."""
    assert calls("4 +2 C, 5: Pass, 6: Pass, 1: X").startswith("{4 0.9000}: +2 C, 5: Pass")
    assert calls("4 +2 C, Pass, Pass, X").startswith("{4 +2 C 0.6000}, Pass")
    assert calls("4 +2 C, N: Pass, E: Pass, S: X").startswith("{4 +2 C 0.6000}, N: Pass")


def test_a_compass_letter_before_a_pass_at_the_beginning_of_a_line_is_a_seat() -> None:
    """South's pass was a bid of spades, and all calls behind it another seat's."""
    assert calls("S P, 1 C, 2 C") == "{S 0.9000}: P, 1 C, 2 C"
    assert calls("S 1 S, 2 C").startswith("{S 1 S")


def test_a_doubtful_call_with_no_comma_behind_it_may_be_none() -> None:
    """``1: Pass`` read as ``is Pass`` was a bid and a pass, and the next call out of turn for certain."""
    row = calls_of([*words("6: C 34,"), word(("1s", 0.7), ("1", 0.2), column=9), *words("Pass,")])
    assert [piece.text for piece in row] == ["6", "C 34", "??", "Pass"]
    sure = calls_of([word(("1s", 0.95), ("1", 0.05)), *words("Pass,")])
    assert [piece.text for piece in sure] == ["1s", "Pass"]


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("2: p.p, 38 ♠.x, xx", "2: p, p, 38 ♠, x, xx"),
        ("2: 38 ♠.29, p", "2: 38 ♠.29?, p"),  # it may be anything
    ],
)
def test_a_comma_within_a_word_may_be_read_as_a_full_stop(printed: str, read: str) -> None:
    """Each call behind it was that of the seat before."""
    assert calls(printed) == read

"""What the vocabularies hold: everything a person may write, right or wrong by the rules."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fairdeal.digitize.reader.vocabulary import (
    BID_ALONE,
    INDEX,
    LOOKALIKE,
    NUMBER_PASS,
    SLIP,
    TRUMP_ALONE,
    Vocabulary,
    fold_text,
    vocabulary,
)


def read(kind: str, text: str) -> str:
    words = vocabulary(kind)
    assert words is not None
    return words.read(fold_text(text))


BARRED = {
    "27 S": "27 S",
    "57 H": "57 H",
    "Pass 28": "Pass 28",
    "One plus D": "1 + D",
    "1 + D": "1 + D",
    "NT 30": "NT 30",
    "Minus 1 S": "Minus 1 S",
    "more": "more",
    "29": "29",
    "H": "H",
    "Plus NT": "+NT",
    "Plus Noes": "+NS",
    "One plus Noes": "1 + NS",
    "+1 Pass": "+1 Pass",
    "0 C": "0 C",
    "99 NT": "99 NT",
    "156 S": "156 S",
}


@pytest.mark.parametrize(("written", "text"), BARRED.items())
@pytest.mark.parametrize("kind", ["call", "contract"])
def test_a_call_that_the_rules_bar_can_be_read(kind: str, written: str, text: str) -> None:
    assert read(kind, written) == text


ALLOWED = {
    "28 S": "28 S", "S 28": "S 28", "♠28": "S 28", "Spades 28": "S 28", "28 Pass": "28 Pass",
    "28P": "28 Pass", "30 Noes": "30 NS", "30 No's": "30 NS", "30 NS": "30 NS", "28 NT": "28 NT",
    "28 No Trump": "28 NT", "+1 D": "+1 D", "Plus 1 NT": "+1 NT", "D + 2": "D + 2",
    "Clubs Plus 1": "C + 1", "Diamond plus": "D +", "+♥": "+H", "P": "Pass", "X": "X",
    "Dbl": "X", "XX": "XX", "Redouble": "XX", "AP": "AP", "28 S X": "28 S X", "D": "D",
    "Diamonds": "Diamonds",
}  # fmt: skip


@pytest.mark.parametrize(("written", "text"), ALLOWED.items())
def test_a_call_has_one_canonical_text(written: str, text: str) -> None:
    assert read("call", written) == text


def test_a_call_reads_as_the_grammar_reads_it() -> None:
    calls = pytest.importorskip("fairdeal.grammar.calls")
    for written in [*BARRED, *ALLOWED]:
        if written in ("Diamonds", "D", "more", "Minus 1 S"):
            continue  # a lone suit and unknown words keep the name they were written with
        assert read("call", written) == calls.parse_call(written).text, written


@pytest.mark.parametrize("suit", ["C♣", "D♦", "H♥", "S♠"])
@pytest.mark.parametrize("rank", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])
def test_every_card_is_there_in_either_order_with_letter_or_symbol(rank: str, suit: str) -> None:
    letter = suit[0]
    for sign in suit:
        assert read("card", rank + sign) == rank + letter
        assert read("card", sign + rank) == rank + letter
    assert read("card", f"{rank.lower()}{letter.lower()}") == rank + letter


def test_ten_may_be_a_letter() -> None:
    assert read("card", "TS") == read("card", "ST") == "10S"


@given(st.integers(0, 999))
def test_every_number_is_there(number: int) -> None:
    assert read("number", str(number)) == str(number)
    assert read("number", f"-{number}") == f"-{number}"
    if number < 100:
        assert read("contract", f"{number} H") == f"{number} H"


def test_doubling_takes_its_many_names() -> None:
    assert [read("doubling", t) for t in ("x", "X", "XX", "Dbl", "Rdbl", "-")] == [
        "X",
        "X",
        "XX",
        "X",
        "XX",
        "-",
    ]


def test_what_is_not_a_text_of_the_kind_is_not_there() -> None:
    for kind, text in [("card", "QK"), ("number", "A"), ("seat", "57"), ("call", "28 28 S")]:
        with pytest.raises(KeyError):
            read(kind, text)


def test_free_text_has_no_vocabulary_and_an_unknown_kind_is_an_error() -> None:
    assert vocabulary("text") is None
    with pytest.raises(ValueError, match="chess"):
        vocabulary("chess")


def test_a_shape_twin_is_taken_for_what_can_stand_there_but_less_surely() -> None:
    seat = vocabulary("seat")
    card = vocabulary("card")
    assert seat is not None and card is not None
    (five, south) = sorted(_meanings(seat, "S"))
    assert five == ("5", LOOKALIKE, True)
    assert south[0] == "S" and not south[2] and south[1] < five[1]
    assert _meanings(card, "A5") == (("AS", LOOKALIKE, True),)
    assert ("9S", 1.0, False) in _meanings(card, "9S")


def _meanings(words: Vocabulary, spelling: str) -> tuple[tuple[str, float, bool], ...]:
    state = 0
    for symbol in spelling:
        state = words.moves(state)[INDEX[symbol]]
    return words.canonical(spelling, words.ends(state))


@pytest.mark.parametrize(
    ("folded", "text"), [("128S", "128 S"), ("280H", "280 H"), ("99D", "99 D")]
)
def test_bids_far_out_of_range_stay_what_they_say(folded: str, text: str) -> None:
    assert vocabulary("call").read(folded) == text  # type: ignore[union-attr]


def weight_of(kind: str, spelling: str) -> float:
    words = vocabulary(kind)
    assert words is not None
    state = 0
    for symbol in spelling:
        state = words.moves(state)[INDEX[symbol]]
    return words.canonical(spelling, words.ends(state))[0][1]


def test_what_is_seldom_written_weighs_less_whatever_the_rules_say() -> None:
    assert (
        weight_of("card", "TS") < 0.1 < weight_of("card", "10S") == weight_of("card", "JS") == 1.0
    )
    assert weight_of("seat", "S") < 0.1 < weight_of("seat", "N") == weight_of("seat", "5") == 1.0
    assert weight_of("seat", "9") < weight_of("seat", "7") < weight_of("seat", "6") == 1.0
    assert weight_of("card", "7S") < weight_of("card", "9S")
    assert weight_of("number", "128") == weight_of("number", "28") == 1.0


def test_calls_that_a_rule_forbids_weigh_the_same_as_others() -> None:
    allowed = ("28S", "S28", "30NT", "30NS", "+H", "+2H", "H+2", "X", "XX")
    forbidden = ("27S", "57H", "99C", "NT30", "2+H", "+NS", "-1S", "28+H", "+NT", "28-H")
    assert {weight_of("call", each) for each in (*allowed, *forbidden)} == {1.0}
    assert weight_of("call", "28P") == weight_of("call", "P28") == NUMBER_PASS


def test_calls_that_nobody_says_weigh_what_slips_of_the_pen_weigh() -> None:
    for slip in ("9", "0", "528", "281X", "5+", "PASS-", "PASS-31", "28H-"):
        assert weight_of("call", slip) == SLIP
    for left_off in ("28", "H", "+2"):
        assert SLIP < weight_of("call", left_off) < 1.0 < weight_of("call", "P")


@pytest.mark.parametrize(
    "spelling, alike",
    [("S7", True), ("D2", True), ("7S", False), ("SK", False), ("H7", False), ("♠7", False)],
)
def test_a_letter_like_a_figure_before_a_figure_is_taken_for_a_shape(
    spelling: str, alike: bool
) -> None:
    words = vocabulary("card")
    assert words is not None
    state = 0
    for symbol in spelling:
        state = words.moves(state)[INDEX[symbol]]
    (_, _, taken), *_ = words.canonical(spelling, words.ends(state))
    assert taken is alike


def test_a_d_like_a_p_is_a_suit_rather_than_a_pass_with_a_number() -> None:
    for kind, written in (("contract", "51P"), ("call", "P51"), (TRUMP_ALONE, "P")):
        passed, suit = weight_of(kind, written), weight_of(kind, written.replace("P", "D"))
        assert passed == NUMBER_PASS < suit


def test_a_ten_may_be_an_x_and_a_stroke_a_pass() -> None:
    card, call, contract = vocabulary("card"), vocabulary("call"), vocabulary("contract")
    assert card is not None and call is not None and contract is not None
    assert card.read("XH") == "10H" and call.read("/") == "Pass"
    with pytest.raises(KeyError):
        contract.read("/")


@pytest.mark.parametrize(
    ("kind", "usual", "by_a_slip"),
    [
        (TRUMP_ALONE, ("H", "♣", "NT", "N0ES", "DIAM0NDS"), "+H"),
        (BID_ALONE, ("28", "56", "99"), "128"),
    ],
)
def test_half_of_a_contract_in_boxes_of_its_own_is_whole(
    kind: str, usual: tuple[str, ...], by_a_slip: str
) -> None:
    half = vocabulary(kind)
    assert half is not None
    assert {weight_of(kind, each) for each in usual} == {1.0}
    assert weight_of(kind, by_a_slip) == SLIP
    assert max(weight_of("contract", each) for each in ("H", "28")) < 1.0
    others = (
        {"5": "5", "128": "128"} if kind == BID_ALONE else {"28H": "28 H", "X": "X", "P": "Pass"}
    )
    assert {each: half.read(each) for each in others} == others  # whatever else stands there

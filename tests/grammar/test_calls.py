"""Calls: any words, their form, and where they are unclear."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fairdeal.grammar.calls import APPROVED_FORMS, KNOWN_FORMS, parse_call, said_text
from fairdeal.records import TermKind

FORMS = [
    ("28 Clubs", "number suit", "28 C"),
    ("28H", "number suit", "28 H"),
    ("29S", "number suit", "29 S"),
    ("thirty two diamonds", "number suit", "32 D"),
    ("Fifty-Six ♠️", "number suit", "56 S"),
    ("28♡", "number suit", "28 H"),
    ("28-S", "number suit", "28 S"),
    ("२८ H", "number suit", "28 H"),
    ("Clubs 28", "suit number", "C 28"),
    ("H28", "suit number", "H 28"),
    ("D 28", "suit number", "D 28"),
    ("28 No-trump", "number no-trump", "28 NT"),
    ("28 no trumps", "number no-trump", "28 NT"),
    ("28NT", "number no-trump", "28 NT"),
    ("28 n.t.", "number no-trump", "28 NT"),
    ("28 N/T", "number no-trump", "28 NT"),
    ("28 No. Trump", "number no-trump", "28 NT"),
    ("28 no_trump", "number no-trump", "28 NT"),
    ("twenty_eight hearts", "number suit", "28 H"),
    ("30 Noes", "number noes", "30 NS"),
    ("30 NS", "number noes", "30 NS"),
    ("30 nos", "number noes", "30 NS"),
    ("30 noe", "number noes", "30 NS"),
    ("28 Pass", "number pass", "28 Pass"),
    ("28P", "number pass", "28 Pass"),
    ("Plus Diamonds", "plus suit", "+D"),
    ("PlusD", "plus suit", "+D"),
    ("Diamond Plus", "suit plus", "D +"),
    ("Plus One Diamonds", "plus number suit", "+1 D"),
    ("+1D", "plus number suit", "+1 D"),
    ("Clubs Plus 1", "suit plus number", "C + 1"),
    ("Plus One No's", "plus number noes", "+1 NS"),
    ("Pass", "pass", "Pass"),
    ("p", "pass", "Pass"),
    ("Double", "double", "X"),
    ("Dbl.", "double", "X"),
    ("x", "double", "X"),
    ("Redouble", "redouble", "XX"),
    ("re-double", "redouble", "XX"),
    ("Rdbl", "redouble", "XX"),
    ("AP", "all-pass", "AP"),
    ("all pass", "all-pass", "AP"),
    ("NT 30", "no-trump number", "NT 30"),
    ("Pass 28", "pass number", "Pass 28"),
    ("One plus Diamonds", "number plus suit", "1 + D"),
    ("40 plus H", "number plus suit", "40 + H"),
    ("One plus Noes", "number plus noes", "1 + NS"),
    ("plus noes", "plus noes", "+NS"),
    ("Plus NT", "plus no-trump", "+NT"),
    ("+1 NT", "plus number no-trump", "+1 NT"),
    ("+1 Pass", "plus number pass", "+1 Pass"),
    ("30", "number", "30"),
    ("Spades", "suit", "S"),
    ("Diamonds", "suit", "Diamonds"),
    ("♦", "suit", "Diamonds"),
    ("Plus", "plus", "+"),
    ("minus 1 S", "word number suit", "minus 1 S"),
    ("28 more", "number word", "28 more"),
    ("Adhikam Onnu", "word word", "Adhikam Onnu"),
    ("അധികം ഒന്ന്", "word word", "അധികം ഒന്ന്"),
    ("chips", "word", "chips"),
    ("28.5 S", "word suit", "28.5 S"),
    ("e'en 29 S", "word number suit", "e'en 29 S"),
    ("28 29 S", "number number suit", "28 29 S"),
]


@pytest.mark.parametrize(("written", "form", "text"), FORMS)
def test_form_and_canonical_text(written: str, form: str, text: str) -> None:
    said = parse_call(written)
    assert said.form == form
    assert said_text(said) == text
    assert not said.unclear


@pytest.mark.parametrize(
    "written",
    [
        "D",
        "d",
        "28 H Pass",
        "28 S P P",
        "P P",
        "PP",
        "28 S X",
        "28SX",
        "29 S D",
        "X XX",
        "Pass X",
        "28 S 29 H",
        "28 S +1 D",
        "28 Pass Pass",
        "P 28 H",
        "28 NT P",
        "NT 30 P",
        "S 28 AP",
        "D P",
        "28 ??",
        "?? S",
        "- S",
        "28 H plus NT",
        "28 S*",
        "(28 S)",
        "28 S!",
        "28 # S",
    ],
)
def test_unclear_calls_are_no_calls_to_judge(written: str) -> None:
    said = parse_call(written)
    assert said.unclear
    assert parse_call(said_text(said)) == said


def test_international_3_4_the_ten_approved_forms_are_single_calls() -> None:
    words = {
        "number": "28",
        "suit": "H",
        "no-trump": "NT",
        "noes": "NS",
        "pass": "Pass",
        "plus": "Plus",
    }
    assert len(APPROVED_FORMS) == 10
    for form in KNOWN_FORMS - {"double", "redouble", "all-pass"}:
        said = parse_call(" ".join(words[kind] for kind in form.split()))
        assert said.form == form
        assert not said.unclear


def test_a_doubted_part_is_marked() -> None:
    first, second = parse_call("28? S").terms
    assert (first.doubted, second.doubted) == (True, False)
    assert said_text(parse_call("28? S")) == "28? S"


def test_every_number_word_is_its_number() -> None:
    units = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    for ten, word in ((20, "twenty"), (30, "thirty"), (40, "forty"), (50, "fifty")):
        assert parse_call(word).number == ten
        for unit, name in enumerate(units, start=1):
            assert parse_call(f"{word} {name}").number == ten + unit
            assert parse_call(f"{word}-{name} S").number == ten + unit
    assert parse_call("nineteen").number == 19


def test_a_number_too_long_to_be_one_is_a_word() -> None:
    (term,) = parse_call("9" * 5000).terms
    assert term.kind is TermKind.WORD


@pytest.mark.parametrize("text", ["all p", "All P", "ALL_P", "all.p", "all pass", "allpass", "AP"])
def test_all_and_a_pass_are_one_thing_said(text: str) -> None:
    said = parse_call(text)
    assert [term.kind for term in said.terms] == [TermKind.ALL_PASS]
    assert parse_call(said_text(said)) == said


@given(st.text(max_size=30))
def test_no_text_stops_it(text: str) -> None:
    said = parse_call(text)
    assert parse_call(said_text(said)) == said

"""Sentences with figures in them are found again by the texts of a catalogue."""

from __future__ import annotations

import pytest

from fairdeal.templates.language import LONGEST, Language, Sentences

TEXTS = {
    "%(who)s played the %(card)s on %(suit)s led in trick %(n)s.": "[%(n)s] %(suit)s: %(who)s %(card)s!",
    "Seat %(n)s": "S%(n)s",
    "%(one)s and %(two)s": "%(one)s + %(two)s",
    "%(n)s offences": "%(n)s bad",
    "%(n)s wrong entries": "%(n)s wrong",
    "%(things)s established.": "sure: %(things)s.",
    "The deal gives %(ways)s.": "gives %(ways)s.",
    "%(way)s; %(ways)s": "%(way)s | %(ways)s",
    "%(award)s if %(condition)s": "%(condition)s > %(award)s",
    "%(n)s to %(team)s": "%(team)s=%(n)s",
    "nothing": "0",
    "it stands": "stands",
    "it is void": "void",
    "It is %(contract)s.": "%(contract)s",
    "%(name)s leads.": "%(name)s first.",
    "Wrong %(n)s.": "%(unknown)s",
}
SENTENCES = Sentences(TEXTS)


@pytest.mark.parametrize(
    ("english", "own"),
    [
        ("Seat 5 played the ten of hearts on spades led in trick 7.", "[7] ♠: S5 10♥!"),
        ("5 offences and 2 wrong entries established.", "sure: 5 bad + 2 wrong."),
        (
            "The deal gives 3 to A and 1 to B if it stands; nothing if it is void.",
            "gives stands > A=3 + B=1 | void > 0.",
        ),
        ("It is 34 no-trumps redoubled.", "34 NT XX"),
        ("It is 40 hearts.", "40 ♥"),
        ("Five % of %(n)s leads.", "Five % of %(n)s first."),
        ("It is 40 hearts. Five leads.", "40 ♥ Five first."),
    ],
)
def test_a_sentence_is_translated_with_its_figures(english: str, own: str) -> None:
    assert SENTENCES.of(english) == own


@pytest.mark.parametrize(
    "english",
    [
        "Somebody played the ten of hearts on spades led in trick 7.",  # who is not in the catalogue
        "Seat 5 played the one of hearts on spades led in trick 7.",  # no such card
        "Wrong 5.",  # the translation asks for what the sentence does not have
        "Seat five",
    ],
)
def test_what_the_catalogue_lacks_is_not_guessed(english: str) -> None:
    assert SENTENCES.of(english) is None


def test_sentences_are_translated_one_by_one() -> None:
    said = "It is 40 hearts. It is late."
    assert SENTENCES.of(said) is None
    assert SENTENCES.parts(said) == [("It is 40 hearts.", "40 ♥"), ("It is late.", None)]
    page = Language("xx", "X", "", TEXTS).text(said)
    assert page == '40 ♥ <span lang="en">It is late.</span>'


def test_what_people_wrote_is_escaped() -> None:
    assert Language("xx", "X", "", TEXTS).text("<b> leads.") == "&lt;b&gt; first."


def test_side_by_side_a_text_is_whole_or_not_there() -> None:
    beside = Language("xx", "X", "", TEXTS, beside=True)
    assert beside.text("It is 40 hearts. It is late.") == "It is 40 hearts. It is late."
    assert 'lang="xx">40 ♥</span>' in beside.text("It is 40 hearts.")


def test_a_text_without_end_is_left_alone() -> None:
    assert SENTENCES.of("x" * LONGEST + " leads.") is None

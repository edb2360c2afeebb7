"""What may stand in a place bears on readings softly: none is struck out, none put in another's place."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.words import Slot, fits, like_an_entry, prose, weighed


def test_a_reading_that_may_stand_there_comes_first() -> None:
    found = weighed(Slot.CARD, (("9G", 0.7), ("9C", 0.3)))
    assert found[0][0] == "9C" and found[0][1] > 0.9


def test_one_that_may_not_stays_among_the_rivals() -> None:
    assert "9G" in dict(weighed(Slot.CARD, (("9G", 0.7), ("9C", 0.3))))


def test_what_both_readers_see_stays_though_it_is_nothing() -> None:
    assert weighed(Slot.CARD, (("ZZ", 1.0),)) == (("ZZ", 1.0),)


def test_letters_for_figures_are_added_as_rivals() -> None:
    found = dict(weighed(Slot.NUMBER, (("2O", 1.0),)))
    assert set(found) == {"20", "2O"} and found["20"] > found["2O"]


def test_one_confused_sign_is_mended_and_not_two() -> None:
    assert "10C" in dict(weighed(Slot.CARD, (("lOC", 0.5), ("1OC", 0.5))))
    assert weighed(Slot.CARD, (("6I(", 1.0),)) == (("6I(", 1.0),)


def test_a_mended_reading_is_never_sure() -> None:
    assert weighed(Slot.CARD, (("9G", 1.0),))[0][1] < 0.99


def test_a_stroke_at_the_edge_may_be_none_of_it() -> None:
    assert weighed(Slot.SEAT, (("4|", 1.0),))[0][0] == "4"


def test_capitals_alone_make_no_rivals() -> None:
    assert weighed(Slot.CARD, (("jh", 0.6), ("JH", 0.4))) == (("jh", pytest.approx(1.0)),)


def test_what_is_free_is_not_weighed() -> None:
    readings = (("Kites", 0.4), ("Kltes", 0.6))
    assert weighed(Slot.FREE, readings) == readings


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        (Slot.CARD, "10C"), (Slot.CARD, "TS"), (Slot.CARD, "S10"), (Slot.CARD, "jh"),
        (Slot.CARD, "9♥"), (Slot.CARD, "9H?"), (Slot.CARD, "2C"),
        (Slot.SEAT, "8"), (Slot.SEAT, "n"), (Slot.NUMBER, "-3"),
        (Slot.CALL, "28 S"), (Slot.CALL, "28S"), (Slot.CALL, "Hearts Plus 1"), (Slot.CALL, "No's"),
        (Slot.CALL, "Thirty-two"), (Slot.CALL, "redouble"), (Slot.CALL, "99 NT"), (Slot.CALL, "0 H"),
        (Slot.CONTRACT, ""), (Slot.DOUBLING, "XX"), (Slot.TEAM, "EW"),
        (Slot.CARD, "??"), (Slot.SEAT, "-"), (Slot.CARD, "{9H|QH}"),
    ],
)  # fmt: skip
def test_may_stand_there_right_or_wrong(slot: Slot, text: str) -> None:
    assert fits(slot, text)


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        (Slot.CARD, "1C"), (Slot.CARD, "KX"), (Slot.CARD, "K"), (Slot.SEAT, "9"), (Slot.SEAT, "11"),
        (Slot.NUMBER, "2O"), (Slot.CALL, "tea"), (Slot.CALL, ""), (Slot.DOUBLING, "XXX"),
    ],
)  # fmt: skip
def test_may_not_stand_there(slot: Slot, text: str) -> None:
    assert not fits(slot, text)


def test_letters_for_figures_are_rivals_of_figures() -> None:
    for text, meant in (("I", "1"), ("II", "11"), ("I5", "15"), ("O", "0")):
        found = weighed(Slot.NUMBER, ((text, 1.0),))
        assert found[0][0] == meant and found[0][1] < 0.99


def test_a_sentence_is_prose_though_a_word_of_it_is_like_a_card() -> None:
    assert prose(["As", "promised,", "the", "log", "of", "the", "deal:"])
    assert not prose(["As", "Kd"])
    assert prose(["?", "rovioae", "nnviiit", "stiai"])  # nobody can read the mark; it is not a card
    assert not prose(["?"])  # it may be all that is left of a line
    assert not prose(["points", "A", "3", "B"])
    assert not prose(["! redeal", "as", "agreed"])
    assert not prose(["♠♣"])  # ``56 ♣``, of which the figures touch


def test_a_side_read_with_a_letter_like_its_own_may_be_that_side() -> None:
    assert weighed(Slot.VULNERABLE, (("HS", 1.0),))[0][0] == "NS"


def test_a_blank_within_the_figures_of_a_bid_is_none() -> None:
    assert weighed(Slot.CONTRACT, (("3 1H", 1.0),))[0][0] == "31H"
    assert weighed(Slot.CONTRACT, (("3 1 H", 1.0),))[0][0] == "31 H"


def test_an_s_of_a_typewriter_that_looks_like_an_8_is_added() -> None:
    """``98`` was no card, and nor was ``88``: a line of them was none of the play."""
    assert weighed(Slot.CARD, (("98", 1.0),))[0][0] == "9S"
    assert weighed(Slot.CARD, (("98", 1.0),))[0][1] < 0.999
    assert weighed(Slot.CARD, (("88", 1.0),))[0][0] in ("8S", "S8")


def test_a_mark_beside_a_call_is_one_with_its_letter() -> None:
    """``1 H ^ I`` was no call, and the bid that it marks was not found."""
    assert weighed(Slot.CALL, (("1 H ^ I", 1.0),)) == (("1 H ^I", 1.0),)


@pytest.mark.parametrize(
    ("slot", "seen", "meant", "sure"),
    [(Slot.CALL, "2 5", {"25", "2 S"}, 0.6), (Slot.CONTRACT, "4 8", {"48", "4 S"}, 0.6),
     (Slot.CALL, "28 5", {"28 S", "28 5"}, 0.96), (Slot.CALL, "1 5", {"1 S", "1 5"}, 0.96),
     (Slot.CALL, "2 6", {"26"}, 1.0), (Slot.CALL, "25", {"25"}, 1.0),
     (Slot.CALL, "29Pass", {"29 Pass"}, 1.0), (Slot.CALL, "2 55", {"2 55"}, 1.0)],
)  # fmt: skip
def test_an_s_behind_a_number_that_a_fax_made_a_5_may_be_one(
    slot: Slot, seen: str, meant: set[str], sure: float
) -> None:
    """``2 S`` was a bid of 25 in spades' own game, and not approved, for certain."""
    found = weighed(slot, ((seen, 1.0),))
    assert {text for text, _ in found} == meant
    assert found[0][1] == pytest.approx(sure, abs=0.03)


def test_a_sign_that_may_be_nothing_else_there_is_no_doubt() -> None:
    """Each C of a page was an E to one reader, and all of it was to be compared line by line."""
    assert weighed(Slot.CARD, (("10C", 0.85), ("10E", 0.15)))[0] == (
        "10C",
        pytest.approx(1, abs=0.01),
    )
    assert weighed(Slot.CARD, (("9C", 0.85), ("gC", 0.15)))[0][1] < 0.96
    assert weighed(Slot.NUMBER, (("1", 0.85), ("|", 0.15)))[0][1] < 0.96  # a bar is no figure


def test_a_c_that_was_read_as_an_e_may_be_one() -> None:
    assert weighed(Slot.CARD, (("qe", 1.0),))[0][0] == "qc"


def test_a_black_mark_beside_nothing_is_nothing_of_an_entry() -> None:
    """Two bits of a cloth above the sheet were half a rank: nothing on the page was certain."""
    assert not like_an_entry(["aM", "?"])
    assert like_an_entry(["K", "9"]) and like_an_entry(["K", "?"])

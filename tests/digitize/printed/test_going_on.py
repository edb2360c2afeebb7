"""Pages that begin in the middle of a deal or of a sheet."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.notation import NOWHERE, Ended, ended_in, goes_on, page_rows
from tests.support.printed_words import log_of, page, text_of

PLAY = Ended("Play")


def going_on(text: str, before: Ended) -> tuple[str, bool]:
    rows = page_rows(page(text), before)
    return text_of(rows), goes_on(rows, before)


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("", NOWHERE),
        ("Hands:\n1: KH\nPlay:\n1: KH QH\n", PLAY),
        ('Play:\n1: KH QH\n[Deal "2"]\n', Ended(tagged=True)),
        ("Sheet A:\ndeal | total A\n1 | 2\n", Ended("Sheet", ("deal", "total A"))),
    ],
)
def test_where_a_page_ends(text: str, ended: Ended) -> None:
    assert ended_in(text) == ended


def test_tricks_go_on_over_the_page() -> None:
    assert going_on("3: KH 9H AH QH\n\nResult:\npoints A 5 B 51", PLAY) == (
        "3: KH 9H AH QH\nResult:\npoints A 5 B 51",
        True,
    )


def test_a_sheet_goes_on_below_the_heads_of_the_page_before() -> None:
    before = Ended("Sheet", ("deal", "score A", "score B"))
    assert going_on("7 | 2 | 0", before) == ("7 | 2 | 0", True)


@pytest.mark.parametrize(
    "text", ['[Deal "2"]\nPlay:\n1: KH 9H', "Hands:\n1: KH 9H", "Sheet:\ndeal | x"]
)
def test_a_page_with_a_beginning_of_its_own_goes_on_from_none(text: str) -> None:
    assert not going_on(text, PLAY)[1]


def test_a_later_block_of_the_deal_goes_on() -> None:
    assert going_on("Result:\npoints A 5 B 51", PLAY)[1]
    assert not going_on("Auction:\n1: 28 H", PLAY)[1]


def test_a_trick_that_a_comma_left_open_goes_on_in_the_next_line() -> None:
    text = "Play:\n4:jc, ac, 10c, ad, 9c,\nkc\n3:9h, qs, kh, 9h, ah, jh and more words than these"
    assert log_of(text).splitlines()[1] == "4: jc ac 10c ad 9c kc"


def test_how_wide_a_column_is_its_own_lines_tell() -> None:
    """A trick went on in the next line of a narrow column, and its last card was a trick of its own."""
    elsewhere = " " * 40 + "; a line that ends much further to the right than those do"
    text = f"Play:\n3: JS KH AS 10S 9S\nQC\n4: KH 9H\n5: QH 9S\n{elsewhere}"
    assert log_of(text).splitlines()[1] == "3: JS KH AS 10S 9S QC"
    longer = text.replace("5: QH 9S", "5: QH 9S 10S 9D KC 9H")
    assert log_of(longer).splitlines()[1] == "3: JS KH AS 10S 9S"


def test_two_lines_that_are_a_trick_together_are_one_in_doubt_behind_whole_ones() -> None:
    """The second was a trick of its own, and three of its cards were out of turn."""
    whole = "3: JS KH AS 10S 9S QC\nJD KD AD QS AD QD\n6: KC AC JC 10C QC 10H\n"
    read = log_of(f"Play:\n{whole}4: JS KS\nQC JH KH KS").splitlines()
    assert read[-1].startswith("4: JS KS {QC 0.9") and len(read) == 5
    assert log_of(f"Play:\n{whole}4: JS KS\nQC JH KH").splitlines()[-1] == "QC JH KH"
    assert log_of("Play:\n4: JS KS\nQC JH KH KS").splitlines()[-1] == "QC JH KH KS"


def test_hands_do_not_tell_how_long_tricks_are() -> None:
    """Behind hands of eight cards the last two of a play went to the trick of six before them."""
    hands = "Hands:\n" + "".join(f"{seat}: {'9C ' * 8}\n" for seat in (1, 2, 3))
    whole = "JS KH AS 10S 9S QC\nJD KD AD QS AD QD\nKC AC JC 10C QC 10H\n"
    assert log_of(f"{hands}Play:\n{whole}QH JC").splitlines()[-1] == "QH JC"


def test_the_last_card_of_a_trick_with_its_seat_goes_on_in_the_next_line() -> None:
    """It was a trick of its own, led by somebody whose turn it was not: for certain."""
    text = "Play:\n3:9C 4:JC\n! exposed 4:9D\n.. 5:9C 6:AC 1:10C\n2:AC\n4: 9D 10D AS JD KS"
    assert log_of(text).splitlines()[3] == ".. 5: 9C 6: AC 1: 10C 2: AC"
    six = "\n9C AC 10C KH QH JH\n3:9C 4:JC 5:10C\n6:AC\n9D 10D AS JD KS AH"
    assert "\n6: AC\n" in log_of(f"Play:{six}")  # four cards are no trick of this page
    for other in (text.replace(" 1:10C", ""), text.replace("4: 9D 10D", "4: 9D 10D 10S QS 9H KH")):
        assert "\n2: AC" in log_of(other)


def test_a_deal_goes_on_behind_its_tags() -> None:
    """Its hands stood on the next page, and were those of a deal of their own."""
    ended = ended_in('[Deal "8"]\nPlay:\n3: KH\n[Deal "9"]\n[Dealer "1"]\n')
    assert ended == Ended(tagged=True)
    assert goes_on(page_rows(page("Hands:\n1: KH 9C\n2: QH JC")), ended)
    assert not goes_on(page_rows(page('[Deal "10"]\nHands:\n1: KH 9C')), ended)
    assert not goes_on(page_rows(page("Sheet:\ndeal | x\n1 | X")), ended)
    assert ended_in('[Event "Cup"]\n') == NOWHERE


def test_the_tags_of_a_deal_go_on_behind_its_number() -> None:
    """A page ended between the two, and the dealer was that of a deal of its own."""
    ended = ended_in('[Event "Cup"]\n[Deal "3"]\n')
    assert goes_on(page_rows(page('[Dealer "6"]\nHands:\n1: KH 9C')), ended)
    assert not goes_on(page_rows(page('[Event "Cup"]\n[Deal "4"]')), ended)

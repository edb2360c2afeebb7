"""Rows of cards behind a seat, as people type them."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.entries import cards_of, hand_of, label_of, row_of
from fairdeal.digitize.printed.log import _hands_not_whole
from fairdeal.digitize.printed.notation import page_rows
from fairdeal.digitize.printed.words import Word
from tests.support.printed_words import log_of, page, text_of, word, words


def hand(found: list[Word]) -> str | None:
    row = hand_of(found)
    return None if row is None else text_of([row])


@pytest.mark.parametrize(
    "printed",
    ["3:KH 9C", "3: KH 9C", "3 : KH 9C", "3 :KH 9C", "Seat 3: KH 9C", "player 3: KH 9C",
     "3; KH 9C", "3. KH 9C"],
)  # fmt: skip
def test_labels_of_a_seat(printed: str) -> None:
    assert hand(words(printed)) == "3: KH 9C"


@pytest.mark.parametrize("printed", ["North: KH 9C", "north KH 9C", "N: KH 9C", "North : KH 9C"])
def test_labels_of_the_compass(printed: str) -> None:
    assert hand(words(printed)) == "N: KH 9C"


@pytest.mark.parametrize(("printed", "seat"), [("i:", "1"), ("l:", "1"), ("I:", "1"), ("$:", "S")])
def test_a_seat_that_looks_like_another_sign_is_one_in_doubt(printed: str, seat: str) -> None:
    """A thin 1 is an i: its hand could not be read, and in the auction it was a call."""
    label = label_of(words(f"{printed} KH"))
    assert label is not None and label[0].text == seat and label[0].readings[0][1] < 0.999
    assert label_of(words(printed[0] + " KH")) is None


def test_a_seat_in_doubt_keeps_its_rivals() -> None:
    label = label_of([word(("3:", 0.8), ("8:", 0.2)), *words("KH")])
    assert label is not None
    assert dict(label[0].readings) == {"3": pytest.approx(0.8), "8": pytest.approx(0.2)}


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("KH 10S TS S10 jh 9♥", "KH 10S TS S10 jh 9♥"),
        ("KH9C QS", "KH 9C QS"),
        ("10S9CTH", "10S 9C TH"),
        ("KH, 9C, QS.", "KH 9C QS"),
        ("KH , 9C", "KH 9C"),
        ("K H 9C", "KH 9C"),
        ("KH ?? 9C", "KH ?? 9C"),
    ],
)
def test_cards_as_they_are_typed(printed: str, read: str) -> None:
    row = cards_of(words(printed))
    assert row is not None and text_of([row]) == read


def test_cards_are_never_mended() -> None:
    row = row_of(words("3: KH KH 2C ZZ"))
    assert row is not None and text_of([row]) == "3: KH KH 2C ZZ"


def test_a_row_of_other_words_is_none() -> None:
    assert cards_of(words("tea was served at noon")) is None
    assert hand_of(words("3: tea was served")) is None
    assert hand_of(words("KH 9C")) is None


def test_parts_of_a_glued_word_stand_beside_each_other() -> None:
    row = cards_of([word("KH9C")])
    assert row is not None and row[0].box is not None and row[1].box is not None
    assert row[0].box[2] == row[1].box[0]


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("trick 2: 3: KH 9C", "trick 2: 3: KH 9C"),
        ("Trick 2 3: KH 9C", "trick 2: 3: KH 9C"),
        ("T 2 : 3: KH 9C", "trick 2: 3: KH 9C"),
        ("3:KH 4:9C 5:QS", "3: KH 4: 9C 5: QS"),
        (".. KH 9C", ".. KH 9C"),
    ],
)
def test_tricks_as_they_are_typed(printed: str, read: str) -> None:
    row = row_of(words(printed))
    assert row is not None and text_of([row]) == read


def test_a_trick_goes_on_in_the_next_line() -> None:
    text = "Play:\n3: KH 9C QS JD AS 10H\n4: KH 9C QS JD 10S\n10C"
    assert log_of(text) == "Play:\n3: KH 9C QS JD AS 10H\n4: KH 9C QS JD 10S 10C"


def test_a_row_without_a_seat_is_the_rest_of_the_trick_that_is_as_long_as_others_with_it() -> None:
    """A seat was said for sure to play the card as the next trick, and not to have held it."""
    text = "Play:\n3: KH 9C QS JD 10S 10H\n5: KH 9C QS JD AS\n10C"
    assert log_of(text).splitlines()[2] == "5: KH 9C QS JD AS {10C 0.9000}"
    unled = text.replace("3: ", "").replace("5: ", "")
    assert log_of(unled).splitlines()[3] == "10C"


def test_a_card_below_an_event_is_of_no_trick_with_its_cards() -> None:
    """Five cards tabled and the one played next were a trick of six."""
    text = "Play:\n3: KH 9C QS JD AS 10H\n! claim 4: JS JC 9S AC QD\n10C"
    assert log_of(text).splitlines()[2:] == ["! claim 4: JS JC 9S AC QD", "10C"]


def test_a_trick_goes_on_where_the_edge_of_its_column_leans() -> None:
    """Further down the longest line of all ended further right."""
    row = "3: KH 9C QS JD AS 10H"
    lines = [f" {row}"] * 3 + ["5: KH 9C QS JD 10S", "10C"]
    assert log_of("Play:\n" + "\n".join(lines)).splitlines()[-1] == "5: KH 9C QS JD 10S 10C"


def test_a_card_goes_on_in_the_next_line_where_blanks_are_wide() -> None:
    """Half a blank was counted where a whole one stands, and the card made a trick alone."""
    text = "Play:\nJH  9H  AH  QS  QH\n9C\nKH 9H  QC  AC  9S  JS"
    assert log_of(text).splitlines()[1:] == ["JH 9H AH QS QH 9C", "KH 9H QC AC 9S JS"]


def test_rank_and_suit_may_stand_apart_in_a_trick() -> None:
    """Each J was a card of its own, and those behind it were said to be in nobody's hand."""
    assert log_of("Play:\n2:KD J D 10D 9S").splitlines()[1] == "2: KD JD 10D 9S"


def test_a_speck_before_a_whole_trick_is_no_card_of_it() -> None:
    """The seat that led was said to play out of turn, behind a card that nobody played."""
    assert log_of("Play:\nio 3: KH 9C QS JD").splitlines()[1:] == ["; io", "3: KH 9C QS JD"]
    assert log_of("Play:\nK% 4: 9C QS JD").splitlines()[1] == "K% 4: 9C QS JD"
    read = log_of("Play:\n2: 9H QH JH\nio 3: KH 9C QS JD").splitlines()
    assert read[-1] == "io 3: KH 9C QS JD"  # perhaps the card that the first trick lacks


def test_two_whole_tricks_are_two_however_wide_the_line() -> None:
    text = "Play:\n10H 10S 10C\nKH 9C QS"
    assert log_of(text) == text


def test_a_hand_goes_on_in_the_next_line() -> None:
    assert log_of("Hands:\n3: KH 9C QS\nJD AS") == "Hands:\n3: KH 9C QS JD AS"


def test_of_a_line_that_cannot_be_read_no_card_of_its_trick_is_known() -> None:
    """Not made a comment alone: what it held would be missed; nor are the seats accused that it may name."""
    trick = "3: KH 9C 10H AH QH JH"
    read = log_of(f"Play:\n{trick}\n3:91 QI KII 9H Jit KIL").splitlines()
    assert read[2:] == ["?? ?? ?? ?? ?? ??", "; 3:91 QI KII 9H Jit KIL"]
    assert log_of("Play:\n%% && KH $$ !!").splitlines()[1:] == ["??", "; %% && KH $$ !!"]
    assert log_of("Play:\nplayed very quickly").splitlines()[1:] == ["; played very quickly"]


def test_a_seat_may_be_read_as_a_letter() -> None:
    assert log_of("Hands:\nI: KH 9C").splitlines()[1].startswith("{1 0.95")


def test_unread_signs_make_no_hand_of_a_line() -> None:
    assert hand_of(words("S: ? 6 JH 8 ? 5")) is None
    assert hand_of(words("S: ?? ?? JH")) is not None


def test_a_seat_may_stand_close_behind_its_word() -> None:
    assert log_of("Hands:\n3: KH 9C\nSeat4: JH 10S").splitlines()[1:] == ["3: KH 9C", "4: JH 10S"]


def test_cards_behind_an_event_whose_dots_were_not_seen_are_of_the_trick_before() -> None:
    text = "Play:\n4: JC\n! objection A\n10C 9C 10D QH 10H\n2: AS KS QS JS 10S 9S"
    assert log_of(text).splitlines()[3:] == [
        ".. {10C 0.9000} 9C 10D QH 10H",
        "2: AS KS QS JS 10S 9S",
    ]
    whole = text.replace("10C 9C 10D QH 10H", "10C 9C 10D QH 10H KH")
    assert log_of(whole).splitlines()[3] == "10C 9C 10D QH 10H KH"


def test_commas_may_stand_on_either_side_of_a_card() -> None:
    assert hand(words("2: T♣, ,9♣, JD, KH,AH")) == "2: T♣ 9♣ JD KH AH"


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("3:KH , 9C ' JD, 10S", "3: KH 9C JD 10S"),  # a typewriter's commas stand at any height
        ("3:KH , 9C , ' , JD", "3: KH 9C ' JD"),
        ("3:KH 9C ' JD 10S", "3: KH 9C ' JD 10S"),
        ("3:KH , 9C , JD '", "3: KH 9C JD '"),
        ("' KH , 9C", "' KH 9C"),
    ],
)
def test_a_quotation_mark_is_a_comma_where_no_other_stands_beside_it(
    printed: str, read: str
) -> None:
    """Each was a card that could not be read, and nobody's cards were certain."""
    row = row_of(words(printed))
    assert row is not None and text_of([row]) == read


def test_a_row_with_a_seat_of_its_own_is_no_rest_of_the_hand_above() -> None:
    read = log_of("Hands:\n1: KH 9C\n2: % & 7 %")
    assert read.splitlines()[1] == "1: KH 9C"


def test_a_hand_of_which_nobody_knows_how_many_cards_it_has_is_a_problem() -> None:
    read = log_of("Hands:\n5: AS QD 9S 1 0 SQ H 10H AS 9C\n6: KH 9¢ JC")
    assert read.splitlines()[1].startswith("~ 5: AS QD 9S")
    assert read.splitlines()[2] == "6: KH 9¢ JC"


def test_a_hand_whose_colon_was_not_seen_is_one_and_its_seat_in_doubt() -> None:
    """The cards of four seats stood in one hand."""
    read = log_of("Hands:\n1: KH 9C 10S QD\n2 AH QC JC JD\nN 9H 9S KD KC").splitlines()
    assert read[1:] == ["1: KH 9C 10S QD", "{2 0.9000}: AH QC JC JD", "{N 0.9000}: 9H 9S KD KC"]
    read = log_of("Hands:\n1:KH 9C 10S QD\n2AH QC JC JD\n310H 9S KD KC").splitlines()
    assert read[2:] == ["{2 0.9000}: AH QC JC JD", "{3 0.9000}: 10H 9S KD KC"]


def test_a_rank_apart_from_its_suit_is_no_seat() -> None:
    read = log_of("Hands:\n1: KH 9C 10S\n9 S KD QD JD 9 D").splitlines()
    assert read[1:] == ["1: KH 9C 10S 9S KD QD JD 9D"]


def test_a_sign_like_an_s_before_a_colon_is_the_seat_south() -> None:
    read = log_of("Play:\nN:KH 9H AH QH\n$:10D 8D 9D AD").splitlines()
    assert read[2] == "{S 0.9800}: 10D 8D 9D AD"


FOURTH = "Hands:\n4: QC JC 9C KD AH KS JS 9S\n"


@pytest.mark.parametrize("seat", ["S3 ", ""])
def test_a_hand_whose_seat_was_not_read_does_not_go_on_from_the_one_above(seat: str) -> None:
    read = log_of(f"{FOURTH}{seat}KC QC JC 9C 10H AS QS 9S\n6: KD QD").splitlines()
    assert read[1:3] == ["4: QC JC 9C KD AH KS JS 9S", "~ ??: KC QC JC 9C 10H AS QS 9S"]


def test_where_a_line_of_cards_is_not_read_hands_shorter_than_another_lack_cards() -> None:
    """The last cards of four hands stood a line lower; one was played from a hand without it, for certain."""
    seven = "3: KD QD JD 9D 10D AD KH"
    rows = page_rows(page(f"Hands:\n{seven}\n{FOURTH[7:]}KC QC JC 9C 10H AS QS 9S"))
    read = text_of(_hands_not_whole(rows)).splitlines()
    assert read[1:] == [f"{seven} ??", FOURTH[7:-1], "~ ??: KC QC JC 9C 10H AS QS 9S"]
    whole = page_rows(page(f"Hands:\n{seven}\n{FOURTH[7:]}"))
    assert _hands_not_whole(whole) == list(whole)


@pytest.mark.parametrize(("cards", "others", "lacking"), [(13, 14, 0), (12, 12, 1), (8, 9, 0)])
def test_hands_lack_what_makes_them_whole_beside_a_line_of_cards_that_was_not_read(
    cards: int, others: int, lacking: int
) -> None:
    """Not what another has too many; of four hands the last card of each may be in lines of their own."""
    deck = ["KS", "8C", "AH", "3S", "2D", "7C", "3H", "7H", "JH", "QS", "2H", "4H", "KD", "9C"]
    hand, other = (" ".join(deck[:count]) for count in (cards, others))
    rows = page_rows(page(f"Hands:\n1: {hand}\n2: {other}\nS3 KC QC JC 9C 10H AS QS 9S"))
    read = text_of(_hands_not_whole(rows)).splitlines()
    assert read[1] == f"1: {hand}" + " ??" * lacking and read[3].startswith("~ ??")


def test_cards_that_may_be_a_ninth_do() -> None:
    """A hand with a card too many is what happened, not a misreading."""
    assert log_of(f"{FOURTH}10H").splitlines()[1] == "4: QC JC 9C KD AH KS JS 9S 10H"


def test_a_speck_behind_a_hand_makes_it_no_card_longer() -> None:
    """A hand of eight cards was found to have nine."""
    assert log_of("Hands:\n1: KH 9C 10S QD ?").splitlines()[1].startswith("~ 1: KH")
    assert log_of("Hands:\n1: KH 9C 10S QD ??").splitlines()[1] == "1: KH 9C 10S QD ??"
    assert log_of("Hands:\n1: KH 9C 10S QD\n?").splitlines()[1] == "1: KH 9C 10S QD"


@pytest.mark.parametrize(
    ("word", "one"),
    [("HH", True), ("10\u20ac", True), ("I0Z", True), ("J♡S", False), ("9HK", False)],
)
def test_what_may_be_two_cards_is_not_counted_as_one(word: str, one: bool) -> None:
    """A card that a hand does not have was found to be played: its own had run together with another."""
    read = log_of(f"Hands:\n1: KH 9C {word} QD").splitlines()[1]
    assert read.startswith("1: KH" if one else "~ 1: KH")


def test_cards_with_their_seats_behind_an_event_are_of_the_trick_before() -> None:
    """The dots before them were not seen: they were a trick of their own, with a revoke."""
    text = "Play:\n5: KH 6:AS\n! retracted 6:AS > 6:QH\n1: QH 2: 10H 3: 10H 4: AH"
    read = log_of(text).splitlines()
    assert read[2:] == ["! retracted 6: AS -> 6: QH", ".. {1 0.9000}: QH 2: 10H 3: 10H 4: AH"]


@pytest.mark.parametrize("arrow", ["->", ">", "=>", "-)", "—]", "-»"])
def test_the_arrow_of_an_event_is_one_however_it_was_read(arrow: str) -> None:
    found = log_of(f"Play:\n5: KH 6:AS\n! retracted 6:AS {arrow} 6:QH").splitlines()
    assert found[2] == "! retracted 6: AS -> 6: QH"


def test_a_lone_word_that_may_be_the_last_card_of_a_trick_is_no_remark() -> None:
    """``.. 6:JC`` behind an event was read as ``BIC`` and left out; nobody was asked about the card."""
    assert log_of("Play:\n1: KH 9C\n! review trick\nBIC").splitlines()[-1] == "~ BIC"
    assert log_of("Play:\n1: KH 9C\nBig").splitlines()[-1] == "; Big"


def test_two_cards_without_a_blank_are_two_where_a_sign_of_one_was_misread() -> None:
    """``108JC`` was one card, and the last of the trick another seat's, who did not hold it: for certain."""
    read = log_of("Play:\n3: QC JC 10C 108JC QC").splitlines()[-1]
    assert read.startswith("3: QC JC 10C {10S 0.9") and read.endswith("} JC QC")
    assert log_of("Play:\n3: QC JC 1OOC KC QC").splitlines()[-1].count(" ") == 5


def test_dots_apart_say_once_that_a_trick_goes_on() -> None:
    """Each was a card that could not be read, played out of turn."""
    read = log_of("Play:\n3: KH 9C\n! review trick\n. . 5: JH 10C")
    assert read.splitlines()[-1] == ".. 5: JH 10C"


def test_cards_each_with_its_seat_go_on_behind_dots_that_were_seen() -> None:
    read = log_of("Play:\n5: KC QC 1: 10S\n! retracted 1:10S -> 1:10H\n.. 2: 9D 3: QC 4: KC")
    assert read.splitlines()[-1] == ".. 2: 9D 3: QC 4: KC"


def test_dots_read_as_a_dash_say_that_a_trick_goes_on() -> None:
    """The dash was a card of the leader's that is missing, and all behind it was out of turn."""
    log = "Play:\n2: KC JC 4: QC\n! retracted 4:KC -> 4:QC\n"
    assert log_of(log + "- 5: 9C 6: AC 1: JS").splitlines()[-1] == ".. {5 0.9000}: 9C 6: AC 1: JS"
    one = log.replace("2: KC JC 4: QC", "4: KC")
    assert log_of(one + "- 5: 9C").splitlines()[-1] == "- 5: 9C"


def test_two_cards_below_a_whole_trick_are_not_of_it() -> None:
    """Six cards and two were a trick of eight, on a page of tricks of six."""
    rows = "Play:\nJC KC KC AC JC AC\n4:9D 10D 9D JD AD AD\nQD 2:JD"
    assert log_of(rows).splitlines()[2:] == ["4: 9D 10D 9D JD AD AD", "QD 2: JD"]


def test_two_cards_of_which_a_ten_was_read_as_letters_are_two() -> None:
    """No card of that hand was read, and its tricks had cards that nobody held."""
    both = word(("AC10H", 0.4), ("AC1oH", 0.3), ("ACIoH", 0.3))
    row = cards_of([*words("KH"), both, *words("9C")])
    assert row is not None and [piece.text for piece in row] == ["KH", "AC", "10H", "9C"]


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("1:J ♦A♥, K♥", "1: J♦ A♥ K♥"),
        ("2A♣,A♦, K♦ Q♠", "{2 0.9000}: A♣ A♦ K♦ Q♠"),
        ("2: A♣.A♦,.K♦ Q♠", "2: A♣ A♦ K♦ Q♠"),
        ("5: A♦, 10♦,d♥, J♥", "5: A♦ 10♦ d♥ J♥"),  # of the third the rank was not read
    ],
)
def test_cards_whose_blanks_were_not_seen_are_cards(printed: str, read: str) -> None:
    """Narrow blanks about commas: a page that anyone reads was to be compared line by line."""
    assert hand(words(printed)) == read


def test_a_suit_symbol_alone_is_of_the_sign_before_it() -> None:
    """The loop of a small Q was a g, and none of its hand was read."""
    read = hand(words("4: J♦ g ♠ A♥ K ♥"))
    assert read is not None and read.startswith("4: J♦ {") and read.endswith("} A♥ K♥")


def test_a_trick_may_have_lost_the_colon_behind_its_leader() -> None:
    row = row_of(words("510♦,Q♦, J♦ A♦"))
    assert row is not None and text_of([row]) == "{5 0.9000}: 10♦ Q♦ J♦ A♦"
    assert text_of([row_of(words("10♦ Q♦ J♦ A♦")) or ()]) == "10♦ Q♦ J♦ A♦"


def test_a_word_between_commas_that_no_reader_knows_leaves_the_others_their_places() -> None:
    found = row_of([*words("6:10♦"), word(("K♦,9♦,Q♣,", 0.4), ("K.♦9♦30♣5", 0.6)), *words("J♦")])
    assert found is None or text_of([found]).startswith("~")
    found = row_of(
        [*words("6:10♦"), word(("K♦,9♦,Q♣,", 0.4), ("K9♦", 0.3), ("♦", 0.3)), *words("J♦")]
    )
    assert found is not None and [piece.text for piece in found[1:]] == [
        "10♦",
        "K♦",
        "9♦",
        "Q♣",
        "J♦",
    ]
    assert all(piece.readings[0][1] < 0.5 for piece in found[2:5])


def test_a_row_with_a_word_of_nobody_knows_how_many_cards_is_to_be_looked_at() -> None:
    """The card behind it was the next seat's, for certain."""
    assert text_of([row_of(words("6:10♦ K♥ zz♦9♦q♣ J♦")) or ()]).startswith("~")
    assert text_of([row_of(words("6:10♦ K♥ zz♦ J♦")) or ()]) == "6: 10♦ K♥ zz♦ J♦"

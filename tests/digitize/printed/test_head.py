"""Tags, as the notation has them and as people head a record, and the names of blocks."""

from __future__ import annotations

import pytest

from fairdeal.digitize.printed.head import tag_of
from fairdeal.digitize.printed.notation import page_rows
from fairdeal.digitize.printed.words import PageWords, Slot, heading_of
from tests.support.printed_words import (
    NOTHING,
    line,
    line_of,
    log,
    log_of,
    page,
    table,
    text_of,
    word,
)


def tag(text: str, *, keys: bool = True) -> str | None:
    row = tag_of(line(text), keys=keys)
    return None if row is None else text_of([row])


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ('[Deal "1"]', '[Deal "1"]'),
        ('[Event "Onam Cup 2026"]', '[Event "Onam Cup 2026"]'),
        ('[ Deal "1" ]', '[Deal "1"]'),
        ("(Deal '1')", '[Deal "1"]'),
        ('[Deal "1"1', '[Deal "1"]'),
        ("Deal: 1", '[Deal "1"]'),
        ("Board: 7", '[Deal "7"]'),
        ("Dealer = 2", '[Dealer "2"]'),
        ("Team A: Kites", '[TeamA "Kites"]'),
        ("Seat 3: Biju", '[Seat3 "Biju"]'),
        ("I Rules: international", '[Rules "international"]'),  # a bit of the cloth in the margin
        ('[Vulnerab e NS"]', '[Vulnerable "{NS 0.8000}"]'),
        ("[Dealer N", '[Dealer "{N 0.8000}"]'),
        ("[Dealer NY", '[Dealer "{NY 0.4000}"]'),  # it was a remark, and nobody dealt
    ],
)
def test_tags(printed: str, read: str) -> None:
    assert tag(printed) == read


@pytest.mark.parametrize(
    "text",
    [
        "Weather: fine",
        "Our Rules: none",
        "[Deal was replayed",
        "Auction:",
        "3: KH 9C",
        "tea was served",
    ],
)
def test_other_lines_are_none(text: str) -> None:
    assert tag(text) is None


def test_a_name_and_its_value_are_a_tag_in_the_head_alone() -> None:
    assert tag("Dealer: 2", keys=False) is None
    assert tag('[Dealer "2"]', keys=False) == '[Dealer "2"]'


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("Dealer N", '[Dealer "{N 0.9000}"]'), ("Vulnerable. EW", '[Vulnerable "{EW 0.9000}"]'),
        ("Dealer Nina", None), ("Vulnerable at last", None), ("Event Cup", None),
    ],
)  # fmt: skip
def test_who_deals_without_the_colon_before_it_is_in_doubt(printed: str, read: str | None) -> None:
    """Both were remarks, and nobody dealt."""
    assert tag(printed) == read
    assert tag(printed, keys=False) is None


def test_a_dealer_in_doubt_keeps_the_rivals() -> None:
    row = tag_of(
        line_of([word("[Dealer"), word(('"2"]', 0.8), ('"7"]', 0.2), column=9)]), keys=True
    )
    assert row is not None and text_of([row]) == '[Dealer "{2 0.7984|7 0.1996}"]'


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("Auction:", "Auction"), ("Bidding", "Auction"), ("TRICKS", "Play"), ("Auctlon:", "Auction"),
        ("Sheet A:", "Sheet A"), ("Score sheet", "Sheet"), ("score sheet NS:", "Sheet NS"),
        ("Play-", "Play"), ("Result -", "Result"), ("Auctlon-", "Auction"), ("Auction:,", "Auction"),
    ],
)  # fmt: skip
def test_names_of_blocks(text: str, block: str) -> None:
    assert heading_of(text) == block


@pytest.mark.parametrize("text", ["tricks 1 4", "Auction A", "teapots", "3:", "Auctlon,"])
def test_no_names_of_blocks(text: str) -> None:
    assert heading_of(text) is None


MAIL = """From: Biju
To: the committee
Subject: deal 4
Date: 4 May 2026
Dear all, this is what was typed
> Hands:
> 3: KH 9C
Deal: 4
Hands:
3: KH 9C
--
Biju, Kites"""


def test_a_mail_is_comments_about_its_log() -> None:
    read = log_of(MAIL).splitlines()
    assert [each for each in read if not each.startswith(";")] == [
        '[Deal "4"]',
        "Hands:",
        "3: KH 9C",
    ]
    assert len(read) == len(MAIL.splitlines())


def test_a_line_of_a_mail_that_lost_its_colon_is_one() -> None:
    """Each of the 121 entries below was asked about."""
    text = "From: the scorer\nTo committee@example org\nDate 08/03/2026 09 30\nHands:\n1: KH"
    assert log_of(text).splitlines()[1:3] == [
        "; To committee@example org",
        "; Date 08/03/2026 09 30",
    ]


def test_the_date_of_a_mail_is_not_that_of_the_match() -> None:
    assert "; Date: 4 May 2026" in log_of(MAIL)
    assert log_of("Date: 4 May 2026") == '[Date "4 May 2026"]'


def test_a_date_behind_the_first_lines_of_a_mail_is_the_matchs() -> None:
    assert log_of("Subject: deal 4\nDeal: 4\nDate: 3 May").endswith('[Date "3 May"]')


def test_a_title_in_two_lines_is_a_remark() -> None:
    """Its second line could not be read, and the page below was to be compared line by line."""
    read = log_of('League match,\ntable 4\n[Deal "1"]').splitlines()
    assert read == ["; League match,", "; table 4", '[Deal "1"]']


def test_events_and_comments_stay_as_they_are() -> None:
    text = "Play:\n3: KH 9C\n! objection A\n; tea"
    assert log_of(text) == text


def test_a_deal_read_as_a_stroke_is_no_blank() -> None:
    assert log_of('[Deal "|"]\nHands:\n1: KH').splitlines()[0].startswith('[Deal "{1 0.95')


def test_a_number_of_which_only_the_marks_were_seen_is_not_blank() -> None:
    found = line_of([word("[Deal"), word(('"]', 0.4), ('"1"}', 0.35), ('"7"]', 0.25), column=7)])
    row = tag_of(found, keys=True)
    assert row is not None and [text for text, _ in row[0].readings] == ["1", "7"]


@pytest.mark.parametrize("typed", ['/Deal "7"/', '\\Deal "7"\\', '| Dea! "7"'])
def test_brackets_of_some_print_look_like_strokes(typed: str) -> None:
    assert log_of(f"{typed}\nHands:\n1: KH").splitlines()[0] == '[Deal "7"]'


def test_a_tag_of_ones_own_keeps_its_name() -> None:
    assert log_of('[Seals "red"]\nHands:\n1: KH').splitlines()[0] == '[Seals "red"]'


def test_how_many_deals_there_are_is_an_entry() -> None:
    row = tag_of(line('[Deals "18"]'), keys=True)
    assert row is not None and row[0].slot is Slot.NUMBER


def test_a_tag_that_had_no_room_goes_on_in_the_next_line() -> None:
    assert log_of('[Event "Onam\ncup"]\n[Deal "4"]').splitlines() == [
        '[Event "Onam cup"]',
        '[Deal "4"]',
    ]


def test_a_value_in_doubt_has_its_rivals() -> None:
    line = line_of([word(("[Rules", 1.0)), word(('"kerala"]', 0.7), ('"keralo"]', 0.3))])
    read = log(PageWords((line,), NOTHING, NOTHING))
    assert read.strip() == '[Rules "{kerala 0.6986|keralo 0.2994}"]'


@pytest.mark.parametrize(
    ("event", "read"),
    [
        ('conduct E|S "sighed"', 'conduct {E 0.5988|S 0.3992} "sighed"'),
        ('conduct F|E "sighed"', 'conduct ?? "sighed"'),
        ("objection A|B @ call 4", "objection {A 0.5988|B 0.3992} @ call 4"),
        ("exposed 2:JH|2:JS", "exposed 2: {JH 0.5988|JS 0.3992}"),
    ],
)
def test_whom_an_event_is_about_has_its_rivals(event: str, read: str) -> None:
    """A letter of a fax was a seat for sure."""
    found = [word("!")]
    for at, each in enumerate(event.split(" "), 1):
        one, *other = each.split("|")
        readings = [(one, 0.6), (other[0], 0.4)] if other else [one]
        found.append(word(*readings, column=6 * at))
    assert log(PageWords((line_of(found),), NOTHING, NOTHING)).splitlines()[-1] == f"! {read}"


def test_an_event_that_had_no_room_goes_on_in_the_next_line() -> None:
    text = '! conduct 4 "tapped\nthe table"\nAuction:\n3: 28 S'
    assert log_of(text).splitlines()[0] == '! conduct 4 "tapped the table"'
    whole = text.replace('4 "tapped\nthe', '4\n"tapped the')
    assert log_of(whole).splitlines()[0] == '! conduct 4 "tapped the table"'


@pytest.mark.parametrize(
    "broken", ["-> 4:JC @\ntrick 3", "->\n4:JC @ trick\n3", "\n-> 4:JC\n@ trick 3"]
)
def test_the_card_or_the_place_of_an_event_may_stand_in_the_next_line(broken: str) -> None:
    """It was a trick of one card, and the next one was led by somebody else: for certain."""
    event = f"! retracted 4:9D {broken}".replace(" \n", "\n")
    read = log_of(f"Play:\n3:9C 4:JC\n{event}\n.. 5:9C 6:AC 1:10C 2:AC")
    assert read.splitlines()[1:] == [
        "3: 9C 4: JC",
        "! retracted 4: 9D -> 4: JC @ trick 3",
        ".. 5: 9C 6: AC 1: 10C 2: AC",
    ]


def test_an_event_beside_a_heading_is_not_left_out() -> None:
    assert log_of("Hands: ! redeal\n3: KH 9C").splitlines()[0] == "Hands: ! redeal"


def test_a_number_of_a_deal_that_is_none_is_in_doubt() -> None:
    assert log_of('[Deal "WK"]\nHands:\n1: KH 9C').splitlines()[0].startswith('[Deal "{')
    assert log_of('[Deal "14"]\nHands:\n1: KH 9C').splitlines()[0] == '[Deal "14"]'


@pytest.mark.parametrize("heading", ["AU CTION", "Auc tion:", "RES ULT", "Pl ay:"])
def test_a_heading_in_widely_set_letters_is_one(heading: str) -> None:
    assert heading_of(heading) == heading_of(heading.replace(" ", "")) is not None


def test_a_short_name_with_a_letter_wrong_before_a_number_is_that_of_the_deal() -> None:
    assert log_of('[Peal "15"]\nHands:\n1: KH 9C').splitlines()[0] == '[Deal "15"]'
    assert log_of('[Peal "of bells"]\nHands:\n1: KH').splitlines()[0] == '[Peal "of bells"]'


def test_the_end_of_a_mails_subject_heads_no_block() -> None:
    text = "From: the scorer\nSubject: the\nscore sheet\nDate: 3 May\nSheet:\ndeal | x\n1 | X"
    assert log_of(text).splitlines()[2:5] == ["; score sheet", "; Date: 3 May", "Sheet:"]


@pytest.mark.parametrize("value", ["None' *", "None", "None'"])
def test_signs_about_a_value_that_is_one_of_few_are_none_of_it(value: str) -> None:
    text = f'[Deal "1"]\n[Vulnerable "{value}"]\nHands:\nN: KH'
    assert log_of(text).splitlines()[1].startswith('[Vulnerable "None')


def test_a_name_beside_which_a_sign_alone_stands_has_no_value() -> None:
    """The bracket and the colon of a tag in two cells stopped the program."""
    assert log(table([["[Rules", ":"], ["Deal", "1"]])).splitlines()[0] == '[Rules ""]'


def test_a_suit_with_a_letter_too_many_is_no_line_of_a_mail() -> None:
    read = log_of("Hands:\nNorth\nS: K 6 5\nH: J 10 3\nD: K J 10\nCC: K").splitlines()
    assert not any(line.startswith(";") for line in read)


def test_a_tag_whose_quotation_marks_were_not_seen_is_one() -> None:
    assert (
        log_of("[Rules international ]\nHands:\n1: KH").splitlines()[0] == '[Rules "international"]'
    )
    assert log_of("[See the other sheet]\nHands:\n1: KH").splitlines()[0].startswith(";")


def test_a_typewriters_tag_goes_on_in_the_next_line() -> None:
    text = '/Event "Synthetic\ndeals"/\n/Deal "1"/\nHands:\n1: KH'
    assert log_of(text).splitlines()[:2] == ['[Event "Synthetic deals"]', '[Deal "1"]']


def test_a_speck_behind_the_sign_of_an_event_hides_nothing() -> None:
    """A deal that was dealt again was one with hands too long."""
    assert log_of("Hands:\n3: KH\nI . redeal").splitlines()[-1] == "! redeal"
    said = '! conduct 2 "left . the table"'
    assert log_of(said) == said  # what stands in quotation marks stays


def test_a_key_with_a_letter_wrong_is_one() -> None:
    assert log_of("Fvent: Club evening\nHands:\n1: KH").splitlines()[0] == '[Event "Club evening"]'


@pytest.mark.parametrize("sign", ["'", "|", "l"])
def test_an_event_whose_sign_was_misread_is_one(sign: str) -> None:
    """An objection was taken for a remark, and the penalty that it led to was not found."""
    assert log_of(f"Auction:\n3: 28 S\n{sign} objection A").splitlines()[2] == "! objection A"


def test_the_whole_value_of_a_tag_may_stand_in_the_next_line() -> None:
    read = log_of('[Rules\n"international"]\n[Deal "1"]\nHands:\n1: KH').splitlines()
    assert read[:2] == ['[Rules "international"]', '[Deal "1"]']


def test_what_stands_behind_the_bracket_of_a_tag_is_not_in_its_value() -> None:
    assert tag('[Rules "wiki"] Be') == '[Rules "wiki"]'
    assert tag('[Rules "wiki"] [Deal "1"]') != '[Rules "wiki"]'  # another tag is not left out


def test_a_stroke_of_the_bracket_read_as_a_letter() -> None:
    assert tag('[fRules "wiki"]') == '[Rules "wiki"]'


def test_a_name_with_two_letters_wrong_before_a_value_that_only_it_has() -> None:
    assert tag('[beaier "4"]') == '[Dealer "4"]'
    assert tag('[beaier "dry"]') == '[beaier "dry"]'


@pytest.mark.parametrize(
    "said",
    [
        "On Sat, 7 March 2026 21:14 committee@example.org wrote:",
        "On Sat, 7 March 2026 21:14 Pass wrote:",
        "Anand, umpire, anand@example.org",
    ],
)
def test_who_wrote_the_mail_that_is_answered_is_a_comment(said: str) -> None:
    """It was taken for a call of the auction above it."""
    assert log_of(f"Auction:\n1 H, Pass\n{said}").splitlines()[-1] == f"; {said}"


def test_an_event_with_an_address_in_it_is_one() -> None:
    said = '! note "write to anand@example.org"'
    assert log_of(f"Play:\n1: KH\n{said}").splitlines()[-1] == said


@pytest.mark.parametrize("printed", ['iDea | er "W"]', 'Dea ler "W"]'])
def test_a_tag_of_which_the_name_fell_apart(printed: str) -> None:
    assert tag(printed) == '[Dealer "{W 0.8000}"]'


def test_the_last_letter_of_a_name_may_be_lost() -> None:
    assert tag('[Even "Onam Cup"]') == '[Event "Onam Cup"]'
    assert tag('[Team "Onam Cup"]') == '[Team "Onam Cup"]'


def test_what_ends_as_a_tag_does_is_no_remark() -> None:
    assert log_of('some thing or other "W"]') == 'some thing or other "W"]'


@pytest.mark.parametrize("printed", ['[Dealer N"]', '[Dealer "N]', "[Dealer N]"])
def test_a_quotation_mark_of_a_tag_may_be_lost(printed: str) -> None:
    assert tag(printed) == '[Dealer "N"]'


def test_the_figures_of_a_number_may_stand_apart() -> None:
    """Of deal 13 the first figure was taken, and its dealer was not whose turn it was."""
    assert tag("Deal: 1 3") == '[Deal "{13 0.6000}"]'


def test_a_line_with_half_the_signs_of_a_tag_is_no_remark() -> None:
    """The side that was vulnerable was left out with it, and nobody was asked."""
    assert log_of('[Vul b e NS"]\nHands:\n1: KH').splitlines()[0] == '[Vul b e NS"]'
    assert log_of("A word or two before\nHands:\n1: KH").startswith("; A word")


def test_a_line_of_a_mail_with_a_letter_wrong_is_none_of_the_record() -> None:
    """The date of the mail was the match's."""
    assert "[Date" not in log_of("From: a@b.org\nSub, ect: deal 4\nDate: 3 May\n\nDear all,")


def test_sides_with_a_letter_lost_are_those_in_doubt() -> None:
    assert tag('[Vulnerable "Al"]') == '[Vulnerable "{All 0.5000}"]'


def test_a_name_that_lost_a_letter_is_a_known_one() -> None:
    """`[Rues "duplicate"]` named no rulebook, and nobody was asked."""
    assert tag('[Rues "duplicate"]') == '[Rules "duplicate"]'
    assert tag('[Events "3"]') == '[Events "3"]'
    assert tag('[Sit "3"]') == '[Site "3"]'  # its last letter runs into the blank


@pytest.mark.parametrize(
    ("text", "block"),
    [("Han♣ :", "Hands"), ("Au♣ion:", "Auction"), ("♣:", None), ("Res♣", None), ("10♣", None)],
)
def test_letters_of_a_heading_that_touch_may_look_like_a_symbol(
    text: str, block: str | None
) -> None:
    """No hand was read: their heading was a remark."""
    assert heading_of(text) == block


def test_a_tag_in_round_brackets_is_not_the_rest_of_the_one_above_it() -> None:
    """One of a face whose brackets are round took the next into its value: the rules were not known."""
    rows = page_rows(page('(Event "Synthetic\')\n(Rules "international")'))
    assert text_of(rows) == '[Event "Synthetic"]\n[Rules "international"]'

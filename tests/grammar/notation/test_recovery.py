"""What is wrong in one line costs that line alone, and is told in plain words."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from bench.soak.damage import damage, damaged_bytes
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import CARDS, Call, Card, Entry, clear, illegible
from samples.making.records.deals import clean_record
from tests.support import strategies
from tests.support.by_grammar import read_by_grammar
from tests.support.lost_lines import lost_lines
from tests.support.notation_records import Records

WRONG = [
    ('[Event "Onam]', 8, "a tag is a name and a quoted text"),
    ("[Event Onam]", 8, "a tag is a name and a quoted text"),
    ('[Dealer "9"]', 9, "is not a seat"),
    ("hello", 1, "Hands:, Auction:, Play:, Result: or Sheet:"),
    ("! objection Z", 13, "! objection A"),
    ("! disclosed x", 13, "! disclosed 5"),
    ("! retracted 4:KS ->", 20, "! retracted 4:KS -> 4:QD"),
    ("! seats Biju", 9, "! seats 1=Biju 3=Anil"),
    ("! redeal 2", 10, "! redeal @ deal 3"),
    ("!", 2, "an event is a mark, a word"),
    ("points 39 17", 8, "points A 39 B 17"),
    ("points A x", 10, "is not a number"),
    ("contract 28 S by", 17, "the line ends too early"),
    ("contract 28 S by Biju", 18, "is not a seat"),
    ("match points 3 0", 14, "match points A 3 B 0"),
    ("tricks 1 9", 10, "is not a seat"),
    ("Hands: JH 9H", 8, "begins with its seat"),
    ("Hands: 1: JH XX", 14, "is not a card"),
    ("Hands: 1: nothing at all", 11, "a card is a rank and a suit"),
    ("Auction: 28 S, {", 16, "calls are separated by commas"),
    ("Play: foo bar", 7, "a card is a rank and a suit"),
    ("Play: trick 2: [", 16, "a card is a rank and a suit"),
    ("Play: 3: 4:KH", 10, "a card is a rank and a suit"),
]


@pytest.mark.parametrize(("line", "column", "words"), WRONG)
def test_what_was_expected_is_said_where_it_went_wrong(line: str, column: int, words: str) -> None:
    result = read(f'\n{line}\n[Deal "2"]\nHands:\n1: JH\n')
    errors = [p for p in result.problems if p.severity == "error" and "nothing in" not in p.message]
    assert [(p.line, p.column) for p in errors] == [(2, column)]
    assert words in errors[0].message
    hands = result.record.deals[-1].hands
    assert hands is not None
    assert hands[0].cards == (clear(CARDS["JH"]),)


def test_a_token_that_is_no_card_leaves_the_others() -> None:
    result = read('[Deal "1"]\nHands:\n1: JH 9X KD\nPlay:\n3:KH ZZ AH\n')
    deal = result.record.deals[0]
    assert deal.hands is not None
    assert deal.hands[0].cards == (clear(CARDS["JH"]), illegible(), clear(CARDS["KD"]))
    assert deal.play is not None
    assert [play.card.value for play in deal.play[0].plays] == [CARDS["KH"], None, CARDS["AH"]]


def test_deals_in_are_deals_out() -> None:
    result = read('[Deal "1]\nrubbish\n[Deal "2"]\nAuction:\n28 S\n[Deal "3"]\nmore rubbish\n[Deal')
    assert [(deal.label, deal.unread) for deal in result.record.deals] == [
        ("1", True),
        ("2", False),
        ("3", True),
        (None, True),
    ]
    assert {problem.game for problem in result.problems} == {1, 3, 4}


def test_a_deal_that_was_not_read_stays_so_when_written() -> None:
    record = read('[Deal "1"]\nrubbish\n').record
    again = read('[Deal "1"]\n[Unread "yes"]\n').record
    assert again == record


def hands_of(text: str) -> list[str]:
    hands = read(f'[Deal "1"]\nHands:\n{text}\nAuction:\nPass').record.deals[0].hands or ()
    return [f"{hand.seat}: {' '.join(map(shown, hand.cards))}" for hand in hands]


def shown(entry: Entry[Card]) -> str:
    return "??" if entry.value is None else str(entry.value)


def test_a_line_of_cards_without_a_seat_is_more_of_the_hand_above() -> None:
    """A mail broke each hand in two, and its seats were said to play cards that they did not have."""
    assert hands_of("1: JH 9H KD 10S 9S QS\nAD {QC 0.9}\n2: AH") == [
        "1: JH 9H KD 10S 9S QS AD QC",
        "2: AH",
    ]
    assert hands_of("N: JH 9H KD 10S 9S QS AD QC 2C\n3C\n4C 5C") == [
        "N: JH 9H KD 10S 9S QS AD QC 2C 3C 4C 5C"
    ]


@pytest.mark.parametrize("lost", ["hello", "AD QC KS", "9X"])
def test_a_line_that_was_not_read_may_hold_cards_of_the_hand_above(lost: str) -> None:
    assert hands_of(f"1: JH 9H KD 10S 9S QS\n{lost}\n2: AH") == [
        "1: JH 9H KD 10S 9S QS ??",
        "2: AH",
    ]


@pytest.mark.parametrize("lost", ["3; JH AD: QC", "hello: JH"])
def test_a_line_that_was_not_read_and_names_a_seat_is_of_no_hand_above(lost: str) -> None:
    assert hands_of(f"1: JH 9H KD 10S 9S QS\n{lost}\n2: AH") == [
        "1: JH 9H KD 10S 9S QS",
        "2: AH",
    ]


def test_a_whole_hand_has_no_more_cards() -> None:
    whole = "1: JH 9H KD 10S 9S QS AD QC"
    assert hands_of(f"{whole}\nhello\nKH 9C\n2: AH") == [whole, "2: AH"]


@pytest.mark.parametrize(
    ("typed", "likely", "mark"),
    [
        ("1 C ^ I", 1.0, "I"),
        ("{1 C ^I 0.99}", 0.99, "I"),
        ("{1 C ^I 0.94}", 0.94, None),
        ("{1 C ^I 0.9|1 C NT 0.01}", 0.9, None),
        ("{1 C 0.94} ^I", 0.94, "I"),
    ],
)
def test_a_mark_beside_rivals_leaves_the_call_as_it_reads(
    typed: str, likely: float, mark: str | None
) -> None:
    """A bid too low that was marked so on paper was no call at all once its reading was in doubt."""
    result = read(f'[Rules "duplicate"]\n[Deal "1"]\nAuction:\n{typed}')
    (call,) = result.record.deals[0].auction or ()
    assert isinstance(call, Call) and call.marked == mark
    reading = call.said.readings[0]
    assert [term.text for term in reading.value.terms] == ["1", "C"]
    assert (reading.probability or 1.0) == likely


def test_a_row_that_could_not_be_read_is_a_row_of_which_nothing_is_known() -> None:
    """Rows of a photo read as ``~ ome | 5 | 2 | 34 NT`` were accused of 24 slips, for certain."""
    result = read("Sheet:\ndeal | bidder | score A\n1 | 2 | 3\n~ ome | 5 | 64\n~ h t\n2 | 1 | 4")
    rows = result.record.sheets[0].rows
    assert len(rows) == 4
    for row in rows[1:3]:
        assert [replace(cell, span=None) for cell in row.cells] == [illegible()] * 3
    assert [problem.line for problem in result.problems] == [4, 5]
    assert "cannot read “ome | 5 | 64”: nothing in this row counts" in result.problems[0].message


def test_a_line_of_calls_that_could_not_be_read_is_no_bid() -> None:
    """It was called an unapproved bid, and the calls behind it were those of other seats."""
    result = read('[Rules "wiki"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n~ 3 C 5, H 1 2\nPass, 28 S')
    auction = result.record.deals[0].auction or ()
    calls = [each for each in auction if isinstance(each, Call)]
    assert [call.said.value is None for call in calls] == [True, False, False]
    assert calls[0].label is not None and calls[0].label.value is None
    assert any("cannot read" in problem.message for problem in result.problems)


@pytest.mark.parametrize("name", ["Reslut:", "Auciton:", "hand:", "Plays:"])
def test_a_misspelt_block_is_taken_for_what_it_must_be(name: str) -> None:
    result = read(f'[Deal "1"]\n{name}\n')
    deal = result.record.deals[0]
    blocks = [deal.hands, deal.auction, deal.play, deal.result]
    assert sum(block is not None for block in blocks) == 1
    assert all(each.severity != "error" for each in result.problems)


def test_a_record_cut_off_mid_line_keeps_what_came_before() -> None:
    text = '[Deal "1"]\nHands:\n1: JH 9H\nAuction:\n3: 28 S, {28 S|2'
    result = read(text)
    deal = result.record.deals[0]
    assert deal.calls[0].said.value is not None
    assert deal.calls[1].said == illegible()
    assert [problem.line for problem in result.problems] == [5]


def test_what_is_given_twice_is_told_where_it_was_first() -> None:
    result = read(
        '[Deal "1"]\nResult:\ncontract 28 S by 1\ncontract 29 S by 1\npoints A 3\npoints A 4\n'
        "tricks 1 2\ntricks 2 1\n"
    )
    assert [problem.line for problem in result.problems] == [3, 5, 7]
    assert result.record.deals[0].result is not None
    assert result.record.deals[0].result.points == {"A": clear(4)}


@pytest.mark.parametrize("seed", range(150))
def test_damaged_records_lose_no_line_and_stop_nothing(seed: int) -> None:
    random = Random(90_000 + seed)
    clean = random.random() < 0.3
    record = clean_record(seed) if clean else Records(random).record()
    source = damage(random, write(record)).encode("utf-8", "surrogatepass")
    if random.random() < 0.3:
        source = damaged_bytes(random, source)
    result, full = read(source), read_by_grammar(source)
    assert (result.record, result.problems) == (full.record, full.problems)
    assert lost_lines(result) == []
    assert read(write(result.record)).record == result.record


@settings(max_examples=150, deadline=None)
@given(strategies.near_records)
def test_no_line_of_anything_is_lost(text: str) -> None:
    assert lost_lines(read(text)) == []


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_can_be_read(source: bytes) -> None:
    result = read(source)
    assert lost_lines(result) == []


def test_the_checker_of_lost_lines_sees_a_lost_line() -> None:
    """The checker itself must be able to fail."""
    result = read('[Deal "1"]\nAuction:\n28 S\nfoo | bar\n')
    silent = type(result)(read('[Deal "1"]\nAuction:\n28 S\n').record, ())
    object.__setattr__(silent.record, "source", result.record.source)
    assert lost_lines(silent) == [4]


def test_a_vulnerability_that_is_none_is_kept_and_told() -> None:
    result = read('[Deal "1"]\n[Vulnerable "Sometimes"]\n')
    (problem,) = result.problems
    assert (problem.severity, problem.line, problem.column) == ("warning", 2, 13)
    assert "write None, NS, EW or All" in problem.message
    assert [(tag.name, tag.value) for tag in result.record.deals[0].tags] == [
        ("Vulnerable", "Sometimes")
    ]
    assert read('[Deal "1"]\n[Vulnerable "NS"]\n').problems == ()


@pytest.mark.parametrize("label", ["Q:", '{E 0.99|"-" 0.01}:', "{E 0.9|zz 0.1}:", "9X :"])
def test_what_is_no_seat_before_a_colon_is_no_card_more(label: str) -> None:
    """The cards behind it were those of the seats after their own, and in nobody's hand."""
    text = f'[Rules "duplicate"]\n[Deal "1"]\nPlay:\nN: 10H AH 5D 9D\n{label} 5H JD QC 10D\n'
    found = read(text)
    (first, second) = found.record.deals[0].play or ()
    assert [str(play.card.value) for play in second.plays] == ["5H", "JD", "QC", "10D"]
    assert second.plays[0].label is not None and second.plays[0].label.value is None
    assert sum(problem.severity == "error" for problem in found.problems) == 1
    assert len(first.plays) == 4


def test_a_colon_at_the_end_of_a_row_is_a_problem_and_no_seat() -> None:
    found = read('[Deal "1"]\nPlay:\n3: KH 9H :\n')
    assert len(found.problems) == 1


def test_match_points_written_again_below_a_tie_break_are_named() -> None:
    """The line of the tie-break was named, and nothing said that the match points were not used."""
    points, tie = "match points A 3 B 0", "tie-break A"
    problems = read("\n".join((points, points, tie, points))).problems
    assert [problem.line for problem in problems] == [1, 2]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("~ ??: {5C 0.9900} {JS 0.9|J5 0.1} 6S", "cannot read “??: 5C JS 6S”"),
        ("~ 5C {JS|J5 0.1", "cannot read “5C {JS|J5 0.1”"),  # as it was typed
    ],
)
def test_a_line_that_cannot_be_read_is_shown_as_it_was_seen(typed: str, told: str) -> None:
    """Its probabilities and its mark stood in the report, cut off in the middle."""
    assert told in read(f'[Deal "1"]\nHands:\n{typed}\n').problems[0].message

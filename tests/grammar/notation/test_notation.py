"""Every construct of the notation, read."""

from __future__ import annotations

import pytest

from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.notation.hand_record import ReadResult, read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import (
    CARDS,
    Cell,
    Deal,
    Entry,
    Event,
    EventKind,
    Place,
    Reading,
    Said,
    Standing,
    absent,
    clear,
    illegible,
)
from tests.support.by_grammar import read_by_grammar

FULL = [True, False]


def only(text: str) -> Deal:
    """The one deal of a text that must read without a problem, quickly and by the grammar alone."""
    result = read(text)
    assert result.problems == ()
    assert read_by_grammar(text).record == result.record
    assert read(write(result.record)).record == result.record
    (deal,) = result.record.deals
    return deal


def messages(result: ReadResult, severity: str) -> list[str]:
    return [problem.message for problem in result.problems if problem.severity == severity]


# Encoding


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_any_line_ends_with_or_without_a_byte_order_mark(end: str, bom: bytes) -> None:
    text = '[Event "ഓണം"]\n[Deal "1"]\nHands:\n1: JH 9H\n'
    result = read(bom + text.replace("\n", end).encode())
    assert result.problems == ()
    assert result.record == read(text).record
    assert result.record.tags[0].span is not None
    assert result.record.tags[0].span.column == 1


def test_latin_1_is_read_and_said_so() -> None:
    result = read('[Event "a"]\n[Site "Caf\u00e9"]\n'.encode("latin-1"))
    assert result.record.tag("Site") == "Café"
    assert [(p.severity, p.line, p.column) for p in result.problems] == [("note", 2, 11)]


def test_a_byte_order_mark_does_not_move_where_utf_8_ends() -> None:
    result = read(b"\xef\xbb\xbf; a\r; b\xff\n")
    assert [(p.severity, p.line, p.column) for p in result.problems[:1]] == [("note", 2, 4)]


def test_utf_16_is_read_and_said_so() -> None:
    result = read('[Event "a"]\n'.encode("utf-16"))
    assert result.record.tag("Event") == "a"
    (said,) = messages(result, "note")
    assert "all of it was read, nothing needs to be done" in said


def test_damaged_letters_of_utf_16_are_a_warning() -> None:
    result = read('[Event "a"]\n'.encode("utf-16") + b"\x00\xd8")
    (said,) = messages(result, "warning")
    assert "some letters of it are damaged; save it again, as UTF-8" in said
    assert not messages(result, "note")


def test_nul_characters_are_told() -> None:
    result = read(b'[Event "a"]\n\0\0\0\n[Deal "1"]\0\n')
    assert [(p.severity, p.line) for p in result.problems] == [("warning", 2), ("warning", 3)]
    assert result.record.deals[0].label == "1"


@pytest.mark.parametrize("source", [b"", b"\n\n", b"\xef\xbb\xbf", ""])
def test_an_empty_record_is_an_error_not_an_exception(source: bytes | str) -> None:
    result = read(source)
    assert result.record.deals == ()
    assert any(each.severity == "error" for each in result.problems)


# Tags and deals


def test_tags_and_their_escapes() -> None:
    record = read('[Event "say \\"hi\\" \\\\ there; [x]"]  ; note\n[Weather "wet"]\n').record
    assert record.tag("Event") == 'say "hi" \\ there; [x]'
    assert record.tag("Weather") == "wet"
    assert record.comments[0].text == "note"
    assert record.comments[0].line_before


def test_printed_quotation_marks_are_quotation_marks() -> None:
    record = read('[Event “Onam Cup”]\n[Deal “3"]\n! note „rain”\n').record
    assert record.tag("Event") == "Onam Cup"
    assert record.deals[0].label == "3"
    assert record.deals[0].events == (Event(EventKind.NOTE, text="rain"),)


def test_the_same_number_again_is_the_redeal() -> None:
    record = read('[Deal "3"]\n! redeal\n[Deal "3"]\n[Deal "4"]\n').record
    assert [deal.label for deal in record.deals] == ["3", "3", "4"]
    assert record.deals[0].events[0].kind is EventKind.REDEAL


@pytest.mark.parametrize(
    ("value", "entry"),
    [
        ("2", clear("2")),
        ("2?", Entry(Standing.DOUBTED, (Reading("2"),))),
        ("{2|3}", Entry(Standing.RIVALS, (Reading("2"), Reading("3")))),
        ("{3 0.2|2 0.7}", Entry(Standing.RIVALS, (Reading("2", 0.7), Reading("3", 0.2)))),
        ("??", illegible()),
        ("-", absent()),
        ("n", clear("N")),
    ],
)
def test_dealer_and_its_doubt(value: str, entry: Entry[str]) -> None:
    assert only(f'[Deal "1"]\n[Dealer "{value}"]\n').dealer == entry


def test_deal_numbers_may_be_doubtful() -> None:
    number = only('[Deal "{3|8}"]\n').number
    assert number == Entry(Standing.RIVALS, (Reading("3"), Reading("8")))


def test_parts_without_a_deal_tag() -> None:
    assert only("Auction:\n28 S, P\n").number is None
    assert only('[Dealer "2"]\nHands:\n1: JH\n').dealer == clear("2")
    record = read("Sheet:\ndeal | contract\n1 | 28 S\n").record
    assert record.deals == ()
    assert len(record.sheets) == 1


def test_a_second_block_without_a_number_is_the_next_deal() -> None:
    record = read("Auction:\n28 S\nAuction:\n29 S\n").record
    assert [len(deal.calls) for deal in record.deals] == [1, 1]


# Hands


def test_hands_with_every_doubt() -> None:
    deal = only('[Deal "1"]\nHands:\n4: JH 9h? {9H|QH} {9H 0.7|QH 0.3} ?? - ♠10 {AD 0.6}\n')
    assert deal.hands is not None
    assert deal.hands[0].seat == "4"
    nine, queen = CARDS["9H"], CARDS["QH"]
    assert deal.hands[0].cards == (
        clear(CARDS["JH"]),
        Entry(Standing.DOUBTED, (Reading(nine),)),
        Entry(Standing.RIVALS, (Reading(nine), Reading(queen))),
        Entry(Standing.RIVALS, (Reading(nine, 0.7), Reading(queen, 0.3))),
        illegible(),
        absent(),
        clear(CARDS["10S"]),
        Entry(Standing.DOUBTED, (Reading(CARDS["AD"], 0.6),)),
    )


def test_a_hand_whose_seat_is_doubtful() -> None:
    deal = only('[Deal "1"]\nHands:\n{4|5}: JH\n')
    assert deal.hands is not None
    assert deal.hands[0].seat == "4"
    assert deal.hands[0].label == Entry(Standing.RIVALS, (Reading("4"), Reading("5")))


def test_something_else_among_the_readings() -> None:
    deal = only('[Deal "1"]\nHands:\n4: {9H|??}\n')
    assert deal.hands is not None
    assert deal.hands[0].cards[0] == Entry(Standing.DOUBTED, (Reading(CARDS["9H"], 0.5),))


@pytest.mark.parametrize(
    ("rows", "seats"),
    [
        ("1: JH\n{1 0.85|4 0.14}: 9H", ["1", "4"]),
        ("{1 0.7|4 0.2}: JH\n1: 9H", ["4", "1"]),
        ("{1 0.5|4 0.4}: JH\n{1 0.9|4 0.1}: 9H", ["4", "1"]),
        ("4: KH\n1: JH\n{1 0.7|4 0.2|2 0.1}: 9H", ["4", "1", "2"]),
    ],
)
def test_a_seat_in_doubt_is_not_that_of_another_row(rows: str, seats: list[str]) -> None:
    """Nobody has two hands: sixteen cards of one seat were a misdeal, for certain."""
    result = read(f'[Deal "1"]\nHands:\n{rows}\n')
    assert [hand.seat for hand in result.record.deals[0].hands or ()] == seats
    assert not [each for each in result.problems if "second row" in each.message]
    assert read(write(result.record)).record == result.record


@pytest.mark.parametrize("rows", ["1: JH\n{1 0.7|4 0.2}: 9H\n4: KH", "{1 0.9}: 9H\n1: JH\n4: KH"])
def test_nobody_knows_whose_a_row_is_if_both_seats_have_another(rows: str) -> None:
    result = read(f'[Deal "1"]\nHands:\n{rows}\n')
    hands = {hand.seat: str(hand.cards[0].value) for hand in result.record.deals[0].hands or ()}
    assert hands == {"1": "JH", "4": "KH"}
    assert [each.message[:9] for each in result.problems] == ["it is not"]


def test_two_rows_of_one_seat_are_one_hand_and_that_is_said() -> None:
    result = read('[Deal "1"]\nHands:\n4: JH\n4: 9H\n')
    hands = result.record.deals[0].hands
    assert hands is not None
    assert len(hands) == 1
    assert [card.value for card in hands[0].cards] == [CARDS["JH"], CARDS["9H"]]
    assert len(messages(result, "warning")) == 1


# Auction


def test_calls_labels_and_line_ends() -> None:
    deal = only('[Deal "1"]\nAuction:\n3: Spades 28, P,\n+3 C, {4|5}: X, ??: P, 2: AP\n')
    assert [call.said.value.text for call in deal.calls if call.said.value] == [
        "S 28",
        "Pass",
        "+3 C",
        "X",
        "Pass",
        "AP",
    ]
    assert [call.label for call in deal.calls] == [
        clear("3"),
        None,
        None,
        Entry(Standing.RIVALS, (Reading("4"), Reading("5"))),
        illegible(),
        clear("2"),
    ]


def test_doubt_about_a_call() -> None:
    deal = only('[Deal "1"]\nAuction:\n28? S, {28|29} S, {28 S|29 S}, {28 S 0.7|Pass 0.1}, ??, -\n')
    eight, nine = Reading(parse_call("28 S")), Reading(parse_call("29 S"))
    assert [call.said for call in deal.calls] == [
        Entry(Standing.DOUBTED, (Reading(parse_call("28? S")),)),
        Entry(Standing.RIVALS, (eight, nine)),
        Entry(Standing.RIVALS, (eight, nine)),
        Entry(Standing.RIVALS, (Reading(eight.value, 0.7), Reading(parse_call("Pass"), 0.1))),
        illegible(),
        absent(),
    ]


def test_two_doubtful_parts_make_every_combination() -> None:
    deal = only('[Deal "1"]\nAuction:\n{28 0.8|29 0.2}{S 0.5|H 0.5}\n')
    readings = deal.calls[0].said.readings
    assert [(r.value.text, r.probability) for r in readings] == [
        ("28 S", 0.4),
        ("28 H", 0.4),
        ("29 S", 0.1),
        ("29 H", 0.1),
    ]


def test_unclear_calls_are_told_with_their_place() -> None:
    result = read('[Deal "7"]\nAuction:\n28 S, D, 28 H Pass\n')
    assert [(p.severity, p.line, p.column, p.game) for p in result.problems] == [
        ("warning", 3, 7, 1),
        ("warning", 3, 10, 1),
    ]
    assert [
        call.said.value.unclear for call in result.record.deals[0].calls if call.said.value
    ] == [False, True, True]


def test_a_label_within_a_run_shows_where_the_comma_is_missing() -> None:
    result = read('[Deal "1"]\nAuction:\n3: 28 S 4: P\n')
    calls = result.record.deals[0].calls
    assert [call.label for call in calls] == [clear("3"), clear("4")]
    assert len(messages(result, "warning")) == 1


# Play


def test_tricks_labels_and_numbers() -> None:
    deal = only('[Deal "1"]\nPlay:\n3:KH KS {4|5}:JH\nAC QC\ntrick 5: 2: AS 10S\n??:9H\ntrick 7:\n')
    assert deal.play is not None
    assert [(trick.number, trick.labelled) for trick in deal.play] == [
        (1, False),
        (2, False),
        (5, True),
        (6, False),
        (7, True),
    ]
    assert deal.play[0].plays[0].label == clear("3")
    assert deal.play[0].plays[2].label == Entry(Standing.RIVALS, (Reading("4"), Reading("5")))
    assert deal.play[2].plays[0].label == clear("2")
    assert deal.play[3].plays[0].label == illegible()


def test_a_row_goes_on_after_an_event() -> None:
    deal = only(
        '[Deal "1"]\nPlay:\n! note "late"\n3:KH KS\n! objection B\n.. JH\n! exposed 2:JS\nAC\n'
    )
    assert deal.play is not None
    assert len(deal.play) == 2
    kinds = [item.kind.value if isinstance(item, Event) else "card" for item in deal.play[0].items]
    assert kinds == ["note", "card", "card", "objection", "card", "exposed"]
    assert deal.play[0].span_of(2) is not None


# Result


def test_result_with_every_doubt() -> None:
    deal = only(
        '[Deal "1"]\nResult:\ncontract {32|33} C X? by {1|3}\ntricks 5 ? {1|2} -\n'
        "points A 39? B {17|11}\nscore A ?? B -\npenalty B 1\n"
    )
    result = deal.result
    assert result is not None
    assert result.contract is not None
    assert result.contract.said.readings == (
        Reading(parse_call("32 C")),
        Reading(parse_call("33 C")),
    )
    assert result.contract.doubling == Entry(Standing.DOUBTED, (Reading("X"),))
    assert result.contract.by == Entry(Standing.RIVALS, (Reading("1"), Reading("3")))
    assert result.tricks[1:] == (
        illegible(),
        Entry(Standing.RIVALS, (Reading("1"), Reading("2"))),
        absent(),
    )
    assert result.points["B"] == Entry(Standing.RIVALS, (Reading(17), Reading(11)))
    assert result.score == {"A": illegible(), "B": absent()}
    assert result.penalty == {"B": clear(1)}


@pytest.mark.parametrize(
    ("line", "said", "doubling"),
    [
        ("contract 28 S by 1", "28 S", None),
        ("contract 28SX by 1", "28 S", "X"),
        ("contract S 28 redouble by 1", "S 28", "XX"),
        ("contract 30 no-trumps dbl by 1", "30 NT", "X"),
    ],
)
def test_contract(line: str, said: str, doubling: str | None) -> None:
    result = only(f'[Deal "1"]\nResult:\n{line}\n').result
    assert result is not None
    assert result.contract is not None
    assert result.contract.said.value == parse_call(said)
    found = result.contract.doubling
    assert (found.value if found is not None else None) == doubling


def test_bridge_seats_and_teams() -> None:
    deal = only(
        '[Deal "1"]\n[Dealer "N"]\nAuction:\nN: 1 C, P, S: 1 NT\nPlay:\nW:KH 2H\n'
        "Result:\ncontract 1 NT by S\npoints NS 90 EW 0\n"
    )
    assert deal.result is not None
    assert deal.result.points == {"NS": clear(90), "EW": clear(0)}
    assert deal.calls[0].label == clear("N")


# Events


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("! objection B", Event(EventKind.OBJECTION, team=clear("B"))),
        (
            "! warning {A|B}",
            Event(EventKind.WARNING, team=Entry(Standing.RIVALS, (Reading("A"), Reading("B")))),
        ),
        ("! exposed 2:JS", Event(EventKind.EXPOSED, seat=clear("2"), cards=(clear(CARDS["JS"]),))),
        (
            "! retracted 4:KS -> 4:QD",
            Event(
                EventKind.RETRACTED,
                seat=clear("4"),
                cards=(clear(CARDS["KS"]),),
                replaced_by=clear(CARDS["QD"]),
            ),
        ),
        (
            "! retracted 4:KS",
            Event(EventKind.RETRACTED, seat=clear("4"), cards=(clear(CARDS["KS"]),)),
        ),
        ("! disclosed 5", Event(EventKind.DISCLOSED, seat=clear("5"))),
        (
            "! claim 3: JS JH 9H",
            Event(
                EventKind.CLAIM,
                seat=clear("3"),
                cards=(clear(CARDS["JS"]), clear(CARDS["JH"]), clear(CARDS["9H"])),
            ),
        ),
        ("! challenge B", Event(EventKind.CHALLENGE, team=clear("B"))),
        ("! concede B", Event(EventKind.CONCEDE, team=clear("B"))),
        ("! redeal", Event(EventKind.REDEAL)),
        ("! held", Event(EventKind.HELD)),
        ("! silence 2", Event(EventKind.SILENCE, seat=clear("2"))),
        ("! review auction", Event(EventKind.REVIEW, text="auction")),
        ("! review 4 auction", Event(EventKind.REVIEW, seat=clear("4"), text="auction")),
        (
            "! score-query 4?",
            Event(EventKind.SCORE_QUERY, seat=Entry(Standing.DOUBTED, (Reading("4"),))),
        ),
        (
            '! conduct 2 "tapped; the \\"table\\""',
            Event(EventKind.CONDUCT, seat=clear("2"), text='tapped; the "table"'),
        ),
        (
            '! seats 1=Biju 3="Anil K"',
            Event(EventKind.SEATS, names=(("1", "Biju"), ("3", "Anil K"))),
        ),
        ("! swap-teams", Event(EventKind.SWAP_TEAMS)),
        ('! note "x @ y"', Event(EventKind.NOTE, text="x @ y")),
        ("! note rain came in", Event(EventKind.NOTE, text="rain came in")),
        (
            "! objection B @ trick 2 / seat 4",
            Event(EventKind.OBJECTION, team=clear("B"), at=Place.of("trick 2", "seat 4")),
        ),
    ],
)
@pytest.mark.parametrize("block", ["", "Auction:\n28 S\n", "Play:\n3:KH\n", "Result:\n"])
def test_event(line: str, event: Event, block: str) -> None:
    deal = only(f'[Deal "1"]\n{block}{line}\n')
    (found,) = deal.all_events()
    assert found == event
    assert found.span is not None
    assert found.span.end_column == len(line) + 1


def test_an_unknown_event_is_kept_and_told() -> None:
    result = read('[Deal "1"]\n! tea spilled @ trick 2\n')
    assert result.record.deals[0].events == (
        Event(EventKind.OTHER, text="tea spilled", at=Place.of("trick 2")),
    )
    assert len(messages(result, "warning")) == 1


def test_where_events_go() -> None:
    record = read(
        '! seats 1=A\n[Deal "1"]\n! exposed 2:JS\nHands:\n1: JH\n! disclosed 5\nAuction:\n28 S\n'
        "! objection A\nPlay:\nKH\n! objection B\nResult:\npoints A 1\n! warning A\n"
        "Sheet:\ndeal | x\n! swap-teams\n"
    ).record
    deal = record.deals[0]
    assert [event.kind for event in record.events] == [EventKind.SEATS]
    assert [(event.kind, event.above_hands) for event in deal.events] == [
        (EventKind.EXPOSED, True),
        (EventKind.DISCLOSED, False),
    ]
    assert read(write(record)).record == record
    assert [event.kind for event in deal.closing] == [EventKind.WARNING, EventKind.SWAP_TEAMS]


# Sheets


def cell(text: str, column: str) -> Cell | None:
    (sheet,) = read(f"Sheet:\ndeal | {column}\n1 | {text}\n").record.sheets
    return sheet.cell(0, column)


@pytest.mark.parametrize(
    ("text", "column", "entry"),
    [
        ("39", "points A", clear(39)),
        ("39?", "points A", Entry(Standing.DOUBTED, (Reading(39),))),
        ("{39|34}", "total B", Entry(Standing.RIVALS, (Reading(39), Reading(34)))),
        ("", "points A", Entry(Standing.BLANK)),
        ("-", "points A", absent()),
        ("??", "contract", illegible()),
        ("none", "points A", clear("none")),
        (
            "{32 C|33 C}",
            "contract",
            Entry(Standing.RIVALS, (Reading(parse_call("32 C")), Reading(parse_call("33 C")))),
        ),
        ("32 C", "contract", clear(parse_call("32 C"))),
        ('"a | bar"', "remarks", clear("a | bar")),
        ('{"a|b"|c}', "remarks", Entry(Standing.RIVALS, (Reading("a|b"), Reading("c")))),
        ("X", "x", clear("X")),
    ],
)
def test_cells(text: str, column: str, entry: Cell) -> None:
    assert cell(text, column) == entry


def test_a_contract_with_its_double_in_one_cell_is_clear() -> None:
    entry = cell("34 S X", "contract")
    assert entry is not None
    assert entry.value == Said(parse_call("34 S X").terms, unclear=False)
    record = read("Sheet:\ncontract\n34SX\n34 S P\n28 ??\n").record
    assert read(write(record)).record == record
    cells = [row.cells[0].value for row in record.sheets[0].rows]
    assert [isinstance(said, Said) and said.unclear for said in cells] == [False, True, True]


def test_columns_in_any_order_and_case_with_outer_bars() -> None:
    text = "Sheet B:\n| Points a | Deal | Weather |\n| 12 | 3 | |\n"
    (sheet,) = read(text).record.sheets
    assert sheet.copy == "B"
    assert sheet.columns == ("points A", "deal", "weather")
    assert sheet.number(0, "points A") == 12
    assert sheet.cell(0, "weather") == Entry(Standing.BLANK)


def test_two_sheets_and_match_points() -> None:
    text = (
        "Sheet A:\ndeal | x\n1 | X\nmatch points A 3 B 0\n"
        "Sheet B:\ndeal | x\n1 |\nmatch points A {3|8} B 0\ntie-break A\n"
    )
    result = read(text)
    assert result.problems == ()
    first, second = result.record.sheets
    assert first.match_points is not None
    assert first.match_points.points == {"A": clear(3), "B": clear(0)}
    assert second.match_points is not None
    assert second.match_points.tie_break == clear("A")
    assert second.match_points.points["A"].standing is Standing.RIVALS
    assert second.rows[0].cells[1].standing is Standing.BLANK


def test_a_sheet_without_a_header_is_told_line_by_line() -> None:
    result = read("Sheet:\n1 | 2 | 3\n2 | 3 | 4\n")
    assert [(p.severity, p.line) for p in result.problems] == [("error", 2), ("error", 3)]
    assert result.record.sheets[0].rows == ()

"""From fields read off photos to a record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.digitize.forms.layout import EVENT_CODES
from fairdeal.grammar.calls import parse_call
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.entries import ASKED, entry_from, places_of, said
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records import (
    CARDS,
    Deal,
    Entry,
    Event,
    EventKind,
    Field,
    FieldKind,
    Reading,
    ReadProblem,
    Standing,
    Transcript,
    absent,
    clear,
    illegible,
)
from samples.making.hand.values import DoesNotFit, log_values
from samples.making.records.deals import clean_record

Rivals = tuple[tuple[str, float], ...]


def field(
    name: str,
    text: str | None,
    rivals: Rivals = (),
    kind: FieldKind = "text",
    altered: bool = False,
) -> Field:
    top = rivals[0][1] if rivals else 1.0
    return Field(
        name, kind, text, flagged=bool(rivals), probability=top, rivals=rivals, altered=altered
    )


def to_text(transcripts: list[Transcript]) -> str:
    return to_record(transcripts).record.source


def log(*fields: Field, photo: str = "log.jpg") -> Transcript:
    return Transcript(photo, "hand-log/1", fields=fields)


def only_deal(*fields: Field) -> Deal:
    (deal,) = to_record([log(*fields)]).record.deals
    return deal


def test_a_clear_reading_is_a_clear_entry() -> None:
    deal = only_deal(field("deal", "3"), field("dealer", "2"), field("hand 5 / 1", "10S"))
    assert deal.number == clear("3")
    assert deal.dealer == clear("2")
    assert deal.hands is not None
    assert deal.hands[0].seat == "5"
    assert deal.hands[0].cards == (clear(CARDS["10S"]),)
    assert deal.auction is None
    assert deal.play is None
    assert deal.result is None


def test_a_flagged_reading_keeps_its_rivals_whatever_they_mean() -> None:
    deal = only_deal(
        field("dealer", "2", (("2", 0.6), ("3", 0.3))),
        field("hand 1 / 1", "9H", (("9H", 0.7), ("QH", 0.25))),
        field("call 1", "27 S", (("27 S", 0.6), ("29 S", 0.4))),
    )
    assert deal.dealer is not None
    assert deal.dealer.readings == (Reading("2", 0.6), Reading("3", 0.3))
    assert deal.hands is not None
    assert deal.hands[0].cards[0].readings[0] == Reading(CARDS["9H"], 0.7)
    assert deal.calls[0].said.readings == (
        Reading(parse_call("27 S"), 0.6),
        Reading(parse_call("29 S"), 0.4),
    )


def test_rivals_that_say_the_same_are_one_reading() -> None:
    deal = only_deal(field("call 1", "28 H", (("28 H", 0.5), ("28H", 0.3), ("H 28", 0.1))))
    assert deal.calls[0].said.readings == (
        Reading(parse_call("28 H"), 0.8),
        Reading(parse_call("H 28"), 0.1),
    )


def test_what_cannot_be_read_is_illegible_and_what_is_blank_is_not_there() -> None:
    deal = only_deal(
        field("hand 1 / 1", None),
        field("hand 1 / 3", "JH"),
        field("hand 1 / 4", "", ()),
        Field("hand 1 / 5", "card", "", blank=True),
    )
    assert deal.hands is not None
    assert deal.hands[0].cards[:3] == (illegible(), absent(), clear(CARDS["JH"]))


def test_mark_for_the_same_again_may_be_what_it_repeats() -> None:
    mark = Field(
        "dealer",
        "seat",
        None,
        flagged=True,
        rivals=(("2", 0.5),),
        mark="ditto marks",
        same_as="deal",
    )
    dealer = only_deal(mark).dealer
    assert dealer is not None and dealer.readings == (Reading("2", 0.5),)
    assert dealer.standing is Standing.DOUBTED


def test_what_belongs_in_no_such_field_is_illegible_and_reported() -> None:
    result = to_record([log(field("deal", "1"), field("dealer", "9"))])
    assert result.record.deals[0].dealer == illegible()
    assert [(p.severity, p.place, p.game) for p in result.problems] == [("warning", "dealer", 1)]


def test_cards_of_a_trick_stand_in_the_order_played() -> None:
    cards = {"4": "KS", "5": "9S", "6": "10S", "1": "JH", "2": "QS", "3": "AS"}
    fields = [field(f"trick 1 / seat {seat}", card) for seat, card in sorted(cards.items())]
    deal = only_deal(field("trick 1 / leader", "4"), *fields, field("trick 1 / winner", "5"))
    assert deal.play is not None
    trick = deal.play[0]
    assert trick.plays[0].label == clear("4")
    assert [play.card.value for play in trick.plays] == [CARDS[c] for c in cards.values()]
    assert [play.label for play in trick.plays[1:]] == [None] * 5
    assert deal.result is not None
    assert deal.result.tricks == (clear("5"),)


def test_leader_not_written_is_the_winner_before_and_that_is_said() -> None:
    result = to_record(
        [
            log(
                field("trick 1 / leader", "3"),
                field("trick 1 / seat 3", "JH"),
                field("trick 1 / winner", "5"),
                field("trick 2 / seat 5", "9H"),
            )
        ]
    )
    deal = result.record.deals[0]
    assert deal.play is not None
    assert deal.play[1].plays[0].label == clear("5")
    assert [(p.severity, p.place) for p in result.problems] == [("note", "trick 2 / leader")]


def test_leader_unknown_names_no_leader() -> None:
    result = to_record([log(field("trick 2 / seat 5", "9H"), field("trick 2 / seat 6", "KH"))])
    deal = result.record.deals[0]
    assert deal.play is not None
    assert deal.play[0].number == 2
    assert deal.play[0].by_seat
    assert [play.label for play in deal.play[0].plays] == [clear(seat) for seat in "123456"]
    assert [p.severity for p in result.problems] == ["warning"]


def test_doubtful_leader_leaves_every_other_card_with_its_seat() -> None:
    deal = only_deal(
        field("trick 1 / leader", "4", (("4", 0.6), ("1", 0.4))),
        *(field(f"trick 1 / seat {seat}", "JH") for seat in "123456"),
    )
    assert deal.play is not None
    plays = deal.play[0].plays
    assert plays[0].label is not None
    assert plays[0].label.standing is Standing.RIVALS
    assert [play.label.value for play in plays[1:] if play.label] == ["5", "6", "1", "2", "3"]


EVENTS = [
    ("1", {"team": "B"}, "! objection B"),
    ("2", {"team": "A"}, "! warning A"),
    ("3", {"seat": "2", "card": "JS"}, "! exposed 2:JS"),
    ("4", {"seat": "4", "card": "KS", "new card": "QD"}, "! retracted 4:KS -> 4:QD"),
    ("5", {"seat": "5"}, "! disclosed 5"),
    ("6", {}, "! redeal"),
    ("7", {"seat": "2"}, "! silence 2"),
    ("8", {}, "! review"),
    ("9", {"seat": "4"}, "! score-query 4"),
    ("0", {"seat": "2", "remark": "tapped"}, '! conduct 2 "tapped"'),
    (None, {"remark": "concede B"}, "! concede B"),
    (None, {"remark": "tea was spilled"}, '! note "tea was spilled"'),
]


@pytest.mark.parametrize(("figure", "parts", "line"), EVENTS)
def test_each_line_of_what_happened(figure: str | None, parts: dict[str, str], line: str) -> None:
    fields = [field(f"event 1 / {part}", text) for part, text in parts.items()]
    if figure is not None:
        fields.append(field("event 1 / kind", figure))
    assert line in to_text([log(field("deal", "1"), *fields)]).split("\n")


@pytest.mark.parametrize(("figure", "parts", "line"), [each for each in EVENTS if each[0]])
def test_a_tick_says_the_same_as_the_figure_of_the_first_edition(
    figure: str, parts: dict[str, str], line: str
) -> None:
    fields = [field(f"event 1 / {EVENT_CODES[figure]}", "X", kind="tick")]
    fields += [field(f"event 1 / {name}", text) for name, text in parts.items()]
    transcript = Transcript("log.jpg", "hand-log/2", fields=(field("deal", "1"), *fields))
    assert line in to_text([transcript]).splitlines()


def test_two_ticks_in_a_line_are_two_events() -> None:
    ticks = [field(f"event 1 / {kind}", "X", kind="tick") for kind in ("conduct", "objection")]
    rest = [field("event 1 / seat", "2"), field("event 1 / team", "B")]
    deal = only_deal(*ticks, *rest, field("event 1 / remark", "sighed"))
    kinds = {event.kind: event for event in deal.all_events()}
    assert kinds[EventKind.CONDUCT].seat == clear("2")
    assert kinds[EventKind.OBJECTION].team == clear("B")


def test_hands_that_stay_empty_are_not_recorded() -> None:
    blank = [Field(f"hand {s} / {k}", "card", "", blank=True) for s in "123456" for k in "12345678"]
    deal = only_deal(*blank, field("call 1", "28 S"))
    assert deal.hands is None


def test_an_event_stands_where_it_happened() -> None:
    calls = [field(f"call {n}", "Pass") for n in (1, 2, 3)]
    plays = [field(f"trick 1 / seat {seat}", "JH") for seat in "123"]
    text = to_text(
        [
            log(
                *calls,
                *plays,
                field("trick 1 / leader", "1"),
                field("event 1 / kind", "1"),
                field("event 1 / team", "A"),
                field("event 1 / call", "2"),
                field("event 2 / kind", "2"),
                field("event 2 / team", "B"),
                field("event 2 / call", "2"),
                field("event 3 / kind", "1"),
                field("event 3 / team", "B"),
                field("event 3 / trick", "1"),
                field("event 3 / seat", "2"),
                field("event 4 / kind", "1"),
                field("event 4 / team", "B"),
                field("event 4 / trick", "5"),
            )
        ]
    )
    assert "Pass, Pass\n! objection A\n! warning B\nPass\n" in text
    assert "1:JH JH\n! objection B\n.. JH\n" in text
    assert "! objection B @ trick 5\n" in text


@pytest.mark.parametrize(("part", "about"), [("call", "auction"), ("trick", "trick")])
def test_a_review_is_of_what_its_place_is_a_part_of(part: str, about: str) -> None:
    deal = only_deal(
        field("call 1", "28 S"),
        field("trick 1 / leader", "1"),
        field("trick 1 / seat 1", "JH"),
        field("event 1 / kind", "8"),
        field(f"event 1 / {part}", "1"),
    )
    [event] = [*(item for item in deal.auction or () if isinstance(item, Event))] or [
        event for trick in deal.play or () for event in trick.events
    ]
    assert (event.kind, event.text) == (EventKind.REVIEW, about)


def test_claim_and_challenge_close_the_play() -> None:
    deal = only_deal(
        field("trick 1 / leader", "1"),
        field("trick 1 / seat 1", "JH"),
        field("claim / seat", "3"),
        field("claim / card 1", "9H"),
        field("claim / card 2", "AH"),
        field("claim / challenge", "B"),
    )
    assert deal.play is not None
    claim, challenge = deal.play[0].events
    assert claim.kind is EventKind.CLAIM
    assert claim.seat == clear("3")
    assert claim.cards == (clear(CARDS["9H"]), clear(CARDS["AH"]))
    assert challenge.kind is EventKind.CHALLENGE
    assert challenge.team == clear("B")


def test_ink_that_nobody_can_make_out_is_not_a_blank() -> None:
    def ink(name: str) -> Field:
        return Field(name, "text", None, blank=True, flagged=True)

    deal = only_deal(
        field("hand 1 / 1", "JH"),
        ink("hand 1 / 2"),
        field("hand 1 / 3", "9H"),
        ink("hand 1 / 4"),
        field("contract", "28 S"),
        ink("contract / x"),
        ink("points A"),
        ink("call 1"),
    )
    assert deal.hands is not None
    assert deal.hands[0].cards == (clear(CARDS["JH"]), illegible(), clear(CARDS["9H"]))
    assert deal.auction is None
    assert deal.result is not None
    assert deal.result.points == {"A": illegible()}
    assert deal.result.contract is not None
    assert deal.result.contract.doubling == illegible()
    record = to_record([score_sheet(field("row 1 / contract", "28 S"), ink("row 1 / x"))]).record
    assert record.sheets[0].cell(0, "x") == illegible()


def score_sheet(*fields: Field) -> Transcript:
    return Transcript("sheet.jpg", "score-sheet/1", fields=fields)


def test_sheet_and_logs_make_one_record_in_the_order_of_the_deals() -> None:
    result = to_record(
        [
            log(field("deal", "10"), field("dealer", "5"), photo="b.jpg"),
            log(field("deal", "2"), field("heading / event", "onam cup"), photo="a.jpg"),
            score_sheet(
                field("heading / event", "Onam Cup"),
                field("heading / team A", "North"),
                field("row 1 / dealer", "1"),
                field("row 1 / contract", "34 S"),
                field("row 1 / points A", "31", (("31", 0.7), ("37", 0.3))),
                field("row 3 / contract", "NT 30"),
                field("row 3 / remarks", "a | b"),
                field("match points A", "3"),
                field("tie-break", "A"),
            ),
        ]
    )
    record = result.record
    assert [deal.label for deal in record.deals] == ["2", "10"]
    assert record.tag("Event") == "Onam Cup"
    assert record.tag("TeamA") == "North"
    sheet = record.sheets[0]
    assert sheet.columns == ("deal", "dealer", "contract", "points A", "remarks")
    assert len(sheet.rows) == 3
    assert sheet.cell(0, "contract") == clear(parse_call("34 S"))
    assert sheet.cell(0, "points A") == Entry(Standing.RIVALS, (Reading(31, 0.7), Reading(37, 0.3)))
    assert sheet.cell(1, "contract") == Entry(Standing.BLANK)
    assert sheet.cell(2, "remarks") == clear("a | b")
    assert sheet.match_points is not None
    assert sheet.match_points.tie_break == clear("A")
    assert result.sources[None, "row 3 / contract"] == ("sheet.jpg", "row 3 / contract")
    assert result.sources[2, "dealer"] == ("b.jpg", "dealer")
    assert result.sources[1, "deal"] == ("a.jpg", "deal")
    assert result.problems == ()


def test_row_that_bears_another_deals_number_is_that_deal() -> None:
    numbers = [field(f"row {row} / deal", str(18 + row)) for row in (1, 2, 3)]
    written = [
        field("row 1 / total A", "31", kind="number"),
        field("row 2 / total A", "34", kind="number"),
    ]
    (sheet,) = to_record([score_sheet(*numbers, *written)]).record.sheets
    assert sheet.columns == ("deal", "total A")
    # The third row has its printed number alone: nothing is written in it.
    assert [sheet.number(row, "deal") or sheet.cell(row, "deal") for row in range(2)] == [
        clear("19"),
        clear("20"),
    ]
    assert len(sheet.rows) == 2


def test_entries_of_a_we_and_they_sheet_are_no_deals() -> None:
    fields = [
        field("row 1 / line", "above"),
        field("row 1 / we", "150", kind="number"),
        field("row 2 / line", "below"),
        field("row 2 / they", "120", kind="number"),
    ]
    (sheet,) = to_record(
        [Transcript("rubber.jpg", "we-they/1", fields=tuple(fields))]
    ).record.sheets
    assert sheet.columns == ("line", "they", "we")
    assert sheet.number(0, "we") == 150
    assert sheet.number(1, "they") == 120
    assert sheet.cell(1, "line") == clear("below")


def test_headings_that_differ_are_told() -> None:
    result = to_record(
        [score_sheet(field("heading / event", "Onam Cup")), log(field("heading / event", "Other"))]
    )
    assert result.record.tag("Event") == "Onam Cup"
    assert ["Other" in problem.message for problem in result.problems] == [True]


@pytest.mark.parametrize(("doubtful", "taken"), [(0, "M0RIH"), (1, "N0RTH")])
def test_headings_read_with_doubt_give_way_and_are_not_held_against_others(
    doubtful: int, taken: str
) -> None:
    entries = [field("heading / team A", text) for text in ("N0RTH", "M0RIH")]
    entries[doubtful] = replace(entries[doubtful], flagged=True)
    result = to_record([score_sheet(entries[0]), log(entries[1])])
    assert (result.record.tag("TeamA"), result.problems) == (taken, ())


def test_of_headings_all_read_with_doubt_the_first_is_taken() -> None:
    entries = [replace(field("heading / event", text), flagged=True) for text in ("0N", "ON")]
    result = to_record([score_sheet(entries[0]), log(entries[1])])
    assert (result.record.tag("Event"), result.problems) == ("0N", ())


def test_a_sure_heading_that_took_a_doubtful_ones_place_is_held_against_the_next() -> None:
    texts = ("0N", "Onam", "Other")
    entries = [replace(field("heading / event", text), flagged=text == "0N") for text in texts]
    result = to_record([score_sheet(entries[0]), log(entries[1]), log(entries[2])])
    assert result.record.tag("Event") == "Onam"
    assert ["Other" in problem.message for problem in result.problems] == [True]


def test_a_round_that_the_qr_code_tells_is_held_against_another_heading() -> None:
    entry = replace(field("heading / round", "7"), flagged=True)
    sheet = replace(score_sheet(entry), sheet="R1-T2-A-7KQ2")
    result = to_record([sheet, log(field("heading / round", "2"))])
    assert [problem.message for problem in result.problems] == [
        'log.jpg: Round is "2" here, but "1" is used'
    ]


def test_a_message_that_names_its_photo_is_not_given_the_name_again() -> None:
    unread = Transcript("cat.jpg", problems=(ReadProblem("x", "error", "Nothing is in cat.jpg."),))
    assert [problem.message for problem in to_record([unread]).problems] == [
        "Nothing is in cat.jpg."
    ]


def test_an_unclear_call_of_a_photo_is_named_with_its_likeliest_reading() -> None:
    rivals = (("Pass -", 0.6), ("Pass 3 -", 0.3), ("Pass 8 -", 0.05), ("Pass 7 -", 0.01))
    doubtful = replace(field("call 2", "Pass -"), flagged=True, probability=0.6, rivals=rivals)
    result = to_record([log(field("deal", "1"), field("call 1", "28 S"), doubtful)])
    (problem,) = result.problems
    assert problem.place == "call 2"
    assert problem.message.startswith("part of “Pass -” is missing")


def test_two_logs_of_a_deal_stay_two_until_the_ledger_puts_them_together() -> None:
    result = to_record([log(field("deal", "4")), log(field("deal", "4"), photo="again.jpg")])
    assert [deal.label for deal in result.record.deals] == ["4", "4"]
    assert result.problems == ()


def test_typed_logs_go_through_the_notation() -> None:
    typed = Transcript("typed.png", typed='[Rules "wiki"]\n[Deal "2"]\nAuction:\n28 S, Pass\nX P\n')
    result = to_record([log(field("deal", "3")), typed])
    assert [deal.label for deal in result.record.deals] == ["2", "3"]
    assert result.record.tag("Rules") == "wiki"
    assert any("typed.png" in p.message and p.game == 1 for p in result.problems)


def test_problems_of_the_photo_and_struck_out_fields_are_passed_on() -> None:
    unread = Transcript("cat.jpg", problems=(ReadProblem("page-not-found", "error", "no page"),))
    result = to_record([unread, log(field("dealer", "2", altered=True))])
    assert [(p.severity, p.place) for p in result.problems] == [("error", None), ("note", "dealer")]


def test_the_record_is_what_its_text_reads_as() -> None:
    transcripts = [log(field("deal", "1"), field("call 1", "D"), field("call 2", "28 H Pass"))]
    result = to_record(transcripts)
    text = to_text(transcripts)
    assert read(text).record == result.record
    assert write(result.record) == text
    assert [p.severity for p in result.problems] == ["warning", "warning"]


def test_nothing_in_nothing_out() -> None:
    assert to_record([]).record.deals == ()
    assert to_text([]) == ""


@pytest.mark.parametrize("form", ["hand-log/1", "hand-log/2"])
@pytest.mark.parametrize("seed", range(30))
def test_a_deal_through_the_fields_of_the_form_is_the_same_deal(seed: int, form: str) -> None:
    record = clean_record(seed)
    try:
        values = log_values(record, record.deals[0], form)
    except DoesNotFit:
        return
    fields = tuple(field(name, text) for name, text in values.items())
    result = to_record([Transcript("log.jpg", form, fields=fields)])
    assert log_values(result.record, result.record.deals[0], form) == values
    assert result.record.deals[0].hands == record.deals[0].hands
    assert [p for p in result.problems if p.severity != "note"] == []


def test_what_a_person_is_asked_about_is_known_to_nobody_before() -> None:
    """A 49 read as 19: the ink seemed plain, but a bid that cannot be is asked about."""
    field = Field(
        "call 18", "call", "19 D", flagged=True, probability=0.99, rivals=(("19 D", 0.9996),)
    )
    entry = entry_from(field, said)
    assert entry is not None and entry.value == said("19 D")
    assert entry.readings[0].probability == pytest.approx(0.99)
    sure = entry_from(replace(field, probability=0.9999), said)
    assert sure is not None and sure.readings[0].probability == pytest.approx(ASKED)
    for rivals in ((), (("19 D", 0.0),)):
        never = entry_from(replace(field, probability=0.0, rivals=rivals), said)
        assert never == illegible(), "a reading of no probability stops nothing"
    unasked = entry_from(replace(field, probability=0.9999, flagged=False), said)
    assert unasked is not None and unasked.readings[0].probability == pytest.approx(0.9999)


def test_what_an_event_says_of_whom_has_its_place_in_the_text() -> None:
    text = '[Deal "1"]\nAuction:\n1: 28 S\n! silence {2 0.6|3 0.3}\n! exposed 4:JH\n'
    found = {place: span for _, place, span in places_of(read(text).record) if "event" in place}
    assert list(found) == ["event 1 / seat", "event 2 / seat", "event 2 / card 1"]
    seat = found["event 1 / seat"]
    assert seat is not None and (seat.line, seat.column, seat.end_column) == (4, 11, 24)


def test_a_problem_of_a_typed_page_names_its_line_and_no_place_in_the_text_of_the_record() -> None:
    """Beside the message another line was shown: that of the record, which has no unread rows."""
    text = '[Deal "1"]\n; a remark\nHands:\n3: KH zz\nN N N\n1: 9C\n'
    problems = to_record([Transcript("page.jpg", typed=text)]).problems
    assert [(problem.line, problem.column) for problem in problems] == [(4, None), (5, None)]

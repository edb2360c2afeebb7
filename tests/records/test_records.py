"""Deals, tricks, sheets and records as they are asked for things."""

from __future__ import annotations

from fairdeal.records import (
    CARDS,
    Call,
    Comment,
    Deal,
    Event,
    EventKind,
    Hand,
    Play,
    Record,
    Result,
    RowSpans,
    Said,
    Sheet,
    SheetRow,
    Span,
    Tag,
    Term,
    TermKind,
    Trick,
    clear,
)

PASS = Said((Term(TermKind.PASS, "Pass"),))


def test_events_of_a_deal_come_in_the_order_recorded() -> None:
    kinds = [EventKind.EXPOSED, EventKind.OBJECTION, EventKind.CLAIM, EventKind.NOTE]
    events = [Event(kind) for kind in kinds]
    deal = Deal(
        events=(events[0],),
        auction=(Call(clear(PASS)), events[1]),
        play=(Trick(1, (Play(clear(CARDS["JH"])), events[2])),),
        result=Result(),
        closing=(events[3],),
    )
    assert list(deal.all_events()) == events
    assert [call.said.value for call in deal.calls] == [PASS]


def test_spans_are_worked_out_from_the_row() -> None:
    cards = (clear(CARDS["JH"]), clear(CARDS["9H"]))
    hand = Hand("1", cards, RowSpans(((4, 3, " JH 9H"),)))
    assert hand.span_of(1) == Span(4, 7, 4, 9)
    trick = Trick(1, tuple(Play(card) for card in cards), spans=RowSpans(((9, 1, "3:JH 9H"),)))
    assert trick.span_of(0) == Span(9, 1, 9, 5)


def test_where_things_stood_is_no_part_of_equality() -> None:
    assert clear("2", Span(1, 2, 1, 3)) == clear("2")
    assert Tag("Event", "a", Span(1, 1, 1, 5)) == Tag("Event", "a")
    assert Comment("a", line_before=True, at="deal") == Comment("a")
    assert Record(source="a") == Record(source="b")


def test_a_sheet_gives_its_cells_by_name() -> None:
    sheet = Sheet(
        ("deal", "points A"), (SheetRow((clear("1"), clear(39))), SheetRow((clear("2"),)))
    )
    assert sheet.number(0, "points A") == 39
    assert sheet.number(0, "deal") is None
    assert sheet.cell(1, "points A") is None
    assert sheet.cell(0, "total A") is None
    assert str(sheet.place(0, "points A")) == "row 1 / points A"


def test_the_last_of_several_tags_counts() -> None:
    record = Record(tags=(Tag("Rules", "wiki"), Tag("Rules", "online")))
    assert record.tag("Rules") == "online"
    assert record.tag("Event") is None

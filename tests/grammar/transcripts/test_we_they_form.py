"""The WE and THEY form: from its fields to a sheet of entries."""

from __future__ import annotations

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records import Field, Sheet, Transcript, of_entries


def _number(name: str, text: str) -> Field:
    return Field(name, "number", text)


def _sheet(*fields: Field) -> Sheet:
    [sheet] = to_record([Transcript("sheet.jpg", "we-they/1", fields=fields)]).record.sheets
    return sheet


WRITTEN = (
    _number("row 1 / deal", "1"),
    _number("row 1 / we", "500"),
    Field("row 1 / they", "number", None, blank=True),
    Field("row 1 / line", "text", "above"),
    _number("row 12 / we", "120"),
    Field("row 12 / line", "text", "below"),
    Field("row 13 / line", "tick", "X"),
    Field("row 15 / line", "tick", None, blank=True),
    _number("row 32 / we", "620"),
    Field("row 32 / line", "text", "total"),
)


def test_rows_keep_the_numbers_of_the_form_and_say_where_they_stand() -> None:
    sheet = _sheet(*WRITTEN)
    assert of_entries(sheet) and len(sheet.rows) == 32
    lines = {
        number: cell.value
        for number in range(1, 33)
        if (cell := sheet.cell(number - 1, "line")) is not None and cell.value is not None
    }
    assert lines == {1: "above", 12: "below", 13: "game", 32: "total"}
    assert sheet.number(0, "we") == 500 and sheet.number(31, "we") == 620


def test_a_row_without_a_hand_is_given_none() -> None:
    sheet = _sheet(*WRITTEN)
    first, total = sheet.cell(0, "deal"), sheet.cell(31, "deal")
    assert first is not None and first.value == "1"
    assert total is not None and total.value is None


def test_the_ticked_side_is_we() -> None:
    assert _sheet(*WRITTEN, Field("heading / we EW", "tick", "X")).copy == "EW"
    both = (Field("heading / we EW", "tick", "X"), Field("heading / we NS", "tick", "X"))
    assert _sheet(*WRITTEN, *both).copy is None
    assert _sheet(*WRITTEN).copy is None


def test_the_sheet_is_the_same_when_it_is_written_and_read_again() -> None:
    record = to_record([Transcript("sheet.jpg", "we-they/1", fields=WRITTEN)]).record
    assert read(write(record)).record.sheets == record.sheets

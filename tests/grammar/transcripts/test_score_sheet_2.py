"""The second edition of the score sheet: penalties, names, seat changes, remarks, deals played again."""

from __future__ import annotations

from random import Random

import pytest

from fairdeal.digitize.forms.layout import load as layout
from fairdeal.grammar.transcripts.record import TranscriptRecord, to_record
from fairdeal.records import Event, EventKind, Field, Place, Record, Said, Transcript, clear
from fairdeal.rulings import check, load
from samples.making.hand.values import sheet_values
from samples.making.records.deals import random_session, sheet_of

ROW = {
    "dealer": "3",
    "bidder": "2",
    "contract": "28 S",
    "points A": "20",
    "points B": "36",
    "score A": "0",
    "score B": "1",
}


def row(number: int, **more: str) -> dict[str, str]:
    cells = ROW | {name.replace("_", " "): text for name, text in more.items()}
    return {f"row {number} / {name}": text for name, text in cells.items()}


def read(values: dict[str, str], form: str = "score-sheet/2") -> TranscriptRecord:
    """The sheet with these values, every other field of the form blank."""
    assert all(layout(form).field(name) for name in values)
    fields = tuple(
        Field(each.name, each.kind, values.get(each.name), blank=each.name not in values)
        for each in layout(form).fields
    )
    return to_record([Transcript("sheet.jpg", form, fields=fields)])


@pytest.mark.parametrize("slip", [None, "row 4 / score A", "row 12 / total B", "row 7 / points A"])
@pytest.mark.parametrize("seed", range(3))
def test_a_session_is_found_the_same_on_either_edition(seed: int, slip: str | None) -> None:
    record = Record(sheets=(sheet_of(random_session(Random(seed))),))
    values = {name: text for name, text in sheet_values(record).items() if "remarks" not in name}
    if slip is not None:
        values[slip] = "7" if values.get(slip) != "7" else "8"
    first, second = (
        check(read(values, form).record, load("international")).findings
        for form in ("score-sheet/1", "score-sheet/2")
    )
    assert [(f.code, f.place, f.certainty) for f in first] == [
        (f.code, f.place, f.certainty) for f in second
    ]
    assert bool(second) is (slip is not None)


def test_names_at_the_seats_are_tags() -> None:
    record = read({"heading / seat 1": "Anil", "heading / seat 4": "Biju K"}).record
    assert (record.tag("Seat1"), record.tag("Seat4"), record.tag("Seat2")) == (
        "Anil",
        "Biju K",
        None,
    )


def test_penalties_are_figures_of_their_side_with_their_article() -> None:
    (sheet,) = read(row(1, penalty_A="1", article="3.2")).record.sheets
    assert sheet.cell(0, "penalty A") == clear(1)
    assert sheet.number(0, "penalty B") is None
    assert sheet.cell(0, "article") == clear("3.2")


def test_a_remark_stands_in_the_row_of_its_deal_and_leads_to_its_ink() -> None:
    found = read(row(2) | {"remark 1 / deal": "2", "remark 1 / words": "claim"})
    (sheet,) = found.record.sheets
    assert sheet.cell(1, "remarks") == clear("claim")
    assert found.sources[None, "row 2 / remarks"] == ("sheet.jpg", "remark 1 / words")


def test_a_second_remark_on_a_deal_and_one_on_none_are_notes() -> None:
    values = {"remark 1 / deal": "2", "remark 1 / words": "claim", "remark 2 / deal": "2"}
    found = read(row(2) | values | {"remark 2 / words": "noise", "remark 3 / words": "tea"})
    notes = [event.text for event in found.record.events if event.kind is EventKind.NOTE]
    assert notes == ["deal 2: noise", "tea"]


def test_a_change_of_seats_is_an_event_after_its_deal() -> None:
    values = {
        "seat change 1 / deal": "9",
        "seat change 1 / seat": "3",
        "seat change 1 / name": "Cyril",
    }
    (event,) = read(row(1) | values).record.events
    assert event == Event(EventKind.SEATS, names=(("3", "Cyril"),), at=Place.of("deal 9"))


def test_a_deal_played_again_stands_behind_the_first_and_no_deal_is_out_of_order() -> None:
    void = {"row 2 / dealer": "4", "remark 1 / deal": "2", "remark 1 / words": "redeal"}
    again = row(19, deal="2", dealer="4", total_A="0", total_B="2")
    found = read(
        row(1, total_A="0", total_B="1")
        | void
        | row(3, dealer="5", total_A="0", total_B="3")
        | again
    )
    (sheet,) = found.record.sheets
    assert [sheet.cell(n, "deal") for n in range(4)] == [
        clear("1"),
        clear("2"),
        clear("2"),
        clear("3"),
    ]
    assert found.sources[None, "row 3 / total B"] == ("sheet.jpg", "row 19 / total B")
    assert found.sources[None, "row 4 / total B"] == ("sheet.jpg", "row 3 / total B")
    assert check(found.record, load("international")).findings == ()


def test_a_tie_break_deal_stands_behind_the_last() -> None:
    (sheet,) = read(row(18) | row(19, deal="19")).record.sheets
    assert sheet.cell(18, "deal") == clear("19") or sheet.number(18, "deal") == 19
    contract = sheet.cell(18, "contract")
    assert contract is not None and isinstance(contract.value, Said)

"""What the bench of the rest of the page counts."""

from __future__ import annotations

from random import Random

from bench.reader.rest_of_page import Slip, Table, _count, _count_slip, make_pages
from fairdeal.desk.check.settled import Chosen
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records.transcript import Field, Transcript
from fairdeal.rulings import Verdict, check, load

FIELD = Field("row 1 / points A", "number", "36", flagged=True)


def told(text: str, changed: bool = True, share: float = 0.999) -> Chosen:
    return Chosen(text, ("row 1 / points B",), changed, share)


def counted(written: str, chosen: Chosen | None) -> Table:
    table = Table()
    _count(table, "here", FIELD, written, chosen)
    return table


def test_reading_put_right_counts_after_and_is_asked_no_more() -> None:
    table = counted("30", told("30"))
    assert (table.right_before, table.right_after) == (0, 1)
    assert (table.asked_before, table.asked_after) == (1, 0)
    assert (table.changed, table.changed_right, table.over_corrected) == (1, 1, [])


def test_right_reading_taken_for_another_is_an_over_correction() -> None:
    table = counted("36", told("30"))
    assert (table.right_before, table.right_after) == (1, 0)
    assert len(table.over_corrected) == 1


def test_choice_that_is_not_sure_is_still_asked_about() -> None:
    assert counted("30", told("30", share=0.95)).asked_after == 1


def _as_read(pages_seed: int) -> tuple[list[Slip], Verdict]:
    """A match as a reader without a fault would read it."""
    pages = make_pages(Random(pages_seed))
    transcripts = [
        Transcript(
            name,
            f"{form}/1",
            fields=tuple(
                Field(place, "call" if place.startswith("call") else "text", text)
                for place, text in pages.values[name].items()
            ),
        )
        for name, form in pages.forms.items()
    ]
    merged = to_record(transcripts)
    return pages.slips, check(merged.record, load("international"))


def test_every_slip_written_in_is_found_where_all_is_read_right() -> None:
    for seed in range(6):
        slips, verdict = _as_read(seed)
        table = Table()
        for slip in slips:
            _count_slip(table, seed, slip, verdict, {})
        assert table.missed == []
        assert table.likely == table.slips
        assert sorted(table.slips) == ["bidder", "card", "points", "total"]


def test_slip_read_for_what_would_be_right_counts_as_read_away() -> None:
    slips, verdict = _as_read(1)
    table = Table()
    _count_slip(table, 1, slips[0], verdict, {(slips[0].page, slips[0].name): told(slips[0].right)})
    assert len(table.read_away) == 1

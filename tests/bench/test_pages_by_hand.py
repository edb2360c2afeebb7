"""The bench of whole pages by one hand counts what it says it counts."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bench.reader import counts, entries, reading, slips
from bench.reader.entries import Entry, PageRead
from bench.reader.pages import FORMS, Page, page
from bench.reader.reading import Job
from bench.reader.writing import in_words_of, with_one_way
from fairdeal.digitize.forms.layout import load
from fairdeal.records import Field, Transcript
from samples.making.hand import skeletons
from samples.making.hand.values import DoesNotFit, we_they_values

RIGHT = Entry("row 1 / bidder", "3", "3", False, 0.999)
SLIP = replace(RIGHT, written="7", text="7", slip="a seat that is not at the table", right="1")


@pytest.mark.parametrize("form", FORMS)
def test_page_has_fields_of_its_form_alone_and_three_slips(form: str) -> None:
    made = page(form, 3)
    assert made == page(form, 3) and made != page(form, 4)
    known = {entry.name for entry in load(form).fields}
    assert known.issuperset(made.values)
    assert len({slip.name for slip in made.slips}) == slips.SLIPS_A_PAGE
    plain = page(form, 3, slips=False)
    changed = {name for name, text in made.values.items() if plain.values[name] != text}
    assert changed == {slip.name for slip in made.slips}
    assert all(plain.values[slip.name] == slip.right for slip in made.slips)


def test_every_kind_of_slip_is_made() -> None:
    made = {slip.kind for form in FORMS for n in range(12) for slip in page(form, n).slips}
    assert len(made) == len({maker for makers in slips.MAKERS.values() for maker in makers})


def test_other_figure_differs_in_one_figure_and_stays_a_number() -> None:
    for seed in range(40):
        other = slips.other_figure("120", Random(seed))
        assert len(other) == 3 and other[0] != "0"
        assert sum(a != b for a, b in zip(other, "120", strict=True)) == 1


def test_we_they_sheet_has_its_entries_on_their_side_and_its_game_under_the_entry() -> None:
    rows = [
        ("1", "below", 120, None),
        ("1", "above", 500, None),
        ("", "game", None, None),
        ("2", "below", None, 60),
        ("", "total", 620, 60),
    ]
    values = we_they_values(rows, "EW")
    assert values["heading / we EW"] == "X" and "heading / we NS" not in values
    assert (values["row 12 / we"], values["row 1 / we"], values["row 13 / line"]) == (
        "120",
        "500",
        "X",
    )
    assert (values["row 14 / they"], values["row 14 / deal"], values["row 32 / they"]) == (
        "60",
        "2",
        "60",
    )
    with pytest.raises(DoesNotFit):
        we_they_values([("1", "above", 50, None)] * 12, "NS")


def test_hand_of_photographed_characters_writes_plus_in_words() -> None:
    made = Page("hand-log", {"call 1": "+ S", "points A": "30"})
    assert in_words_of(made, "photographed 1", 1).values["call 1"] == "Plus  S"
    assert in_words_of(made, "art-03", 1).values["call 1"] == "+ S"


def test_what_a_writer_left_out_is_drawn_one_way() -> None:
    own = {"1": skeletons.ways("2")}
    whole = with_one_way("somebody", own)
    assert whole["1"] == own["1"]
    assert all(len(whole[character]) == 1 for character in "4567")


def test_wrong_is_what_nobody_is_asked_about() -> None:
    assert not RIGHT.wrong
    assert replace(RIGHT, text="5").wrong
    assert not replace(RIGHT, text="5", asked=True).wrong
    assert replace(RIGHT, text="").wrong
    assert replace(RIGHT, written="", text="3").wrong


def test_slip_is_read_away_by_the_ink_or_by_the_rest_of_the_page() -> None:
    assert not SLIP.read_away and not replace(SLIP, settled="7").read_away
    assert replace(SLIP, text="1").read_away
    assert replace(SLIP, asked=True, settled="1").read_away
    assert not replace(SLIP, text="1", asked=True).read_away
    assert not replace(RIGHT, text="5").read_away


def test_entries_are_fields_written_or_read_but_words_and_ticks() -> None:
    made = Page(
        "score-sheet",
        {"row 1 / bidder": "7", "row 1 / contract": "30 S", "row 1 / total A": "4"},
        (slips.Slip("seat", "row 1 / bidder", "3"),),
    )
    fields = (
        Field("row 1 / bidder", "seat", "7", probability=0.98),
        Field("row 1 / contract", "contract", None),
        Field("row 1 / total A", "number", None, blank=True),
        Field("row 1 / total B", "number", None, blank=True),
        Field("row 2 / total B", "number", "1", probability=0.9),
        Field("heading / event", "text", "Cup"),
    )
    found = {
        e.name: e for e in entries.entries(made, Transcript("p", "score-sheet/1", fields=fields))
    }
    assert list(found) == [
        "row 1 / bidder",
        "row 1 / contract",
        "row 1 / total A",
        "row 2 / total B",
    ]
    assert (found["row 1 / bidder"].slip, found["row 1 / bidder"].right) == ("seat", "3")
    assert found["row 1 / contract"].asked, "a text that cannot be read is shown to a person"
    assert found["row 1 / total A"].wrong, "what is written was taken for blank"
    assert found["row 2 / total B"].wrong, "a blank field was read as filled"


def test_text_that_the_reader_does_not_know_stays_as_it_stands() -> None:
    assert entries.canonical("number", "1380") == "1380"
    assert entries.canonical("number", "07") == "7"
    assert entries.canonical("call", "P") == "Pass"


def test_worst_hand_is_on_top_with_its_worst_page() -> None:
    bad = replace(RIGHT, text="5", probability=0.995)
    pages = [
        PageRead("good", "score-sheet", 1, (RIGHT,) * 50),
        PageRead("bad", "score-sheet", 1, (bad, bad, RIGHT)),
        PageRead("bad", "hand-log", 2, (replace(bad, asked=True), RIGHT)),
    ]
    lines = list(counts.by_hand(pages))[2:]
    assert lines[0].startswith("| bad | 2 | 1.00 | 2 | 1 of 5 (20.0 %) | 2 of 5 (40.0 %) |")
    assert "`3` as `5` (2)" in lines[0]
    assert lines[1].startswith("| good | 1 | 0.00 | 0 |")


def test_over_all_counts_wrong_asked_sure_and_refused() -> None:
    some = (RIGHT, replace(RIGHT, text="5"), replace(RIGHT, asked=True, probability=0.6))
    told = "\n".join(counts.over_all([PageRead("a", "x", 1, some), PageRead("b", "x", 1)]))
    assert "2 pages, 1 refused; 3 entries" in told
    assert "asked about: 1 of 3" in told and "99 % sure: 1 of 2" in told


def test_slips_are_counted_by_kind_and_shown_where_read_away() -> None:
    away = replace(SLIP, text="1")
    told = list(counts.slips([PageRead("a", "score-sheet", 9, (SLIP, away, RIGHT))]))
    assert "| all | 1 of 2 (50.0 %) | 0 of 2 (0.0 %) | 1 of 2 (50.0 %) | 1 |" in told
    assert told[-1] == "- a, score-sheet, seed 9, row 1 / bidder: 7 read as 1"


def test_forbidden_entries_and_blank_fields_are_counted() -> None:
    forbidden = replace(SLIP, slip="a card that is not in the pack", text="9S")
    ghost = replace(RIGHT, written="")
    told = "\n".join(counts.over_all([PageRead("a", "x", 1, (SLIP, forbidden, ghost), 40)]))
    assert "forbidden entries read as another and not asked about: 1 of 2" in told
    assert "blank fields read as filled and not asked about: 1 of 40" in told
    kinds = {slip.kind for form in FORMS for n in range(12) for slip in page(form, n).slips}
    assert kinds > slips.FORBIDDEN


def test_exit_status_says_that_a_slip_was_read_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "strokes_file", lambda: "here")
    monkeypatch.setattr(reading, "hands", lambda part: ("a", "b", "c"))
    for text, status in (("7", 0), ("1", 1)):
        read = [PageRead("a", "score-sheet", 1, (replace(SLIP, text=text),))]
        monkeypatch.setattr(reading, "over", lambda *given, read=read: read)
        assert reading.main(["--small", "--only", "hands"]) == status


def test_no_two_pages_are_of_one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Job] = []
    monkeypatch.setattr(reading, "strokes_file", lambda: "here")
    monkeypatch.setattr(reading, "hands", lambda part: ("a", "b"))
    monkeypatch.setattr(reading, "over", lambda one, jobs, options: given.extend(jobs) or [])
    reading.main(["--pages", "3", "--only", "hands"])
    assert len({seed for _, _, seed in given}) == len(given) == 18

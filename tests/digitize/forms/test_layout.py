"""What is where on the forms."""

from __future__ import annotations

import itertools

import pytest

from fairdeal.digitize.forms import draw, layout
from fairdeal.digitize.forms.layout import Box, UnknownFormError, load
from fairdeal.records import Place

QUIET_MODULES = 1.0
"""White modules that OpenCV wants around a marker."""
PRINTER_MARGIN_MM = 8.0


def _apart(one: Box, two: Box, gap: float = 0.0) -> bool:
    return (
        one.x + one.width + gap <= two.x + 1e-6
        or two.x + two.width + gap <= one.x + 1e-6
        or one.y + one.height + gap <= two.y + 1e-6
        or two.y + two.height + gap <= one.y + 1e-6
    )


@pytest.fixture(params=layout.FORMS)
def form(request: pytest.FixtureRequest) -> layout.Layout:
    return load(request.param)


def test_every_field_has_its_own_name_and_the_name_is_a_place(form: layout.Layout) -> None:
    names = [entry.name for entry in form.fields]
    assert len(set(names)) == len(names)
    assert [str(Place.parse(name)) for name in names] == names
    assert all(form.field(name) is entry for name, entry in zip(names, form.fields, strict=True))


def test_boxes_lie_apart_and_inside_what_printers_print(form: layout.Layout) -> None:
    boxes = [box for entry in form.fields for box in entry.boxes] + list(form.areas)
    for box in boxes:
        assert box.x >= PRINTER_MARGIN_MM and box.y >= PRINTER_MARGIN_MM
        assert box.x + box.width <= form.page[0] - PRINTER_MARGIN_MM + 1e-6
        assert box.y + box.height <= form.page[1] - PRINTER_MARGIN_MM + 1e-6
    assert all(_apart(one, two) for one, two in itertools.combinations(boxes, 2))


def test_markers_have_a_quiet_zone(form: layout.Layout) -> None:
    boxes = [box for entry in form.fields for box in entry.boxes] + list(form.areas) + [form.qr]
    for marker in form.markers:
        gap = QUIET_MODULES * marker.box.width / 6
        assert all(_apart(marker.box, box, gap) for box in boxes)


def test_marker_numbers_tell_the_form() -> None:
    numbers = [marker.id for form in layout.FORMS for marker in load(form).markers]
    assert len(set(numbers)) == len(numbers)
    for form in layout.FORMS:
        assert load(form).form == form
        for marker in load(form).markers:
            assert layout.of_marker(marker.id) is load(form)
    assert layout.of_marker(49) is None


def test_boxes_are_large_enough_to_write_in(form: layout.Layout) -> None:
    for entry in form.fields:
        for box in entry.boxes:
            assert box.width >= 6.2 and box.height >= 5.4, entry.name
        if entry.kind in ("call", "contract"):
            assert len(entry.boxes) == 1 and entry.boxes[0].width >= 24, entry.name
        if entry.kind == "card":
            assert len(entry.boxes) == 3, entry.name


def test_examples_fit_their_boxes(form: layout.Layout) -> None:
    for entry in form.fields:
        assert entry.examples, entry.name
        if len(entry.boxes) > 1:
            longest = max(len(text.replace(" ", "")) for text in entry.examples)
            assert longest <= len(entry.boxes), entry.name


@pytest.mark.parametrize(
    ("kind", "name", "of_kind", "boxes"),
    [
        ("score-sheet/1", "heading / team A", "text", 1),
        ("score-sheet/1", "row 3 / contract", "contract", 1),
        ("score-sheet/1", "row 18 / dealer", "seat", 1),
        ("score-sheet/1", "row 3 / x", "doubling", 1),
        ("score-sheet/1", "row 3 / points A", "number", 2),
        ("score-sheet/1", "row 3 / total B", "number", 3),
        ("score-sheet/1", "row 3 / remarks", "text", 1),
        ("score-sheet/1", "match points A", "number", 2),
        ("score-sheet/1", "tie-break", "text", 1),
        ("hand-log/1", "deal", "number", 2),
        ("hand-log/1", "dealer", "seat", 1),
        ("hand-log/1", "hand 5 / 2", "card", 3),
        ("hand-log/1", "call 36", "call", 1),
        ("hand-log/1", "call 4 / seat", "seat", 1),
        ("hand-log/1", "trick 2 / leader", "seat", 1),
        ("hand-log/1", "trick 2 / seat 4", "card", 3),
        ("hand-log/1", "trick 8 / winner", "seat", 1),
        ("hand-log/1", "contract / by", "seat", 1),
        ("hand-log/1", "claim / card 5", "card", 3),
        ("hand-log/1", "event 1 / kind", "number", 1),
        ("hand-log/1", "event 5 / new card", "card", 3),
        ("hand-log/1", "score B", "number", 2),
        ("we-they", "heading / seat N", "text", 1),
        ("we-they", "heading / we EW", "tick", 1),
        ("we-they", "row 11 / we", "number", 4),
        ("we-they", "row 12 / deal", "number", 1),
        ("we-they", "row 30 / they", "number", 4),
        ("we-they", "row 31 / line", "tick", 1),
        ("we-they", "row 32 / they", "number", 4),
        ("score-sheet/2", "row 18 / penalty B", "number", 1),
        ("score-sheet/2", "row 21 / deal", "number", 2),
        ("score-sheet/2", "row 3 / article", "text", 1),
        ("score-sheet/2", "heading / seat 6", "text", 1),
        ("score-sheet/2", "remark 3 / words", "text", 1),
        ("score-sheet/2", "seat change 3 / seat", "seat", 1),
        ("score-sheet-4", "heading / seat 4", "text", 1),
        ("score-sheet-8", "heading / seat 8", "text", 1),
        ("score-sheet-8", "row 21 / deal", "number", 2),
        ("hand-log-4", "hand 4 / 8", "card", 3),
        ("hand-log-4", "trick 8 / seat 4", "card", 3),
        ("hand-log-8", "hand 8 / 8", "card", 3),
        ("hand-log-8", "trick 8 / seat 8", "card", 3),
        ("hand-log-8", "claim / card 5", "card", 3),
        ("hand-log/2", "event 4 / score-query", "tick", 1),
        ("hand-log/2", "event 4 / new card", "card", 3),
        ("hand-log/2", "event 4 / remark", "text", 1),
        ("hand-log/2", "call 36", "call", 1),
        ("dispute-slip", "disputed 2 / number", "number", 1),
        ("dispute-slip", "disputed 1 / seat 6", "card", 3),
        ("dispute-slip", "hand 6 / 8", "card", 3),
        ("dispute-slip", "call 18 / seat", "seat", 1),
        ("dispute-slip", "dispute / team", "text", 1),
        ("dispute-slip", "dispute / revoke", "tick", 1),
        ("dispute-slip", "seen by / seat 6", "tick", 1),
    ],
)
def test_the_places_of_a_form(kind: str, name: str, of_kind: str, boxes: int) -> None:
    entry = load(kind).field(name)
    assert entry is not None
    assert (entry.kind, len(entry.boxes)) == (of_kind, boxes)


def test_fields_as_json(form: layout.Layout) -> None:
    table = draw.as_json(form)
    assert table["form"] == form.form and table["page_mm"] == [210, 297]
    assert len(table["fields"]) == len(form.fields)
    for entry in table["fields"]:
        assert set(entry) == {"name", "kind", "boxes_mm", "examples"}
        assert all(len(box) == 4 for box in entry["boxes_mm"])


@pytest.mark.parametrize("kind", layout.KINDS)
def test_a_kind_is_printed_in_its_newest_edition_and_read_as_its_first(kind: str) -> None:
    editions = [form for form in layout.FORMS if form.partition("/")[0] == kind]
    assert layout.for_players(kind, 6) is load(max(editions))
    assert layout.for_players(min(editions), 6) is load(kind) is load(min(editions))


@pytest.mark.parametrize("kind", ["score-sheet", "hand-log"])
@pytest.mark.parametrize("players", [4, 6, 8])
def test_a_form_for_some_players_has_their_seats_and_no_other(kind: str, players: int) -> None:
    form = layout.for_players(kind, players)
    parts = {part for each in form.fields for part in each.name.split(" / ")}
    seats = {part for part in parts if part[:5] == "seat " and part[5:].isdecimal()}
    assert seats == {f"seat {n}" for n in range(1, players + 1)}
    assert form.form == (f"{kind}/2" if players == 6 else f"{kind}-{players}/1")


@pytest.mark.parametrize("kind", ["we-they", "dispute-slip"])
def test_a_form_that_is_for_one_table_only_is_refused_for_others(kind: str) -> None:
    with pytest.raises(UnknownFormError, match=f'no form "{kind}" for 8 players'):
        layout.for_players(kind, 8)


@pytest.mark.parametrize("kind", ["", "score", "../score-sheet", "hand-log/9"])
def test_an_unknown_form_is_refused_by_name(kind: str) -> None:
    with pytest.raises(UnknownFormError, match=f'no form "{kind}"') as refused:
        load(kind)
    assert refused.value.remedy == "Choose score-sheet, hand-log, we-they or dispute-slip"


def test_a_we_and_they_sheet_says_on_which_side_of_the_line_its_rows_stand() -> None:
    form = load("we-they")
    said = dict(form.printed)
    assert {said[f"row {n} / line"] for n in range(1, 12)} == {"above"}
    assert {said[f"row {n} / line"] for n in range(12, 31, 2)} == {"below"}
    assert said["row 32 / line"] == "total"
    assert not any(form.field(name) for name in said)

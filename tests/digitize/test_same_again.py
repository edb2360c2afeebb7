"""Marks for the same again: what they may stand for is offered, and never read for sure."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from fairdeal.digitize import read_photo
from fairdeal.digitize.filled_forms import ARROW, DASH, DITTO, TICKED, with_the_same_again
from fairdeal.digitize.forms.layout import load
from fairdeal.digitize.reader.vocabulary import TICK
from fairdeal.records import Field
from samples.making.hand.fill import arrow, dash, ditto, fill, tick
from samples.making.hand.handwriting import Write, crowded, skeleton_hand

FIVE = Field("row 1 / bidder", "seat", "5", probability=0.98, rivals=(("5", 0.98),))


def marked(name: str, text: str | None = "11", kind: str = "seat", flagged: bool = True) -> Field:
    rivals = ((text, 0.9),) if text else ()
    return Field(name, kind, text, flagged=flagged, probability=0.9, rivals=rivals)  # type: ignore[arg-type]


def repeated(fields: list[Field], strokes: Mapping[str, str] | None = None) -> Field:
    """The last of the fields after all were looked at."""
    seen = frozenset(field.name for field in fields)
    return with_the_same_again(fields, strokes or {}, seen)[-1]


def test_ditto_marks_offer_the_entry_above_first_and_stay_what_they_are() -> None:
    name = "row 2 / bidder"
    found = repeated([FIVE, marked(name)], {name: DITTO})
    assert (found.text, found.mark, found.same_as) == (None, DITTO, "row 1 / bidder")
    assert found.rivals == (("5", 0.49), ("11", 0.45)) and found.flagged
    assert found.probability <= 0.5


def test_marks_under_marks_repeat_the_same_entry() -> None:
    names = ["row 2 / bidder", "row 3 / bidder"]
    found = repeated([FIVE, *map(marked, names)], dict.fromkeys(names, DITTO))
    assert found.rivals[0] == ("5", 0.49) and found.same_as == "row 1 / bidder"


@pytest.mark.parametrize(("text", "mark"), [("-", DASH), (TICK, TICKED)], ids=["dash", "tick"])
def test_mark_that_was_read_as_a_mark(text: str, mark: str) -> None:
    found = repeated([FIVE, marked("row 2 / bidder", text)])
    assert (found.text, found.mark, found.rivals[0][0]) == (text, mark, "5")


def test_dash_that_was_read_as_a_figure_is_a_dash_where_one_may_stand() -> None:
    name = "row 2 / bidder"
    field = Field(name, "seat", "7", flagged=True, rivals=(("7", 0.5), ("-", 0.1)))
    assert repeated([FIVE, field], {name: DASH}).text == "-"


@pytest.mark.parametrize(
    "field",
    [
        marked("row 2 / bidder", "4"),
        marked("row 2 / bidder", "-", flagged=False),
        marked("row 2 / bidder", None),
        marked("row 2 / bidder", "-", kind="text"),
        marked("row 3 / bidder", "-"),
        marked("row 2 / dealer", "-"),
        marked("dealer", "-"),
        Field("row 2 / bidder", "seat", None, flagged=True, altered=True),
        Field("row 2 / bidder", "seat", None, blank=True),
    ],
    ids=[
        "figure",
        "sure",
        "unread",
        "words",
        "gap",
        "other column",
        "no column",
        "struck",
        "blank",
    ],
)
def test_what_repeats_nothing_stays_as_it_was_read(field: Field) -> None:
    assert repeated([FIVE, field]) == field


@pytest.mark.parametrize("mark", [DASH, ARROW])
def test_dash_and_arrow_among_calls_may_be_a_pass_not_the_bid_before(mark: str) -> None:
    bid = Field("call 1", "call", "28 S", rivals=(("28 S", 1.0),))
    found = repeated([bid, marked("call 2", "-", kind="call")], {"call 2": mark})
    assert (found.mark, found.same_as, found.rivals[0]) == (mark, "", ("Pass", 0.5))
    assert repeated([bid, marked("call 2", None, kind="call")]).mark == ""


def test_ditto_marks_are_asked_about_however_clearly_they_were_read() -> None:
    name = "row 2 / bidder"
    assert repeated([FIVE, marked(name, flagged=False)], {name: DITTO}).flagged


def test_hidden_field_is_not_a_mark() -> None:
    field = marked("row 2 / bidder", "-")
    assert with_the_same_again([FIVE, field], {}, frozenset({FIVE.name}))[-1] == field


@pytest.mark.parametrize("text", ["-", TICK])
def test_dash_and_tick_keep_their_meaning_where_they_have_one(text: str) -> None:
    above = Field("row 1 / x", "doubling", "X", rivals=(("X", 1.0),))
    field = marked("row 2 / x", text, kind="doubling")
    assert repeated([above, field]) == field
    assert repeated([above, field], {"row 2 / x": DITTO}).rivals[0][0] == "X"


def test_mark_under_a_blank_or_unread_entry_repeats_nothing() -> None:
    name = "row 2 / bidder"
    for above in (
        Field("row 1 / bidder", "seat", None, blank=True),
        marked("row 1 / bidder", None),
    ):
        assert repeated([above, marked(name)], {name: DITTO}) == marked(name)


def test_figures_crowded_into_one_box_are_not_marks() -> None:
    """They are low beside the page's other figures, as ditto marks are."""
    rng = np.random.default_rng(7)
    values = {f"row {n} / points A": str(10 + n) for n in range(1, 19)}
    values |= {"row 17 / total A": "23", "row 18 / total A": "29"}
    values |= {"row 17 / score A": "23", "row 18 / score A": "6"}
    ways = {name: crowded for name in values if "total" in name}
    picture = fill(load("score-sheet"), values, skeleton_hand(rng), rng, ways=ways).picture
    (page,) = read_photo(bytes(cv2.imencode(".png", picture[:, :, ::-1])[1]), "sheet.png")
    found = [page.field(f"row {n} / total A") for n in (17, 18)]
    assert [(each.text, each.mark, each.flagged) for each in found if each] == [
        ("23", "", False),
        ("29", "", False),
    ]


def sheet(write: Write) -> bytes:
    """A score sheet on which the bidders of rows 2 to 6 are marks, as a scan."""
    rng = np.random.default_rng(7)
    values = {f"row {n} / dealer": str(1 + (n - 1) % 6) for n in range(1, 19)}
    values |= {f"row {n} / points A": str(10 + n) for n in range(1, 19)}
    values |= {"row 1 / bidder": "5"} | {f"row {n} / bidder": "5" for n in range(2, 7)}
    ways = {f"row {n} / bidder": write for n in range(2, 7)}
    picture = fill(load("score-sheet"), values, skeleton_hand(rng), rng, ways=ways).picture
    return bytes(cv2.imencode(".png", picture[:, :, ::-1])[1])


@pytest.mark.parametrize(
    ("write", "mark"),
    [(ditto, DITTO), (dash, DASH), (tick, TICKED), (arrow, ARROW)],
    ids=["ditto", "dash", "tick", "arrow"],
)
def test_marks_on_a_sheet_are_asked_about_and_spoil_nothing_else(write: Write, mark: str) -> None:
    (transcript,) = read_photo(sheet(write), "sheet.png")
    found = {field.name: field for field in transcript.fields}
    for row in range(2, 7):
        field = found[f"row {row} / bidder"]
        assert (field.mark, field.same_as, field.flagged) == (mark, "row 1 / bidder", True)
        assert field.rivals[0][0] == "5"
    assert "hand-unknown" not in [problem.code for problem in transcript.problems]
    assert not transcript.open_shapes
    plain = [f for f in transcript.fields if f.name.endswith("points A") and not f.blank]
    assert all(f.text == str(10 + int(f.name.split()[1])) for f in plain)

"""Which net looks at a field again, at which ink, and what the looks come to together."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.reader import recogniser
from fairdeal.digitize.reader.decode import Columns, Decoded
from fairdeal.digitize.reader.engine import HEIGHT, Calibration, Weights, bucket, load_weights
from fairdeal.digitize.reader.reading import CellInk, Reading
from fairdeal.digitize.reader.recogniser import (
    Engine,
    Looks,
    NetRecogniser,
    decode_cells,
    normalised,
)
from fairdeal.digitize.reader.vocabulary import INDEX, STRUCK

Grey = NDArray[np.uint8]


def cell(width: int = 60, kind: str = "number") -> CellInk:
    """A box with an upright stroke and a bar of a width."""
    paper = np.full((70, 100), 225, np.uint8)
    cv2.line(paper, (20, 15), (20, 55), 60, 4)
    cv2.line(paper, (20, 30), (width, 30), 60, 4)
    return CellInk(kind, (paper,))


class Telling(Engine):
    """A net that says one thing after the other, the last for ever, and keeps what it was shown."""

    def __init__(self, *beliefs: Mapping[str, float]) -> None:
        self.beliefs = list(beliefs)
        self.widths: list[int] = []

    def columns(self, inks: Sequence[Grey]) -> list[Columns]:
        found = []
        for ink in inks:
            self.widths.append(ink.shape[1])
            column = np.zeros((1, len(INDEX)), np.float32)
            said = self.beliefs.pop(0) if len(self.beliefs) > 1 else self.beliefs[0]
            for symbol, belief in said.items():
                column[0, INDEX[symbol]] = belief
            found.append(column)
        return found


def sure(belief: float) -> Mapping[str, float]:
    """A 7, and the rest no figure."""
    return {"7": belief, "A": 1.0 - belief}


def torn(belief: float) -> Mapping[str, float]:
    """A 7, and the rest a 1."""
    return {"7": belief, "1": 1.0 - belief}


def one(*engines: Engine) -> Decoded:
    (found,) = decode_cells(engines, [cell()], 2.0)
    assert found is not None
    return found


WIDE = normalised(cell())[0].shape[1]


@pytest.mark.parametrize(
    ("belief", "by_first", "by_second"),
    [
        (0.985, [False], []),
        (0.97, [False], [False]),
        (0.93, [False], [False, True]),
        (0.8, [False, True], [False, True]),
    ],
)
def test_the_less_is_believed_the_more_looks_are_taken(
    belief: float, by_first: list[bool], by_second: list[bool]
) -> None:
    """Each list has a look of that net, True where it was shown the ink widened."""
    first, second = Telling(sure(belief)), Telling(sure(belief))
    found = one(first, second)
    assert [width > WIDE for width in first.widths] == by_first
    assert [width > WIDE for width in second.widths] == by_second
    assert found.looks == len(by_first) + len(by_second)
    assert dict(found.masses)["7"] == pytest.approx(belief)


def test_looks_end_where_all_so_far_together_are_sure() -> None:
    first, second = Telling(sure(0.93)), Telling(sure(0.99))
    assert one(first, second).looks == 2
    assert (len(first.widths), len(second.widths)) == (1, 1)


def test_every_look_counts_alike() -> None:
    found = one(Telling(torn(0.5), torn(0.2)), Telling(torn(0.4), torn(0.1)))
    assert found.looks == 4
    assert dict(found.masses)["7"] == pytest.approx((0.5 + 0.4 + 0.1 + 0.2) / 4)
    assert found.masses[0][0] == "1"


def test_one_net_alone_looks_again_at_widened_ink() -> None:
    first = Telling(sure(0.8))
    assert one(first).looks == 2
    assert [width > WIDE for width in first.widths] == [False, True]


def test_a_figure_with_a_rival_is_looked_at_once_more_widened() -> None:
    """Where the other look confirms it, the first alone counts; else the mean of these two."""
    first, second = Telling(torn(0.999), torn(0.96)), Telling(torn(0.5))
    confirmed = one(first, second)
    assert [width > WIDE for width in first.widths] == [False, True]
    assert (confirmed.looks, dict(confirmed.masses)["7"]) == (1, pytest.approx(0.999))
    first = Telling(torn(0.999), torn(0.6))
    doubted = one(first, second)
    assert (doubted.looks, dict(doubted.masses)["7"]) == (2, pytest.approx(0.7995))
    assert (len(first.widths), second.widths) == (2, [])


def test_looks_of_one_field_are_no_other_fields() -> None:
    """Sure, doubtful, blank, doubtful: each has its own looks, in its own place."""
    first = Telling(sure(0.99), sure(0.6), {"4": 0.6, "9": 0.4}, sure(0.6), {"4": 0.6, "9": 0.4})
    second = Telling({"1": 1.0}, {"9": 1.0}, {"1": 1.0}, {"9": 1.0})
    empty = CellInk("number", (np.full((70, 100), 225, np.uint8),))
    found = decode_cells([first, second], [cell(), cell(), empty, cell()], 2.0)
    assert found[2] is None
    assert [one.masses[0][0] for one in found if one is not None] == ["7", "1", "9"]
    assert [one.looks for one in found if one is not None] == [1, 4, 4]


@pytest.mark.parametrize(
    ("then", "read", "belief"),
    [([torn(0.99), torn(0.8)], "7", 0.8), ([torn(0.01)], "1", 0.99)],
)
def test_a_field_in_one_piece_counts_where_it_reads_another_text(
    then: list[Mapping[str, float]], read: str, belief: float
) -> None:
    """An A like an a was a 9 to one look with 0.8 and to the other with 0.99, which alone counted: the page
    said of two cards that nobody held them."""
    paper, empty = cell().boxes[0], np.full((70, 100), 225, np.uint8)
    field = CellInk("number", (paper, empty), whole=paper)
    (found,) = decode_cells([Telling(torn(0.8), *then)], [field], 2.0)
    assert found is not None
    assert found.masses[0] == (read, pytest.approx(belief))


FRESH = 40
"""Where the bar of the new value ends: its ink is narrower than what it was written beside."""


@pytest.fixture
def uncovered(monkeypatch: pytest.MonkeyPatch) -> int:
    """A new value beside every struck one; how wide its ink is."""
    rest = cell(FRESH)
    monkeypatch.setattr(recogniser, "beside_the_struck", lambda boxes: rest.boxes[0])
    return int(normalised(rest)[0].shape[1])


def test_what_stands_beside_a_struck_value_is_read_in_its_place(uncovered: int) -> None:
    first = Telling({"4": 0.7, STRUCK: 0.3}, sure(0.99))
    (found,) = decode_cells([first], [cell()], 0.3)
    assert found is not None
    assert first.widths == [WIDE, uncovered]
    assert (found.masses[0][0], found.looks) == ("7", 1)
    assert found.struck == pytest.approx(0.3)


def test_a_faint_sign_of_struck_ink_takes_nothing_away(uncovered: int) -> None:
    first = Telling({"4": 0.7, STRUCK: 0.29})
    (found,) = decode_cells([first], [cell()], 0.3)
    assert found is not None
    assert uncovered not in first.widths


def test_it_is_the_new_value_that_is_looked_at_again(uncovered: int) -> None:
    first, second = Telling({"4": 0.5, STRUCK: 0.5}, sure(0.97)), Telling(sure(0.97))
    (found,) = decode_cells([first, second], [cell()], 0.3)
    assert found is not None and found.looks == 2
    assert second.widths == [uncovered]
    assert found.struck == pytest.approx(0.5)


def test_what_reads_no_better_without_the_struck_value_stays(uncovered: int) -> None:
    first, second = Telling({"4": 0.4, STRUCK: 0.6}, {"7": 0.3}), Telling({"4": 1.0})
    (found,) = decode_cells([first, second], [cell()], 0.3)
    assert found is not None
    assert found.masses[0][0] == "4"
    assert second.widths[0] == WIDE != uncovered


class Net:
    """What the net would be given, and logits of its own."""

    def __init__(self) -> None:
        self.given: NDArray[np.float32] = np.zeros(0, np.float32)

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        self.given = batch.copy()
        logits = np.zeros((len(self.given), len(INDEX), 1, 2), np.float32)
        logits[:, INDEX["7"], 0, 1] = np.log(3.0)
        return logits


def test_the_net_is_given_ink_from_nought_to_one_and_answers_with_chances() -> None:
    engine, net = Engine.__new__(Engine), Net()
    engine._net = net
    ink = np.full((HEIGHT, 21), 255, np.uint8)
    (columns,) = engine.columns([ink])
    assert net.given.shape == (1, 1, HEIGHT, bucket(21))
    assert (net.given[..., :21] == 1.0).all() and not net.given[..., 21:].any()
    assert columns.shape == (2, len(INDEX))
    assert columns.sum(1) == pytest.approx([1.0, 1.0])
    assert columns[1, INDEX["7"]] == pytest.approx(3 / (len(INDEX) + 2))


def test_the_reader_has_both_nets_at_work() -> None:
    weights = load_weights()
    assert len(weights.nets) == 2
    plain = Calibration((5.0, *[0.0] * 9), 0.5, 0.0, 2.0, 0.0)
    reader = NetRecogniser(Weights(weights.version, weights.nets, plain, weights.measure))
    first, second = Telling(sure(0.6)), Telling({"1": 1.0})
    reader._engines = [first, second]
    (reading,) = reader.read([cell()])
    assert reading.text == "1" and not reading.flagged
    (text,) = reader.read([cell(kind="text")])
    assert text.flagged and len(second.widths) == 2


def nearly_sure(first: Mapping[str, float], second: Mapping[str, float]) -> Reading:
    """A field of which the calibration makes 0.998 whatever is seen, by nets that say so, the first twice."""
    weights = load_weights()
    plain = Calibration((math.log(0.998 / 0.002), *[0.0] * 9), 0.5, 0.0, 2.0, 0.0)
    reader = NetRecogniser(Weights(weights.version, weights.nets, plain, weights.measure))
    reader._engines = [Telling(first), Telling(second)]
    (reading,) = reader.read([cell()])
    return reading


def test_what_the_second_net_confirms_is_surer() -> None:
    confirmed = nearly_sure(sure(0.99), sure(0.98))
    assert (confirmed.text, confirmed.probability) == ("7", pytest.approx(0.9998))
    assert nearly_sure(torn(0.9998), torn(0.9998)).probability == pytest.approx(0.9998)


@pytest.mark.parametrize(
    ("first", "second"),
    [(torn(0.9996), sure(0.98)), (sure(0.99), torn(0.9996)), (sure(0.99), torn(0.97))],
)
def test_nothing_is_surer_where_one_of_two_nets_sees_another_sign(
    first: Mapping[str, float], second: Mapping[str, float]
) -> None:
    """A hand's narrow 4 was nearly a 1 to both."""
    assert nearly_sure(first, second).probability == pytest.approx(0.998)


def test_where_the_second_net_doubts_what_one_look_reads_the_mean_of_both_counts() -> None:
    """``+4 D`` was ``+9 D`` to the first net, with 0.998."""
    assert nearly_sure(sure(0.99), torn(0.0)).text == "1"
    assert nearly_sure(sure(0.99), torn(0.94)).rivals[1][0] == "1"


def test_doubtful_boxes_are_looked_at_in_one_piece() -> None:
    """A word written over its boxes: the field in one piece reads better, so it counts."""
    boxes, whole = cell().boxes * 2, cell(90).boxes[0]
    first = Telling(sure(0.4), sure(0.4), {"2": 0.99})
    (found,) = decode_cells([first], [CellInk("number", boxes, whole=whole)], 2.0)
    assert found is not None and found.masses[0][0] == "2"


def test_boxes_that_read_better_than_one_piece_stand() -> None:
    boxes, whole = cell().boxes * 2, cell(90).boxes[0]
    first = Telling(sure(0.85), sure(0.85), {"2": 0.3})
    (found,) = decode_cells([first], [CellInk("number", boxes, whole=whole)], 2.0)
    assert found is not None and found.masses[0][0] == "77"


def test_clear_boxes_are_not_looked_at_in_one_piece() -> None:
    boxes, whole = cell().boxes * 2, cell(90).boxes[0]
    first = Telling(sure(0.999))
    decode_cells([first], [CellInk("number", boxes, whole=whole)], 2.0)
    assert len(first.widths) == 2


class ByWidth(Telling):
    """A net that waves between 7 and 1 before narrow ink, and has no doubt of wide ink."""

    def columns(self, inks: Sequence[Grey]) -> list[Columns]:
        found = []
        for ink in inks:
            wide = ink.shape[1] >= normalised(cell(90))[0].shape[1]
            self.beliefs = [sure(1.0) if wide else torn(0.6)]
            found += super().columns([ink])
        return found


@pytest.mark.parametrize(("narrow", "looked"), [(2, 1), (1, 0)])
def test_the_second_net_looks_at_signs_that_the_hand_writes_like_others(
    narrow: int, looked: int
) -> None:
    """However plain: a 4 like the 1s of its page was read as one, with 0.99999."""
    reader = NetRecogniser(load_weights())
    reader._engines = [ByWidth({}), second := ByWidth({})]
    *_, plain = reader.read([cell(60)] * narrow + [cell(90)])
    assert plain.text == "7" and plain.probability >= 0.9999
    assert second.widths.count(normalised(cell(90))[0].shape[1]) == looked


@pytest.mark.parametrize(("ink", "confirmed"), [(0.999, {0}), (0.99, set())])
def test_the_second_net_confirms_what_it_reads_by_the_ink_alone_too(
    ink: float, confirmed: set[int]
) -> None:
    """A shape that is named wrongly all over a page is read so by both nets."""

    def by_page(_number: int, boxes: recogniser.Boxes) -> Columns:
        named = recogniser.as_seen(0, boxes).copy()
        named[:, INDEX["7"]], named[:, INDEX["1"]] = 1.0, 0.0
        return named

    looks = Looks([Telling(sure(1.0)), Telling(torn(ink))], [cell()], 2.0)
    assert looks.by_second({0: "7"}, by_page).confirmed == confirmed

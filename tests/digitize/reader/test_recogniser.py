"""The reader with its committed weights, on characters drawn for the purpose."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.reader import engine
from fairdeal.digitize.reader.decode import Columns
from fairdeal.digitize.reader.engine import DIRECTORY, MANIFEST, load_weights
from fairdeal.digitize.reader.reading import CellInk, Reading
from fairdeal.digitize.reader.recogniser import (
    Engine,
    NetRecogniser,
    decode_cells,
    open_reader,
)
from fairdeal.digitize.reader.vocabulary import INDEX
from fairdeal.digitize.trouble import ReadError
from training.drawn import draw

Grey = NDArray[np.uint8]


@pytest.fixture(scope="module")
def reader() -> NetRecogniser:
    return NetRecogniser(load_weights())


def box(characters: str, seed: int = 0, width: int = 55, ink: int = 60) -> Grey:
    """A clean box of 10 pixels a millimetre with drawn characters side by side."""
    rng = random.Random(seed)
    paper = np.full((70, max(width, 45 * len(characters) + 10)), 225, np.uint8)
    left = 9.0
    for character in characters:
        glyph = draw(rng, character)
        strokes = [np.rint((s * 42 + [left, 56]) * 16).astype(np.int32) for s in glyph.strokes]
        cv2.polylines(paper, strokes, False, ink, 4, cv2.LINE_AA, 4)
        left += glyph.width * 42 + 12
    return cv2.GaussianBlur(paper, (0, 0), 0.8).astype(np.uint8)


def boxed(kind: str, text: str, seed: int = 0) -> CellInk:
    return CellInk(kind, tuple(box(c, seed + 31 * k) for k, c in enumerate(text)))


def test_an_empty_box_is_blank(reader: NetRecogniser) -> None:
    rng = np.random.default_rng(1)
    plain = np.full((70, 55), 220, np.uint8)
    grainy = np.clip(rng.normal(215, 3, (70, 55)), 0, 255).astype(np.uint8)
    readings = reader.read([CellInk("number", (plain, grainy)), CellInk("call", (grainy,))])
    assert all(r.blank and r.text is None and not r.flagged for r in readings)


def test_empty_boxes_between_characters_are_skipped(reader: NetRecogniser) -> None:
    empty = np.full((70, 55), 225, np.uint8)
    cell = CellInk("number", (empty, box("4", 3), empty, box("7", 5)))
    assert reader.read([cell])[0].text == "47"


def test_most_drawn_characters_are_read(reader: NetRecogniser) -> None:
    wanted = ["47", "20", "96", "14", "70", "62", "9♠", "K♥", "Q♦", "J♣", "A♠", "2♥", "7♦", "4♣"]
    cells: list[CellInk] = []
    texts: list[str] = []
    for seed in range(5):
        for text in wanted:
            kind = "number" if text.isdigit() else "card"
            cells.append(boxed(kind, text, 100 * seed + len(cells)))
            texts.append(text.translate(str.maketrans("♣♦♥♠", "CDHS")))
    readings = reader.read(cells)
    right = sum(r.text == text for r, text in zip(readings, texts, strict=True))
    assert right >= 0.93 * len(texts)
    unasked = [(r, t) for r, t in zip(readings, texts, strict=True) if not r.flagged]
    assert sum(r.text != t for r, t in unasked) <= 1


def test_a_barred_number_is_read_as_it_stands(reader: NetRecogniser) -> None:
    cells = [
        CellInk("contract", (box(text, seed),)) for seed in range(4) for text in ("27♦", "60♥")
    ]
    texts = [r.text for r in reader.read(cells)]
    assert texts.count("27 D") + texts.count("60 H") >= 7


def test_a_reading_does_not_depend_on_its_neighbours(reader: NetRecogniser) -> None:
    cells = [boxed("card", "9♠", 1), boxed("number", "47", 2), CellInk("contract", (box("27♦"),))]
    cells += [boxed("number", "7", seed) for seed in range(9)]
    together = reader.read(cells)
    alone = [reader.read([cell])[0] for cell in cells]
    backwards = reader.read(cells[::-1])[::-1]
    for a, b, c in zip(together, alone, backwards, strict=True):
        assert a.text == b.text == c.text
        assert a.flagged == b.flagged == c.flagged
        assert a.probability == pytest.approx(b.probability, abs=1e-4)
        assert a.probability == pytest.approx(c.probability, abs=1e-4)


def test_rivals_are_ranked_and_sum_to_no_more_than_one(reader: NetRecogniser) -> None:
    for reading in reader.read([boxed("card", "9♠", s) for s in range(20)]):
        chances = [p for _, p in reading.rivals]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1.0 + 1e-9 and len(chances) <= 5
        assert 0.0 <= reading.mass <= 1.0
        if reading.text is not None:
            assert reading.rivals[0] == (reading.text, reading.probability)


def test_a_scribble_is_never_read_in_silence(reader: NetRecogniser) -> None:
    rng = np.random.default_rng(3)
    cells = []
    for _ in range(12):
        paper = np.full((70, 55), 225, np.uint8)
        points = rng.uniform([8, 12], [47, 58], (25, 2))
        cv2.polylines(paper, [np.rint(points).astype(np.int32)], False, 50, 3, cv2.LINE_AA)
        cells.append(CellInk("number", (paper,)))
    assert all(r.flagged for r in reader.read(cells))


def test_free_text_is_always_shown_to_a_person(reader: NetRecogniser) -> None:
    (reading,) = reader.read([CellInk("text", (box("KQJ"),))])
    assert reading.flagged and reading.text


def test_nothing_to_read_gives_nothing(reader: NetRecogniser) -> None:
    assert reader.read([]) == []
    assert reader.read([CellInk("card", ())]) == [Reading(None, 1.0, blank=True)]


@pytest.mark.parametrize("name", ["reader.onnx", "second.onnx", "calibration.json", MANIFEST])
@pytest.mark.parametrize("harm", ["cut", "gone", "garbled"])
def test_damaged_weights_are_named_with_a_remedy(tmp_path: Path, name: str, harm: str) -> None:
    shutil.copytree(DIRECTORY, tmp_path, dirs_exist_ok=True)
    path = tmp_path / name
    if harm == "gone":
        path.unlink()
    elif harm == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        path.write_bytes(bytes(255 - b for b in path.read_bytes()))
    with pytest.raises(ReadError) as caught:
        load_weights(tmp_path)
    assert caught.value.code == "weights-corrupt"
    assert "train" in caught.value.remedy
    assert name in caught.value.message


def test_the_weights_are_small_and_named() -> None:
    weights = load_weights()
    assert sum(map(len, weights.nets)) < 9_000_000
    assert weights.version.startswith("reader-")


def test_open_reader_uses_the_committed_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_reader().read([]) == []
    monkeypatch.setattr(engine, "DIRECTORY", Path("nowhere"))
    assert engine.load_weights(DIRECTORY).version


class Saying(Engine):
    """A net that believes the same of every box."""

    def __init__(self, beliefs: Mapping[str, float]) -> None:
        self.seen = 0
        self.column = np.zeros((1, len(INDEX)), np.float32)
        for symbol, belief in beliefs.items():
            self.column[0, INDEX[symbol]] = belief

    def columns(self, inks: Sequence[NDArray[np.uint8]]) -> list[Columns]:
        self.seen += len(inks)
        return [self.column for _ in inks]


def test_the_second_net_reads_what_the_first_is_not_sure_of() -> None:
    first, second = Saying({"7": 0.6, "1": 0.4}), Saying({"1": 0.9, "7": 0.1})
    (found,) = decode_cells([first, second], [boxed("number", "7")], 1.0)
    assert found is not None and found.looks == 4
    assert (first.seen, second.seen) == (2, 2)
    assert found.masses[0][0] == "1" and found.masses[0][1] == pytest.approx(0.65)
    assert found.agreed == 0.5


def test_the_second_net_is_spared_what_the_first_is_sure_of() -> None:
    first, second = Saying({"7": 0.995, "A": 0.005}), Saying({"1": 1.0})
    (found,) = decode_cells([first, second], [boxed("number", "7")], 1.0)
    assert found is not None and found.looks == 1 and found.masses[0][0] == "7"
    assert (first.seen, second.seen) == (1, 0)


def test_weights_without_any_net_are_named_as_damaged(tmp_path: Path) -> None:
    shutil.copytree(DIRECTORY, tmp_path, dirs_exist_ok=True)
    manifest = json.loads((tmp_path / MANIFEST).read_text("utf-8"))
    (tmp_path / MANIFEST).write_text(json.dumps({**manifest, "nets": []}), "utf-8")
    with pytest.raises(ReadError) as caught:
        load_weights(tmp_path)
    assert caught.value.code == "weights-corrupt" and MANIFEST in caught.value.message

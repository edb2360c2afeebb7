"""Guesses at words written freely: from the ink alone, with or without the packages that they want."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from fairdeal.digitize import nets
from fairdeal.digitize.nets import LONGEST, LineImage, suggestions


class Says:
    """A reader that gives one answer after the other, and keeps what it was shown."""

    def __init__(self, *texts: str) -> None:
        self.texts = iter(texts)
        self.shown: list[LineImage] = []

    def read(self, line: LineImage) -> str:
        self.shown.append(line)
        return next(self.texts)


@pytest.fixture(autouse=True)
def opened_again() -> Iterator[None]:
    nets.packaged_reader.cache_clear()
    yield
    nets.packaged_reader.cache_clear()


def written(text: str) -> LineImage:
    """A field of the squared-up page in which a text stands, paper at 235."""
    field = np.full((85, 920), 235, np.uint8)
    cv2.putText(field, text, (30, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.5, 40, 3, cv2.LINE_AA)
    return field


def test_what_the_looks_agree_on_is_said_once() -> None:
    assert suggestions(written("claim"), Says("claim", "claim")) == ("claim",)
    assert suggestions(written("claim"), Says("claim", " claims ")) == ("claim", "claims")
    assert suggestions(written("claim"), Says("", "clai  m")) == ("clai m",)
    (long,) = suggestions(written("claim"), Says("a" * 500, "a" * 500))
    assert len(long) == LONGEST


def test_the_reader_sees_the_ink_alone_on_white_paper() -> None:
    reader = Says("claim", "claim")
    suggestions(written("claim"), reader)
    field = written("claim")
    near, far = reader.shown
    assert near.shape[1] < far.shape[1] < field.shape[1] and near.shape[0] < far.shape[0]
    assert all(line[0].min() == line[:, 0].min() == 255 for line in reader.shown)


@pytest.mark.parametrize("grey", [235, 0])
def test_nothing_is_guessed_where_nothing_is_written(grey: int) -> None:
    assert suggestions(np.full((85, 920), grey, np.uint8), Says()) == ()


@pytest.mark.parametrize("text", ["North", "CARD FELL", "26.8.2026", "lead out of turn"])
def test_clear_words_are_guessed(text: str) -> None:
    reader = nets.packaged_reader()
    assert reader is not None
    assert text in suggestions(written(text), reader)


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (900, 3), (20, 4000)])
def test_odd_ink_stops_nothing(size: tuple[int, int]) -> None:
    reader = nets.packaged_reader()
    assert reader is not None
    assert isinstance(reader.read(np.zeros(size, np.uint8)), str)


def test_the_net_alone_is_opened_and_no_code_that_could_fetch_one() -> None:
    program = (
        "import sys; from fairdeal.digitize.nets import packaged_reader as r;"
        "print(r() is not None, sorted({'rapidocr', 'requests', 'urllib3'} & set(sys.modules)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert told.stdout.strip() == "True []", told.stderr


@pytest.mark.parametrize("contents", [None, b"no net"])
def test_a_net_that_is_missing_or_damaged_is_no_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, contents: bytes | None
) -> None:
    net = tmp_path / "lines.onnx"
    if contents is not None:
        net.write_bytes(contents)
    monkeypatch.setattr(nets, "LINES", net)
    assert nets.packaged_net.__wrapped__() is None

"""In how many ways a picture is looked at before a page of print is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.printed import looks
from fairdeal.digitize.printed.lines.strips import Strip
from fairdeal.digitize.printed.readers.signs import PRINTED, Sign
from fairdeal.digitize.printed.straighten import whole_picture
from tests.support.typed_pages import LOG, typed


@dataclass
class Says:
    """A reader that sees a sign in every so many columns, each as surely as is said, one value a look."""

    sure: list[float]
    knows: frozenset[str] = PRINTED
    asked: list[float] = field(default_factory=list)

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        self.asked.append(self.sure[len(self.asked)])
        return [[Sign("q", x, self.asked[-1]) for x in each.columns[::20]] for each in strips]


@pytest.fixture
def twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that can be flattened in two ways."""
    monkeypatch.setattr(looks, "flattenings", lambda image: [whole_picture(image)] * 2)


@pytest.mark.usefixtures("twice")
def test_a_page_of_few_words_that_is_upright_is_not_turned_further(
    page: NDArray[np.uint8],
) -> None:
    reader = Says([0.85, 0.9])
    found = looks.as_it_reads(looks.looks(page, reader))
    assert reader.asked == [0.85, 0.9]
    assert found is not None and found.letters < looks.ENOUGH_LETTERS and found.sense > 0.85


@pytest.mark.usefixtures("twice")
def test_one_that_makes_some_sense_only_is_turned(
    page: NDArray[np.uint8],
) -> None:
    reader = Says([0.7, 0.95, 0.9])
    assert looks.as_it_reads(looks.looks(page, reader)) is not None
    assert reader.asked == [0.7, 0.95, 0.9]


@pytest.mark.usefixtures("twice")
def test_where_plenty_makes_sense_one_look_is_enough() -> None:
    reader = Says([0.75])
    ways = looks.plainly_print(typed(LOG * 4), reader)
    assert ways is not None
    found = looks.as_it_reads(ways)
    assert found is not None and found.letters >= looks.ENOUGH_LETTERS
    assert reader.asked == [0.75]

"""Photos of a printed log, made and read once for all tests of print."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.page.cut_out import only_sheet
from fairdeal.digitize.page.sheet import find_sheet
from fairdeal.digitize.printed import log
from fairdeal.digitize.printed.page_words import Standing, standing_on
from fairdeal.digitize.printed.straighten import FlatPage, flattenings
from tests.support.camera import View, photograph
from tests.support.typed_pages import LOG, typed


@pytest.fixture(scope="session")
def page() -> NDArray[np.uint8]:
    return typed(LOG)


@pytest.fixture(scope="session")
def photo(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return photograph(page, View(tilt=12, roll=-5, pan=6))


@pytest.fixture(scope="session")
def flat(photo: NDArray[np.uint8]) -> FlatPage:
    sheet = find_sheet(photo)
    assert sheet is not None
    return next(flattenings(only_sheet(photo, sheet), sheet.corners))


@pytest.fixture(scope="session")
def standing(flat: FlatPage) -> Standing:
    return standing_on(flat.grey)


@pytest.fixture
def no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without the packaged reader."""
    monkeypatch.setattr(log, "print_net", lambda: None)

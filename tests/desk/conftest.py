"""What several tests of the desk need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desk.chromium import CHROMIUM

RECORDS = Path(__file__).parent / "records"


@pytest.fixture(scope="session")
def disputed() -> Path:
    """A made-up match with a revoke, a barred bid, a wrong total and doubtful entries."""
    return RECORDS / "disputed-match.hrn"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        opened = play.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield opened
        opened.close()

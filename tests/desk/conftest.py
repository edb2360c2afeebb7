"""What several tests of the desk need."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from werkzeug.routing import Rule

from fairdeal.desk import once
from fairdeal.desk.archive import page_code
from fairdeal.desk.commands import read
from fairdeal.desk.confined.pool import Workers, cores
from fairdeal.desk.intake import reading
from tests.support.chromium import CHROMIUM
from tests.support.fonts import WIDTHS, installed
from tests.support.waiting import PATIENCE

RECORDS = Path(__file__).parent / "records"
COST = page_code.COST
"""What a page's code costs outside these tests."""


@pytest.fixture(scope="session", autouse=True)
def _photos(samples_read_once: None) -> None:
    """At the desk photos of the samples are there to be judged, not to try the reader."""


class _KeptWorkers(Workers):
    """Workers for all photos and audits of these tests: to start some takes longer than most of them."""

    def close(self) -> None:
        """They end with the tests."""

    def end(self) -> None:
        super().close()


@pytest.fixture(scope="session", autouse=True)
def _workers_kept() -> Iterator[None]:
    kept = _KeptWorkers(max(1, min(reading.MOST, cores())))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "one_a_core", lambda: kept)
        patch.setattr(read, "one_a_core", lambda: kept)
        patch.setattr(read, "_reader", lambda: kept)
        yield
    kept.end()


@pytest.fixture(scope="session", autouse=True)
def _addresses_compiled_once() -> Iterator[None]:
    """Every desk has the same hundred addresses, and werkzeug compiles again for each how it is written."""
    compiled = Rule._compile_builder
    known: dict[object, Callable[..., tuple[str, str]]] = {}

    def once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (tuple(rule._trace), repr(rule.defaults), append_unknown)
        if key not in known:
            known[key] = compiled(rule, append_unknown)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_haste() -> Iterator[None]:
    """The code of a signed page takes so long that nobody tries many; here nobody has to wait for it. And on
    a busy machine a page waits for another's answer as long as that takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_code, "COST", 2)
        patch.setattr(once, "PATIENCE", PATIENCE)
        yield


@pytest.fixture(scope="session")
def disputed() -> Path:
    """A made-up match with a revoke, a barred bid, a wrong total and doubtful entries."""
    return RECORDS / "disputed-match.hrn"


@pytest.fixture(scope="session")
def play() -> Iterator[Any]:
    """Playwright, of which a process can have one alone."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as started:
        yield started


@contextmanager
def chromium(play: Any, fonts: Path, *more: str) -> Iterator[Any]:
    """A browser on a machine that has the fonts of these settings and no others."""
    opened = play.chromium.launch(
        executable_path=CHROMIUM,
        args=["--no-sandbox", "--disable-gpu", *more],
        env={**os.environ, "FONTCONFIG_FILE": str(fonts)},
    )
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def browser(play: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser with a wide font, in which pages are likeliest to be too wide."""
    with chromium(play, installed(tmp_path_factory.mktemp("fonts"), "wide")) as opened:
        yield opened


@pytest.fixture(scope="module", params=WIDTHS)
def browser_of_either_font(
    request: pytest.FixtureRequest, play: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """A browser with the wide font, then one with the narrow font. It lays pages out and never draws them,
    which takes as long; nothing can be clicked."""
    fonts = installed(tmp_path_factory.mktemp("fonts"), request.param)
    with chromium(play, fonts, "--disable-threaded-compositing") as opened:
        yield opened

"""What tests of several rooms need."""

from __future__ import annotations

import ctypes
import gc
import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final

import pytest
from hypothesis import settings

from tests.support import in_process

# No test may fail because the machine is busy.
settings.register_profile("busy", deadline=None)
settings.load_profile("busy")


# The processes of a run have the cores: one that reads a photo needs no threads beside its own.
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
# Nobody's own settings, and nobody's are written.
_SETTINGS = Path(mkdtemp(prefix="fairdeal-tests-"))
_SETTINGS.chmod(0o755)  # Some commands are run as another user.
os.environ["FAIRDEAL_SETTINGS"] = str(_SETTINGS / "settings.toml")


class Unhurried(sqlite3.Connection):
    """A database that is not put on the disk at once, whatever is asked."""

    lasting = False
    """Whether that was asked."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        super().execute("PRAGMA synchronous = OFF")  # Also for what is written before it is asked.

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        self.lasting |= sql == "PRAGMA synchronous = FULL"
        return super().execute(sql.replace("synchronous = FULL", "synchronous = OFF"), *given)


# No power fails here, and a wait for the disk takes a hundredth of a second, thousands of times in a run.
os.fsync = lambda _: None
sqlite3.connect = partial(sqlite3.connect, factory=Unhurried)


TRIM, MAP = -1, -3
"""Numbers by which glibc's `mallopt` knows how much free memory goes back to the system, and from which size
on memory is asked for and given back one piece at a time."""
KEPT_FREE: Final = 256 << 20
ONE_PIECE: Final = 64 << 20
"""Bytes: a photo as numbers is 36 MB. The system clears every page that it gives again, which took half of
the time of a photograph."""
with suppress(OSError, AttributeError):  # Another C library.
    ctypes.CDLL(None).mallopt(TRIM, KEPT_FREE)
    ctypes.CDLL(None).mallopt(MAP, ONE_PIECE)


def pytest_sessionstart(session: pytest.Session) -> None:
    """The second process begins at the other end: in a fresh checkout each compiles half of the tests and
    finds the other half compiled. From the same end both would compile the same at the same time."""
    root = Path(__file__).parent
    every = [Path(each).resolve() for each in session.config.args] == [root]
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" and every:
        for path in sorted(root.rglob("test_*.py"), reverse=True):
            with suppress(Exception):  # It is said where it is collected.
                import_module(".".join(path.relative_to(root.parent).with_suffix("").parts))


def pytest_unconfigure() -> None:
    """A run leaves nothing behind."""
    rmtree(_SETTINGS, ignore_errors=True)


def pytest_collection_finish() -> None:
    """Ten thousand tests stay to the end: the garbage collector need not look at them again and again.

    What it looks at is mostly what tests keep for one another, so it looks seldom, yet often enough that a
    process does not grow by gigabytes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 10)


@pytest.fixture(autouse=True)
def _settings_of_one_test() -> Iterator[None]:
    """What a test writes among the settings of this computer goes with it."""
    yield
    if (_SETTINGS / "settings.toml").exists():
        (_SETTINGS / "settings.toml").unlink()
        os.environ.pop("FAIRDEAL_RULEBOOK", None)


@pytest.fixture(scope="session")
def of_all_processes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _forms_drawn_once(of_all_processes: Path) -> None:
    """The blank forms that `tests.support.camera` photographs."""
    os.environ["FAIRDEAL_TESTS_DRAWN"] = str(of_all_processes)


@pytest.fixture(scope="session")
def samples_read_once(of_all_processes: Path) -> Iterator[None]:
    """Cases and audits have the photos of the samples from the first that read them."""
    from fairdeal.desk.intake import documents, reading
    from fairdeal.desk.pages import jobs
    from tests.support.read_once import once

    with pytest.MonkeyPatch.context() as patch:
        kept = once(reading.read_confined, of_all_processes)
        patch.setattr(reading, "read_confined", kept)
        patch.setattr(jobs, "read_confined", kept)
        patch.setattr(documents, "read_pages", once(documents.read_pages, of_all_processes))
        yield


@pytest.fixture
def in_this_process() -> Iterator[None]:
    """What a worker would do is done here, so that a fault that a test puts into the program is met."""
    with in_process.in_this_process():
        yield

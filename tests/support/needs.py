"""What a few tests need and a machine may lack. A test that lacks it is skipped and says what it is.

The shared data lie in the folder that FAIRDEAL_SHARED names, else in ``shared`` beside the checkout. What
they check is tested by files of our own too, so that a clone without them is tested as well.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import pytest

from fairdeal.desk.extras import PAIRINGS, installed
from fairdeal.rulings.bridge.double_dummy import available

SHARED: Final = Path(os.environ.get("FAIRDEAL_SHARED", Path(__file__).parents[3] / "shared"))

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="Tesseract is not installed (tesseract-ocr)"
)

needs_solver = pytest.mark.skipif(
    not available(),
    reason="the double-dummy solver is not installed (fairdeal[double-dummy])",
)

needs_pairings = pytest.mark.skipif(
    not installed(PAIRINGS),
    reason="the package that pairs Swiss rounds is not installed (fairdeal[pairings])",
)


def needs_shared(name: str, what: str) -> pytest.MarkDecorator:
    """A mark for tests that need a file or a folder of the shared data."""
    return pytest.mark.skipif(
        not (SHARED / name).exists(), reason=f"{what} not here ({name} in FAIRDEAL_SHARED)"
    )

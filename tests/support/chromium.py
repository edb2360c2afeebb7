"""Debian's Chromium and axe-core, where they are on this machine."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

AXE = Path(__file__).parents[1] / "desk" / "browser" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = next(
    (
        found
        for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
needs_axe = pytest.mark.skipif(
    not AXE.exists(), reason="axe-core is not here: ./run test fetches it with npm"
)

"""Waiting for what is done elsewhere: for as long as a busy machine may take, and no longer than it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 120.0
"""Seconds after which a test says that it does not come."""


def until(there: Callable[[], object]) -> bool:
    """Wait until this holds; whether it came to hold."""
    ends = time.monotonic() + PATIENCE
    while not there():
        if time.monotonic() > ends:
            return False
        time.sleep(0.02)
    return True

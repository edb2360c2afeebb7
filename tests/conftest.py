"""What tests of several rooms need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from fairdeal.desk.confined import pool

# No test may fail because the machine is busy.
settings.register_profile("busy", deadline=None)
settings.load_profile("busy")


@pytest.fixture
def in_this_process() -> Iterator[None]:
    """What a worker would do is done here, so that a fault that a test puts into the program is met."""
    with pool.in_this_process():
        yield

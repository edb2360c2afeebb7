"""What tests of several rooms need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fairdeal.desk.confined import pool


@pytest.fixture
def in_this_process() -> Iterator[None]:
    """What a worker would do is done here, so that a fault that a test puts into the program is met."""
    with pool.in_this_process():
        yield

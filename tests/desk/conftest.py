"""What several tests of the desk need."""

from __future__ import annotations

from pathlib import Path

import pytest

RECORDS = Path(__file__).parent / "records"


@pytest.fixture(scope="session")
def disputed() -> Path:
    """A made-up match with a revoke, a barred bid, a wrong total and doubtful entries."""
    return RECORDS / "disputed-match.hrn"

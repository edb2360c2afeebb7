"""What several tests of events need."""

from __future__ import annotations

import pytest

from tests.desk.pages.conftest import Desk, desk
from tests.desk.pages.test_audits import audit, audited

__all__ = ["audit", "audited", "desk"]


@pytest.fixture
def event(desk: Desk, audit: str) -> tuple[Desk, str]:
    """A desk with an event of two matches, audited: both copies of every sheet, with slips."""
    return desk, audit

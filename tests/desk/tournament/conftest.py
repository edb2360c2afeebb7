"""What several tests of events need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fairdeal.desk.tournament import overview
from tests.desk.pages.conftest import Desk, desk
from tests.desk.pages.test_audits import audit, audited

__all__ = ["audit", "audited", "desk"]


@pytest.fixture
def event(desk: Desk, audit: str) -> tuple[Desk, str]:
    """A desk with an event of two matches, audited: both copies of every sheet, with slips."""
    return desk, audit


@pytest.fixture(scope="module")
def no_workbook() -> Iterator[None]:
    """For tests of many audits that look at no workbook: to write it takes a third of a small one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overview, "_workbook", lambda _: b"")
        yield

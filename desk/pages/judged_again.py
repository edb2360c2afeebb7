"""A case judged again after something was read otherwise; the next page says what that changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fairdeal.desk.pages.answers import announce, archive, judged_or_why, keep_score
from fairdeal.desk.review.casework import case_file
from fairdeal.desk.review.changed import changed


@contextmanager
def telling_what_changed(case: str) -> Iterator[None]:
    """Do something to a case, judge it, keep what is found. Raises what that raises, and DeskError where the
    case cannot be judged; what was done stands then."""
    before, _ = judged_or_why(case_file(archive(), case))
    yield
    keep_score(case)
    after, _ = judged_or_why(case_file(archive(), case))
    announce(changed(before, after))

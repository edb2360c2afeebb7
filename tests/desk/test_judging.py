"""As many papers of a match as can be judged together, found without trying each beside all before it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fairdeal.desk.confined import ConfinedError
from fairdeal.desk.judging import as_many


class Work:
    """What can be done with so many papers that none of which is bad, and how often it was tried."""

    def __init__(self, most: int = 99, bad: Sequence[int] = ()) -> None:
        self.most, self.bad = most, bad
        self.done: list[int] = []
        self.failed: list[int] = []

    def __call__(self, papers: Sequence[int]) -> list[int]:
        if len(papers) > self.most or set(papers) & set(self.bad):
            self.failed.append(len(papers))
            raise ConfinedError("too much", "", "", "time")
        self.done.append(len(papers))
        return list(papers)


PAPERS = list(range(40))


def test_all_are_done_at_once_where_they_can_be() -> None:
    work = Work()
    assert as_many(PAPERS, work) == (PAPERS, [])
    assert work.done == [40]


@pytest.mark.parametrize("bad", [(0,), (7,), (39,), (3, 21)])
def test_bad_papers_are_left_out_and_named(bad: tuple[int, ...]) -> None:
    work = Work(bad=bad)
    result, failed = as_many(PAPERS, work)
    assert result == [paper for paper in PAPERS if paper not in bad]
    assert [paper for paper, _ in failed] == list(bad)
    assert work.failed == [40, *(1 for _ in bad)]


@pytest.mark.parametrize("most", [1, 2, 17, 38, 39])
def test_papers_that_are_too_much_together_are_found_by_halves(most: int) -> None:
    work = Work(most)
    result, failed = as_many(PAPERS, work)
    assert result == PAPERS[:most]
    assert [paper for paper, _ in failed] == PAPERS[most:]
    assert len(work.failed) <= 8


def test_bad_papers_among_too_many() -> None:
    result, failed = as_many(PAPERS, Work(5, bad=(1,)))
    assert result == [0, 2, 3, 4, 5]
    assert sorted(paper for paper, _ in failed) == [1, *range(6, 40)]


def test_nothing_is_done_where_all_are_bad() -> None:
    result, failed = as_many([1, 2], Work(bad=(1, 2)))
    assert result is None and len(failed) == 2


def test_what_is_wrong_in_another_way_is_raised() -> None:
    def refuse(_: Sequence[int]) -> None:
        raise ConfinedError("no such rulebook", "", "", "refused")

    with pytest.raises(ConfinedError, match="rulebook"):
        as_many(PAPERS, refuse)

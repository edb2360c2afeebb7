"""A case that a worker has to be stopped for: its pages say so, and everybody else's go on."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from fairdeal.desk import once
from fairdeal.desk.confined import ConfinedError, Work
from fairdeal.desk.judging import Read
from fairdeal.desk.once import Once
from fairdeal.desk.review import casework
from fairdeal.desk.trouble import DeskError
from tests.desk.archive.conftest import LOG
from tests.desk.pages.conftest import Desk

OVER = "This case takes more than 60 seconds to judge."


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each time that a worker was asked to judge. It has to be stopped for two documents together."""
    times: list[str] = []
    judge = casework.judge

    def stopped(
        reads: Sequence[Read], rules: str | None, name: str, *more: Any, **named: Any
    ) -> Any:
        times.append(name)
        if len(reads) > 1:
            raise Work.case("This case", 0, 0).over("time")
        return judge(reads, rules, name, *more, **named)

    monkeypatch.setattr(casework, "judge", stopped)
    return times


def test_its_page_and_its_history_say_so_and_other_cases_are_shown(
    desk: Desk, asked: list[str]
) -> None:
    desk.introduce()
    other = desk.new_case()
    case = desk.new_case()
    more = LOG.replace('"1"', '"2"').encode()
    with_two = desk.post(f"/cases/{case}/documents", {"files": (_stream(more), "more.hrn")})
    assert with_two.status_code == 303, "they are handed in all the same"
    page = desk.get(f"/cases/{case}")
    assert page.status_code == 200 and OVER in page.text
    assert "log.hrn" in page.text and "more.hrn" in page.text
    assert desk.get(f"/cases/{case}/history").status_code == 200
    refused = desk.get(f"/cases/{case}/findings")
    assert refused.status_code == 400 and OVER in refused.text
    assert desk.get(f"/cases/{other}/findings").status_code == 200


def test_it_is_not_tried_again_for_every_page(desk: Desk, asked: list[str]) -> None:
    desk.introduce()
    case = desk.new_case()
    more = LOG.replace('"1"', '"2"').encode()
    desk.post(f"/cases/{case}/documents", {"files": (_stream(more), "more.hrn")})
    desk.get(f"/cases/{case}")
    before = len(asked)
    for page in ("", "/history", "/findings", "/ruling", "/read"):
        desk.get(f"/cases/{case}{page}")
    assert len(asked) == before


def _stream(data: bytes) -> Any:
    from io import BytesIO

    return BytesIO(data)


def test_a_value_is_made_once_and_a_few_are_kept() -> None:
    made: list[str] = []
    kept: Once[str, str] = Once(2)

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    for name in ("a", "a", "b", "a", "c", "a", "b"):
        assert kept.get(name, lambda name=name: make(name)) == name.upper()
    assert made == ["a", "b", "c", "b"], "b was used least, so it made room for c"


def test_who_asks_while_another_is_at_it_is_not_kept_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(once, "PATIENCE", 0.01)
    at_work, go_on = threading.Event(), threading.Event()
    kept: Once[str, str] = Once(2)

    def make() -> str:
        at_work.set()
        go_on.wait(30)
        return "done"

    first = threading.Thread(target=lambda: kept.get("a", make))
    first.start()
    assert at_work.wait(30)
    with pytest.raises(DeskError, match="still being worked out"):
        kept.get("a", make)
    go_on.set()
    first.join()
    assert kept.get("a", make) == "done"


@pytest.mark.parametrize(("why", "times"), [("time", 1), ("busy", 2)])
def test_a_limit_is_kept_and_a_busy_machine_is_not(why: Any, times: int) -> None:
    kept: Once[str, str] = Once(2)
    tried: list[str] = []

    def make() -> str:
        tried.append("x")
        raise ConfinedError("It is too much.", "x", "", why)

    for _ in range(2):
        with pytest.raises(ConfinedError, match="too much"):
            kept.get("a", make)
    assert len(tried) == times

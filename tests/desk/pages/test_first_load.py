"""A page is there at once also when it is asked for first, and never shows what was before an act."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from io import BytesIO

import pytest

from fairdeal import templates
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.once import Once
from fairdeal.desk.pages import app
from fairdeal.desk.report import signing
from fairdeal.desk.review import casework
from tests.desk.archive.conftest import LOG
from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_findings_one_by_one import decided


@pytest.fixture
def judgings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each time that a worker was asked to judge."""
    times: list[str] = []
    judge = casework.judge

    def counted(*given: object) -> object:
        times.append(str(given[2]))
        return judge(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(casework, "judge", counted)
    return times


def test_what_was_judged_when_it_came_in_is_not_judged_again(
    desk: Desk, judgings: list[str]
) -> None:
    desk.introduce()
    case = desk.new_case()
    assert len(judgings) == 1
    for page in ("", "/findings", "/ruling", "/deal/1"):
        assert desk.get(f"/cases/{case}{page}").status_code == 200
    assert len(judgings) == 1


def test_a_desk_just_opened_has_the_cases_last_worked_on_at_hand(
    desk: Desk, judgings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.introduce()
    case = desk.new_case()
    drawn: list[str] = []
    view = signing.drawn
    monkeypatch.setattr("fairdeal.desk.review.judgements._judged", Once(2))
    monkeypatch.setattr(signing, "_views", Once(2))
    monkeypatch.setattr(signing, "drawn", lambda *given: (drawn.append(""), view(*given))[1])
    app.get_ready(desk.path)
    assert (len(judgings), len(drawn)) == (2, 1)
    desk.get(f"/cases/{case}")
    desk.get(f"/cases/{case}/findings")
    assert (len(judgings), len(drawn)) == (2, 1)


def test_pages_are_compiled_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    templates.compile_pages("desk/", "report")
    known = templates.environment()
    monkeypatch.setattr(known, "compile", None)
    for name in ("desk/case.html", "desk/findings.html", "report.html", "report/front.html"):
        assert known.get_template(name)


def _renamed(desk: Desk, case: str) -> None:
    desk.post(f"/cases/{case}/name", {"title": "Another name", "seen": desk.last(case)})


def _dismissed(desk: Desk, case: str) -> None:
    decided(desk, case, 1, "dismiss", reason="They agreed.")


def _withdrawn(desk: Desk, case: str) -> None:
    with Archive(desk.path) as archive:
        digest = next(iter(casework.case_file(archive, case).documents))
    form = {"document": digest, "reason": "Of table 4.", "seen": desk.last(case)}
    desk.post(f"/cases/{case}/withdraw", form)


def _other_rules(desk: Desk, case: str) -> None:
    form = {"rules": "wiki", "seen": desk.last(case)}
    desk.post(f"/cases/{case}/rules", form)


@pytest.mark.parametrize(
    ("act", "pages"),
    [
        (_renamed, ("", "/history")),
        (_dismissed, ("", "/findings", "/ruling", "/report")),
        (_withdrawn, ("", "/findings", "/report")),
        (_other_rules, ("", "/findings")),
    ],
)
def test_no_page_is_as_it_was_before_an_act(
    desk: Desk, act: Callable[[Desk, str], None], pages: Sequence[str]
) -> None:
    desk.introduce()
    case = desk.new_case()
    other = LOG.replace("Harbour Cup", "Other Cup").replace("6: Pass", "4: Pass")
    desk.post(f"/cases/{case}/documents", {"files": (BytesIO(other.encode()), "other.hrn")})
    before = [_main(desk, f"/cases/{case}{page}") for page in pages]
    assert before == [_main(desk, f"/cases/{case}{page}") for page in pages]
    act(desk, case)
    desk.get("/")  # What was announced is said there, not on a page that is compared.
    after = [_main(desk, f"/cases/{case}{page}") for page in pages]
    assert all(one != other for one, other in zip(before, after, strict=True))


def _main(desk: Desk, page: str) -> str:
    """What a page says, without the number of the last act in its forms."""
    return re.sub(r'name="seen" value="\d+"', "", desk.get(page).text.partition("<main")[2])

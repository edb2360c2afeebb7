"""The page of statistics, and the season in the list of events."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bench.judging.archives import fill
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages import statistics
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.years import matches_of
from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_audits import hand_in, jobs
from tests.desk.pages.test_events import papers

ROW = re.compile(
    r'<th scope="row">(?:<bdi>)?([^<]+)(?:</bdi>)?</th><td class="n">(\d+) in (\d+) of (\d+) deals</td>'
    r'<td class="share"><span><b>([\d.]+)</b> <small class="soft">([\d.]+) to ([\d.]+)</small>'
)


@pytest.fixture
def filled(desk: Desk) -> Desk:
    with Archive(desk.path) as archive:
        fill(archive, 30)
    return desk


def told(desk: Desk, asked: str) -> dict[str, object]:
    return dict(json.loads(desk.get(f"/statistics.json?{asked}").text))


@pytest.mark.parametrize("by", ["kind", "year", "team", "article"])
def test_the_page_shows_the_figures_that_programs_get(filled: Desk, by: str) -> None:
    page = filled.get(f"/statistics?by={by}").text
    offences, slips = page.split('id="slips"')
    groups = told(filled, f"by={by}")["groups"]
    assert isinstance(groups, list)
    for part, name in ((offences, "offences"), (slips, "slips")):
        shown = [(row[0], *map(int, row[1:4]), *map(float, row[4:])) for row in ROW.findall(part)]
        assert shown == [
            (
                each["name"], each[name], each[f"deals_with_{name}"], each[f"deals_for_{name}"],
                *(float(f"{each[it]:.1f}") for it in (f"{name}_in_100", f"{name}_low", f"{name}_high")),
            )
            for each in groups
            if each[name] or by in ("year", "team")
        ]  # fmt: skip


def test_years_and_events_are_chosen_and_kept_from_one_count_to_the_next(filled: Desk) -> None:
    page = filled.get("/statistics?by=event&year=2011").text
    assert '<option value="2011" selected>' in page
    assert set(re.findall(r"<bdi>(Cup \d+)</bdi></th>", page)) == {"Cup 1", "Cup 17"}
    (event,) = re.findall(r'name="event" value="(cup 17 2011)"', page)
    page = filled.get("/statistics", query_string={"by": "year", "event": event}).text
    assert re.search(r"<dt>Events</dt><dd><bdi>Cup 17[^<]*</bdi></dd>", page)
    assert (
        "<dt>Matches</dt><dd>1</dd>" in page and 'name="event" value="cup 17 2011" checked' in page
    )
    assert f'href="/statistics?by=team&amp;event={event.replace(" ", "+")}"' in page
    assert "No match fits." in filled.get("/statistics?year=1999").text
    assert "What was found</a>" in filled.get("/statistics?by=nonsense").text


def test_bounds_of_a_handful_of_deals_do_not_shrink_the_bars_of_others(filled: Desk) -> None:
    clean = Path(__file__).parents[2] / "rulings" / "logs" / "revoke" / "clean.hrn"
    filled.introduce()
    filled.new_case(clean.read_bytes())
    page = filled.get("/statistics?by=year").text.partition('id="slips"')[0]
    assert "0 in 0 of 1 deals" in page
    assert max(map(float, re.findall(r'class="part" width="([\d.]+)"', page))) > 40


def test_the_table_can_be_saved_and_what_is_too_long_for_the_page_is_said(
    filled: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = filled.get("/statistics.csv?by=year")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="statistics-year.csv"'
    assert len(saved.text.splitlines()) == 1 + 16
    monkeypatch.setattr(statistics, "MOST", 5)
    assert "11 more rows are in the files." in filled.get("/statistics?by=year").text


def test_a_season_is_the_list_of_events_with_their_figures(desk: Desk) -> None:
    assert "Nothing is judged yet." in desk.get("/statistics").text
    desk.introduce()
    for title, year in (("Onam Cup", 2025), ("Harvest Cup", 2026)):
        files = {
            name: data.replace(b"[Table", b'[Date "%d-09-05"]\n[Table' % year, 1)
            for name, data in papers((0, "A"), (0, "B"), (1, "A")).items()
        }
        made = hand_in(desk, files, title=title)
        jobs(desk)._waiting.clear()
        jobs(desk).run(made)
    page = desk.get("/audits").text
    cells = re.findall(r'data-label="(?:Matches|Deals)">(\d+)</td>', page)
    assert cells == ["2", "36"] * 2 + ["4", "72"]
    page = desk.get("/audits?year=2025").text
    assert "Onam Cup" in page and "Harvest Cup" not in page
    (event,) = re.findall(r'name="event" value="(\w+)"', page)
    assert told(desk, f"by=event&event={event}")["whole"]["matches"] == 2  # type: ignore[index]


def test_no_act_of_a_case_is_read_to_count_its_findings(tmp_path: Path) -> None:
    """So 2,000 matches are counted in a tenth of a second."""
    with Archive(tmp_path / "archive.fairdeal") as archive:
        fill(archive, 20)
        asked: list[str] = []
        archive.connection.set_trace_callback(asked.append)
        assert len(matches_of(archive, EventPapers(archive.path)).judged) == 20
    assert len(asked) < 6 and not any("body" in each for each in asked if "number = 1" not in each)

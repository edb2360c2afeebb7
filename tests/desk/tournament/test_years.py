"""What was found over the years, against a count of the findings as they are printed."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.judging.archives import DEALS, fill
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.exchange import export, open_case, take_in
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.numbered import keys_of_json
from fairdeal.desk.review.casework import hand_in, recheck
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.ruled import RESULTS
from fairdeal.desk.tournament.years import (
    NO_SIDE,
    NOT_KNOWN,
    WAYS,
    By,
    Found,
    Group,
    Judged,
    Matches,
    grouped,
    matches_of,
    whole,
)
from fairdeal.desk.words import title
from tests.desk.archive.conftest import LOG, document
from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_audits import hand_in as hand_in_papers, jobs, sheets

SHEET = """[Event "Harbour Cup"]
[Date "2025.03.01"]
[Rules "international"]
[TeamA "Boatmen"]
[TeamB "lighthouse "]

Sheet:
deal | dealer | bidder | contract | x | points A | points B | score A | score B | total A | total B | remarks
1 | 1 | 1 | 28 S | | 30 | 26 | 1 | 0 | 1 | 0 |
2 | 2 | 1 | 28 S | | 30 | 26 | 1 | 0 | 5 | 0 |
3 | 3 | 1 | 28 S | | 30 | 26 | 1 | 0 | 6 | 0 |
"""


CLUB = """[Event "Club"]
[Board "1"]
[North "Binu"]
[East "Chitra"]
[South "Asha"]
[West "Dev"]
[Dealer "N"]
[Vulnerable "None"]
[Contract "1NT"]
[Declarer "N"]
[Result "7"]
[Auction "N"]
1NT Pass Pass Pass
"""


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path / "archive.fairdeal") as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Archive]:
    """Another committee's archive with one case."""
    with Archive(tmp_path / "other.fairdeal") as opened:
        add(opened, LOG)
        yield opened


@pytest.fixture
def case(archive: Archive) -> str:
    return add(archive, LOG)


def add(archive: Archive, log: str) -> str:
    case = archive.open_case("A match", "Bina")
    hand_in(archive, case, document(log.encode()), "Bina")
    recheck(archive, case)
    return case


def all_of(archive: Archive) -> Matches:
    return matches_of(archive, EventPapers(archive.path))


def figures(group: Group) -> tuple[int, ...]:
    offences, slips = group.offences, group.slips
    return (
        group.matches, offences.findings, offences.dealt, offences.deals,
        slips.findings, slips.dealt, slips.deals, group.dismissed, group.open,
    )  # fmt: skip


def by_hand(archive: Archive, by: str) -> dict[str, tuple[int, ...]]:
    """The same figures, finding by finding from the acts of every case."""
    deals: dict[str, int] = defaultdict(int)
    matches: dict[str, int] = defaultdict(int)
    rows: dict[str, list[tuple[str, str, Any]]] = defaultdict(list)
    names = set()
    for case in archive.cases():
        acts = archive.acts(case)
        body = next(act.body for act in acts if act.kind is Kind.CHECKED)
        said = {
            act.body["finding"]: act.body["decision"] for act in acts if act.kind is Kind.DECIDED
        }
        tags = body["tags"]
        teams = {"A": tags["TeamA"], "B": tags["TeamB"]}
        one = {
            "year": tags["Date"][:4], "event": tags["Event"], "rulebook": body["rulebook"],
            "table": tags["Table"], "recorder": tags["Recorder"],
        }  # fmt: skip
        found = body["check"]["findings"]
        where = [*teams.values(), NO_SIDE] if by == "team" else [one[by]] if by in one else []
        for name in where:
            matches[name] += 1
            deals[name] += len(body["check"]["deals"])
        for key, each in zip(keys_of_json(found), found, strict=True):
            decision = said.get(key)
            sure = each["certainty"] == "established" if decision is None else decision == "accept"
            what = each["severity"] if sure else "dismissed" if decision else "open"
            cited = f"{body['rulebook']} {each['article']}"
            name = {
                **one,
                "team": teams[each["team"]],
                "article": cited,
                "kind": title(each["code"]),
            }[by]
            names.add(name)
            rows[name].append((what, case, each["game"]))
    cases = len(archive.cases())
    told = {}
    for name in {*names, *matches}:
        whats = [what for what, *_ in rows[name]]
        of, sl = (len({row for row in rows[name] if row[0] == it}) for it in ("offence", "entry"))
        n = deals[name] if matches else DEALS * cases
        told[name] = (
            matches[name] if matches else cases,
            whats.count("offence"), of, n, whats.count("entry"), sl, n,
            whats.count("dismissed"), whats.count("open"),
        )  # fmt: skip
    return told


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("many") / "archive.fairdeal"
    with Archive(path) as archive:
        fill(archive, 60)
    return path


@pytest.mark.parametrize("by", WAYS)
def test_every_grouping_comes_to_what_is_counted_finding_by_finding(many: Path, by: By) -> None:
    found: dict[str, tuple[int, ...]] = {}
    with Archive(many) as archive:
        for each in grouped(all_of(archive), by):
            name = each.name.partition(" (")[0] if by == "event" else each.name
            before = found.get(name, (0,) * 9)  # Of one name there is an event for each year.
            found[name] = tuple(a + b for a, b in zip(before, figures(each), strict=True))
        assert found == by_hand(archive, by)


def test_events_of_one_name_are_told_apart_by_their_years(many: Path) -> None:
    with Archive(many) as archive:
        names = [each.name for each in grouped(all_of(archive), "event")]
    assert len(set(names)) == len(names) == 60
    assert {"Cup 1 (2011)", "Cup 1 (2019)"} <= {*names} and "Cup 25" in names


def test_offences_are_counted_in_logs_and_slips_in_rows_too(archive: Archive) -> None:
    add(archive, SHEET)
    assert figures(whole(all_of(archive))) == (1, 0, 0, 0, 1, 1, 3, 0, 0)
    log = SHEET[SHEET.index("Sheet:") :] + LOG[LOG.index('[Deal "1"]') :]
    add(archive, SHEET[: SHEET.index("Sheet:")] + log.replace('[Deal "1"]', '[Deal "2"]'))
    of = whole(all_of(archive))
    assert (of.offences.dealt, of.offences.deals, of.slips.deals) == (1, 1, 6)
    assert of.offences.share.bounds[0] == pytest.approx(0.025) and of.offences.hundred == 100


def test_a_team_that_is_written_in_two_ways_is_one_and_nobody_is_made_up(archive: Archive) -> None:
    add(archive, LOG)
    add(archive, SHEET)
    matches = all_of(archive)
    assert {each.name: each.matches for each in grouped(matches, "team")} == {
        "Boatmen": 2, "Lighthouse": 2, NO_SIDE: 2,
    }  # fmt: skip
    for by in ("recorder", "table"):
        assert [each.name for each in grouped(matches, by)] == [NOT_KNOWN]
    assert matches.years == ["2026", "2025"]
    assert len(matches.only(years=["2025"]).judged) == 1
    assert not matches.only(years=["2025"], events=["Another cup"]).judged
    assert len(matches.only(events=["harbour  cup"]).judged) == 2


def test_a_pair_that_nothing_else_names_is_called_by_its_players(archive: Archive) -> None:
    case = archive.open_case("A match", "Bina")
    hand_in(archive, case, document(CLUB.encode(), "club.pbn"), "Bina")
    recheck(archive, case)
    names = [each.name for each in grouped(all_of(archive), "team")]
    assert names == ["Asha and Binu", "Chitra and Dev", NO_SIDE]


def test_a_changed_finding_counts_a_dismissed_one_stands_apart_and_a_doubt_is_left_out(
    archive: Archive,
) -> None:
    doubtful = SHEET.replace("| 1 | 0 | 5 | 0 |", "| 4 | 0 | 5 | 0 |")
    add(archive, doubtful)  # A penalty that is not recorded is likelier than a slip.
    assert figures(whole(all_of(archive))) == (1, 0, 0, 0, 0, 0, 3, 0, 0)
    case = add(archive, LOG)
    checked = next(act.body for act in archive.acts(case) if act.kind is Kind.CHECKED)
    decided = {"finding": keys_of_json(checked["check"]["findings"])[0], "reason": "", "remedy": ""}
    for decision, offences, dismissed in (("dismiss", 0, 1), ("amend", 1, 0)):
        archive.add(case, Kind.DECIDED, {**decided, "decision": decision}, "Bina")
        of = whole(all_of(archive))
        assert (of.offences.findings, of.dismissed) == (offences, dismissed)


def test_a_kind_is_counted_where_it_is_looked_for_and_an_article_under_its_rulebook() -> None:
    def judged(rulebook: str, *codes: str) -> Judged:
        found = tuple(Found(each, "offence", "1", "A", "counted", 1) for each in codes)
        return Judged("a", "a", "2026", rulebook, "", "", {}, 10, 10, found)

    matches = Matches(
        (
            judged("international", "unlisted-bid", "revoke"),
            judged("duplicate", "revoke"),
            judged("a rulebook of our own"),
        )
    )
    kinds = {each.key: each.offences for each in grouped(matches, "kind")}
    assert (kinds["unlisted-bid"].dealt, kinds["unlisted-bid"].deals) == (1, 20)
    assert (kinds["revoke"].dealt, kinds["revoke"].deals) == (2, 30)
    (retired,) = grouped(Matches((judged("duplicate", "no rule of today"),)), "kind")
    assert (retired.offences.dealt, retired.offences.deals) == (1, 10)
    articles = {each.name: each.offences for each in grouped(matches, "article")}
    assert articles["duplicate 1"].deals == 10 and articles["international 1"].findings == 2


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("2026-09-05", "2026"), ("5.9.2025", "2025"), ("20240905", "2024"), ("05/09/26", NOT_KNOWN),
        ("12026", NOT_KNOWN), ("????.??.??", NOT_KNOWN), ("", NOT_KNOWN),
    ],
)  # fmt: skip
def test_a_year_is_one_that_the_papers_name(archive: Archive, date: str, year: str) -> None:
    add(archive, LOG.replace("2026.03.01", date))
    assert all_of(archive).years == [year]


def test_cases_of_others_removed_ones_and_names_taken_out_do_not_count(
    archive: Archive, case: str, other: Archive
) -> None:
    take_in(archive, open_case(export(other, other.cases()[0])), "Bina")
    gone = add(archive, LOG)
    archive.add(gone, Kind.REMOVED, {"reason": "twice"}, "Bina")
    assert whole(all_of(archive)).matches == 1
    redact(archive, ["Lighthouse"], "Bina", "keep")
    names = [each.name for each in grouped(all_of(archive), "team")]
    assert "Boatmen" in names and not any("Light" in each for each in names)


def test_matches_of_an_event_count_once_also_where_one_is_a_case(event: tuple[Desk, str]) -> None:
    desk, made = event
    reports = EventPapers(desk.path).reports(made)
    told = [json.loads(line) for line in (reports / "findings.jsonl").read_text().splitlines()]
    slips = [
        each
        for match in told
        for each in match["findings"]
        if each["severity"] == "entry" and each["follows_from"] is None
    ]
    with Archive(desk.path) as archive:
        (before,) = grouped(all_of(archive), "event")
    assert before.name == "Harvest Cup" and before.matches == len(told) == 2
    assert before.slips.findings == sum(each["certainty"] == "established" for each in slips) > 0
    assert before.offences.deals == 0 and before.slips.deals == 2 * 18
    desk.post(f"/audits/{made}/case", {"report": a_report(reports)})
    with Archive(desk.path) as archive:
        assert len(archive.cases()) == 1
        (after,) = grouped(all_of(archive), "event")
    assert (after.key, after.name, *figures(after)) == (made, "Harvest Cup", *figures(before))


@pytest.mark.parametrize("number", [0, 1])
def test_the_same_papers_in_two_events_count_once_and_a_case_by_hand_joins_its_event(
    event: tuple[Desk, str], number: int
) -> None:
    """Also where a case was opened from either of the two events."""
    desk, made = event
    again = hand_in_papers(desk, sheets(), title="The same again")
    jobs(desk)._waiting.clear()
    jobs(desk).run(again)
    desk.new_case(LOG.replace("Harbour Cup", "harvest cup").replace("2026.03.01", "").encode())
    with Archive(desk.path) as archive:
        groups = {each.key: each.matches for each in grouped(all_of(archive), "event")}
    assert groups == {made: 3}
    opened = (made, again)[number]
    report = a_report(EventPapers(desk.path).reports(opened))
    desk.post(f"/audits/{opened}/case", {"report": report})
    with Archive(desk.path) as archive:
        assert len(archive.cases()) == 2 and whole(all_of(archive)).matches == 3


def test_of_two_events_of_one_name_and_year_a_case_by_hand_joins_neither(
    event: tuple[Desk, str],
) -> None:
    desk, made = event
    others = {name: data + b"\n" for name, data in sheets().items()}
    again = hand_in_papers(desk, others, title="Harvest Cup")
    jobs(desk)._waiting.clear()
    jobs(desk).run(again)
    desk.new_case(LOG.replace("Harbour Cup", "harvest cup").replace("2026.03.01", "").encode())
    with Archive(desk.path) as archive:
        groups = {each.key: each.matches for each in grouped(all_of(archive), "event")}
    assert groups == {made: 2, again: 2, f"harvest cup {NOT_KNOWN}": 1}


def test_what_an_event_found_counts_in_its_deals_and_what_is_not_established_is_open(
    event: tuple[Desk, str],
) -> None:
    """Two logs with one number are two deals; a row of that number is of the deal of a log."""
    desk, made = event
    path = EventPapers(desk.path).reports(made) / RESULTS
    stored = json.loads(path.read_text())
    one, other = stored["results"]
    like = (one["findings"] or other["findings"])[0]
    one["findings"] = [
        like | {"severity": severity, "deal": deal, "game": game, "established": established}
        for severity, deal, game, established in (
            ("offence", "1", 1, True),
            ("offence", "1", 2, True),
            ("entry", "1", 2, True),
            ("entry", "1", None, True),
            ("entry", "2", None, False),
            ("offence", "2", None, False),
        )
    ]
    other["findings"] = []
    path.write_text(json.dumps(stored))
    with Archive(desk.path) as archive:
        assert figures(whole(all_of(archive))) == (2, 2, 2, 2, 2, 1, 36, 0, 2)


def test_a_case_by_hand_of_the_papers_of_a_match_counts_in_its_place(
    event: tuple[Desk, str],
) -> None:
    desk, _ = event
    files = sheets()
    match = min(files).removesuffix("-a.hrn")
    with Archive(desk.path) as archive:
        case = archive.open_case("By hand", "Bina")
        for copy in "ab":
            hand_in(archive, case, document(files[f"{match}-{copy}.hrn"]), "Bina")
        recheck(archive, case)
        assert whole(all_of(archive)).matches == 2


def a_report(reports: Path) -> str:
    return str(json.loads((reports / RESULTS).read_text())["results"][0]["file"])


def test_a_match_that_an_earlier_version_audited_is_left_out_and_said(
    event: tuple[Desk, str], capsys: pytest.CaptureFixture[str]
) -> None:
    desk, made = event
    path = EventPapers(desk.path).reports(made) / RESULTS
    kept = json.loads(path.read_text())
    del kept["results"][0]["logged"]
    path.write_text(json.dumps(kept))
    assert main(["statistics", "--archive", str(desk.path), "--by", "year"]) == 0
    shown = capsys.readouterr()
    assert "Left out: 1 match that an earlier version audited." in shown.err
    assert "1 match" in shown.out


def test_the_command_prints_the_same_as_text_csv_and_json(
    archive: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    add(archive, LOG.replace("Harbour Cup", "=1+1"))
    add(archive, SHEET)

    def printed(*more: str) -> str:
        assert main(["statistics", "--archive", str(archive.path), *more]) == 0
        return capsys.readouterr().out

    text = printed("--by", "event", "--year", "2026")
    assert "offences: 1, in 1 of 1 deal: 100.0 in a hundred (95 %: 2.5 to 100.0)" in text
    told = json.loads(printed("--by", "event", "--format", "json"))
    assert told["schema"] == "fairdeal.statistics/1" and told["whole"]["matches"] == 2
    rows = list(csv.DictReader(io.StringIO(printed("--by", "event", "--format", "csv"))))
    assert {each["event"] for each in rows} == {"'=1+1", "Harbour Cup"}
    for row, group in zip(rows, told["groups"], strict=True):
        assert float(row["slips"]) == group["slips"] and row["offences_in_100"] == str(
            "" if group["offences_in_100"] is None else group["offences_in_100"]
        )
    assert "Call out of turn" in printed()

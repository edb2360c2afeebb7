"""An event whose folder has copies, strangers, parts and a copy that differs: its table is the clean one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.results import Audited, MatchResult
from fairdeal.desk.tournament.standings import standings
from samples.making.records.tournament import tournament, write_tournament

TEAMS, ROUNDS = 6, 3
ROW = 2
"""The row of the first sheet that another copy has otherwise."""


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("event") / "event"
    write_tournament(folder, tournament(seed=11, teams=TEAMS, rounds=ROUNDS, slips=0.0))
    return folder


def audited(folder: Path, name: str) -> Audited:
    return audit_into(folder, folder.with_name(name))


def sheets(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.hrn"))


def places(results: tuple[MatchResult, ...]) -> list[tuple[str, int, int, int]]:
    return [
        (each.team, each.place, each.match_points, each.difference) for each in standings(results)
    ]


def with_papers(folder: Path, rng: Random) -> int:
    """Copies, strangers, parts, an empty deal and something illegible beside the papers; how many."""
    chosen = rng.sample(sheets(folder), 6)
    added = 0
    for number, path in enumerate(chosen):
        text = path.read_text("utf-8")
        event = text.partition('[Event "')[2].partition('"')[0]
        head, _, rows = text.partition("Sheet")
        half = rows.splitlines()
        papers = {
            f"copy-{number}.hrn": text,
            f"typed-{number}.hrn": f"; typed again\n{text}".replace("\n", "\r\n"),
            f"stranger-{number}.hrn": text.replace(event, "Lotus Trophy"),
            f"part-{number}.hrn": f"{head}Sheet" + "\n".join(half[: len(half) // 2]) + "\n",
            f"empty-{number}.hrn": f'{head}[Deal "3"]\n',
        }
        for name, content in papers.items():
            (folder / f"{path.stem}-{name}").write_text(content, "utf-8", newline="")
            added += 1
    (folder / "stain.hrn").write_text("coffee\n", "utf-8")
    return added + 1


def test_the_table_is_that_of_the_clean_event(clean: Path, tmp_path: Path) -> None:
    before = audited(clean, "clean-out")
    folder = tmp_path / "heap"
    folder.mkdir()
    for path in sheets(clean):
        (folder / path.name).write_bytes(path.read_bytes())
    number = with_papers(folder, Random(3)) + len(sheets(clean))
    after = audited(folder, "heap-out")
    assert places(after.results) == places(before.results)
    named = [name for each in after.results for name in each.documents]
    named += [name for name, _ in (*after.unread, *after.left_out)]
    assert len(named) == number and len(set(named)) == number
    strangers = [each for each in after.results if each.stranger]
    assert strangers and all("Lotus Trophy" in each.unplaced for each in strangers)


def of_28(row: dict[str, str]) -> list[str]:
    """A row with a contract of 28 in place of its own, and the score for that."""
    side, other = ("A", "B") if int(row["bidder"]) % 2 else ("B", "A")
    made = int(row[f"points {side}"]) >= 28
    score = {side: 1, other: 0} if made else {side: 0, other: 2}
    changed = row | {"contract": f"28 {row['contract'].split()[1]}", "x": ""}
    changed |= {f"score {team}": str(points) for team, points in score.items()}
    return list(changed.values())


def test_a_copy_that_differs_leaves_its_match_open(clean: Path, tmp_path: Path) -> None:
    folder = tmp_path / "heap"
    folder.mkdir()
    for path in sheets(clean):
        (folder / path.name).write_bytes(path.read_bytes())
    path = sheets(clean)[0]
    lines = path.read_text("utf-8").splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("deal |"))
    columns = [cell.strip() for cell in lines[head].split("|")]
    cells = [cell.strip() for cell in lines[head + ROW].split("|")]
    lines[head + ROW] = " | ".join(of_28(dict(zip(columns, cells, strict=True))))
    (folder / f"{path.stem}-other.hrn").write_text("\n".join(lines) + "\n", "utf-8")
    done = audited(folder, "out")
    (differing,) = [each for each in done.results if len(each.documents) > 1 and each.findings]
    counted = {each.team: each.unknown for each in standings(done.results)}
    assert differing.disputed and set(differing.teams) == {
        team for team, open_ in counted.items() if open_
    }

"""The synthetic movement: everybody meets each pair and each board once, and ten boards are irregular."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from samples.making.records.pairs_movement import IRREGULARITIES, ROUNDS, TABLES, evening, files_of

SAMPLES = Path(__file__).parents[2] / "samples"


def test_nobody_meets_a_pair_or_a_board_twice() -> None:
    made = evening(kinds=())
    assert len(made.sittings) == TABLES * ROUNDS * 3
    for side in (0, 1):
        boards = [(each.pairs[side], each.board) for each in made.sittings]
        assert len(set(boards)) == len(boards)
    met = {(each.round, each.pairs) for each in made.sittings}
    assert len({pairs for _, pairs in met}) == len(met) == TABLES * ROUNDS
    cards = {(each.board, str(each.deal.hands)) for each in made.sittings}
    assert len(cards) == TABLES * 3, "each board is the same deal at every table"


def test_each_irregularity_is_there_once() -> None:
    made = evening()
    assert sum(each.bent for each in made.sittings) == len(IRREGULARITIES) == 10
    assert len(made.expected) == 10


def test_too_many_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="rounds"):
        evening(tables=6, rounds=4)


def test_the_sample_is_what_the_program_makes() -> None:
    made = evening(tables=6, rounds=3, boards=2)
    folder = SAMPLES / "pairs-evening"
    files = {path.name: path.read_text(encoding="utf-8") for path in (folder / "tables").iterdir()}
    written = {name: text.replace("\r\n", "\n") for name, text in files_of(made).items()}
    assert files == written
    told = json.loads((folder / "tables-expected.json").read_text(encoding="utf-8"))
    assert told == [asdict(each) for each in made.expected]
    assert sum(path.stat().st_size for path in folder.rglob("*.*")) < 100_000


def test_the_sample_has_exactly_the_findings_expected() -> None:
    folder = SAMPLES / "pairs-evening"
    found = []
    for path in sorted((folder / "tables").iterdir()):
        case = case_of([load(path)])
        for each in case.verdict.findings:
            if each.severity != "advice":
                found.append((int(path.stem[-2:]), int(each.deal or 0), each.code, str(each.place)))
    told = json.loads((folder / "tables-expected.json").read_text(encoding="utf-8"))
    assert sorted(found) == sorted((e["table"], e["board"], e["code"], e["place"]) for e in told)

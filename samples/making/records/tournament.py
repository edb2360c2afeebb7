"""A synthetic tournament: teams, rounds, two copies of every score sheet, some of them with slips.

``python -m samples.making.records.tournament FOLDER`` writes it as typed sheets, and with ``--photos N`` the
first N matches' sheets filled in by hand and photographed (by real strokes where their collection is there).
Nothing in it happened; every team's name is made up of a number.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from fairdeal.digitize.forms.layout import LETTERS, load
from fairdeal.grammar.notation.writer import write
from fairdeal.records import MatchId, Record, Tag, Team
from samples.making.chance import NoChanceError, first_of
from samples.making.hand import handwriting, values
from samples.making.hand.fill import fill
from samples.making.irregularities.scene import Expected
from samples.making.irregularities.sheets import Sitting, award_entry, total_entry
from samples.making.photos.taken import Conditions, photograph
from samples.making.records.deals import SHEET_COLUMNS, Session, random_session, sheet_of

SIZE: Final = (2250, 3000)
VIEWS: Final = (
    Conditions(SIZE, tilt=10, tilt_towards=80, turn=2, light=0.2, shadow=0.2, curl=2),
    Conditions(SIZE, tilt=8, tilt_towards=200, turn=-3, light=0.2, cast=(1.0, 0.94, 0.82)),
    Conditions(SIZE, tilt=14, tilt_towards=300, turn=3, light=0.25),
)
"""How each is taken: what phones at a table do."""
WRITERS: Final = ("apb-03", "art-03")
"""Writers that the reader was not trained on, and who left every character needed."""


def photo_of(record: Record, match: MatchId, seed: Sequence[int]) -> bytes:
    """The record's only sheet as JPEG. Its form was printed with names, round, table and QR code."""
    rng = np.random.default_rng(list(seed))
    hand = handwriting.any_hand(rng, WRITERS)
    hand = replace(hand, height=0.66, slant=0.03, unevenness=0.04, draws_suits=False)
    view = VIEWS[int(rng.integers(len(VIEWS)))]
    # As `sheet_id_of`, but the same for the same seed.
    code = match.written("".join(str(rng.choice(list(LETTERS))) for _ in range(4)))
    printed, form = values.heading(record), load("score-sheet/1")
    written = values.sheet_values(record)
    written = {name: text for name, text in written.items() if name not in printed}
    paper = fill(form, written, hand, rng, sheet_id=code, printed=printed).picture
    return photograph(paper, form.page, view, rng).jpeg


SEED: Final = 24
TEAMS: Final = 24
ROUNDS: Final = 5
SLIPS: Final = 0.3
"""Share of matches in which a slip is seeded."""
ATTEMPTS: Final = 100
"""Tries at a slip in one session; hardly any has no room for one."""
COPIES: Final[tuple[Team, Team]] = ("A", "B")
EVENT: Final = "Synthetic Harvest Cup"


@dataclass(slots=True)
class Played:
    """One match as it was played (`session`) and as its two copies have it; `slips` are what an audit must
    find of the slip seeded in it, if there is one."""

    round: int
    table: int
    teams: tuple[str, str]
    session: Session
    copies: dict[Team, Session]
    slips: list[Expected] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"round-{self.round}-table-{self.table:02d}"

    def expected(self) -> list[tuple[str, str]]:
        """Every finding that an audit of both copies must make, as code and place, none besides.

        The same slip on both copies is found once; what is on one only is found there, and every cell
        in which the copies differ.
        """
        one, other = (sheet_of(self.copies[team]) for team in COPIES)
        differing = [
            ("copies-disagree", f"row {row + 1} / {column}")
            for row in range(len(one.rows))
            for column in SHEET_COLUMNS
            if one.cell(row, column) != other.cell(row, column)
        ]
        return sorted([*((each.code, each.place) for each in self.slips), *differing])


@dataclass(frozen=True, slots=True)
class Tournament:
    """All matches, and the table as it ought to be: team, match points, difference of points."""

    matches: tuple[Played, ...]

    def standings(self) -> list[tuple[str, int, int]]:
        """Match points and difference of points of each team, by what was played."""
        points, difference = Counter[str](), Counter[str]()
        for match in self.matches:
            final = match.session.rows[-1].total
            won = match.session.match_points or {"A": 0, "B": 0}
            for team, other, name in zip("AB", "BA", match.teams, strict=True):
                points[name] += won[team]
                difference[name] += final[team] - final[other]
        names = sorted(points, key=lambda name: (-points[name], name))
        return [(name, points[name], difference[name]) for name in names]


def tournament(
    seed: int = SEED, teams: int = TEAMS, rounds: int = ROUNDS, slips: float = SLIPS
) -> Tournament:
    """The tournament of a seed: every round each team plays one it has not met."""
    rng = Random(seed)
    names = [f"Synthetic team {number:02d}" for number in range(1, teams + 1)]
    matches = []
    for number, pairs in enumerate(_rounds(names, rounds, rng), 1):
        for table, pair in enumerate(pairs, 1):
            session = random_session(rng)
            played = Played(number, table, pair, session, dict.fromkeys(COPIES, session))
            if rng.random() < slips:
                _slip(played, rng)
            matches.append(played)
    return Tournament(tuple(matches))


def _rounds(names: Sequence[str], rounds: int, rng: Random) -> Iterator[list[tuple[str, str]]]:
    """Rounds of a round robin by the circle method, in a random order of teams."""
    circle = list(names)
    rng.shuffle(circle)
    for _ in range(rounds):
        yield [(circle[at], circle[-1 - at]) for at in range(len(circle) // 2)]
        circle = [circle[0], circle[-1], *circle[1:-1]]


def _slip(played: Played, rng: Random) -> None:
    """One slip, on one copy or the same on both."""
    copies: tuple[Team, ...] = rng.choice((("A",), ("B",), ("A", "B")))

    def attempt(_: int) -> Sitting:
        sitting = Sitting(**vars(deepcopy(played.session)), rng=rng)
        rng.choice((award_entry, total_entry))(sitting)
        return sitting

    with suppress(NoChanceError):  # a session without room for any slip: none is seeded
        sitting = first_of(range(ATTEMPTS), attempt)
        played.copies |= dict.fromkeys(copies, sitting)
        played.slips += sitting.expected


def record_of(played: Played, copy: Team) -> Record:
    """One team's copy as somebody types it."""
    tags = (
        Tag("Event", EVENT),
        Tag("Rules", "international"),
        Tag("Round", str(played.round)),
        Tag("Table", str(played.table)),
        Tag("TeamA", played.teams[0]),
        Tag("TeamB", played.teams[1]),
        Tag("Recorder", f"Recorder of {played.teams[copy == 'B']}"),
    )
    return Record(tags, (), (sheet_of(played.copies[copy], copy=copy),))


def write_tournament(folder: Path, made: Tournament, photos: int = 0) -> None:
    """Write every copy as a typed sheet, and what is to be found (``expected.json``) beside the folder.

    The sheets of the first `photos` matches are filled in by hand and photographed instead. Their forms
    were printed from the schedule: names in the heading, round, table and copy in the QR code. Where the
    collection of real strokes is absent, letters are drawn from skeletons.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for index, (played, copy) in enumerate(product(made.matches, COPIES)):
        record, match = record_of(played, copy), index // len(COPIES)
        if match < photos:
            place = MatchId(str(played.round), str(played.table), copy)
            data = photo_of(record, place, [SEED, match, ord(copy)])
            (folder / f"IMG_{index + 1:04d}.jpg").write_bytes(data)
        else:
            path = folder / f"{played.name}-{copy.lower()}.hrn"
            path.write_text(write(record), encoding="utf-8")
    told = {
        "standings": made.standings(),
        "findings": {played.name: played.expected() for played in made.matches if played.slips},
    }
    beside = folder.with_name(f"{folder.name}-expected.json")
    beside.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def write_schedule(folder: Path, made: Tournament) -> None:
    """The event's schedule, as its organisers have it in a spreadsheet."""
    with (folder / "schedule.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("event", "date", "round", "table", "team A", "team B"))
        rows.writerows((EVENT, "", each.round, each.table, *each.teams) for each in made.matches)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=0, help="matches whose sheets are photos")
    asked, made = parser.parse_args(arguments), tournament()
    write_tournament(asked.folder, made, asked.photos)
    write_schedule(asked.folder, made)


if __name__ == "__main__":
    main()

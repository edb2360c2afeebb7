"""How long search, precedents and statistics take in an archive of 2,000 matches, made up case by case."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bench.run_bench import median_seconds
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.search import Question, precedents, search
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.numbered import keys_of_json
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.years import as_json, matches_of

SEED: Final = 56
DEALS: Final = 15
LIMIT: Final = 0.3
"""Seconds within which each is to answer."""
FIRST: Final = tuple(
    a + b
    for a in ("An", "Bi", "Chan", "De", "Fa", "Go")
    for b in ("il", "na", "dran", "vi", "thima")
)
LAST: Final = tuple(
    a + b
    for a in ("Me", "Na", "Tho", "Pil", "Var", "Ku")
    for b in ("non", "ir", "mas", "lai", "rian")
)
TEAMS: Final = tuple(
    f"{a} {b}" for a in ("Harbour", "Boat", "Temple", "River") for b in range(1, 16)
)
FOUND: Final = (
    ("revoke", "offence", "2.4.5"),
    ("call-out-of-turn", "offence", "3.2"),
    ("play-out-of-turn", "offence", "3.3"),
    ("total-entry", "entry", "5.1"),
    ("award-entry", "entry", "5.2"),
)


def made_up_finding(chance: random.Random) -> dict[str, Any]:
    """A finding as `check` prints it."""
    code, severity, article = chance.choice(FOUND)
    game, seat = chance.randint(1, DEALS), chance.choice("12345678")
    return {
        "code": code,
        "severity": severity,
        "article": article,
        "deal": str(game),
        "game": game,
        "place": f"trick {chance.randint(1, 4)} / seat {seat}",
        "seat": seat,
        "team": "AB"[int(seat) % 2],
        "certainty": chance.choice(("established", "established", "depends")),
        "probability": 0.8,
        "needs_objection": True,
        "objected": True,
        "follows_from": None,
        "related": [],
        "remedy": {"kind": "warning", "points": 0, "to": "A"},
        "message": f"Seat {seat} did in deal {game} what the article {article} forbids.",
    }


def made_up_check(chance: random.Random, number: int) -> dict[str, Any]:
    """What is kept of a judgement: as long as that of a match of 15 deals."""
    seats = {f"Seat{n}": f"{chance.choice(FIRST)} {chance.choice(LAST)}" for n in range(1, 7)}
    one, two = chance.sample(TEAMS, 2)
    contract = {
        "value": chance.randint(28, 56),
        "trump": chance.choice("SHDC"),
        "by": "1",
        "doubled": 1,
    }
    deal = {
        "contract": contract,
        "outcome": "made",
        "points": {"A": 30, "B": 26},
        "award": {"A": 1, "B": 0},
    }
    score = {
        "totals": [9, 4], "match_points": [2, 0], "text": "9 to 4", "to_replay": [], "copies": [],
        "disputed": [],
    }  # fmt: skip
    return {
        "rulebook": "international",
        "edition": "made up",
        "version": "0",
        "record": "1: JS 9S AS 10S KS QS 8S 7S\n" * 8 * DEALS,
        "tags": {
            "Event": f"Cup {number % 40}", "Date": f"20{10 + number % 16}-03-01", "Round": str(number % 7),
            "Table": str(number % 9), "TeamA": one, "TeamB": two, "Recorder": chance.choice(FIRST), **seats,
        },
        "check": {
            "rulebook": "international",
            "findings": [made_up_finding(chance) for _ in range(chance.randint(0, 6))],
            "deals": [{"deal": str(n), "game": n, **deal} for n in range(1, DEALS + 1)],
            "coverage": [{"rule": f"rule-{n}", "deal": None, "checked": True, "why": ""} for n in range(60)],
            "explanations": [],
            "questions": [],
            "problems": [],
        },
        "score": {"as_written": score, "by_the_rulebook": score, "as_ruled": None},
    }  # fmt: skip


def made_up_reading(chance: random.Random) -> list[dict[str, Any]]:
    """A reading of two photos, some 150 fields each."""
    fields = [
        {
            "name": f"trick {n // 6 + 1} / seat {n % 6 + 1}",
            "kind": "card",
            "readings": [
                {"text": text, "probability": chance.random()} for text in ("JS", "9S", "10S")
            ],
            "outline": [[chance.random(), chance.random()] for _ in range(4)],
            "blank": False,
            "flagged": False,
        }
        for n in range(150)
    ]
    return [{"photo": "log.jpg", "form": "log", "fields": fields} for _ in range(2)]


def fill(archive: Archive, cases: int) -> None:
    """Add made-up cases; every second one has decisions and a ruling."""
    chance = random.Random(SEED)
    readings = made_up_reading(chance)
    with archive.writing():
        for number in range(cases):
            case = archive.open_case(f"Match {number}", "Bench", {})
            body = made_up_check(chance, number)
            digest = f"{number:064x}"
            archive.add(
                case, Kind.DOCUMENT, {"digest": digest, "name": "log.jpg", "size": 1}, "Bench"
            )
            read = {
                "digest": digest,
                "reader": "1",
                "version": "0",
                "transcripts": readings,
                "trouble": "",
            }
            archive.add(case, Kind.READING, read, "Fairdeal")
            archive.add(case, Kind.CHECKED, body, "Bench")
            archive.add(
                case, Kind.STATEMENT, {"side": "A", "text": "We did not see that."}, "Bench"
            )
            if number % 2:
                for key in keys_of_json(body["check"]["findings"]):
                    decision = chance.choice(("accept", "accept", "dismiss"))
                    decided = {
                        "finding": key,
                        "decision": decision,
                        "reason": "As it lies.",
                        "remedy": "",
                    }
                    archive.add(case, Kind.DECIDED, decided, "Bench")
                archive.add(case, Kind.RULED, {"text": "The score stands as decided."}, "Bench")


def asked(archive: Archive) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is timed, by its name."""
    (case, *_) = archive.cases()
    questions = {
        "every case": Question(),
        "an article, with rulings": Question(article="2.4.5", ruled=True),
        "a finding": Question(code="revoke"),
        "a team": Question(team="harbour 7"),
        "a player": Question(player="anil menon"),
        "free text": Question(text="article forbids"),
        "a player, mistyped": Question(player="anyl menom"),
        "free text, mistyped": Question(text="forbyds artikle"),
    }
    for name, question in questions.items():
        near = "mistyped" in name
        yield f"search for {name}", lambda q=question, n=near: search(archive, q, near=n)  # type: ignore[misc]
    yield "precedents of a case", lambda: precedents(archive, case)
    papers = EventPapers(archive.path)
    for by in ("kind", "team"):
        yield f"statistics by {by}", lambda by=by: as_json(by, matches_of(archive, papers))  # type: ignore[misc]


def main(arguments: Sequence[str] | None = None) -> int:
    """The median of each, warm; exit status 1 where one takes longer than is promised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000)
    cases = parser.parse_args(arguments).cases
    slow = False
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder) / "archive") as archive:
        begun = time.process_time()
        fill(archive, cases)
        print(
            f"an archive of {cases:,} made-up matches, made in {time.process_time() - begun:.1f} s"
        )
        for name, run in asked(archive):
            median = median_seconds(run)
            slow = slow or median > LIMIT
            print(f"{name}: {1000 * median:.0f} ms")
    return int(slow)

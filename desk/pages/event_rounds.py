"""The rounds of an event: who meets whom, drawn or by hand; forms for a round, and a page to pin up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.eventfile import Planned, in_order
from fairdeal.desk.blank_forms import COPIES, as_forms, match_id
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    number_given,
    seen,
    sent,
    who,
    word,
)
from fairdeal.desk.pages.audit_jobs import LONGEST, event_here, jobs
from fairdeal.desk.tournament.board import EventNow
from fairdeal.desk.tournament.event import plan
from fairdeal.desk.tournament.knockout import knockout, winners
from fairdeal.desk.tournament.pairings import (
    Pairing,
    Round,
    berger,
    everybody,
    rounds_of,
    swiss,
)
from fairdeal.desk.tournament.public import final_results
from fairdeal.desk.tournament.standings import standings, team_key
from fairdeal.desk.trouble import DeskError

pages = Blueprint("event_rounds", __name__)

MOST_TABLES: Final = 500
"""Matches of one round."""
SYSTEMS: Final = {
    "swiss": "Swiss: teams of equal points meet",
    "berger": "Round robin: everybody meets everybody",
    "knockout": "Knockout: who loses is out",
}


@pages.get("/audits/<event>/rounds")
def rounds(event: str) -> Response:
    """The rounds as they are planned; with a system, the next one as it would be drawn, to be changed."""
    now = event_here(event)
    system = request.args.get("system", "")
    teams = _teams(request.args.get("teams", "")) or teams_of(now)
    drawn: tuple[Round, ...] = ()
    if system in SYSTEMS:
        drawn = _drawn(system, now, teams)
        if not drawn:
            raise DeskError("Nothing is left to draw.", "", "Every match of it is planned.")
    return answer(
        "rounds.html",
        event=now.event,
        rounds=[
            (number, now.event.rounds[number]) for number in sorted(now.event.rounds, key=in_order)
        ],
        teams=teams,
        systems=SYSTEMS,
        system=system,
        drawn=[(each, "\n".join(_written(each))) for each in drawn],
        following=str(_next(now)),
    )


def teams_of(now: EventNow) -> list[str]:
    """Every team that is named, in the order in which they are."""
    named = (team for cell in now.board.cells for team in cell.teams)
    planned = (team for each in now.event.planned for team in each.teams)
    return list({team_key(team): team for team in (*named, *planned) if team}.values())


def _teams(text: str) -> list[str]:
    return [each for line in text.splitlines() if (each := " ".join(line.split())[:LONGEST])]


def _next(now: EventNow) -> int:
    """The number of the round after the last that is planned or was played."""
    numbers = [in_order(each)[0] for each in (*now.event.rounds, *now.board.rounds)]
    return max((each for each in numbers if each < 1000), default=0) + 1


def _drawn(system: str, now: EventNow, teams: Sequence[str]) -> tuple[Round, ...]:
    """The rounds that can be drawn now. What holds up the standings is named, and does not hold up these."""
    results = list(final_results(now.event, now.board, now.results))
    if system == "berger":
        return berger(teams, _next(now))
    if system == "knockout":
        played = {each.number for each in _rounds(now, teams)}
        return tuple(
            each for each in knockout(teams, winners(results)) if each.number not in played
        )
    table = everybody(standings(results, ruled=True), teams)
    drawn = swiss(table, _rounds(now, teams), _next(now), bye_points=now.event.free)
    held = (each for number in now.board.rounds for each in now.board.holding_up(number))
    open_ = (f"{each.called}: {each.words.lower()}." for each in held if each.state != "later")
    return (replace(drawn, open=tuple(open_)),)


def _rounds(now: EventNow, teams: Sequence[str]) -> tuple[Round, ...]:
    """The rounds so far: as planned, else as they were played."""
    planned = {
        int(number): Round(
            int(number),
            tuple(
                Pairing(place, *each.teams)
                for place, each in enumerate((m for m in matches if not m.bye), 1)
            ),
            next((each.teams[0] for each in matches if each.bye), None),
        )
        for number, matches in now.event.rounds.items()
        if number.isdigit()
    }
    played = {each.number: each for each in rounds_of(now.results, teams)}
    return tuple({**played, **planned}[number] for number in sorted({**played, **planned}))


def _written(drawn: Round) -> Iterator[str]:
    """The round as a person may change it, a match a line."""
    for each in drawn.pairs:
        yield f"{each.team_a} – {each.team_b}"
    yield from ([drawn.bye] if drawn.bye else drawn.through)


@pages.get("/audits/<event>/round/<number>")
def round_page(event: str, number: str) -> Response:
    """Who meets whom at which table, on a page to pin up."""
    now = event_here(event)
    return answer("round.html", event=now.event, number=number, matches=_matches(now, number))


def _matches(now: EventNow, number: str) -> tuple[Planned, ...]:
    found = now.event.rounds.get(number)
    if not found:
        raise NotFound
    return found


@pages.get("/audits/<event>/round/<number>/forms.pdf")
def round_forms(event: str, number: str) -> Response:
    """The score sheets of a round, one for each team, with the match in the heading and in the code."""
    now = event_here(event)
    given: list[tuple[str, Mapping[str, str]]] = []
    for each in _matches(now, number):
        if each.bye:
            continue
        heading = {
            "event": each.event or now.event.title,
            "date": each.date,
            "round": each.round,
            "table": each.table,
            "team A": each.teams[0],
            "team B": each.teams[1],
        }
        said = {name: text for name, text in heading.items() if text}
        given += [(match_id(each.round, each.table, copy), said) for copy in COPIES]
    data = workers().call(
        Work.text("The forms", 0, "open"), as_forms, "score-sheet", 6, "en", given
    )
    return sent(data, "application/pdf", f"round-{number}-score-sheets.pdf")


@pages.post("/audits/<event>/plan")
def plan_round(event: str) -> AnyResponse:
    """The matches of a round, a line each: table, then the two teams."""
    jobs().files.get(event)
    number = word("round", 3)
    if not number.isascii() or not number.isdigit() or int(number) < 1:
        raise DeskError(f"“{number}” is not a round.", "", "Write its number, such as 2.")
    number = str(int(number))
    matches = list(_lines(number, word("pairs", 60_000)))
    plan(archive(), event, matches, who(), word("how", 200) or "by hand", seen=seen())
    if jobs().files.get(event).files:
        jobs().add(event)
    return back(f"/audits/{event}/rounds")


@pages.post("/audits/<event>/free")
def free(event: str) -> AnyResponse:
    """What a team gets for a round in which it sits out."""
    jobs().files.get(event)
    archive().add(event, Kind.FREE, {"points": number_given("points")}, who(), seen=seen())
    return back(f"/audits/{event}/rounds")


def _lines(number: str, text: str) -> list[Planned]:
    """``Kochi – Calicut``: a line a match, tables from 1 on; a team alone is free in this round."""
    found: list[Planned] = []
    named: dict[str, int] = {}
    for number_of, written in enumerate(
        (each.strip() for each in text.splitlines() if each.strip()), 1
    ):
        parts = [
            each.strip() for each in written.replace("—", "–").replace(" - ", " – ").split(" – ")
        ]
        if len(parts) > 2 or not all(parts) or max(map(len, parts)) > LONGEST:
            raise DeskError(
                f"Line {number_of}, “{written[:60]}”, does not name two teams.",
                "",
                "Write a match a line: Kochi – Calicut. A team alone on its line sits out.",
            )
        for team in parts:
            before = named.setdefault(team.casefold(), number_of)
            if before != number_of:
                raise DeskError(
                    f"{team} stands in line {before} and in line {number_of}.",
                    "",
                    "Take one of them out.",
                )
        teams = (parts[0], parts[1] if len(parts) > 1 else "")
        found.append(Planned(number, str(number_of), teams))
    if not found or len(found) > MOST_TABLES:
        raise DeskError("No match is written.", "", "Write a match a line: Kochi – Calicut.")
    return found

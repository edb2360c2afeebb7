"""What an event looks like: its acts folded into one view, as a case's are.

An event is a chain of acts in the archive, under the same number as the folder with its papers. What it says
of papers is their digests; what they are evidence of is decided where they are judged
(`desk.tournament.audit`), and kept there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Final, TypeVar

from cattrs import structure

from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.casefile import standing
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.records import figure

_KEPT_ENDINGS: Final = (".toml",)
"""Endings that a stored file keeps: layout files of clubs' sheets are known by it."""


@dataclass(frozen=True, slots=True)
class Filed:
    """One file: its SHA-256, what it is called, and its size in bytes."""

    digest: str
    name: str
    size: int

    @property
    def stored(self) -> str:
        """Its name on the disk, made by us."""
        ending = PurePath(self.name).suffix.casefold()
        return self.digest + (ending if ending in _KEPT_ENDINGS else "")

    def seated(self, number: str, table: str) -> Filed:
        """The file in the folder of a match, which says of which match it is where nothing in it does."""
        return replace(self, name=f"Round {number}/Table {table}/{PurePath(self.name).name}")


T = TypeVar("T")

Seat = tuple[str, str]
"""Where a match is played: its round and its table."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A match that is to be played. `teams` are called A and B on its forms; of a bye the second is empty."""

    round: str
    table: str
    teams: tuple[str, str]
    event: str = ""
    date: str = ""

    @property
    def seat(self) -> Seat:
        return self.round, self.table

    @property
    def bye(self) -> bool:
        """Whether a team has nobody to play against in this round."""
        return not self.teams[1]

    def tags(self) -> dict[str, str]:
        """What is known of the match, by the tags of its record."""
        named = {
            "Event": self.event,
            "Date": self.date,
            "Round": self.round,
            "Table": self.table,
            "TeamA": self.teams[0],
            "TeamB": self.teams[1],
        }
        return {name: value for name, value in named.items() if value}


@dataclass(frozen=True, slots=True)
class Entered:
    """A result that somebody typed in, where there is no sheet. `by` and `at` say who and when; `confirmed`
    who else said that it is right, empty as long as nobody did."""

    act: int
    seat: Seat
    teams: tuple[str, str]
    score: tuple[int, int]
    how: str
    reason: str
    by: str
    at: str
    confirmed: str = ""


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened at a table, for the committee. `sides` are who did it and the other side, as
    far as somebody named them; `title`, `article` and `follows` are what the rulebook was seen to say then.
    `settled` says who settled it, `how` in which way; both are empty as long as nobody did."""

    act: int
    seat: Seat
    deal: str
    sides: tuple[str, str]
    rules: str
    incident: str
    answers: tuple[str, ...]
    title: str
    article: str
    follows: str
    text: str
    by: str
    at: str
    settled: str = ""
    how: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """What the director gave beside the results. `confirmed` is who else said that it is right."""

    act: int
    words: dict[str, str]
    by: str
    at: str
    confirmed: str = ""


@dataclass(slots=True)
class EventFile:
    """The state of an event. What was replaced is still in `acts`."""

    id: str
    acts: tuple[Act, ...]
    title: str = ""
    rules: str = ""
    usual: str | None = None
    """The rulebook of records that name none, as the settings had it when the event began; None in an archive
    that did not keep it: as they have it now."""
    files: tuple[Filed, ...] = ()
    rounds: dict[str, tuple[Planned, ...]] = field(default_factory=dict)
    """The matches of each round as they were planned last."""
    schedules: set[str] = field(default_factory=set)
    """Digests of files that said who meets whom: what they say is in `rounds`."""
    results: dict[Seat, Entered] = field(default_factory=dict)
    given: dict[int, Given] = field(default_factory=dict)
    """By the number of the act."""
    asked: dict[tuple[str, str, str], Act] = field(default_factory=dict)
    """The last asking for each paper: by round, table and what was asked for."""
    seated: dict[str, Act] = field(default_factory=dict)
    """Who said of which match a paper is, by its digest."""
    taken: dict[Seat, Act] = field(default_factory=dict)
    """Who sees to the dispute of a match."""
    free: int = 0
    """Match points of a team that sits out in a round, as the regulations of the event have it."""
    appeals: dict[Seat, Act] = field(default_factory=dict)
    """The last appeal in each match."""
    incidents: dict[int, Incident] = field(default_factory=dict)
    """What happened at tables, by the number of its act."""
    removed: Act | None = None

    @property
    def who(self) -> str:
        return self.acts[0].who

    @property
    def at(self) -> str:
        return self.acts[0].at

    @property
    def last(self) -> int:
        """The number of the last act: what a person who looks at the event has seen."""
        return self.acts[-1].number

    @property
    def planned(self) -> Iterator[Planned]:
        """Every match that is planned, round by round."""
        for number in sorted(self.rounds, key=in_order):
            yield from self.rounds[number]

    @property
    def mark(self) -> str:
        """The same for the same files, rules and plan: what was done for it need not be done again."""
        told = json.dumps(
            [
                self.rules,
                *sorted((each.digest, each.name) for each in self.files),
                *([*each.seat, *each.teams, each.event, each.date] for each in self.planned),
            ]
        )
        return hashlib.sha256(told.encode()).hexdigest()


def in_order(number: str) -> tuple[int, str]:
    """Rounds and tables in the order of their numbers, names after them."""
    value = figure(number)
    return (10**9, number.casefold()) if value is None else (value, "")


def event_file(archive: Archive, event: str) -> EventFile:
    """An event as it is. Raises ArchiveError where there is none, or it was removed."""
    acts = archive.acts(event)
    if not acts or acts[0].kind is not Kind.EVENT:
        raise no_event(event)
    found = fold_event(event, acts)
    if found.removed is not None:
        raise no_event(event)
    return found


def no_event(event: str) -> ArchiveError:
    return ArchiveError("There is no such event.", event[:40], "It may have been removed.")


def events(archive: Archive) -> list[EventFile]:
    """Every event that was not removed, the newest first."""
    found = (fold_event(each, archive.acts(each)) for each in archive.events())
    return [each for each in found if each.removed is None]


def fold_event(event: str, acts: Iterable[Act]) -> EventFile:
    """The event after these acts. What was taken back never was; what it had replaced stands again."""
    file = EventFile(event, tuple(acts))
    for act in standing(file.acts):
        _take(file, act)
    return file


def _take(file: EventFile, act: Act) -> None:
    body = act.body
    match act.kind:
        case Kind.EVENT:
            file.title, file.rules = str(body["title"]), str(body["rules"])
            file.usual = body.get("usual")
        case Kind.RENAMED:
            file.title = str(body["title"])
        case Kind.REMOVED:
            file.removed = act
        case Kind.FILES:
            more = structure(body["files"], list[Filed])
            file.files = tuple(dict.fromkeys((*file.files, *more)))
        case Kind.PLANNED:
            number = str(body["round"])
            matches = [{**each, "round": number} for each in body["matches"]]
            file.rounds[number] = structure(matches, tuple[Planned, ...])
            if body["schedule"]:
                file.schedules.add(str(body["schedule"]))
        case Kind.RESULT:
            entered = _of_match(act, Entered)
            file.results[entered.seat] = entered
        case Kind.CONFIRMED:
            for seat, entered in file.results.items():
                if entered.act == body["act"]:
                    file.results[seat] = replace(entered, confirmed=act.who)
            if body["act"] in file.given:
                file.given[body["act"]] = replace(file.given[body["act"]], confirmed=act.who)
        case Kind.GIVEN:
            words = {name: str(text) for name, text in body.items()}
            file.given[act.number] = Given(act.number, words, act.who, act.at)
        case Kind.ASKED:
            file.asked[str(body["round"]), str(body["table"]), str(body["what"])] = act
        case Kind.TAKEN:
            file.taken[str(body["round"]), str(body["table"])] = act
        case Kind.FREE:
            file.free = int(body["points"])
        case Kind.APPEALED:
            file.appeals[str(body["round"]), str(body["table"])] = act
        case Kind.INCIDENT:
            file.incidents[act.number] = _of_match(act, Incident)
        case Kind.SETTLED if body["act"] in file.incidents:
            settled = replace(file.incidents[body["act"]], settled=act.who, how=str(body["text"]))
            file.incidents[body["act"]] = settled
        case Kind.SEATED:
            file.seated[str(body["digest"])] = act
            file.files = tuple(
                each.seated(body["round"], body["table"]) if each.digest == body["digest"] else each
                for each in file.files
            )
        case _:
            pass


def _of_match(act: Act, kind: type[T]) -> T:
    """What an act says of a match, as it was written, with who says so."""
    seat = (act.body["round"], act.body["table"])
    return structure(
        {**act.body, "act": act.number, "seat": seat, "by": act.who, "at": act.at}, kind
    )

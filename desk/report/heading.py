"""What a match, its teams and the entries of its heading are called in a report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.documents import HEADING_FIELDS, heading_field
from fairdeal.desk.report.ink import Crops
from fairdeal.desk.score.figures import PAIRS
from fairdeal.records.cards import COMPASS, Seat, Team, seats
from fairdeal.rulings.fifty_six.players import players

HEADING: Final = ("Event", "Site", "Date", "Table", "Round", "Session", "Recorder")
"""Tags of the heading that are shown, called as they are."""


def title_of(case: Case) -> str:
    """``Onam Cup, table 4, round 2``; the file's name where there is no heading."""
    parts = [case.tag("Event") or ""]
    parts += [f"{word} {tag}" for word in ("table", "round") if (tag := case.tag(word.title()))]
    named = ", ".join(part for part in parts if part)
    named = named[:1].upper() + named[1:]
    return named or " and ".join(base_name(each.name) for each in case.documents[:2])


def team_called(case: Case, team: str) -> str:
    """``Harbour (team A)``, ``North and South``."""
    name = case.tag(f"Team{team}")
    if not name and team in PAIRS:
        name = _pair_named(case, team)
    of = words.side_name(team) if team in PAIRS else f"team {team}"
    return f"{name} ({of})" if name else words.side_name(team)


def _pair_named(case: Case, team: Team) -> str:
    """``Anna and Bela``: both players of a pair, where they sit there throughout."""
    found = [
        case.tag(f"Seat{seat}") or case.tag(words.seat(seat)) for seat in COMPASS if seat in team
    ]
    return " and ".join(name for name in found if name) if all(found) else ""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat, and who sat there by the record and by a person's word; each is empty where it says nothing."""

    seat: Seat
    recorded: str
    entered: str

    @property
    def called(self) -> str:
        """``Seat 4``, ``North``."""
        seat = words.seat(self.seat)
        return seat[:1].upper() + seat[1:]

    @property
    def name(self) -> str:
        """The name that is shown."""
        return self.entered or self.recorded

    @property
    def differs(self) -> bool:
        """Whether the record names somebody else."""
        return bool(self.recorded) and self.recorded != self.name


def seats_at(case: Case) -> tuple[Seat, ...]:
    """The seats of the table in turn order."""
    book = case.book
    return COMPASS if book.game == "bridge" else seats(players(case.record, book))


def players_of(case: Case) -> tuple[Player, ...]:
    """Everybody at the table."""
    record = replace(case, players={})

    def recorded(seat: Seat) -> str:
        other = record.tag(words.seat(seat)) if seat in COMPASS else None
        return record.tag(f"Seat{seat}") or other or ""

    return tuple(
        Player(seat, recorded(seat), case.players.get(seat, "")) for seat in seats_at(case)
    )


def pictured(case: Case, crops: Crops) -> Iterable[tuple[str, str]]:
    """Names and the like that could not be read for certain, as they stand on the paper."""
    for tag, name in HEADING_FIELDS.items():
        if case.tag(tag):
            continue
        seen = heading_field(case.transcripts, tag)
        if seen is None:
            continue
        transcript, found = seen
        document = next(each for each in case.documents if transcript in each.transcripts)
        picture = crops.data_uri(document, transcript, found)
        if picture is not None:
            yield name[:1].upper() + name[1:], picture

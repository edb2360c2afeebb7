"""What a match, its teams and the entries of its heading are called in a report."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.files import base_name
from fairdeal.desk.intake.case import Case
from fairdeal.desk.report.scores import entry_names
from fairdeal.desk.score.figures import PAIRS
from fairdeal.records import COMPASS, Seat, Team, of_entries, seats
from fairdeal.rulings import game_of
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.frame.finding import Finding

HEADING: Final = ("Event", "Site", "Date", "Table", "Round", "Session", "Recorder")
"""Tags of the heading that are shown, called as they are."""


def title_of(case: Case) -> str:
    """``Onam Cup, table 4, round 2``; the file's name where there is no heading."""
    return words.match_called(case.tag) or " and ".join(
        base_name(each.name) for each in case.documents[:2]
    )


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
        return words.capital(words.seat(self.seat))

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


class Addresses:
    """How findings and deals of one case are called.

    Boards of a tournament come again at every table: then the position in the file is shown as well.
    Entries under WE and THEY are called what they are, as forms print no numbers before their rows.
    """

    def __init__(self, case: Case) -> None:
        book, deals = case.book, case.record.deals
        self._single = book.single_boards
        self._again = len({deal.label for deal in deals}) < len(deals)
        self._entries = [
            entry_names(sheet) if of_entries(sheet) else {} for sheet in case.record.sheets
        ]

    def where(self, finding: Finding) -> str:
        """``Deal 3, trick 2, seat 4``; ``Game 17, board 3, call 2``; ``Deal 2, above the line, …``."""
        entry = self.entry(finding)
        if entry:
            return words.capital(
                f"deal {finding.deal}, {entry}" if finding.deal is not None else entry
            )
        if finding.game is None or not self._single:
            return words.where(finding)
        return f"{self.deal(finding.deal, finding.game)}, {words.inside(words.address(finding))}"

    def deal(self, label: str | None, game: int) -> str:
        """``Deal 3``, ``Board 3``, ``Game 17, board 3``."""
        if not self._single:
            return f"Deal {label or game}"
        if label is None:
            return f"Game {game}"
        return f"Game {game}, board {label}" if self._again else f"Board {label}"

    def entry(self, finding: Finding) -> str:
        """``above the line, entry 3, WE`` for a finding on a sheet of entries; else empty."""
        row, sheet = finding.at.row, (finding.at.sheet or 1) - 1
        if row is None or not 0 <= sheet < len(self._entries):
            return ""
        name = self._entries[sheet].get((row, finding.at.column or ""), "")
        return f"{words.ordinal(sheet + 1)} sheet, {name}" if name and sheet else name

    def of_ink(self, finding: Finding, place: str) -> str:
        """What a picture of the paper is called whose place in words is `place`."""
        entry = self.entry(finding)
        return (
            words.capital(entry)
            if entry and place == words.place(words.address(finding))
            else place
        )


class Source:
    """Which match a row is of, and on which document its entry stands."""

    def __init__(self, case: Case) -> None:
        one, two = game_of(case.book).sides
        self._match = (
            title_of(case),
            case.tag("Round"),
            case.tag("Table"),
            case.tag(f"Team{one}"),
            case.tag(f"Team{two}"),
        )
        self._names = [base_name(each.name) for each in case.documents]
        self._of_photo = {
            page.photo: base_name(each.name) for each in case.documents for page in each.transcripts
        }
        self._of_place = case.sources
        self._of_deal: dict[str | None, set[str]] = defaultdict(set)
        for document in case.documents:
            for deal in document.record.deals:
                self._of_deal[deal.label].add(base_name(document.name))
            if document.record.sheets:
                self._of_deal[None].add(base_name(document.name))

    def row(
        self, label: str | None, place: tuple[int | None, str] | None = None
    ) -> tuple[str | None, ...]:
        """The first columns of a row, for a deal (None: the sheet), or for a place of its own."""
        return (*self._match, self._file(label, place))

    def of_finding(self, finding: Finding) -> tuple[str | None, ...]:
        """The first columns of a finding's row."""
        return self.row(*_stands_at(finding))

    def files_of(self, finding: Finding) -> list[str]:
        """The documents that a finding may stand on: copies of a sheet have the same rows."""
        label, place = _stands_at(finding)
        known = self._file(label, place)
        return [known] if known is not None else sorted(self._of_deal.get(label, ()))

    def _file(self, label: str | None, place: tuple[int | None, str] | None) -> str | None:
        if len(self._names) == 1:
            return self._names[0]
        known = self._of_place.get(place) if place is not None else None
        if known is not None:
            return self._of_photo.get(known[0])
        files = self._of_deal.get(label, set())
        return next(iter(files)) if len(files) == 1 else None


def _stands_at(finding: Finding) -> tuple[str | None, tuple[int | None, str]]:
    """The deal, None for the sheet, and the place of a finding."""
    on_sheet = finding.at.row is not None or finding.game is None
    place = (None if on_sheet else finding.game, str(words.address(finding).within_deal()))
    return (None if on_sheet else finding.deal, place)

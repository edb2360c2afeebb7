"""The boards of a match of duplicate bridge, as an event compares them: who played, what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.confined.limits import more_time
from fairdeal.desk.intake.case import Case
from fairdeal.records.cards import COMPASS, COMPASS_NAMES, Team, other_team, team_of
from fairdeal.records.record import Deal
from fairdeal.rulings.bridge import double_dummy
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.double_dummy import HAND
from fairdeal.rulings.frame.finding import Contract, DealVerdict

MOST_SOLVED: Final = 400
"""Contracts of one match that are solved double dummy: some ten seconds. 27 boards played at 20 tables
have about a hundred."""
SECONDS_A_SOLUTION: Final = 2.0
"""More time for each: a fiftieth of that is usual."""
UNKNOWN_NAMES: Final = frozenset({"", "?", "-", "#", "##"})


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board as it was played at one table. Points are those of NS, below 0 where EW scored.

    `cards` stands for the four hands, the same for the same deal; empty where they are not all known.
    """

    game: int
    board: str
    cards: str
    session: str
    round: str
    room: str
    table: str
    pairs: tuple[str, str]
    """North-South and East-West; empty where nobody is named."""
    teams: tuple[str, str]
    """The home team, which sits North-South in the open room, and its visitors."""
    contract: str
    by: Team | None
    tricks: int | None
    """Of the declaring side."""
    best: int | None
    """Of the declaring side with best play by all, every hand seen; None where it was not solved."""
    written: int | None
    ruled: int | None
    decided: bool = False
    """Whether a committee decided that it scores something else: `as_ruled`."""
    as_ruled: int | None = None

    @property
    def in_force(self) -> int | None:
        """What counts: as ruled, or by the rulebook where nothing is ruled."""
        return self.as_ruled if self.decided else self.ruled

    @property
    def off(self) -> int:
        """By how many tricks the result differs from best play; below 0 where fewer were taken."""
        if self.tricks is None or self.best is None:
            return 0
        return self.tricks - self.best


def boards_of(case: Case) -> tuple[BoardResult, ...]:
    """The boards of a match; none where its deals do not stand by themselves."""
    if not isinstance(case.book, BridgeBook) or not case.book.single_boards:
        return ()
    return tuple(_boards(case))


def _boards(case: Case) -> Iterator[BoardResult]:
    solved: set[tuple[str, str, str]] = set()
    for deal, verdict in zip(case.record.deals, case.verdict.deals, strict=False):
        if deal.unread or verdict.outcome == "redeal":
            continue
        hands = double_dummy.as_dealt(deal)
        cards = "" if hands is None else _fingerprint(hands)
        contract, best = verdict.contract, None
        if hands is not None and contract is not None:
            asked = (cards, contract.by, contract.trump)
            if asked in solved or len(solved) < MOST_SOLVED:
                if asked not in solved:
                    more_time(SECONDS_A_SOLUTION)
                solved.add(asked)
                best = double_dummy.best_result(hands, contract)
        ruled = _net(verdict.award)
        written = _written(deal)
        tags = {tag.name: tag.value.strip() for tag in deal.tags}
        yield BoardResult(
            game=verdict.game,
            board=verdict.deal or "",
            cards=cards,
            session=_first(tags, case, "Session", "Stage"),
            round=_first(tags, case, "Round"),
            room=tags.get("Room", ""),
            table=_first(tags, case, "Table"),
            pairs=(_pair(tags, case, "NS"), _pair(tags, case, "EW")),
            teams=(_first(tags, case, "HomeTeam"), _first(tags, case, "VisitTeam")),
            contract=_called(contract, verdict),
            by=None if contract is None else team_of(contract.by),
            tricks=_tricks(deal, verdict, contract),
            best=best,
            written=ruled if written is None else written,
            ruled=ruled,
        )


def _fingerprint(hands: double_dummy.Hands) -> str:
    rows = (" ".join(card.text for card in sorted(hands[seat])) for seat in COMPASS)
    return sha256("|".join(rows).encode()).hexdigest()[:16]


def _called(contract: Contract | None, verdict: DealVerdict) -> str:
    if contract is None:
        return "passed out" if verdict.outcome == "passed-out" else ""
    return words.contract(contract)


def _net(award: dict[Team, int] | None) -> int | None:
    return None if award is None else award["NS"] - award["EW"]


def _written(deal: Deal) -> int | None:
    """The score on paper, from North-South's side."""
    score = {} if deal.result is None else deal.result.score
    values = {team: entry.value for team, entry in score.items() if entry.clear}
    one, two = values.get("NS"), values.get("EW")
    if one is None:
        return None if two is None else -two
    if two is None or two == 0 or two == -one:
        return one
    return -two if one == 0 else None


def _tricks(deal: Deal, verdict: DealVerdict, contract: Contract | None) -> int | None:
    if contract is None:
        return None
    side = team_of(contract.by)
    if verdict.points is not None:
        return verdict.points[side]
    if verdict.outcome not in ("made", "defeated") or deal.result is None:
        return None
    values = {team: entry.value for team, entry in deal.result.points.items() if entry.clear}
    own, others = values.get(side), values.get(other_team(side))
    return HAND - others if own is None and others is not None else own


def _first(tags: dict[str, str], case: Case, *names: str) -> str:
    """The first of these tags that says anything, of the board or else of the record."""
    for name in names:
        for value in (tags.get(name, ""), case.tag(name) or ""):
            if value not in UNKNOWN_NAMES:
                return value
    return ""


def _pair(tags: dict[str, str], case: Case, side: Team) -> str:
    """What a pair is called: by its own tag, else by its players in the order of the letters."""
    named = tags.get(f"Team{side}", "") or case.tag(f"Team{side}") or ""
    if named:
        return named
    players = [_player(tags, case, seat) for seat in side]
    return " and ".join(sorted(players)) if all(players) else ""


def _player(tags: dict[str, str], case: Case, seat: str) -> str:
    entered = (case.tag(f"Seat{seat}") or "").strip()
    name = entered or tags.get(COMPASS_NAMES[seat], "")
    return "" if name in UNKNOWN_NAMES else name

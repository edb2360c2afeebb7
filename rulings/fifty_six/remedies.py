"""What is to be done about a finding, and the ladder of warnings across a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records import EventKind, Place, Seat, Team, other_team
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.frame.finding import OF_ENTRIES, Certainty, Finding, Remedy
from fairdeal.rulings.replay.deal import Happening
from fairdeal.rulings.replay.reading import Chosen, Doubt

WARNED = frozenset({"call-out-of-turn", "play-out-of-turn"})
"""The offences that share one warning before they cost points (3.2)."""


def remedy_of(book: FiftySixBook, code: str, team: Team | None) -> Remedy:
    """The remedy the rulebook names for an offence by `team`; the committee where it names none."""
    rule = book.findings.get(code)
    if rule is None:
        return Remedy("committee")
    costs = {"award-deal": book.penalties.cardinal, "points": book.penalties.lead_out_of_turn}
    if rule.remedy in costs:
        points, other = costs[rule.remedy], other_team(team) if team is not None else None
        return Remedy("committee") if points is None else Remedy(rule.remedy, other, points)
    return Remedy("warning", team) if rule.remedy == "warning" else Remedy(rule.remedy)


REMEDIES: Final = OF_ENTRIES | {
    "redeal": "The same dealer deals again; nothing in this deal scores.",
    "award-deal": "The deal goes to {to}, plus {points}.",
    "points": "{points} to {to}.",
    "warning": "A warning to {to}.",
    "tricks": "The remaining tricks go to {to}.",
}


def remedy_text(remedy: Remedy) -> str:
    """The remedy in plain words."""
    return remedy.in_words(REMEDIES, f"team {remedy.to}")


_AFTER_ALL: Final = (3, 0)
"""When a warning was noted that stands below the whole deal: after calls (1) and cards (2)."""
RUNG: Final = "rung"
"""The slot of a rung in doubt: whether it was taken, 1 or 0."""


class Ladder:
    """Who has been warned so far. One warning for each team and session, or as the setting says."""

    def __init__(self, book: FiftySixBook) -> None:
        self.book = book
        self.scope = book.setting("warning-scope")
        self.used: dict[tuple[str, ...], int] = {}
        self.maybe: list[tuple[tuple[str, ...], float, Place]] = []
        """Rungs that a finding takes which only some readings have: whose, how likely, hung on what."""

    def trial(self, chosen: Chosen) -> Ladder:
        """The same rungs, to be climbed in trial; of those in doubt as many as are chosen."""
        other = Ladder(self.book)
        other.used = dict(self.used)
        for doubt, taken in chosen.items():
            if doubt.slot[:1] == (RUNG,):
                key = self.maybe[doubt.slot[1]][0]
                other.used[key] = other.used.get(key, 0) + taken
        return other

    def doubts(self) -> Iterator[Doubt]:
        """The rungs that may or may not have been taken, as entries in doubt of a later deal."""
        for number, (_, share, place) in enumerate(self.maybe):
            options = (
                ((1, share), (0, 1.0 - share)) if share >= 0.5 else ((0, 1.0 - share), (1, share))
            )
            yield Doubt(place, options, (RUNG, number))

    def _key(self, team: Team, seat: Seat | None, game: int | None) -> tuple[str, ...]:
        if self.scope == "team-deal":
            return (team, str(game))
        return (team, seat or "") if self.scope == "seat-session" else (team,)

    def climb(
        self, findings: Sequence[Finding], noted: Sequence[Happening], game: int
    ) -> list[Finding]:
        """Set the remedy of each act out of turn, in the order the acts were done.

        `noted` are the events of the deal: a warning that belongs to none of the findings was given
        for something else, and is the team's one warning all the same.
        """
        penalty = self.book.penalties.out_of_turn
        given = _warnings(findings, noted) if noted else []
        if penalty is None or not (given or any(each.code in WARNED for each in findings)):
            return list(findings)
        done = []
        for each in findings:
            if each.code not in WARNED or each.team is None or each.severity != "offence":
                done.append(each)
                continue
            while given and given[0][0] < _when(each.place):
                self._warned(given.pop(0)[1], game)
            key = self._key(each.team, each.seat, each.game)
            used = self.used.get(key, 0)
            remedy = Remedy("warning", each.team)
            if used >= self.book.penalties.warnings:
                remedy = Remedy("points", other_team(each.team), penalty)
            if each.objected and each.certainty is Certainty.ESTABLISHED:
                self.used[key] = used + 1
            elif each.objected and each.probability:
                hung = (*each.depends_on, each.place)[0].in_deal(each.deal)
                self.maybe.append((key, each.probability, hung))
            done.append(replace(each, remedy=remedy, remedy_text=remedy_text(remedy)))
        for _, team in given:
            self._warned(team, game)
        return done

    def _warned(self, team: Team, game: int) -> None:
        key = self._key(team, None, game)
        self.used[key] = self.used.get(key, 0) + 1


def _warnings(
    findings: Sequence[Finding], noted: Sequence[Happening]
) -> list[tuple[tuple[int, int], Team]]:
    """The warnings noted that belong to no finding: when, and to whom."""
    own = {(each.team, each.place.parts[:2]) for each in findings}
    given = []
    for each in noted:
        team = each.event.team.value if each.event.team is not None else None
        if each.event.kind is not EventKind.WARNING or team is None:
            continue
        if each.place is None or (team, each.place.parts[:2]) not in own:
            late = each.when == "closing" and each.event.at is None
            given.append((_AFTER_ALL if late else _when(each.place), team))
    return sorted(given)


def _when(place: Place | None) -> tuple[int, int]:
    """When something was done: calls by their number, then tricks by theirs."""
    if place is None:
        return (0, 0)
    call, trick = place.number("call"), place.number("trick")
    return (1, call) if call is not None else (2, trick) if trick is not None else (0, 0)

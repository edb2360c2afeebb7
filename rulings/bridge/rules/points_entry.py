"""Tricks written down that are not what the play gave.

What: the tricks of a side under a deal or on a sheet differ from those that it won in the play (with
what a revoke cost, if it is counted in); or, where the play is not recorded whole, the two sides' do not
make thirteen, or fall short of those recorded already; a claim recorded gives another number. A result
that the record marks as another than the play gave (`^9` in PBN) is as the table agreed, and not this.

Why: the tricks decide whether the contract was made, and by how much.

Article: 9 of the Alberta rules (seed document 003); Law 79 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Team, other_team
from fairdeal.records.place import Place, figure
from fairdeal.rulings.bridge.replay.deal import CLAIMED, marked_tag
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.bridge.rules.sheets import entry
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, taken, transfers
from fairdeal.rulings.bridge.session import BridgeSession, SheetSeen
from fairdeal.rulings.frame.finding import At, Related
from fairdeal.rulings.frame.rule import Draft, row_words
from fairdeal.rulings.replay.signs import Has

Figures = dict[Team, int | None]


def wrong_cells(written: Figures, ruled: BridgeRuled | None, total: int) -> list[tuple[Team, str]]:
    """The sides whose tricks are wrong, with why."""
    beyond = [team for team in TEAMS if not 0 <= (written.get(team) or 0) <= total]
    if beyond:
        return [(team, f"there are {total} tricks in a deal") for team in beyond]
    played = taken(ruled.replay) if ruled is not None else None
    if ruled is not None and played is not None and played.played and played.tricks is not None:
        given = transfers(ruled.findings)
        wrong = []
        for team in TEAMS:
            figure, won = written.get(team), played.tricks[team]
            ruled_on = won + given[team] - given[other_team(team)]
            if figure is not None and figure not in (won, ruled_on):
                wrong.append((team, f"the play gives {team} {won}"))
        return wrong
    return _without_play(written, ruled, total)


def _without_play(
    written: Figures, ruled: BridgeRuled | None, total: int
) -> list[tuple[Team, str]]:
    if ruled is not None:
        least = ruled.replay.tricks_so_far()
        for team in TEAMS:
            figure, others = written.get(team), least[other_team(team)]
            if figure is None:
                continue
            if figure < least[team]:
                return [(team, f"the tricks recorded already give {team} {least[team]}")]
            if figure > total - others:
                return [(team, f"the tricks recorded already give {other_team(team)} {others}")]
    ns, ew = written.get("NS"), written.get("EW")
    if ns is None or ew is None or ns + ew == total:
        return []
    return [("NS", f"the two sides' {ns} and {ew} make {ns + ew}, not {total}")]


def check(ruled: BridgeRuled) -> Iterator[Draft]:
    replay = ruled.replay
    seen, result = replay.seen, replay.deal.result
    if marked_tag(replay.deal, "Result") is not None:
        return
    for team, why in wrong_cells(seen.points, ruled, replay.table.hand):
        written = result.points.get(team) if result else None
        other = other_team(team)
        related: tuple[Related, ...] = ()
        if ruled.verdict.points is None and seen.points.get(other) is not None:
            related = (Related(Place.of(f"points {other}"), f"{seen.points[other]} written here"),)
        yield Draft(
            Place.of(f"points {team}"),
            f"{seen.points[team]} tricks are written for {team}; {why}.",
            team=team,
            at=At(),
            span=written.span if written else None,
            related=related,
        )

    yield from _claimed(ruled)


def _claimed(ruled: BridgeRuled) -> Iterator[Draft]:
    """A claim of other tricks than the result that stands beside it."""
    replay = ruled.replay
    team = replay.declaring()
    written = replay.seen.points.get(team) if team is not None else None
    if team is None or written is None:
        return
    for tag in replay.deal.tags:
        claimed = figure(tag.value.strip()) if tag.name == CLAIMED else None
        if claimed is not None and claimed != written:
            entered = replay.deal.result.points.get(team) if replay.deal.result else None
            yield Draft(
                Place.of(f"points {team}"),
                f"{written} tricks are written for {team}; the claim recorded gives it {tag.value.strip()}.",
                team=team,
                at=At(),
                span=tag.span or (entered.span if entered else None),
            )


def check_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    for row in view.rows:
        written: Figures = {team: row.number(f"points {team}") for team in TEAMS}
        for team, why in wrong_cells(written, session.log(row.deal), session.table.hand):
            yield entry(
                session,
                view,
                row,
                f"points {team}",
                f"{row_words(row.index, row.deal)}: {written[team]} tricks are entered for "
                f"{team}; {why}.",
                team=team,
            )


RULE = Rule(
    "points-entry",
    "entry",
    ruled=check,
    sheet=check_sheet,
    ruled_needs=Has.WRITTEN_POINTS,
    wants=Has.WHOLE_PLAY,
    sheet_needs=(("points NS", "points EW"),),
)

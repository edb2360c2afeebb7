"""A penalty that is due and not in the score.

What: an established revoke costs tricks, or an impropriety points, and the score written under the
deal or on the sheet is that of the play without them.

Why: what was ruled at the table must reach the score, or the offence paid.

Article: note 1 and 13 of the Alberta rules (seed document 003); Law 64 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.bridge.rules.sheets import entry
from fairdeal.rulings.bridge.scoring.award import (
    BridgeRuled,
    Figures,
    Points,
    borne_out,
    plain_award,
    wrong_scores,
)
from fairdeal.rulings.bridge.session import BridgeSession, SheetSeen
from fairdeal.rulings.frame.finding import At, Certainty, Finding, Related
from fairdeal.rulings.frame.rule import Draft, row_words
from fairdeal.rulings.replay.signs import Has


def due(ruled: BridgeRuled) -> list[Finding]:
    """The established offences of a deal that cost tricks or points."""
    return [
        each
        for each in ruled.findings
        if each.certainty is Certainty.ESTABLISHED
        and each.remedy.kind in ("tricks", "points")
        and each.remedy.points
    ]


def missing(ruled: BridgeRuled, score: Figures, penalty: Figures) -> tuple[Finding, Points] | None:
    """The offence whose penalty the score lacks, with the award that is due; None where it has it."""
    award, plain, offences = ruled.verdict.award, plain_award(ruled), due(ruled)
    if award is None or plain is None or award == plain or not offences:
        return None
    if not any(figure is not None for figure in score.values()):
        return None
    single = not ruled.replay.table.book.four_hand
    if not wrong_scores(borne_out(ruled) or [award], score, penalty, single):
        return None
    if wrong_scores([plain], score, penalty, single):
        return None
    return offences[0], award


def _words(offence: Finding, award: Points) -> str:
    return (
        f"leaves out the penalty for {offence.code.replace('-', ' ')}; with it NS has {award['NS']} and EW "
        f"{award['EW']}."
    )


def check(ruled: BridgeRuled) -> Iterator[Draft]:
    replay, result = ruled.replay, ruled.replay.deal.result
    found = missing(ruled, replay.seen.score, replay.seen.penalty)
    if found is None or result is None:
        return
    offence, award = found
    team = next(team for team in TEAMS if replay.seen.score.get(team) is not None)
    yield Draft(
        Place.of(f"score {team}"),
        f"{team}'s score of {replay.seen.score[team]} {_words(offence, award)}",
        team=team,
        at=At(),
        span=result.score[team].span,
        article=offence.article,
        related=(Related(offence.place, offence.message),),
    )


def check_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    for row in view.rows:
        log = session.log(row.deal)
        if log is None or view.we_they:
            continue
        score: Figures = {team: row.number(f"score {team}") for team in TEAMS}
        penalty: Figures = {team: row.number(f"penalty {team}") for team in TEAMS}
        found = missing(log, score, penalty)
        if found is None:
            continue
        team = next(team for team in TEAMS if score[team] is not None)
        yield entry(
            session,
            view,
            row,
            f"score {team}",
            f"{row_words(row.index, row.deal)}: {team}'s score of {score[team]} {_words(*found)}",
            team=team,
            related=(Related(found[0].place.in_deal(log.label), found[0].message),),
        )


RULE = Rule(
    "penalty-entry",
    "entry",
    ruled=check,
    sheet=check_sheet,
    ruled_needs=Has.WRITTEN_PENALTY | Has.AWARD,
    sheet_needs=(("score NS", "score EW", "penalty NS", "penalty EW"), ("deal",)),
)

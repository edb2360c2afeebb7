"""A penalty that is due and not in the score.

What: an established offence costs points (objected to, where that is needed), and the score written
under the deal or on the sheet is the table's award without them.

Why: what was ruled at the table must reach the score, or the offence paid.

Article: that of the offence: 3.10, 3.2, 3.5, 3.9 or 4.3 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Team
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.rules.sheets import entry
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import SheetView
from fairdeal.rulings.frame.finding import At, Certainty, Finding, Related
from fairdeal.rulings.frame.rule import Draft, row_words
from fairdeal.rulings.replay.signs import Has

Figures = dict[Team, int | None]


def due(ruled: Ruled) -> list[Finding]:
    """The established offences of a deal that cost points."""
    return [
        each
        for each in ruled.findings
        if each.certainty is Certainty.ESTABLISHED
        and each.remedy.kind in ("award-deal", "points")
        and each.remedy.points
        and (each.objected or not each.needs_objection)
    ]


def missing(ruled: Ruled, score: Figures, penalty: Figures) -> list[tuple[Team, Finding]]:
    """The sides owed a penalty that their score lacks, with the first offence that it is for."""
    award, plain = ruled.verdict.award, ruled.plain_award()
    offences = due(ruled)
    if award is None or not offences:
        return []
    base = {"A": 0, "B": 0} if ruled.verdict.outcome == "redeal" else plain
    if base is None:
        return []
    found = []
    for team in ("A", "B"):
        owed = [each for each in offences if each.remedy.to == team]
        written = score.get(team)
        if not owed or written is None:
            continue
        if written == base[team] and written + (penalty.get(team) or 0) != award[team]:
            found.append((team, owed[0]))
    return found


def check(ruled: Ruled) -> Iterator[Draft]:
    replay = ruled.replay
    result, award = replay.deal.result, ruled.verdict.award
    if result is None or award is None:
        return
    for team, offence in missing(ruled, replay.seen.score, replay.seen.penalty):
        yield Draft(
            Place.of(f"score {team}"),
            f"Team {team}'s score of {replay.seen.score[team]} leaves out the penalty for "
            f"{offence.code.replace('-', ' ')} by the other side; with it the score is {award[team]}.",
            team=team,
            at=At(),
            span=result.score[team].span,
            article=offence.article,
            related=(Related(offence.place, offence.message),),
        )


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for row in view.judged():
        log = session.ruled_row(view, row)
        if log is None or log.verdict.award is None:
            continue
        score: Figures = {team: row.score(team) for team in ("A", "B")}
        penalty: Figures = {team: row.penalty(team) for team in ("A", "B")}
        for team, offence in missing(log, score, penalty):
            column = f"penalty {team}" if view.has(f"penalty {team}") else f"score {team}"
            yield entry(
                session,
                view,
                row,
                column,
                f"{row_words(row.index, row.deal)}: team {team}'s score of {score[team]} "
                f"leaves out the penalty for {offence.code.replace('-', ' ')} by the other side; with it "
                f"the score is {log.verdict.award[team]}.",
                team=team,
                article=offence.article,
                related=(Related(offence.place.in_deal(log.label), offence.message),),
            )


RULE = Rule(
    "penalty-entry",
    "entry",
    ruled=check,
    sheet=check_sheet,
    ruled_needs=Has.WRITTEN_PENALTY | Has.AWARD,
    sheet_needs=(("score A", "score B", "penalty A", "penalty B"), ("deal",)),
)

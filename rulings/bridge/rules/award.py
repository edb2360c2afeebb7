"""The rule about scores entered at bridge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdeal.records import Place, Team, other_team
from fairdeal.rulings.bridge.book import TEAMS, WORDS
from fairdeal.rulings.bridge.replay.deal import marked_tag, written_sides
from fairdeal.rulings.bridge.scoring.award import (
    BridgeRuled,
    Figures,
    Points,
    added,
    borne_out,
    plain_award,
    wrong_scores,
)
from fairdeal.rulings.bridge.scoring.hand import sums
from fairdeal.rulings.bridge.scoring.sheets import (
    BridgeSession,
    RowSeen,
    SheetSeen,
    entry,
    has_score,
    ruled_rows,
    wrong_entries,
)
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft, row_words

# --- award-entry -------------------------------------------------------------------------------------


def award_entry(ruled: BridgeRuled) -> Iterator[Draft]:
    """A score that is not what the table gives for contract, result, vulnerability and doubling.

    What: the score of a side under a deal or in a row of a sheet does not follow from the record; on a WE and
    THEY sheet an entry for tricks, overtricks, bonus, slam, honours, premium or penalty that is wrong,
    missing, or on the wrong side of the line; a line drawn where there is no game; in a match, a
    vulnerability recorded that the games won do not give. Where what the record leaves open allows several
    scores, only one that none of them gives is found. Beside a result that the record marks as agreed or
    adjusted (`^9` in PBN) the score is the director's.

    Why: this is where a match is won and lost, and where tired scorers slip most.

    Article: 9 with the scoring page of the Alberta rules (seed document 003); Law 77 of duplicate bridge.
    """
    yield from _vulnerability(ruled)
    replay = ruled.replay
    if marked_tag(replay.deal, "Result") is None:
        yield from _scores(ruled, wrong(ruled, replay.seen.score, replay.seen.penalty))


def award_entry_by_session(session: BridgeSession) -> Iterator[Draft]:
    """The last hand of a match without its part-game premium, where no sheet has its score."""
    for ruled in session.ruled:
        seen = ruled.replay.seen
        if ruled.closing and not has_score(session.record, ruled.label):
            found = wrong(ruled, seen.score, seen.penalty, apart=False)
            yield from _scores(ruled, [] if wrong(ruled, seen.score, seen.penalty) else found)


def _scores(ruled: BridgeRuled, found: Sequence[tuple[Team, Points]]) -> Iterator[Draft]:
    """The scores under a deal that are wrong."""
    seen, result = ruled.replay.seen, ruled.replay.deal.result
    for team, due in found:
        written = result.score.get(team) if result else None
        yield Draft(
            Place.of(f"score {team}"),
            f"{seen.score[team]} is written as {team}'s score; {_due(ruled, team, due, seen.score)}",
            team=team,
            at=At(),
            span=written.span if written else None,
            of=ruled.replay,
        )


def _due(ruled: BridgeRuled, team: Team, due: Points, score: Figures) -> str:
    if ruled.verdict.award is None:
        return "no result that the record allows gives it."
    figure = due[team] or -due[other_team(team)]
    for line in ruled.closing:
        if line.team == team and score[team] == due[team] - line.points:
            return (
                f"it should be {figure}. At the end of the match {line.points} points are added: "
                f"{line.why}."
            )
    return f"it should be {figure}. {' '.join(ruled.verdict.arithmetic)}".strip()


def wrong(
    ruled: BridgeRuled, score: Figures, penalty: Figures, apart: bool = True
) -> list[tuple[Team, Points]]:
    """The sides whose score the record does not confirm; where only a penalty lacks, it is not this."""
    allowed = borne_out(ruled, apart)
    if allowed is None or not any(figure is not None for figure in score.values()):
        return []
    single = not ruled.replay.table.book.four_hand
    found = wrong_scores(allowed, score, penalty, single)
    plain = plain_award(ruled)
    if not found or plain is None or added(plain, sums(ruled.closing)) == ruled.verdict.award:
        return found
    # Where the score is that of the play alone, only a penalty is lacking.
    return found if wrong_scores([plain], score, penalty, single) else []


def _vulnerability(ruled: BridgeRuled) -> Iterator[Draft]:
    """A vulnerability written down that is not that of the games won so far in the match."""
    replay = ruled.replay
    written = written_sides(replay.seen)
    due = replay.state.vulnerable
    if not replay.table.book.four_hand or written is None or due is None or written == due:
        return
    cell = replay.deal.vulnerable
    yield Draft(
        Place.of("vulnerable"),
        f"Vulnerable is written as {WORDS[written]}; by the games won so far it is {WORDS[due]}.",
        at=At(),
        span=cell.span if cell else None,
    )


def award_entry_on_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    if view.we_they:
        for row, column, message in wrong_entries(session, view):
            yield entry(
                session,
                view,
                row,
                column,
                message,
                team=view.team(column) if column in ("we", "they") else None,
            )
        return
    by_rows = ruled_rows(session, view)
    apart = any(row.deal is None and _scored(row) for row in view.rows)
    for row in view.rows:
        log = session.log(row.deal) or by_rows.get(row.index)
        if log is None:
            continue
        score: Figures = {team: row.number(f"score {team}") for team in TEAMS}
        penalty: Figures = {team: row.number(f"penalty {team}") for team in TEAMS}
        for team, due in wrong(log, score, penalty, apart):
            yield entry(
                session,
                view,
                row,
                f"score {team}",
                f"{row_words(row.index, row.deal)}: {score[team]} is entered as {team}'s "
                f"score; {_due(log, team, due, score)}",
                team=team,
            )


def _scored(row: RowSeen) -> bool:
    return any(row.number(f"score {team}") for team in TEAMS)

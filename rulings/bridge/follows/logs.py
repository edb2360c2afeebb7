"""What follows in the log of a board: tricks from a wrong declarer, the score from tricks or contract."""

from __future__ import annotations

from fairdeal.records.cards import other_team, times
from fairdeal.rulings.bridge.replay.deal import written_worth
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.figures import wrong_scores
from fairdeal.rulings.bridge.scoring.hand import hand_lines, sums
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.frame.finding import Contract
from fairdeal.rulings.frame.follows import Collected, WrongEntries, first


def in_logs(session: BridgeSession, wrong: WrongEntries, into: Collected) -> None:
    for each in session.ruled:
        game = each.verdict.game
        contract = wrong.in_log(game, "contract")
        points = [wrong.in_log(game, f"points {team}") for team in TEAMS]
        if contract is not None and _of_the_other_side(each):
            for tricks in points:
                into.add(tricks, contract)
        scores = [wrong.in_log(game, f"score {team}") for team in TEAMS]
        if any(scores) and _as_written(each):
            for score in scores:
                into.add(score, contract or first(points))
        into.add(points[1], points[0])
        into.add(scores[1], scores[0])


def _of_the_other_side(ruled: BridgeRuled) -> bool:
    """Whether the tricks are those of the play, for a declarer of the other side."""
    written, won = ruled.replay.seen.points, ruled.verdict.points
    return won is not None and all(
        written.get(team) in (None, won[other_team(team)]) for team in TEAMS
    )


def _as_written(ruled: BridgeRuled) -> bool:
    """Whether the score is that of contract and tricks as they are written."""
    replay = ruled.replay
    made, head, vulnerable = replay.contract, replay.seen.head, replay.state.vulnerable
    worth = written_worth(head.contract, replay.table)
    if made is None or worth is None or vulnerable is None or replay.table.book.four_hand:
        return False
    contract = Contract(*worth, head.by or made.by, times(head.doubling))
    team = replay.table.team[contract.by]
    tricks = replay.seen.points.get(team)
    if tricks is None:
        return False
    lines = hand_lines(replay.table.book, contract, tricks, team in vulnerable)
    return not wrong_scores([sums(lines)], replay.seen.score, replay.seen.penalty, True)

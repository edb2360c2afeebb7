"""Which scores a record of a deal bears out: one, or several where it does not tell everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from fairdeal.records.cards import Team, other_team
from fairdeal.rulings.bridge.replay.deal import scored_otherwise
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, disputed, fines, taken
from fairdeal.rulings.bridge.scoring.hand import hand_lines, honours_held, sums
from fairdeal.rulings.frame.finding import Contract

Points = dict[Team, int]
Figures = dict[Team, int | None]


def borne_out(ruled: BridgeRuled, apart: bool = True) -> list[Points] | None:
    """Every award that the record allows; None where the committee must decide, or nothing is told.

    `apart`: the premium for part-games left on may be written apart from the last hand.
    """
    replay, award = ruled.replay, ruled.verdict.award
    if award is not None:
        found = [award]
        if apart and ruled.lines is not None and replay.table.book.four_hand:
            found.append(added(sums(ruled.lines), fines(ruled.findings)[0]))
        return _with_honours(ruled, found)
    contract = replay.contract
    if contract is None or disputed(replay) or any(f.code == "revoke" for f in ruled.findings):
        return None
    if scored_otherwise(replay.deal, replay.table):
        return None
    if ruled.verdict.outcome in ("redeal", "passed-out", "unread"):
        return None
    small = fines(ruled.findings)[0]
    found = [added(each, small) for each in _worlds(ruled, contract)]
    return _with_honours(ruled, found)


def added(first: Points, second: Points) -> Points:
    return {team: first[team] + second.get(team, 0) for team in TEAMS}


def _worlds(ruled: BridgeRuled, contract: Contract) -> Iterator[Points]:
    """What every number of tricks and every state of the match that is not ruled out would give."""
    replay = ruled.replay
    team, total = replay.table.team[contract.by], replay.table.hand
    result = taken(replay)
    if result.tricks is not None:
        counts = range(result.tricks[team], result.tricks[team] + 1)
    else:
        least = replay.tricks_so_far()
        counts = range(least[team], total - least[other_team(team)] + 1)
    vulnerable = replay.state.vulnerable
    sides = (False, True) if vulnerable is None else (team in vulnerable,)
    for count, vul in product(counts, sides):
        yield from of_hand(ruled, contract, count, vul)


def of_hand(
    ruled: BridgeRuled, contract: Contract, tricks: int, vulnerable: bool
) -> Iterator[Points]:
    replay = ruled.replay
    book, state = replay.table.book, replay.state
    lines = hand_lines(book, contract, tricks, vulnerable)
    if not book.four_hand:
        yield sums(lines)
        return
    held = {seat: hand.cards for seat, hand in replay.dealt.items()}
    base = sums((*lines, *honours_held(book, contract.trump, held)))
    scoring = book.scoring
    premiums = [0]
    below = lines[0].points if lines[0].kind == "trick" else 0
    if below >= scoring.game:
        premiums = [scoring.fast_game or 0]
    elif below and state.legs is not None:
        leg = state.legs[lines[0].team]
        premiums = [scoring.slow_game or 0] if leg + below >= scoring.game else [0]
    elif below:
        premiums = [0, scoring.slow_game or 0]
    for premium in premiums:
        points = added(base, {lines[0].team: premium})
        yield points
        if state.hands is None or state.hands + 1 == scoring.match_hands:
            for last in _closings(ruled):
                yield added(points, last)


def _closings(ruled: BridgeRuled) -> Iterator[Points]:
    scoring = ruled.replay.table.book.scoring
    only, both = scoring.leg_left or 0, scoring.leg_left_both or 0
    yield {"NS": only, "EW": 0}
    yield {"NS": 0, "EW": only}
    yield {"NS": both, "EW": both}


def _with_honours(ruled: BridgeRuled, found: list[Points]) -> list[Points]:
    """The same with the honours that hands not recorded may have held."""
    replay = ruled.replay
    scoring, contract = replay.table.book.scoring, replay.contract
    if contract is None or replay.hands_known() or not scoring.four_honours:
        return found
    if ruled.verdict.outcome in ("redeal", "passed-out"):
        return found
    held = {seat: hand.cards for seat, hand in replay.dealt.items()}
    if honours_held(replay.table.book, contract.trump, held):
        return found
    kinds = (
        (scoring.four_aces,)
        if contract.trump == "NT"
        else (scoring.four_honours, scoring.five_honours)
    )
    more = [
        added(points, {team: worth})
        for points in found
        for team in TEAMS
        for worth in kinds
        if worth
    ]
    return found + more


def wrong_scores(
    allowed: list[Points], score: Figures, penalty: Figures, single: bool
) -> list[tuple[Team, Points]]:
    """The sides whose score is none of those allowed, with the award that comes nearest.

    A score may be written for both sides, 0 for the one that got nothing, or as the difference: what
    one side gained is what the other lost. `single`: written for one side alone it is the difference.
    """
    best: list[tuple[Team, Points]] | None = None
    alone = single and sum(figure is not None for figure in score.values()) == 1
    for award in allowed:
        wrong = []
        for team in TEAMS:
            written = score.get(team)
            if written is None:
                continue
            own, net = award[team], award[team] - award[other_team(team)]
            right = {net} if alone else {own, net}
            if written not in right and written + (penalty.get(team) or 0) not in right:
                wrong.append((team, award))
        if not wrong:
            return []
        if best is None or len(wrong) < len(best):
            best = wrong
    return best or []


def plain_award(ruled: BridgeRuled) -> Points | None:
    """What the play alone comes to, before any ruling; None where it is not known."""
    return None if ruled.plain_lines is None else sums(ruled.plain_lines)

"""What a deal of bridge comes to: tricks, entries of the score, the award; which scores it confirms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from fairdeal.records import Contract, Record, Team, in_groups, other_team
from fairdeal.rulings.bridge.book import TEAMS, BridgeBook, bridge_table
from fairdeal.rulings.bridge.claims import claim_of
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, replay, scored_otherwise
from fairdeal.rulings.bridge.scoring.hand import (
    Entered,
    MatchState,
    closing_lines,
    first_state,
    game_lines,
    hand_lines,
    honours_held,
    onward,
    sums,
)
from fairdeal.rulings.frame.finding import (
    Counted,
    DealVerdict,
    Finding,
    Outcome,
    Remedy,
    Verdict,
    established,
)
from fairdeal.rulings.replay.reading import see

Points = dict[Team, int]


@dataclass(frozen=True, slots=True)
class Taken:
    """Tricks of both sides, None where they are not known, and where they are known from.

    `played`: they come from a play recorded to its end.
    """

    tricks: Points | None
    played: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class BridgeRuled:
    """A deal replayed, with what was found in it and what came of it.

    `lines` are the entries of its score after the established findings are applied, `plain_lines`
    those of the play alone; None where the record does not tell. `after`: how the match stands then.
    """

    replay: BridgeReplay
    findings: tuple[Finding, ...]
    verdict: DealVerdict
    lines: tuple[Entered, ...] | None
    plain_lines: tuple[Entered, ...] | None
    after: MatchState
    closing: tuple[Entered, ...] = ()
    """What part-games left on earn, with the last hand of a match."""
    may_go_over: Points | None = None
    """So many tricks may have gone to a side for a revoke that is not ruled out."""

    @property
    def label(self) -> str | None:
        return self.verdict.deal


def taken(replay: BridgeReplay) -> Taken:
    """The tricks of both sides: by the play, or where it is not recorded whole by what is written."""
    total = replay.table.hand
    if replay.play.complete:
        if all(fact.winner is not None for fact in replay.play.tricks):
            return Taken(replay.tricks_so_far(), True)
        return Taken(None, False)
    ns, ew = (replay.seen.points.get(team) for team in TEAMS)
    if ns is None and ew is None:
        return Taken(None, False)
    ns = total - ew if ns is None and ew is not None else ns
    ew = total - ns if ew is None and ns is not None else ew
    if ns is None or ew is None or ns + ew != total or min(ns, ew) < 0:
        return Taken(None, False)
    least = replay.tricks_so_far()
    if ns < least["NS"] or ew < least["EW"]:
        return Taken(None, False)
    return Taken({"NS": ns, "EW": ew}, False, "by the tricks written down")


CLAIMS: Final = frozenset({"claim-defeated", "claim-stands"})


def as_claimed(replay: BridgeReplay, findings: Sequence[Finding], result: Taken) -> Taken:
    """The tricks after a contested claim that was ruled on; else as they are.

    What was claimed, and what is transferred by the remedy of the finding: the rulebook's, or what was
    decided.
    """
    ruling = next((each for each in established(findings) if each.code in CLAIMS), None)
    claim = None if ruling is None or result.played else claim_of(replay)
    if ruling is None or claim is None:
        return result
    given = transfers([ruling])
    own = claim.won + claim.claimed + given[claim.team] - given[other_team(claim.team)]
    if ruling.remedy.kind not in ("none", "tricks") or not 0 <= own <= replay.table.hand:
        return Taken(None, False)
    tricks = {team: own if team == claim.team else replay.table.hand - own for team in TEAMS}
    return Taken(tricks, False, "after the claim")


def entries(
    replay: BridgeReplay, tricks: Points | None, state: MatchState
) -> tuple[Entered, ...] | None:
    """The entries of a deal for these tricks; None where they are not known."""
    contract, book = replay.contract, replay.table.book
    if contract is None or tricks is None or scored_otherwise(replay.deal, replay.table):
        return None
    team = replay.table.team[contract.by]
    if state.vulnerable is None:
        lines = hand_lines(book, contract, tricks[team], False)
        if sums(lines) != sums(hand_lines(book, contract, tricks[team], True)):
            return None
    else:
        lines = hand_lines(book, contract, tricks[team], team in state.vulnerable)
    if book.four_hand:
        premium = game_lines(book, state, lines)
        if premium is None:
            return None
        held = {seat: hand.cards for seat, hand in replay.dealt.items()}
        lines = (*lines, *honours_held(book, contract.trump, held), *premium)
    return lines


def _by_side(remedies: Sequence[Remedy]) -> Points:
    return {team: sum(each.points for each in remedies if each.to == team) for team in TEAMS}


def transfers(findings: Iterable[Finding]) -> Points:
    """The tricks that go to each side for revokes of the other."""
    return _by_side([each.remedy for each in established(findings) if each.remedy.kind == "tricks"])


def fines(findings: Iterable[Finding]) -> tuple[Points, list[str]]:
    """The points that improprieties cost, by side (below 0), and the arithmetic in words."""
    costly = [
        each
        for each in established(findings)
        if each.remedy.kind == "points" and each.remedy.to is not None
    ]
    steps = [
        f"{each.article}: {each.remedy.points} to {each.remedy.to} ({each.code.replace('-', ' ')})."
        for each in costly
    ]
    return _by_side([each.remedy for each in costly]), steps


def rule_deal(replay: BridgeReplay, findings: Sequence[Finding]) -> BridgeRuled:
    """The outcome of a deal and its award once the established findings are applied."""
    result = as_claimed(replay, findings, taken(replay))
    contract, state = replay.contract, replay.state
    outcome = _outcome(replay, findings, result)
    counted = outcome in ("made", "defeated", "undecided", "unread")
    plain = entries(replay, result.tricks, state) if outcome in ("made", "defeated") else None
    lines, steps = _lines(replay, findings, outcome, result, plain)
    after = state.after(replay.table.book, lines) if counted else state
    award: Points | None = None
    closing: tuple[Entered, ...] = ()
    if lines is not None:
        last = _closing(replay, after) if counted else ()
        if last is None:
            steps.append("It is not known whether a part-game was left on.")
        else:
            closing = last
            small, fined = fines(findings) if findings else ({}, [])
            award = added(sums((*lines, *last)), small)
            steps += [f"{line.why}: {line.points} to {line.team}." for line in last] + fined
    verdict = DealVerdict(
        deal=replay.deal.label,
        game=replay.seen.game,
        contract=contract,
        points=result.tricks if result.played else None,
        outcome=outcome,
        award=award,
        arithmetic=tuple(steps),
        winners=tuple([fact.winner for fact in replay.play.tricks]),
        counted=_counted(replay, findings, result) if findings and award is not None else None,
    )
    return BridgeRuled(replay, tuple(findings), verdict, lines, plain, after, closing)


def _counted(replay: BridgeReplay, findings: Sequence[Finding], result: Taken) -> Counted | None:
    """What the deal counts as once tricks went over for a revoke; None where none did."""
    given, contract = transfers(findings), replay.contract
    if contract is None or result.tricks is None or not result.played or not any(given.values()):
        return None
    team = replay.table.team[contract.by]
    tricks = result.tricks[team] + given[team] - given[other_team(team)]
    article = next(each.article for each in established(findings) if each.remedy.kind == "tricks")
    return Counted("made" if tricks >= contract.value + 6 else "defeated", article)


def _closing(replay: BridgeReplay, after: MatchState) -> tuple[Entered, ...] | None:
    """What the end of a match adds to its last hand."""
    book = replay.table.book
    if not book.four_hand or after.hands != book.scoring.match_hands:
        return ()
    return closing_lines(book, after)


def _outcome(replay: BridgeReplay, findings: Sequence[Finding], result: Taken) -> Outcome:
    contract = replay.contract
    if replay.deal.unread:
        return "unread"
    if replay.dealt_again(findings):
        return "redeal"
    if replay.passed_out:
        return "passed-out"
    if contract is None or result.tricks is None or replay.disputed:
        return "undecided"
    made = result.tricks[replay.table.team[contract.by]] >= contract.value + 6
    return "made" if made else "defeated"


def _lines(
    replay: BridgeReplay,
    findings: Sequence[Finding],
    outcome: Outcome,
    result: Taken,
    plain: tuple[Entered, ...] | None,
) -> tuple[tuple[Entered, ...] | None, list[str]]:
    """The entries after the rulings, and the arithmetic in words."""
    if outcome == "unread":
        return None, ["The deal could not be read."]
    if outcome == "redeal":
        return (), ["A wrong deal: nothing in it scores, and the next dealer deals."]
    if outcome == "passed-out":
        return (), ["Everybody passed: nothing in this deal scores."]
    if replay.contract is None:
        return None, ["The contract is not known: for the committee to decide."]
    if replay.disputed:
        return None, ["The winning bid was not in an allowed form: for the committee to decide."]
    tricks = result.tricks
    if tricks is None:
        return None, ["The record does not show how many tricks each side took."]
    steps = [f"Tricks {result.why}: NS {tricks['NS']}, EW {tricks['EW']}."] if result.why else []
    lines = plain
    revokes = [each for each in established(findings) if each.code == "revoke"]
    if revokes:
        lines, more = _after_revokes(replay, revokes, result)
        steps += more
        if lines is None:
            return None, steps
    if scored_otherwise(replay.deal, replay.table):
        return None, [*steps, "The record says that it is scored as at rubber, not board by board."]
    if lines is None:
        return None, [*steps, "Vulnerability or the match before this hand is not recorded."]
    steps += [f"{line.why}: {line.points} to {line.team}." for line in lines]
    if replay.table.book.four_hand and not replay.hands_known():
        steps.append("Honours are counted only as far as the hands are known.")
    return lines, steps


def _after_revokes(
    replay: BridgeReplay, revokes: Sequence[Finding], result: Taken
) -> tuple[tuple[Entered, ...] | None, list[str]]:
    tricks = result.tricks
    by_law = replay.table.book.penalties.revoke == "law-64"
    if not by_law and len({each.team for each in revokes}) == 2:
        return None, ["Both sides revoked: for the committee to decide."]
    if any(each.remedy.kind == "committee" for each in revokes):
        return None, ["The committee decides what the revoke costs."]
    given = transfers(revokes)
    if tricks is None or not result.played:
        if not any(given.values()):
            return entries(replay, tricks, replay.state), []
        return None, ["It is not recorded whether the tricks written include those for the revoke."]
    steps = []
    changed = dict(tricks)
    for team, count in given.items():
        if count:
            changed[team] += count
            changed[other_team(team)] -= count
            word = "trick goes" if count == 1 else "tricks go"
            steps.append(
                f"Revoke: {count} {word} to {team}, which makes NS {changed['NS']}, EW {changed['EW']}."
            )
    if min(changed.values()) < 0:
        return None, ["More tricks would go over than the side took: for the committee to decide."]
    return entries(replay, changed, replay.state), steps


Figures = dict[Team, int | None]


def borne_out(ruled: BridgeRuled, apart: bool = True) -> list[Points] | None:
    """Every award that the record allows; None where the committee must decide, or nothing is shown.

    `apart`: the premium for part-games left on may be written apart from the last hand.
    """
    replay, award = ruled.replay, ruled.verdict.award
    if award is not None and not ruled.may_go_over:
        found = [award]
        if apart and ruled.lines is not None and replay.table.book.four_hand:
            found.append(added(sums(ruled.lines), fines(ruled.findings)[0]))
        return _with_honours(ruled, found)
    contract = replay.contract
    if contract is None or replay.disputed or any(f.code == "revoke" for f in ruled.findings):
        return None
    unscored = ruled.verdict.outcome in ("redeal", "passed-out", "unread")
    if unscored or scored_otherwise(replay.deal, replay.table):
        return None
    small = fines(ruled.findings)[0]
    return _with_honours(ruled, [added(each, small) for each in _worlds(ruled, contract)])


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
    over = ruled.may_go_over or {}
    fewer, more = over.get(other_team(team), 0), over.get(team, 0)
    counts = range(max(0, counts.start - fewer), min(total + 1, counts.stop + more))
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
            yield from (added(points, last) for last in _closings(ruled))


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
    """The sides whose score is not one of those allowed, with the award that comes nearest.

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


def ruled_deals(
    record: Record, verdict: Verdict, book: BridgeBook, games: Collection[int] | None = None
) -> dict[int, BridgeRuled]:
    """The deals of a record as the verdict has them, by their position in the record.

    `games` names the ones wanted. In a match every hand before a wanted one is worked out too: it
    shows who is vulnerable. Deals that could not be read are left out.
    """
    return dict(_each(record, verdict, book, games))


def _each(
    record: Record, verdict: Verdict, book: BridgeBook, games: Collection[int] | None
) -> Iterator[tuple[int, BridgeRuled]]:
    table = bridge_table(book)
    found = in_groups((each.game, each) for each in verdict.findings)
    state = first_state(record.deals, book)
    for game, deal in enumerate(record.deals, 1):
        wanted = games is None or game in games
        if not wanted and not book.four_hand:
            continue
        if book.four_hand and game > 1:
            state = onward(state, record.deals[game - 2], deal)
        seen = see(deal, game, table.seats)
        each_ruled = rule_deal(replay(seen, table, state), found.get(game, []))
        state = each_ruled.after
        if wanted and not deal.unread:
            yield game, each_ruled

"""What a deal of bridge comes to: tricks taken, entries of the score, penalties, the award."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.records.cards import Team, other_team
from fairdeal.records.record import EventKind
from fairdeal.rulings.bridge.claims.claim import claim_of
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, scored_otherwise
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.scoring.hand import Entered, hand_lines, honours_held, sums
from fairdeal.rulings.bridge.scoring.match import MatchState, closing_lines, game_lines
from fairdeal.rulings.frame.finding import (
    Certainty,
    Counted,
    DealVerdict,
    Finding,
    Outcome,
)

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

    What was claimed, and what goes over by the remedy of the finding: the rulebook's, or what was decided.
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


def established(findings: Iterable[Finding]) -> list[Finding]:
    return [each for each in findings if each.certainty is Certainty.ESTABLISHED]


def is_misdeal(replay: BridgeReplay, findings: Sequence[Finding]) -> bool:
    if replay.events and replay.event(EventKind.REDEAL):
        return True
    return any(each.remedy.kind == "redeal" for each in established(findings))


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


def transfers(findings: Iterable[Finding]) -> Points:
    """The tricks that go to each side for revokes of the other."""
    given = dict.fromkeys(TEAMS, 0)
    for each in established(findings):
        if each.remedy.kind == "tricks" and each.remedy.to is not None:
            given[each.remedy.to] += each.remedy.points
    return given


def fines(findings: Iterable[Finding]) -> tuple[Points, list[str]]:
    """The points that improprieties cost, by side (below 0), and the arithmetic in words."""
    points, steps = dict.fromkeys(TEAMS, 0), []
    for each in established(findings):
        if each.remedy.kind == "points" and each.remedy.to is not None:
            points[each.remedy.to] += each.remedy.points
            steps.append(
                f"{each.article}: {each.remedy.points} to {each.remedy.to} ({each.code.replace('-', ' ')})."
            )
    return points, steps


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
            award = sums((*lines, *last))
            for team, points in small.items():
                award[team] += points
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
    if is_misdeal(replay, findings):
        return "redeal"
    if replay.passed_out:
        return "passed-out"
    if contract is None or result.tricks is None or disputed(replay):
        return "undecided"
    made = result.tricks[replay.table.team[contract.by]] >= contract.value + 6
    return "made" if made else "defeated"


def disputed(replay: BridgeReplay) -> bool:
    """Whether a bid of a form that is not allowed made the contract."""
    bid = replay.auction.standing
    return replay.source in ("auction", "open auction") and bid is not None and not bid.approved


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
    if disputed(replay):
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


def session_totals(deals: Sequence[DealVerdict]) -> Points | None:
    """The sum of all awards; None where one is open, or there are no deals."""
    totals = dict.fromkeys(TEAMS, 0)
    for each in deals:
        if each.award is None:
            return None
        for team in TEAMS:
            totals[team] += each.award[team]
    return totals if deals else None

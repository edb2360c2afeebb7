"""What a bridge record has for each rule to be checked, and what could not be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from fairdeal.records.sheet import of_entries
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules import RULES, match_points_entry
from fairdeal.rulings.bridge.rules.rule import BridgeRule
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import Coverage, Finding

Rules = tuple[BridgeRule, ...]


_BY_BOOK: dict[BridgeBook, Rules] = {}


def rules_of(book: BridgeBook) -> Rules:
    """The rules that a rulebook has something to say about."""
    found = _BY_BOOK.get(book)
    if found is None:
        found = _BY_BOOK[book] = tuple(rule for rule in RULES if rule.code in book.findings)
    return found


def has(replay: BridgeReplay) -> int:
    """What a deal's record has, as bits of `rulings.frame.coverage`."""
    if replay.has < 0:
        replay.has = _has(replay)
    return replay.has


def _has(replay: BridgeReplay) -> int:
    seen, auction = replay.seen, replay.auction
    bits = 0 if replay.deal.unread else coverage.READABLE
    if seen.said:
        bits |= coverage.AUCTION
        if not auction.unknown_end and None not in seen.said:
            bits |= coverage.AUCTION_READABLE
    if seen.head["dealer"] is not None:
        bits |= coverage.DEALER
    if seen.hands:
        bits |= coverage.HANDS
    if replay.hands_known():
        bits |= coverage.WHOLE_HANDS | coverage.HANDS
    if replay.played_on:
        bits |= coverage.PLAY
        if replay.play.complete:
            bits |= coverage.WHOLE_PLAY
    if replay.contract is not None:
        bits |= coverage.CONTRACT
        if replay.source != "record":
            bits |= coverage.MADE_CONTRACT
    elif auction.passed_out:
        bits |= coverage.CONTRACT | coverage.MADE_CONTRACT
    if seen.winners:
        bits |= coverage.WINNERS
    if "contract" in seen.head:
        bits |= coverage.WRITTEN_CONTRACT
    if seen.points:
        bits |= coverage.WRITTEN_POINTS
    if seen.score:
        bits |= coverage.WRITTEN_SCORE | coverage.WRITTEN_PENALTY
    return bits


def bits_of(ruled: BridgeRuled) -> int:
    bits = has(ruled.replay)
    return bits | coverage.AWARD if ruled.verdict.award is not None else bits


def of_deal(
    ruled: BridgeRuled, rules: Rules, bounded: str | None, possible: Sequence[Finding]
) -> tuple[Coverage, ...]:
    """Rule by rule, whether a deal was checked for it, and why not."""
    label, game = ruled.verdict.deal, ruled.verdict.game
    known = plain(rules, label, game, bits_of(ruled))
    if bounded is None and not possible:
        return known
    found = []
    for each in known:
        why = each.why if each.why is not None else bounded
        count = sum(finding.code == each.rule for finding in possible)
        if count:
            why = f"{why}: {count} possible" if why else f"{count} possible"
        done = each.checked and not bounded and not count
        found.append(Coverage(each.rule, label, done, why, game))
    return tuple(found)


def plain(rules: Rules, label: str | None, game: int, bits: int) -> tuple[Coverage, ...]:
    """What was checked of a deal whose record has these bits, without doubts or possible findings."""
    return tuple([Coverage(code, label, done, why, game) for code, done, why in _told(rules, bits)])


def unchecked(rules: Rules, label: str | None, game: int, bits: int) -> tuple[Coverage, ...]:
    """The same of what could not be checked alone."""
    return tuple([Coverage(code, label, False, why, game) for code, why in _lacking(rules, bits)])


@lru_cache(maxsize=512)
def _told(rules: Rules, bits: int) -> tuple[tuple[str, bool, str | None], ...]:
    """By rule: whether it could be checked, and what there is to say about that."""
    found = []
    for rule in rules:
        if rule.deal is None and rule.ruled is None and not rule.needs:
            continue
        needs = coverage.READABLE | rule.needs | rule.ruled_needs | rule.wants
        why = coverage.lacking(needs, bits)
        found.append((rule.code, why is None, why or coverage.nothing_written(needs, bits)))
    return tuple(found)


@lru_cache(maxsize=512)
def _lacking(rules: Rules, bits: int) -> tuple[tuple[str, str | None], ...]:
    return tuple((code, why) for code, done, why in _told(rules, bits) if not done)


def of_sheets(session: BridgeSession, rules: Rules) -> list[Coverage]:
    """Rule by rule, whether the sheets were checked for it."""
    found = []
    for rule in rules:
        if rule.sheet is None or not session.sheets or rule.code == MATCH_POINTS:
            continue
        columns = {column for view in session.sheets for column in view.sheet.columns}
        by_hand = any(not of_entries(view.sheet) for view in session.sheets)
        if not by_hand and not any({"we", "they"} & set(group) for group in rule.sheet_needs):
            continue  # of rows of a hand each, which these sheets do not have
        lacks = [group[0] for group in rule.sheet_needs if not columns & set(group)]
        why = f"the sheet has no column {lacks[0]}" if lacks else session.bounded
        found.append(coverage.covered(rule.code, None, None, why, why is None))
    if session.sheets:
        why = _no_match_points(session)
        found.append(Coverage(MATCH_POINTS, None, why is None, why, None))
    return found


MATCH_POINTS: Final = "match-points-entry"


def _no_match_points(session: BridgeSession) -> str | None:
    """Why match points and rankings are not judged on a sheet of bridge; None where they are."""
    if MATCH_POINTS not in session.book.findings:
        return "match points are the whole field's: one record does not tell them"
    written = [view for view in session.sheets if view.sheet.match_points is not None]
    if not written:
        return (
            "this rulebook gives no match points: pairs are ranked by their points in all matches, "
            "in the standings of an audit"
        )
    if any(match_points_entry.left_open(view) for view in written):
        return "the match points or the totals of the match are not known for certain"
    return None

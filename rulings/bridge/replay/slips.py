"""What of the result written under a bridge deal its auction and play do not bear out."""

from __future__ import annotations

from typing import Any, Final

from fairdeal.records.cards import times
from fairdeal.rulings.bridge.replay.deal import marked_tag, written_worth
from fairdeal.rulings.bridge.replay.table import board_dealer, board_number
from fairdeal.rulings.bridge.scoring.award import BridgeRuled


def own_slips(ruled: Any, whole: bool) -> list[str]:
    """The places of such entries. `whole` False leaves out what hangs on every card of the play.

    Breaking the rules of the game is no slip of the pen, and nothing here asks about it.
    """
    deal: BridgeRuled = ruled
    replay = deal.replay
    slips = _contract(deal) + _dealer(deal) + _marks(deal)
    for fact in replay.play.tricks:
        if fact.winner is None or not 0 < fact.number <= len(replay.seen.winners):
            continue
        if replay.seen.winners[fact.number - 1] not in (None, fact.winner):
            slips.append(f"trick {fact.number} / winner")
    return slips + (_figures(deal) if whole else [])


def _dealer(deal: BridgeRuled) -> list[str]:
    """The dealer of a board that is not the one printed on it."""
    replay, board = deal.replay, board_number(deal.replay.deal.label)
    if board is None or replay.table.book.next_dealer != "board":
        return []
    return ["dealer"] if replay.dealer not in (None, board_dealer(board)) else []


_MARKED: Final = (
    "call-out-of-turn", "insufficient-bid", "lead-out-of-turn", "play-out-of-turn", "revoke",
)  # fmt: skip


def _marks(deal: BridgeRuled) -> list[str]:
    """The marks of an offence where the record shows that there was none."""
    return [
        f"{each.place} / mark"
        for each in deal.findings
        if each.code in _MARKED and each.severity == "entry" and each.remedy.kind == "correct-entry"
    ]


def _contract(deal: BridgeRuled) -> list[str]:
    replay, slips = deal.replay, list[str]()
    head, made = replay.seen.head, replay.contract
    if made is None or replay.source == "record" or head.contract is None:
        return slips
    if written_worth(head.contract, replay.table) != (made.value, made.trump):
        slips.append("contract")
    if times(head.doubling) != made.doubled:
        slips.append("contract / x")
    if head.by not in (None, made.by):
        slips.append("contract / by")
    return slips


def _figures(deal: BridgeRuled) -> list[str]:
    """The tricks written that are not those of the play.

    The score is no evidence: what it should be hangs on the rulings, and so on what was allowed.
    """
    seen, verdict = deal.replay.seen, deal.verdict
    slips: list[str] = []
    if marked_tag(deal.replay.deal, "Result") is not None:
        return slips
    if verdict.points is not None:
        slips += [
            f"points {team}"
            for team, won in verdict.points.items()
            if seen.points.get(team) not in (None, won)
        ]
    elif len(seen.points) == 2 and None not in seen.points.values():
        total = sum(points or 0 for points in seen.points.values())
        slips += ["points NS"] if total != deal.replay.table.hand else []
    return slips

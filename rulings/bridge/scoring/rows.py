"""The rows of a sheet that has a row a hand, ruled on by themselves where there is no log of the hand."""

from __future__ import annotations

from fairdeal.records.cards import Seat, Team
from fairdeal.records.doubt import Entry, clear
from fairdeal.records.record import ContractEntry, Deal, Result
from fairdeal.rulings.bridge.replay.deal import replay
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, rule_deal
from fairdeal.rulings.bridge.scoring.match import first_state, onward
from fairdeal.rulings.bridge.scoring.sheet import (
    RowSeen,
    SheetSeen,
    contract_cell,
    doubled_of,
    seat_of,
)
from fairdeal.rulings.bridge.session import BridgeSession
from fairdeal.rulings.replay.reading import see

_DOUBLING = {2: "X", 4: "XX"}


def ruled_rows(session: BridgeSession, view: SheetSeen) -> dict[int, BridgeRuled]:
    """What each row with a contract and tricks comes to, by its index, the match followed row by row.

    Likeliest readings are taken; a row with something in doubt in it is left out.
    """
    if not view.has("contract") or not any(view.has(f"points {team}") for team in TEAMS):
        return {}
    deals = [_deal(session, row) for row in view.rows]
    state = first_state(deals, session.book)
    found = {}
    for place, (row, deal) in enumerate(zip(view.rows, deals, strict=True)):
        if place and session.book.four_hand:
            state = onward(state, deals[place - 1], deal)
        seen = see(deal, 0, session.table.seats)
        ruled = rule_deal(replay(seen, session.table, state), [])
        state = ruled.after
        if not row.unread:
            found[row.index] = ruled
    return found


def standing_rows(session: BridgeSession, view: SheetSeen) -> frozenset[int]:
    """The rows, by index, of hands that were played and count: by their log, else by themselves."""
    known = ruled_rows(session, view)
    for row in view.rows:
        log = session.log(row.deal)
        if log is not None and len(session.by_label[log.label or ""]) == 1:
            known[row.index] = log
    return frozenset(
        index for index, each in known.items() if each.verdict.outcome in ("made", "defeated")
    )


def _deal(session: BridgeSession, row: RowSeen) -> Deal:
    """The deal that a row tells of."""
    dealer = seat_of(row.values.get("dealer"), session.table, session.names)
    points: dict[Team, Entry[int]] = {}
    for team in TEAMS:
        tricks = row.number(f"points {team}")
        if tricks is not None:
            points[team] = clear(tricks)
    return Deal(
        number=clear(row.deal) if row.deal is not None else None,
        dealer=clear(dealer) if dealer is not None else None,
        result=Result(contract=_contract(session, row), points=points),
    )


def _contract(session: BridgeSession, row: RowSeen) -> ContractEntry | None:
    said = contract_cell(row)
    if said is None:
        return None
    by: Seat | None = seat_of(row.values.get("bidder"), session.table, session.names)
    # Where nothing tells whether it was doubled, the contract is not known.
    doubled = doubled_of(row, said)
    if doubled is None and "x" in row.values:
        by = None
    doubling = _DOUBLING.get(doubled or 1)
    return ContractEntry(
        clear(said), clear(by) if by is not None else None, clear(doubling) if doubling else None
    )

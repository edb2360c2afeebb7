"""A contract written down that is not what the auction made.

What: level, denomination, doubling or declarer under a deal or in a row of a sheet differ from the
contract that the auction recorded for the same deal made. The declarer is the one of the side who first
named the denomination. A contract written for a deal that all passed out is one as well; so is, where no
auction shows the contract, one below the lowest bid or above the highest: no auction makes it.

Why: the score depends on the contract.

Article: 7 of the Alberta rules (seed document 003); Law 22 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Said, times
from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, written_worth
from fairdeal.rulings.bridge.replay.table import BridgeTable, make_out
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.bridge.rules.sheets import entry
from fairdeal.rulings.bridge.scoring.hand import words_of
from fairdeal.rulings.bridge.session import (
    BridgeSession,
    RowSeen,
    SheetSeen,
    contract_cell,
    doubled_of,
    seat_of,
)
from fairdeal.rulings.frame.finding import At, Related
from fairdeal.rulings.frame.rule import Draft, row_words
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.play import contract_span
from fairdeal.rulings.replay.signs import Has, Sign

_WORDS = {1: "not doubled", 2: "doubled", 4: "redoubled"}


def check(replay: BridgeReplay) -> Iterator[Draft]:
    head, result = replay.seen.head, replay.deal.result
    written = result.contract if result is not None else None
    if written is None:
        return
    said, by = head.contract, head.by
    if said is not None and _tells_no_bid(replay) and (why := beyond(said, replay.table)):
        yield Draft(
            Place.of("contract"),
            f'The contract is written "{said.text}": {why}.',
            at=At(),
            span=written.said.span,
        )
    if replay.source == "record":
        return
    made = replay.contract
    if made is None:
        if replay.auction.passed_out and said is not None and make_out(said).kind is Kind.BID:
            yield Draft(
                Place.of("contract"),
                f'The contract is written "{said.text}"; all four had passed.',
                at=At(),
                span=written.said.span,
            )
        return
    wrong: list[str] = []
    if said is not None and written_worth(said, replay.table) != (made.value, made.trump):
        wrong.append(f'"{said.text}"')
    if by is not None and by != made.by:
        wrong.append(f"by {who(by)}")
    doubled = times(head.doubling)
    unread = written.doubling is not None and head.doubling is None
    if not unread and said is not None and not wrong and doubled != made.doubled:
        wrong.append(_WORDS[doubled])
    if wrong:
        span = contract_span(replay.deal)
        yield Draft(
            Place.of("contract"),
            f"The contract is written {', '.join(wrong)}; the auction made it {words_of(made)}.",
            at=At(),
            span=span,
            related=_made(replay),
        )


def _tells_no_bid(replay: BridgeReplay) -> bool:
    """Whether the auction, if there is one, tells neither the contract nor a bid beyond the limits, which
    is found by itself."""
    made = replay.contract is not None and replay.source != "record"
    return not made and not replay.auction.faults & Sign.RANGE


def beyond(said: Said, table: BridgeTable) -> str:
    """Why no auction makes a contract of this level, in words; empty where one may."""
    words, book = make_out(said), table.book
    level = words.value if words.kind is Kind.BID else None
    if level is None or book.lowest <= level <= book.highest:
        return ""
    if level < book.lowest:
        return f"{level} is below the lowest bid, {book.lowest}"
    return f"{level} is above the highest bid, {book.highest}"


def _made(replay: BridgeReplay) -> tuple[Related, ...]:
    bid = replay.auction.standing
    return (
        (Related(Place.of(f"call {bid.call}"), "the bid that became the contract"),) if bid else ()
    )


def check_sheet(session: BridgeSession, view: SheetSeen) -> Iterator[Draft]:
    for row in view.rows:
        log = session.log(row.deal)
        said = contract_cell(row)
        if log is None or _tells_no_bid(log.replay):
            yield from _row_alone(session, view, row, said)
        if log is None or log.replay.contract is None or log.replay.source == "record":
            continue
        made = log.replay.contract
        text = f"the auction made it {words_of(made)}."
        wrong: list[tuple[str, str]] = []
        if said is not None and written_worth(said, session.table) != (made.value, made.trump):
            wrong.append(("contract", f'"{said.text}" is entered; {text}'))
        by = seat_of(row.values.get("bidder"), session.table, session.names)
        if by is not None and by != made.by:
            wrong.append(("bidder", f"{who(by)} is entered as declarer; {text}"))
        doubled = doubled_of(row, said)
        if doubled is not None and doubled != made.doubled:
            wrong.append(("x", f"entered as {_WORDS[doubled]}; {text}"))
        for column, message in wrong:
            where = f"{row_words(row.index, row.deal)}: {message}"
            yield entry(session, view, row, column, where)


def _row_alone(
    session: BridgeSession, view: SheetSeen, row: RowSeen, said: Said | None
) -> Iterator[Draft]:
    """A row of whose deal no auction tells the contract: only whether there is such a contract."""
    if said is not None and (why := beyond(said, session.table)):
        where = f'{row_words(row.index, row.deal)}: "{said.text}" is entered; {why}.'
        yield entry(session, view, row, "contract", where)


RULE = Rule(
    "contract-entry",
    "entry",
    deal=check,
    sheet=check_sheet,
    needs=Has.WRITTEN_CONTRACT,
    wants=Has.AUCTION | Has.MADE_CONTRACT,
    sheet_needs=(("contract", "bidder", "x"), ("deal",)),
)

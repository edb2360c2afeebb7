"""A contract written down that is not what the auction made.

What: value, suit, doubling or declarer under a deal or in a row of a sheet differ from the contract
that the auction recorded for the same deal made. A blank where a double belongs is one as well, and so
is a row with points or a score of a deal played out whose contract was left blank. Where no auction
shows the contract, one below the lowest bid or above the highest is found: no auction makes it.

Why: the contract is entered before play so that nobody can argue about it afterwards.

Article: 5.1 with 4.1 of the international rules, and 3.1 for what may be bid (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairdeal.records.cards import Said, TermKind, times
from fairdeal.records.doubt import Standing
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.replay.deal import DealReplay, written_value, written_worth
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.rules.sheets import entry
from fairdeal.rulings.fifty_six.scoring import contract_text
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView, plain_contract
from fairdeal.rulings.frame.finding import At, Contract, Related
from fairdeal.rulings.frame.rule import Draft, row_words
from fairdeal.rulings.replay.play import contract_span
from fairdeal.rulings.replay.signs import Has, Sign

_WORDS = {1: "not doubled", 2: "doubled", 4: "redoubled"}


def check(replay: DealReplay) -> Iterator[Draft]:
    contract, head = replay.contract, replay.seen.head
    if not head.contract_written:
        return
    if _tells_no_bid(replay):
        yield from _check_alone(replay)
    if contract is None or replay.source == "record":
        return
    said, by = head.contract, head.by
    wrong: list[str] = []
    if said is not None:
        worth = written_worth(said, replay.book)
        if not agrees(said, worth, contract):
            wrong.append(f'"{said.text}"')
    if by is not None and by != contract.by:
        wrong.append(f"by seat {by}")
    written = replay.deal.result.contract if replay.deal.result else None
    if written is None:
        return
    doubled = times(head.doubling)
    unread = written.doubling is not None and head.doubling is None
    if not unread and said is not None and doubled != contract.doubled:
        wrong.append(_WORDS[doubled] if doubled > 1 else "without a double")
    if wrong:
        span = contract_span(replay.deal)
        yield Draft(
            Place.of("contract"),
            f"The contract is written {', '.join(wrong)}; the auction made it "
            f"{contract_text(contract)}.",
            at=At(),
            span=span,
            related=_made(replay),
        )


def _check_alone(replay: DealReplay) -> Iterator[Draft]:
    """The contract under a deal whose auction does not tell it: only whether there is such a contract."""
    written = replay.deal.result.contract if replay.deal.result else None
    said = replay.seen.head.contract
    if written is not None and said is not None and (why := beyond(said, replay.book)):
        found = Draft(
            Place.of("contract"),
            f'The contract is written "{said.text}": {why}.',
            at=At(),
            span=written.said.span,
        )
        yield replace(found, article_of=_of_bids(replay.book))


def _tells_no_bid(replay: DealReplay) -> bool:
    """Whether the auction, if there is one, tells neither the contract nor a bid beyond the limits, which
    is found by itself."""
    made = replay.contract is not None and replay.source != "record"
    return not made and not replay.auction.faults & Sign.RANGE


def _of_bids(book: FiftySixBook) -> str:
    """The finding whose article names the lowest bid and the highest."""
    return "bid-range" if "bid-range" in book.findings else RULE.code


def beyond(said: Said, book: FiftySixBook) -> str:
    """Why no auction makes a contract of this value, in words; empty where one may."""
    bids = book.bids
    value = written_value(plain_contract(said) or said, book)
    if value is None or bids.lowest <= value <= bids.highest:
        return ""
    if value < bids.lowest:
        return f"{value} is below the lowest bid, {bids.lowest}"
    return f"{value} is above the highest bid, {bids.highest}"


def agrees(said: Said, worth: tuple[int, str] | None, made: Contract) -> bool:
    """Whether a contract as written is the one made.

    Noes that keep the trump in force name none: then its value is all that is written.
    """
    if worth is None and said.has(TermKind.NOES):
        return said.number == made.value
    return worth == (made.value, made.trump)


def _made(replay: DealReplay) -> tuple[Related, ...]:
    bid = replay.auction.standing
    return (
        (Related(Place.of(f"call {bid.call}"), "the bid that became the contract"),) if bid else ()
    )


def check_sheet(session: Session, view: SheetView) -> Iterator[Draft]:
    for row in view.judged():
        log = session.ruled_row(view, row)
        if log is None or _tells_no_bid(log.replay):
            yield from _row_alone(session, view, row)
        if log is None and _not_entered(view, row):
            where = f"{row_words(row.index, row.deal)}: no contract is entered, though points or a score are."
            yield entry(session, view, row, "contract", where)
        if log is None or log.replay.contract is None or log.replay.source == "record":
            continue
        wrong = list(_wrong(view, row, log.replay.contract))
        if _left_out(view, row) and log.verdict.outcome in ("made", "defeated"):
            made = contract_text(log.replay.contract)
            wrong.append(("contract", f"no contract is entered; the auction made it {made}.", None))
        for column, message, seat in wrong:
            where = f"{row_words(row.index, row.deal)}: {message}"
            yield entry(session, view, row, column, where, seat=seat)


def _row_alone(session: Session, view: SheetView, row: Row) -> Iterator[Draft]:
    """A row of whose deal no auction tells the contract: only whether there is such a contract."""
    if row.said is not None and (why := beyond(row.said, session.book)):
        where = f'{row_words(row.index, row.deal)}: "{row.said.text}" is entered; {why}.'
        found = entry(session, view, row, "contract", where)
        yield replace(found, article_of=_of_bids(session.book))


def _not_entered(view: SheetView, row: Row) -> bool:
    """Whether the contract of a deal that was scored is blank on a sheet that has those of other deals."""
    scored = any(row.points(team) or row.score(team) for team in ("A", "B"))
    return scored and _left_out(view, row) and any(other.said for other in view.rows)


def _left_out(view: SheetView, row: Row) -> bool:
    """Whether the contract is blank on the paper in a row that says how its deal came out."""
    cell = view.sheet.cell(row.index, "contract")
    if cell is None or cell.standing is not Standing.BLANK:
        return False
    return any(row.points(team) is not None or row.score(team) is not None for team in ("A", "B"))


def _wrong(view: SheetView, row: Row, made: Contract) -> Iterator[tuple[str, str, str | None]]:
    """The cells of a row that differ from the contract made: column, message, seat."""
    text = f"the auction made it {contract_text(made)}."
    if row.said is not None and not agrees(row.said, row.worth, made):
        yield "contract", f'"{row.said.text}" is entered; {text}', None
    if row.bidder is not None and row.bidder != made.by:
        yield "bidder", f"seat {row.bidder} is entered as bidder; {text}", row.bidder
    if row.doubled is not None and row.doubled != made.doubled and row.said is not None:
        column = "x" if view.has("x") else "contract"
        yield column, f"entered as {_WORDS[row.doubled]}; {text}", None


RULE = Rule(
    "contract-entry",
    "entry",
    deal=check,
    sheet=check_sheet,
    needs=Has.WRITTEN_CONTRACT,
    wants=Has.AUCTION | Has.MADE_CONTRACT,
    sheet_needs=(("contract", "bidder", "x"), ("deal",)),
)

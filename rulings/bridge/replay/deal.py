"""One reading of one deal of bridge replayed as a whole, for the rules to look at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from fairdeal.records import Contract, Deal, Said, Seat, Team, TermKind, times
from fairdeal.rulings.bridge.book import (
    TEAMS,
    VULNERABLE,
    BridgeAuction,
    BridgeTable,
    board_number,
    board_vulnerable,
    make_out,
    partner,
)
from fairdeal.rulings.bridge.replay.courses import replay_auction
from fairdeal.rulings.bridge.scoring.hand import MatchState
from fairdeal.rulings.frame.finding import AS_CALLED, CallsRuled
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.deal import ContractSource, Replayed, signs_of_hands
from fairdeal.rulings.replay.play import TrickFact, judge_cards, seat_tricks
from fairdeal.rulings.replay.reading import Seen
from fairdeal.rulings.replay.signs import Has, Sign
from fairdeal.rulings.replay.table import holdings


@dataclass(slots=True, eq=False)
class BridgeReplay(Replayed[BridgeTable, BridgeAuction]):
    """A deal of bridge replayed.

    `state` is how the match stood before it; for single boards only its `vulnerable` means anything.
    """

    state: MatchState = field(default_factory=MatchState)
    swapped: bool = False
    """The record says that declarer and dummy changed places: `contract.by` is who played it."""
    calls_ruled: CallsRuled = AS_CALLED
    """The calls that a ruling let stand or cancelled."""

    @property
    def end(self) -> bool:
        return is_end(self.seen, self.table)

    @property
    def dummy(self) -> Seat | None:
        return partner(self.contract.by) if self.contract else None

    @property
    def vulnerable(self) -> frozenset[Team] | None:
        """The sides vulnerable; None where it is not known."""
        return self.state.vulnerable

    @property
    def passed_out(self) -> bool:
        """Whether all passed, by the auction or, without one, by what is written as contract."""
        if self.auction.calls:
            return self.auction.passed_out
        return _written_pass(self.seen.head.contract)

    def _recorded(self) -> Has:
        found = Replayed._recorded(
            self
        )  # a class with slots is made again, and super() asks for the old one
        if self.contract is None and self.auction.passed_out:
            found |= Has.CONTRACT | Has.MADE_CONTRACT
        return found

    def trick(self, number: int | None) -> TrickFact | None:
        """The trick of that number, None where there is none."""
        return next((each for each in self.play.tricks if each.number == number), None)

    def tricks_so_far(self) -> dict[Team, int]:
        """The tricks whose winner is known, by side."""
        winners = (fact.winner for fact in self.play.tricks)
        won = [self.table.team[winner] for winner in winners if winner is not None]
        return {team: won.count(team) for team in TEAMS}


def _written_pass(said: Said | None) -> bool:
    return (
        said is not None
        and bool(said.terms)
        and said.terms[0].kind in (TermKind.PASS, TermKind.ALL_PASS)
    )


def replay(
    seen: Seen,
    table: BridgeTable,
    state: MatchState | None = None,
    ruled: Contract | None = None,
    calls_ruled: CallsRuled | None = None,
) -> BridgeReplay:
    """Replay one reading of a deal. `state`: the score of the match before it, None for a board on its own.

    `ruled` is the contract that a committee lets stand, whatever the auction made; `calls_ruled` are calls
    that it lets stand or cancels.
    """
    deal = seen.deal
    accepted = frozenset(n for n, call in enumerate(deal.calls, 1) if "I" in (call.marked or ""))
    calls_ruled = calls_ruled or AS_CALLED
    auction = replay_auction(
        seen.labels,
        seen.said,
        seen.call_events,
        seen.head.dealer,
        table,
        accepted | calls_ruled.stand,
        calls_ruled.void,
    )
    contract, source = _contract(seen, auction, table) if ruled is None else (ruled, "ruled")
    lead = table.after[contract.by] if contract is not None else None
    swapped = _swapped(deal, contract, source)
    if swapped and contract is not None:
        contract = replace(contract, by=partner(contract.by))
    trump = contract.trump if contract is not None else None
    hands, end = seen.hands, is_end(seen, table)
    if seen.whole(table.players, 0 if end else table.hand):
        dealt = holdings(hands, {}, table, whole=end)
        play = seat_tricks(seen.tricks, lead, trump, table, seen.winners, dealt)
    else:
        play = seat_tricks(seen.tricks, lead, trump, table, seen.winners)
        dealt = holdings(hands, play.played, table, whole=end)
    play = judge_cards(play, dealt, table)
    eventful = deal.events or deal.closing or seen.call_events or seen.play_events
    events = tuple(deal.all_events()) if eventful else ()
    done = BridgeReplay(
        table,
        seen,
        dealt,
        auction,
        play,
        contract,
        source,
        auction.faults | play.faults,
        events,
        state=vulnerability(seen, table, state),
        calls_ruled=calls_ruled,
    )
    done.swapped = swapped
    done.signs |= signs_of_hands(done)
    if seen.winners and any(done.wrong_winners()):
        done.signs |= Sign.WINNER
    _judge_marks(done)
    if events:
        done.signs |= Sign.EVENT
    return done


def is_end(seen: Seen, table: BridgeTable) -> bool:
    """Whether the hands are the end of a deal: four equal rows of fewer cards, and no auction."""
    sizes = {len(hand) for hand in seen.hands.values()}
    return (
        len(seen.hands) == table.players
        and len(sizes) == 1
        and max(sizes) < table.hand
        and not seen.said
    )


def marked_tag(deal: Deal, name: str) -> str | None:
    """What a tag marks as irregular (``[Declarer "^S"]`` of PBN: S), None where it marks nothing."""
    values = (tag.value for tag in deal.tags if tag.name == name)
    return next((value[1:].strip() for value in values if value.startswith("^")), None)


OTHER_SCORING: Final = ("rubber", "chicago")
"""Kinds of scoring that a record may name in its tag ``Scoring``, and that boards do not have."""


CLAIMED: Final = "mc"
"""The tag that keeps the tricks of a claim where a record has another result beside it, as LIN may."""


def scored_otherwise(deal: Deal, table: BridgeTable) -> bool:
    """Whether the record says that a deal is scored as at rubber, where the rulebook scores boards."""
    said = (tag.value for tag in deal.tags if tag.name == "Scoring")
    other = any(each.lstrip("#").lower().startswith(OTHER_SCORING) for each in said)
    return other and not table.book.four_hand


def _swapped(deal: Deal, contract: Contract | None, source: ContractSource) -> bool:
    """Whether the record marks that the auction's dummy played the hand in declarer's place."""
    if contract is None or source in ("record", "ruled") or not deal.tags:
        return False
    return marked_tag(deal, "Declarer") == partner(contract.by)


def written_sides(seen: Seen) -> frozenset[Team] | None:
    """The sides written down as vulnerable; None where nothing is written, or nothing known."""
    written: str | None = seen.head.vulnerable
    return VULNERABLE.get(written) if written is not None else None


def vulnerability(seen: Seen, table: BridgeTable, state: MatchState | None) -> MatchState:
    """How the match stood; of a board on its own, the vulnerability recorded or else the board's."""
    written = written_sides(seen)
    if table.book.four_hand:
        if state is not None and state.hands == table.book.scoring.match_hands:
            state = MatchState()  # the match is over, and another begins
        return (state or MatchState(None, None, None)).recorded(written)
    board = board_number(seen.head.number)
    if written is None and not seen.head.vulnerable_written and board is not None:
        written = VULNERABLE[board_vulnerable(board)]
    return MatchState(written)


def _contract(
    seen: Seen, auction: BridgeAuction, table: BridgeTable
) -> tuple[Contract | None, ContractSource]:
    made = auction.contract
    if made is not None:
        if auction.either_declares and seen.head.by == partner(made.by):
            made = replace(made, by=partner(made.by))
        return made, "auction"
    if auction.faulty_end:
        return None, "none"
    if auction.open and not auction.unknown_end and auction.standing_contract is not None:
        if seen.tricks or seen.deal.result is not None:
            return auction.standing_contract, "open auction"
        return None, "none"
    # Where somebody bid and only who declares is not known, what is written says it.
    untold = auction.standing is not None and auction.declarer is None
    if auction.calls and not auction.unknown_end and not untold:
        return None, "none"
    head = seen.head
    written = written_contract(head.contract, head.by, head.doubling, table)
    return (written, "record") if written else (None, "none")


def written_contract(
    said: Said | None, by: Seat | None, doubling: str | None, table: BridgeTable
) -> Contract | None:
    """A contract written on a sheet or under a deal; None where a part is missing or unclear."""
    worth = written_worth(said, table)
    if worth is None or by is None or by not in table.after:
        return None
    return Contract(worth[0], worth[1], by, times(doubling))


def written_worth(said: Said | None, table: BridgeTable) -> tuple[int, str] | None:
    """Level and denomination of a contract as written, None where they are not both there."""
    if said is None:
        return None
    words = make_out(said)
    book = table.book
    if words.kind is not Kind.BID or words.value is None or words.trump is None:
        return None
    if not book.lowest <= words.value <= book.highest:
        return None
    return (words.value, words.trump)


def _judge_marks(done: BridgeReplay) -> None:
    deal = done.deal
    plays = (play for trick in deal.play or () for play in trick.plays)
    if any(call.marked for call in deal.calls) or any(play.marked for play in plays):
        done.signs |= Sign.MARKED

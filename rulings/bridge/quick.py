"""A plain deal of bridge judged at once, where it is clean or only its markings are odd.

`judge` takes a deal in whole numbers and gives the very verdict that `check` would give of its record,
or None where anything in it is odd: not in turn, not sufficient, not followed, not as written.
`judge_marked` does so for a board whose dealer or vulnerability alone is not that of its number, as all of a
file are where every session numbers its boards from 1. Trials hold both to the full way. Only boards that
stand on their own are judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fairdeal.records import (
    COMPASS,
    DENOMINATIONS,
    PLAIN_PASS,
    Contract,
    PlainDeal,
    Record,
    Seat,
    Span,
    Team,
)
from fairdeal.rulings.bridge.book import (
    VULNERABILITIES,
    VULNERABLE,
    BridgeBook,
    board_dealer,
    board_number,
    board_vulnerable,
)
from fairdeal.rulings.bridge.either_way import AS_RECORDED, BY_NUMBER
from fairdeal.rulings.bridge.hearing import BridgeHearing
from fairdeal.rulings.bridge.rules import RULE_OF, RULES
from fairdeal.rulings.bridge.rules.dealt import of_board
from fairdeal.rulings.bridge.scoring.hand import hand_lines, sums
from fairdeal.rulings.frame.finding import (
    AwardIf,
    Coverage,
    DealVerdict,
    Finding,
    Outcome,
    once,
    open_to_choice,
)
from fairdeal.rulings.frame.own import added
from fairdeal.rulings.frame.rule import Draft, rules_under
from fairdeal.rulings.replay.signs import Has

_SUIT: Final = tuple(card // 13 for card in range(52))
_BIT: Final = tuple(1 << card for card in range(52))
_OF_SUIT: Final = tuple(0x1FFF << (13 * suit) for suit in range(4))
_TRICKS: Final = 13

_UNWRITTEN: Final = (None,) * _TRICKS

_Made = tuple[int, int, int]
"""A bid, who declares, and 1, 2 or 4."""
_PASSED_OUT: Final[_Made] = (-1, -1, 1)


def judge(
    plain: PlainDeal,
    book: BridgeBook,
    leads: Sequence[int | None] | None = None,
    game: int = 1,
    as_marked: bool = False,
) -> DealVerdict | None:
    """What came of a clean deal, None where the record must be judged in full.

    With `leads` (the seat written before each trick, where one is) its cards are in the order played.
    `game` is its number in the record. `as_marked`: whatever the board's number says of its markings.
    """
    if book.four_hand or added(book.game, RULES).rules or not (as_marked or _board(plain)):
        return None
    result = (plain.contract, plain.declarer, plain.tricks, plain.score)
    if not plain.calls and not plain.cards and result == (None, None, None, None):
        steps = ("The contract is not known: for the committee to decide.",)
        return DealVerdict(plain.board, game, None, None, "undecided", None, steps)
    made = _contract(plain)
    if made is None:
        return None
    if made[0] < 0:
        if plain.cards or plain.tricks or plain.score:
            return None
        return _verdict(plain, book, made, None, (), None, game)
    winners: tuple[Seat | None, ...] = ()
    taken: int | None = None
    least = (0, 0)
    if plain.cards:
        column = (made[1] + 1) & 3
        if leads is None and plain.leader is None:
            leads = _UNWRITTEN
        if leads is None and plain.leader != column:
            return None
        followed = follow(plain.cards, plain.hands, made, column, leads)
        if followed is None:
            return None
        winners, *won = followed
        least = won[0], won[1]
        if _whole(plain.cards):
            taken = won[0]
            if plain.tricks is not None and plain.tricks != taken:
                return None
    known = taken
    if known is None and plain.tricks is not None:
        known = plain.tricks
        if not least[0] <= known <= _TRICKS - least[1]:
            return None
    return _verdict(plain, book, made, known, winners, taken, game)


@lru_cache(maxsize=256)
def _board_says(label: str | None) -> tuple[int, str] | None:
    """Dealer and vulnerability of a board by its number; None where the label is not a number."""
    board = board_number(label)
    if board is None:
        return None
    return COMPASS.index(board_dealer(board)), board_vulnerable(board)


def _board(plain: PlainDeal) -> bool:
    due = _board_says(plain.board)
    return due is None or due == (plain.dealer, VULNERABILITIES[plain.vulnerable])


def _contract(plain: PlainDeal) -> _Made | None:
    """The contract by the auction, as it is written too; None where anything is odd."""
    written = plain.contract
    if not plain.calls:
        if written is None or (written >= 0 and plain.declarer is None):
            return None
        return _PASSED_OUT if written < 0 else (written, plain.declarer or 0, plain.doubled)
    made = _auction(plain.calls, plain.dealer)
    if made is None:
        return None
    if written is not None and written != made[0]:
        return None
    if made[0] >= 0:
        if written is not None and plain.doubled != made[2]:
            return None
        if plain.declarer is not None and plain.declarer != made[1]:
            return None
    return made


def _auction(calls: tuple[int, ...], dealer: int) -> _Made | None:
    """Follow the calls, all in turn; None where one is not allowed or the auction is not closed."""
    bid, bidder, doubled, passes, last = -1, 0, 1, 0, len(calls) - 1
    first: dict[int, int] = {}
    for place, call in enumerate(calls):
        if call == PLAIN_PASS:
            passes += 1
            if passes >= 3 and place < last and (bid >= 0 or passes > 3):
                return None
            continue
        passes = 0
        if call < PLAIN_PASS:
            if call <= bid:
                return None
            bid, bidder, doubled = call, place, 1
            first.setdefault(call % 5 + 5 * (place & 1), place)
        elif call == PLAIN_PASS + 1:
            if bid < 0 or doubled != 1 or not (place - bidder) & 1:
                return None
            doubled = 2
        else:
            if doubled != 2 or (place - bidder) & 1:
                return None
            doubled = 4
    if bid < 0:
        return _PASSED_OUT if passes == 4 else None
    if passes != 3:
        return None
    return bid, (dealer + first[bid % 5 + 5 * (bidder & 1)]) & 3, doubled


def follow(
    cards: Sequence[int],
    dealt: Sequence[int],
    made: _Made,
    column: int,
    leads: Sequence[int | None] | None = None,
) -> tuple[tuple[Seat | None, ...], int, int] | None:
    """Follow the play: who won each trick, and how many the declaring side did, and the other.

    None where a card was not held, a suit not followed, or a trick has a gap. The last trick may be
    broken off: it has a winner where no card left to those who had not played would win it.
    `cards` are by column, the first of each four that of seat `column`; where `leads` is given they are
    in the order played, and it has the seat written before each trick: None too where that is not who
    had the lead.
    """
    if len(cards) > 4 * _TRICKS:
        return None
    trump, declarer = made[0] % 5, made[1]
    hands, leader, ours = list(dealt), column, 0
    winners: list[Seat | None] = []
    suit_of, bit_of, size = _SUIT, _BIT, len(cards)
    for start in range(0, size, 4):
        row = cards[start : start + 4]
        shift = leader - column
        if leads is not None:
            if leads[start >> 2] not in (None, leader):
                return None
            shift = 0
        last = len(row) < 4 or -1 in row
        steps: tuple[int, ...] = _STEPS
        if last:
            if start + 4 < size:
                return None
            in_order = [row[(shift + step) & 3] for step in _STEPS[: len(row)]]
            played = [card for card in in_order if card >= 0]
            if in_order[: len(played)] != played:
                return None
            if not played:
                break
            steps = _STEPS[: len(played)]
        best = row[shift & 3]
        led = suit_of[best]
        of_suit = _OF_SUIT[led]
        winner = leader
        for step in steps:
            card = row[(shift + step) & 3]
            seat = (leader + step) & 3
            held = hands[seat]
            if not held & bit_of[card]:
                return None
            hands[seat] = held ^ bit_of[card]
            suit = suit_of[card]
            if suit == led:
                if card > best and suit_of[best] == led:
                    best, winner = card, seat
            elif held & of_suit:
                return None
            elif suit == trump and (suit_of[best] != trump or card > best):
                best, winner = card, seat
        if last and _beaten(best, trump, hands, leader, len(steps)):
            winners.append(None)
            break
        winners.append(COMPASS[winner])
        if not (winner - declarer) & 1:
            ours += 1
        leader = winner
    return tuple(winners), ours, len(winners) - winners.count(None) - ours


_STEPS: Final = (0, 1, 2, 3)


def _beaten(best: int, trump: int, hands: Sequence[int], leader: int, played: int) -> bool:
    """Whether some card of those who had not played in a trick could beat the best of it."""
    suit = _SUIT[best]
    higher = _OF_SUIT[suit] >> (best + 1) << (best + 1)
    if suit != trump and trump < len(_OF_SUIT):
        higher |= _OF_SUIT[trump]
    return any(hands[(leader + step) & 3] & higher for step in _STEPS[played:])


_Worth = tuple[Contract, Outcome, int, int, tuple[str, ...]]


@lru_cache(maxsize=1024)
def _contract_of(bid: int, declarer: int, doubled: int) -> Contract:
    return Contract(bid // 5 + 1, DENOMINATIONS[bid % 5], COMPASS[declarer], doubled)


@lru_cache(maxsize=1024)
def _worth(book: BridgeBook, made: _Made, tricks: int, sides: str) -> _Worth:
    """Contract, outcome, points of NS and EW, and the arithmetic in words."""
    contract = _contract_of(*made)
    team = "EW" if made[1] & 1 else "NS"
    lines = hand_lines(book, contract, tricks, team in VULNERABLE[sides])
    points = sums(lines)
    steps = tuple(f"{line.why}: {line.points} to {line.team}." for line in lines)
    outcome: Outcome = "made" if tricks >= contract.value + 6 else "defeated"
    return contract, outcome, points["NS"], points["EW"], steps


def _verdict(
    plain: PlainDeal,
    book: BridgeBook,
    made: _Made,
    tricks: int | None,
    winners: tuple[Seat | None, ...],
    played: int | None,
    game: int,
) -> DealVerdict | None:
    """The verdict, or None where a score is written that is not what it comes to."""
    points: dict[Team, int] | None = None
    award: dict[Team, int] | None
    outcome: Outcome
    if made[0] < 0:
        contract, outcome, award = None, "passed-out", {"NS": 0, "EW": 0}
        steps: tuple[str, ...] = ("Everybody passed: nothing in this deal scores.",)
    elif tricks is None:
        if plain.score is not None:
            return None
        contract, outcome, award = _contract_of(*made), "undecided", None
        steps = ("The record does not show how many tricks each side took.",)
    else:
        contract, outcome, ns, ew, steps = _worth(
            book, made, tricks, VULNERABILITIES[plain.vulnerable]
        )
        if plain.score is not None and plain.score != ns - ew:
            return None
        award = {"NS": ns, "EW": ew}
        others = _TRICKS - tricks
        ours = {"NS": others, "EW": tricks} if made[1] & 1 else {"NS": tricks, "EW": others}
        if played is not None:
            points = ours
        else:
            how = f"Tricks by the tricks written down: NS {ours['NS']}, EW {ours['EW']}."
            steps = (how, *steps)
    return DealVerdict(plain.board, game, contract, points, outcome, award, steps, winners)


def unchecked(plain: PlainDeal, book: BridgeBook, game: int = 1) -> tuple[Coverage, ...]:
    """What could not be checked of a deal that `judge` has judged, and why."""
    return rules_under(RULES, book).unchecked(plain.board, game, _has(plain))


def _has(plain: PlainDeal) -> Has:
    """What the record of a deal has (`Has`)."""
    cards = plain.cards
    whole = cards is not None and _whole(cards)
    played = any(card >= 0 for card in cards[:4]) if cards else False
    written = (plain.contract is not None, plain.tricks is not None, plain.score is not None)
    return _having(bool(plain.calls), _passed_out(plain), played, whole, written)


def _whole(cards: Sequence[int]) -> bool:
    return len(cards) == 4 * _TRICKS and -1 not in cards[-4:]


@lru_cache(maxsize=256)
def _having(
    calls: bool, out: bool, played: bool, whole: bool, written: tuple[bool, bool, bool]
) -> Has:
    """`written`: whether contract, tricks and score are. Thousands of boards have the same."""
    has = Has.READABLE | Has.DEALER | Has.HANDS | Has.WHOLE_HANDS
    contract, tricks, score = written
    if calls:
        has |= Has.AUCTION | Has.AUCTION_READABLE | Has.CONTRACT | Has.MADE_CONTRACT
    elif contract and not out:
        has |= Has.CONTRACT
    if played:
        has |= Has.PLAY | Has.WHOLE_PLAY if whole else Has.PLAY
    if contract:
        has |= Has.WRITTEN_CONTRACT
    if tricks:
        has |= Has.WRITTEN_POINTS
    if score:
        has |= Has.WRITTEN_SCORE | Has.WRITTEN_PENALTY
    if out or whole or tricks:
        has |= Has.AWARD
    return has


def _passed_out(plain: PlainDeal) -> bool:
    calls = plain.calls
    return plain.contract == -1 if not calls else len(calls) == 4 and calls[0] == calls[3]


def judge_marked(
    plain: PlainDeal, book: BridgeBook, game: int, span_of: Callable[[str], Span | None]
) -> tuple[DealVerdict, list[Finding]] | None:
    """What came of the deal, and what is to be said of its markings; None where more is odd than these.

    The very verdict and findings that `check` gives of its record. `span_of` tells where the value of a
    tag is written.
    """
    board = board_number(plain.board)
    if board is None or book.next_dealer != "board" or "dealer-rotation" not in book.findings:
        return None
    verdict = judge(plain, book, game=game, as_marked=True)
    if verdict is None or verdict.contract is None or verdict.award is None:
        return None
    sides = VULNERABILITIES[plain.vulnerable]
    drafts = of_board(
        board,
        COMPASS[plain.dealer],
        VULNERABLE[sides],
        span_of("Dealer"),
        span_of("Vulnerable"),
    )
    stands = AwardIf(AS_RECORDED, verdict.award)
    found: list[Finding] = []
    for draft in drafts:
        finding = _hearing(book).finding(
            RULE_OF["dealer-rotation"], replace(draft, deal=plain.board, game=game)
        )
        if finding.remedy.kind != "committee":
            return None
        ways = [stands, _by_number(plain, book, board)] if _of_sides(draft) else [stands]
        found.append(open_to_choice(finding, ways))
    return replace(verdict, awards_if=once(way for each in found for way in each.awards_if)), found


def _of_sides(draft: Draft) -> bool:
    return draft.place.parts == ("vulnerable",)


def _by_number(plain: PlainDeal, book: BridgeBook, board: int) -> AwardIf:
    """What the deal scores with the vulnerability of its number."""
    proper = VULNERABILITIES.index(board_vulnerable(board))
    verdict = judge(replace(plain, vulnerable=proper, score=None), book, as_marked=True)
    return AwardIf(BY_NUMBER, None if verdict is None else verdict.award)


@lru_cache(maxsize=8)
def _hearing(book: BridgeBook) -> BridgeHearing:
    """Who completes a finding by the rulebook: no record is asked for that."""
    return BridgeHearing(Record(), book)

"""A board that is clean but for its markings, which are not those of its number: judged at once.

Where every session numbers its boards from 1, that is every board of a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from fairdeal.records.place import Span
from fairdeal.records.plain import PLAIN_SEATS, PlainDeal
from fairdeal.records.record import Record
from fairdeal.rulings.bridge import quick
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.either_way import AS_RECORDED, BY_NUMBER
from fairdeal.rulings.bridge.hearing import BridgeHearing
from fairdeal.rulings.bridge.replay.table import VULNERABLE, board_number, board_vulnerable
from fairdeal.rulings.bridge.rules.dealer_rotation import RULE, of_board
from fairdeal.rulings.frame.decided import once, open_to_choice
from fairdeal.rulings.frame.finding import AwardIf, DealVerdict, Finding
from fairdeal.rulings.frame.rule import Draft


def judge(
    plain: PlainDeal, book: BridgeBook, game: int, span_of: Callable[[str], Span | None]
) -> tuple[DealVerdict, list[Finding]] | None:
    """What came of the deal, and what is to be said of its markings; None where more is odd than these.

    The very verdict and findings that `check` gives of its record. `span_of` tells where the value of a
    tag is written.
    """
    board = board_number(plain.board)
    if board is None or book.next_dealer != "board" or RULE.code not in book.findings:
        return None
    verdict = quick.judge(plain, book, game=game, as_marked=True)
    if verdict is None or verdict.contract is None or verdict.award is None:
        return None
    sides = quick.SIDES[plain.vulnerable]
    drafts = of_board(
        board,
        PLAIN_SEATS[plain.dealer],
        VULNERABLE[sides],
        span_of("Dealer"),
        span_of("Vulnerable"),
    )
    stands = AwardIf(AS_RECORDED, verdict.award)
    found: list[Finding] = []
    for draft in drafts:
        finding = _hearing(book).finding(RULE, replace(draft, deal=plain.board, game=game))
        if finding.remedy.kind != "committee":
            return None
        ways = [stands, _by_number(plain, book, board)] if _of_sides(draft) else [stands]
        found.append(open_to_choice(finding, ways))
    return replace(verdict, awards_if=once(way for each in found for way in each.awards_if)), found


def _of_sides(draft: Draft) -> bool:
    return draft.place.parts == ("vulnerable",)


def _by_number(plain: PlainDeal, book: BridgeBook, board: int) -> AwardIf:
    """What the deal scores with the vulnerability of its number."""
    proper = quick.SIDES.index(board_vulnerable(board))
    verdict = quick.judge(replace(plain, vulnerable=proper, score=None), book, as_marked=True)
    return AwardIf(BY_NUMBER, None if verdict is None else verdict.award)


@lru_cache(maxsize=8)
def _hearing(book: BridgeBook) -> BridgeHearing:
    """Who completes a finding by the rulebook: no record is asked for that."""
    return BridgeHearing(Record(), book)

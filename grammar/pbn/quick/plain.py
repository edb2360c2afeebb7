"""A game that was read through the grammar as a plain deal, where every entry of it is plain."""

from __future__ import annotations

from typing import Final

from fairdeal.grammar.pbn import values
from fairdeal.grammar.pbn.acts import Acts
from fairdeal.grammar.pbn.game import Game
from fairdeal.records.cards import CARDS, COMPASS, DOUBLED, Card
from fairdeal.records.plain import (
    PLAIN_DENOMINATIONS,
    PLAIN_DOUBLE,
    PLAIN_PASS,
    PLAIN_RANKS,
    PLAIN_REDOUBLE,
    PLAIN_SEATS,
    PLAIN_SUITS,
    PlainDeal,
)

CARD_NUMBERS: Final[dict[Card, int]] = {
    CARDS[rank + suit]: 13 * suit_index + rank_index
    for suit_index, suit in enumerate(PLAIN_SUITS)
    for rank_index, rank in enumerate(PLAIN_RANKS)
}
CALL_NUMBERS: Final[dict[str, int]] = {
    **{
        f"{level}{name}": 5 * (level - 1) + index
        for level in range(1, 8)
        for index, name in enumerate(PLAIN_DENOMINATIONS)
    },
    "PASS": PLAIN_PASS,
    "X": PLAIN_DOUBLE,
    "XX": PLAIN_REDOUBLE,
}
"""Every call but AP, by its text in capitals."""

VULNERABLE: Final = {"None": 0, "NS": 1, "EW": 2, "All": 3}
NOT_BOARDS: Final = ("rubber", "chicago")
"""How the value of ``Scoring`` begins where a deal is not scored as a board: what such a deal is worth
hangs on others, and so it is not plain."""
WHOLE_PACK: Final = (1 << 52) - 1


def plain_of(game: Game) -> PlainDeal | None:
    """The deal in numbers; None where something is missing that it cannot leave open, or is marked.

    Only for a game that was read without any problem.
    """
    if game.dealer is None or game.vulnerable is None or game.swapped:
        return None
    if not by_board(game.effective.get("Scoring", "")):
        return None
    hands = _hands(game)
    contract = _contract(game)
    if hands is None or contract is None or game.kept & {"Declarer", "Contract"} - _unsaid(game):
        return None
    try:
        calls = _calls(game)
        cards = _cards(game)
        tricks, score = _tricks(game), _score(game)
    except _NotPlainError:
        return None
    first = None if game.play is None else game.play.first
    board = game.effective.get("Board")
    return PlainDeal(
        board=None if board in (None, "", "?") else board,
        dealer=COMPASS.index(game.dealer),
        vulnerable=VULNERABLE[game.vulnerable],
        hands=hands,
        calls=calls,
        declarer=None if game.declarer is None else COMPASS.index(game.declarer),
        contract=contract[0],
        doubled=contract[1],
        tricks=tricks,
        score=score,
        leader=None if first is None else COMPASS.index(first),
        cards=cards,
    )


def by_board(scoring: str) -> bool:
    """Whether a deal is scored by itself, as far as its tag ``Scoring`` tells."""
    return not scoring.lstrip("#").lower().startswith(NOT_BOARDS)


class _NotPlainError(Exception):
    """Some entry is not plain."""


def _unsaid(game: Game) -> set[str]:
    """Tags that are there and say nothing."""
    return {name for name in game.kept if game.effective.get(name) in values.NOTHING_SAID}


def _hands(game: Game) -> tuple[int, int, int, int] | None:
    if len(game.hands) != 4 or any(hand.cards is None or hand.wrong for hand in game.hands):
        return None
    held = dict.fromkeys(PLAIN_SEATS, 0)
    for hand in game.hands:
        for card, _, _ in hand.cards or ():
            held[hand.seat] |= 1 << CARD_NUMBERS[card]
    masks = held["N"], held["E"], held["S"], held["W"]
    whole = masks[0] | masks[1] | masks[2] | masks[3] == WHOLE_PACK
    counts = [len(hand.cards or ()) for hand in game.hands]
    even = counts == [13] * 4 and all(mask.bit_count() == 13 for mask in masks)
    return masks if whole and even else None


def _contract(game: Game) -> tuple[int | None, int] | None:
    if game.contract is None:
        return None, 1
    if game.contract.level == 0:
        return -1, 1
    if game.contract.level is None:
        return None
    number = CALL_NUMBERS[f"{game.contract.level}{game.contract.denomination}"]
    return number, DOUBLED[game.contract.doubling]


def _bare(section: Acts) -> bool:
    """Whether nothing is marked, skipped or to be gone on with."""
    plain = all(not act.marks and not act.skipped and not act.short for act in section.acts)
    return plain and not section.to_go_on and len(section.ends) <= 1 and _at_end(section)


def _at_end(section: Acts) -> bool:
    return not section.ends or section.end_columns[0] == len(section.acts)


def _calls(game: Game) -> tuple[int, ...] | None:
    section = game.auction
    if section is None:
        return None
    if not _bare(section) or section.first is None:
        raise _NotPlainError
    calls: list[int] = []
    for index, (act, text) in enumerate(game.calls):
        if text is None or (index == 0 and section.seat(act) != game.dealer):
            raise _NotPlainError
        if act.column != game.calls[0][0].column + index:
            raise _NotPlainError
        if text == "AP":
            if index != len(game.calls) - 1:
                raise _NotPlainError
            calls += [PLAIN_PASS] * passes_left(calls)
        else:
            calls.append(CALL_NUMBERS[text])
    return tuple(calls)


def passes_left(calls: list[int]) -> int:
    """How many passes an AP stands for after these calls."""
    run = 0
    while run < len(calls) and calls[-1 - run] == PLAIN_PASS:
        run += 1
    return max(0, (4 if run == len(calls) else 3) - run)


def _cards(game: Game) -> tuple[int, ...] | None:
    section = game.play
    if section is None:
        return None
    if not _bare(section) or section.first is None:
        raise _NotPlainError
    if any(act.column != index for index, act in enumerate(section.acts)):
        raise _NotPlainError
    numbers = [-1 if card is None else CARD_NUMBERS[card] for row in game.cards for card in row]
    return whole_rows(numbers) if len(section.acts) % 4 == 0 else _raise()


def whole_rows(numbers: list[int]) -> tuple[int, ...]:
    """The cards without the rows at the end that have none; only the last row may lack cards."""
    while len(numbers) >= 4 and numbers[-4:] == [-1, -1, -1, -1]:
        del numbers[-4:]
    if -1 in numbers[:-4]:
        _raise()
    return tuple(numbers)


def _raise() -> tuple[int, ...]:
    raise _NotPlainError


def _tricks(game: Game) -> int | None:
    result = game.result
    if result is None:
        return None
    if game.declarer is None or result.marked or "Result" in game.kept:
        raise _NotPlainError
    if len(result.teams) == 2 and sum(count for _, count in result.teams) != 13:
        raise _NotPlainError
    return result.of_declarer(game.declarer)


def _score(game: Game) -> int | None:
    value = game.effective.get("Score")
    if value is None or value in values.NOTHING_SAID:
        return None
    score = values.score(value)
    teams = {} if score is None else score.by_team(game.declarer)
    if not teams or ("NS" in teams and "EW" in teams and teams["NS"] != -teams["EW"]):
        raise _NotPlainError
    return teams["NS"] if "NS" in teams else -teams["EW"]

"""The peer PokerKit: hand histories read and every act of them checked, in the run of our own bench."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

HANDS: Final = 150
"""Poker hands in a round."""
_RANKS: Final = "23456789TJQKA"


def poker_peer(seed: int, median_seconds: Callable[[Callable[[], object]], float]) -> list[str]:
    """Lines about the peer. `median_seconds` times a run as our own are timed."""
    if find_spec("pokerkit") is None:
        return ["peer PokerKit: not installed; ./run bench installs it"]
    kit = import_module("pokerkit")
    hands = [_hand(kit, seed + number) for number in range(HANDS)]

    def whole() -> None:
        for text, _ in hands:
            for _state in kit.HandHistory.loads(text):
                pass

    seconds = median_seconds(whole)
    acts = sum(count for _, count in hands)
    return [
        f"peer PokerKit: {HANDS / seconds:,.0f} hands read and replayed a second a core"
        f" ({acts / seconds:,.0f} acts a second)"
    ]


def _hand(kit: Any, seed: int) -> tuple[str, int]:
    """A random hand of six at no-limit hold'em as its history's text, and how many acts it has."""
    steps = kit.Automation
    automatic = (
        steps.ANTE_POSTING,
        steps.BET_COLLECTION,
        steps.BLIND_OR_STRADDLE_POSTING,
        steps.HOLE_CARDS_SHOWING_OR_MUCKING,
        steps.HAND_KILLING,
        steps.CHIPS_PUSHING,
        steps.CHIPS_PULLING,
    )
    chance = random.Random(seed)
    deck = [rank + suit for rank in _RANKS for suit in "cdhs"]
    chance.shuffle(deck)
    game = kit.NoLimitTexasHoldem(automatic, True, 0, (1, 2), 2)
    state = game((200,) * 6, 6)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole(deck.pop() + deck.pop())
        elif state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            count = 1 if state.board_cards else 3
            state.deal_board("".join(deck.pop() for _ in range(count)))
        elif state.can_fold() and chance.random() < 0.1:
            state.fold()
        else:
            state.check_or_call()
    history = kit.HandHistory.from_game_state(game, state)
    return history.dumps(), len(history.actions)

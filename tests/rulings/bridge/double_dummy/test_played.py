"""Best play from a card of a board as it was played."""

from __future__ import annotations

from random import Random

import pytest

from fairdeal.records import CARDS
from fairdeal.rulings import load
from fairdeal.rulings.bridge import double_dummy
from fairdeal.rulings.bridge.book import bridge_table
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, replay
from fairdeal.rulings.replay.reading import see
from samples.making.bridge_irregularities import make
from samples.making.records.bridge_deals import clean_deal, deal_of
from tests.support.needs import needs_solver


def replayed(seed: int = 1) -> BridgeReplay:
    rng = Random(seed)
    made = clean_deal(rng)
    while made.contract is None:
        made = clean_deal(rng)
    table = bridge_table(load("duplicate"))  # type: ignore[arg-type]
    return replay(see(deal_of(made), 1, table.seats), table)


def hands_of(played: BridgeReplay) -> double_dummy.Hands:
    hands = double_dummy.as_dealt(played.deal)
    assert hands is not None
    return hands


@needs_solver
def test_what_can_be_taken_changes_only_with_the_cards_that_cost_something() -> None:
    """From card to card the best result of declarer only falls by its own plays, and rises by defenders'."""
    played = replayed()
    contract, hands, facts = played.contract, hands_of(played), played.play.tricks
    assert contract is not None
    last = double_dummy.best_result(hands, contract)
    assert last is not None
    for fact in facts:
        for index, card in enumerate(fact.cards):
            at = double_dummy.before_card(hands, facts, contract.trump, fact.number, index)
            assert at is not None and card is not None
            own = at.team == played.table.team[contract.by]
            assert (at.best if own else 13 - at.best) == last
            after = double_dummy.after_card(at, card)
            if after is None:
                continue
            last = after if own else 13 - after
            assert after <= at.best
    assert last == played.tricks_so_far()[played.table.team[contract.by]]


@needs_solver
def test_the_best_line_of_a_trick_gives_what_it_promises() -> None:
    played = replayed(2)
    contract, hands, facts = played.contract, hands_of(played), played.play.tricks
    assert contract is not None
    at = double_dummy.before_card(hands, facts, contract.trump, 7, 0)
    assert at is not None
    line = double_dummy.best_line(at)
    assert [seat for seat, _ in line] == list(at.position.order)
    assert at.cards[line[0][1]] == at.best
    left: double_dummy.Position | None = at.position
    for _, card in line:
        assert left is not None and card in left.legal()
        left = left.after(card)


@pytest.mark.parametrize("trick", [0, 14])
def test_there_is_no_position_before_the_play_or_after_it(trick: int) -> None:
    played = replayed()
    assert played.contract is not None
    trump, facts = played.contract.trump, played.play.tricks
    assert double_dummy.position_at(hands_of(played), facts, trump, trick, 0) is None


def test_no_position_follows_from_cards_that_are_missing_or_not_held() -> None:
    played = replayed()
    assert played.contract is not None
    trump, facts, hands = played.contract.trump, played.play.tricks, hands_of(played)
    assert double_dummy.position_at(hands, facts, trump, 5, 2) is not None
    facts[2].cards[1] = None
    assert double_dummy.position_at(hands, facts, trump, 5, 2) is None
    facts[2].cards[1] = facts[0].cards[1]
    assert double_dummy.position_at(hands, facts, trump, 5, 2) is None
    assert double_dummy.position_at(hands, facts[1:], trump, 5, 2) is None


@needs_solver
def test_a_revoke_leaves_a_position_that_can_be_played_out() -> None:
    deal = make("revoke", 3).record.deals[0]
    table = bridge_table(load("duplicate"))  # type: ignore[arg-type]
    played = replay(see(deal, 1, table.seats), table)
    assert played.contract is not None
    wanted = make("revoke", 3).expected[0]
    trick, seat = int(wanted.place.split()[1]), wanted.place[-1]
    fact = played.play.tricks[trick - 1]
    index = fact.seats.index(seat)
    card = fact.cards[index]
    at = double_dummy.before_card(
        hands_of(played), played.play.tricks, played.contract.trump, trick, index
    )
    assert at is not None and card is not None and card not in at.cards
    after = double_dummy.after_card(at, card)
    assert after is not None and 0 <= after <= 13
    assert (
        double_dummy.after_card(at, CARDS["2S"]) is None or CARDS["2S"] in at.position.hands[seat]
    )

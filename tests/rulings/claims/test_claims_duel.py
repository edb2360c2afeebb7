"""The solver against two independent ones, on random positions of every size and table."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from bench.judging.claims_positions import random_claim
from fairdeal.records import SUITS, Card, Seat, other_team, team_of
from fairdeal.rulings.claims.duel import ClaimUndecided, SuitTable
from fairdeal.rulings.claims.position import Position, PositionError, check_line
from fairdeal.rulings.claims.solve import refute
from tests.rulings.claims.plain_search import OutOfTimeError, refute_plainly

SEEDS = st.integers(min_value=0, max_value=10**9)
PLAIN_SECONDS = 0.5


def claim(seed: int, cards: int, players: int = 6) -> tuple[Position, str]:
    return random_claim(random.Random(seed), cards, players)


@pytest.mark.parametrize(("cards", "examples"), [(1, 80), (2, 60), (3, 25)])
def test_same_answer_as_plain_search(cards: int, examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(SEEDS, st.sampled_from([4, 6, 8] if cards < 3 else [4, 6]))
    def same(seed: int, players: int) -> None:
        position, challengers = claim(seed, cards, players)
        try:
            plain = refute_plainly(position, challengers, seconds=PLAIN_SECONDS)
        except OutOfTimeError:
            return
        line = refute(position, challengers)
        assert (line is None) == (plain is None)
        for found in (line, plain):
            if found is not None:
                check_line(position, challengers, found)

    same()


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_same_answer_as_plain_search_four_seats_four_cards(seed: int) -> None:
    position, challengers = claim(seed, 4, 4)
    try:
        plain = refute_plainly(position, challengers, seconds=PLAIN_SECONDS)
    except OutOfTimeError:
        return
    assert (refute(position, challengers) is None) == (plain is None)


@pytest.mark.parametrize("cards", [4, 5, 6, 7])
def test_same_answer_as_the_whole_game_as_a_formula(cards: int) -> None:
    pytest.importorskip("pysat", reason="python-sat is a development package")
    from bench.judging.claims_sat import defeated_by_sat

    decided = set()
    for seed in range(40):
        position, challengers = claim(seed, cards)
        answer = defeated_by_sat(position, challengers, seconds=20)
        if answer is None:
            continue
        decided.add(answer)
        assert (refute(position, challengers) is not None) == answer
    assert decided == {True, False}


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.integers(1, 7), st.sampled_from([4, 6, 8]))
def test_every_line_is_legal_and_ends_with_the_first_trick_of_a_challenger(
    seed: int, cards: int, players: int
) -> None:
    position, challengers = claim(seed, cards, players)
    line = refute(position, challengers)
    if line is not None:
        check_line(position, challengers, line)
        assert len(line) <= position.tricks_left


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 6))
def test_a_claim_that_holds_still_holds_after_any_card(seed: int, cards: int) -> None:
    position, challengers = claim(seed, cards)
    if refute(position, challengers) is not None:
        return
    rng = random.Random(seed)
    for _ in range(position.players):
        if not position.legal(position.due[0]):
            break
        position = position.after(rng.choice(position.legal(position.due[0])))
        if not position.trick and team_of(position.leader) == challengers:
            pytest.fail("a challenger won a trick of a claim that holds")
        assert refute(position, challengers) is None


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 7), st.permutations(SUITS))
def test_names_of_suits_do_not_matter(seed: int, cards: int, names: list[str]) -> None:
    position, challengers = claim(seed, cards)
    renamed = dict(zip(SUITS, names, strict=True))

    def other(card: Card) -> Card:
        return Card.of(card.rank + renamed[card.suit])

    same = Position(
        {seat: tuple(other(card) for card in hand) for seat, hand in position.hands.items()},
        renamed.get(position.trump, position.trump),
        position.leader,
        tuple((seat, other(card)) for seat, card in position.trick),
        position.players,
    )
    assert (refute(same, challengers) is None) == (refute(position, challengers) is None)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 7), st.integers(1, 5))
def test_the_number_of_a_seat_does_not_matter(seed: int, cards: int, turn: int) -> None:
    position, challengers = claim(seed, cards)

    def moved(seat: Seat) -> Seat:
        return str((int(seat) - 1 + turn) % 6 + 1)

    same = Position(
        {moved(seat): hand for seat, hand in position.hands.items()},
        position.trump,
        moved(position.leader),
        tuple((moved(seat), card) for seat, card in position.trick),
    )
    team = other_team(challengers) if turn % 2 else challengers
    assert (refute(same, team) is None) == (refute(position, challengers) is None)


def test_suits_alike_in_effect_are_one() -> None:
    table = SuitTable()
    spread = table.suit(((9, 7, 2), (5,), ()), None)
    tight = table.suit(((4, 3, 1), (2,), ()), None)
    assert spread is tight
    assert spread.holdings == ((2, 2, 0), (1,), ())


def test_suits_with_an_equal_card_in_another_hand_stay_apart() -> None:
    table = SuitTable()
    level = table.suit(((3, 2), (2,), ()), None)
    below = table.suit(((3, 2), (1,), ()), None)
    assert level is not below
    assert table.suit(((3, 2), (), ()), 2) is not table.suit(((3, 2), (), ()), 1)


def test_over_budget_says_so_and_answers_nothing() -> None:
    for seed in range(200):
        position, challengers = claim(seed, 7)
        if refute(position, challengers) is None:
            with pytest.raises(ClaimUndecided) as undecided:
                refute(position, challengers, budget=1)
            assert "committee" in undecided.value.why
            return
    pytest.fail("no claim that holds was met")


def test_position_names_every_fault() -> None:
    cards = tuple(Card.of(text) for text in ("JS", "2S"))
    hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys("123456", cards[:1])
    hands["1"] = cards
    with pytest.raises(PositionError) as error:
        Position(hands, "X", "1", (("2", cards[0]),))
    said = " ".join(error.value.faults)
    for part in ("neither a suit", "led by 2", "equally many", "JS is there 7", "2S is not in"):
        assert part in said

"""The solver beside a slow search, and what never reaches it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import CARDS, COMPASS, DENOMINATIONS, Card, Contract, next_seat
from fairdeal.rulings.bridge import double_dummy, remembered
from fairdeal.rulings.bridge.double_dummy import Hands, Position, PositionError
from tests.support import every_line as slow
from tests.support.needs import needs_solver

ENDINGS = 60
A_SUIT_EACH = dict(
    zip(
        COMPASS,
        (frozenset(card for card in CARDS.values() if card.suit == suit) for suit in "SHDC"),
        strict=True,
    )
)
"""North has the spades, East the hearts, South the diamonds, West the clubs."""


def dealt(seed: int, size: int = 13) -> Hands:
    pack = list(CARDS.values())
    random.Random(seed).shuffle(pack)
    return {
        seat: frozenset(pack[place * size : (place + 1) * size])
        for place, seat in enumerate(COMPASS)
    }


def ending(seed: int) -> Position:
    """Two to four cards a hand, sometimes in the middle of a trick."""
    rng = random.Random(seed)
    at = Position(
        dealt(seed, rng.choice((2, 3, 3, 4))), rng.choice(DENOMINATIONS), rng.choice(COMPASS)
    )
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        after = at.after(rng.choice(at.legal()))
        assert after is not None
        at = after
    return at


@needs_solver
@pytest.mark.parametrize("seed", range(ENDINGS))
def test_endings_come_to_what_a_search_of_every_line_gives(seed: int) -> None:
    solver = double_dummy.solver()
    assert solver is not None
    at = ending(seed)
    searched = slow.every_card(at)
    assert solver.every_card(at) == searched
    assert solver.tricks(at) == max(searched.values())


@needs_solver
def test_a_table_agrees_with_its_contracts_one_by_one() -> None:
    """With one contract known beforehand the table is the same: of each seat one, each in another suit."""
    hands = dealt(5)
    table = double_dummy.table_of(hands)
    assert table is not None
    for place, seat in enumerate(COMPASS):
        for number, trump in enumerate(DENOMINATIONS):
            remembered._memory.clear()
            contract = Contract(1, trump, seat, 1)
            assert double_dummy.best_result(hands, contract) == table.of(seat, trump)
            if number == place:
                assert double_dummy.table_of(hands) == table


@needs_solver
def test_what_was_worked_out_before_is_not_worked_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remembered._memory.clear()
    remembered.recall({})
    contract = Contract(1, "S", "N", 1)
    table, best = double_dummy.table_of(dealt(5)), double_dummy.best_result(dealt(6), contract)
    answers = remembered.asked()
    assert list(answers) == [remembered.fingerprint(dealt(n)) for n in (5, 6)]
    remembered._memory.clear()
    remembered.recall(answers)
    assert remembered.asked() == {}
    for name in ("table", "tricks"):
        monkeypatch.setattr(double_dummy.Solver, name, None)
    assert double_dummy.table_of(dealt(5)) == table
    assert double_dummy.best_result(dealt(6), contract) == best
    assert remembered.asked() == answers


@needs_solver
@pytest.mark.parametrize(
    ("vulnerable", "points"), [(frozenset[str](), 1510), (frozenset({"NS"}), 2210)]
)
def test_par_of_thirteen_spades_is_their_grand_slam(
    vulnerable: frozenset[str], points: int
) -> None:
    found = double_dummy.par(A_SUIT_EACH, "N", vulnerable)
    assert found is not None
    assert (found.points, found.team) == (points, "NS")
    assert [(each.level, each.denomination) for each in found.contracts] == [(7, "S")]


@needs_solver
def test_par_does_not_depend_on_the_side_that_is_called_north_south() -> None:
    hands = dealt(11)
    turned = {next_seat(seat, 4): cards for seat, cards in hands.items()}
    one = double_dummy.par(hands, "N", frozenset({"NS"}))
    other = double_dummy.par(turned, "E", frozenset({"EW"}))
    assert one is not None and other is not None
    assert one.points == other.points and one.team != other.team


def test_nothing_but_a_whole_deal_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr(double_dummy, "solver", never)
    whole = dealt(1)
    spade, heart = CARDS["AS"], CARDS["AH"]
    owner = next(seat for seat in COMPASS if spade in whole[seat])
    other = next_seat(owner, 4)
    for hands in (
        {},
        {**whole, owner: whole[owner] - {spade}},
        {**whole, owner: (whole[owner] - {spade}) | {next(iter(whole[other]))}},
        {**whole, owner: whole[owner] - {spade}, other: whole[other] | {spade}},
        {**dict(list(whole.items())[:3]), "1": whole["W"]},
        {**whole, owner: (whole[owner] - {spade, heart}) | {Card("1", "S")}},
    ):
        assert double_dummy.table_of(hands) is None
        assert double_dummy.best_result(hands, Contract(1, "S", "N", 1)) is None
        assert double_dummy.par(hands, "N", frozenset()) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": {"N": frozenset[Card]()}},
        {"trump": "X"},
        {"leader": "1"},
        {"trick": (CARDS["2S"],)},
        {"trick": (CARDS["2S"],) * 4},
        {"hands": {seat: frozenset({CARDS["AS"]}) for seat in COMPASS}},
        {"hands": {seat: frozenset[Card]() for seat in COMPASS}},
    ],
)
def test_what_cannot_be_played_out_is_no_position(wrong: dict[str, object]) -> None:
    fine: dict[str, object] = {"hands": dealt(2, 3), "trump": "S", "leader": "N"}
    Position(**fine)  # type: ignore[arg-type]
    with pytest.raises(PositionError):
        Position(**{**fine, **wrong})  # type: ignore[arg-type]


def test_doubtful_and_missing_cards_make_no_deal() -> None:
    rows = {seat: " ".join(card.text for card in sorted(cards)) for seat, cards in dealt(4).items()}

    def hands_of(**other: str) -> Hands | None:
        lines = "\n".join(f"{seat}: {row}" for seat, row in {**rows, **other}.items())
        text = f'[Rules "duplicate"]\n[Deal "1"]\n[Dealer "N"]\nHands:\n{lines}\n'
        return double_dummy.as_dealt(read(text).record.deals[0])

    assert hands_of() == dealt(4)
    first, rest = rows["N"].split(" ", 1)
    assert hands_of(N=rest) is None
    assert hands_of(N=f"? {rest}") is None
    assert hands_of(N=f"{{{first}|2C}} {rest}") is None


def test_without_a_solver_every_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "solver", lambda: None)
    assert not double_dummy.available()
    assert double_dummy.table_of(dealt(1)) is None
    assert double_dummy.best_result(dealt(1), Contract(1, "S", "N", 1)) is None
    assert double_dummy.par(dealt(1), "N", frozenset()) is None


def test_a_library_that_is_missing_or_damaged_is_no_solver(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    damaged = tmp_path / "libdds.so"
    damaged.write_bytes(b"not a library")
    for file in (None, damaged):
        monkeypatch.setattr(double_dummy, "_file", lambda file=file: file)
        assert double_dummy.solver.__wrapped__() is None

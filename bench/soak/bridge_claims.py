"""Trials of claims at bridge: generated ones, denied, each through text, beside the double-dummy solver.

A board is played with a little sense and broken off, and declarer or a defender claims. Then the ruling must
be what the search gives, no more than best play gives where the solver is there, and for short endings what a
search of every single line gives. Every line shown is replayed card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bench.proportions import Proportion
from bench.soak.bridge import book
from bench.soak.outcome import SHOWN, Outcome
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records.record import Record
from fairdeal.records.seats import team_of
from fairdeal.rulings.bridge.claims import least_tricks, plain
from fairdeal.rulings.bridge.claims.claim import TOO_MANY, claim_of
from fairdeal.rulings.bridge.double_dummy import library
from fairdeal.rulings.bridge.double_dummy.played import position_at
from fairdeal.rulings.bridge.double_dummy.position import Position
from fairdeal.rulings.bridge.game import check
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, replay
from fairdeal.rulings.bridge.replay.table import bridge_table
from fairdeal.rulings.frame.finding import Verdict
from fairdeal.rulings.replay.likeliest import see
from samples.making.records.bridge_deals import Agreed, deal_of, is_vulnerable, score_of, shuffled
from samples.making.records.bridge_sense import sensible

PLAIN: Final = 4
"""Cards a hand up to which every single line is searched."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim in a record: whose, of how many of the tricks left, and the contract."""

    text: str
    seat: str
    contract: Agreed
    sides: str


def made(seed: int) -> Claimed:
    """The claim of a seed."""
    rng = Random(f"claim {seed}")
    while True:
        board = sensible(rng, rng.randint(1, 16), shuffled(rng))
        if board.contract is not None and board.playing is not None:
            break
    number = rng.choice((3, 4, 5, 6, 7, 8, 9, 9, 10, 10, 11))
    deal = deal_of(board)
    deal = replace(deal, play=(deal.play or ())[:number], result=None)
    by = board.contract.by
    dummy = {"N": "S", "S": "N", "E": "W", "W": "E"}[by]
    seat = rng.choice([by] * 3 + [other for other in "NESW" if other not in (by, dummy)])
    gone = {put for trick in board.playing.tricks[:number] for put in trick}
    left = [card for card in board.hands[seat] if (seat, card) not in gone]
    won = sum(team_of(who) == team_of(seat) for who in board.playing.winners[:number])
    lines = [
        write(Record(deals=(deal,))).rstrip("\n"),
        f"! claim {seat}: {' '.join(left)}",
        f"! challenge {'EW' if seat in 'NS' else 'NS'}",
    ]
    if rng.random() < 0.6:
        taken = won + rng.randint(0, 13 - number)
        lines.append(f"Result:\npoints {team_of(seat)} {taken}")
    return Claimed("\n".join(lines) + "\n", seat, board.contract, board.sides)


def wrong(claimed: Claimed, told: Counter[str]) -> list[str]:
    """What is wrong about the ruling on a claim: nothing. `told` counts how it was decided."""
    result = read(claimed.text)
    verdict = check(result.record, book())
    table = bridge_table(book())
    world = replay(see(result.record.deals[0], 1, table.seats), table)
    fact = claim_of(world)
    if fact is None:
        return ["the claim was not found"]
    if fact.least is None:
        told["undecided"] += 1
        said = any(TOO_MANY in note.message for note in verdict.notes)
        return [] if said and not verdict.findings else ["undecided, and that is not said"]
    told["holds" if fact.holds else "fails"] += 1
    found = [*_ruling(claimed, verdict, fact.won + fact.least.tricks), *_search(world)]
    code = "claim-stands" if fact.holds else "claim-defeated"
    if [each.code for each in verdict.findings if each.code.startswith("claim")] != [code]:
        found.append(f"{code} expected, {[each.code for each in verdict.findings]} given")
    return found


def _ruling(claimed: Claimed, verdict: Verdict, tricks: int) -> list[str]:
    """The award must be the score of the tricks as ruled."""
    side = team_of(claimed.contract.by)
    own = tricks if team_of(claimed.seat) == side else 13 - tricks
    due = score_of(claimed.contract, own, is_vulnerable(claimed.sides, side))
    award = verdict.deals[0].award or {}
    given = award.get(side, 0) - award.get("EW" if side == "NS" else "NS", 0)
    return [] if given == due else [f"award: {due} expected, {given} given"]


def _search(world: BridgeReplay) -> list[str]:
    """The least over normal lines, beside best play and beside every single line."""
    fact, contract = claim_of(world), world.contract
    assert fact is not None and fact.least is not None and contract is not None
    hands = {seat: frozenset(hand.cards) for seat, hand in world.dealt.items()}
    at = position_at(hands, world.play.tricks, contract.trump, fact.trick, fact.index)
    assert at is not None
    here, side = at[0], fact.team
    found = []
    if plain.tricks_in(here, side, fact.least.line) != fact.least.tricks:
        found.append("the line shown does not come to what is said of it")
    most = _best(here, side)
    if most is not None and fact.least.tricks > most:
        found.append(f"{fact.least.tricks} tricks for certain, and best play gives {most}")
    if here.tricks_left <= PLAIN:
        declares = side == team_of(contract.by)
        for every_line in (False, True):
            quick = least_tricks(here, side, together=declares, every_line=every_line)
            slow = plain.least_tricks(here, side, together=declares, every_line=every_line)
            if quick is None or quick.tricks != slow:
                found.append(f"every line gives {slow}, the search {quick}")
    return found


def _best(here: Position, side: str) -> int | None:
    solver = library.solver()
    if solver is None:
        return None
    best = solver.tricks(here)
    return best if team_of(here.due) == side else here.tricks_left - best


def run(count: int, seed: int) -> Iterable[Outcome]:
    """So many claims, and how many were decided."""
    right, failures, told = 0, list[str](), Counter[str]()
    for number in range(seed, seed + count):
        claimed = made(number)
        faults = wrong(claimed, told)
        right += not faults
        if faults and len(failures) < SHOWN:
            failures.append("\n".join((f"seed {number}", *faults, claimed.text)))
    beside = "beside the solver" if library.solver() is not None else "without a solver"
    yield Outcome(f"claims, {beside}", Proportion(right, count), tuple(failures))
    yield Outcome("decided", Proportion(count - told["undecided"], count), (), must=False)
    yield Outcome(
        "of these hold", Proportion(told["holds"], count - told["undecided"]), (), must=False
    )

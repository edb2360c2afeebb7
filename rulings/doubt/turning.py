"""On which doubtful entries the outcome of a deal, or what it scores, depends.

A finding names the entries that it depends on. An entry may also decide who took a trick, and so who made
the contract, with no finding at all. Each is read otherwise by itself, all others as they were taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from fairdeal.records.place import Place
from fairdeal.rulings.doubt.certainty import Scales, place_of
from fairdeal.rulings.doubt.judged import DealJudged
from fairdeal.rulings.doubt.work import Work
from fairdeal.rulings.replay.seen import Chosen, Doubt

J = TypeVar("J", bound=DealJudged)

LEAST: Final = 0.01
"""Readings less likely than this are not tried: a person would look at every entry of the page for them."""

MOST_TRIED: Final = 200
"""Readings tried for one deal: some forty unclear entries with their rivals."""


def turning(
    doubts: Sequence[Doubt], chosen: Chosen, scales: Scales[J], work: Work, size: int
) -> Iterator[Place]:
    """The entries that give the deal another outcome or award, read as one of their likelier rivals.

    `chosen` are the readings as they were taken. How likely a rival is, all else says too: what would put a
    third copy into the pack decides nothing. "Something else" is not tried: nobody can say what it is.
    """
    ruled: list[J] = []

    def judge(readings: Chosen) -> J:
        ruled.append(scales.judge(readings))
        work.count(size, ruled[-1])
        return ruled[-1]

    weighing = Scales(judge, scales.own, scales.evidence, scales.whole)
    taken = weighing.world(chosen, 1.0).weight
    first, tried = ruled[0].verdict, 0
    for doubt in doubts:
        if doubt.follows:
            continue
        value_taken = chosen.get(doubt, doubt.options[0][0])
        ink = next((weight for value, weight in doubt.options if value == value_taken), 1.0)
        for value, weight in doubt.options:
            if value is None or weight < LEAST or value == value_taken:
                continue
            tried += 1
            if tried > MOST_TRIED or work.spent >= work.allowed:
                return
            rival = weighing.world({**chosen, doubt: value}, weight).weight
            other = ruled[-1].verdict
            likely = rival >= LEAST * (rival + ink * taken)
            if likely and (other.outcome, other.award) != (first.outcome, first.award):
                yield place_of(doubt, ruled[0].replay)
                break

"""What a committee decided, as far as it moves the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fairdeal.desk.score.figures import UNKNOWN, Pair
from fairdeal.desk.score.sides import Sides
from fairdeal.records.cards import Team
from fairdeal.records.place import Place
from fairdeal.records.record import Record
from fairdeal.rulings.frame.decided import Decided
from fairdeal.rulings.frame.finding import Verdict

SCORES: Final = ("award-entry", "penalty-entry")
"""Wrong entries of a deal's score: where one is dismissed, the score stands as written."""
TOTALS: Final = "total-entry"
POINTS: Final = "match-points-entry"


@dataclass(frozen=True, slots=True)
class CommitteeDecisions:
    """Everything of a case on which its score as ruled rests.

    `figures` are those of the ruling, as far as somebody wrote some. They count where they `stand`: the
    committee was asked about the difference and kept them, or nothing could be worked out beside them.
    """

    decided: tuple[Decided, ...] = ()
    undecided: int = 0
    figures: Pair = UNKNOWN
    stand: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on paper or is given by decision, by the number of the deal.

    `kept` are deals whose score stands as it is written, but for sides whose entry is `wrong` all the same;
    `totals` are running totals that stand. `awards` is what a deal scores that no log tells. `points`: the
    match points stand as they are entered.
    """

    kept: frozenset[str] = frozenset()
    wrong: frozenset[tuple[str, Team | None]] = frozenset()
    totals: frozenset[tuple[str, Team]] = frozenset()
    awards: dict[str, dict[Team, int] | None] = field(default_factory=dict)
    points: bool = False

    def of(self, label: str, given: Pair, written: Pair, sides: Sides) -> Pair:
        """What a deal scores, where a verdict gives so much and so much is written."""
        if label in self.awards:
            award = self.awards[label]
            return UNKNOWN if award is None else (award.get(sides[0], 0), award.get(sides[1], 0))
        one, two = (
            on_paper if on_paper is not None and self._stands(label, side) else worked_out
            for side, on_paper, worked_out in zip(sides, written, given, strict=True)
        )
        return one, two

    def _stands(self, label: str, side: Team) -> bool:
        return label in self.kept and (label, side) not in self.wrong


def standing_of(decided: Sequence[Decided], record: Record, ruled: Verdict) -> Standing:
    """What follows from decisions for entries of the sheets; `ruled` is the verdict with them."""
    times = Counter(deal.label for deal in record.deals)
    kept, totals = set(), set()
    wrong = {(each.deal or "", each.team) for each in ruled.findings if each.code in SCORES}
    awards: dict[str, dict[Team, int] | None] = {}
    points = False
    for each in decided:
        code, parts = each.named[0], each.named[1]
        place = Place(parts)
        row = place.within_sheet().number("row")
        label = each.deal or (str(row) if row is not None else None)
        team = parts[-1].rpartition(" ")[2] if parts else ""
        points = points or (code == POINTS and not each.holds)
        if label is None:
            continue
        if not each.holds and code in SCORES:
            kept.add(label)
        if not each.holds and code == TOTALS:
            totals.add((label, team))
        alone = row is not None or times[label] < 2
        if each.holds and alone and (each.award is not None or each.open_award):
            awards[label] = each.award
    return Standing(frozenset(kept), frozenset(wrong), frozenset(totals), awards, points)

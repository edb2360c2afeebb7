"""How often the pen slips, and how often a rule is broken: what a record one slip away is weighed by.

Rates are for one deal. They are estimates, and only their order of size matters: a slip of the pen in one
named entry is rarer than one offence and commoner than two. Players write the record themselves, in a
hurry: in 51,489 recorded boards of bridge 432 had a card that the deal did not give, and 202 a revoke; of
these entries most stood in records that contradict themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.rulings.frame.finding import Finding

CARD_SLIP: Final = 1e-3
"""How often a recorder writes one card for another: one card in a thousand."""

SUM_SLIP: Final = 1e-2
"""How often a count, a sum or a copied figure is written wrong: one in a hundred."""

USUAL_SLIPS: Final = 10
"""Slips of a kind in a page that may still be what it says it is. What needs more of them in its first
reading is compared by how many more or fewer another reading needs: the rates of hundreds of slips would be
too small for a number to hold."""

MOST_SLIPS: Final = 20
"""Slips of a kind beyond which a reading is as good as ruled out."""

MOST_FEWER: Final = 60
"""Slips of a kind that a reading may need fewer than the first one; beyond these its rate would be too large
for a number to hold."""

BY_CHANCE: Final = 0.02
"""How often something else than the readings given is the very thing that would agree: there are
some fifty figures or contracts that it might be."""


@dataclass(frozen=True, slots=True)
class Slips:
    """How many slips a reading of a page needs: wrong cards, and wrong counts, sums or copied figures."""

    cards: int = 0
    sums: int = 0

    def rate(self, first: Slips | None = None) -> float:
        """The rate of them, beside that of the page's `first` reading where that needs very many."""
        usual = first or self
        cards = self.cards - max(0, usual.cards - USUAL_SLIPS)
        sums = self.sums - max(0, usual.sums - USUAL_SLIPS)
        return CARD_SLIP ** _bounded(cards) * SUM_SLIP ** _bounded(sums)


def _bounded(count: int) -> int:
    return max(-MOST_FEWER, min(count, MOST_SLIPS))


OFFENCE: Final = 1e-3
"""An offence of a kind in one deal, where nothing better is known: one deal in a thousand for each act."""

OFFENCES: Final[Mapping[str, float]] = {
    "revoke": 4e-3,
    "call-out-of-turn": 4e-3,
    "play-out-of-turn": 4e-3,
    "lead-out-of-turn": 2e-3,
    "insufficient-bid": 4e-3,
    "unapproved-bid": 1e-2,
}
"""Those that are commoner: 202 revokes stand in 51,489 boards; bidding by ear breaks the forms often."""

FIRST_CALLER: Final = 0.05
"""How often a call out of turn is the very first of a deal, by one seat of the five whose turn it was not."""

DEALER: Final = 2e-3
"""The dealer of a deal written as another seat, any other: the entry is made before anybody looks."""

LABEL: Final = 1e-3
"""A seat written before a call or a card as another seat, any other."""

CARD: Final = 1e-3
"""A card written for another, any other: one card in a thousand."""

ALIKE: Final = 6.0
"""How much likelier a card is written for one that differs in its suit or its rank alone than for any."""

LEFT_OFF: Final = 1e-3
"""A card left off a hand row; a hand is often written in part, and so more of them are not rarer than two."""

ADDED: Final = 2e-4
"""A card too many in a row, one of those that may go; any of a row's."""

TWICE: Final = 5.0
"""How much likelier a card too many is one written twice than any other."""

NEIGHBOURS: Final = 2e-5
"""Two neighbouring cards of a row of the play swapped, of one pair: likelier than two revokes in one deal."""

LINES: Final = 4e-5
"""Two neighbouring lines of the play swapped, of one pair; half of it with one between: that too is likelier
than two revokes in one deal."""

LINE_LEFT_OUT: Final = 4e-3
"""A line left out at one place of the play rather than at its end, where the log only lacks one: most logs
that are too short were not written to the end. Where the winners of all tricks are written somebody
counted them, and one place is as likely as another."""

LINE_PLAYED: Final = 1e-2
"""The same where the points show that all was played: whoever wrote them had no reason to stop before."""

LETTER: Final = 5e-3
"""One letter or figure that puts right an offence which nobody at the table took notice of, and that the rest
of the record confirms: a little likelier than the offence, for an offence seldom falls just so."""

HANDS: Final = 5e-5
"""Two hand rows swapped, of one pair."""

FIGURE: Final = 5e-4
"""The figure of a call written as another, any other."""

SUIT: Final = 5e-4
"""The suit of a call written as another, any other."""

THIS_ONE: Final = 0.1
"""How often a card, count or seat that is written wrong is the very one that a slip elsewhere would make
right: there are some ten that it might be."""

IN_DISORDER: Final = 0.5
"""How likely an offence is in a play whose cards contradict the hands in many places: as likely as not."""

BY_ITSELF: Final = 0.5
"""What has at least this share of the weight, slips told, is as established as the entries themselves: no
single slip explains as much."""


def offence(code: str) -> float:
    """How often an offence of a kind is committed in a deal."""
    return OFFENCES.get(code, OFFENCE)


CONTRADICTIONS: Final = frozenset({"pack", "card-not-held"})
"""Findings that the record contradicts itself: that stays so, whatever explains it."""


def is_act(finding: Finding) -> bool:
    """Whether a finding is an offence that somebody committed, not two entries that contradict each other."""
    return finding.severity == "offence" and finding.code not in CONTRADICTIONS


def acts(findings: tuple[Finding, ...]) -> dict[Any, float]:
    """The acts that are found in a deal, each with its rate."""
    done: dict[Any, float] = {}
    for each in findings:
        if is_act(each):
            act = (each.game, each.place.parts)
            done[act] = max(done.get(act, 0.0), offence(each.code))
        elif each.code == "hand-size":
            done[each.place.parts] = offence(each.code)
    return done

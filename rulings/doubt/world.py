"""A world: a deal or paper ruled on in one reading, what other pages say of it, and the slips it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Protocol, TypeVar

from fairdeal.records.cards import Card
from fairdeal.records.place import Place
from fairdeal.rulings.doubt.slip_rates import Slips
from fairdeal.rulings.frame.finding import DealVerdict, Finding
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.reading import Chosen, cached
from fairdeal.rulings.replay.signs import Sign

Key = tuple[str, tuple[str, ...], str | None]


class Judged(Protocol):
    """A deal, or a paper, ruled on: the replay, and what is found in it."""

    @property
    def replay(self) -> Any: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...


class DealJudged(Judged, Protocol):
    """A deal with what came of it."""

    @property
    def verdict(self) -> DealVerdict: ...


J = TypeVar("J", bound=Judged)
C = TypeVar("C", bound=Judged, contravariant=True)

Judge = Callable[[Chosen], J]
"""Rules on the deal, or the paper, read in one way."""

Own = Callable[[J, bool], list[str]]
"""The places in a deal's result that the rest of it does not bear out; False as in `Scales.whole`."""


class Evidence(Protocol[C]):
    """What other pages say about a log.

    Called with a reading of the log it gives how well the two agree; False leaves out what hangs on
    every card. `unmet` are the entries of the other pages that do not agree, `view` is all that they
    see of the log.
    """

    def __call__(self, ruled: C, whole: bool) -> float: ...

    def unmet(self, ruled: C, whole: bool) -> list[Place]: ...

    def view(self, ruled: C) -> Hashable: ...


def key_of(finding: Finding) -> Key:
    """What makes two findings of different worlds the same."""
    return (finding.code, finding.place.parts, finding.seat)


# --- slips that it needs ----------------------------------------------------------------------------


def slips(ruled: J, own: Own[J], whole: bool = True) -> Slips:
    """The slips that a world needs: none where everything can be so, and agrees."""
    replay = ruled.replay
    dealt = 0
    if replay.signs & Sign.PACK:
        cards = tuple([tuple(hand.cards) for hand in replay.dealt.values()])
        key = ("excess", cards, tuple([tuple(hand) for hand in replay.seen.hands.values()]))
        dealt = cached(replay.seen, key, lambda: _excess(replay) + _dealt_of_no_pack(replay))
    wrong = dealt + _played_of_no_pack(replay) + _not_held(replay)
    sums = len(own(ruled, whole)) if replay.seen.deal.result is not None else 0
    return Slips(wrong, sums)


def _excess(replay: Replayed[Any, Any]) -> int:
    """Cards of the pack that were dealt oftener than it has them."""
    copies, pack = replay.table.copies, replay.table.pack
    counts = Counter(card for hand in replay.dealt.values() for card in hand.cards if card in pack)
    return sum(max(0, count - copies) for count in counts.values())


def _dealt_of_no_pack(replay: Replayed[Any, Any]) -> int:
    """Cards that no pack holds, each time that one is written in a hand.

    Such a card was no more played than dealt. Written in both it is two slips, or a misread card in one
    place would draw doubtful ones after it; in a trick alone it is one, whatever follows from it.
    """
    pack, hands = replay.table.pack, replay.seen.hands
    return sum(
        card is not None and card not in pack
        for seat in replay.dealt
        for card in hands.get(seat) or ()
    )


def _played_of_no_pack(replay: Replayed[Any, Any]) -> int:
    """Cards that no pack holds, each time that one is written in a trick."""
    count = 0
    for fact in replay.play.tricks:
        pack = replay.table.pack
        if not pack.issuperset(fact.cards):
            count += sum(card is not None and card not in pack for card in fact.cards)
    return count


def _not_held(replay: Replayed[Any, Any]) -> int:
    """Cards of the pack that were played by a seat that did not have them."""
    if not replay.signs & Sign.NOT_HELD:
        return 0
    pack = replay.table.pack
    return sum(
        fact.cards[index] in pack
        for fact in replay.play.tricks
        for index, bits in fact.faults.items()
        if bits & Sign.NOT_HELD
    )


# --- other values -----------------------------------------------------------------------------------

BORNE_OUT: Final = 0.5
"""The rest of the record bears an entry out if the other values that it may have weigh no more than this on
the average: a third copy of a card here and there is no evidence for what was read."""

MOST_POINTS: Final = 56
"""The largest figure tried in place of another, where the figure itself is none larger."""

A_FEW: Final = 4
"""Values tried where a few will do."""


def other_values(readings: Sequence[Any], table: Any) -> list[Any]:
    """All cards of the pack, seats or figures beside the readings; none for calls, which may be
    anything, and of a page of figures (`table` is None) no cards and seats."""
    known = [value for value in readings if value is not None]
    if not known:
        return []
    first = known[0]
    every: Sequence[Any]
    if isinstance(first, int):
        every = range(max(MOST_POINTS, *(v for v in known if isinstance(v, int)), 0) + 1)
    elif table is None:
        return []
    elif isinstance(first, Card):
        every = sorted(table.pack, key=str)
    elif first in table.seats:
        every = table.seats
    else:
        return []
    return [value for value in every if value not in known]


def a_few(values: Sequence[Any]) -> Sequence[Any]:
    """Some of the values, evenly taken."""
    return values[:: max(1, len(values) // A_FEW)][:A_FEW]

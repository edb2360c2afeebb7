"""The slips of the pen that a world needs: what cannot be so at a table, and what does not agree."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fairdeal.rulings.doubt.judged import J, Own
from fairdeal.rulings.doubt.slips import Slips
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.seen import cached
from fairdeal.rulings.replay.signs import Sign


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

"""A card that the pack does not hold, or holds less often.

What: the hands (or, without them, the play) have a third copy of a card, or a card of a rank that is
not in the pack. There is one finding for each card in excess, none for the card that is then missing;
one finding counts them all where a card is there more than three times too often.

Why: two packs give two of each card. A third was written for another, or strayed in from elsewhere;
nobody is blamed for it.

Article: 1.5 of the international rules (seed document 000).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.rule import Draft, Drafted, shared
from fairdeal.rulings.replay.contradictions import Excess, excess, here_too, spot
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Drafted]:
    for each in excess(replay):
        yield shared(_found, each)


def _found(replay: DealReplay, each: Excess) -> Draft:
    count = f"is written {each.count} times; the pack has {replay.table.copies}"
    what = count if each.card in replay.table.pack else "is not in the pack"
    if what != count and each.found > 1:
        what += f"; it is written {each.count} times"
    place, seat, at, span = spot(replay, each.where)
    found = Draft(
        place,
        f"The {each.card.name} {what}.",
        seat=seat,
        at=at,
        span=span,
        related=here_too(place, each),
    )
    return dataclasses.replace(found, count=each.found) if each.found > 1 else found


RULE = Rule("pack", "entry", deal=check, signs=Sign.PACK, wants=Has.WHOLE_HANDS, within="play")

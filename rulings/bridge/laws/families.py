"""The families of Laws: who is asked about a finding, and every way that they leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fairdeal.rulings.bridge.laws import (
    claims,
    inadmissible,
    information,
    insufficient,
    leads_and_plays,
    out_of_turn_calls,
    penalty_cards,
    revokes,
)
from fairdeal.rulings.bridge.laws.provision import Open, Provision
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding

Look = Callable[[BridgeReplay, Finding], Iterator[Open]]


@dataclass(frozen=True, slots=True)
class Family:
    """One subject of the Laws: by the code of a finding, who says which ways are open; and all of them."""

    title: str
    looks: Mapping[str, Look]
    provisions: tuple[Provision, ...]


FAMILIES: Final = (
    Family(
        "Insufficient bid (Law 27)",
        {"insufficient-bid": insufficient.look},
        insufficient.PROVISIONS,
    ),
    Family(
        "Call out of turn (Laws 28 to 32)",
        {"call-out-of-turn": out_of_turn_calls.look},
        out_of_turn_calls.PROVISIONS,
    ),
    Family(
        "Inadmissible calls (Laws 36 to 39)",
        {
            "double-inadmissible": inadmissible.look_at_double,
            "redouble-inadmissible": inadmissible.look_at_double,
            "bid-range": inadmissible.look_at_range,
            "call-after-close": inadmissible.look_at_late_call,
        },
        inadmissible.PROVISIONS,
    ),
    Family(
        "Cards seen, and penalty cards (Laws 6, 16, 24 and 49 to 52)",
        {"card-exposed": penalty_cards.look_at_deal, "penalty-card": penalty_cards.look},
        penalty_cards.PROVISIONS,
    ),
    Family(
        "Lead or play out of turn (Laws 53 to 57)",
        {
            "lead-out-of-turn": leads_and_plays.look_at_lead,
            "play-out-of-turn": leads_and_plays.look_at_play,
        },
        leads_and_plays.PROVISIONS,
    ),
    Family("Revoke (Laws 61 to 64)", {"revoke": revokes.look}, revokes.PROVISIONS),
    Family(
        "Claims and concessions (Laws 68 to 71)",
        dict.fromkeys(claims.CODES, claims.look),
        claims.PROVISIONS,
    ),
    Family(
        "Information (Laws 16 and 73): noted, not ruled",
        {"conduct": information.look},
        information.PROVISIONS,
    ),
)

LOOKS: Final[Mapping[str, Look]] = {
    code: look for family in FAMILIES for code, look in family.looks.items()
}

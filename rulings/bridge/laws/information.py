"""Information from other than legal calls and plays: Laws 16 and 73. It is noted, and never ruled here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.rulings.bridge.laws.provision import ASSIGNED, Open, Provision
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding

NOT_USED: Final = Provision(
    "16B1",
    "the partner did not choose, from among logical alternatives, one that it suggested",
    "Nothing further follows. What the partner might have done instead is for the director to find out.",
)
USED: Final = Provision(
    "16B3",
    "the partner chose a logical alternative that it suggested, and the other side was damaged",
    "The director looks at what would have happened with the other choices.",
    ASSIGNED,
)
DECEIVED: Final = Provision(
    "73E2",
    "an opponent drew a false inference from it, and the player had no bridge reason for it and could have "
    "known that it would help",
    "The director looks at what would have happened without it.",
    ASSIGNED,
)
PROVISIONS: Final = (NOT_USED, USED, DECEIVED)


def look(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    yield NOT_USED.stands(None)
    yield USED.assigned(None)
    yield DECEIVED.assigned(None)

"""A suit contract with no trump among the defenders.

What: the defending side was dealt no card of the trump suit between them, shown by the hands or by
all that was played. No-trump contracts cannot have this.

Why: with all trumps on one side there is nothing to play for; the same dealer deals again, whatever
was played meanwhile.

Article: 2.4.5 of the international rules (seed document 000). It speaks of what comes out during the
play. Where all tricks were played and no redeal is noted, the setting `void-trump-late` says what is
done, and both scores are given.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import SUIT_NAMES
from fairdeal.records.place import Place
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay, void_side
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.fifty_six.scoring import table_points
from fairdeal.rulings.frame.finding import At, Related, Remedy
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.play import contract_span
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    side, contract = void_side(replay), replay.contract
    if side is None or contract is None:
        return
    seats = [seat for seat in replay.table.seats if replay.table.team[seat] == side]
    trumps = SUIT_NAMES[contract.trump]
    listed = ", ".join(seats[:-1]) + f" and {seats[-1]}"
    known = all(replay.dealt[seat].source != "played" for seat in seats)
    shown = "the hands" if known else "what was played"
    late = _noticed_late(replay)
    remedy = None
    if late and replay.book.setting("void-trump-late") == "committee":
        remedy = Remedy("committee")
    yield Draft(
        Place.of("contract"),
        f"Trumps were {trumps}, and the defenders, seats {listed}, held none between them: "
        f"shown by {shown}.{_both_ways(replay) if late else ''}",
        team=side,
        at=At(),
        span=contract_span(replay.deal),
        remedy=remedy,
        setting="void-trump-late" if late else None,
        related=tuple(Related(Place.of(f"hand {seat}"), f"no {trumps}") for seat in seats),
    )


def _noticed_late(replay: DealReplay) -> bool:
    """Whether all tricks were played, and no redeal is noted: it came out after the last trick."""
    return replay.play.complete and not replay.event(EventKind.REDEAL)


def _both_ways(replay: DealReplay) -> str:
    """What the deal scores if it is dealt again, and if it is not."""
    words = " Nobody stopped the play. If the deal is dealt again, nothing in it scores"
    found = table_points(replay)
    if found is None:
        return f"{words}."
    return f"{words}; as played, team A gets {found[0]['A']} and team B {found[0]['B']}."


RULE = Rule(
    "void-trump-redeal",
    "ruling",
    deal=check,
    signs=Sign.VOID_TRUMP,
    needs=Has.CONTRACT,
    wants=Has.WHOLE_HANDS,
)

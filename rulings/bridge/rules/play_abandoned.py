"""A deal given up once it was opened.

What: the recorder noted a redeal (`! redeal`) after the first bid or the first card, and nothing in the
record asks for one: no card exposed in the deal, no hand of a wrong number of cards, no wrong pack.

Why: a hand once opened is bid and played to its end, or a side could drop what goes badly.

Article: 8 of the Alberta rules (seed document 003), and 7 where no card was played; Law 6 of duplicate
bridge, by which only the director has a board dealt again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records.place import Place
from fairdeal.records.record import EventKind
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.calls import Kind

WRONG_FROM_THE_DEAL: Final = frozenset({"card-exposed", "hand-size", "pack"})
"""Findings for which a deal may be dealt again, also where the committee or the director decides."""

IN_THE_AUCTION: Final = "7"
"""The article about a deal given up in the auction, in a rulebook that has one for it."""


def check(ruled: BridgeRuled) -> Iterator[Draft]:
    replay = ruled.replay
    redeals = [each for each in replay.happenings if each.event.kind is EventKind.REDEAL]
    if any(e.remedy.kind == "redeal" or e.code in WRONG_FROM_THE_DEAL for e in ruled.findings):
        return
    for happening in redeals:
        act, event = happening.place, happening.event
        trick = act.number("trick") if act is not None else None
        call = act.number("call") if act is not None else None
        nothing = "nothing recorded asks for a redeal"
        if trick is not None:
            yield Draft(
                Place.of(f"trick {trick}"),
                f"The deal was given up in trick {trick}, and {nothing}.",
                at=At(trick=trick),
                span=event.span,
            )
            return
        if call is not None and _opened(replay, call):
            yield Draft(
                Place.of(f"call {call}"),
                f"The deal was given up after somebody had bid, and {nothing}.",
                at=At(call=call),
                span=event.span,
                article=IN_THE_AUCTION,
            )
            return


def _opened(replay: BridgeReplay, call: int) -> bool:
    """Whether anybody bid up to that call: until then the hand is thrown in if all pass."""
    return any(made.number <= call and made.words.kind is Kind.BID for made in replay.auction.calls)


RULE = Rule("play-abandoned", "offence", ruled=check)

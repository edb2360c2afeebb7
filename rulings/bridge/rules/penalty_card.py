"""A card shown in the auction, or by a defender in the play, before it is played.

What: the recorder noted that a card was seen in the auction (`! exposed E: KS`), or in the play that a
defender showed one, or took one back after playing it (`! retracted E:KS -> E:QS`). What declarer or dummy
shows in the play is not this, nor a card out of turn that was taken back: that is found as such. Nor is a
card that a defender changed after declarer or dummy had changed one played before it.

Why: partner has seen what nobody should; a defender's card then lies open as a penalty card.

Article: 12 of the Alberta rules (seed document 003), which sends to the Laws; Laws 24, 49 and 50 of
duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Seat, team_of
from fairdeal.records.place import Place
from fairdeal.records.record import Event, EventKind
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.deal import refused
from fairdeal.rulings.replay.signs import Sign

KINDS = (EventKind.EXPOSED, EventKind.RETRACTED)


def check(replay: BridgeReplay) -> Iterator[Draft]:
    declaring = replay.declaring()
    out_of_turn = [each.event for each in refused(replay)]
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        seat = event.seat.value if event.seat is not None else None
        if event.kind not in KINDS or place is None or seat not in replay.table.after:
            continue
        if event in out_of_turn:
            continue
        call, trick = place.number("call"), place.number("trick")
        if trick is not None and (declaring is None or team_of(seat) == declaring):
            continue
        if trick is None and (call is None or event.kind is EventKind.RETRACTED):
            continue
        retracted = event.kind is EventKind.RETRACTED
        if trick is not None and retracted and _follows_a_change(replay, trick, seat):
            continue
        yield Draft(
            place if trick is None else Place.of(f"trick {trick}", f"seat {seat}"),
            f"{who(seat)} {_what(event, 'play' if trick is not None else 'auction')}.",
            seat=seat,
            at=At(call=call, trick=trick, seat=seat),
            span=event.span,
            article="Law 24" if trick is None else None,
        )


def _follows_a_change(replay: BridgeReplay, trick: int, seat: Seat) -> bool:
    """Whether the first card of a trick that was changed was one of the other side's (Law 62C1)."""
    fact = replay.trick(trick)
    changed = [
        each.event.seat.value
        for each in replay.happenings
        if each.event.kind is EventKind.RETRACTED
        and each.event.replaced_seat is None
        and each.event.seat is not None
        and each.place is not None
        and each.place.number("trick") == trick
    ]
    first = next((who for who in fact.seats if who in changed), None) if fact else None
    return first is not None and team_of(first) != team_of(seat)


def _what(event: Event, when: str) -> str:
    """What the seat did with the card."""
    card = event.cards[0].value if event.cards else None
    name = f"the {card.name}" if card is not None else "a card"
    if event.kind is EventKind.EXPOSED:
        return f"showed {name} during the {when}"
    stood = event.replaced_by.value if event.replaced_by is not None else None
    instead = f" and played the {stood.name} instead" if stood is not None else ""
    return f"took back {name}{instead}"


RULE = Rule("penalty-card", "offence", deal=check, signs=Sign.EVENT)

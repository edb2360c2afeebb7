"""Rules about the play at bridge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from fairdeal.records import (
    SUIT_NAMES,
    Card,
    Event,
    EventKind,
    Place,
    Seat,
    Team,
    other_team,
    team_of,
)
from fairdeal.rulings.bridge.laws.revokes import Cost, costs
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.about import (
    Wrong,
    about_card,
    cards_with,
    marked_card,
    only_marked,
)
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.frame.finding import At, Remedy
from fairdeal.rulings.frame.rule import Draft, about_refused, who
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.contradictions import twice_in_trick, two_cards
from fairdeal.rulings.replay.deal import Happening, refused
from fairdeal.rulings.replay.play import (
    TrickFact,
    card_place,
    proof_words,
    proofs,
    still_held,
)
from fairdeal.rulings.replay.signs import Sign

# --- revoke ------------------------------------------------------------------------------------------


def revoke(replay: BridgeReplay) -> Iterator[Draft]:
    """A card of another suit played while holding the suit led.

    What: a seat discards or trumps although it still holds a card of the suit led. What it holds is known
    from the hands as dealt or, without them, from its playing that suit later on. A revoke that the record
    itself marks is found too; where the cards do not show it, what it costs is for the committee.

    Why: following suit is what the play rests on. Under the Alberta rules an established revoke costs two
    tricks of those that the side won, if there are two; at duplicate one or two by Law 64. A revoke by dummy
    costs none under either.

    Article: note 1 with 8, for dummy 12, of the Alberta rules (seed document 003); Law 64 of duplicate
    bridge.
    """
    law = replay.table.book.penalties.revoke == "law-64"
    by_law = costs(replay) if law and replay.signs & Sign.REVOKE else {}
    before: set[tuple[Seat | None, str]] = set()
    taken: dict[Team, int] = {}
    for fact, index, shows in cards_with(replay, Sign.REVOKE, "R"):
        seat, card = fact.seats[index], fact.cards[index]
        lead = fact.cards[0] if fact.cards else None
        if not shows or card is None or lead is None:
            yield _marked(replay, fact, index)
            continue
        again = (seat, lead.suit) in before
        before.add((seat, lead.suit))
        if seat is None:
            remedy = Remedy("committee")
        elif law:
            remedy = _by_law(replay.table.team[seat], by_law[fact.number, seat])
        else:
            remedy = Remedy("none") if again else _remedy(replay, fact, seat, taken)
        yield _found(replay, fact, index, card, lead.suit, remedy)


def _marked(replay: BridgeReplay, fact: TrickFact, index: int) -> Draft:
    card = fact.cards[index]
    what = f"the {card.name}" if card is not None else "the card"
    lead = fact.cards[0]
    but = None
    if not index and not fact.unordered:
        but = "it was led"
    elif card is not None and lead is not None and card.suit == lead.suit:
        but = "it follows suit"
    elif lead is not None and _hand_known(replay, fact.seats[index]):
        but = f"the hand had no {SUIT_NAMES[lead.suit]} left"
    message, more = only_marked(f"{what} of {who(fact.seats[index])}", "a revoke", but)
    return about_card(replay, fact, index, message, **(more or {"remedy": Remedy("committee")}))


def _hand_known(replay: BridgeReplay, seat: Seat | None) -> bool:
    """Whether every card of the hand is written."""
    hand = replay.dealt.get(seat) if seat is not None else None
    return hand is not None and hand.source == "recorded" and not hand.unknown


def _found(
    replay: BridgeReplay, fact: TrickFact, index: int, card: Card, suit: str, remedy: Remedy
) -> Draft:
    seat = fact.seats[index]
    held = still_held(replay.play, replay.dealt, fact, index, suit)
    message = (
        f"{who(seat)} played the {card.name} on {SUIT_NAMES[suit]} led in trick "
        f"{fact.number}{proof_words(held)}."
    )
    setting = "revoke-one-trick" if remedy.kind == "committee" else "revoke-available"
    dummy = seat == replay.dummy
    return about_card(
        replay,
        fact,
        index,
        message,
        mark="R",
        related=proofs(seat, held),
        article="12" if dummy else None,
        setting="dummys-revoke" if dummy else setting,
        remedy=remedy,
    )


def _by_law(team: Team, cost: Cost) -> Remedy:
    """What Law 64 gives for a revoke; for the director where the play is not recorded to its end."""
    if cost.tricks is None:
        return Remedy("committee")
    return Remedy("tricks", other_team(team), cost.tricks) if cost.tricks else Remedy("none")


def _remedy(replay: BridgeReplay, fact: TrickFact, seat: Seat, taken: dict[Team, int]) -> Remedy:
    """What the revoke costs of the tricks that the side won; `taken` counts those that earlier ones of a side
    have cost."""
    book = replay.table.book
    if seat == replay.dummy:
        return Remedy("none")  # Law 64: nobody at the table is to blame for what dummy's hand plays
    team = replay.table.team[seat]
    due = book.penalties.revoke_tricks
    if not replay.play.complete:
        return Remedy("tricks", other_team(team), due) if book.four_hand else Remedy("committee")
    from_here = book.setting("revoke-available") == "from-revoke"
    won = [
        trick.winner
        for trick in replay.play.tricks
        if trick.winner is not None
        and replay.table.team[trick.winner] == team
        and (not from_here or trick.number >= fact.number)
    ]
    available = len(won) - taken.get(team, 0)
    if available < due:
        return Remedy("committee") if available else Remedy("none")
    taken[team] = taken.get(team, 0) + due
    return Remedy("tricks", other_team(team), due)


# --- lead-out-of-turn --------------------------------------------------------------------------------


def lead_out_of_turn(replay: BridgeReplay) -> Iterator[Draft]:
    """A lead by a seat that had not the lead.

    What: the first card of a trick comes from another seat than the one left of declarer, or than the one who
    won the trick before. One that the record itself marks is found too, and one that was taken back, the
    right seat leading in its place (`! retracted W:6H -> E:5H`).

    Why: who leads is what winning a trick is for.

    Article: 8 of the Alberta rules (seed document 003); Law 53 of duplicate bridge.
    """
    for fact, index, shows in cards_with(replay, Sign.LEAD_TURN, "L"):
        seat, more = fact.seats[index], Wrong()
        message = f"{who(seat)} led to trick {fact.number}, but {_due(fact)}."
        if not shows:
            but = f"{who(fact.seats[0])} led" if index and not fact.unordered else None
            if not index and seat is not None and seat == fact.leader:
                but = _due(fact)
            what = f"the lead of {who(seat)} to trick {fact.number}"
            message, more = only_marked(what, "out of turn", but)
        yield about_card(
            replay,
            fact,
            index,
            message,
            mark="L",
            article="Law 54" if fact.number == 1 else None,
            **more,
        )
    for each in refused(replay):
        if not each.index:
            fact = each.fact
            message = f"{who(each.seat)} led to trick {fact.number}, but {_due(fact)}."
            yield about_refused(each, message, article="Law 54" if fact.number == 1 else None)


def _due(fact: TrickFact) -> str:
    """Whose lead it was, and why."""
    if fact.number == 1:
        return f"the first lead was {who(fact.leader)}'s"
    return f"{who(fact.leader)} had won the trick before"


# --- play-out-of-turn --------------------------------------------------------------------------------


def play_out_of_turn(replay: BridgeReplay) -> Iterator[Draft]:
    """A card played to a trick before its turn, or a second one by the same seat.

    What: within a trick a card comes from a seat that was not the next that had not yet played. The seat
    passed over may then play, or the turn goes on; neither is a further fault. One that the record itself
    marks is found too. A second card by the same seat that is neither marked nor objected to is a
    contradiction of the record, for one of the two was another seat's, and nobody is blamed.

    Why: a card shown too soon tells the partner what it should not.

    Article: 8 of the Alberta rules (seed document 003); Law 57 of duplicate bridge.
    """
    for fact, index, shows in cards_with(replay, Sign.PLAY_TURN, "S"):
        card = fact.cards[index]
        what = f"the {card.name}" if card is not None else "a card"
        if "S" not in marked_card(replay, fact, index) and twice_in_trick(replay, fact, index):
            if (said := two_cards(fact, index, who(fact.seats[index]))) is not None:
                message, related = said
                yield about_card(replay, fact, index, message, related=related, severity="entry")
            continue
        how = "a second time" if fact.seats[index] in fact.seats[:index] else "out of turn"
        message = f"{who(fact.seats[index])} played {what} to trick {fact.number} {how}."
        more = Wrong()
        if not shows:
            but = "all played in turn" if fact.full and not fact.unordered else None
            if any(bits & (Sign.PLAY_TURN | Sign.LEAD_TURN) for bits in fact.faults.values()):
                but = None
            marked = f"{what} of {who(fact.seats[index])} in trick {fact.number}"
            message, more = only_marked(marked, "played out of turn", but)
        yield about_card(replay, fact, index, message, mark="S", **more)
    for each in refused(replay):
        if each.index:
            message = f"{who(each.seat)} played to trick {each.fact.number} out of turn."
            yield about_refused(each, message)


# --- penalty-card ------------------------------------------------------------------------------------

KINDS = (EventKind.EXPOSED, EventKind.RETRACTED)


def penalty_card(replay: BridgeReplay) -> Iterator[Draft]:
    """A card shown in the auction, or by a defender in the play, before it is played.

    What: the recorder noted that a card was seen in the auction (`! exposed E: KS`), or in the play that a
    defender showed one, or took one back after playing it (`! retracted E:KS -> E:QS`). What declarer or
    dummy shows in the play is not this, nor a card out of turn that was taken back: that is found as such.
    Nor is a card that a defender changed after declarer or dummy had changed one played before it.

    Why: partner has seen what nobody should; a defender's card then lies open as a penalty card.

    Article: 12 of the Alberta rules (seed document 003), which sends to the Laws; Laws 24, 49 and 50 of
    duplicate bridge.
    """
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


# --- dummy-play --------------------------------------------------------------------------------------

_ACTS = {EventKind.CLAIM: "claimed tricks", EventKind.CONDUCT: "took part in the play"}


def dummy_play(replay: BridgeReplay) -> Iterator[Draft]:
    """Dummy taking part in the play.

    What: the recorder noted a claim by dummy, or an impropriety of dummy's once the play had begun (`! claim
    S: AS KS`, `! conduct S "told declarer where to win"`).

    Why: declarer plays both hands alone; dummy's cards lie open and its player has no say.

    Article: 8 of the Alberta rules (seed document 003); Law 43 of duplicate bridge.
    """
    dummy = replay.dummy
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        seat = event.seat.value if event.seat is not None else None
        if dummy is None or seat != dummy or event.kind not in _ACTS:
            continue
        if place is None or not place.parts[0].startswith("trick"):
            continue
        what = f': "{event.text}"' if event.text else ""
        yield Draft(
            place,
            f"{who(dummy)}, who was dummy, {_ACTS[event.kind]}{what}.",
            seat=dummy,
            span=event.span,
            at=At(trick=place.number("trick"), seat=dummy),
        )


# --- play-abandoned ----------------------------------------------------------------------------------

WRONG_FROM_THE_DEAL: Final = frozenset({"card-exposed", "hand-size", "pack"})
"""Findings for which a deal may be dealt again, also where the committee or the director decides."""
IN_THE_AUCTION: Final = "7"
"""The article about a deal given up in the auction, in a rulebook that has one for it."""


def play_abandoned(ruled: BridgeRuled) -> Iterator[Draft]:
    """A deal given up once it was opened.

    What: the recorder noted a redeal (`! redeal`) after the first bid or the first card, and nothing in the
    record asks for one: no card exposed in the deal, no hand of a wrong number of cards, no wrong pack.

    Why: a hand once opened is bid and played to its end, or a side could drop what goes badly.

    Article: 8 of the Alberta rules (seed document 003), and 7 where no card was played; Law 6 of duplicate
    bridge, by which only the director has a board dealt again.
    """
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
    return any(made.number <= call and made.kind is Kind.BID for made in replay.auction.calls)


# --- trick-review ------------------------------------------------------------------------------------


def trick_review(replay: BridgeReplay) -> Iterator[Draft]:
    """A closed trick looked at again too late.

    What: the recorder noted a look back at a trick (`! review trick`) when both sides had already played to a
    later one. Until one's own side has led or played to the next trick it is allowed.

    Why: remembering what was played is part of the game.

    Article: 8 of the Alberta rules (seed document 003); Law 66 of duplicate bridge.
    """
    team = replay.table.team
    for place, (seen, fact) in enumerate(zip(replay.seen.tricks, replay.play.tricks, strict=True)):
        for before, event in seen.events:
            if event.kind is not EventKind.REVIEW or event.text != "trick" or not place:
                continue
            sides = {team[seat] for seat in fact.seats[:before] if seat is not None}
            if len(sides) < 2 or before >= replay.table.players:
                continue
            yield Draft(
                card_place(fact, before - 1),
                f"A closed trick was looked at again when both sides had played to trick "
                f"{fact.number}.",
                at=At(trick=fact.number, position=before),
                span=event.span,
            )


# --- conduct -----------------------------------------------------------------------------------------


def conduct(replay: BridgeReplay) -> Iterator[Draft]:
    """Behaviour at the table, as the recorder noted it.

    What: a note of a remark or a gesture by a seat (`! conduct E "sighed at the lead"`). Whether it tells
    something to the partner is for the Director: it is an infraction where his warning to the pair is noted
    after it (`! warning EW`). Under the Alberta rules a pair's first infraction is that warning, and each
    later one costs it 100 points. What dummy says of the play is `dummy-play`.

    Why: partners may tell each other things by their calls and plays only.

    Article: 13 of the Alberta rules (seed document 003); Law 73 of duplicate bridge.
    """
    by_warning = replay.table.book.findings["conduct"].remedy == "warning"
    for number, happening in enumerate(replay.happenings):
        event = happening.event
        if event.kind is not EventKind.CONDUCT:
            continue
        seat = event.seat.value if event.seat is not None else None
        seat = seat if seat in replay.table.after else None
        place = happening.place or Place.of(f"hand {seat}" if seat else "dealer")
        if seat is not None and seat == replay.dummy and place.parts[0].startswith("trick"):
            continue
        unjudged = by_warning and not _warned(replay.happenings[number + 1 :], replay, seat)
        whose = "somebody" if seat is None else who(seat)
        what = f': "{event.text}"' if event.text else ""
        yield Draft(
            place,
            f"The recorder noted the conduct of {whose}{what}.",
            seat=seat,
            span=event.span,
            remedy=Remedy("committee") if unjudged else None,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
        )


def _warned(later: Sequence[Happening], replay: BridgeReplay, seat: Seat | None) -> bool:
    """Whether the seat's pair is warned before anything else is noted of anybody's conduct."""
    events = takewhile(lambda event: event.kind is not EventKind.CONDUCT, (h.event for h in later))
    teams = [each.team for each in events if each.kind is EventKind.WARNING]
    pair = replay.table.team[seat] if seat is not None else None
    return any(team is not None and team.value == pair for team in teams)

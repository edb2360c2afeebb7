"""Rules about the play."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from fairdeal.records import SUIT_NAMES, Card, Event, EventKind, Place, other_team
from fairdeal.rulings.claims.best_play import best_play
from fairdeal.rulings.fifty_six.claim import ClaimFact
from fairdeal.rulings.fifty_six.deal import DealReplay, Ruled, void_side
from fairdeal.rulings.fifty_six.rules.auction import excused
from fairdeal.rulings.fifty_six.scoring import table_points
from fairdeal.rulings.frame.finding import At, Related, Remedy
from fairdeal.rulings.frame.rule import (
    Draft,
    Drafted,
    about_act,
    about_card,
    about_refused,
    shared,
    who,
)
from fairdeal.rulings.replay.contradictions import twice_in_trick, two_cards
from fairdeal.rulings.replay.deal import refused
from fairdeal.rulings.replay.play import (
    Act,
    Held,
    TrickFact,
    act_of,
    card_place,
    contract_span,
    proof_words,
    proofs,
    still_held,
)
from fairdeal.rulings.replay.signs import Sign

# --- revoke ------------------------------------------------------------------------------------------


def revoke(replay: DealReplay) -> Iterator[Drafted]:
    """A card of another suit played while holding the suit led.

    What: a seat discards or trumps although it still holds a card of the suit led. What it holds is known
    from the hands as dealt or, without them, from its playing that suit later on. A slip taken back before
    the next lead is not a revoke; one taken back later is.

    Why: this is the cardinal rule of the game. The side that breaks it loses the deal, and three more points
    go to the other side.

    Article: 3.10, with 4.4 for a card taken back, of the international rules (seed document 000).
    """
    for fact, index in replay.play.with_fault(Sign.REVOKE):
        card, lead = fact.cards[index], fact.cards[0]
        if card is not None and lead is not None:
            held = still_held(replay.play, replay.dealt, fact, index, lead.suit, replay.seen.hands)
            yield shared(_revoke_found, act_of(fact, index), card, lead.suit, tuple(held))

    if replay.events and "card-retracted" in replay.book.findings:
        yield from _taken_back_late(replay)


def _taken_back_late(replay: DealReplay) -> Iterator[Draft]:
    """Slips named only after the next lead (4.4): the card first played is the one that counts."""
    for each in retractions(replay):
        fact, index, lead = each.fact, each.index, each.fact.cards[0]
        if not (each.late and each.slip) or fact.cards[index] == each.back:
            continue
        if each.back is None or each.stood is None or lead is None or fact.unordered:
            continue
        message = (
            f"{who(fact.seats[index])} played the {each.back.name} on {SUIT_NAMES[lead.suit]} led in "
            f"trick {fact.number} while holding the {each.stood.name}, and took it back only after "
            "the next lead."
        )
        held = Related(card_place(fact, index), f"{each.stood.text} still held")
        yield about_card(replay, fact, index, message, related=(held,), setting="follow-suit")


def _revoke_found(
    replay: DealReplay, act: Act, card: Card, suit: str, held: tuple[Held, ...]
) -> Draft:
    trick, _, seat = act
    message = (
        f"{who(seat)} played the {card.name} on {SUIT_NAMES[suit]} led in trick "
        f"{trick}{proof_words(held)}."
    )
    return about_act(replay, act, message, related=proofs(seat, held), setting="follow-suit")


# --- lead-out-of-turn --------------------------------------------------------------------------------


def lead_out_of_turn(replay: DealReplay) -> Iterator[Draft]:
    """A lead by a seat that was not to lead.

    What: the first trick is led by another seat than the one right of the dealer, or a later trick by another
    than the winner of the one before. The trick goes on from that lead.

    Why: the lead is what winning a trick is for. It costs a point if the other side objects; there is no
    warning first.

    Article: 4.3 with 4.2 of the international rules (seed document 000).
    """
    for fact in replay.play.tricks:
        if fact.faults.get(0, 0) & Sign.LEAD_TURN:
            due = (
                f"the first lead was seat {fact.leader}'s"
                if fact.number == 1
                else f"seat {fact.leader} had won the trick before"
            )
            message = f"{who(fact.seats[0])} led to trick {fact.number}, but {due}."
            yield about_card(replay, fact, 0, message)
    for each in refused(replay):
        if not each.index:
            message = f"{who(each.seat)} led to trick {each.fact.number} out of turn."
            yield about_refused(each, message)


# --- play-out-of-turn --------------------------------------------------------------------------------


def play_out_of_turn(replay: DealReplay) -> Iterator[Draft]:
    """A card played within a trick when it was another seat's turn.

    What: a card by a seat that was not next. The seat passed over may then play late; that is not a further
    fault. A second card by the same seat is found here too: unless the other side objected to it, it is a
    contradiction of the record, for one of the two was another seat's, and nobody is blamed.

    Why: a card too early shows something before its time. The first time costs the team a warning, after that
    a point, if the other side objects.

    Article: 3.2 of the international rules (seed document 000), which names discards along with bids.
    """
    for fact, index in replay.play.with_fault(Sign.PLAY_TURN):
        seat, card = fact.seats[index], fact.cards[index]
        name = f"the {card.name}" if card is not None else "a card"
        if twice_in_trick(replay, fact, index):
            if (said := two_cards(fact, index, f"seat {seat}")) is not None:
                message, related = said
                yield about_card(
                    replay,
                    fact,
                    index,
                    message,
                    related=related,
                    severity="entry",
                    remedy=Remedy("committee"),
                )
            continue
        how = "a second time" if seat in fact.seats[:index] else "out of turn"
        message = f"{who(seat)} played {name} {how} in trick {fact.number}."
        yield about_card(replay, fact, index, message, setting="warning-scope")
    for each in refused(replay):
        if each.index:
            message = f"{who(each.seat)} played to trick {each.fact.number} out of turn."
            yield about_refused(each, message, setting="warning-scope")


# --- void-trump-redeal -------------------------------------------------------------------------------


def void_trump_redeal(replay: DealReplay) -> Iterator[Draft]:
    """A suit contract with no trump among the defenders.

    What: the defending side was dealt no card of the trump suit between them, shown by the hands or by all
    that was played. No-trump contracts cannot have this.

    Why: with all trumps on one side there is nothing to play for; the same dealer deals again, whatever was
    played meanwhile.

    Article: 2.4.5 of the international rules (seed document 000). It speaks of what comes out during the
    play. Where all tricks were played and no redeal is noted, the setting `void-trump-late` says what is
    done, and both scores are given.
    """
    side, contract = void_side(replay), replay.contract
    if side is None or contract is None:
        return
    seats = [seat for seat in replay.table.seats if replay.table.team[seat] == side]
    trumps = SUIT_NAMES[contract.trump]
    listed = ", ".join(seats[:-1]) + f" and {seats[-1]}"
    known = all(replay.dealt[seat].source != "played" for seat in seats)
    shown = "the hands" if known else "what was played"
    late = replay.play.complete and not replay.event(EventKind.REDEAL)
    open_to_choice = late and replay.book.setting("void-trump-late") == "committee"
    remedy = Remedy("committee") if open_to_choice else None
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


def _both_ways(replay: DealReplay) -> str:
    """What the deal scores if it is dealt again, and if it is not."""
    words = " Nobody stopped the play. If the deal is dealt again, nothing in it scores"
    found = table_points(replay)
    if found is None:
        return f"{words}."
    return f"{words}; as played, team A gets {found['A']} and team B {found['B']}."


# --- card-retracted ----------------------------------------------------------------------------------


def card_retracted(replay: DealReplay) -> Iterator[Draft]:
    """A card taken back after it was exposed.

    What: the recorder noted that a seat took back a card it had played and put another in its place (`!
    retracted 4:KS -> 4:QD`). It is excused where the first card was a slip that did not follow suit, the
    second does, and it was named before the next lead. Named later, the first card is a `revoke`. A card out
    of turn for which another seat then played is found as that, and not here.

    Why: a card that has been seen is played. Taking it back, above all for another of the same suit, gives
    away what is held.

    Article: 4.4 of the international rules (seed document 000).
    """
    for each in retractions(replay):
        fact, index, back = each.fact, each.index, each.back
        if each.slip and not each.late:
            continue
        swap = f"for the {each.stood.name} " if each.stood is not None else ""
        message = (
            f"{who(fact.seats[index])} took back the "
            f"{back.name if back is not None else 'card'} {swap}in trick {fact.number}"
            f"{', after the next lead' if each.late else ''}."
        )
        yield about_card(replay, fact, index, message)


# --- claim-defeated ----------------------------------------------------------------------------------


def claim_defeated(replay: DealReplay) -> Iterator[Draft]:
    """A claim of the remaining tricks that was challenged and does not hold.

    What: a seat tabled two or more cards, which claims every trick that remains, and the other side
    challenged; there is a legal line of play by all six in which a challenger wins a trick. The finding shows
    it. Where not every card is known it is found if every deal that fits the record has such a line, and
    possible if some have.

    Why: who claims must be sure. If the challengers can be shown a single trick, all that remained is theirs;
    tricks won before stay where they are.

    Article: 4.10 of the international rules (seed document 000). Any permutation of play is read as any legal
    play by all, not the best.
    """
    claim = replay.claim
    if claim is not None and claim.challenged and claim.line is not None:
        yield ruling(replay, claim)


def possible_claim_defeated(replay: DealReplay) -> Iterator[Draft]:
    """A claim that some deals consistent with the record defeat, and others do not."""
    claim = replay.claim
    if claim is not None and claim.maybe is not None:
        defeated = dataclasses.replace(claim, line=claim.maybe, falls_to=other_team(claim.team))
        yield ruling(replay, defeated)


def ruling(replay: DealReplay, claim: ClaimFact) -> Draft:
    """The finding about a challenged claim: defeated, with the line that shows it, or standing."""
    line = claim.line
    place = Place.of(f"trick {claim.trick}", f"seat {claim.seat}")
    start = f"Seat {claim.seat} claimed the remaining tricks in trick {claim.trick}"
    if line is not None:
        cards = "; ".join(
            " ".join(f"{seat}:{card.text}" for seat, card in trick.plays) for trick in line
        )
        message = (
            f"{start}; team {other_team(claim.team)} challenged and can win a trick: seat "
            f"{line[-1].winner} does, if the play goes {cards}."
        )
        if claim.maybe is not None:
            message += (
                " Not every card is recorded: in other deals that fit the record, the claim holds."
            )
        elif claim.hidden:
            message += (
                " Not every card is recorded: every deal that fits the record has such a line."
            )
        else:
            message += _at_best_play(replay, claim)
        related: tuple[Related, ...] = (Related(place, f"line that defeats the claim: {cards}"),)
    else:
        message = f"{start}; challenged, but no legal play gives the challengers a trick."
        if claim.hidden:
            message += " Not every card is recorded: that is so in every deal that fits the record."
        related = ()
    return Draft(
        place,
        message,
        seat=claim.seat,
        at=At(trick=claim.trick, seat=claim.seat),
        span=claim.event.span,
        related=related,
        remedy=Remedy("tricks", claim.falls_to),
    )


def _at_best_play(replay: DealReplay, claim: ClaimFact) -> str:
    """What best play would give, for information: the ruling goes by any legal play (4.10)."""
    if claim.position is None or replay.seen.doubts:  # not for each world of a doubtful record
        return ""
    tricks = best_play(claim.position, claim.team)
    if tricks is None:
        return ""
    left = claim.position.tricks_left
    return (
        f" For information: with best play by all and every hand known, team {claim.team} would win "
        f"{tricks} of the {left} tricks that remained."
    )


# --- claim-stands ------------------------------------------------------------------------------------


def claim_stands(replay: DealReplay) -> Iterator[Draft]:
    """A claim of the remaining tricks that was challenged and holds.

    What: a seat tabled two or more cards, which claims every trick that remains; the other side challenged,
    and no legal line of play gives it a trick. A claim that nobody challenged stands without a word.

    Why: the challenge has to be answered, and the remaining tricks go to the side that claimed.

    Article: 4.10 of the international rules (seed document 000).
    """
    claim = replay.claim
    if claim is not None and claim.challenged and claim.line is None and claim.falls_to:
        yield ruling(replay, claim)


# --- play-abandoned ----------------------------------------------------------------------------------


def play_abandoned(ruled: Ruled) -> Iterator[Draft]:
    """A deal given up after play had begun.

    What: the recorder noted a redeal (`! redeal`) after the first card, and nothing in the record makes one
    due: no card exposed, no wrong hand, no constraining hand, no defenders void in trumps.

    Why: a deal once begun is played to its end, or a side could drop what goes badly.

    Article: 4.5 of the international rules (seed document 000); 2.4.5 overrides it.
    """
    replay = ruled.replay
    if not replay.played_on or any(each.remedy.kind == "redeal" for each in ruled.findings):
        return
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        number = place.number("trick") if place is not None else None
        if event.kind is EventKind.REDEAL and number is not None:
            yield Draft(
                Place.of(f"trick {number}"),
                f"The deal was given up in trick {number}, but the record shows no reason to deal again.",
                at=At(trick=number),
                span=event.span,
            )
            return


# --- trick-review ------------------------------------------------------------------------------------


def trick_review(replay: DealReplay) -> Iterator[Draft]:
    """A closed trick looked at again after the next lead.

    What: the recorder noted a look back at a trick (`! review trick`) when a card of a later trick was
    already on the table. Before the next lead it is allowed.

    Why: remembering what was played is part of the game.

    Article: 4.6 of the international rules (seed document 000).
    """
    size = replay.table.players
    for place, (seen, fact) in enumerate(zip(replay.seen.tricks, replay.play.tricks, strict=True)):
        for before, event in seen.events:
            trick = event.kind is EventKind.REVIEW and event.text == "trick"
            if not trick or not place or not 0 < before < size or excused(replay, event):
                continue
            yield Draft(
                card_place(fact, before - 1),
                f"A closed trick was looked at again after trick {fact.number} had begun.",
                at=At(trick=fact.number, position=before),
                span=event.span,
            )


# --- conduct -----------------------------------------------------------------------------------------


def conduct(replay: DealReplay) -> Iterator[Draft]:
    """Behaviour at the table, as the recorder noted it.

    What: a note of a signal, a remark or a pre-arranged term by a seat (`! conduct 2 "tapped the table"`).

    Why: partners may tell each other their cards by the approved bids only. What was noted is for the
    committee to weigh.

    Article: 3.0 with 3.4 of the international rules (seed document 000).
    """
    for happening in replay.happenings:
        event = happening.event
        if event.kind is not EventKind.CONDUCT:
            continue
        seat = event.seat.value if event.seat is not None else None
        seat = seat if seat in replay.table.after else None
        place = happening.place or Place.of(f"hand {seat}" if seat else "dealer")
        whose = f"seat {seat}" if seat is not None else "somebody"
        what = f': "{event.text}"' if event.text else ""
        yield Draft(
            place,
            f"The recorder noted the conduct of {whose}{what}.",
            seat=seat,
            span=event.span,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
        )


# --- cards taken back ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Retraction:
    """A card `back` of a trick taken back for another, that `stood`. `index` counts its cards from 0.

    `late`: named only after the next lead.
    """

    fact: TrickFact
    index: int
    back: Card | None
    stood: Card | None
    late: bool

    @property
    def slip(self) -> bool:
        """Whether the card taken back did not follow suit, and the one that stood does."""
        lead = self.fact.cards[0]
        if not self.index or lead is None or self.back is None or self.stood is None:
            return False
        return self.back.suit != lead.suit and self.stood.suit == lead.suit


def retractions(replay: DealReplay) -> Iterator[Retraction]:
    """Every card taken back, in the order noted."""
    tricks = replay.play.tricks
    out_of_turn = [each.event for each in refused(replay)]
    for number, seen in enumerate(replay.seen.tricks):
        for before, event in seen.events:
            if event.kind is EventKind.RETRACTED and event not in out_of_turn:
                yield from _retraction(replay, event, number, before)
    for event in replay.deal.closing:
        if event.kind is EventKind.RETRACTED and event.at is not None and tricks:
            yield from _retraction(replay, event, len(tricks) - 1, len(tricks[-1].cards))


def _retraction(replay: DealReplay, event: Event, number: int, before: int) -> Iterator[Retraction]:
    """The card that an event is about; it stands in a trick (from 0) after so many of its cards."""
    here = replay.play.tricks[number]
    fact, seat = here, event.seat.value if event.seat is not None else None
    if event.at is not None:
        named = event.at.within_deal().number("trick")
        found = [each for each in replay.play.tricks if each.number == named]
        if not found:
            return
        fact = found[0]
    if seat in fact.seats:
        index = fact.seats.index(seat)
    elif before and fact is here:
        index = before - 1
    else:
        return
    led = here.number if before else here.number - 1
    back = event.cards[0].value if event.cards else None
    stood = event.replaced_by.value if event.replaced_by is not None else fact.cards[index]
    yield Retraction(fact, index, back, stood, led > fact.number)

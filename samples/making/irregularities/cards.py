"""Irregularities of the hands and of the play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fairdeal.records import SUITS, Card, Event, EventKind, Seat, clear, other_team, team_of
from samples.making.chance import given, require
from samples.making.irregularities.scene import ANY, Expected, Scene
from samples.making.records.deals import dealt
from samples.making.records.table import (
    HAND,
    Put,
    Round,
    constraining,
    rank_of,
    suit_of,
    winner_of,
)

# --- hands -----------------------------------------------------------------------------------------


def hand_size(scene: Scene) -> None:
    """Hands of the wrong size: nine and seven, or seven in a pack of 47."""
    hands = scene.hands
    short, long = scene.rng.sample(list(scene.variant.seats), 2)
    card = hands[short].pop(scene.rng.randrange(HAND))
    scene.expect("hand-size", f"hand {short}", short)
    scene.events.append(Event(EventKind.REDEAL))
    if scene.chance(0.6):
        hands[long].append(card)
        scene.expect("hand-size", f"hand {long}", long)
    # The deal ends before any card is played; only hands and perhaps calls are recorded.
    require(not any(constraining(hand) for hand in hands.values()))
    scene.needs_hands, scene.result = True, False


def pack(scene: Scene) -> None:
    """A third copy of a card, or a card of a rank that is not in the pack."""
    hands, seat = scene.hands, scene.rng.choice(scene.variant.seats)
    index = scene.rng.randrange(HAND)
    scene.needs_hands = True
    if scene.chance(0.4):
        low = ("8", "7", "6", "5", "4", "3", "2")
        rank = scene.rng.choice([rank for rank in low if rank not in scene.variant.ranks])
        hands[seat][index] = rank + scene.rng.choice(SUITS)
        scene.expect("pack", f"hand {seat} / {index + 1}", seat)
        scene.result = False
        return
    # Written for a card of equal points, so that the points of the deal still come to 56.
    twins = {"A": "10", "10": "A", "K": "Q", "Q": "K"}
    old = hands[seat][index]
    require(rank_of(old) in twins)
    new = twins[rank_of(old)] + suit_of(old)
    hands[seat][index] = new
    spots = [(s, i) for s in scene.variant.seats for i, c in enumerate(hands[s], 1) if c == new]
    last, place = spots[2]
    scene.expect("pack", f"hand {last} / {place}", last)
    scene.whole_play, scene.result = True, scene.chance(0.7)


def _one_suit(scene: Scene) -> tuple[Seat, dict[Seat, list[str]]]:
    """A deal in which one seat holds eight of a suit, or eight jacks."""
    cards = scene.variant.pack
    if scene.chance(0.25):
        chosen = [card for card in cards if rank_of(card) == "J"]
    else:
        suit = scene.rng.choice(SUITS)
        chosen = scene.rng.sample([card for card in cards if suit_of(card) == suit], HAND)
    for card in chosen:
        cards.remove(card)
    seat = scene.rng.choice(scene.variant.seats)
    others = [other for other in scene.variant.seats if other != seat]
    hands = dealt(scene.rng, cards, others) | {seat: chosen}
    require(sum(constraining(hand) for hand in hands.values()) == 1)
    return seat, dict(sorted(hands.items()))


def constraining_hand(scene: Scene) -> None:
    """Disclosed before the first lead, or nothing played: the deal is dealt again."""
    seat, scene.hands = _one_suit(scene)
    scene.expect("constraining-hand", f"hand {seat}", seat)
    scene.needs_hands, scene.result = True, False
    if scene.chance(0.5):
        scene.events.append(Event(EventKind.DISCLOSED, seat=clear(seat)))


def constraining_hand_undisclosed(scene: Scene) -> None:
    """Played on without a word: as the cardinal rule (3.9)."""
    seat, scene.hands = _one_suit(scene)
    scene.expect("constraining-hand-undisclosed", f"hand {seat}", seat)
    scene.needs_hands, scene.whole_play = True, True
    scene.cardinal.add(team_of(seat))


def card_exposed(scene: Scene) -> None:
    """A card seen in the deal: the deal is dealt again."""
    seat = scene.rng.choice(scene.variant.seats)
    card = Card.of(scene.rng.choice(scene.hands[seat]))
    scene.events.append(Event(EventKind.EXPOSED, seat=clear(seat), cards=(clear(card),)))
    scene.expect("card-exposed", f"hand {seat}", seat)
    scene.needs_hands, scene.result = True, False


# --- a suit that one side holds alone ----------------------------------------------------------------


def one_sided_hands(scene: Scene) -> None:
    """All cards of a suit go to one side, for a contract that the other side cannot ruff."""
    suit, team = scene.rng.choice(SUITS), scene.rng.choice(("A", "B"))
    pack = scene.variant.pack
    scene.rng.shuffle(pack)
    trumps = [card for card in pack if suit_of(card) == suit]
    rest = [card for card in pack if suit_of(card) != suit]
    room = scene.variant.players // 2 * HAND - len(trumps)
    sides = {team: trumps + rest[:room], other_team(team): rest[room:]}
    hands: dict[Seat, list[str]] = {}
    for side, cards in sides.items():
        seats = [seat for seat in scene.variant.seats if team_of(seat) == side]
        hands |= dealt(scene.rng, cards, seats)
    require(not any(constraining(hand) for hand in hands.values()))
    scene.hands = dict(sorted(hands.items()))


def one_sided_auction(scene: Scene) -> None:
    """The side that holds the suit wins the auction in it."""
    scene.finish()
    scene.redeal = scene.whole_play = True
    team = other_team(team_of(given(scene.auction.standing).by))
    scene.expected.append(Expected("void-trump-redeal", "contract", str(scene.number), ANY, team))


# --- play --------------------------------------------------------------------------------------------


def revoke(scene: Scene) -> None:
    """Another suit played with a card of the suit led in the hand."""
    playing = scene.start_play(HAND - 2)
    _revoke_now(scene)
    playing.run(scene.rng)


def revokes(scene: Scene) -> None:
    """Two revokes in a deal, by one side or by both."""
    playing = scene.start_play(HAND - 4)
    _revoke_now(scene)
    playing.run(scene.rng, scene.rng.randint(len(playing.tricks), HAND - 2))
    _revoke_now(scene)
    playing.run(scene.rng)


def _revoke_now(scene: Scene) -> None:
    """A trick in which one seat revokes, where one can."""
    seat = scene.one_of_a_trick(0.35, scene.playing.off_suit)
    scene.expect("revoke", f"trick {len(scene.playing.tricks)} / seat {seat}", seat)
    scene.cardinal.add(team_of(seat))


def lead_out_of_turn(scene: Scene) -> None:
    """A seat leads that did not win the last trick; the others follow in turn."""
    # Without a contract nobody can say who won a trick, so neither who should lead.
    require(not scene.undecided)
    playing = scene.start_play(HAND - 1)
    others = [seat for seat in scene.variant.seats if seat != playing.leader]
    playing.leader = wrong = scene.rng.choice(others)
    trick = playing.open()
    playing.put_random(scene.rng, trick, wrong, label=True)
    if scene.objection(wrong, trick.items):
        scene.penalty[other_team(team_of(wrong))] += 1
    playing.put_random(scene.rng, trick, *playing.order[1:])
    scene.expect("lead-out-of-turn", f"trick {len(playing.tricks)} / seat {wrong}", wrong)
    playing.close(trick)
    playing.run(scene.rng)


def play_out_of_turn(scene: Scene) -> None:
    """A seat plays before its turn; those passed over play at once or at any time later."""
    playing = scene.start_play(HAND - 1)
    order, trick = playing.order, playing.open()
    due = scene.rng.randint(1, len(order) - 2)
    early = scene.rng.randint(due + 1, len(order) - 1)
    actor = order[early]
    skipped, later = order[due:early], order[early + 1 :]
    playing.put_random(scene.rng, trick, *order[:due])
    playing.put_random(scene.rng, trick, actor, label=True)
    scene.expect("play-out-of-turn", f"trick {len(playing.tricks)} / seat {actor}", actor)
    if scene.objection(actor, trick.items):
        scene.fine(actor)
    playing.put_random(scene.rng, trick, *_mixed(scene, skipped, later), label=True)
    playing.close(trick)
    playing.run(scene.rng)


def _mixed(scene: Scene, skipped: Sequence[Seat], later: Sequence[Seat]) -> list[Seat]:
    """Those passed over and those still to come, each group in its own order."""
    first, second = list(skipped), list(later)
    groups = [first] * len(first) + [second] * len(second)
    if not scene.chance(0.4):
        scene.rng.shuffle(groups)
    return [group.pop(0) for group in groups]


def card_not_held(scene: Scene) -> None:
    """Two seats play each other's card of one suit, or one plays a card twice and the log stops."""
    scene.needs_hands = True
    scene.rng.choice((_swapped, _swapped, _twice))(scene)


def _swapped(scene: Scene) -> None:
    playing = scene.playing
    playing.run(scene.rng)
    scene.whole_play = True
    spots = [(t, i) for t, trick in enumerate(playing.tricks) for i in range(len(trick.puts))]
    one, other = sorted(scene.rng.sample(spots, 2))
    first, second = (playing.tricks[t].puts[i] for t, i in (one, other))
    require(first.seat != second.seat and suit_of(first.card) == suit_of(second.card))
    for (number, at), own, card in ((one, first, second.card), (other, second, first.card)):
        trick = playing.tricks[number]
        trick.items[at] = Put(own.seat, card)
        require(card not in scene.hands[own.seat] and playing.follows_after(number, own))
        require(winner_of(scene.variant, trick.pairs, playing.trump) == trick.winner)
        scene.expect("card-not-held", f"trick {number + 1} / seat {own.seat}", own.seat)


def _twice(scene: Scene) -> None:
    """A card held once is played twice; the record stops soon after."""
    playing = scene.playing
    playing.run(scene.rng, scene.rng.randint(1, 5))
    seat = scene.one_of_a_trick(0.4, partial(_own_again, scene))
    scene.whole_play = True
    scene.expect("card-not-held", f"trick {len(playing.tricks)} / seat {seat}", seat)


def _own_again(scene: Scene, trick: Round, seat: Seat) -> list[str]:
    """Cards that the seat has played, of the suit to follow, whose fellow is still held elsewhere."""
    played = [put for old in scene.playing.tricks for put in old.puts]
    cards = [put.card for put in played]
    return [
        put.card
        for put in played
        if put.seat == seat
        and cards.count(put.card) == 1
        and scene.hands[seat].count(put.card) == 1
        and trick.led in (None, suit_of(put.card))
    ]


def same_seat_twice(scene: Scene) -> None:
    """One seat plays two cards to the last recorded trick: out of turn, and nobody wins it."""
    playing = scene.playing
    playing.run(scene.rng, scene.rng.randint(0, 4))
    order, trick = playing.order, playing.open()
    at = scene.rng.randrange(len(order) - 1)
    playing.put_random(scene.rng, trick, *order[: at + 1])
    playing.put_random(scene.rng, trick, order[at], label=True)
    scene.expect("play-out-of-turn", f"trick {len(playing.tricks)} / seat {order[at]}", order[at])
    playing.put_random(scene.rng, trick, *order[at + 1 : -1], label=True)
    scene.whole_play = scene.needs_hands = True

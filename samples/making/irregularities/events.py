"""Irregularities that only the recorder's notes tell of, and near misses that are none."""

from __future__ import annotations

from fairdeal.records.cards import Card, Seat, other_team, team_of
from fairdeal.records.doubt import clear
from fairdeal.records.record import Event, EventKind
from samples.making.chance import given, require
from samples.making.irregularities.scene import Scene
from samples.making.records.plays import Playing, Round
from samples.making.records.table import HAND, suit_of, winner_of


def _event(kind: EventKind, seat: Seat | None = None, text: str | None = None) -> Event:
    return Event(kind, seat=None if seat is None else clear(seat), text=text)


# --- in the auction ----------------------------------------------------------------------------------


def missing_call(scene: Scene) -> None:
    """A seat lets its turn to call go by in silence."""
    seat = scene.prelude(1)
    auction = scene.auction
    # Somebody bids next, so that it does not matter whether silence counts among the passes.
    auction.items.append(_event(EventKind.SILENCE, seat))
    scene.expect("missing-call", f"call {auction.calls + 1}", seat)
    auction.turn = scene.variant.after(seat)
    require(auction.turn != given(auction.standing).by and auction.passes <= 2)
    scene.good_bid(label=True)
    scene.keep_calls = True


def _noted(scene: Scene, event: Event, most: int = 8) -> str:
    """Let calls be made, note an event after the last of them, and go on; the call's place."""
    auction = scene.auction
    auction.run(scene.rng, scene.rng.randint(1, most))
    where = f"call {auction.calls}"
    auction.items.append(event)
    require(not auction.closed or event.kind is not EventKind.SEATS)
    scene.finish()
    scene.keep_calls = True
    return where


def auction_review(scene: Scene) -> None:
    """The bids are gone over again."""
    scene.expect_entry("auction-review", _noted(scene, _event(EventKind.REVIEW, text="auction")))


def score_query(scene: Scene) -> None:
    """A question about the score when the bidding has begun."""
    seat = scene.rng.choice(scene.variant.seats)
    scene.expect("score-query", _noted(scene, _event(EventKind.SCORE_QUERY, seat)), seat)


def conduct(scene: Scene) -> None:
    """A signal or remark that the recorder noted."""
    seat = scene.rng.choice(scene.variant.seats)
    text = scene.rng.choice(
        ("tapped the table", "sighed", 'said "well, well"', "looked at partner")
    )
    scene.expect("conduct", _noted(scene, _event(EventKind.CONDUCT, seat, text)), seat)


def seat_change(scene: Scene) -> None:
    """Seats changed between two calls."""
    seat = scene.rng.choice((1, 2))
    names = ((str(seat), "first"), (str(seat + 2), "second"))
    scene.expect_entry("seat-change", _noted(scene, Event(EventKind.SEATS, names=names), 4))


# --- in the play -------------------------------------------------------------------------------------


def trick_review(scene: Scene) -> None:
    """A closed trick looked at again when the next has begun."""
    playing = scene.start_play(HAND - 1, least=1)
    trick, order = playing.open(), playing.order
    at = scene.rng.randrange(1, len(order))
    for place, seat in enumerate(order):
        if place == at:
            trick.items.append(_event(EventKind.REVIEW, text="trick"))
            scene.expect_entry(
                "trick-review", f"trick {len(playing.tricks)} / seat {order[place - 1]}"
            )
        playing.put_random(scene.rng, trick, seat, label=place == at)
    playing.close(trick)
    playing.run(scene.rng)


def card_retracted(scene: Scene) -> None:
    """A card taken back for another although it broke no rule."""
    playing = scene.start_play(HAND - 2)

    def legal(trick: Round, seat: Seat) -> list[str]:
        cards = sorted(set(playing.legal(seat, trick.led)))
        return cards if len(cards) > 1 else []

    def put(trick: Round, seat: Seat, cards: list[str]) -> None:
        _take_back(playing, trick, seat, *scene.rng.sample(cards, 2))

    seat = scene.one_of_a_trick(0.4, legal, put)
    scene.expect("card-retracted", f"trick {len(playing.tricks)} / seat {seat}", seat)
    playing.run(scene.rng)


def _take_back(playing: Playing, trick: Round, seat: Seat, back: str, stood: str) -> None:
    playing.put(trick, seat, stood, label=True)
    trick.items.append(
        Event(
            EventKind.RETRACTED,
            seat=clear(seat),
            cards=(clear(Card.of(back)),),
            replaced_by=clear(Card.of(stood)),
        )
    )


def excused_slip(scene: Scene) -> None:
    """A card that did not follow suit, taken back before the next lead: no finding at all."""
    playing = scene.start_play(HAND - 2)

    def put(trick: Round, seat: Seat, cards: list[str]) -> None:
        stood = scene.rng.choice(playing.legal(seat, trick.led))
        _take_back(playing, trick, seat, scene.rng.choice(cards), stood)

    scene.one_of_a_trick(0.4, playing.off_suit, put)
    playing.run(scene.rng)


def claim(scene: Scene) -> None:
    """A claim before the last two tricks, challenged or not; decided by trying every line of play."""
    playing = scene.playing
    playing.run(scene.rng, HAND - 2)
    seat = scene.rng.choice(playing.order[:1] * 3 + playing.order)
    team = team_of(seat)
    cards = tuple(clear(Card.of(card)) for card in playing.left[seat])
    challenged = scene.chance(0.8)
    last = playing.tricks[-1]
    last.items.append(Event(EventKind.CLAIM, seat=clear(seat), cards=cards))
    falls_to = team
    if challenged:
        last.items.append(Event(EventKind.CHALLENGE, team=clear(other_team(team))))
        left = {seat: tuple(cards) for seat, cards in playing.left.items()}
        falls = _can_win(scene, playing.leader, left, other_team(team))
        code = "claim-defeated" if falls else "claim-stands"
        falls_to = other_team(team) if falls else team
        scene.expect(code, f"trick {HAND - 1} / seat {seat}", seat)
    scene.needs_hands, scene.claimed_by = True, falls_to
    scene.whole_play = True


def _can_win(
    scene: Scene,
    leader: Seat,
    left: dict[Seat, tuple[str, ...]],
    team: str,
    trick: tuple[tuple[Seat, str], ...] = (),
) -> bool:
    """Whether some legal play of the remaining tricks gives the team one of them: every line tried."""
    if len(trick) == scene.variant.players:
        winner = winner_of(scene.variant, trick, scene.playing.trump)
        if team_of(winner) == team:
            return True
        return bool(left[winner]) and _can_win(scene, winner, left, team)
    seat = scene.variant.after(leader, len(trick))
    led = suit_of(trick[0][1]) if trick else None
    for card in {c for c in left[seat] if suit_of(c) == led} or set(left[seat]):
        rest = list(left[seat])
        rest.remove(card)
        if _can_win(scene, leader, {**left, seat: tuple(rest)}, team, (*trick, (seat, card))):
            return True
    return False

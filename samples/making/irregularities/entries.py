"""Irregularities of what is written: the recorder's notes, near misses among them, and what stands under
a deal."""

from __future__ import annotations

from fairdeal.records import Card, Event, EventKind, Seat, clear, other_team, team_of
from samples.making.chance import given, require
from samples.making.irregularities.scene import Scene
from samples.making.records.deals import miswritten
from samples.making.records.table import HAND, Playing, Round, award_of, suit_of, winner_of


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
    scene.expect("auction-review", _noted(scene, _event(EventKind.REVIEW, text="auction")))


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
    scene.expect("seat-change", _noted(scene, Event(EventKind.SEATS, names=names), 4))


# --- in the play -------------------------------------------------------------------------------------


def trick_review(scene: Scene) -> None:
    """A closed trick looked at again when the next has begun."""
    playing = scene.start_play(HAND - 1, least=1)
    trick, order = playing.open(), playing.order
    at = scene.rng.randrange(1, len(order))
    playing.put_random(scene.rng, trick, *order[:at])
    trick.items.append(_event(EventKind.REVIEW, text="trick"))
    scene.expect("trick-review", f"trick {len(playing.tricks)} / seat {order[at - 1]}")
    playing.put_random(scene.rng, trick, order[at], label=True)
    playing.put_random(scene.rng, trick, *order[at + 1 :])
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
    last = playing.tricks[-1].items
    last.append(Event(EventKind.CLAIM, seat=clear(seat), cards=cards))
    scene.needs_hands, scene.whole_play, scene.claimed_by = True, True, team
    if scene.chance(0.8):
        others, code = other_team(team), "claim-stands"
        last.append(Event(EventKind.CHALLENGE, team=clear(others)))
        left = {seat: tuple(cards) for seat, cards in playing.left.items()}
        if _can_win(scene, playing.leader, left, others):
            scene.claimed_by, code = others, "claim-defeated"
        scene.expect(code, f"trick {HAND - 1} / seat {seat}", seat)


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
    hand = left[seat]

    def wins(card: str) -> bool:
        at = hand.index(card)
        rest = {**left, seat: hand[:at] + hand[at + 1 :]}
        return _can_win(scene, leader, rest, team, (*trick, (seat, card)))

    return any(map(wins, {c for c in hand if suit_of(c) == led} or set(hand)))


# --- under the deal -----------------------------------------------------------------------------------


def contract_entry(scene: Scene) -> None:
    """The contract written down differs in value, denomination, declarer or doubling."""
    contract = given(scene.contract)
    _, scene.written.contract = miswritten(contract, scene.rng, scene.variant.seats)
    scene.expect("contract-entry", "contract")
    scene.keep_calls = True


def trick_winner(scene: Scene) -> None:
    """A trick is written down for a seat that did not win it."""
    winners = given(scene.written.winners)
    require(len(winners) == 8)
    index = scene.rng.randrange(8)
    winners[index] = scene.rng.choice([s for s in scene.variant.seats if s != winners[index]])
    scene.expect("trick-winner", f"trick {index + 1} / winner")


def points_entry(scene: Scene) -> None:
    """One side's card points, or both, are not what the play gave."""
    points = given(scene.written.points)
    both = scene.chance(0.4)
    slip = scene.rng.choice((-3, -2, -1, 1, 2, 3, 10))
    team = scene.rng.choice(("A", "B"))
    other = other_team(team)
    require(0 <= points[team] + slip <= 56 and 0 <= points[other] - slip <= 56)
    for name, more in ((team, slip), (other, -slip)) if both else ((team, slip),):
        points[name] += more
        scene.expect("points-entry", f"points {name}")


def award_entry(scene: Scene) -> None:
    """The score is not what the table gives."""
    score = given(scene.written.score)
    way = scene.rng.choice(("figure", "figure", "other side", "loser"))
    # What is missing may be a penalty that was due: that is another finding.
    require(not scene.cardinal and not any(scene.penalty.values()))
    winner = max(score, key=lambda team: score[team])
    loser = other_team(winner)
    if way == "figure":
        wrong = {winner: scene.rng.choice([n for n in range(9) if n != score[winner]])}
    elif way == "other side":
        wrong = {winner: score[loser], loser: score[winner]}
    else:
        wrong = {loser: scene.rng.randint(1, 5)}
    for team in sorted(wrong):
        if wrong[team] != score[team]:
            scene.expect("award-entry", f"score {team}")
    score.update(wrong)


def penalty_entry(scene: Scene) -> None:
    """A penalty that was due is not in the score."""
    score = given(scene.written.score)
    require(any(scene.penalty.values()) and not scene.cardinal)
    for team, points in scene.penalty.items():
        if points:
            score[team] -= points
            scene.expect("penalty-entry", f"score {team}")


def forfeit_left_out(scene: Scene) -> None:
    """The score is that of the play, as if nobody had broken the cardinal rule.

    The table gives that score, so what is missing is the penalty alone, at the side it is owed to.
    """
    score, agreed = given(scene.written.score), given(scene.contract)
    require(scene.award is not None and len(scene.cardinal) == 1)
    score.update(award_of(scene.variant, agreed, scene.outcome == "made"))
    offended = other_team(next(iter(scene.cardinal)))
    scene.expect("penalty-entry", f"score {offended}")

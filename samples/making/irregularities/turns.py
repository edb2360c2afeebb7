"""Calls out of turn, and how the turn goes on after them."""

from __future__ import annotations

from samples.making.chance import given, require
from samples.making.irregularities.scene import Scene
from samples.making.records.auctions import Spoken, terms
from samples.making.records.table import side


def call_out_of_turn(scene: Scene) -> None:
    """A call by a seat whose turn it is not; play goes on from it, or back to who was due."""
    seat_due = scene.prelude(0, 7)
    auction = scene.auction
    standing = auction.standing
    barred = {seat_due} if standing is None else {seat_due, standing.by}
    actor = scene.rng.choice([s for s in scene.variant.seats if s not in barred])
    require(auction.passes <= 2)
    acts = [_early_bid]
    if standing is not None:
        acts += [_early_pass, _early_pass_five]
        if side(actor) != side(standing.by):
            acts += [_early_double] if standing.doubled == 1 else []
        elif standing.doubled == 2:
            acts += [_early_redouble] * 3
    scene.rng.choice(acts)(scene, seat_due, actor)
    scene.keep_calls = True


def _object(scene: Scene, actor: int, number: int) -> None:
    """The finding, and the objection right after the call where there is one."""
    scene.expect("call-out-of-turn", f"call {number}", actor)
    event = scene.objection(actor)
    if event is not None:
        scene.auction.items.append(event)
        scene.fine(actor)


def _early_bid(scene: Scene, due: int, actor: int) -> None:
    auction = scene.auction
    bid = given(auction.random_bid(scene.rng, actor, own_number=auction.standing is None))
    _object(scene, actor, auction.bid(actor, bid, label=True))
    _on_or_back(scene, "bid", due, actor)


def _on_or_back(scene: Scene, what: str, due: int, actor: int) -> None:
    """The auction goes on from the early call, or the turn goes back to who was due."""
    if scene.chance(0.5):
        scene.note(f"{what}, on")
        scene.finish()
        return
    scene.note(f"{what}, back")
    _back_to(scene, due, actor)


def _back_to(scene: Scene, due: int, actor: int) -> None:
    """The turn goes back; somebody bids before it reaches the one who acted early."""
    auction = scene.auction
    auction.turn = due
    # The seat passed over may also pass, as long as another bids before the early seat's own turn,
    # and before the others' passes could close the auction.
    stops = (actor, _last_to_speak(scene))
    require(due not in stops)
    while auction.variant.after(auction.turn) not in stops and scene.chance(0.4):
        auction.speak(auction.turn, terms("pass"))
    scene.good_bid()
    scene.finish()


def _early_double(scene: Scene, due: int, actor: int) -> None:
    _object(scene, actor, scene.auction.double(actor, label=True))
    _on_or_back(scene, "double", due, actor)


def _early_redouble(scene: Scene, due: int, actor: int) -> None:
    scene.note("redouble")
    _object(scene, actor, scene.auction.redouble(actor, label=True))


def _early_pass(scene: Scene, due: int, actor: int) -> None:
    auction = scene.auction
    standing = given(auction.standing)
    _object(scene, actor, auction.speak(actor, terms("pass"), label=True))
    if scene.chance(0.5):
        scene.note("pass, back")
        _back_to(scene, due, actor)
        return
    scene.note("pass, on")
    stops = (standing.by, _last_to_speak(scene))
    require(auction.turn not in stops)
    while auction.variant.after(auction.turn) not in stops and scene.chance(0.4):
        auction.speak(auction.turn, terms("pass"))
    scene.good_bid()
    scene.finish()


def _early_pass_five(scene: Scene, due: int, actor: int) -> None:
    """Everybody passes, one of them too early: five passes in all, or six with a second one."""
    auction = scene.auction
    standing = given(auction.standing)
    last = _last_to_speak(scene)
    again = scene.chance(0.4)
    scene.note("pass, six passes" if again else "pass, five passes")
    waiting = [
        seat
        for steps in range(scene.variant.players)
        if (seat := scene.variant.after(due, steps)) != last
        and not _has_passed(scene, seat, auction.passes)
    ]
    require(actor in waiting and standing.doubled < 4)
    _object(scene, actor, auction.speak(actor, terms("pass"), label=True))
    for seat in waiting:
        if seat != actor or again:
            auction.speak(seat, terms("pass"))
    auction.closed = True


def _last_to_speak(scene: Scene) -> int:
    """Who made the last call that others must let pass.

    A double is the last word when it stands, so that its caller need not pass but the bidder must.
    """
    spoken = [item for item in scene.auction.items if isinstance(item, Spoken)]
    first = spoken[0]
    words = [item.seat for item in spoken if item is first or item.form != "pass"]
    return words[-1]


def _has_passed(scene: Scene, seat: int, passes: int) -> bool:
    """Whether the seat is among those who passed since the last bid."""
    spoken = [item for item in scene.auction.items if isinstance(item, Spoken)]
    return any(item.seat == seat for item in spoken[len(spoken) - passes :])

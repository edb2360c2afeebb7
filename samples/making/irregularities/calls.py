"""Irregularities of the auction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fairdeal.records import NO_TRUMPS, SUITS, Seat, team_of
from samples.making.chance import given, require
from samples.making.irregularities.scene import Scene
from samples.making.records.auctions import SELF_RAISES, TOP, make_bid, words

CLEAR = (
    "no-trump number",
    "pass number",
    "noes number",
    "number plus suit",
    "number plus noes",
    "number plus no-trump",
    "plus number pass",
)
BARRED_FIRST = ("plus noes", "plus number noes", "plus no-trump")
UNCLEAR = (
    "number",
    "suit",
    "plus",
    "number plus suit",
    "minus number suit",
    "more number suit",
    "adhikam onnu",
    "minus number",
)


OPENERS: Final = (
    "double",
    "redouble",
    "plus suit",
    "suit plus",
    "plus number suit",
    "suit plus number",
    "plus number no-trump",
)
ELSEWHERE: Final = ("number pass", "plus suit", "suit plus", "suit plus number")
"""Forms that are approved by the international rules and by some of the others."""


def _allowed(scene: Scene, forms: Sequence[str]) -> list[str]:
    """Those of some forms that the rulebook does not object to for themselves."""
    return [form for form in forms if form in scene.variant.forms or scene.variant.holding]


def unapproved_bid(scene: Scene) -> None:
    """A form that the rulebook does not approve, of clear value or not."""
    require(not scene.variant.others_advice)
    if scene.variant.rules != "international" and scene.chance(0.3):
        _unapproved_clear(scene, _elsewhere(scene))
    else:
        ways = (_unapproved_clear,) * 2 + (_unapproved_unclear, _barred_first)
        scene.rng.choice(ways)(scene)


def _offer(scene: Scene, seat: Seat, form: str, value: int, suit: str, code: str) -> None:
    """A bid of a form that comes to a value, with what is to be found about it."""
    bid = make_bid(form, value, scene.auction.value, suit)
    scene.expect(code, f"call {scene.auction.bid(seat, bid)}", seat)


def _higher(scene: Scene) -> int:
    """A sufficient value, most often the next one."""
    require(scene.auction.value < TOP)
    return min(TOP, scene.auction.value + scene.rng.choice((1, 1, 2, 3)))


def _unapproved_clear(scene: Scene, forms: Sequence[str] = CLEAR) -> None:
    _of_form(scene, forms, "unapproved-bid", 0)
    _heal_or_leave(scene, 0.8, settled=False)


def _unapproved_unclear(scene: Scene) -> None:
    seat = scene.prelude()
    auction = scene.auction
    require(auction.value < TOP - 1)
    form = scene.rng.choice(UNCLEAR)
    number = scene.rng.randint(auction.value + 1, TOP - 1)
    if form.startswith(("minus", "more")):
        number = scene.rng.randint(1, 3)
    # A lone D is unclear and no offence, so a bare suit is another.
    suits = [suit for suit in auction.held(seat) if form != "suit" or suit != "D"]
    require(suits)
    said = words(form, number=number, suit=scene.rng.choice(suits))
    where = scene.fault(seat, said, "unapproved-bid")
    if auction.standing is None and form == "plus":
        # Nothing is said on a bare plus as the first call; it bids nothing either.
        scene.expect("opening-bid", where, seat)
    auction.numbered = False
    _heal_or_leave(scene, 0.8, above=number, own_number=True)


def _elsewhere(scene: Scene) -> list[str]:
    """Forms of the international rules that this rulebook's list does not have."""
    return [form for form in ELSEWHERE if form not in scene.variant.forms]


def _of_form(scene: Scene, forms: Sequence[str], code: str, least: int = 1) -> None:
    """A sufficient bid of one of some forms after so many calls, with what is to be found about it."""
    seat, form = scene.prelude(least), scene.rng.choice(forms)
    suits, value = scene.auction.held(seat), _higher(scene)
    require("noes" not in form or scene.auction.asked not in suits)
    require("plus" not in form or scene.auction.standing)
    value = value if "number" in form else scene.auction.value + 1
    _offer(scene, seat, form, value, scene.rng.choice(suits), code)


def _barred_first(scene: Scene) -> None:
    seat = scene.auction.turn
    form = scene.rng.choice(BARRED_FIRST)
    require(form not in scene.variant.forms)
    where = scene.fault(seat, words(form, number=1), "unapproved-bid")
    scene.expect("opening-bid", where, seat)
    scene.heal(own_number=True)


def unlisted_bid(scene: Scene) -> None:
    """Plus no-trump, plus number no-trump and plus noes stand on neither list."""
    unlisted = ["plus no-trump", "plus number no-trump", "plus noes"]
    advice = scene.variant.others_advice
    _of_form(scene, _elsewhere(scene) if advice else unlisted, "unlisted-bid")
    scene.finish()


def insufficient_bid(scene: Scene) -> None:
    """A bid not above the last one. It does not displace it."""
    seat = scene.prelude(1)
    forms = [form for form in scene.variant.forms if "plus" not in form]
    bids = scene.auction.bids(seat, scene.rng.randint(28, scene.auction.value), forms)
    scene.fault(seat, scene.rng.choice(bids).said, "insufficient-bid")
    _heal_or_leave(scene, 0.75)


def _heal_or_leave(
    scene: Scene, healed: float, *, above: int = 0, own_number: bool = False, settled: bool = True
) -> None:
    """A good bid heals a faulty one; as the last word it leaves the contract undecided.

    `healed`: in what share of the deals there is one. `settled` False: where there is none, the
    documents leave open whether the contract is shown.
    """
    if scene.chance(healed):
        scene.heal(above=above, own_number=own_number)
    else:
        scene.leave()
        scene.undecided, scene.contract_settled = True, settled


def bid_range(scene: Scene) -> None:
    """Below 28 or above 56."""
    seat = scene.prelude()
    auction = scene.auction
    way, least, most = scene.rng.choice((("below", 10, 27), ("above", 57, 64), ("plus", 57, 60)))
    base, forms = 0, ["number suit", "suit number", "number no-trump", "number pass"]
    if way == "plus":
        require(auction.standing is not None)
        base, forms = auction.value, ["plus number suit", "suit plus number"]
    form, suit = scene.rng.choice(_allowed(scene, forms)), scene.rng.choice(auction.held(seat))
    bid = make_bid(form, scene.rng.randint(least, most), base, suit)
    where = scene.fault(seat, bid.said, "bid-range")
    if way == "below" and auction.standing is not None:
        scene.expect("insufficient-bid", where, seat)
    _heal_or_leave(scene, 0.75, own_number=auction.standing is None)


def opening_bid(scene: Scene) -> None:
    """A first call that bids nothing: a double, a redouble, or a plus with nothing to add to."""
    seat, form = scene.auction.turn, scene.rng.choice(OPENERS)
    require(form in ("double", "redouble") or _allowed(scene, [form]))
    suit = scene.rng.choice(scene.auction.held(seat))
    scene.fault(seat, words(form, number=scene.rng.randint(1, 4), suit=suit), "opening-bid")
    _heal_or_leave(scene, 0.85, own_number=True)


def suit_not_held(scene: Scene) -> None:
    """A bid of a suit with no card of it: as the cardinal rule (3.5)."""
    seat = scene.prelude()
    auction = scene.auction
    void = [suit for suit in SUITS if suit not in auction.held(seat)]
    require(void)
    suit, value = scene.rng.choice(void), _higher(scene)
    forms = ["number suit", "suit number"]
    if auction.standing is not None:
        forms += ["plus number suit", "suit plus number"]
        if value == auction.value + 1:
            forms += ["plus suit", "suit plus"]
    _offer(scene, seat, scene.rng.choice(forms), value, suit, "suit-not-held")
    scene.cardinal.add(team_of(seat))
    scene.finish()
    standing = given(auction.standing)
    if auction.raised and (standing.by, standing.trump) == (seat, suit):
        # A self-raise in the suit not held names it a second time.
        spoken = enumerate(auction.spoken, 1)
        last = max(n for n, item in spoken if item.seat == seat and item.said.form != "pass")
        scene.expect("suit-not-held", f"call {last}", seat)


def noes_with_suit(scene: Scene) -> None:
    """Noes said with a card of the suit bid before: advice."""
    seat = scene.prelude(1)
    require(scene.auction.asked in scene.auction.held(seat))
    form = scene.rng.choice(("number noes", "plus number noes"))
    _offer(scene, seat, form, _higher(scene), "", "noes-with-suit")
    scene.finish()


def inadmissible(form: str, scene: Scene) -> None:
    """A double of the own side's bid, or of one already doubled; or a redouble of what is not doubled,
    or by the side that doubled."""
    seat = scene.prelude(1)
    standing = given(scene.auction.standing)
    own = team_of(standing.by) == team_of(seat)
    bid, doubled = standing.doubled == 1, standing.doubled == 2
    require(own or doubled if form == "double" else not own or bid)
    scene.fault(seat, words(form), f"{form}-inadmissible")
    if scene.chance(0.6):
        scene.heal()
    else:
        scene.leave()
        scene.keep_calls = True


def call_after_close(scene: Scene) -> None:
    """A pass, double or redouble once the auction is over."""
    scene.finish()
    auction = scene.auction
    standing = given(auction.standing)
    require(auction.passes >= scene.variant.others or standing.doubled == 4)
    seat = scene.rng.choice([seat for seat in scene.variant.seats if seat != standing.by])
    form = scene.rng.choice(("pass", "double", "redouble"))
    scene.fault(seat, words(form), "call-after-close", label=True)
    scene.keep_calls = True


def self_raise(scene: Scene) -> None:
    """A faulty bid after the five passes; it leaves the contract as it was."""
    scene.finish()
    auction = scene.auction
    standing = given(auction.standing)
    require(auction.passes >= scene.variant.others and standing.value < 55)
    seat, suit = standing.by, standing.trump
    goals = [goal for goal in SELF_RAISES if goal > standing.value]
    value = scene.rng.choice(goals)
    way = scene.rng.choice(("other suit", "value", "seat", "again", "doubled"))
    doublings = {"doubled": (2,), "seat": (1, 2)}
    raised = {"other suit": False, "value": False, "again": True}
    require(standing.doubled in doublings.get(way, (1,)))
    require(raised.get(way, auction.raised) == auction.raised)
    if way == "other suit":
        suit = scene.rng.choice([s for s in [*auction.held(seat), NO_TRUMPS] if s != suit])
    elif way == "value":
        value = scene.rng.choice([v for v in range(standing.value + 1, 56) if v not in goals])
    elif way == "seat":
        seat = scene.rng.choice([s for s in scene.variant.seats if s != seat])
        suit = scene.rng.choice([*auction.held(seat), NO_TRUMPS])
    form = (
        "number no-trump" if suit == NO_TRUMPS else scene.rng.choice(("number suit", "suit number"))
    )
    said = make_bid(form, value, standing.value, suit).said
    scene.fault(seat, said, "self-raise", label=True)
    scene.keep_calls = True


# --- out of turn ------------------------------------------------------------------------------------


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
        if team_of(actor) != team_of(standing.by):
            acts += [_early_double] if standing.doubled == 1 else []
        elif standing.doubled == 2:
            acts += [_early_redouble] * 3
    scene.rng.choice(acts)(scene, seat_due, actor)
    scene.keep_calls = True


def _object(scene: Scene, actor: Seat, number: int) -> None:
    """The finding, and the objection right after the call where there is one."""
    scene.expect("call-out-of-turn", f"call {number}", actor)
    if scene.objection(actor, scene.auction.items):
        scene.fine(actor)


def _early_bid(scene: Scene, due: Seat, actor: Seat) -> None:
    auction = scene.auction
    bid = given(auction.random_bid(scene.rng, actor, own_number=auction.standing is None))
    _object(scene, actor, auction.bid(actor, bid, label=True))
    _on_or_back(scene, due, actor)


def _on_or_back(scene: Scene, due: Seat, actor: Seat) -> None:
    """The auction goes on from the early call, or the turn goes back to who was due: then somebody bids
    before it reaches the one who acted early."""
    if scene.chance(0.5):
        scene.finish()
    else:
        scene.auction.turn = due
        _bid_before(scene, actor)


def _bid_before(scene: Scene, stop: Seat) -> None:
    """Some pass, a seat that was passed over among them, and one bids before it is the turn of this seat
    and of the last to speak: before the others' passes could close the auction."""
    auction, stops = scene.auction, (stop, _last_to_speak(scene))
    require(auction.turn not in stops)
    while auction.variant.after(auction.turn) not in stops and scene.chance(0.4):
        auction.speak(auction.turn, words("pass"))
    scene.good_bid()


def _early_double(scene: Scene, due: Seat, actor: Seat) -> None:
    _object(scene, actor, scene.auction.double(actor, label=True))
    _on_or_back(scene, due, actor)


def _early_redouble(scene: Scene, due: Seat, actor: Seat) -> None:
    _object(scene, actor, scene.auction.redouble(actor, label=True))


def _early_pass(scene: Scene, due: Seat, actor: Seat) -> None:
    auction = scene.auction
    _object(scene, actor, auction.speak(actor, words("pass"), label=True))
    stop = given(auction.standing).by
    if scene.chance(0.5):
        auction.turn, stop = due, actor
    _bid_before(scene, stop)


def _early_pass_five(scene: Scene, due: Seat, actor: Seat) -> None:
    """Everybody passes, one of them too early: five passes in all, or six with a second one."""
    auction, again = scene.auction, scene.chance(0.4)
    passed = [item.seat for item in auction.spoken[len(auction.spoken) - auction.passes :]]
    in_turn = (scene.variant.after(due, steps) for steps in range(scene.variant.players))
    waiting = [seat for seat in in_turn if seat not in (_last_to_speak(scene), *passed)]
    require(actor in waiting and given(auction.standing).doubled < 4)
    _object(scene, actor, auction.speak(actor, words("pass"), label=True))
    for seat in waiting:
        if seat != actor or again:
            auction.speak(seat, words("pass"))
    auction.closed = True


def _last_to_speak(scene: Scene) -> Seat:
    """Who made the last call that others must let pass.

    A double is the last word when it stands, so that its caller need not pass but the bidder must.
    """
    first, *later = scene.auction.spoken
    return [first, *(item for item in later if item.said.form != "pass")][-1].seat

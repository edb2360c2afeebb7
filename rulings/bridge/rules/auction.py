"""Rules about the auction at bridge."""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.about import (
    Wrong,
    about_call,
    calls_with,
    only_marked,
)
from fairdeal.rulings.frame.rule import Draft, said_text, who
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Sign

# --- unapproved-bid ----------------------------------------------------------------------------------


def unapproved_bid(replay: BridgeReplay) -> Iterator[Draft]:
    """A bid said in another form than level and denomination.

    What: a bid that is not a number and then a suit or no-trumps: the suit before the number, a word that is
    not a call. With both clear it stands; else nothing can be bid against it until the next good bid.

    Why: other words can tell the partner more than the bid.

    Article: 7 of the Alberta rules (seed document 003); Law 18 of duplicate bridge.
    """
    for made, _shows in calls_with(replay, Sign.UNAPPROVED):
        stands = made.words.value is not None and made.words.trump is not None
        after = "its meaning is clear, and it stands" if stands else "what it bids is not clear"
        message = f"{who(made.seat)} said {said_text(made)}, which is not a form of bid; {after}."
        yield about_call(replay, made, message)


# --- insufficient-bid --------------------------------------------------------------------------------


def insufficient_bid(replay: BridgeReplay) -> Iterator[Draft]:
    """A bid that is not above the last one.

    What: the level is lower than that of the last bid, or the same in a denomination that is not higher
    (clubs, diamonds, hearts, spades, no-trumps). Where the next player calls, later bids have to be above
    this one, but alone it makes no contract. Where the same player calls again, it is cancelled, and that
    call takes its place. One that the record itself marks as insufficient is found too.

    Why: the auction goes up, so that it ends.

    Article: 7 with 3 of the Alberta rules (seed document 003); Law 27 of duplicate bridge.
    """
    for made, shows in calls_with(replay, Sign.INSUFFICIENT, "I"):
        last = made.standing
        over = f"{last.value} {last.trump}" if last is not None else "any bid"
        message = f"{who(made.seat)} bid {said_text(made)}, which is not above {over}."
        more = Wrong()
        if not shows:
            but = f"it is above {over}" if made.words.value and last is not None else None
            if last is None or made.kind in (Kind.PASS, Kind.DOUBLE, Kind.REDOUBLE):
                but = "nothing was bid before" if last is None else "it is not a bid"
            what = f"{said_text(made)} of {who(made.seat)}"
            message, more = only_marked(what, "insufficient", but)
        yield about_call(
            replay,
            made,
            message,
            mark="I",
            setting="insufficient-stands",
            **more,
        )


# --- bid-range ---------------------------------------------------------------------------------------


def bid_range(replay: BridgeReplay) -> Iterator[Draft]:
    """A bid of less than one or more than seven.

    What: a bid of no odd trick at all, or of more than the seven that thirteen tricks hold. It does not
    count.

    Why: there are thirteen tricks, six of them the book.

    Article: 7 of the Alberta rules (seed document 003); Law 38 of duplicate bridge.
    """
    for made, _shows in calls_with(replay, Sign.RANGE):
        book = replay.table.book
        message = (
            f"{who(made.seat)} bid {said_text(made)}; bids go from {book.lowest} to {book.highest}."
        )
        yield about_call(replay, made, message)


# --- call-out-of-turn --------------------------------------------------------------------------------


def call_out_of_turn(replay: BridgeReplay) -> Iterator[Draft]:
    """A call made when it was another seat's turn.

    What: a call, pass or double by a seat that was not next. The seat passed over may then call, or the turn
    goes on from the one who acted; neither is a further fault. Where the turn goes back the call is
    cancelled: later calls are not compared with it, and it may be made again in turn. A call at the turn of a
    player who has to pass is in turn. One that the record itself marks is found too.

    Why: a call out of turn tells the partner something before its time.

    Article: 5 with 7 and 12 of the Alberta rules (seed document 003); Law 29 of duplicate bridge.
    """
    for made, shows in calls_with(replay, Sign.CALL_TURN, "S"):
        message = f"{who(made.seat)} said {said_text(made)} when it was {who(made.due)}'s turn."
        more = Wrong()
        if not shows:
            in_turn = made.seat is not None and made.seat == made.due
            alone = in_turn and not replay.signs & Sign.CALL_TURN
            but = f"it was {who(made.due)}'s turn" if alone else None
            what = f"{said_text(made)} of {who(made.seat)}"
            message, more = only_marked(what, "out of turn", but)
        yield about_call(replay, made, message, mark="S", **more)


# --- double-inadmissible -----------------------------------------------------------------------------


def double_inadmissible(replay: BridgeReplay) -> Iterator[Draft]:
    """A double that was not allowed.

    What: a double where nothing has been bid, of one's own side's bid, or of a bid that is doubled already.
    It changes nothing, and is not one of the passes that end the auction.

    Why: only the last bid of the other side can be doubled, once.

    Article: 7 of the Alberta rules (seed document 003); Law 36 of duplicate bridge.
    """
    for made, _shows in calls_with(replay, Sign.DOUBLE):
        bid = made.standing
        if bid is None:
            why = "nothing had been bid"
        elif made.doubled > 1:
            why = "the bid was doubled already"
        else:
            why = f"the {bid.value} {bid.trump} was by its own side"
        yield about_call(replay, made, f"{who(made.seat)} doubled, but {why}.")


# --- redouble-inadmissible ---------------------------------------------------------------------------


def redouble_inadmissible(replay: BridgeReplay) -> Iterator[Draft]:
    """A redouble that was not allowed.

    What: a redouble where nothing has been doubled, of the other side's bid, or of a bid that is redoubled
    already. It changes nothing, and is not one of the passes that end the auction.

    Why: only one's own side's bid, doubled by the others, can be redoubled, once.

    Article: 7 of the Alberta rules (seed document 003); Law 36 of duplicate bridge.
    """
    for made, _shows in calls_with(replay, Sign.REDOUBLE):
        if made.doubled == 1:
            why = "nothing was doubled"
        elif made.doubled > 2:
            why = "the bid was redoubled already"
        else:
            why = "the bid doubled was the other side's"
        yield about_call(replay, made, f"{who(made.seat)} redoubled, but {why}.")


# --- call-after-close --------------------------------------------------------------------------------


def call_after_close(replay: BridgeReplay) -> Iterator[Draft]:
    """A call made when the auction was over.

    What: a bid, double or redouble after three passes in turn had closed the auction, or a pass beyond them;
    after four passes at the start likewise.

    Why: the contract is settled, and the hand is to be played.

    Article: 7 of the Alberta rules (seed document 003); Law 39 of duplicate bridge.
    """
    for made, _shows in calls_with(replay, Sign.AFTER_CLOSE):
        message = f"{who(made.seat)} said {said_text(made)} when the auction was over."
        yield about_call(replay, made, message)

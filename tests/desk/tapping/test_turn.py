"""Whose turn the page shows: by the replay of what was tapped, in turn or not."""

from __future__ import annotations

import pytest

from fairdeal.desk.pages.drafts import Draft, Step
from fairdeal.desk.pages.tapping import View
from fairdeal.desk.pages.taps import Turn, taken, whose_turn
from fairdeal.grammar.notation.writer import write
from tests.desk.tapping.deals import rows, steps

S = Step
START = [S("dealer", "2"), S("part", "auction")]
BID = [S("word", "28", "3"), S("word", "S", "3"), S("say", "", "3")]


def view(*taps: Step, players: int = 6) -> View:
    found = taken(taps, players)
    text = write(found.record())
    opens = found.trick if found.opens_trick else 0
    turn = whose_turn(text, found.part, opens, players)
    return View(Draft("0" * 12, "Bina", "", steps=taps), found, turn, text)


def test_the_first_call_is_the_one_right_of_the_dealer() -> None:
    assert view(*START).says() == "Seat 3 calls."
    assert view(*START, *BID).says() == "Seat 4 calls."


def test_after_a_call_out_of_turn_both_are_named() -> None:
    shown = view(*START, *BID, S("who", "6"), S("call", "P"))
    assert shown.says() == "Seat 1 calls. By the rules it is seat 4's turn."


def test_a_seat_that_was_chosen_is_shown_as_chosen() -> None:
    assert view(*START, S("who", "5")).says() == "Seat 5 calls, as you chose."
    assert view(*START, S("who", "-")).says() == "Nobody knows who calls."


def test_an_unknown_dealer_tells_nobody_s_turn() -> None:
    shown = view(S("part", "auction"))
    assert shown.seat == "" and "not known" in shown.says()


def test_the_end_of_the_auction_is_said_and_stops_nobody() -> None:
    calls = [*START, *BID, *[S("call", "P")] * 5]
    assert view(*calls).says().startswith("The auction is over")
    assert "28 S, Pass" in view(*calls, S("call", "X")).text


def test_who_leads_and_who_plays() -> None:
    play = [s for s in steps() if s.do not in ("result",)][:-1]
    first = play[: next(n for n, s in enumerate(play) if s == S("part", "play")) + 1]
    assert view(*first).says() == "Seat 3 leads to trick 1."
    after = [*first, *[S("card", card, "3") for _, row in rows("Play")[:1] for card in row]]
    shown = view(*after)
    assert shown.says() == "Seat 4 leads to trick 2."
    assert [seat for seat, _ in shown.at_hand()] == ["3", "4", "5", "6", "1", "2"]
    assert view(*after, S("card", "KH", "4")).says() == "Seat 5 plays to trick 2."


@pytest.mark.parametrize(("players", "rules"), [(8, "international"), (6, "duplicate")])
def test_a_table_that_the_rulebook_does_not_have_has_no_turns(players: int, rules: str) -> None:
    text = f'[Rules "{rules}"]\n[Deal "1"]\n[Dealer "2"]\n'
    assert whose_turn(text, "auction", 0, players) in (Turn(), whose_turn(text, "auction", 0, 8))


def test_what_an_undo_takes_back_is_named() -> None:
    assert view(*START, S("card", "10H")).undo == "10♥"
    looked = view(*START, S("card", "10H"), S("part", "result"))
    assert looked.undo == "10♥", "to look at another part is no act"
    assert view().undo == "" == view().redo

"""International 4.10: one legal line in which a challenger wins a trick defeats the claim."""

from __future__ import annotations

import pytest

from fairdeal.records import Card
from fairdeal.rulings.claims.best_play import best_play
from fairdeal.rulings.claims.position import Line, LineError, Position, Trick, check_line
from fairdeal.rulings.claims.solve import refute

CLAIMANTS, CHALLENGERS = "A", "B"


def hand(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(card) for card in text.split())


def table(
    *hands: str, trump: str = "S", leader: str = "1", trick: str = "", players: int = 6
) -> Position:
    """Hands of the seats from 1 on; a trick in progress as ``1:JS 2:QS``."""
    plays = tuple((play[0], Card.of(play[2:])) for play in trick.split())
    held = {str(seat): hand(cards) for seat, cards in enumerate(hands, 1)}
    return Position(held, trump, leader, plays, players)


def refuted(position: Position) -> Line:
    line = refute(position, CHALLENGERS)
    assert line is not None
    check_line(position, CHALLENGERS, line)
    return line


def stands(position: Position) -> bool:
    return refute(position, CHALLENGERS) is None


def test_international_4_10_nothing_but_top_trumps_stands() -> None:
    assert stands(table("JS JS", "AS 10S", "QH KH", "AS 9D", "QD QC", "JH JD"))


def test_international_4_10_any_line_not_best_play_defeats() -> None:
    """The claimer need only cash the jack before the queen; a silly line does it the other way."""
    position = table("JH QH", "KH KD", "QC QC", "KD QD", "QD KC", "KC AC", trump="NT")
    line = refuted(position)
    assert line[0].plays[0] == ("1", Card.of("QH"))
    assert line[0].winner == "2"
    assert best_play(position, CLAIMANTS) == 2


def test_international_4_10_first_among_equals_protects_the_leader() -> None:
    assert stands(table("JH", "JH", "QC", "QD", "KD", "KC", trump="NT"))


def test_international_4_10_first_among_equals_defeats_a_later_jack() -> None:
    """Seat 3 is forced to play its jack, too late: the challenger at 2 played the same before it."""
    assert refuted(table("QH", "JH", "JH", "QD", "KD", "KC", trump="NT"))[0].winner == "2"
    assert stands(table("QH", "QC", "JH", "JH", "KD", "KC", trump="NT"))


def test_international_4_2_equal_trump_played_later_does_not_overruff() -> None:
    position = table("QH", "KS", "KS", "QD", "KD", "KC")
    assert refuted(position)[0].winner == "2"
    assert stands(table("QH", "QC", "KS", "KS", "KD", "KC"))


def test_international_4_10_trick_in_progress_counts() -> None:
    """The challenger's ten lies on the table; who is to play after it may stay under it."""
    position = table("JS", "KC", "AH QH", "KD AD", "JC AC", "9C KC", trick="1:QH 2:10H", trump="NT")
    line = refuted(position)
    assert len(line) == 1
    assert line[0].plays[:2] == position.trick
    assert line[0].plays[2] == ("3", Card.of("QH"))


def test_international_4_10_trick_in_progress_that_must_be_taken_stands() -> None:
    """Seat 3 has to follow with the ace, over the ten: there is no way to leave it the trick."""
    assert stands(table("", "", "AH", "KD", "JD", "9C", trick="1:QH 2:10H", trump="NT"))


def test_international_4_10_last_trick_with_all_but_one_card_played() -> None:
    plays = "1:QH 2:KD 3:10H 4:KC 5:QC"
    assert stands(table("", "", "", "", "", "QS", trick=plays, trump="NT"))
    assert refuted(table("", "", "", "", "", "QS", trick=plays, trump="S"))[0].winner == "6"


def test_international_4_10_cards_not_tabled_count() -> None:
    """Two jacks of trumps are shown; the low heart behind them was not, and loses."""
    shown = ("QS QS 9H", "QC QC AH", "QD KD 10H", "KC KC QH", "QD KD KH")
    assert refuted(table("JS JS QH", *shown))[-1].winner in {"2", "4", "6"}
    assert stands(table("JS JS JH", *shown))


def test_international_4_10_challenger_ruffs_what_it_runs_out_of() -> None:
    """Three hearts against two: on the third, seat 2 has none left and a trump."""
    others = ("QC QD KC", "QC KD KC", "QD AC AD", "KD AC AD")
    long = refuted(table("JH JH 9H", "QH KH QS", *others))
    assert len(long) == 3
    assert long[-1].plays[1] == ("2", Card.of("QS"))


def test_international_4_10_challenger_that_always_follows_cannot_ruff() -> None:
    others = ("QC QD KC", "QC KD KC", "QD AC AD", "KD AC AD")
    assert stands(table("JH JH JS", "QH KH QS", *others))


def test_international_4_10_partner_overtakes_and_leads_a_loser() -> None:
    """The nine would win, but the partner at 3 may put the jack on it and lead the queen."""
    line = refuted(table("9H 9H", "10H KC", "JH QD", "AD AC", "QC QS", "KC KS", trump="NT"))
    assert line[0].winner == "3"
    assert line[1].winner == "4"
    kept = table("9H 9H", "10H KC", "AH QD", "AD AC", "QC QS", "KC KS", trump="NT")
    assert stands(kept)


def test_international_4_10_partner_of_trumps_alone_must_ruff() -> None:
    """Whatever 1 leads, seat 3 has nothing but the best trumps and wins it."""
    assert stands(table("QH QD", "JH JD", "JS JS", "KH KD", "AC AC", "10C 10C"))


def test_international_4_10_claim_while_a_challenger_is_to_lead() -> None:
    low = ("QC KC", "QD KD", "10C AC", "10D AD")
    assert refuted(table("JS JS", "QH KH", *low, leader="2", trump="NT"))[0].winner == "2"
    assert stands(table("JS JS", "QH KH", "9S 9S", "QC KC", "AS AS", "10D AD", leader="2"))


def test_international_4_10_no_tricks_left_leaves_nothing_to_win() -> None:
    position = table("", "", "", "", "", "")
    assert stands(position)
    assert position.tricks_left == 0


def test_international_4_10_either_side_may_claim() -> None:
    position = table("JS", "QS", "QH", "KH", "QD", "KD")
    assert refute(position, "B") is None
    assert refute(position, "A") is not None


@pytest.mark.parametrize("players", [4, 8])
def test_claims_at_other_tables(players: int) -> None:
    rest = ["QH KH", "QD KD", "AC AH", "10C 10H", "KC AD", "QC 10D", "9C 9D"][: players - 1]
    assert stands(table("JS JS", *rest, players=players))
    rest[2] = "JC JC"
    low = ["7S 7S", *rest]
    low[1] = "8S KH"
    assert refuted(table(*low, players=players, trump="NT"))[0].winner == "2"


def test_best_play_of_a_claim_that_holds_is_every_trick() -> None:
    position = table("JS JS", "AS 10S", "QH KH", "AS 9D", "QD QC", "JH JD")
    assert best_play(position, CLAIMANTS) == 2
    assert best_play(position, CHALLENGERS) == 0


def test_best_play_over_budget_is_unknown() -> None:
    position = table("JH QH", "KH KD", "QC QC", "KD QD", "QD KC", "KC AC", trump="NT")
    assert best_play(position, CLAIMANTS, budget=1) is None


WON = (
    ("1", Card.of("QH")),
    ("2", Card.of("JH")),
    ("3", Card.of("KH")),
    ("4", Card.of("KD")),
    ("5", Card.of("QD")),
    ("6", Card.of("KC")),
)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ((), "no tricks"),
        ((Trick(WON[:5], "2"),), "not whole"),
        ((Trick(WON, "1"),), "not won by 1"),
        ((Trick((*WON[:2], ("3", Card.of("QC")), *WON[3:]), "2"),), "may not play QC"),
        ((Trick((*WON[:2], WON[3], WON[2], *WON[4:]), "2"),), "out of turn"),
        ((Trick((*WON[:1], ("2", Card.of("QC")), *WON[2:]), "3"),), "may not play QC"),
    ],
)
def test_lines_are_checked_card_by_card(line: Line, why: str) -> None:
    position = table("QH", "JH", ["KH", "QC"][0], "KD", "QD", "KC", trump="NT")
    check_line(position, CHALLENGERS, (Trick(WON, "2"),))
    with pytest.raises(LineError, match=why):
        check_line(position, CHALLENGERS, line)


def test_a_line_goes_on_until_a_challenger_wins() -> None:
    position = table("JH", "QH", "KH", "KD", "QD", "KC", trump="NT")
    cards = ["JH", "QH", "KH", "KD", "QD", "KC"]
    plays = tuple((str(n), Card.of(card)) for n, card in enumerate(cards, 1))
    with pytest.raises(LineError, match="trick 1 is won by 1"):
        check_line(position, CHALLENGERS, (Trick(plays, "1"),))

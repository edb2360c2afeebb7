"""How many play: by the heading, else by hands, tricks and seats, among the rulebook's tables."""

from __future__ import annotations

import pytest

from fairdeal.rulings.fifty_six.players import seats_shown
from tests.support.under import Under, record_in

ONLINE = Under("online")
COMMUNITY = Under("community")


def play(*lengths: int) -> str:
    rows = "".join(" ".join(["JS"] * length) + "\n" for length in lengths)
    return f'[Deal "1"]\n[Dealer "1"]\nPlay:\n{rows}'


def hands(count: int, cards: str = "JS 9S AS 10S JH 9H AH 10H") -> str:
    return '[Deal "1"]\nHands:\n' + "".join(f"{seat}: {cards}\n" for seat in range(1, count + 1))


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ('[Players "4"]\n', 4),
        ('[Players "8"]\n' + hands(4), 8),  # the heading says it
        ('[Players "5"]\n', 6),
        (hands(4), 4),
        (hands(4, "JS 9S AS KS KH QH AH QC"), 6),  # kings and queens: two hands are not written
        (hands(8), 8),
        (hands(5), 6),
        (play(4, 4, 4), 4),
        (play(6, 6, 5), 6),
        (play(8, 8, 8, 7), 8),
        (play(8), 8),  # one card too many makes seven of six
        (hands(6, "JS 9S AS 10S KH QH AH QC") + play(8).partition("\n")[2], 6),
        (play(4), 6),  # one row may be a trick that was not finished
        ('[Deal "1"]\nAuction:\n8: 28 S\n', 8),
        ('[Deal "1"]\nAuction:\n4: 28 S\n', 6),
        ('[Seat7 "Biju"]\n[Deal "1"]\nAuction:\n1: 28 S\n', 8),
        ('[Deal "1"]\nAuction:\n{8|3}: 28 S\n', 6),  # a doubtful seat shows nothing
        ("Sheet:\ndeal | bidder | contract\n1 | 7 | 30 S\n", 8),
        ("Sheet:\ndeal | bidder | contract\n1 | 4 | 30 S\n", 6),
    ],
)
def test_online_number_of_players(text: str, seats: int) -> None:
    assert ONLINE.seats(text) == seats


@pytest.mark.parametrize(
    ("passes", "bidder", "seats"), [(7, 2, 8), (5, 4, 6), (5, 2, 6), (7, 4, 6)]
)
def test_community_number_of_players_by_the_last_passes_and_the_bidder(
    passes: int, bidder: int, seats: int
) -> None:
    """The first caller sits before the dealer here: of eight seat 2 makes the ninth bid, of six seat 4."""
    calls = "28 C, 29 S, 30 H, 31 D, 32 NT, 33 C, 34 S, 35 H, 36 D" + ", Pass" * passes
    text = f'[Deal "1"]\n[Dealer "3"]\nAuction:\n{calls}\nResult:\ncontract 36 D by {bidder}\n'
    assert COMMUNITY.seats(text) == seats


def test_community_has_no_table_of_four() -> None:
    assert COMMUNITY.seats(hands(4)) == 6
    assert COMMUNITY.seats('[Players "4"]\n') == 6


def sheet(*rows: tuple[int, int]) -> str:
    """Rows of a number and a dealer, each scored, with running totals that count what was left out."""
    lines = (f"{n} | {dealer} | 41 | 15 | 2 | 0 | {2 * n} | 0\n" for n, dealer in rows)
    columns = "deal | dealer | points A | points B | score A | score B | total A | total B"
    return f"Sheet:\n{columns}\n" + "".join(lines)


@pytest.mark.parametrize(
    ("rows", "seats"),
    [
        (((1, 3), (2, 4), (3, 1)), 4),
        (((1, 3), (3, 1)), 4),  # a row is left out
        (((2, 4), (1, 3), (3, 1)), 4),  # two rows are in each other's place
        (((1, 3), (2, 4), (2, 4), (3, 1)), 4),  # a row is written twice
        (((1, 3), (2, 3), (3, 1)), 4),  # one dealer is written wrong
        (((1, 1), (2, 2), (3, 3)), 6),  # of any table
        (((1, 3), (2, 4), (3, 1), (4, 2), (5, 5)), 6),  # no table of four has a seat 5
        (((1, 5), (2, 6), (3, 1)), 6),
        (((1, 5), (2, 6), (3, 7)), 8),
    ],
)
def test_wiki_number_of_players_by_the_dealers_alone(
    rows: tuple[tuple[int, int], ...], seats: int
) -> None:
    """Where nothing else says how many play, nobody is blamed for dealing in turn."""
    assert Under("wiki").seats(sheet(*rows)) == seats
    verdict = Under("wiki").ruled(sheet(*rows))
    turns = [each for each in verdict.findings if each.code == "dealer-rotation"]
    assert bool(turns) == (rows[-1] == (5, 5) or rows[1] == (2, 3))
    assert any("a table of 4" in each.message for each in verdict.notes) == (seats == 4)


def test_online_number_of_players_by_the_callers() -> None:
    """After seat 4 comes seat 1: nobody called out of turn."""
    text = '[Deal "1"]\n[Dealer "1"]\nAuction:\n31 C, P, 4: 33 C, 1: P, 2: P, 3: 35 H, P, P, P\n'
    assert ONLINE.seats(text) == 4
    assert ONLINE.ruled(text).findings == ()


@pytest.mark.parametrize(
    ("passes", "bidder", "seats"),
    [(8, 6, 8), (7, 6, 8), (6, 2, 6), (5, 2, 6), (5, 6, 6), (8, 2, 6), (3, 4, 4)],
)
def test_online_number_of_players_by_the_last_passes_and_the_bidder(
    passes: int, bidder: int, seats: int
) -> None:
    """No seat is written before a call: where passes and bidder differ, one is wrong, and the usual table is
    taken."""
    calls = "D 34, Pass, S 37, +1 H, +S, Pass, 41 H, Pass, D 42, +S, 44 NT" + ", Pass" * passes
    text = f'[Deal "1"]\n[Dealer "3"]\nAuction:\n{calls}\nResult:\ncontract 44 NT by {bidder}\n'
    assert ONLINE.seats(text) == seats


@pytest.mark.parametrize(
    ("name", "text", "words", "others"),
    [
        ("community", '[Players "4"]\n' + play(3), "of four players", '"online", "wiki"'),
        ("international", hands(8), "of eight players", '"community", "online", "wiki"'),
        ("international", hands(4) + play(4, 4)[26:], "of four players", '"online", "wiki"'),
        ("international", play(8, 8, 8), "of eight players", '"community", "online", "wiki"'),
    ],
)
def test_record_of_another_table_is_not_judged(
    name: str, text: str, words: str, others: str
) -> None:
    """The cards would break many a rule of six players; none of that is found."""
    verdict = Under(name).ruled(text)
    assert (verdict.findings, verdict.coverage) == ((), ())
    assert [(each.outcome, each.award) for each in verdict.deals] == [("undecided", None)]
    (note,) = verdict.notes
    assert words in note.message and "nothing was judged" in note.message
    assert note.message.endswith(f": {others}.")


@pytest.mark.parametrize("text", [play(4, 4), '[Deal "1"]\nAuction:\n8: 28 S\n', hands(5)])
def test_record_that_may_be_of_six_is_judged(text: str) -> None:
    """Four cards in two tricks, or one label beyond the table, may be slips."""
    assert Under("international").ruled(text).coverage


def test_players_that_no_table_has_are_said() -> None:
    verdict = COMMUNITY.ruled('[Players "5"]\n[Deal "1"]\nAuction:\n1: 28 S\n')
    assert [note.message for note in verdict.notes] == [
        "The record says 5 players; the rulebook's table of 6 is used."
    ]


@pytest.mark.parametrize(
    ("text", "seats"), [('[Players "7"]\n', 0), (hands(4), 4), (play(8, 8), 8), ('[Deal "1"]\n', 0)]
)
def test_seats_shown_whatever_the_rulebook(text: str, seats: int) -> None:
    assert seats_shown(record_in(text)) == seats

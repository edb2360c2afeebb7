"""Recorded boards of bridge, as PBN and LIN, with the errors that real files of games have.

One error a board: nobody may be accused by it. Beside them stand boards with a true revoke, marked by the
record or not: these stay established. And boards with both, where the record contradicts itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from bench.text.pbn_games import RANKS, SEATS, SUITS, Made, made_deal, plain_text, written
from bench.text.pbn_lin import lin_board
from fairdeal.grammar import lin
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty, Finding, Verdict
from samples.making.records.bridge_deals import start_play

Error = Callable[[Made, Random], Made]

LEAST_TRICK: Final = 11
"""Revokes are put into tricks before this one, from 0: later there is nothing left to prove them by."""


def _rows(made: Made) -> list[list[str]]:
    return [list(row) for row in made.rows]


def _other(random: Random, card: str) -> str:
    """A card written for another: most often it differs in rank or suit alone."""
    rank, suit = random.choice(RANKS), random.choice(SUITS)
    found = random.choice((card[0] + rank, card[0] + rank, suit + card[1]))
    return found if found != card else _other(random, card)


def card_in_the_deal(made: Made, random: Random) -> Made:
    """A card of a hand typed for another."""
    hands = [list(hand) for hand in made.hands]
    seat, place = random.randrange(4), random.randrange(13)
    hands[seat][place] = _other(random, hands[seat][place])
    return replace(made, hands=hands)


def cards_between_hands(made: Made, random: Random) -> Made:
    """Two cards of two hands in each other's place."""
    hands = [list(hand) for hand in made.hands]
    one, two = random.sample(range(4), 2)
    a, b = random.randrange(13), random.randrange(13)
    hands[one][a], hands[two][b] = hands[two][b], hands[one][a]
    return replace(made, hands=hands)


def card_in_the_play(made: Made, random: Random) -> Made:
    """A card of the play typed for another."""
    rows = _rows(made)
    row, column = random.randrange(13), random.randrange(4)
    rows[row][column] = _other(random, rows[row][column])
    return replace(made, rows=rows)


def cards_swapped(made: Made, random: Random) -> Made:
    """Two neighbours of a trick in each other's place."""
    rows = _rows(made)
    row, column = random.randrange(13), random.randrange(3)
    rows[row][column : column + 2] = reversed(rows[row][column : column + 2])
    return replace(made, rows=rows)


def double_entry(made: Made, random: Random) -> Made:
    """A card of the play written a second time, for the one played."""
    rows = _rows(made)
    row, column = random.randrange(1, 13), random.randrange(4)
    rows[row][column] = rows[row - 1][column]
    return replace(made, rows=rows)


def lines_swapped(made: Made, random: Random) -> Made:
    """Two tricks in each other's place."""
    rows = _rows(made)
    row = random.randrange(12)
    rows[row], rows[row + 1] = rows[row + 1], rows[row]
    return replace(made, rows=rows)


def line_missing(made: Made, random: Random) -> Made:
    """A trick left out."""
    rows = _rows(made)
    del rows[random.randrange(12)]
    return replace(made, rows=rows)


def hands_shifted(made: Made, random: Random) -> Made:
    """All four hands one seat on."""
    return replace(made, hands=made.hands[-1:] + made.hands[:-1])


ERRORS: Final[dict[str, Error]] = {
    "a card typed for another in the deal": card_in_the_deal,
    "two cards of two hands swapped": cards_between_hands,
    "a card typed for another in the play": card_in_the_play,
    "two neighbours' cards swapped": cards_swapped,
    "a card written twice": double_entry,
    "two tricks swapped": lines_swapped,
    "a trick missing": line_missing,
    "hands shifted by a seat": hands_shifted,
}
"""Errors that both notations may have."""

TAGS: Final = {"a wrong dealer": "Dealer", "a wrong declarer": "Declarer"}
"""Tags of PBN that name another seat than they should."""


def board(random: Random) -> Made:
    """A board that was bid and played."""
    while True:
        made = made_deal(random, random.randint(1, 32))
        if not made.passed:
            return made


def verdict_of(text: str) -> Verdict:
    """The verdict on a game, in whichever notation."""
    (game,) = read_pbn(text) if text.startswith("[") else lin.read(text)
    return check(game.record, load("duplicate"))


def in_notation(made: Made, random: Random, kind: str) -> str:
    return plain_text(made, random) if kind == "PBN" else lin_board(made)


def offences(verdict: Verdict) -> list[Finding]:
    """Who is accused for certain."""
    return [
        each
        for each in verdict.findings
        if each.severity == "offence" and each.certainty is Certainty.ESTABLISHED
    ]


def with_error(name: str, seed: int, kind: str) -> str:
    """A board in order but for one error."""
    random = Random(f"{name} {seed}")
    return in_notation(ERRORS[name](board(random), random), random, kind)


def with_tag(name: str, seed: int) -> str:
    """A board in order but for a tag that names another seat."""
    random = Random(f"{name} {seed}")
    made = board(random)
    tag = TAGS[name]
    right = SEATS[made.dealer if tag == "Dealer" else made.declarer]
    wrong = random.choice([seat for seat in SEATS if seat != right])
    return plain_text(made, random).replace(f'[{tag} "{right}"]', f'[{tag} "{wrong}"]')


def revoked(random: Random) -> Made:
    """A board with a revoke: where nobody has the chance, another one."""
    while True:
        dealt, number = board(random).dealt, random.randrange(LEAST_TRICK)
        playing = start_play(dealt)
        while len(playing.tricks) < number:
            playing.play_trick(random)
        trick = playing.open()
        left = True
        for seat in playing.order:
            able = playing.legal(seat, trick.led)
            if left and playing.off_suit(trick, seat):
                able, left = playing.off_suit(trick, seat), False
            playing.put(trick, seat, random.choice(able))
        playing.close(trick)
        playing.run(random)
        if not left:
            return written(dealt)


def with_revoke(seed: int, error: str = "", marked: bool = False) -> str:
    """A board with a revoke, it may be marked by the record, or with an error as well."""
    random = Random(f"revoke {error} {seed}")
    made = revoked(random)
    made = ERRORS[error](made, random) if error else made
    if marked:
        return _marked(made, random)
    return plain_text(made, random)


def _marked(made: Made, random: Random) -> str:
    """The same with the mark of PBN beside the revoke."""
    text = plain_text(made, random)
    (found,) = offences(verdict_of(text))[:1]
    rows = _rows(made)
    opening = (made.declarer + 1) % 4
    column = (SEATS.index(found.seat or "N") - opening) % 4
    rows[(found.at.trick or 1) - 1][column] += " ^R"
    return plain_text(replace(made, rows=rows), random)

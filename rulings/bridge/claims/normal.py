"""Which plays of a side that claimed are normal, as the Laws use the word.

Normal is also what is careless or inferior for the class of player, but not what is irrational (Laws 70 and
71). The Laws give no list. This is ours, the same for everybody, and the rulebook says so (`normal-lines`). A
side that claimed may lead any suit at any time, and may have forgotten a card that is out, even a trump. It
does not

- lead low from a suit of which it holds the highest card, unless the other hand can win there;
- fail to win a trick with a card that wins for certain, where the other hand cannot win it any more: it has
  played, or, of declarer and dummy, it is seen to have nothing to win with;
- waste a winner, or a trump, on a trick that its side has already won while it has something else to play;
- discard a winner while it has a loser to discard, or a higher card of a suit before a lower one.
"""

from __future__ import annotations

from fairdeal.rulings.bridge.claims.ranks import Move, Ranks


def normal(here: Ranks, moves: list[Move], together: bool) -> list[Move]:
    """Of the cards that the seat may play, those that a line which counts may have: one at least.

    `together`: the two hands are declarer's and dummy's, and one player sees both.
    """
    if len(moves) < 2:
        return moves
    return (_leads(here, moves) if not here.trick else _others(here, moves, together)) or moves


def _leads(here: Ranks, moves: list[Move]) -> list[Move]:
    partner, against = _sides(here.due)
    found = []
    for suit, place in moves:
        row = here.suits[suit]
        low = place > 0 and row[0] == str(here.due)
        theirs = [at for at, holder in enumerate(row) if holder in against]
        other = row.find(partner)
        if not low or not theirs or 0 <= other < theirs[0]:
            found.append((suit, place))
    return found


def _others(here: Ranks, moves: list[Move], together: bool) -> list[Move]:
    partner, against = _sides(here.due)
    best = here.best
    assert best is not None
    still = [str((here.leader + turn) % 4) for turn in range(len(here.trick) + 1, 4)]
    behind = "".join(seat for seat in still if seat in against)
    if here.winner == int(partner) and not (behind and here.others_above(best, behind)):
        return _on_a_trick_won(here, moves, against)
    if partner not in still or (together and not _can_win(here, partner, best)):
        sure = [
            move
            for move in moves
            if here.beats(move, best) and not (behind and here.others_above(move, behind))
        ]
        if sure:
            return sure
    return _discards(here, moves, against)


def _can_win(here: Ranks, seat: str, best: Move) -> bool:
    """Whether a hand that has still to play has a card that beats the best so far."""
    led = here.trick[0][0]
    row = here.suits[led]
    if seat in row:
        return best[0] == led and row.index(seat) < best[1]
    if here.trump < 0 or seat not in here.suits[here.trump]:
        return False
    return here.beats((here.trump, here.suits[here.trump].index(seat)), best)


def _on_a_trick_won(here: Ranks, moves: list[Move], against: str) -> list[Move]:
    led = here.trick[0][0]
    if moves[0][0] == led:
        return [move for move in moves if here.others_above(move, against)]
    return _discards(here, [move for move in moves if move[0] != here.trump] or moves, against)


def _discards(here: Ranks, moves: list[Move], against: str) -> list[Move]:
    """The moves, of discards only the lowest of a suit, and no winner where there is a loser."""
    led = here.trick[0][0]
    aside = [move for move in moves if move[0] not in (led, here.trump)]
    lowest = {suit: (suit, place) for suit, place in sorted(aside)}
    losers = [move for move in lowest.values() if here.others_above(move, against)]
    kept = losers or list(lowest.values())
    return [move for move in moves if move[0] in (led, here.trump)] + kept


def _sides(seat: int) -> tuple[str, str]:
    """The partner, and the two others."""
    return str((seat + 2) % 4), f"{(seat + 1) % 4}{(seat + 3) % 4}"

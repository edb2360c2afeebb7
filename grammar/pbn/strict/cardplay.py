"""Deal and play held to the standard: the hands, what must be marked, and the result."""

from __future__ import annotations

from collections import Counter

from fairdeal.grammar.pbn.acts import Act
from fairdeal.grammar.pbn.complaints import At, Complaints
from fairdeal.grammar.pbn.game import Game, trumps
from fairdeal.grammar.pbn.turns import winner
from fairdeal.records.cards import COMPASS, RANKS, Card, Seat, other_team, team_of

Rest = dict[Seat, set[Card] | None]
"""The cards that each seat still holds, None where its hand is not given."""


def check_play(game: Game, version: str, complaints: Complaints) -> None:
    """The hands, the cards trick by trick, and the tricks that were won."""
    _check_deal(game, complaints)
    won = _check_tricks(game, complaints) if game.play is not None else None
    _check_result(game, won, version, complaints)


def _check_deal(game: Game, complaints: Complaints) -> None:
    block = game.block("Deal")
    if block is None or not game.hands:
        return
    at = At(block.value_line, block.value_column)
    counts = {hand.seat: len(hand.cards) for hand in game.hands if hand.cards is not None}
    if any(hand.wrong for hand in game.hands):
        return
    if not counts:
        complaints.standard("Deal: no hand is given", at)
        return
    twice = [
        card
        for card, times in Counter(
            card for hand in game.hands for card, _, _ in hand.cards or ()
        ).items()
        if times > 1
    ]
    if twice:
        complaints.contradiction(f"Deal: {twice[0]} appears twice", at)
    for seat, count in counts.items():
        if count > 13:
            complaints.contradiction(f"Deal: {seat} has {count} cards", at)
    if len(set(counts.values())) > 1 and max(counts.values()) <= 13:
        told = ", ".join(f"{seat} {count}" for seat, count in counts.items())
        complaints.contradiction(f"Deal: the hands have different numbers of cards: {told}", at)


def _check_tricks(game: Game, complaints: Complaints) -> dict[str, int] | None:
    """Tricks won by team in whole tricks; None where the program cannot find out."""
    assert game.play is not None
    first = game.play.first
    if first is None:
        return None
    _check_end(game, complaints)
    seats = [COMPASS[(COMPASS.index(first) + column) % 4] for column in range(4)]
    rest: Rest = dict.fromkeys(COMPASS)
    for hand in game.hands:
        if hand.cards is not None and not hand.wrong:
            rest[hand.seat] = {card for card, _, _ in hand.cards}
    given = {card for cards in rest.values() for card in cards or ()}
    suits = trumps(game)
    won = {"NS": 0, "EW": 0}
    sure = len(suits) == 1
    seen: set[Card] = set()
    leader = _first_leader(game)
    for row, cards in zip(game.rows, game.cards, strict=True):
        marked = [column for column, act in enumerate(row) if act is not None and act.marked("L")]
        _check_leads(row, marked, leader, complaints)
        lead = marked[0] if marked else leader
        for turn in range(4):
            column = ((lead or 0) + turn) % 4
            act, card = row[column], cards[column]
            if act is not None and card is not None:
                led = None if lead is None else cards[lead]
                _check_held(act, card, seats[column], rest, seen, given, complaints)
                _check_suit(act, card, led, column == lead, rest[seats[column]], complaints)
                seen.add(card)
        leader = None
        played = [card for card in cards if card is not None]
        if sure and len(played) == 4 and lead is not None:
            leader = winner(played, lead, suits[0])
            won[team_of(seats[leader])] += 1
        elif len(played) == 4:
            sure = False
    return won if sure else None


def _first_leader(game: Game) -> int | None:
    able = game.led[0] if game.led else frozenset((0,))
    if len(able) == 1:
        return next(iter(able))
    assert game.play is not None and game.play.first is not None and game.declarer is not None
    return (COMPASS.index(game.declarer) + 1 - COMPASS.index(game.play.first)) % 4


def _check_leads(
    row: list[Act | None], marked: list[int], leader: int | None, complaints: Complaints
) -> None:
    for column in marked[1:]:
        act = row[column]
        if act is not None:
            complaints.contradiction("a second ^L in one trick", act.item)
    if marked and leader is not None and marked[0] == leader:
        act = row[marked[0]]
        if act is not None:
            complaints.contradiction("^L, and it was this player's lead", act.item)


def _check_held(
    act: Act,
    card: Card,
    seat: Seat,
    rest: Rest,
    seen: set[Card],
    given: set[Card],
    complaints: Complaints,
) -> None:
    held = rest[seat]
    if card in seen:
        complaints.contradiction(f"{card} was played before", act.item)
    elif held is not None and card not in held:
        complaints.contradiction(f"{seat} does not hold {card}", act.item)
    elif held is None and card in given:
        complaints.contradiction(f"{card} is in a hand other than {seat}'s", act.item)
    if held is not None:
        held.discard(card)


def _check_suit(
    act: Act,
    card: Card,
    led: Card | None,
    leads: bool,
    held: set[Card] | None,
    complaints: Complaints,
) -> None:
    """A card of another suit than was led is marked ``^R`` where the suit was held, and only there."""
    marked = act.marked("R")
    if leads:
        if marked:
            complaints.contradiction("^R beside the card that was led", act.item)
    elif led is not None and card.suit == led.suit:
        if marked:
            complaints.contradiction("^R beside a card of the suit that was led", act.item)
    elif led is not None and held is not None:
        able = any(other.suit == led.suit for other in held)
        if able and not marked:
            complaints.contradiction(
                f"a card of the suit led was held: {card} is a revoke", act.item
            )
        if marked and not able:
            complaints.contradiction("^R, and no card of the suit led was held", act.item)


def _check_end(game: Game, complaints: Complaints) -> None:
    """``+`` stands for the next card of the play: once, alone, and nothing after it in the trick."""
    assert game.play is not None
    marks = list(zip(game.play.ends, game.play.end_columns, strict=True))
    for index, (end, column) in enumerate(marks):
        if index:
            complaints.contradiction(f"“{end.text}” after “{marks[index - 1][0].text}”", end)
        if end.text != "+" or column // 4 >= len(game.rows):
            continue
        row = column // 4
        able = game.led[row]
        if len(able) != 1:
            continue
        lead = next(iter(able))
        if game.cards[row][lead] is None and lead != column % 4:
            message = "“+” is not in the column of the player to lead"
            if any(card is not None for card in game.cards[row]):
                complaints.contradiction(message, end)
        for turn in range((column - lead) % 4 + 1, 4):
            act = game.rows[row][(lead + turn) % 4]
            if act is not None and act.item.text != "-":
                complaints.contradiction("a card after “+”, the next to be played", act.item)


def _check_result(
    game: Game, won: dict[str, int] | None, version: str, complaints: Complaints
) -> None:
    block = game.block("Result")
    result = game.result
    if block is None or result is None:
        return
    at = At(block.value_line, block.value_column)
    counts = [count for _, count in result.teams] or [result.declarer or 0]
    whole = sum(counts) == 13 if len(counts) == 2 else True
    ended = game.play is None or game.play.closed or len(game.rows) >= 13
    if max(counts) > 13 or sum(counts) > 13 or (not whole and (ended or version == "1.0")):
        complaints.standard("Result: there are thirteen tricks", at)
        return
    if won is None or game.declarer is None or game.end_position or not game.play:
        return
    ours = team_of(game.declarer)
    sure = _sure_trumps(game)
    least = won[ours] + sure[ours]
    most = 13 - won[other_team(ours)] - sure[other_team(ours)]
    claimed = result.of_declarer(game.declarer)
    if not least <= claimed <= most and not result.marked:
        told = f"{least}" if least == most else f"{least} to {most}"
        complaints.contradiction(f"Result: the play gives the declarer {told} tricks", at)
    if least <= claimed <= most and result.marked and least != 0:
        complaints.contradiction("Result: ^, and the play does not show another number", at)


def _sure_trumps(game: Game) -> dict[str, int]:
    """Tricks that the highest trumps still held must win, by team, where every hand is given."""
    sure = {"NS": 0, "EW": 0}
    suit = trumps(game)[0]
    played = {card for row in game.cards for card in row if card is not None}
    left = [
        (hand.seat, card)
        for hand in game.hands
        for card, _, _ in hand.cards or ()
        if card.suit == suit and card not in played
    ]
    if len(game.hands) < 4 or any(hand.cards is None for hand in game.hands):
        return sure
    left.sort(key=lambda pair: RANKS.index(pair[1].rank))
    for seat, _ in left:
        if seat != left[0][0]:
            break
        sure[team_of(seat)] += 1
    return sure

"""What a hand is worth, and a match as it goes on: who is vulnerable, points towards a game, hands done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal

from fairdeal.records import NO_TRUMPS, Card, Contract, Deal, Seat, Team, other_team, team_of
from fairdeal.rulings.bridge.book import NOBODY, TEAMS, BridgeBook, board_number

BOOK_OF_SIX: Final = 6
"""Tricks that come before the odd tricks."""

LITTLE: Final = 6
GRAND: Final = 7

LineKind = Literal[
    "trick", "overtricks", "doubled", "slam", "honours", "game", "part-game", "down", "penalty"
]


@dataclass(frozen=True, slots=True)
class Entered:
    """One entry of the score: for whom, on which side of the line, how much, and why."""

    team: Team
    line: Literal["above", "below"]
    kind: LineKind
    points: int
    why: str


def odd_tricks(book: BridgeBook, value: int, trump: str, doubled: int) -> int:
    """Points for the odd tricks of a contract made, below the line."""
    scoring = book.scoring
    each = scoring.odd_trick[trump]
    return (scoring.first_trick.get(trump, each) + each * (value - 1)) * doubled


def overtricks(book: BridgeBook, trump: str, doubled: int, over: int, vulnerable: bool) -> int:
    """Points for tricks made beyond the contract."""
    if doubled == 1:
        return book.scoring.odd_trick[trump] * over
    return book.scoring.overtrick_doubled[vulnerable] * (doubled // 2) * over


def undertricks(book: BridgeBook, doubled: int, down: int, vulnerable: bool) -> int:
    """Points for the other side where a contract went down."""
    row = book.scoring.undertricks[vulnerable]
    return row.plain[down - 1] if doubled == 1 else row.doubled[down - 1] * (doubled // 2)


@lru_cache(maxsize=1024)
def hand_lines(
    book: BridgeBook, contract: Contract, tricks: int, vulnerable: bool
) -> tuple[Entered, ...]:
    """The entries of one hand for its contract and the declaring side's tricks (0 to 13).

    Honours, and what games earn in a match, are not among them: see `honours_held` and `match`.
    """
    declaring = team_of(contract.by)
    level = contract.value + BOOK_OF_SIX
    vul = "vulnerable" if vulnerable else "not vulnerable"
    if tricks < level:
        down = level - tricks
        points = undertricks(book, contract.doubled, down, vulnerable)
        why = f"{contract.text}, {down} down, {vul}"
        return (Entered(other_team(declaring), "above", "down", points, why),)
    return tuple(_made(book, contract, tricks - level, vulnerable, declaring, vul))


def _made(
    book: BridgeBook, contract: Contract, over: int, vulnerable: bool, team: Team, vul: str
) -> list[Entered]:
    scoring, doubled = book.scoring, contract.doubled
    below = odd_tricks(book, contract.value, contract.trump, doubled)
    lines = [Entered(team, "below", "trick", below, f"{contract.text}, made")]
    if over:
        points = overtricks(book, contract.trump, doubled, over, vulnerable)
        word = "overtrick" if over == 1 else "overtricks"
        lines.append(Entered(team, "above", "overtricks", points, f"{over} {word}, {vul}"))
    if doubled > 1:
        points = scoring.doubled_made if doubled == 2 else scoring.redoubled_made
        word = "doubled" if doubled == 2 else "redoubled"
        lines.append(Entered(team, "above", "doubled", points, f"a {word} contract made"))
    if contract.value in (LITTLE, GRAND):
        slam = scoring.grand_slam if contract.value == GRAND else scoring.little_slam
        word = "grand slam" if contract.value == GRAND else "little slam"
        lines.append(Entered(team, "above", "slam", slam[vulnerable], f"{word}, {vul}"))
    if scoring.game_bonus is not None:
        if below >= scoring.game:
            bonus = scoring.game_bonus[vulnerable]
            lines.append(Entered(team, "above", "game", bonus, f"game, {vul}"))
        else:
            points = scoring.part_score or 0
            lines.append(Entered(team, "above", "part-game", points, "less than game"))
    return lines


HONOURS: Final = ("A", "K", "Q", "J", "10")


def honours_held(
    book: BridgeBook, trump: str, hands: Mapping[Seat, list[Card]]
) -> tuple[Entered, ...]:
    """The honours that one hand holds: at most one hand can have enough of them to count."""
    scoring, aces = book.scoring, trump == NO_TRUMPS
    honours = {4: scoring.four_honours, 5: scoring.five_honours}
    worth = {4: scoring.four_aces} if aces else honours
    what, ranks = ("aces", ("A",)) if aces else ("trump honours", HONOURS)
    found = []
    for seat, cards in hands.items():
        count = sum(card.rank in ranks and (aces or card.suit == trump) for card in cards)
        points = worth.get(count)
        if points:
            why = f"{'four' if count == 4 else 'five'} {what}, {seat}"
            found.append(Entered(team_of(seat), "above", "honours", points, why))
    return tuple(found)


def sums(lines: tuple[Entered, ...]) -> dict[Team, int]:
    """What the entries come to for each side."""
    points = {"NS": 0, "EW": 0}
    for line in lines:
        points[line.team] += line.points
    return points


@dataclass(frozen=True, slots=True)
class MatchState:
    """How a four-hand match stands between two hands. None is not known.

    `vulnerable`: the sides that have won a game; `legs`: points towards the next one; `hands`: how
    many of the hands that count are done.
    """

    vulnerable: frozenset[Team] | None = NOBODY
    legs: dict[Team, int] | None = field(default_factory=lambda: {"NS": 0, "EW": 0})
    hands: int | None = 0

    def after(self, book: BridgeBook, lines: Sequence[Entered] | None) -> MatchState:
        """The state after a hand of these entries; None: they are not known."""
        hands = None if self.hands is None else self.hands + 1
        if lines is None:
            return MatchState(None, None, hands)
        vulnerable, legs = self.vulnerable, dict(self.legs) if self.legs is not None else None
        for line in lines:
            if line.kind == "trick" and legs is not None:
                legs[line.team] += line.points
                if legs[line.team] >= book.scoring.game:
                    legs = dict.fromkeys(TEAMS, 0)
                    vulnerable = None if vulnerable is None else vulnerable | {line.team}
            elif line.kind == "trick" and line.points >= book.scoring.game:
                legs = dict.fromkeys(TEAMS, 0)
                vulnerable = None if vulnerable is None else vulnerable | {line.team}
            elif line.kind == "trick" and vulnerable is not None and line.team not in vulnerable:
                vulnerable = None  # it may have been the rest of a game
        return MatchState(vulnerable, legs, hands)

    def recorded(self, vulnerable: frozenset[Team] | None) -> MatchState:
        """The same, with what is written about vulnerability where nothing else tells."""
        return self if self.vulnerable is not None else replace(self, vulnerable=vulnerable)


UNKNOWN = MatchState(None, None, None)
"""Nothing is known of what went before."""


def game_lines(
    book: BridgeBook, state: MatchState, lines: Sequence[Entered]
) -> tuple[Entered, ...] | None:
    """The premium for a game that the hand completes; None where the program cannot find out."""
    scoring = book.scoring
    for line in lines:
        if line.kind != "trick":
            continue
        if line.points >= scoring.game:
            points = scoring.fast_game or 0
            return (Entered(line.team, "above", "game", points, "fast game: in one hand"),)
        if state.legs is None:
            return None
        if state.legs[line.team] + line.points >= scoring.game:
            points = scoring.slow_game or 0
            why = f"slow game: {state.legs[line.team]} and {line.points} below the line"
            return (Entered(line.team, "above", "game", points, why),)
    return ()


def closing_lines(book: BridgeBook, state: MatchState) -> tuple[Entered, ...] | None:
    """What part-games left on earn, where the match ends as it is; None where not known."""
    if state.legs is None:
        return None
    having = [team for team in TEAMS if state.legs[team]]
    both = len(having) == 2
    points = (book.scoring.leg_left_both if both else book.scoring.leg_left) or 0
    why = "part-game left on, as the other side" if both else "the only part-game left on"
    return tuple(Entered(team, "above", "part-game", points, why) for team in having)


def first_state(deals: Sequence[Deal], book: BridgeBook) -> MatchState | None:
    """How the match stood before the first deal recorded: fresh before the first hand of it.

    A record of a later hand alone does not tell. None for boards, which stand on their own.
    """
    if not book.four_hand:
        return None
    number = board_number(deals[0].label) if deals else None
    return MatchState() if number in (None, 1) else UNKNOWN


def onward(state: MatchState | None, last: Deal, deal: Deal) -> MatchState | None:
    """The state before a deal: not known where deals between this and the last are missing.

    A first deal after others begins another match.
    """
    before, now = board_number(last.label), board_number(deal.label)
    if before is None or now is None or state is None:
        return state
    if now == 1 and before > 1:
        return MatchState()
    return state if now in (before, before + 1) else UNKNOWN

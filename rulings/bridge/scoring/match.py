"""A match as it goes on: who is vulnerable, who has points towards a game, how many hands are done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from fairdeal.records.cards import Team
from fairdeal.records.record import Deal
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.replay.table import NOBODY, TEAMS, board_number
from fairdeal.rulings.bridge.scoring.hand import Entered


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
        if lines is None:
            hands = None if self.hands is None else self.hands + 1
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
        hands = None if self.hands is None else self.hands + 1
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
    """What part-games left on earn, where the match ends as it stands; None where not known."""
    if state.legs is None:
        return None
    having = [team for team in TEAMS if state.legs[team]]
    if len(having) == 2:
        points = book.scoring.leg_left_both or 0
        return tuple(
            Entered(team, "above", "part-game", points, "part-game left on, as the other side")
            for team in having
        )
    points = book.scoring.leg_left or 0
    why = "the only part-game left on"
    return tuple(Entered(team, "above", "part-game", points, why) for team in having)


def first_state(deals: Sequence[Deal], book: BridgeBook) -> MatchState | None:
    """How the match stood before the first deal recorded: fresh before the first hand of it.

    A record of a later hand alone does not tell. None for boards, which stand by themselves.
    """
    if not book.four_hand:
        return None
    number = board_number(deals[0].label) if deals else None
    fresh = number is None or number == 1
    return MatchState() if fresh else UNKNOWN


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

"""Rulebooks of bridge as data: what can differ from one edition of the rules to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fairdeal.rulings.rulebooks.rulebook import Rulebook

NextDealer = Literal["left-of-dealer", "board"]
Match = Literal["four-hand", "board"]
RevokePenalty = Literal["two-tricks", "law-64"]

ByVulnerability = tuple[int, int]
"""A figure not vulnerable, and vulnerable."""


@dataclass(frozen=True, slots=True)
class Undertricks:
    """Points for one to thirteen down, in order, for one vulnerability and doubling."""

    plain: tuple[int, ...]
    doubled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BridgeScoring:
    """What a hand is worth. Pairs of figures are not vulnerable, vulnerable."""

    match: Match
    """``four-hand``: vulnerable by games won in the match, as at rubber; ``board``: by the board."""
    odd_trick: Mapping[str, int]
    first_trick: Mapping[str, int]
    """By denomination, where the first odd trick counts otherwise than the others."""
    game: int
    """Points below the line that make a game."""
    doubled_made: int
    redoubled_made: int
    overtrick_doubled: ByVulnerability
    little_slam: ByVulnerability
    grand_slam: ByVulnerability
    undertricks: tuple[Undertricks, Undertricks]
    game_bonus: ByVulnerability | None
    """For each board whose tricks make a game; None where games are won over several hands."""
    part_score: int | None
    fast_game: int | None
    slow_game: int | None
    leg_left: int | None
    """For the only side with points towards a game when the match ends."""
    leg_left_both: int | None
    """For each side, where both have some."""
    four_honours: int | None
    five_honours: int | None
    four_aces: int | None
    match_hands: int | None


@dataclass(frozen=True, slots=True)
class BridgePenalties:
    """What offences cost. None where the rulebook names nothing."""

    revoke: RevokePenalty
    revoke_tricks: int
    impropriety: int | None
    """Points off the pair for every impropriety after those warned for."""
    warnings: int


@dataclass(frozen=True, eq=False, kw_only=True)
class BridgeBook(Rulebook):
    """One edition of the rules of contract bridge."""

    next_dealer: NextDealer
    lowest: int
    highest: int
    scoring: BridgeScoring
    penalties: BridgePenalties

    @property
    def single_boards(self) -> bool:
        return not self.four_hand

    @property
    def four_hand(self) -> bool:
        return self.scoring.match == "four-hand"

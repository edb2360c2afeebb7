"""A rulebook of bridge in words, row by row, and what each key of its file is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fairdeal.records import SUIT_NAMES
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.rulebooks.rulebook import Topic


def _tricks(book: BridgeBook) -> str:
    scoring = book.scoring
    each = "; ".join(
        f"{SUIT_NAMES[name]} {scoring.first_trick.get(name, points)}"
        + (f", then {points}" if name in scoring.first_trick else "")
        for name, points in scoring.odd_trick.items()
    )
    return f"{each}; doubled x2, redoubled x4"


def _game(book: BridgeBook) -> str:
    scoring = book.scoring
    if scoring.game_bonus is not None:
        low, high = scoring.game_bonus
        return (
            f"{scoring.game} trick points: {low}, vulnerable {high}; less than game: "
            f"{scoring.part_score}"
        )
    return (
        f"{scoring.game} below the line: in one hand {scoring.fast_game}, in several "
        f"{scoring.slow_game}; left on at the end: {scoring.leg_left}, or {scoring.leg_left_both} each"
    )


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]}, vulnerable {pair[1]}"


def _slams(book: BridgeBook) -> str:
    scoring = book.scoring
    return f"little {_pair(scoring.little_slam)}; grand {_pair(scoring.grand_slam)}"


def _overtricks(book: BridgeBook) -> str:
    low, high = book.scoring.overtrick_doubled
    return (
        f"the trick's value; doubled {low}, vulnerable {high}; redoubled {2 * low}, "
        f"vulnerable {2 * high}"
    )


def _down(book: BridgeBook) -> str:
    names = ("not vulnerable", "vulnerable")
    parts = [
        f"{name}: {' '.join(map(str, row.plain))}; doubled: {' '.join(map(str, row.doubled))}"
        for name, row in zip(names, book.scoring.undertricks, strict=True)
    ]
    return ". ".join(parts) + ". Redoubled: twice doubled"


def _honours(book: BridgeBook) -> str:
    scoring = book.scoring
    if scoring.four_honours is None:
        return "none"
    return (
        f"four trump honours {scoring.four_honours}, five {scoring.five_honours}, four aces at "
        f"no-trumps {scoring.four_aces}"
    )


def _vulnerable(book: BridgeBook) -> str:
    return "a side that has won a game, to the end" if book.four_hand else "by the board's number"


def _revoke(book: BridgeBook) -> str:
    if book.penalties.revoke == "law-64":
        return "one or two tricks, by who won them"
    return f"{book.penalties.revoke_tricks} tricks, if that many were played"


def _conduct(book: BridgeBook) -> str:
    points, warnings = book.penalties.impropriety, book.penalties.warnings
    return (
        "for the committee" if points is None else f"{warnings} warning, then {points} points off"
    )


ROWS: Final[tuple[Topic[BridgeBook], ...]] = (
    Topic("players", "players", lambda b: f"{b.default_players()}, two against two"),
    Topic("pack", "pack", lambda b: f"{b.copies} of each card: {' '.join(b.rank)}"),
    Topic("hand", "hand", lambda b: f"{b.hand} cards"),
    Topic("direction", "direction of deal, calls, play", lambda b: b.direction),
    Topic("first-call", "first to call", lambda _: "the dealer"),
    Topic(
        "first-lead", "first to lead", lambda _: "left of declarer; dummy's hand is then laid down"
    ),
    Topic(
        "next-dealer",
        "next dealer",
        lambda b: "by the board's number" if b.next_dealer == "board" else "left of the dealer",
    ),
    Topic(
        "bids",
        "bids",
        lambda b: (
            f"{b.lowest} to {b.highest} in clubs, diamonds, hearts, spades, no-trumps, each above "
            "the last"
        ),
        ("insufficient-stands",),
    ),
    Topic(
        "auction-end", "the auction ends", lambda _: "three passes after a call; four at the start"
    ),
    Topic("follow-suit", "must follow suit", lambda b: "yes" if b.must_follow else "no"),
    Topic("vulnerable", "vulnerable", _vulnerable, ("vulnerability",)),
    Topic("tricks", "odd tricks bid and made", _tricks),
    Topic("game", "game and part-game", _game, ("fast-game", "leg-in-last-hand")),
    Topic("overtricks", "overtricks, each", _overtricks),
    Topic(
        "doubled-made",
        "doubled contract made",
        lambda b: f"{b.scoring.doubled_made}, redoubled {b.scoring.redoubled_made}",
    ),
    Topic("slams", "slams", _slams),
    Topic("honours", "honours", _honours, ("honours",)),
    Topic("undertricks", "undertricks, one to thirteen", _down, ("undertrick-misprint",)),
    Topic(
        "match",
        "match",
        lambda b: f"{b.scoring.match_hands} hands" if b.scoring.match_hands else "single boards",
    ),
    Topic(
        "revoke",
        "an established revoke",
        _revoke,
        ("revoke-available", "revoke-one-trick", "dummys-revoke"),
    ),
    Topic("conduct", "improprieties", _conduct),
)
"""Every row, in the order in which a deal goes."""


FIGURES: Final[Mapping[str, str]] = {
    "table.players": "players",
    "table.direction": "direction of deal, calls and play",
    "table.next_dealer": "next dealer",
    "table.hand": "cards in a hand",
    "pack.copies": "copies of each card in the pack",
    "pack.rank": "ranks, high to low",
    "pack.by_players": "ranks in the pack, for players:",
    "bids.lowest": "lowest bid",
    "bids.highest": "highest bid",
    "play.must_follow": "suit must be followed",
    "scoring.match": "vulnerable by the games of the match, or by the board",
    "scoring.odd_trick": "points for each odd trick in",
    "scoring.first_trick": "points for the first odd trick in",
    "scoring.game_bonus": "bonus for a game, not vulnerable and vulnerable",
    "scoring.game": "trick points that make a game",
    "scoring.part_score": "bonus for less than a game",
    "scoring.doubled_made": "bonus for a doubled contract made",
    "scoring.redoubled_made": "bonus for a redoubled contract made",
    "scoring.overtrick_doubled": "each doubled overtrick, not vulnerable and vulnerable",
    "scoring.little_slam": "little slam, not vulnerable and vulnerable",
    "scoring.grand_slam": "grand slam, not vulnerable and vulnerable",
    "scoring.fast_game": "premium for a game in one hand",
    "scoring.slow_game": "premium for a game in several hands",
    "scoring.leg_left": "premium for the only part-game left at the end",
    "scoring.leg_left_both": "premium to each side where both have a part-game left",
    "scoring.four_honours": "four trump honours in one hand",
    "scoring.five_honours": "five trump honours in one hand",
    "scoring.four_aces": "four aces in one hand at no-trumps",
    "scoring.match_hands": "hands in a match",
    "scoring.undertricks.not_vulnerable": "points for one to thirteen down, not vulnerable,",
    "scoring.undertricks.vulnerable": "points for one to thirteen down, vulnerable,",
    "penalties.revoke": "how an established revoke is put right",
    "penalties.revoke_tricks": "tricks for an established revoke",
    "penalties.impropriety": "points off for each impropriety, after the warning",
    "penalties.warnings": "warnings before an impropriety costs points",
}
"""What each key of a rulebook's file is."""

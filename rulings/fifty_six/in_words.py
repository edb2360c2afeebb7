"""A rulebook of 56 in plain words, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.rulebooks.rulebook import Topic

_SIDES: Final = {
    "right-of-dealer": "right of the dealer",
    "left-of-dealer": "left of the dealer",
    "bidder": "who won the auction",
    "not-stated": "not stated, not judged",
}
_PASSES: Final = {
    "lowest-no-trumps": "means the lowest bid, in no-trumps",
    "not-allowed": "not allowed",
    "allowed": "allowed",
}


def _players(book: FiftySixBook) -> str:
    counts = " or ".join(map(str, sorted(book.players)))
    more = f", {book.default_players()} where a record does not say"
    return counts + (more if len(book.players) > 1 else "")


def _packs(book: FiftySixBook) -> str:
    packs = "; ".join(
        f"{count} players: {' '.join(ranks)}" for count, ranks in sorted(book.packs.items())
    )
    return f"{book.copies} of each card. {packs}"


def _points(book: FiftySixBook) -> str:
    worth = ", ".join(f"{rank} {points}" for rank, points in book.points.items() if points)
    pack = book.packs[book.default_players()]
    total = sum(book.points[rank] for rank in pack) * 4 * book.copies
    return f"{worth}, the others 0; {total} in a deal"


def _forms(book: FiftySixBook) -> str:
    forms = ", ".join(sorted(book.bids.approved))
    other = "only advice" if book.bids.other_forms == "unlisted" else "not allowed"
    unlisted = ", ".join(sorted(book.bids.unlisted))
    return f"{forms}. {f'Advice: {unlisted}. ' if unlisted else ''}Any other form: {other}"


def _close(book: FiftySixBook) -> str:
    return "all others pass, or a redouble" + (
        f", or a bid of {book.bids.highest}" if book.auction.close_at_highest else ""
    )


def _self_raise(book: FiftySixBook) -> str:
    rungs = book.auction.self_raise
    return f"once, same denomination, to {', '.join(map(str, rungs))}" if rungs else "none"


def _awards(book: FiftySixBook) -> str:
    return "; ".join(
        f"{row.low}{f' to {row.high}' if row.high > row.low else ''}: {row.made} or {row.defeated}"
        for row in book.scoring.awards
    )


def _doubling(book: FiftySixBook) -> str:
    scoring = book.scoring
    sign = "+" if scoring.doubling == "add" else "x"
    return f"doubled {sign}{scoring.doubled}, redoubled {sign}{scoring.redoubled}"


def _session(book: FiftySixBook) -> str:
    scoring = book.scoring
    if scoring.session_deals is None:
        return "not stated, not judged"
    return f"{scoring.session_deals} deals{'' if scoring.session_fixed else ' as a rule'}"


def _match(book: FiftySixBook) -> str:
    scoring = book.scoring
    if scoring.match_win is None:
        return "none"
    return f"win {scoring.match_win}; tie {scoring.match_tie} each, tie-break {scoring.match_tie_break} more"


def _penalties(book: FiftySixBook) -> str:
    penalties = book.penalties
    points = {
        "cardinal rule: the deal and": penalties.cardinal,
        f"out of turn: {penalties.warnings} warning, then": penalties.out_of_turn,
        "lead out of turn:": penalties.lead_out_of_turn,
        "asking about the score: up to": penalties.score_query_most,
    }
    named = [f"{what} {cost}" for what, cost in points.items() if cost is not None]
    return "; ".join(named) or "none stated: for the committee"


def _redeals(book: FiftySixBook) -> str:
    redeal = book.redeal
    named = {
        "a card exposed in the deal": redeal.exposed_card,
        "a wrong number of cards": redeal.hand_size,
        "eight of a suit": redeal.one_suit,
        "eight jacks": redeal.all_jacks,
        "defenders void in trumps": redeal.void_trump,
    }
    return ", ".join(name for name, on in named.items() if on) or "none printed"


ROWS: Final[tuple[Topic[FiftySixBook], ...]] = (
    Topic("players", "players", _players),
    Topic("pack", "pack", _packs),
    Topic("rank", "rank, high to low", lambda b: " ".join(b.rank)),
    Topic("points", "points of cards", _points),
    Topic("hand", "hand", lambda b: f"{b.hand} cards"),
    Topic("direction", "direction of deal, calls, play", lambda b: b.direction, ("direction",)),
    Topic("first-call", "first to call", lambda b: _SIDES[b.first_call]),
    Topic("first-lead", "first to lead", lambda b: _SIDES[b.first_lead], ("first-lead",)),
    Topic("equal-cards", "equal cards", lambda _: "the first played wins", ("equal-cards",)),
    Topic(
        "follow-suit",
        "must follow suit",
        lambda b: "yes" if b.must_follow else "no",
        ("follow-suit",),
    ),
    Topic("next-dealer", "next dealer", lambda b: _SIDES[b.next_dealer]),
    Topic(
        "bids",
        "bids",
        lambda b: f"{b.bids.lowest} to {b.bids.highest}, each above the last",
        ("bids", "lowest-bid"),
    ),
    Topic("first-pass", "first call Pass", lambda b: _PASSES[b.bids.opening_pass], ("first-pass",)),
    Topic("forms", "approved forms", _forms, ("unlisted-forms", "plus-bids")),
    Topic(
        "noes",
        "noes as the final bid",
        lambda b: "no-trumps" if b.bids.noes == "no-trumps" else "the trump in force stays",
        ("noes", "plus-noes"),
    ),
    Topic("auction-end", "the auction ends", _close, ("auction-end",)),
    Topic("self-raise", "self-raise", _self_raise),
    Topic(
        "overbid",
        "a double may be overbid",
        lambda _: "by all but the one who doubled; that cancels it",
        ("double-overbid",),
    ),
    Topic("awards", "award: made or defeated", _awards, ("awards",)),
    Topic("doubling", "doubling", _doubling, ("redoubled",)),
    Topic(
        "play-ends",
        "play ends",
        lambda b: (
            f"after all {b.hand} tricks"
            if b.play_ends == "all-tricks"
            else "when the contract is certain either way"
        ),
    ),
    Topic("session", "session", _session, ("session-length",)),
    Topic("match-points", "match points", _match, ("match-tie",)),
    Topic("penalties", "penalties", _penalties, ("penalty-points", "warning-scope")),
    Topic("redeals", "dealt again for", _redeals, ("void-trump-late",)),
)
"""Every row, in the order in which a deal goes."""


FIGURES: Final[Mapping[str, str]] = {
    "table.players": "players, the first where a record does not say",
    "table.direction": "direction of deal, calls and play",
    "table.first_call": "first to call",
    "table.first_lead": "first to lead",
    "table.next_dealer": "next dealer",
    "table.hand": "cards in a hand",
    "pack.copies": "copies of each card in the pack",
    "pack.rank": "ranks, high to low",
    "pack.points": "points of a card:",
    "pack.by_players": "ranks in the pack, for players:",
    "bids.lowest": "lowest bid",
    "bids.highest": "highest bid",
    "bids.plus_alone": "plus without a number adds",
    "bids.most_terms": "words in a bid, at most",
    "bids.opening_pass": "a Pass as the first call",
    "bids.noes": "noes as the final bid",
    "bids.must_hold_suit": "a card of the suit bid must be held",
    "bids.approved": "approved forms of bids",
    "bids.unlisted": "forms of bids that are only advised against",
    "bids.barred_first": "forms of bids barred as the first call",
    "bids.other_forms": "forms of bids on none of the lists",
    "auction.close_at_highest": "the highest bid ends the auction",
    "auction.self_raise": "a bidder may raise his own bid to",
    "auction.self_raise_after_double": "a doubled bid may be raised by its bidder",
    "auction.double_own_side": "a bid of one's own side may be doubled",
    "auction.double_at_highest": "the highest bid may be doubled",
    "play.must_follow": "suit must be followed",
    "play.ends": "the play ends",
    "scoring.awards": "points for a contract [from, to, made, defeated]",
    "scoring.doubling": "how doubles change the award",
    "scoring.doubled": "a double adds to the award or multiplies it by",
    "scoring.redoubled": "a redouble adds to the award or multiplies it by",
    "scoring.match_win": "match points for a win",
    "scoring.match_tie": "match points for a tie, to each side",
    "scoring.match_tie_break": "further match points for the winner of a tie-break",
    "scoring.session_deals": "deals in a session",
    "scoring.session_fixed": "every session has that many deals",
    "redeal.exposed_card": "dealt again for a card exposed in the deal",
    "redeal.hand_size": "dealt again for a wrong number of cards",
    "redeal.one_suit": "dealt again for a hand of one suit",
    "redeal.all_jacks": "dealt again for a hand of jacks",
    "redeal.void_trump": "dealt again where the defenders hold no trump",
    "penalties.cardinal": "points beside the deal for breaking the cardinal rule",
    "penalties.out_of_turn": "points for a call or card out of turn, after the warning",
    "penalties.warnings": "warnings before a call or card out of turn costs points",
    "penalties.lead_out_of_turn": "points for a lead out of turn",
    "penalties.score_query_most": "points for asking about the score, at most",
}
"""What each key of a rulebook's file is."""

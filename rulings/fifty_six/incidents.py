"""What happens at a table of 56: questions, and what the rulebook in force answers.

Nothing here names a figure, or an article that a rulebook does not have: `answer` takes both from its data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from fairdeal.records import Said, Term, TermKind
from fairdeal.rulings.fifty_six.book import FiftySixBook, meaning_of
from fairdeal.rulings.fifty_six.remedies import REMEDIES, remedy_of
from fairdeal.rulings.fifty_six.scoring import award_rows
from fairdeal.rulings.frame.finding import Remedy
from fairdeal.rulings.frame.incident import (
    COMMITTEE,
    NOTHING,
    Ask,
    AtTable,
    Incident,
    Outcome,
    Sentences,
    Then,
    named,
    yes_no,
)

OWN: Final = "A"
"""The side that did it, in remedies; the other side is B."""
OTHER: Final = "B"

# --- what the rulebook says -----------------------------------------------------------------------------


def answer(book: FiftySixBook, then: Then) -> Outcome:
    """What a rulebook of 56 says where answers lead."""
    found = named(book, then, lambda code: remedy_of(book, code, OWN), _follows)
    if not found.article:
        return found
    if found.remedy.kind == "award-deal" and then.counts:
        rows = tuple(award_rows(book, then.counts == "made", found.remedy.points))
        found = replace(found, on=(_COUNTS[then.counts], *found.on), awards=rows)
    on, own, other = _MAY.get(found.remedy.kind, ((), (), ()))
    if found.needs_objection and found.remedy == NOTHING:
        other = ("Nothing follows without its objection.",)
    most = book.penalties.score_query_most
    if found.code == "score-query" and found.remedy == COMMITTEE and most is not None:
        other = (f"The committee may give it up to {most} points.",)
    shown = book.shown("warning-scope") if found.remedy.kind == "warning" else None
    return replace(
        found,
        on=(*on, *found.on),
        own=(*own, *found.own),
        other=(*other, *found.other),
        setting=shown or "",
    )


_COUNTS: Final = {
    "defeated": "The contract counts as defeated.",
    "made": "The contract counts as made.",
}

_NOT_AGREED: Final = "If it does not agree, the committee decides."

_MAY: Final = {
    "warning": (
        (),
        (_NOT_AGREED, "The next time costs it points."),
        ("Has the warning written down.",),
    ),
    "points": ((), (_NOT_AGREED,), ("Gets the points in addition to what the deal scores.",)),
    "award-deal": ((), (_NOT_AGREED,), ("Gets the points of the table below.",)),
    "redeal": (("Put the cards together.",), (), ()),
    "committee": (
        ("Agree if you can. If you cannot, write it down and ask the committee.",),
        (),
        (),
    ),
}
"""By the kind of remedy: what both sides, the side that did it, and the other one may do."""


def _follows(remedy: Remedy) -> str:
    """A remedy in words, with the sides as a table calls them."""
    own = "the side that claimed" if remedy.kind == "tricks" else "this side"
    return remedy.in_words(REMEDIES, own if remedy.to == OWN else "the other side")


# --- remedies and words that depend on the rulebook ------------------------------------------------


def _first_time(book: FiftySixBook) -> Remedy:
    return Remedy("warning", OWN) if book.penalties.warnings else _again(book)


def _again(book: FiftySixBook) -> Remedy:
    points = book.penalties.out_of_turn
    return COMMITTEE if points is None else Remedy("points", OTHER, points)


def _unless_objected(code: str) -> Callable[[FiftySixBook], Remedy]:
    """Nothing, where the rulebook asks for an objection that nobody made."""

    def remedy(book: FiftySixBook) -> Remedy:
        rule = book.findings.get(code)
        return NOTHING if rule is None or rule.objection else remedy_of(book, code, OWN)

    return remedy


def _known_late(book: FiftySixBook) -> Remedy:
    late = book.setting("void-trump-late") == "committee"
    return COMMITTEE if late else remedy_of(book, "void-trump-redeal", OWN)


_CLEAR: Final = "A bid whose number and suit are clear stands, unless it is taken back."


def _in_words(*kinds: TermKind, first: bool = False) -> Then:
    """Where a bid made of these words in this order leads, by the lists of the rulebook."""
    said = Said(tuple(Term(each, "30" if each is TermKind.NUMBER else "") for each in kinds))

    def allowed(book: FiftySixBook) -> bool:
        meaning = meaning_of(said, book)
        return meaning.approved and not (first and meaning.barred_first)

    def code(book: FiftySixBook) -> str:
        meaning = meaning_of(said, book)
        barred = first and meaning.barred_first
        return "unlisted-bid" if meaning.unlisted and not barred else "unapproved-bid"

    def remedy(book: FiftySixBook) -> Remedy:
        return NOTHING if allowed(book) else remedy_of(book, code(book), OWN)

    return Then(code, remedy=remedy, on=(_CLEAR,))


def _first_pass(book: FiftySixBook) -> Remedy:
    barred = book.bids.opening_pass == "not-allowed"
    return remedy_of(book, "opening-bid", OWN) if barred else NOTHING


# --- what happened -----------------------------------------------------------------------------------------

_DEAL: Final = ("The number of the deal, who dealt, and the cards of the hand in question.",)
_CALL: Final = (
    "The number of the deal, which call it was (the first, the second …), its words, and whose it was.",
)
_CARDS: Final = ("The number of the deal and of the trick, the cards, and whose they were.",)
_ACTS: Final = ("What was said or done, when, and who saw it.",)
_SHEET: Final = ("What each copy of the sheet says, and what each side says it should be.",)


def _whose(code: str, article: str = "") -> Ask:
    """The cardinal rule: what the deal counts as depends on whose side broke it."""
    return Ask(
        "Which side was it?",
        (
            ("bidders", "The side that won the bidding", Then(code, article, counts="defeated")),
            ("defenders", "The other side", Then(code, article, counts="made")),
        ),
    )


T = TypeVar("T")


def _if_ruled(on: str) -> Callable[[FiftySixBook], Sentences]:
    """That an act out of turn stands, where the rulebook says what follows from it."""
    return lambda book: () if book.penalties.out_of_turn is None else (on,)


def _warned(code: str, words: str) -> Ask:
    on = _if_ruled(words)
    return yes_no(
        "Did the other side object?",
        yes_no(
            "Was this team warned for acting out of turn before?",
            Then(code, remedy=_again, on=on),
            Then(code, remedy=_first_time, on=on),
        ),
        Then(code, remedy=_unless_objected(code), on=on),
    )


_VERY_FIRST: Final = "Was it the very first call of the deal?"
_STANDS: Final = "The bid before it still stands."
_CALL_STANDS: Final = (
    "The call stands. The player who was passed over calls now, or the turn goes on from the call."
)
_LEAD_STANDS: Final = _if_ruled("The lead stands.")
_STAYS: Final = "The contract stays as it was."


def _where_raised(allowed: T, else_: T) -> Callable[[FiftySixBook], T]:
    """What goes for a call after the bidder's own raise: it is `allowed` where there can be such a raise."""
    return lambda book: allowed if book.auction.self_raise else else_


_AFTER_RAISE: Final = yes_no(
    "Had the bidder raised his own bid?",
    Then(
        _where_raised("", "call-after-close"),
        "3.3",
        _where_raised(NOTHING, None),
        on=_where_raised(("A double or a redouble is allowed after the raise.",), (_STAYS,)),
    ),
    Then("call-after-close", "3.3", on=(_STAYS,)),
)


def _worded(*kinds: TermKind) -> Ask:
    return yes_no(
        _VERY_FIRST,
        _in_words(*kinds, first=True),
        _in_words(*kinds),
    )


_N, _S, _PLUS = TermKind.NUMBER, TermKind.SUIT, TermKind.PLUS

_WORDS: Final = Ask(
    "What was wrong with it?",
    (
        (
            "word",
            "A word that is not one of the game (minus, more)",
            _worded(_N, TermKind.WORD, _S),
        ),
        ("alone", "A number or a suit alone", _worded(_N)),
        ("before-plus", "A number before plus (one plus diamonds)", _worded(_N, _PLUS, _S)),
        ("plus-nt", "Plus with no-trumps", _worded(_PLUS, TermKind.NO_TRUMP)),
        ("plus-noes", "Plus noes, without a number", _worded(_PLUS, TermKind.NOES)),
        ("plus-one-noes", "Plus, a number, noes", _worded(_PLUS, _N, TermKind.NOES)),
        ("pass-number", "Pass before its number (Pass 28)", _worded(TermKind.PASS, _N)),
        ("long", "More words than a bid may have", _worded(_N, _S, _PLUS, _N, _S)),
    ),
)

_HAND: Final = Ask(
    "What is in the hand?",
    tuple(
        (
            key,
            words,
            yes_no(
                "Did the player say so before the first card was led?",
                Then("constraining-hand", article),
                _whose("constraining-hand-undisclosed"),
            ),
        )
        for key, words, article in (
            ("suit", "Eight cards of one suit", "2.4.3"),
            ("jacks", "All eight jacks", "2.4.4"),
        )
    ),
)


def _doubling(code: str, own: str, none: str) -> Ask:
    void = Then(code, on=("It changes nothing: the bid stays as it was.",))
    first = Then("opening-bid", "3.1")
    return Ask(
        "What was wrong with it?",
        (
            ("own", own, void),
            ("nothing", none, yes_no(_VERY_FIRST, first, void)),
            ("twice", "It had been said before", void),
            ("turn", "It was another player's turn", _warned("call-out-of-turn", _CALL_STANDS)),
            ("over", "The bidding was over", _AFTER_RAISE),
        ),
    )


_DOUBLES: Final = Ask(
    "Which of the two?",
    (
        (
            "double",
            "Double",
            _doubling(
                "double-inadmissible", "The bid was their own side's", "Nothing had been bid"
            ),
        ),
        (
            "redouble",
            "Redouble",
            _doubling(
                "redouble-inadmissible", "The bid was the other side's", "Nothing was doubled"
            ),
        ),
    ),
)

_LATE: Final = Ask(
    "What was said?",
    (
        (
            "raise",
            "The bidder raised his own bid",
            yes_no(
                "Was it the first time, in the same suit, to a step that the rulebook allows?",
                Then("", "3.3", NOTHING, on=("The raise is the contract.",)),
                Then("self-raise", on=(_STAYS,)),
            ),
        ),
        ("bid", "Another player bid", Then("self-raise", on=(_STAYS,))),
        (
            "else",
            "A pass, a double or a redouble",
            yes_no(
                "Had a redouble ended the bidding?",
                Then("call-after-close", "3.8", on=(_STAYS,)),
                _AFTER_RAISE,
            ),
        ),
    ),
)

_SLIP: Final = Then(
    "card-retracted",
    remedy=NOTHING,
    on=("The card goes back, and one of the suit led is played.",),
)

_REVOKE: Final = yes_no(
    "Did the player say that it was a slip, and put it right, before the next lead?",
    _SLIP,
    _whose("revoke"),
)

_RETRACTED: Final = yes_no(
    "Did the first card break suit by accident, and does the new one follow suit?",
    yes_no("Was it said before the next lead?", _SLIP, _whose("revoke")),
    Then("card-retracted"),
)

_CLAIM: Final = yes_no(
    "Does the other side challenge the claim?",
    yes_no(
        "Can it show any way to play the cards, allowed by the rules, in which it wins a trick?",
        Then(
            "claim-defeated",
            remedy=Remedy("tricks", OTHER),
            on=("Tricks won before the claim stay where they are.",),
            other=("Shows the way, card by card, with all hands on the table.",),
        ),
        Then(
            "claim-stands",
            remedy=Remedy("tricks", OWN),
            on=("Tricks won before the claim stay where they are.",),
        ),
    ),
    Then("", "4.10", Remedy("tricks", OWN), on=("Nobody challenged it: the claim stands.",)),
)

_SHOWN: Final = Ask(
    "How many cards?",
    (
        (
            "one",
            "One card",
            yes_no(
                "Was it taken back and another one played?",
                _RETRACTED,
                Then(),
            ),
        ),
        (
            "more",
            "Two or more, by accident",
            Then("card-retracted", remedy=COMMITTEE),
        ),
        ("claim", "Two or more, put on the table", _CLAIM),
    ),
)
_TRUMPS: Final = Ask(
    "When was it noticed?",
    (
        ("play", "During the play", Then("void-trump-redeal")),
        ("end", "After the last trick", Then("void-trump-redeal", remedy=_known_late)),
        ("none", "There were no trumps in this deal", Then()),
    ),
)

_TRUMP_ASKED: Final = Ask(
    "What was it?",
    (
        (
            "asked",
            "A player asked what the contract is",
            Then("", "4.1", NOTHING, on=("Look at what was recorded before the play.",)),
        ),
        ("shown", "A trump was shown, or put aside, or kept secret", Then()),
    ),
)

_SEATS: Final = Ask(
    "Which seats?",
    (
        (
            "team",
            "Players of one team changed places",
            yes_no(
                "Were the cards of the deal dealt already?",
                Then("seat-change"),
                Then("", "4.7", NOTHING, on=("Play on in the new seats.",)),
            ),
        ),
        (
            "all",
            "The two teams changed all their seats",
            yes_no(
                "Was half of the session over, no deal under way, and was it the first time?",
                Then("", "4.7", NOTHING, on=("Play on in the new seats.",)),
                Then("seat-change"),
            ),
        ),
    ),
)

_ENTRIES: Final = Ask(
    "Which entry?",
    (
        ("contract", "The contract, the bidder or the double", Then("contract-entry")),
        ("points", "The card points", Then("points-entry")),
        ("score", "The score of a deal", Then("award-entry")),
        ("total", "A running total", Then("total-entry")),
        ("copies", "The two copies differ", Then("copies-disagree")),
        ("match", "The match points", Then("match-points-entry")),
    ),
)


INCIDENTS: Final = (
    Incident("hand-size", "dealing", Then("hand-size"), _DEAL),
    Incident("card-exposed", "dealing", Then("card-exposed"), _DEAL),
    Incident("constraining-hand", "dealing", _HAND, _DEAL, "A hand that may not be played"),
    Incident(
        "dealer-rotation",
        "dealing",
        yes_no(
            "Has the first card been led?",
            Then("dealer-rotation", "4.5"),
            Then("dealer-rotation", "4.5", NOTHING, on=("The right dealer deals again.",)),
        ),
        _DEAL,
    ),
    Incident("pack", "dealing", Then("pack"), _DEAL),
    Incident("call-out-of-turn", "bidding", _warned("call-out-of-turn", _CALL_STANDS), _CALL),
    Incident("unapproved-bid", "bidding", _WORDS, _CALL),
    Incident(
        "insufficient-bid",
        "bidding",
        Ask(
            "What was wrong with it?",
            (
                ("last", "It was not above the last bid", Then("insufficient-bid", on=(_STANDS,))),
                ("low", "It was below the lowest bid", Then("bid-range", "3.1", on=(_STANDS,))),
                ("high", "It was above the highest bid", Then("bid-range", "1.6", on=(_STANDS,))),
            ),
        ),
        _CALL,
        "Bid not high enough, or too high",
    ),
    Incident(
        "opening-bid",
        "bidding",
        Ask(
            "What was said?",
            (
                (
                    "pass",
                    "Pass, as the first call",
                    Then("opening-bid", "3.1", _first_pass),
                ),
                ("double", "Double or redouble, as the first call", Then("opening-bid", "3.1")),
                (
                    "plus",
                    "Plus, before there was a bid",
                    yes_no(
                        _VERY_FIRST,
                        Then("opening-bid", "3.1"),
                        Then("opening-bid", "3.4"),
                    ),
                ),
            ),
        ),
        _CALL,
    ),
    Incident("missing-call", "bidding", Then("missing-call", on=("The player calls now.",)), _CALL),
    Incident(
        "suit-not-held",
        "bidding",
        yes_no(
            "Is the bidding over?",
            _whose("suit-not-held"),
            Then("suit-not-held", remedy=COMMITTEE, on=("There is no contract yet.",)),
        ),
        _CALL,
    ),
    Incident("noes-with-suit", "bidding", Then("noes-with-suit", on=("The bid stands.",)), _CALL),
    Incident(
        "double-inadmissible",
        "bidding",
        _DOUBLES,
        _CALL,
        "Double or redouble at the wrong time",
        "double",
    ),
    Incident("call-after-close", "bidding", _LATE, _CALL),
    Incident(
        "auction-review",
        "bidding",
        yes_no(
            "Could a bid not be heard, or was there a distraction that nobody at the table caused?",
            Then("auction-review", remedy=NOTHING, on=("The bids are said again.",)),
            Then("auction-review"),
        ),
        _CALL,
    ),
    Incident("trump", "bidding", _TRUMP_ASKED, _ACTS, "Trump asked for, shown or kept secret"),
    Incident(
        "lead-out-of-turn",
        "play",
        yes_no(
            "Did the other side object?",
            Then("lead-out-of-turn", on=_LEAD_STANDS),
            Then(
                "lead-out-of-turn",
                remedy=_unless_objected("lead-out-of-turn"),
                on=_LEAD_STANDS,
            ),
        ),
        _CARDS,
    ),
    Incident(
        "play-out-of-turn",
        "play",
        _warned("play-out-of-turn", "The card stays on the table, and the trick goes on."),
        _CARDS,
    ),
    Incident("revoke", "play", _REVOKE, _CARDS),
    Incident("card-retracted", "play", _RETRACTED, _CARDS),
    Incident("card-shown", "play", _SHOWN, _CARDS, "Cards shown in the bidding or the play"),
    Incident(
        "trick-winner",
        "play",
        Then("trick-winner", on=("Of two equal cards the one played first wins.",)),
        _CARDS,
        "Who won a trick",
    ),
    Incident(
        "trick-review",
        "play",
        yes_no(
            "Was a card of the next trick on the table?",
            Then("trick-review"),
            Then("trick-review", remedy=NOTHING, on=("The trick may be looked at.",)),
        ),
        _CARDS,
    ),
    Incident("void-trump-redeal", "play", _TRUMPS, _CARDS),
    Incident("claim", "play", _CLAIM, _CARDS, "The rest of the tricks claimed"),
    Incident(
        "play-abandoned",
        "play",
        yes_no("Has the first card been led?", Then("play-abandoned"), Then()),
        _CARDS,
    ),
    Incident("conduct", "conduct", Then("conduct"), _ACTS, "Signals, gestures or talk"),
    Incident(
        "score-query",
        "conduct",
        yes_no(
            "Had the bidding begun?",
            yes_no(
                "Does the other side ask for a penalty?",
                Then("score-query"),
                Then("score-query", remedy=_unless_objected("score-query")),
            ),
            Then("", "5.5", NOTHING),
        ),
        _ACTS,
    ),
    Incident("seat-change", "conduct", _SEATS, _ACTS),
    Incident("award-entry", "conduct", _ENTRIES, _SHEET, "The score sheet is disputed", "sheet"),
    Incident("else", "conduct", Then(), _ACTS, "Something else"),
)
"""Everything that can be chosen, in the order in which a deal goes."""

TABLE: Final = AtTable(INCIDENTS, answer)

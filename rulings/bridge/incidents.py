"""What happens at a table of bridge: questions, and what the rulebook in force and the Laws answer.

The ways that are left are the paragraphs of `rulings.bridge.laws`; articles come from the rulebook's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fairdeal.rulings.bridge.book import REMEDIES, BridgeBook, remedy_of
from fairdeal.rulings.bridge.laws.branches import FAMILIES, has_branches
from fairdeal.rulings.bridge.laws.provision import Provision
from fairdeal.rulings.frame.finding import Branch, Remedy
from fairdeal.rulings.frame.incident import (
    COMMITTEE,
    NOTHING,
    Ask,
    AtTable,
    Incident,
    Node,
    Outcome,
    Then,
    named,
    yes_no,
)

OWN: Final = "NS"
"""The side that did it, in remedies; the other side is EW."""
OTHER: Final = "EW"

LAW: Final[Mapping[str, Provision]] = {
    each.key: each for family in FAMILIES for each in family.provisions
}
"""Every paragraph that leaves a way, by its key."""

# --- what the rulebook says -----------------------------------------------------------------------------


def answer(book: BridgeBook, then: Then) -> Outcome:
    """What a rulebook of bridge says where answers lead, with the ways that the Laws leave."""
    found = named(book, then, lambda code: remedy_of(book, code, OWN), _follows)
    if not found.article:
        return found
    by_laws = book.setting("laws") is not None
    open_laws = by_laws and (has_branches(book, found.code) or then.remedy is not None)
    ways = tuple(_way(LAW[key]) for key in then.ways) if open_laws else ()
    on = found.on
    if ways or found.remedy == COMMITTEE:  # Law 9B
        on = ("Call the director. Nobody calls or plays before the ruling.", *on)
    by_law = "The Laws say what follows." if len(ways) == 1 else "The Laws leave several ways."
    follows = by_law if ways and found.remedy in (COMMITTEE, NOTHING) else found.follows
    own = ("The next time costs it points.",) if found.remedy.kind == "warning" else found.own
    return replace(found, on=on, own=own, ways=ways, follows=follows)


def _way(of: Provision) -> Branch:
    return Branch(of.key, of.law, of.condition, of.follows, of.score)


def _follows(remedy: Remedy) -> str:
    """A remedy in words, with the sides as a table calls them."""
    open_tricks = remedy.kind == "tricks" and not remedy.points
    if open_tricks or remedy.kind in ("committee", "award-deal"):
        return "For the director to decide."
    return remedy.in_words(REMEDIES, "this side" if remedy.to == OWN else "the other side")


# --- remedies that depend on the rulebook ---------------------------------------------------------------


def _two_if_available(book: BridgeBook) -> Remedy:
    return remedy_of(book, "revoke", OWN)


def _again(book: BridgeBook) -> Remedy:
    points = book.penalties.impropriety
    return remedy_of(book, "conduct", OWN) if points is None else Remedy("points", OWN, -points)


_TRICKS: Final = {count: Remedy("tricks", OTHER, count) for count in (1, 2)}

# --- what happened -----------------------------------------------------------------------------------------

_DEAL: Final = ("The number of the board, who dealt, and what was wrong in which hand.",)
_CALL: Final = ("The number of the board, the whole auction, and what was called after it.",)
_CARDS: Final = ("The number of the board and of the trick, the cards, and whose they were.",)
_ACTS: Final = ("What was said or done, when, who saw it, and what partner then did.",)
_SHEET: Final = ("What is entered, and what each side says it should be.",)


def _ways(code: str, *keys: str, article: str = "", own: str = "", other: str = "") -> Then:
    return Then(
        code,
        article,
        ways=keys,
        own=(own,) if own else (),
        other=(other,) if other else (),
    )


_NEXT: Final = "Did the next player call over it, or accept it?"
_MAY_ACCEPT: Final = "The next player may accept it first, before anything else is done."
_NOT_USE: Final = "Partner may not use what the call showed."

_INSUFFICIENT: Final = yes_no(
    _NEXT,
    _ways("insufficient-bid", "27A1"),
    Ask(
        "What takes its place?",
        (
            (
                "nothing",
                "Nothing yet",
                _ways(
                    "insufficient-bid",
                    "27A1", "27B1(a)", "27B1(b)", "27B2", "27B3", "27B4",
                    own="If it is not accepted, the player replaces it, after hearing what follows.",
                    other=_MAY_ACCEPT,
                ),
            ),
            (
                "lowest",
                "The lowest sufficient bid of the same suit, or of no-trumps",
                _ways("insufficient-bid", "27B1(a)", "27D"),
            ),
            (
                "comparable",
                "Another call that shows much the same",
                _ways("insufficient-bid", "27B1(b)", "27D"),
            ),
            ("other", "Another bid, or a pass", _ways("insufficient-bid", "27B2")),
            ("double", "A double or redouble", _ways("insufficient-bid", "27B3")),
            ("again", "Another insufficient bid", _ways("insufficient-bid", "27B4")),
        ),
    ),
)  # fmt: skip


def _turned_back(right: tuple[str, ...], other: tuple[str, ...], changed: str) -> Ask:
    """A call out of turn that was not accepted: what follows depends on whose turn it was."""
    code = "call-out-of-turn"
    return Ask(
        "Whose turn was it?",
        (
            ("right", "The player on the right", _ways(code, *right, own=_NOT_USE)),
            ("partner", "Partner", _ways(code, *other, own=_NOT_USE)),
            (
                "left",
                "The player on the left",
                yes_no(
                    "Had the player called before in this auction?",
                    _ways(code, changed),
                    _ways(code, *other, own=_NOT_USE),
                ),
            ),
        ),
    )


_OUT_OF_TURN: Final = Ask(
    "What came next?",
    (
        ("accepted", "The next player called over it", _ways("call-out-of-turn", "29A")),
        (
            "due",
            "The opponent whose turn it was called",
            _ways("call-out-of-turn", "28B", own=_NOT_USE),
        ),
        (
            "back",
            "Nothing: the turn goes back",
            Ask(
                "What was called?",
                (
                    (
                        "pass",
                        "Pass",
                        _turned_back(("30A",), ("30B1(b)(i)", "30B1(b)(ii)", "30C"), "30B2"),
                    ),
                    (
                        "bid",
                        "A bid",
                        _turned_back(
                            ("31A1", "31A2(a)", "31A2(b)"),
                            ("31B2, comparable", "31B2, not comparable"),
                            "31C",
                        ),
                    ),
                    (
                        "double",
                        "A double or redouble",
                        _turned_back(
                            ("32A1", "32A2(a)", "32A2(b)"),
                            ("32B, comparable", "32B, not comparable"),
                            "25",
                        ),
                    ),
                ),
            ),
        ),
        (
            "open",
            "Nothing yet",
            _ways("call-out-of-turn", "29A", "28B", own=_NOT_USE, other=_MAY_ACCEPT),
        ),
    ),
)


def _doubled(code: str) -> Ask:
    return Ask(
        "How far has it gone?",
        (
            ("not", "The next player has not called", _ways(code, "36B")),
            ("called", "The next player has called", _ways(code, "36A")),
            ("led", "The opening lead was faced", _ways(code, "36C")),
        ),
    )


_DOUBLES: Final = Ask(
    "Which of the two?",
    (
        ("double", "Double", _doubled("double-inadmissible")),
        ("redouble", "Redouble", _doubled("redouble-inadmissible")),
    ),
)

_LATE: Final = yes_no(
    "Was it a bid or double by a defender, and has the next player not called?",
    _ways("call-after-close", "39C"),
    _ways("call-after-close", "39B"),
)

_OPENING: Final = Ask(
    "Which side led?",
    (
        (
            "defenders",
            "The defenders",
            _ways(
                "lead-out-of-turn", "54A", "54B", "54C", "54D",
                article="Law 54", other="Declarer chooses. Dummy and the proper leader say nothing.",
            ),
        ),
        ("declarer", "Declarer's side", _ways("lead-out-of-turn", "54E", article="Law 54")),
    ),
)  # fmt: skip

_LATER: Final = Ask(
    "Which side led?",
    (
        (
            "defenders",
            "The defenders",
            yes_no(
                "Was it declarer's or dummy's turn to lead?",
                _ways("lead-out-of-turn", "53A", "53B", "56", other="Declarer chooses."),
                _ways("lead-out-of-turn", "53A", "56", other="Declarer chooses."),
            ),
        ),
        (
            "declarer",
            "Declarer's side",
            yes_no(
                "Was it a defender's turn to lead?",
                _ways(
                    "lead-out-of-turn",
                    "55A",
                    "53B",
                    "53C",
                    "55B1",
                    other="Either defender chooses.",
                ),
                _ways("lead-out-of-turn", "55A", "53C", "55B2", other="Either defender chooses."),
            ),
        ),
    ),
)

_LEAD: Final = yes_no("Was it the opening lead?", _OPENING, _LATER)

_PLAYED: Final = Ask(
    "Who played?",
    (
        ("declarer", "Declarer, too early", _ways("play-out-of-turn", "57C3")),
        (
            "before",
            "A defender, before partner had played",
            yes_no(
                "Had declarer played from both hands?",
                _ways("play-out-of-turn", "57C1"),
                _ways(
                    "play-out-of-turn", "57A1", "57A2", "57A3", "57A4", "57C2",
                    other="Declarer chooses.",
                ),
            ),
        ),
        (
            "right",
            "A defender, at the turn of the hand on the right",
            yes_no(
                "Has the next player of the other side played already?",
                _ways("play-out-of-turn", "60A1"),
                _ways("play-out-of-turn", "57D"),
            ),
        ),
        (
            "fifth",
            "Somebody played a second card to the trick",
            Ask(
                "Who played?",
                (
                    ("defender", "A defender", _ways("play-out-of-turn", "45E1")),
                    ("declarer", "Declarer", _ways("play-out-of-turn", "45E2")),
                ),
            ),
        ),
    ),
)  # fmt: skip

_IN_AUCTION: Final = Ask(
    "Which card or cards?",
    tuple(
        (key, words, _ways("penalty-card", law, "24D", "24E", article="Law 24"))
        for key, words, law in (
            ("small", "One card below an honour", "24A"),
            ("honour", "One honour, or a card led too soon", "24B"),
            ("more", "Two or more cards", "24C"),
        )
    ),
)

_LEADS: Final = ("50D2(a), asked for", "50D2(a), forbidden", "50D2(b)")

_PENALTY: Final = Ask(
    "Whose card is it?",
    (
        (
            "defender",
            "A defender's",
            Ask(
                "Which card, and how?",
                (
                    ("small", "One below an honour, shown by accident", _ways("penalty-card", "50B1")),
                    (
                        "major",
                        "An honour, or a card that was played",
                        _ways("penalty-card", "50B2", *_LEADS, other="Declarer chooses."),
                    ),
                    (
                        "more",
                        "Two or more",
                        _ways(
                            "penalty-card", "50B2", "51A", "51B", *_LEADS, other="Declarer chooses."
                        ),
                    ),
                    (
                        "withheld",
                        "A penalty card was not played when it had to be",
                        _ways("penalty-card", "52B1(a)", "52B1(b)", "52B2"),
                    ),
                ),
            ),
        ),
        (
            "declarer",
            "Declarer's or dummy's",
            Then(
                "penalty-card",
                remedy=NOTHING,
                on=("Only a defender's card becomes a penalty card.",),
            ),
        ),
    ),
)  # fmt: skip


def _in_time(article: str) -> Ask:
    return Ask(
        "Whose card was it?",
        (
            ("defender", "A defender's", Then("revoke", article, NOTHING, ways=("62B1",))),
            (
                "declarer",
                "Declarer's or dummy's, or one that lay face up",
                Then("revoke", article, NOTHING, ways=("62B2",)),
            ),
        ),
    )


_ESTABLISHED: Final = Ask(
    "Is one of these true?",
    (
        ("none", "None of them", yes_no(
            "Did the player who revoked win that trick?",
            yes_no(
                "Did the side win a later trick as well?",
                Then("revoke", remedy=_TRICKS[2], ways=("64A1", "64C1")),
                Then("revoke", remedy=_TRICKS[1], ways=("64A1", "64C1")),
            ),
            yes_no(
                "Did the side win that trick or a later one?",
                Then("revoke", remedy=_TRICKS[1], ways=("64A2", "64C1")),
                Then("revoke", remedy=NOTHING, ways=("64B1", "64C1")),
            ),
        )),
        ("again", "The same player had revoked in this suit before",
         Then("revoke", remedy=NOTHING, ways=("64B2", "64C1"))),
        ("dummy", "The card lay face up: dummy's, or a penalty card",
         Then("revoke", remedy=NOTHING, ways=("64B3", "64C1"))),
        ("twelfth", "It was on the twelfth trick",
         Then("revoke", remedy=NOTHING, ways=("62D1", "64B6"))),
        ("both", "Both sides revoked on the board",
         Then("revoke", remedy=NOTHING, ways=("64B7", "64C1"))),
        ("late", "The other side had called on the next board, or the round was over",
         Then("revoke", remedy=NOTHING, ways=("64B4", "64B5", "64C1"))),
    ),
)  # fmt: skip

_IN_TIME: Final = (
    "Has the side that revoked not yet led or played to the next trick, and not claimed?"
)

_BY_LAW: Final = yes_no(_IN_TIME, _in_time("Law 61"), _ESTABLISHED)

_BY_TWO_TRICKS: Final = yes_no(
    _IN_TIME,
    _in_time("12"),
    Ask(
        "How many tricks did the side win in the deal?",
        (
            ("two", "Two or more", Then("revoke", remedy=_two_if_available)),
            ("one", "One", Then("revoke", remedy=COMMITTEE)),
            ("none", "None", Then("revoke", remedy=NOTHING)),
            ("dummy", "The card was dummy's", Then("revoke", "12", NOTHING)),
        ),
    ),
)


def _revoke(book: BridgeBook) -> Node:
    return _BY_LAW if book.penalties.revoke == "law-64" else _BY_TWO_TRICKS


_CLAIM: Final = Ask(
    "What is in dispute?",
    (
        (
            "claim",
            "The other side denies the claim",
            Ask(
                "Who claimed?",
                tuple(
                    (
                        key,
                        words,
                        Then(
                            "claim-defeated",
                            remedy=COMMITTEE,
                            ways=("68D2(b)", "70A", "70C", "70D1", *more, "70E1"),
                            on=("The play stops. All four hands are shown.",),
                            own=("Repeats what was said with the claim, and adds nothing.",),
                            other=("Says what it objects to.",),
                        ),
                    )
                    for key, words, more in (
                        ("declarer", "Declarer", ()),
                        ("defender", "A defender", ("70D2",)),
                    )
                ),
            ),
        ),
        (
            "conceded",
            "A side takes back what it conceded",
            Then("claim-stands", "Law 71", COMMITTEE, ways=("71, won", "71, sure")),
        ),
        (
            "agreed",
            "Nothing: both sides agree",
            Then("claim-stands", "Law 68", NOTHING, on=("The result is entered as agreed.",)),
        ),
    ),
)

_INFORMATION: Final = Ask(
    "What came of it?",
    (
        (
            "not",
            "Partner did not do what it suggested",
            _ways("conduct", "16B1"),
        ),
        (
            "used",
            "Partner may have used it",
            _ways(
                "conduct", "16B1", "16B3",
                other="Calls the director, at once or when the hand is over.",
            ),
        ),
        (
            "misled",
            "An opponent was misled by it",
            _ways("conduct", "73E2"),
        ),
    ),
)  # fmt: skip

_IMPROPER: Final = yes_no(
    "Was this pair warned for a remark or a gesture before?",
    Then("conduct", remedy=_again),
    Then("conduct"),
)


def _conduct(book: BridgeBook) -> Node:
    return _INFORMATION if book.penalties.impropriety is None else _IMPROPER


_BOARD: Final = Ask(
    "What is wrong?",
    (
        ("cards", "A hand has too many or too few cards", Then("hand-size")),
        ("seen", "A card was seen while dealing", _ways("card-exposed", "6D1", "16D2")),
        ("dealer", "The wrong player dealt or called first", Then("dealer-rotation")),
        ("pack", "A card is there twice, or missing", Then("pack")),
        ("other", "The cards are of another board, or in the wrong places", Then()),
    ),
)

_REVIEW: Final = yes_no(
    "Has the player's own side led or played to the next trick?",
    Then("trick-review"),
    Then("trick-review", remedy=NOTHING, on=("The trick may be looked at.",)),
)

_RANGE: Final = yes_no(
    "Has the next player called over the bid?", _ways("bid-range", "38D"), _ways("bid-range", "38C")
)

_ENTRIES: Final = Ask(
    "Which entry?",
    (
        ("contract", "The contract, the declarer or the double", Then("contract-entry")),
        ("points", "The number of tricks", Then("points-entry")),
        ("score", "The score of a deal", Then("award-entry")),
        ("total", "A total", Then("total-entry")),
        ("copies", "The two copies differ", Then("copies-disagree")),
    ),
)


INCIDENTS: Final = (
    Incident("hand-size", "dealing", _BOARD, _DEAL, "Wrong cards, or the wrong board", "board"),
    Incident("insufficient-bid", "bidding", _INSUFFICIENT, _CALL),
    Incident("call-out-of-turn", "bidding", _OUT_OF_TURN, _CALL),
    Incident(
        "double-inadmissible",
        "bidding",
        _DOUBLES,
        _CALL,
        "Double or redouble not allowed",
        "double",
    ),
    Incident("bid-range", "bidding", _RANGE, _CALL, "Bid of more than seven"),
    Incident("unapproved-bid", "bidding", Then("unapproved-bid"), _CALL),
    Incident("missing-call", "bidding", Then("missing-call"), _CALL),
    Incident("call-after-close", "bidding", _LATE, _CALL),
    Incident(
        "card-exposed",
        "bidding",
        _IN_AUCTION,
        _CARDS,
        "Card shown during the auction",
        "card-in-auction",
    ),
    Incident("lead-out-of-turn", "play", _LEAD, _CARDS),
    Incident("play-out-of-turn", "play", _PLAYED, _CARDS),
    Incident("penalty-card", "play", _PENALTY, _CARDS, "Card shown during the play, penalty card"),
    Incident("revoke", "play", _revoke, _CARDS),
    Incident("claim", "play", _CLAIM, _CARDS, "Claim or concession disputed"),
    Incident("trick-review", "play", _REVIEW, _CARDS),
    Incident("dummy-play", "play", Then("dummy-play"), _CARDS),
    Incident("play-abandoned", "play", Then("play-abandoned"), _CARDS),
    Incident("conduct", "conduct", _conduct, _ACTS, "Remark, gesture or hesitation: information"),
    Incident("award-entry", "conduct", _ENTRIES, _SHEET, "The score is disputed", "sheet"),
    Incident("else", "conduct", Then(), _ACTS, "Something else"),
)
"""Everything that can be chosen, in the order in which a deal goes."""

TABLE: Final = AtTable(INCIDENTS, answer)

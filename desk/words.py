"""Plain words for what the program calls things: findings, remedies, outcomes, contracts, places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final

from fairdeal.records import (
    COMPASS_NAMES,
    SUIT_SYMBOLS,
    Contract,
    Place,
    Seat,
    Team,
    denomination,
    figure,
)
from fairdeal.rulings.frame.finding import Certainty, DealVerdict, Finding, Remedy, in_words

TITLES: Final = {
    "hand-size": "Wrong number of cards dealt",
    "card-exposed": "Card exposed while dealing",
    "constraining-hand": "Unplayable hand dealt",
    "constraining-hand-undisclosed": "Unplayable hand not declared",
    "pack": "Cards that the pack does not have",
    "dealer-rotation": "Wrong dealer",
    "deal-count": "Deals missing or repeated",
    "unapproved-bid": "Bid worded wrongly",
    "unlisted-bid": "Bid wording not on the approved list",
    "insufficient-bid": "Bid not high enough",
    "bid-range": "Bid below or above the limits",
    "opening-bid": "First call is not a bid",
    "call-out-of-turn": "Call out of turn",
    "missing-call": "Turn to call skipped",
    "suit-not-held": "Bid a suit not held",
    "noes-with-suit": "Noes while holding the suit",
    "double-inadmissible": "Double not allowed here",
    "redouble-inadmissible": "Redouble not allowed here",
    "call-after-close": "Call after the auction was over",
    "self-raise": "Self-raise not allowed",
    "revoke": "Did not follow suit (revoke)",
    "lead-out-of-turn": "Lead out of turn",
    "play-out-of-turn": "Card played out of turn",
    "card-not-held": "Card not in the written hand",
    "card-retracted": "Card taken back",
    "trick-winner": "Wrong winner of a trick",
    "claim-defeated": "Claim does not hold",
    "claim-stands": "Claim holds",
    "void-trump-redeal": "Defenders without trumps: redeal",
    "play-abandoned": "Play given up",
    "trick-review": "Closed trick inspected",
    "auction-review": "Auction reviewed",
    "seat-change": "Seats changed",
    "conduct": "Conduct",
    "score-query": "Asked about the score during the bidding",
    "contract-entry": "Contract entered wrongly",
    "points-entry": "Card points entered wrongly",
    "award-entry": "Score entered wrongly",
    "total-entry": "Running total does not add up",
    "copies-disagree": "The two copies differ",
    "match-points-entry": "Match points entered wrongly",
    "penalty-entry": "Penalty not entered",
}
"""By the code of a finding."""

SEVERITIES: Final = {
    "offence": "Offence",
    "entry": "Wrong entry",
    "ruling": "Ruling, no offence",
    "advice": "For the committee to know",
}

OUTCOMES: Final = {
    "made": "contract made",
    "defeated": "contract defeated",
    "redeal": "to be dealt again",
    "passed-out": "passed out",
    "undecided": "not known",
    "unread": "could not be read",
}

NO_AWARD: Final = "award unknown"

_REMEDIES: Final = {
    "redeal": "The same dealer deals again.",
    "award-deal": "The deal goes to {to}{more}.",
    "points": "{count} to {to}.",
    "warning": "A warning to {to}.",
    "tricks": "Tricks go to {to}.",
    "correct-entry": "Correct the entry.",
    "committee": "For the committee to decide.",
    "none": "Nothing to be done.",
}


_BRIDGE_TITLES: Final = {
    "dealer-rotation": "Wrong dealer or vulnerability",
    "points-entry": "Tricks entered wrongly",
    "total-entry": "Total does not add up",
    "card-exposed": "Card turned up while dealing",
    "dummy-play": "Dummy took part in the play",
    "penalty-card": "Card shown or taken back",
    "play-abandoned": "Play not finished",
}
"""What is called otherwise in bridge."""

_CONTRADICTIONS: Final = {"play-out-of-turn": "Two cards of one seat in a trick"}
"""What is called otherwise where the record contradicts itself and nobody is blamed."""


def title(code: str, of: Finding | None = None, game: str = "") -> str:
    """``Call out of turn`` for ``call-out-of-turn``; the code itself in words where it is new.

    Some codes have another name in bridge: `of` is the finding, where there is one, `game` its game.
    """
    if of is not None and of.severity == "entry" and code in _CONTRADICTIONS:
        return _CONTRADICTIONS[code]
    if code in _BRIDGE_TITLES and (game == "bridge" or (of is not None and _is_bridge(of))):
        return _BRIDGE_TITLES[code]
    return TITLES.get(code) or _BRIDGE_TITLES.get(code) or code.replace("-", " ").capitalize()


def _is_bridge(of: Finding) -> bool:
    return of.team in _SIDES or of.seat in COMPASS_NAMES or of.place.parts[:1] == ("vulnerable",)


_SIDES: Final = {"NS": "North-South", "EW": "East-West"}


def seat(of: Seat) -> str:
    """``seat 4``, ``North``: within a sentence."""
    return COMPASS_NAMES.get(of) or f"seat {of}"


def side(team: Team) -> str:
    """``team A``, ``NS``: a side where there is little room."""
    return team if team in _SIDES else f"team {team}"


def side_name(team: Team) -> str:
    """``Team A``, ``North-South``: a side on its own."""
    return _SIDES.get(team) or f"Team {team}"


def match_called(tag: Callable[[str], str | None]) -> str:
    """``Onam Cup, table 4, round 2`` by the heading of its papers; empty where that says nothing."""
    parts = [tag("Event") or ""]
    parts += [f"{word} {said}" for word in ("table", "round") if (said := tag(word.title()))]
    return capital(", ".join(filter(None, parts)))


def capital(text: str) -> str:
    """The text beginning with a capital letter; the rest of it stays as it is."""
    return text[:1].upper() + text[1:]


def count(number: int, one: str, many: str | None = None) -> str:
    """``1 finding``, ``2 findings``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def remedy(of: Remedy) -> str:
    """A remedy in one sentence, for findings whose own words do not say it."""
    words = _REMEDIES[of.kind]
    if of.to is None and "{to}" in words:
        return "As the rulebook says; the team is not known."
    more = f", plus {count(of.points, 'point')}" if of.points else ""
    to = side(of.to) if of.to is not None else ""
    return words.format(to=to, more=more, count=count(of.points, "point"))


def remedy_of(finding: Finding) -> str:
    """What the rulebook asks for here; of an offence that is not established, if it was so."""
    words = finding.remedy_text or remedy(finding.remedy)
    if finding.severity == "offence" and finding.certainty is Certainty.DEPENDS:
        return f"If it was so: {words[:1].lower()}{words[1:]}"
    return words


def certainty(finding: Finding) -> str:
    """How sure a finding is, and on which entries it depends."""
    if finding.certainty is Certainty.ESTABLISHED:
        return "Established" if finding.by == "record" else "Confirmed by a person"
    if finding.certainty is Certainty.POSSIBLE:
        return "Only possible: the record neither shows it nor rules it out"
    how = "" if finding.probability is None else f" ({likely(finding.probability)})"
    if finding.not_recorded and finding.not_recorded == finding.depends_on:
        cards = [entry(each) for each in finding.not_recorded]
        are = "are" if len(cards) > 1 else "is"
        return f"Not established: it depends on {_plainly(cards)}, which {are} not recorded{how}"
    entries = [entry(each) for each in finding.depends_on] or ["an unclear entry"]
    are = "are" if len(entries) > 1 else "is"
    if finding.by == "read":
        what = "which of" if len(entries) > 1 else "whether"
        return f"Not established{how}: no reading shows {what} {_plainly(entries)} is wrong"
    return f"Not established: it depends on how {_plainly(entries)} {are} read{how}"


def _plainly(entries: Sequence[str]) -> str:
    """``row 14, total B``; several of them without commas of their own: ``row 14 total B and the dealer``."""
    return entries[0] if len(entries) == 1 else listed([each.replace(",", "") for each in entries])


def listed(names: Sequence[str]) -> str:
    """``3``, ``3 and 9``, ``1, 3 and 9``; empty for none."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def numbers(labels: Iterable[str]) -> str:
    """``3``, ``3 and 9``, ``1 to 14``, ``1, 3 to 5 and 9``."""
    runs: list[list[str]] = []
    for label in labels:
        number, before = figure(label), figure(runs[-1][-1]) if runs else None
        if number is not None and before is not None and number == before + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
    return listed(
        [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)]
    )


def entry(place: Place) -> str:
    """An entry of a deal as a person calls it: ``the dealer``, ``trick 4's leader``, ``seat 2's card in trick
    4``, ``card 3 of seat 1's hand``."""
    match place.parts:
        case ("dealer",):
            return "the dealer"
        case ("deal",):
            return "the deal's number"
        case (deal, "deal") if deal.startswith("deal "):
            return f"the number of {deal}"
        case (call, "seat") if call.startswith("call "):
            return f"the seat before {call}"
        case (event, "seat" | "team" | "call" | "trick" | "new card" as part) if event.startswith(
            "event "
        ):
            return f"the {part} of {event}"
        case (trick, "leader"):
            return f"{trick}'s leader"
        case (trick, card, "seat"):
            return f"the seat before {card} of {trick}"
        case (hand,) if hand.startswith("hand "):
            return _hand_of(hand)
        case (hand, "seat") if hand.startswith("hand "):
            return f"the seat before {_hand_of(hand)}"
        case (hand, card) if hand.startswith("hand ") and card.isdecimal():
            return f"card {card} of {_hand_of(hand)}"
        case (trick, player) if trick.startswith("trick ") and player.startswith("seat "):
            return f"{seat(player[5:])}'s card in {trick}"
        case (trick, card) if trick.startswith("trick ") and card.startswith("card "):
            return f"{card} of {trick}"
        case _:
            return inside(place)


def _hand_of(part: str) -> str:
    return f"{seat(part.removeprefix('hand '))}'s hand"


LIKELY: Final = (
    (1.0, "certain"),
    (0.99, "almost certain"),
    (0.9, "very likely"),
    (0.6, "likely"),
    (0.4, "as likely as not"),
)
"""What is at least so likely, in words. A share such as 99.8 % promises more than anybody knows."""
CHANCES: Final = (3, 4, 5, 10, 20, 50, 100, 200, 500)
"""Of what is less likely, one chance in so many."""


def likely(share: float) -> str:
    """How likely something is, for people: ``very likely``, ``1 chance in 20``. JSON has the share itself."""
    for least, said in LIKELY:
        if share >= least:
            return said
    if share < 0.5 / CHANCES[-1]:
        return "hardly possible"
    nearest = min(CHANCES, key=lambda each: max(share * each, 1 / (share * each)))
    return f"1 chance in {nearest}"


def objection(finding: Finding) -> str | None:
    """What the record shows of the objection that the rule wants, None where it wants none."""
    if not finding.needs_objection:
        return None
    if finding.objected:
        return "The other side objected."
    if finding.objected is False:
        return "The record shows no objection; this applies only if the other side objected."
    return "Whether the other side objected is not recorded; this applies only if it did."


def where(finding: Finding) -> str:
    """``Deal 3, trick 2, seat 4``: the address of a finding for people."""
    return place(address(finding).in_deal(finding.deal))


def address(finding: Finding) -> Place:
    """A finding's place, the sheet named where it is not the record's first."""
    return finding.place.in_sheet(finding.at.sheet)


SUIT_WORDS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

_VOWEL_SOUND: Final = frozenset("8AEFHILMNRSX")


def sign(written: str) -> str:
    """A sign on paper with its article: a 7, an S (spades)."""
    article = "an" if written in _VOWEL_SOUND else "a"
    suit = SUIT_WORDS.get(written)
    return f"{article} {written}" + (f" ({suit})" if suit else "")


def place(of: Place) -> str:
    """An address with commas, starting with a capital letter."""
    return capital(inside(of))


def repeats(mark: str, of: Place) -> str:
    """What a mark may stand for: the same as another entry, or a pass where that is not one."""
    meant = f"the same as {inside(of)}" if of.parts else "a pass"
    return f"This looks like {mark}. It may mean {meant}."


DECISIONS: Final = {"accept": "accepted", "dismiss": "dismissed", "amend": "accepted with a change"}
"""What a committee decided of a finding."""


def article(name: str) -> str:
    """What an article is called: ``Article 3.10``; ``Law 27`` and sections with titles on their own."""
    if name[:1].isdigit():
        return f"Article {name}"
    return name if name.startswith("Law ") else f"Section “{name}”"


def inside(of: Place) -> str:
    """An address within a sentence."""
    parts = [_seated(part) for part in of.parts]
    for place, (before, after) in enumerate(pairwise(of.parts), 1):
        if before.startswith("hand ") and after.isdecimal():
            parts[place] = f"card {after}"
        if before.startswith("deal ") and after == "deal":
            parts[place] = "number"
    if of.sheet is not None:
        parts[0] = f"{ordinal(of.sheet)} sheet"
    return ", ".join(parts)


def _seated(part: str) -> str:
    """A part of an address; ``seat N`` and ``hand N`` of bridge by the seat's name, ``hand 2`` by seat."""
    head, _, last = part.partition(" ")
    if head == "hand" and last.isdecimal():
        return f"hand of seat {last}"
    if last not in COMPASS_NAMES or head not in ("seat", "hand"):
        return _FORM_WORDS.get(part, part)
    return COMPASS_NAMES[last] if head == "seat" else f"{COMPASS_NAMES[last]}'s hand"


_FORM_WORDS: Final = {
    "x": "X or XX",
    "vulnerable": "vulnerability",
    "points NS": "tricks NS",
    "points EW": "tricks EW",
    "disputed 1": "disputed trick (first row)",
    "disputed 2": "disputed trick (second row)",
}
"""What people call an entry whose address says it shorter. What a deal of bridge has as points is tricks."""


def ordinal(number: int) -> str:
    """``second``, ``third``, ``4th``."""
    return _ORDINALS.get(number, f"{number}th")


_ORDINALS: Final = {2: "second", 3: "third"}


def contract(of: Contract | None) -> str:
    """``29 ♠ by seat 4, doubled``."""
    if of is None:
        return "no contract"
    trump = SUIT_SYMBOLS.get(of.trump) or denomination(of.trump, of.value)
    doubling = {2: ", doubled", 4: ", redoubled"}.get(of.doubled, "")
    return f"{of.value} {trump} by {seat(of.by)}{doubling}"


def contract_aloud(of: Contract | None) -> str:
    """``29 spades by seat 4, doubled``: for a screen reader."""
    if of is None:
        return "no contract"
    return contract(of).replace(SUIT_SYMBOLS.get(of.trump, "\0"), denomination(of.trump, of.value))


def figures(of: dict[Team, int] | None, joint: str = ", ") -> str:
    """``A 5, B 0``."""
    if of is None:
        return "not known"
    return joint.join(f"{team} {number}" for team, number in of.items())


def deal_line(deal: DealVerdict) -> str:
    """One deal in one line: contract, points, outcome, award."""
    known = contract(deal.contract) if deal.contract is not None else "no contract is recorded"
    if deal.points is None and (outcome(deal), _award(deal)) == (OUTCOMES["undecided"], NO_AWARD):
        return f"Deal {deal.deal or deal.game}: {known}; the outcome and the award are not known"
    parts = [f"Deal {deal.deal or deal.game}: {contract(deal.contract)}", outcome(deal)]
    if deal.points is not None:
        what = "tricks" if set(deal.points) & set(_SIDES) else "card points"
        parts.append(f"{what} {figures(deal.points)}")
    parts.append(_award(deal))
    return "; ".join(parts)


def outcome(deal: DealVerdict) -> str:
    """``contract made``; ``counted as defeated by 3.10`` where a ruling made that of it."""
    if deal.counted is not None:
        return f"counted as {deal.counted.outcome} by {deal.counted.article}"
    if deal.awards_if and deal.award is None:
        return "for the committee to decide"
    return OUTCOMES[deal.outcome]


def _award(deal: DealVerdict) -> str:
    if deal.award:
        return f"award {figures(deal.award)}"
    return f"it gives {in_words(deal.awards_if)}" if deal.awards_if else NO_AWARD

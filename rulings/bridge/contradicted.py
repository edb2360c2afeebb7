"""Offences in the play of a board whose record contradicts itself, or of which one slip explains several.

A play or a deal whose first seat is wrong makes a contradiction of nearly every card. It is one wrong entry:
hands and play that fit each other at other seats are judged there.

Hands and cards that cannot all be true prove nobody's revoke: the entry that is wrong may be the one that
shows it. What the record itself marks as irregular was seen at the table, and stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.records import Card, Place, Seat
from fairdeal.rulings.bridge.book import BridgeTable
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.about import marked_card
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.frame.finding import (
    At,
    Certainty,
    Explanation,
    Finding,
    Misread,
    Refusal,
    Remedy,
)
from fairdeal.rulings.frame.rule import Draft, who
from fairdeal.rulings.replay.play import card_place
from fairdeal.rulings.replay.reading import Seen, SeenTrick

CONTRADICTIONS: Final = frozenset({"pack", "card-not-held", "play-out-of-turn"})
"""Findings, of the severity `entry`, that cards are written which cannot be there."""

BESIDE_A_CONTRADICTION: Final = 0.1
"""How likely an offence in the play is a true one where cards of the record contradict each other: of 51,489
recorded boards 40 revokes stood in such records, and 21 true ones alone in all the others."""

BESIDE_MISSING_TRICKS: Final = 0.1
"""The same of several where the play is not recorded to its end: a trick left out in the middle moves the
lead of all that follow."""

SEVERAL: Final = 2
"""Offences that one slip explains, and that are not established then."""

BY_CARDS: Final = frozenset({"revoke", "lead-out-of-turn", "play-out-of-turn"})


def in_doubt(
    replay: BridgeReplay, findings: Sequence[Finding], why: Sequence[Explanation]
) -> tuple[Finding, ...]:
    """The findings of a board, the offences that the record is too contradictory to show in doubt."""
    acts = [each for each in findings if _by_cards(each) and not _marked(replay, each)]
    if not acts:
        return tuple(findings)
    share, places = _reason(replay, findings, acts)
    told = {id(each): _depends(each, share, places) for each in acts if places}
    for explanation in why if not places else ():
        gone = [each for each in acts if (each.code, each.place) in explanation.findings]
        if len(gone) >= SEVERAL:
            share = max(1e-6, 1.0 - explanation.share)
            entries = tuple(entry.place for entry in explanation.entries)
            for each in gone:
                told.setdefault(id(each), _depends(each, share, entries))
    return tuple(told.get(id(each), each) for each in findings)


def _reason(
    replay: BridgeReplay, findings: Sequence[Finding], acts: Sequence[Finding]
) -> tuple[float, tuple[Place, ...]]:
    """How likely the offences are, and the entries on which they depend; none where nothing is odd."""
    contradictory = tuple(
        each.place for each in findings if each.severity == "entry" and each.code in CONTRADICTIONS
    )
    if contradictory:
        return BESIDE_A_CONTRADICTION, contradictory
    if len(acts) >= SEVERAL and not replay.play.complete:
        tricks = (each.at.trick for each in acts if each.at.trick is not None)
        return BESIDE_MISSING_TRICKS, (Place.of(f"trick {min(tricks)}"),)
    return 1.0, ()


def _by_cards(finding: Finding) -> bool:
    return (
        finding.code in BY_CARDS
        and finding.severity == "offence"
        and finding.certainty is Certainty.ESTABLISHED
        and finding.at.trick is not None
    )


def _marked(replay: BridgeReplay, finding: Finding) -> bool:
    """Whether the record marks the card itself as irregular."""
    return any(
        card_place(fact, index).parts == finding.place.parts and marked_card(replay, fact, index)
        for fact in replay.play.tricks
        if fact.number == finding.at.trick
        for index in range(len(fact.cards))
    )


def _depends(finding: Finding, share: float, places: tuple[Place, ...]) -> Finding:
    return replace(
        finding, certainty=Certainty.DEPENDS, probability=min(1.0, share), depends_on=places
    )


# --- a whole tag of another seat ---------------------------------------------------------------------

FEWEST: Final = 4
"""Cards not in the written hands from which on a whole tag may name another seat: a trick's."""

TIMES_FEWER: Final = 8
"""How many times fewer they must be once it names the right one: a card may be mistyped as well."""

SUREST: Final = 0.999
"""As sure as this the tag is wrong: so many cards do not fit another seat's hand by chance."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A deal with its play, or its hands, at the seats where they belong; and what is said of that."""

    seen: Seen
    wrong: Draft
    why: Explanation


def turned(
    seen: Seen,
    table: BridgeTable,
    judge: Callable[[Seen], BridgeRuled],
    refused: Sequence[Refusal],
) -> Turned | None:
    """The deal with the first seat of its play, or of its hands, read as another; None where that corrects
    nothing. The contract says who led: the tag that has it otherwise is the wrong one."""
    rows = [each.labels[:1] for each in seen.tricks]
    if seen.doubts or [None] in rows or [] in rows or not seen.whole(table.players, table.hand):
        return None
    amiss = _not_held(seen, table)
    if amiss < FEWEST or seen.tricks[0].number != 1:
        return None
    made, written = judge(seen).replay.contract, seen.tricks[0].labels[0]
    if made is None or written is None:
        return None
    due = table.after[made.by]
    play = _played(seen, table, written, due, made.trump)
    for other, wrong, entry in play if due != written else _dealt(seen, table):
        left = _not_held(other, table)
        if TIMES_FEWER * left <= amiss and not any(each.holds((entry,)) for each in refused):
            return _mended(seen, other, wrong, entry, amiss - left)
    return None


def _not_held(seen: Seen, table: BridgeTable) -> int:
    """How many cards of the play are not in the written hand of their seat."""
    return sum(
        card is not None and card not in seen.hands[seat]
        for trick in seen.tricks
        for seat, card in zip(_seats(trick, table), trick.cards, strict=False)
    )


def _seats(trick: SeenTrick, table: BridgeTable) -> list[Seat]:
    """Who played each card of a trick of which it is written who led."""
    first = trick.labels[0]
    turns = table.rotation[first] if first is not None else ()
    return [label or turn for label, turn in zip(trick.labels, turns, strict=False)]


_Way = tuple[Seen, str, Misread]


def _played(seen: Seen, table: BridgeTable, written: Seat, due: Seat, trump: str) -> Iterator[_Way]:
    """The play from who was due to lead: who won a trick leads the next."""
    to = dict(zip(table.rotation[written], table.rotation[due], strict=True))
    tricks: list[SeenTrick] = []
    leader: Seat | None = due
    for each in seen.tricks:
        by = {to[seat]: n for n, seat in enumerate(_seats(each, table))}
        if each.events or leader not in by:
            return
        turns = [seat for seat in table.rotation[leader] if seat in by]
        cards = [each.cards[by[seat]] for seat in turns]
        plays = tuple(each.trick.plays[by[seat]] for seat in turns)
        row = replace(each.trick, items=plays, by_seat=False)
        labels = [leader, *[None] * (len(turns) - 1)]
        tricks.append(SeenTrick(each.number, labels, cards, [], row, True))
        leader = _winner(turns, cards, trump, table)
    deal = replace(seen.deal, play=tuple(each.trick for each in tricks))
    values = [(("tricks",), tricks), (("deal",), deal), (("places",), None)]
    words = (
        f"The play is written as led by {who(written)}. With {who(due)}, who led by the contract,"
    )
    yield seen.with_values(values), words, Misread(Place.of("trick 1", "leader"), written, due)


def _winner(
    turns: list[Seat], cards: list[Card | None], trump: str, table: BridgeTable
) -> Seat | None:
    known = [card for card in cards if card is not None]
    if len(known) < table.players:
        return None
    heights = [table.strength[trump][known[0].suit][card] for card in known]
    return turns[heights.index(max(heights))]


def _dealt(seen: Seen, table: BridgeTable) -> Iterator[_Way]:
    """The hands as they are if the first of them is another player's."""
    first, *others = table.seats
    for other in others:
        to = dict(zip(table.rotation[first], table.rotation[other], strict=True))
        hands = {to[seat]: hand for seat, hand in seen.hands.items()}
        words = (
            f"All four hands are written under wrong seats. With {who(first)}'s as {who(other)}'s,"
        )
        entry = Misread(Place.of(f"hand {first}"), f"hand {first}", f"hand {other}")
        yield seen.with_values([(("hands",), hands)]), words, entry


def _mended(seen: Seen, other: Seen, words: str, entry: Misread, mended: int) -> Turned:
    leads = entry.place.parts[0] == "trick 1"
    span = seen.tricks[0].trick.span_of(0) if leads else None
    message = (
        f"{words} {mended} more cards are in the hand of the player who played them. The deal is judged "
        "so."
    )
    mend = Remedy("correct-entry")
    draft = Draft(entry.place, message, at=At(trick=1) if leads else At(), span=span, remedy=mend)
    label = seen.deal.label
    return Turned(other, draft, Explanation(seen.game, label, (entry,), SUREST, (), clean=False))

"""Offences in the play of a board whose record contradicts itself, or of which one slip explains several.

Hands and cards that cannot all be true prove nobody's revoke: the entry that is wrong may be the one that
shows it. What the record itself marks as irregular was seen at the table, and stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import marked_card
from fairdeal.rulings.frame.finding import Certainty, Explanation, Finding
from fairdeal.rulings.replay.places import card_place

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

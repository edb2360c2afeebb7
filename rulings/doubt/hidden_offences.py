"""A wrong score that the penalty for an offence would make right, where nothing rules the offence out.

Hands that are not recorded, or cards that nobody can read, may hide an offence that was ruled on at the
table. Then the score is right, and nobody slipped. Which is likelier is known by how often there is such an
offence, and how often a slip of the pen gives this very figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records import Place
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.certainty import DealJudged, key_of
from fairdeal.rulings.doubt.dependence import Needed, no_surer
from fairdeal.rulings.doubt.elimination import unread_of
from fairdeal.rulings.doubt.slip_worlds import BY_OFFENCES
from fairdeal.rulings.frame.finding import Certainty, Finding, Remedy
from fairdeal.rulings.replay.deal import AnyReplay

WITH_A_PENALTY: Final = (
    "The score as written is right with the penalty for an offence that cannot be ruled out."
)


def unless_hidden(
    found: Sequence[Finding],
    possible: Iterable[Finding],
    deals: Iterable[DealJudged],
    found_with: Callable[[Finding], Sequence[Finding] | None],
) -> list[Finding]:
    """The findings, no score surer to be wrong than that none of the offences `possible` makes it right.

    `found_with` is what is found of the scores of a deal if there was an offence, None where they are for the
    committee then. Offences with one remedy lead to one score, and are tried once.
    """
    alike: dict[tuple[int | None, Remedy], list[Finding]] = {}
    for offence in possible:
        if offence.remedy.to is not None:
            alike.setdefault((offence.game, offence.remedy), []).append(offence)
    by: dict[int, list[Finding]] = {}
    for (game, remedy), offences in alike.items():
        wrong = [at for at, each in enumerate(found) if _of_score(each, game)]
        sure = replace(offences[0], certainty=Certainty.ESTABLISHED)
        left = found_with(sure) if wrong else None
        if left is None:
            continue
        still = [each for each in left if _of_score(each, game)]
        if any(each.team == remedy.to for each in still):
            continue  # the side that gains by it has another score
        keys = {key_of(each) for each in still}
        for at in wrong:
            if key_of(found[at]) not in keys:
                by.setdefault(at, []).extend(offences)
    logs: dict[int | None, AnyReplay] = {each.verdict.game: each.replay for each in deals}
    return [
        _doubted(each, by[at], logs[each.game]) if at in by else each
        for at, each in enumerate(found)
    ]


def _of_score(finding: Finding, game: int | None) -> bool:
    """Whether a finding is about the score of this game, and no person vouches for it."""
    of_game = finding.game == game and finding.code in BY_OFFENCES
    return of_game and finding.by != "person" and finding.certainty is not Certainty.POSSIBLE


def _doubted(finding: Finding, offences: Sequence[Finding], log: AnyReplay) -> Finding:
    """A score that is wrong unless there was one of these offences.

    That depends on the cards of their seats that cannot be read or, where there are none, on what these were
    dealt. A kind of offence has its rate for a whole deal, in however many places it may have been.
    """
    rate = sum(map(slip_rates.offence, {each.code for each in offences}))
    odds = rate / (slip_rates.SUM_SLIP * slip_rates.THIS_ONE)
    likeliest = max(offences, key=lambda each: slip_rates.offence(each.code))
    seats = dict.fromkeys(each.seat for each in offences if each.seat is not None)
    unread = [place for seat in seats for place in unread_of(log, seat)]
    places = unread or [Place.of(f"hand {seat}") for seat in seats] or [likeliest.place]
    if finding.at.row is not None:
        places = [place.in_deal(likeliest.deal) for place in places]
    words = f"{finding.message} {WITH_A_PENALTY} {likeliest.message}"
    found = no_surer(replace(finding, message=words), [Needed(places[0], odds)])
    depends = tuple(dict.fromkeys((*places, *finding.depends_on)))
    return replace(found, depends_on=depends, not_recorded=() if unread else tuple(places))

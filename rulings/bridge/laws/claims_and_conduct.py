"""A contested claim and a concession (Laws 68 to 71); information from other than legal calls and plays.

Information (Laws 16 and 73) is noted, and never ruled here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records import EventKind, team_of
from fairdeal.rulings.bridge.laws.provision import ASSIGNED, Open, Provision, by_key
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.frame.finding import Finding

_TO_THE_OTHERS: Final = "The tricks that such a line loses go to the other side."

CLAIMS_WAYS: Final = (
    Provision(
        "68D2(b)",
        "the other side asked for the play to go on, and all four agreed",
        "The claim is void, and the play decides. This is open only until the director is called.",
    ),
    Provision(
        "70A",
        "no normal line of play gives the claimer less",
        "The claim stands. Normal is also what is careless or inferior for the player, but not what is "
        "irrational; what is doubtful goes to the other side.",
    ),
    Provision(
        "70C",
        "a trump was out, the claimer did not mention it, may well have forgotten it, and a normal play "
        "could lose a trick to it",
        "The other side gets the trick or tricks that such a play loses.",
        _TO_THE_OTHERS,
    ),
    Provision(
        "70D1",
        "the line that succeeds was not stated with the claim, and another normal line gives less",
        "The line that was not stated does not count.",
        _TO_THE_OTHERS,
    ),
    Provision(
        "70D2",
        "a defender's claim depends on which of several normal cards partner plays",
        "That part of the claim does not count.",
        _TO_THE_OTHERS,
    ),
    Provision(
        "70E1",
        "the line was not stated and succeeds only if one opponent, not the other, holds a card",
        "It does not count, unless an opponent had shown out of that suit before the claim, or would show "
        "out on any normal line.",
        _TO_THE_OTHERS,
    ),
    Provision(
        "71, won",
        "a trick was conceded that the side had already won",
        "The concession of that trick is cancelled, until the time for corrections is over (Law 79C).",
        ASSIGNED,
    ),
    Provision(
        "71, sure",
        "a trick was conceded that no normal play of the cards left could lose",
        "The concession of that trick is cancelled, until the time for corrections is over (Law 79C).",
        ASSIGNED,
    ),
)

CODES: Final = ("claim-defeated", "claim-stands")
"""The findings about claims. The Laws alone judge them, whatever the rulebook."""


def look_at_claim(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    claim = next((each for each in replay.happenings if each.event.kind is EventKind.CLAIM), None)
    if claim is None or finding.seat is None:
        return
    fell, played = finding.code == "claim-defeated", replay.play.complete
    trick = claim.place.number("trick") if claim.place is not None else None
    later = [each for each in replay.play.tricks if trick is not None and each.number > trick]
    went_on = True if later else None
    yield LAW["68D2(b)"].stands(went_on) if played else LAW["68D2(b)"].assigned(went_on)
    holds = None if fell or played else True
    yield LAW["70A"].assigned(holds) if played else LAW["70A"].stands(holds)
    declaring = replay.declaring()
    defends = declaring is not None and team_of(finding.seat) != declaring
    for each in (LAW["70C"], LAW["70D1"], *((LAW["70D2"],) if defends else ()), LAW["70E1"]):
        yield _tricks(each, finding) if fell and not played else each.assigned(None)
    if replay.event(EventKind.CONCEDE):
        yield LAW["71, won"].assigned(None)
        yield LAW["71, sure"].assigned(None)
    elif not fell and finding.remedy.kind == "tricks" and not played:
        yield _tricks(LAW["71, sure"], finding)


def _tricks(provision: Provision, finding: Finding) -> Open:
    """A way under which the tricks are transferred that the finding names; where it names none, the
    director says."""
    remedy = finding.remedy
    if remedy.kind == "tricks" and remedy.to is not None:
        return provision.tricks(None, remedy.to, remedy.points)
    return provision.assigned(None)


INFORMATION: Final = (
    Provision(
        "16B1",
        "the partner did not choose, from among logical alternatives, one that it suggested",
        "Nothing further follows. What the partner might have done instead is for the director to find out.",
    ),
    Provision(
        "16B3",
        "the partner chose a logical alternative that it suggested, and the other side was damaged",
        "The director looks at what would have happened with the other choices.",
        ASSIGNED,
    ),
    Provision(
        "73E2",
        "an opponent drew a false inference from it, and the player had no bridge reason for it and could "
        "have known that it would help",
        "The director looks at what would have happened without it.",
        ASSIGNED,
    ),
)


def look_at_conduct(replay: BridgeReplay, finding: Finding) -> Iterator[Open]:
    yield LAW["16B1"].stands(None)
    yield LAW["16B3"].assigned(None)
    yield LAW["73E2"].assigned(None)


LAW: Final = by_key(CLAIMS_WAYS, INFORMATION)

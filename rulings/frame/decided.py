"""What a committee made of findings, and a record judged accordingly.

A finding that was dismissed is not one: whatever followed from it goes with it. One that was accepted is
established by the committee's word. One that was changed has the remedy or the award that was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.records import Team
from fairdeal.rulings.frame.finding import (
    AS_CALLED,
    AwardIf,
    CallsRuled,
    Certainty,
    DealVerdict,
    Finding,
    Named,
    Remedy,
)

REDEALT: Final = "the deal is dealt again"
COMMITTEE: Final = "For the committee to decide."


def score_text(award: Mapping[Team, int] | None) -> str:
    """``1 to A``, ``nothing``; ``what is not known`` where the record does not tell."""
    if award is None:
        return "what is not known"
    given = [f"{points} to {team}" for team, points in award.items() if points]
    return " and ".join(given) or "nothing"


def in_words(ways: Iterable[AwardIf]) -> str:
    """``1 to A if the bid stands; nothing if it is void``; equal scores are named once."""
    given = list(ways)
    if len(given) > 1 and all(way.award == given[0].award for way in given):
        either = " or ".join(f"if {way.condition}" for way in given)
        return f"{score_text(given[0].award)}, {either}"
    return "; ".join(f"{score_text(way.award)} if {way.condition}" for way in given)


def open_to_choice(finding: Finding, ways: Sequence[AwardIf], why: str = "") -> Finding:
    """The finding with what the deal gives either way, and `why` the rulebook gives nothing on its own.

    Where the record does not show what the deal scores there is nothing to choose between.
    """
    if not ways or any(way.award is None for way in ways):
        return finding
    left_open = replace(finding, awards_if=tuple(ways), remedy_text=f"{why} {COMMITTEE}".strip())
    return with_words(left_open, f"The deal gives {in_words(ways)}.")


def with_words(finding: Finding, words: str) -> Finding:
    """The finding with more to say of what is to be done."""
    return replace(finding, remedy_text=f"{finding.remedy_text} {words}")


def once(ways: Iterable[AwardIf]) -> tuple[AwardIf, ...]:
    """The ways that a deal is open to, each once."""
    found: list[AwardIf] = []
    for way in ways:
        if way not in found:
            found.append(way)
    return tuple(found)


# --- decisions --------------------------------------------------------------------------------------


BY_DECISION: Final = "As the committee decided."
NOT_SAID: Final = "The committee changed what follows and did not say what the deal scores."


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision on one finding.

    `remedy` stands in the place of the rulebook's; `award` is what the deal scores in the place of what is
    worked out; `open_award` says that the decision leaves that open. `deal` and `game` are the deal's number
    and its position in the record, as the finding has them.
    """

    named: Named
    deal: str | None = None
    game: int | None = None
    holds: bool = True
    """False where it was dismissed."""
    remedy: Remedy | None = None
    award: dict[Team, int] | None = None
    open_award: bool = False
    calls: CallsRuled | None = None
    """Calls that the decision lets stand or cancels."""
    way: str = ""
    """Which of the ways that a finding leaves open was taken, in its own words."""
    established: bool = False
    """True where the finding depended on unclear entries and is established by the committee's word."""


def on_a_sheet(finding: Finding) -> bool:
    """Whether a finding is about a row of a score sheet, or about nothing of one deal."""
    return finding.at.row is not None or finding.game is None


def named(finding: Finding) -> Named:
    """What tells a finding from the others of its record, also where it is judged otherwise."""
    game = None if on_a_sheet(finding) else finding.game
    return (finding.code, finding.place.parts, finding.seat, game, finding.at.sheet)


class Decisions:
    """The decisions by which a record is judged; none at all where the rulebook alone judges."""

    def __init__(self, decided: Sequence[Decided], words: Callable[[Remedy], str]) -> None:
        self._of = {each.named: each for each in decided}
        self._words = words
        self._awards = {
            each.game: each
            for each in decided
            if each.holds and each.game is not None and (each.award is not None or each.open_award)
        }

        self._calls: dict[int, CallsRuled] = {}
        for each in decided:
            if each.holds and each.game is not None and each.calls is not None:
                before = self._calls.get(each.game, AS_CALLED)
                stand, void = before.stand | each.calls.stand, before.void | each.calls.void
                self._calls[each.game] = CallsRuled(stand, void)

    def __bool__(self) -> bool:
        return bool(self._of)

    def left(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings without those that were dismissed."""
        return [each for each in findings if self._holds(each)] if self._of else list(findings)

    def _holds(self, finding: Finding) -> bool:
        decided = self._of.get(named(finding))
        return decided is None or decided.holds

    def applied(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings as they were decided on: those accepted are established."""
        if not self._of:
            return tuple(findings)
        return tuple(self._decided(each) for each in self.left(findings))

    def _decided(self, finding: Finding) -> Finding:
        decided = self._of.get(named(finding))
        if decided is None:
            return finding
        if finding.certainty is not Certainty.ESTABLISHED:
            sure = Certainty.ESTABLISHED
            finding = replace(finding, certainty=sure, probability=1.0, by="person")
        if decided.award is not None:
            given = f"The deal gives {score_text(decided.award)}."
            return replace(finding, remedy=Remedy("committee"), remedy_text=given)
        if decided.remedy is None:
            return finding
        # The committee says what is done, whoever objected at the table.
        words = self._words(decided.remedy)
        return replace(finding, remedy=decided.remedy, remedy_text=words, objected=True)

    def award(self, verdict: DealVerdict) -> DealVerdict:
        """What came of a deal, with the award that was decided for it."""
        decided = self._awards.get(verdict.game)
        if decided is None:
            return verdict
        if decided.award is None:
            return replace(verdict, award=None, arithmetic=(NOT_SAID,))
        return replace(verdict, award=dict(decided.award), arithmetic=(BY_DECISION,))

    def calls(self, game: int) -> CallsRuled | None:
        """The calls of a deal that decisions let stand or cancel; None where there are none."""
        return self._calls.get(game)

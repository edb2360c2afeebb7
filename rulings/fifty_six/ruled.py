"""A deal of 56 ruled on."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.records.cards import Team
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.scoring import table_points
from fairdeal.rulings.frame.finding import DealVerdict, Finding


@dataclass(frozen=True, slots=True)
class Ruled:
    """A deal replayed, with what was found in it and what came of it."""

    replay: DealReplay
    findings: tuple[Finding, ...]
    verdict: DealVerdict

    @property
    def label(self) -> str | None:
        return self.verdict.deal

    @property
    def dealt_again(self) -> bool:
        """Whether the deal was dealt again: that is recorded, or it was to be and nothing was played."""
        replay = self.replay
        if replay.events and replay.event(EventKind.REDEAL):
            return True
        return self.verdict.outcome == "redeal" and not replay.played_on

    def plain_award(self) -> dict[Team, int] | None:
        """What the table gives for the play alone, before any ruling; None where it is not known."""
        found = table_points(self.replay)
        return found[0] if found is not None else None

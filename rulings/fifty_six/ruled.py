"""A deal of 56 ruled on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairdeal.records.seats import Team
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.scoring import table_points
from fairdeal.rulings.frame.finding import DealVerdict, Finding


@dataclass(frozen=True, slots=True)
class Ruled:
    """A deal replayed, with what was found in it and what came of it."""

    replay: DealReplay
    findings: tuple[Finding, ...]
    verdict: DealVerdict
    table_award: dict[Team, int] | None = None
    """What the table gives for the play alone, once it was worked out (`fixed`)."""
    fixed: bool = False
    """True where this is one of several readings: the replay's entries may read otherwise by now."""

    @property
    def label(self) -> str | None:
        return self.verdict.deal

    def plain_award(self) -> dict[Team, int] | None:
        """What the table gives for the play alone, before any ruling; None where it cannot be told."""
        if self.fixed:
            return self.table_award
        found = table_points(self.replay)
        return found[0] if found is not None else None

    def fix(self) -> Ruled:
        """The same, to be kept while the replay's entries go on to other readings."""
        return self if self.fixed else replace(self, table_award=self.plain_award(), fixed=True)

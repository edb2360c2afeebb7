"""A folder of photos, scans and typed logs: every match in it judged."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.desk.judging import Read, without_photos
from fairdeal.desk.library.columns import Table, frame, known_table
from fairdeal.desk.library.matches import CheckedMatch, tabled
from fairdeal.desk.library.sources import sheets_of, with_remedies
from fairdeal.desk.tournament.audit import READINGS, audit_into, over_matches
from fairdeal.desk.tournament.drawn_up import Event, ruled_on
from fairdeal.desk.tournament.survey import Progress

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class AuditedFolder:
    """Every match of a folder, judged. `unread` are pairs of a file and why it could not be read, `left_out`
    pairs of what else is in no match and why."""

    folder: Path
    matches: tuple[CheckedMatch, ...]
    unread: tuple[tuple[str, str], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()

    def to_frame(self, table: Table = "findings") -> DataFrame:
        """One table of all matches; ``docs/library.md`` has the columns."""
        known_table(table)
        return frame(table, [row for match in self.matches for row in match.tables[table]])


def audit(
    folder: str | os.PathLike[str],
    reports: str | os.PathLike[str] | None = None,
    rules: str | None = None,
    *,
    layouts: Sequence[str | os.PathLike[str]] = (),
    us: str | None = None,
    progress: Progress | None = None,
) -> AuditedFolder:
    """Read everything in a folder, tell its matches apart and judge each.

    A file that cannot be read stops nothing: it is listed, with the reason. With `reports`, another folder,
    the reports of ``fairdeal audit`` are written there, and what was read is kept beside them: the next time
    only what is new is read. `progress` is called with each document's name, how many are done, and how many
    there are. `rules`, `layouts` and `us` are as for `check`.

    Raises FairdealError where there is nothing to audit, or `reports` holds what no audit has written.
    """
    place = Path(folder)
    with with_remedies():
        sheets = sheets_of(layouts, us)
        keep_in = None
        if reports is not None:
            written = audit_into(place, Path(reports), rules, progress, sheets)
            if not written.results:
                return AuditedFolder(place, (), written.unread, written.left_out)
            keep_in, progress = Path(reports) / READINGS, None
        found = over_matches(place, _checked, rules, progress, sheets, keep_in)
    return AuditedFolder(place, tuple(found.matches), found.unread, found.left_out)


def _checked(reads: Sequence[Read], rules: str | None, event: Event) -> CheckedMatch:
    """In a worker: a match judged, without its photos."""
    found = tabled(ruled_on(reads, rules, event)[1])
    return replace(found, case=without_photos(found.case))

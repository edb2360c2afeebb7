"""An event's matches as they were judged last, and what committees have ruled in cases opened from them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from cattrs import structure

from fairdeal.desk.archive.acts import MOMENT, now
from fairdeal.desk.archive.casefile import CaseFile, fold
from fairdeal.desk.archive.eventfile import EventFile
from fairdeal.desk.archive.search import tagged
from fairdeal.desk.archive.settings import settings_of
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.schedule import Adjustment
from fairdeal.desk.score.figures import Score, score_from
from fairdeal.desk.tournament.results import RESULTS, Audited, MatchResult
from fairdeal.records import in_groups
from fairdeal.templates.moments import zone_of


def results_of(folder: Path) -> Audited | None:
    """What an audit found; None where none has come to its end yet, or what is kept of it is damaged."""
    path = folder / RESULTS
    try:
        return _results(path, path.stat().st_mtime_ns)
    except (
        OSError,
        ValueError,
        RecursionError,
        ExceptionGroup,
    ):  # a group: of what cattrs finds wrong
        return None


@lru_cache(maxsize=4)
def _results(path: Path, _: int) -> Audited:
    return structure(json.loads(path.read_text("utf-8")), Audited)


def given_in(event: EventFile, done: Audited) -> tuple[Adjustment, ...]:
    """What the director gave: by the papers, and what was entered and confirmed."""
    entered = (Adjustment(**each.words) for each in event.given.values() if each.confirmed)
    return (*done.adjustments, *entered)


AUDIT: Final = "Audit"
MATCH: Final = "Match"
"""Tags of a case by which its match in an audit is known: the audit, and what the match is called there."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A case that was opened from a match."""

    case: str
    state: str
    """``open``, ``ruled`` or ``signed``."""
    as_ruled: Score | None
    boards: Mapping[int, int | None]
    """What was ruled for single boards, by their position in the record, from North-South's side."""
    documents: frozenset[str] = frozenset()
    """Digests of the papers that the case has, or had and left out."""
    signed: str = ""
    """When it was signed last, in UTC; empty while it is open."""
    until: str = ""
    """Until when an appeal is still possible, in UTC; empty where that is not known, or over."""
    deadline: str = ""
    """The same in the ruling's words, where they name no time that is understood."""


def tags_of(audit: str, match: MatchResult) -> dict[str, str]:
    """What a case says of the match that it was opened from."""
    return {AUDIT: audit, MATCH: match.title}


def linked(archive: Archive, audit: str, results: Iterable[MatchResult]) -> dict[str, Linked]:
    """The last case of each match, by the name of the match's report."""
    zone = settings_of(archive.path).zone
    files = (fold(case, archive.acts(case)) for case in tagged(archive, AUDIT, audit))
    by_title = in_groups((file.tags.get(MATCH), file) for file in files if file.removed is None)
    found = {}
    for match in results:
        for file in by_title[match.title]:
            if match.file not in found and set(match.digests) & set(file.documents):
                found[match.file] = _linked(file, zone)
    return found


def _linked(file: CaseFile, zone: str) -> Linked:
    state = "signed" if file.signed is not None else "ruled" if file.ruling is not None else "open"
    score = {} if file.checked is None else file.checked.body.get("score") or {}
    boards = dict(score.get("boards", ()))
    papers = frozenset((*file.documents, *file.withdrawn))
    found = Linked(file.id, state, score_from(score.get("as_ruled")), boards, papers)
    if file.signed is None:
        return found
    said = "" if file.ruling is None else str(file.ruling.body.get("deadline") or "").strip()
    until = appeal_until(said, file.signed.at, zone)
    if not until:
        return replace(found, signed=file.signed.at, deadline=said)
    return replace(found, signed=file.signed.at, until=until if until >= now() else "")


_AFTER: Final = re.compile(r"(\d{1,3})\s*(min|hour|h\b|മിനി|മണിക്കൂർ)")
_CLOCK: Final = re.compile(r"(\d{1,2})[:.](\d\d)")


def appeal_until(said: str, signed: str, zone: str) -> str:
    """The moment until which an appeal is possible, in UTC, of a ruling that was `signed` then; empty where
    what it says is neither so many minutes or hours nor a time of that day in the `zone`."""
    begun = datetime.strptime(signed, MOMENT).replace(tzinfo=UTC)
    after, clock = _AFTER.search(said.casefold()), _CLOCK.fullmatch(said)
    if after is not None:
        minutes = int(after[1]) * (1 if after[2] in ("min", "മിനി") else 60)
        return (begun + timedelta(minutes=minutes)).strftime(MOMENT)
    if clock is None or int(clock[1]) > 23 or int(clock[2]) > 59:
        return ""
    there = begun.astimezone(zone_of(zone))
    until = there.replace(hour=int(clock[1]), minute=int(clock[2]), second=0)
    return until.astimezone(UTC).strftime(MOMENT) if until >= there else ""


def with_rulings(
    results: Sequence[MatchResult], cases: Mapping[str, Linked]
) -> tuple[MatchResult, ...]:
    """The results with what was ruled in the cases opened from them."""
    return tuple(
        _linked_as_ruled(each, cases[each.file]) if each.file in cases else each for each in results
    )


def _linked_as_ruled(match: MatchResult, case: Linked) -> MatchResult:
    boards = tuple(
        replace(board, decided=True, as_ruled=case.boards[board.game])
        if board.game in case.boards
        else board
        for board in match.boards
    )
    return replace(match, as_ruled=case.as_ruled, boards=boards)

"""An event's matches as they were judged last, and what committees have ruled in cases opened from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from fairdeal.desk.archive.casefile import CaseFile, fold
from fairdeal.desk.archive.search import tagged
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.score.figures import Score, score_from
from fairdeal.desk.tournament.audited import RESULTS, Audited, audited
from fairdeal.desk.tournament.results import MatchResult


def results_of(folder: Path) -> Audited | None:
    """What an audit found; None where none has come to its end yet, or what is kept of it is damaged."""
    path = folder / RESULTS
    try:
        return _results(path, path.stat().st_mtime_ns)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


@lru_cache(maxsize=4)
def _results(path: Path, _: int) -> Audited:
    return audited(json.loads(path.read_text("utf-8")))


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


def tags_of(audit: str, match: MatchResult) -> dict[str, str]:
    """What a case says of the match that it was opened from."""
    return {AUDIT: audit, MATCH: match.title}


def linked(archive: Archive, audit: str, results: Iterable[MatchResult]) -> dict[str, Linked]:
    """The last case of each match, by the name of the match's report."""
    by_title: dict[str, list[CaseFile]] = {}
    for case in tagged(archive, AUDIT, audit):
        file = fold(case, archive.acts(case))
        if file.removed is None:
            by_title.setdefault(str(file.tags.get(MATCH)), []).append(file)
    found = {}
    for match in results:
        for file in by_title.get(match.title, ()):
            if match.file not in found and set(match.digests) & set(file.documents):
                found[match.file] = _linked(file)
    return found


def _linked(file: CaseFile) -> Linked:
    state = "signed" if file.signed is not None else "ruled" if file.ruling is not None else "open"
    score = {} if file.checked is None else file.checked.body.get("score") or {}
    boards = dict(score.get("boards", ()))
    papers = frozenset((*file.documents, *file.withdrawn))
    return Linked(file.id, state, score_from(score.get("as_ruled")), boards, papers)


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

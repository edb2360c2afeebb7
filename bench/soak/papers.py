"""An honest match and papers that people add to it, handed in by every door: what page 1 says then.

Right is: a copy, a part, an empty paper or a stranger changes no score; papers that differ leave the deal
open, with what each gives, or the score is as it was; and every paper is named.
"""

from __future__ import annotations

import hashlib
import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from bench.proportions import Proportion
from bench.soak.outcome import Outcome
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.documents import of_bytes
from fairdeal.desk.judging import judged, read_of
from fairdeal.desk.report.page import View, view_of
from fairdeal.desk.review import casework
from fairdeal.desk.tournament.audit import audit_files
from fairdeal.desk.tournament.folder import Handed
from samples.making.records.papers import WAYS, Paper, added, heap

_EVERY: Final = 5
"""The audit and the desk are tried with every fifth seed: each writes files of its own."""

Seen = tuple[tuple[str, ...], frozenset[str]]
"""The scores of page 1 in words, and the papers that are named."""


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` matches, each with a paper added in every way, in two orders."""
    right: dict[str, int] = defaultdict(int)
    tried: dict[str, int] = defaultdict(int)
    failures: dict[str, list[str]] = defaultdict(list)
    for own in range(seed, seed + count):
        for how in WAYS:
            for door, ask in _DOORS.items():
                if door != "report" and own % _EVERY:
                    continue
                wrong = _wrong(own, how, ask)
                line = f"{door}, {WAYS[how][0]}"
                tried[line] += 1
                right[line] += not wrong
                failures[line] += [f"seed {own}, {how}: {wrong}"] if wrong else []
    for line, number in tried.items():
        yield Outcome(line, Proportion(right[line], number), tuple(failures[line]))


def _wrong(seed: int, how: str, ask: Callable[[Sequence[Paper]], Seen]) -> str:
    """What is wrong on page 1 with one more paper; empty where nothing is."""
    rng = random.Random(seed)
    papers = heap(rng)
    more = added(papers, how, rng)
    before, _ = ask(papers.papers)
    handed = [*papers.papers, more.paper]
    after, named = ask(handed)
    turned, _ = ask(handed[::-1])
    if after != turned:
        return f"{after} in one order, {turned} in the other"
    missing = {name for name, _ in handed} - named
    if missing:
        return f"{', '.join(missing)} not named"
    if after == before or (more.kind == "rival" and any("deal" in text for text in after)):
        return ""
    return f"{before} became {after}"


def _of_view(view: View) -> Seen:
    lines = tuple(line.text for line in view.score.columns)
    return lines, frozenset(document.name for document in view.documents)


def _by_report(papers: Sequence[Paper]) -> Seen:
    reads = [read_of(of_bytes(data, name)) for name, data in papers]
    return _of_view(view_of(judged(reads, None)))


def _by_audit(papers: Sequence[Paper]) -> Seen:
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder) / "papers"
        there.mkdir()
        for name, data in papers:
            (there / name).write_bytes(data)
        files = [Handed(there / name, name) for name, _ in papers]
        done = audit_files(files, "trial", Path(folder) / "out")
    match = max(done.results, key=lambda each: len(each.documents))
    named = {name for each in done.results for name in each.documents}
    named |= {name for name, _ in (*done.unread, *done.left_out)}
    score = match.score
    return (score.as_written.text, score.by_the_rulebook.text), frozenset(named)


def _by_desk(papers: Sequence[Paper]) -> Seen:
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder) / "trial.fairdeal")
        case = archive.open_case("Trial", "Trial")
        for name, data in papers:
            casework.keep_document(archive, case, data, name, "Trial")
        casework.recheck_new(archive, case)
        file = casework.case_file(archive, case)
        lines, named = _of_view(view_of(casework.judged(archive, file, patiently=True)))
        # The same bytes are kept once, under the name that they were handed in with first.
        kept = {act.body["digest"] for act in file.documents.values()}
        twins = {name for name, data in papers if hashlib.sha256(data).hexdigest() in kept}
        archive.close()
    return lines, named | twins


_DOORS: Final = {"report": _by_report, "audit": _by_audit, "desk": _by_desk}

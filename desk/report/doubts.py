"""For a person to look at the paper and decide: doubtful entries with what depends on each, explanations by a
slip of the pen with what speaks against them, and the open questions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.check.questions import Question, Questions, depending_on, heading, rest, where
from fairdeal.desk.check.sentences import sentence, side_by_side
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import Numbered
from fairdeal.desk.report.ink import Crops, Ink, game_of, ink_at
from fairdeal.desk.report.shown import record_lines
from fairdeal.desk.review.mending import changes, key_of, on_form, stretches
from fairdeal.records import Place, firsts
from fairdeal.rulings.frame.finding import Explanation, Finding

NAMED: Final = 0.01
"""Doubts less likely than this are counted, not listed: a hundred of them hide the ones that matter."""


LISTED: Final = 500
"""Entries that are listed: all fields of four hand logs."""

HANGING: Final = 50
"""Irregularities that are listed beside one entry."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One entry that a person should read, and the irregularities that depend on it."""

    where: str
    ink: Ink | None
    hanging: tuple[str, ...]


def doubts(
    case: Case, findings: Sequence[Finding], open_: Questions, crops: Crops
) -> Iterable[Doubt]:
    """The entries on which unlikely findings or what a deal scores depends, those that decide most first."""
    by_entry: dict[tuple[int | None, Place], list[Finding]] = defaultdict(list)
    for finding in findings:
        if (finding.probability or 0.0) < NAMED:
            continue
        place = finding.depends_on[0] if finding.depends_on else words.address(finding)
        by_entry[game_of(case, finding, place), place.within_deal()].append(finding)
    outcomes = {(of.game, place) for of in open_.open if of.outcome for place in of.places}
    for key in sorted(outcomes - set(by_entry), key=str):
        by_entry[key] = []
    ordered = sorted(by_entry.items(), key=lambda each: -_weight(each[1]) - (each[0] in outcomes))
    for (game, place), hanging in ordered[:LISTED]:
        label = case.record.deals[game - 1].label if game is not None else None
        told = [
            f"{words.title(each.code, each)} ({words.inside(words.address(each))}):"
            f" {words.likely(each.probability or 0.0)}"
            for each in sorted(hanging, key=lambda each: -(each.probability or 0.0))[:HANGING]
        ]
        if (game, place) in outcomes:
            told.insert(0, "What the deal scores")
        if len(hanging) > HANGING:
            told.append(f"and {len(hanging) - HANGING:,} more")
        yield Doubt(
            words.place(place.in_deal(label)), ink_at(case, game, place, crops), tuple(told)
        )
    if len(ordered) > LISTED:
        yield Doubt(f"{len(ordered) - LISTED:,} more entries", None, ())


def left_out(findings: Sequence[Finding]) -> int:
    """How many doubts are only counted."""
    return sum((each.probability or 0.0) < NAMED for each in findings)


def _weight(hanging: Sequence[Finding]) -> float:
    return sum(each.probability or 0.0 for each in hanging)


MOST_AGAINST: Final = 2
"""Entries shown beside those that would read differently: one contradiction or two make the case."""
MOST_FINDINGS: Final = 12
"""Findings that are named beside an explanation."""
AROUND: Final = 60
"""Letters of a line of a typed record that are shown on either side of the entry."""


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """An entry as it is on the paper. `says`: what is to be seen in it. `quoted` are lines of a typed
    record: the number, what stands before the entry, the entry, what stands behind it."""

    where: str
    says: str
    ink: Ink | None
    quoted: tuple[tuple[int, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class ExplanationView:
    """One explanation as it is shown. `key` is what a form calls it; `can_take`: whether the desk can write
    the corrections itself."""

    key: str
    sentence: str
    entries: tuple[ShownEntry, ...]
    against: tuple[ShownEntry, ...]
    findings: tuple[str, ...]
    game: int
    can_take: bool


def explanation_view(case: Case, of: Explanation, crops: Crops) -> ExplanationView:
    named = [
        f"{words.title(code, game=case.book.game)} ({words.inside(place)})"
        for code, place in of.findings
    ]
    if len(named) > MOST_FINDINGS:
        named[MOST_FINDINGS:] = [f"and {len(named) - MOST_FINDINGS} more"]
    return ExplanationView(
        key=key_of(of),
        sentence=sentence(of),
        entries=tuple(
            _shown(case, of.game, each.place, side_by_side(each), crops) for each in of.entries
        ),
        against=tuple(
            _shown(case, of.game, place, words.title(code, game=case.book.game), crops)
            for code, place in _against(of)
        ),
        findings=tuple(named),
        game=of.game,
        can_take=bool(changes(case, of)),
    )


def _against(of: Explanation) -> list[tuple[str, Place]]:
    """Where the contradiction shows, beside the entries themselves. The pack comes last: a card too many is
    somewhere else."""
    own = {each.place.parts for each in of.entries}
    found = firsts(
        (place, code)
        for code, place in sorted(of.findings, key=lambda each: each[0] == "pack")
        if place.parts not in own and place.parts[:1] not in own
    )
    return [(code, place) for place, code in found.items()][:MOST_AGAINST]


def _shown(case: Case, game: int, place: Place, says: str, crops: Crops) -> ShownEntry:
    ink = ink_at(case, game, Place.parse(on_form(case, game, place)), crops)
    name = words.entry(place)
    quoted = () if ink is not None else tuple(_quoted(case, game, place))
    return ShownEntry(words.capital(name), says, ink, quoted)


def _quoted(case: Case, game: int, place: Place) -> Iterable[tuple[int, str, str, str]]:
    lines = record_lines(case.record.source)
    for number, start, end in stretches(case, game, place):
        if 1 <= number <= len(lines):
            line = lines[number - 1]
            first, last = max(0, start - AROUND), end + AROUND
            before = ("… " if first else "") + line[first:start].lstrip()
            after = line[end:last] + (" …" if last < len(line) else "")
            yield number, before, line[start:end], after


MOST: Final = 12
"""Questions named at the top of a report."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: where, what depends on it, and the place of the report that shows it (empty: none)."""

    where: str
    why: str
    link: str


@dataclass(frozen=True, slots=True)
class Open:
    """All of them. `heading` is empty where nothing is open; `more` are not named, `rest` says how many
    entries are in doubt without consequence."""

    heading: str
    shapes: tuple[str, ...]
    asked: tuple[Asked, ...]
    more: int
    rest: str


def open_view(
    found: Questions,
    explained: Sequence[ExplanationView],
    doubts: Sequence[Doubt],
    shown: Sequence[Numbered],
) -> Open:
    slips = {each.key: f"#slip-{number}" for number, each in enumerate(explained, 1)}
    rows = {each.where: f"#doubt-{number}" for number, each in enumerate(doubts, 1)}
    told = tuple(
        Asked(where(each), depending_on(each), _link(each, slips, rows, shown))
        for each in found.open[:MOST]
    )
    return Open(heading(found), found.shapes, told, max(0, len(found.open) - MOST), rest(found))


def _link(
    of: Question, slips: dict[str, str], rows: dict[str, str], shown: Sequence[Numbered]
) -> str:
    if of.explanation is not None:
        return slips.get(key_of(of.explanation), "")
    full = {
        id(finding): f"#finding-{each.number}"
        for each in shown
        for finding in (each.finding, *each.below)
    }
    first = next((full[id(each)] for each in of.findings if id(each) in full), "")
    return rows.get(row_of(of), first)


def row_of(of: Question) -> str:
    """How the table of doubtful entries calls it."""
    return words.place(of.places[0].in_deal(of.deal))

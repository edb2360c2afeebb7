"""What is wrong only because something else is: one slip of the pen, one finding to decide on.

A wrong score is added into every total below it. Each of those is named, with its place, as a consequence of
the wrong score. Games say which entry would follow from which (`Links`); here it is decided whether it does:
only a wrong entry follows, and only from one that is at least as sure.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final, TypeVar

from fairdeal.records import Place, in_groups
from fairdeal.rulings.frame.finding import (
    MOST_RELATED,
    Certainty,
    Finding,
    Named,
    Related,
    Remedy,
    few,
    named,
    on_a_sheet,
)

WRONG: Final = {
    "deal": ("deal-count",),
    "dealer": ("dealer-rotation",),
    "contract": ("contract-entry",),
    "bidder": ("contract-entry",),
    "x": ("contract-entry",),
    "winner": ("trick-winner",),
    "points": ("points-entry",),
    "score": ("award-entry", "penalty-entry"),
    "penalty": ("penalty-entry",),
    "total": ("total-entry",),
    "match points": ("match-points-entry",),
    "we": ("award-entry", "total-entry"),
    "they": ("award-entry", "total-entry"),
}
"""The findings that say what is wrong with an entry, by its name without the side's."""

DISAGREE: Final = "copies-disagree"

ALIKE: Final = 1e-9
"""Shares that differ by less do so because they were added up in another order."""

Links = Mapping[Named, Named]
"""Wrong entries that follow from others, each with the nearest that it follows from."""


def folded(findings: Sequence[Finding], links: Links) -> list[Finding]:
    """The findings, each consequence with the slip that it comes from in the end."""
    if not links:
        return list(findings)
    entries = {
        named(each): each
        for each in findings
        if each.severity == "entry" and each.certainty is not Certainty.POSSIBLE
    }
    chains = _Chains(entries, links)
    told = [replace(each, follows_from=chains.cause(each)) for each in findings]
    below = consequences(told)
    return [_shown_by(each, below[named(each)]) if named(each) in below else each for each in told]


def _shown_by(cause: Finding, below: Iterable[Finding]) -> Finding:
    """A wrong entry with what the other copy has in its place: that is evidence for it."""
    own = cause.place.in_sheet(cause.at.sheet)
    proofs = []
    for each in below:
        here = each.place.in_sheet(each.at.sheet)
        if each.code == DISAGREE and own in (here, *(proof.place for proof in each.related)):
            proofs += [proof for proof in each.related if proof.place != own]
            proofs += [Related(here, each.message)] if here != own else []
    return replace(cause, related=few(cause.place, (*cause.related, *proofs))) if proofs else cause


class _Chains:
    """From each consequence to the slip that it comes from in the end."""

    def __init__(self, entries: Mapping[Named, Finding], links: Links) -> None:
        self._entries, self._links = entries, links
        self._ends: dict[tuple[Named, float], Named] = {}
        """The end of a chain of which no link is less sure: each link is passed once."""

    def cause(self, finding: Finding) -> Named | None:
        """The first slip of a chain; None for a finding that follows from nothing."""
        own, sure = named(finding), share(finding)
        end = self._end(own, sure)
        # From a surer slip the chain may end elsewhere: links to what is less sure do not count.
        while end in self._entries and share(self._entries[end]) > sure + ALIKE:
            sure = share(self._entries[end])
            end = self._end(end, sure)
        return end if end != own else None

    def _end(self, own: Named, sure: float) -> Named:
        """Where the chain of an entry ends, over links to what is at least so sure."""
        at, passed = own, {own}
        while (at, sure) not in self._ends:
            before = self._links.get(at) if at in self._entries else None
            if before is None or before in passed or not self._as_sure(before, sure):
                break
            at = before
            passed.add(at)
        end = self._ends.get((at, sure), at)
        self._ends |= {(each, sure): end for each in passed}
        return end

    def _as_sure(self, name: Named, sure: float) -> bool:
        return name in self._entries and share(self._entries[name]) >= sure - ALIKE


def share(finding: Finding) -> float:
    """How likely a finding is."""
    return finding.probability or 0.0


def causes(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that people count and decide on: consequences are not among them."""
    return [each for each in findings if each.follows_from is None]


def consequences(findings: Iterable[Finding]) -> dict[Named, list[Finding]]:
    """What follows from each finding that anything follows from."""
    return in_groups(
        (each.follows_from, each) for each in findings if each.follows_from is not None
    )


class WrongEntries:
    """The wrong entries of a record by where they stand."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._found: dict[tuple[str, int | None, int | None, tuple[str, ...]], Finding] = {}
        for each in findings:
            if each.severity == "entry":
                number, game = each.place.sheet or each.at.sheet or 1, each.game
                if on_a_sheet(each):
                    game = None
                key = (each.code, number if game is None else None, game)
                self._found.setdefault((*key, each.place.within_sheet().parts), each)

    def at(self, number: int, place: Place) -> Finding | None:
        """What is wrong with an entry of a sheet of this number, by the rules or the sums."""
        return self._first(place, number, None)

    def in_log(self, game: int, *name: str) -> Finding | None:
        """What is wrong with an entry in a deal's log."""
        return self._first(Place.of(*name), None, game)

    def differs(self, number: int, place: Place) -> Finding | None:
        """What two copies of a sheet say differently, by the place in the first of them."""
        return self._found.get((DISAGREE, number, None, place.within_sheet().parts))

    def _first(self, place: Place, number: int | None, game: int | None) -> Finding | None:
        parts = place.within_sheet().parts
        codes = WRONG.get(parts[-1].rpartition(" ")[0] or parts[-1], ())
        return first(self._found.get((code, number, game, parts)) for code in codes)


T = TypeVar("T")


def first(found: Iterable[T | None]) -> T | None:
    """The first that there is."""
    return next((each for each in found if each is not None), None)


@dataclass(slots=True)
class Collected:
    """Links as they are found; of two for one entry the first counts."""

    links: dict[Named, Named] = field(default_factory=dict)

    def add(self, consequence: Finding | None, cause: Finding | None) -> None:
        if consequence is not None and cause is not None and consequence is not cause:
            self.links.setdefault(named(consequence), named(cause))


def same_slip(differs: Finding | None, wrong: Finding | None, into: Collected) -> None:
    """That copies differ in an entry, and that it is wrong in one of them: the surer comes first."""
    if differs is not None and wrong is not None:
        unsure = share(wrong) < share(differs) - ALIKE
        into.add(*((wrong, differs) if unsure else (differs, wrong)))


Apart = dict[int, Finding | None]
"""What figures may differ by, each with the finding that it comes from, where there is one."""

NOT_APART: Final[Apart] = {0: None}


@dataclass(frozen=True, slots=True)
class Step:
    """One deal of two copies of a sheet, for one side.

    `by`: what the totals may differ by after it that they did not before; None where that is not known.
    `apart` is what they do differ by, None where one of them has none, and `total` the finding that says so.
    """

    by: Apart | None
    apart: int | None = None
    total: Finding | None = None


def carry(steps: Iterable[Step], into: Collected) -> Finding | None:
    """Link the totals that differ by what the scores above them differ by; what the last total follows from.

    A total follows from the one above it or, where a slip in a total was put right again, from all scores.
    One that differs by anything else is a slip of its own, from which the next are carried on.
    """
    by_above: Apart | None = NOT_APART
    by_scores: Apart | None = NOT_APART
    for step in steps:
        by_above, by_scores = _onward(by_above, step.by), _onward(by_scores, step.by)
        if step.apart is None:
            continue
        for known in (by_above, by_scores):
            if known is not None and step.apart in known:
                into.add(step.total, known[step.apart])
                break
        if by_scores is None:
            by_scores = {step.apart: step.total}
        elif step.apart in by_scores:
            by_scores = {step.apart: by_scores[step.apart]}
        by_above = {step.apart: step.total if step.apart else None}
    return next(iter(by_above.values())) if by_above is not None and len(by_above) == 1 else None


def _onward(before: Apart | None, by: Apart | None) -> Apart | None:
    if before is None or by is None:
        return None
    after: Apart = {}
    for (apart, cause), (more, own) in product(before.items(), by.items()):
        after.setdefault(apart + more, own if more else cause)
    return after


# --- findings that are alike ------------------------------------------------------------------------


MOST_MESSAGES: Final = 8
"""Different things said of one act that are quoted: a recorder's notes of one seat's conduct, say."""


MOST_LETTERS: Final = 2000
"""Letters of a message: more than a call, a cell or a note that somebody wrote can need."""

MOST_PLACES: Final = 300
"""Unclear entries that are named as those on which a finding depends: more than a deal has."""


def gathered(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, those that are alike in all but their words and their card put together.

    Each stands where the first of its kind stood. What several ask for in points is added up.
    """
    alike = in_groups((_kind(each), each) for each in findings)
    return [_bounded(each[0] if len(each) == 1 else _together(each)) for each in alike.values()]


def _bounded(finding: Finding) -> Finding:
    """The finding with no more letters and places than anybody reads; what is left out is said."""
    words, places = finding.message, finding.depends_on
    if len(words) > MOST_LETTERS:
        left_out = len(words) - MOST_LETTERS
        finding = replace(finding, message=f"{words[:MOST_LETTERS]}… ({left_out:,} letters more)")
    if len(places) > MOST_PLACES:
        said = f"{finding.message} It depends on {len(places):,} entries; {MOST_PLACES} are named."
        finding = replace(finding, message=said, depends_on=places[:MOST_PLACES])
    return finding


def _kind(finding: Finding) -> Hashable:
    return (
        finding.code, finding.game, finding.deal, finding.place.parts, finding.at.sheet,
        finding.seat, finding.team, finding.severity, finding.article, finding.certainty,
        finding.probability, finding.depends_on, finding.remedy.kind, finding.remedy.to,
        finding.objected, finding.due, finding.by,
    )  # fmt: skip


def _together(alike: Sequence[Finding]) -> Finding:
    first = alike[0]
    count = sum(each.count for each in alike)
    messages = list(dict.fromkeys(each.message for each in alike))
    said = " ".join(messages[:MOST_MESSAGES])
    if len(messages) > MOST_MESSAGES:
        said += f" {len(messages) - MOST_MESSAGES:,} more notes like these are left out."
    if count > len(messages) or len(messages) > MOST_MESSAGES:
        said += f" Found here {count:,} times."
    related = dict.fromkeys(proof for each in alike for proof in each.related[:MOST_RELATED])
    points = sum(each.remedy.points for each in alike)
    remedy = Remedy(first.remedy.kind, first.remedy.to, points)
    return replace(
        first, message=said, count=count, related=few(first.place, list(related)), remedy=remedy
    )

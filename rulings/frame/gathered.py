"""Findings of one kind and place as one finding that counts: a page repeats itself, the findings need not."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.rulings.frame.finding import MOST_RELATED, Finding, Remedy, few

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
    alike: dict[Hashable, list[Finding]] = {}
    for each in findings:
        alike.setdefault(_kind(each), []).append(each)
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

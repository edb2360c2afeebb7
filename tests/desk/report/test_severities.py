"""How a report and an answer tell offences from wrong entries and rulings."""

from __future__ import annotations

import pytest

from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.report.page import render, view_of
from tests.support.builders import AUCTION, HANDS, PLAY

LOG = '[Deal "1"]\n[Dealer "2"]\n{}'
RULING = LOG.format(f"{HANDS}! exposed 3:KH\n")
ENTRY = LOG.format(f"{HANDS}Auction:\n{AUCTION}\nPlay:\n{PLAY.replace('KH KS', 'KH QS')}")
OFFENCE = LOG.format("Auction:\n3: 28 S, 6: P, P, P, P, P\n")


def case(text: str) -> Case:
    return case_of([typed(text.encode(), "log.hrn", "0" * 64)])


def test_ruling_is_counted_for_no_team() -> None:
    view = view_of(case(RULING))
    assert view.summary.lead == "1 ruling established, no offence."
    assert view.summary.counts == ("1 ruling, no offence",)


def test_contradiction_is_counted_for_no_team() -> None:
    counts = view_of(case(ENTRY)).summary.counts
    assert not any("offence" in each for each in counts)
    assert any("in conflict with the rest" in each for each in counts)


def test_offence_is_counted_for_its_team() -> None:
    assert any("offence" in each for each in view_of(case(OFFENCE)).summary.counts)


@pytest.mark.parametrize(
    ("text", "label", "team", "tag"),
    [
        (RULING, "About:", "", "Ruling, no offence"),
        (ENTRY, "About:", "", "Wrong entry"),
        (OFFENCE, "Who:", "B", "Offence"),
    ],
)
def test_only_an_offence_names_who_did_it(text: str, label: str, team: str, tag: str) -> None:
    shown = case(text)
    first = view_of(shown).findings[0]
    assert (first.team, first.severity) == (team, tag)
    page = render(shown)
    assert f'<span class="soft">{label}</span>' in page
    assert f'<span class="tag {first.kind}">' in page

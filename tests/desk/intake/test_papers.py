"""What must always hold of a heap of papers, whatever is in it, in whatever order it is handed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import of_bytes
from fairdeal.desk.intake.fates import papers_line
from fairdeal.desk.score.figures import MatchScore
from fairdeal.desk.score.match import score_of
from fairdeal.rulings.frame.finding import Certainty
from tests.desk.intake.heap_of_papers import WAYS, Heap, Paper, added, heap

SEEDS = st.integers(0, 10_000)
CHANGES_NOTHING = sorted(how for how, (kind, _) in WAYS.items() if kind != "rival")
RIVALS = sorted(how for how, (kind, _) in WAYS.items() if kind == "rival")


def case(papers: Sequence[Paper]) -> Case:
    return case_of([of_bytes(data, name) for name, data in papers])


def findings(of: Case) -> list[tuple[str, str | None, str, str, str]]:
    return sorted(
        (each.code, each.deal, str(each.place), each.certainty.value, each.message)
        for each in of.verdict.findings
    )


def shown(of: Case) -> tuple[object, ...]:
    """All that page 1 says of a match but its line on the papers."""
    score: MatchScore = score_of(of)
    return findings(of), score.as_written, score.by_the_rulebook, score.over


def made(seed: int, how: str) -> tuple[Heap, Paper]:
    rng = Random(seed)
    papers = heap(rng)
    return papers, added(papers, how, rng)


@given(SEEDS, st.sampled_from(sorted(WAYS)), st.randoms())
@settings(max_examples=25, deadline=None)
def test_the_order_of_the_papers_changes_nothing(seed: int, how: str, chance: Random) -> None:
    papers, more = made(seed, how)
    handed = [*papers.papers, more]
    mixed = list(handed)
    chance.shuffle(mixed)
    one, two = case(handed), case(mixed)
    assert shown(one) == shown(two)
    assert one.ledger == two.ledger


@given(SEEDS, st.sampled_from(RIVALS))
@settings(max_examples=15, deadline=None)
def test_the_names_of_the_papers_change_nothing_but_their_names(seed: int, how: str) -> None:
    papers, more = made(seed, how)
    handed = [*papers.papers, more]
    renamed = [(f"z{9 - n}.hrn", data) for n, (_, data) in enumerate(handed)]
    one, two = score_of(case(handed)), score_of(case(renamed))
    assert one.by_the_rulebook.totals == two.by_the_rulebook.totals
    assert [{pair for pair, _ in each.ways} for each in one.by_the_rulebook.disputed] == [
        {pair for pair, _ in each.ways} for each in two.by_the_rulebook.disputed
    ]


@pytest.mark.parametrize("how", CHANGES_NOTHING)
@given(SEEDS)
@settings(max_examples=4, deadline=None)
def test_a_copy_a_part_an_empty_paper_and_a_stranger_change_nothing(how: str, seed: int) -> None:
    papers, more = made(seed, how)
    assert shown(case([*papers.papers, more])) == shown(case(papers.papers))


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("stranger", "not placed"),
        ("empty", "empty"),
        ("unread", "not judged"),
        ("damaged", "not read"),
    ],
)
@given(SEEDS, st.data())
@settings(max_examples=5, deadline=None)
def test_what_does_not_count_is_named_with_the_reason(
    kind: str, status: str, seed: int, data: st.DataObject
) -> None:
    how = data.draw(st.sampled_from([how for how, (of, _) in WAYS.items() if of == kind]))
    papers, more = made(seed, how)
    ledger = case([*papers.papers, more]).ledger
    assert ledger is not None
    (paper,) = [each for each in ledger.papers if each.status == status]
    assert paper.name == more[0]
    assert paper.why or status == "empty"
    assert any(paper.name in part for part in papers_line(ledger))


@given(SEEDS, st.lists(st.sampled_from(sorted(WAYS)), max_size=4))
@settings(max_examples=20, deadline=None)
def test_every_paper_is_in_the_ledger_once(seed: int, ways: list[str]) -> None:
    rng = Random(seed)
    papers = heap(rng)
    more = [added(papers, how, rng) for how in ways]
    handed = [*papers.papers, *((f"{n}-{name}", data) for n, (name, data) in enumerate(more))]
    ledger = case(handed).ledger
    assert ledger is not None
    assert Counter(each.name for each in ledger.papers) == Counter(name for name, _ in handed)
    count, *_ = papers_line(ledger)
    assert count.startswith(f"{len(handed)} papers:")


@given(SEEDS, st.sampled_from(RIVALS))
@settings(max_examples=25, deadline=None)
def test_no_paper_takes_away_what_another_establishes_without_a_word(seed: int, how: str) -> None:
    papers, more = made(seed, how)
    before, after = case(papers.papers), case([*papers.papers, more])
    left = {(each.code, each.deal, str(each.place)) for each in after.verdict.findings}
    gone = [
        each
        for each in before.verdict.findings
        if each.certainty is Certainty.ESTABLISHED
        and (each.code, each.deal, str(each.place)) not in left
    ]
    differing = {each.deal for each in after.verdict.findings if each.code == "copies-disagree"}
    assert all(each.deal in differing for each in gone)


@given(SEEDS, st.sampled_from(RIVALS))
@settings(max_examples=25, deadline=None)
def test_papers_that_differ_give_no_other_score_in_silence(seed: int, how: str) -> None:
    papers, more = made(seed, how)
    before = score_of(case(papers.papers)).by_the_rulebook
    found = case([*papers.papers, more])
    after = score_of(found).by_the_rulebook
    assert after.open or after.totals == before.totals
    if after.open:
        (dispute,) = after.disputed
        assert dispute.deal in after.text and len(dispute.ways) == 2
        for side in (0, 1):
            assert dispute.extreme(min, side) in {pair[side] for pair, _ in dispute.ways}
    ledger = found.ledger
    assert ledger is not None and any(each.status == "differs" for each in ledger.papers)


@given(SEEDS, st.lists(st.sampled_from(sorted(WAYS)), max_size=3))
@settings(max_examples=15, deadline=None)
def test_taking_a_paper_out_again_gives_what_was_there_before(seed: int, ways: list[str]) -> None:
    rng = Random(seed)
    papers = heap(rng)
    more = [added(papers, how, rng) for how in ways]
    before = shown(case([*papers.papers, *more]))
    case([*papers.papers, *more, ("again.hrn", papers.papers[0][1])])
    assert shown(case([*papers.papers, *more])) == before


@given(SEEDS, st.lists(st.sampled_from(sorted(WAYS)), max_size=3))
@settings(max_examples=15, deadline=None)
def test_no_score_is_above_what_the_deals_can_give_once_each(seed: int, ways: list[str]) -> None:
    rng = Random(seed)
    papers = heap(rng)
    more = [added(papers, how, rng) for how in ways]
    found = case([*papers.papers, *more])
    deals = {row for sheet in found.record.sheets for row in range(len(sheet.rows))}
    totals = score_of(found).by_the_rulebook.totals
    # 5 for a contract of 56 defeated and 2 for a redouble, and 3 by the cardinal rule: nothing gives more.
    assert all(total is None or total <= 10 * len(deals) for total in totals)

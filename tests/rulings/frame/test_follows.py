"""Whatever a game says follows from what: each slip ends in one that follows from nothing, and is as sure."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, strategies as st

from fairdeal.records import Place
from fairdeal.rulings.frame.finding import At, Certainty, Finding, Remedy, named
from fairdeal.rulings.frame.follows import NOT_APART, Collected, Step, carry, causes, folded

COUNT = 6


def entry(row: int, share: float = 1.0) -> Finding:
    sure = Certainty.ESTABLISHED if share == 1.0 else Certainty.DEPENDS
    place = Place.of(f"row {row}", "total A")
    return Finding(
        "total-entry", "entry", "5.3", place, "", Remedy("none"),
        at=At(row=row), certainty=sure, probability=share,
    )  # fmt: skip


@example({5: 2, 1: 5, 2: 5}, [0.3, 0.8, 0.3, 0.3, 0.8, 0.3])
@given(
    st.dictionaries(st.integers(1, COUNT), st.integers(1, COUNT)),
    st.lists(st.sampled_from((0.3, 0.8, 1.0)), min_size=COUNT, max_size=COUNT),
)
def test_links_in_any_order_and_in_circles(links: dict[int, int], shares: list[float]) -> None:
    findings = [entry(row, share) for row, share in enumerate(shares, 1)]
    by_name = {named(each): each for each in findings}
    names = {named(findings[a - 1]): named(findings[b - 1]) for a, b in links.items()}
    told = folded(findings, names)
    alone = {named(each) for each in causes(told)}
    for each in told:
        if each.follows_from is not None:
            assert each.follows_from in alone
            assert (by_name[each.follows_from].probability or 0) >= (each.probability or 0)
    assert alone, "something is left to decide on"


def test_an_offence_neither_follows_nor_is_followed() -> None:
    one, two = entry(1), replace(entry(2), severity="offence")
    links = {named(one): named(two), named(two): named(one)}
    assert [each.follows_from for each in folded([one, two], links)] == [None, None]


def test_a_difference_that_goes_away_is_carried_no_further() -> None:
    """Copies that differ by a score in row 1, agree in the total of row 2, and differ in that of row 3."""
    score, totals, into = entry(9), [entry(n) for n in (1, 2, 3)], Collected()
    steps = [
        Step({2: score}, 2, totals[0]),
        Step(NOT_APART, 0, None),
        Step(NOT_APART, 5, totals[2]),
    ]
    assert carry(steps, into) is totals[2]
    assert into.links == {named(totals[0]): named(score)}


def test_what_nobody_can_read_is_carried_from_where_it_is_known_again() -> None:
    one, two, into = entry(1), entry(2), Collected()
    carry([Step(None, 4, one), Step(NOT_APART, 4, two)], into)
    assert into.links == {named(two): named(one)}

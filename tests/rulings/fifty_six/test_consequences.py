"""One slip of the pen is one finding: what follows from it is named with it, and nothing else is."""

from __future__ import annotations

from typing import Any

from hypothesis import given, strategies as st

from fairdeal.rulings import Finding, Verdict
from fairdeal.rulings.frame.finding import named
from fairdeal.rulings.frame.follows import causes, consequences
from tests.support.builders import AUCTION, deal, ruled
from tests.support.captains import DEFEATED, PLAIN, copies, copy

HEAD = '[Deal "1"]\n[Dealer "2"]\n'


def told(verdict: Verdict) -> list[tuple[str, str]]:
    """Code and place of what is left to decide on."""
    return [(each.code, str(each.place)) for each in causes(verdict.findings)]


def following(verdict: Verdict, cause: Finding) -> list[str]:
    return [str(each.place) for each in consequences(verdict.findings)[named(cause)]]


def totals(verdict: Verdict, cause: Finding) -> list[int]:
    """The rows whose total is said to follow."""
    places = [place for place in following(verdict, cause) if place.endswith("total A")]
    return [int(place.split()[1]) for place in places]


# Two captains' copies -------------------------------------------------------------------------------


def test_international_5_3_a_row_that_differs_is_one_finding_at_its_first_cell() -> None:
    verdict = ruled(copies({4: DEFEATED}))
    assert told(verdict) == [("copies-disagree", "row 4 / points A")]
    (cause,) = causes(verdict.findings)
    assert following(verdict, cause) == [
        *(f"row 4 / {name}" for name in ("points B", "score A", "score B", "total A", "total B")),
        *(f"row {n} / total {team}" for n in range(5, 19) for team in "AB"),
    ]


def test_international_5_3_a_score_that_differs_is_carried_into_fourteen_totals() -> None:
    verdict = ruled(copies({5: {"score A": 2}}))
    (cause,) = causes(verdict.findings)
    assert str(cause.place) == "row 5 / score A"
    assert totals(verdict, cause) == list(range(5, 19))


def test_international_5_3_two_differences_stay_two() -> None:
    verdict = ruled(copies({4: {"score A": 3}, 9: {"score A": 2}}))
    assert told(verdict) == [("copies-disagree", f"row {n} / score A") for n in (4, 9)]
    four, nine = causes(verdict.findings)
    assert totals(verdict, four) == list(range(4, 9))
    assert totals(verdict, nine) == list(range(9, 19))


def test_international_5_3_two_differences_in_one_row_stay_two() -> None:
    """The score is no consequence of the points where the table gives it for neither."""
    verdict = ruled(copies({4: {"points A": 31, "points B": 25, "score A": 2}}))
    cells = [("copies-disagree", f"row 4 / {name} A") for name in ("points", "score")]
    assert told(verdict) == cells
    verdict = ruled(copies({4: {"points A": 31, "points B": 27}}))
    assert len(told(verdict)) == 1


def test_international_5_3_a_total_that_differs_by_something_else_is_a_finding_of_its_own() -> None:
    """What is carried on from it follows from it; where the sums are right again, from the score."""
    verdict = ruled(copies({4: {"score A": 2}, 8: {"total A": 19}, 11: {"total A": 12}}))
    assert told(verdict) == [
        ("copies-disagree", "row 4 / score A"), ("total-entry", "row 8 / total A"),
    ]  # fmt: skip
    score, total = causes(verdict.findings)
    assert totals(verdict, score) == [*range(4, 8), *range(11, 19)]
    assert totals(verdict, total) == [8, 9, 10]


def test_international_5_3_a_row_that_one_copy_leaves_out_is_one_finding() -> None:
    verdict = ruled(copies({6: None}))
    (cause,) = causes(verdict.findings)
    assert str(cause.place) == "row 6 / deal"
    assert totals(verdict, cause) == list(range(7, 19))
    assert "row 6 / deal" in following(verdict, cause)  # where the other copy's numbers jump


def test_international_5_4_match_points_that_follow_from_totals_are_no_finding_of_their_own() -> (
    None
):
    first, second = copy("A", deals=1), copy("B", {1: DEFEATED}, deals=1, points="0 3")
    verdict = ruled(f'[Rules "international"]\n{first}{second}')
    (cause,) = [each for each in causes(verdict.findings) if each.code == "copies-disagree"]
    assert str(cause.place) == "row 1 / points A"
    assert {"match points A", "match points B"} <= set(following(verdict, cause))


def test_international_5_4_match_points_that_do_not_follow_are() -> None:
    first, second = copy("A", deals=1), copy("B", deals=1, points="0 3")
    verdict = ruled(f'[Rules "international"]\n{first}{second}')
    assert ("match-points-entry", "match points A") in told(verdict)
    assert "copies-disagree" not in [code for code, _ in told(verdict)]


def test_international_5_3_an_entry_wrong_in_one_copy_is_why_the_copies_differ() -> None:
    log = f"{HEAD}Auction:\n{AUCTION}\nResult:\npoints A 39 B 17\n"
    rows = [f"{ROW[7:]}1 | 1 | 32 C | X | 39 | 17 | {score}\n" for score in ("2 | 0", "4 | 0")]
    verdict = ruled(f"{log}Sheet A:\n{rows[0]}Sheet B:\n{rows[1]}")
    assert told(verdict) == [("award-entry", "row 1 / score A")]


def test_the_same_wrong_figure_in_both_copies_was_copied() -> None:
    slip = {"score A": 5}
    verdict = ruled(copies({2: None, 4: slip}, {4: slip}))
    assert told(verdict) == [
        ("copies-disagree", "row 2 / deal"),
        ("award-entry", "row 4 / score A"),
    ]
    assert ("award-entry", "row 3 / score A") in [
        (each.code, str(each.place)) for each in verdict.findings
    ]


# One sheet, and the log of its deal -----------------------------------------------------------------

ROW = "Sheet:\ndeal | bidder | contract | x | points A | points B | score A | score B\n"
LOG = f"{HEAD}Auction:\n{AUCTION}\n"  # 32 clubs doubled, by seat 1


def test_international_5_1_a_score_by_the_wrong_contract_follows_from_it() -> None:
    verdict = ruled(f"{LOG}{ROW}1 | 1 | 40 C | X | 39 | 17 | 0 | 4\n")
    (cause,) = causes(verdict.findings)
    assert (cause.code, str(cause.place)) == ("contract-entry", "row 1 / contract")
    assert following(verdict, cause) == ["row 1 / score A", "row 1 / score B"]


def test_international_5_1_a_score_that_no_contract_gives_does_not() -> None:
    verdict = ruled(f"{LOG}{ROW}1 | 1 | 40 C | X | 39 | 17 | 0 | 9\n")
    assert told(verdict) == [
        ("contract-entry", "row 1 / contract"), ("award-entry", "row 1 / score A"),
    ]  # fmt: skip


def test_international_5_1_declarer_or_doubling_may_be_the_cause() -> None:
    for cells in ("2 | 32 C | X | 39 | 17 | 3 | 0", "1 | 32 C | | 39 | 17 | 1 | 0"):
        verdict = ruled(f"{LOG}{ROW}1 | {cells}\n")
        assert [code for code, _ in told(verdict)] == ["contract-entry"]
        assert len(verdict.findings) > 1


def test_international_5_2_score_under_a_deal_follows_from_the_contract_under_it() -> None:
    verdict = ruled(f"{LOG}Result:\ncontract 40 C X by 1\npoints A 39 B 17\nscore A 0 B 4\n")
    assert told(verdict) == [("contract-entry", "contract")]


def test_international_5_1_a_wrong_contract_was_copied_from_under_the_deal() -> None:
    result = "Result:\ncontract 40 C X by 1\npoints A 39 B 17\nscore A 0 B 4\n"
    verdict = ruled(f"{LOG}{result}{ROW}1 | 1 | 40 C | X | 39 | 17 | 0 | 4\n")
    assert told(verdict) == [("contract-entry", "contract")]
    verdict = ruled(f"{LOG}{result}{ROW}1 | 1 | 41 C | X | 39 | 17 | 0 | 4\n")
    assert [code for code, _ in told(verdict)] == ["contract-entry"] * 2


def test_international_5_3_a_total_that_took_in_the_score_that_is_due() -> None:
    """The slip is in the score alone: the total beside it does not add up because of it."""
    verdict = ruled(f"{copy('', {5: {'score A': 2, 'total A': 5}, 6: {'total A': 6}})}")
    entries = [each for each in causes(verdict.findings) if each.code.endswith("-entry")]
    assert [str(each.place) for each in entries] == ["row 5 / score A"]
    assert following(verdict, entries[0]) == ["row 5 / total A"]
    verdict = ruled(f"{copy('', {5: {'score A': 2, 'total A': 9}})}")
    assert ("total-entry", "row 5 / total A") in told(verdict)


def test_international_5_4_match_points_that_are_right_by_the_scores() -> None:
    verdict = ruled(copy("", {18: {"total B": 30}}))
    assert ("total-entry", "row 18 / total B") in told(verdict)
    assert "match-points-entry" in [each.code for each in verdict.findings]
    assert "match-points-entry" not in [code for code, _ in told(verdict)]


def test_international_5_2_points_that_count_a_trick_to_the_side_it_is_recorded_for() -> None:
    """Trick 1, of seven points, is recorded for seat 6 and was won by seat 5."""
    tricks = "tricks 6 2 5 1 6 5 2 1"
    verdict = deal(result=f"{tricks}\npoints A 32 B 24")
    assert told(verdict) == [("trick-winner", "trick 1 / winner")]
    assert len(verdict.findings) == 3
    verdict = deal(result=f"{tricks}\npoints A 31 B 25")
    assert [code for code, _ in told(verdict)] == ["trick-winner", "points-entry"]


# What never follows --------------------------------------------------------------------------------


def test_an_offence_follows_from_nothing() -> None:
    verdict = ruled(
        f"{HEAD}Auction:\n3: 28 S, 6: P, 4: P, P, P, P, P\n{ROW}1 | 3 | 30 S | | 30 | 26 | 0 | 2\n"
    )
    assert "call-out-of-turn" in [code for code, _ in told(verdict)]
    assert all(each.severity == "entry" for each in verdict.findings if each.follows_from)


def test_an_unlikely_cause_hides_nothing_that_is_sure() -> None:
    """The score that differs is one of two readings, the totals differ in both."""
    sheets = copies({5: {"score A": 2}})
    first, second = sheets.split("Sheet B")
    doubtful = f"{first}Sheet B{second.replace('| 2 | 0 | 6 | 0', '| {2 0.9|1 0.1} | 0 | 6 | 0')}"
    verdict = ruled(doubtful)
    sure = [each for each in verdict.findings if each.certainty.value == "established"]
    assert ("row 5 / total A") in [place for _, place in told(verdict)]
    assert all(
        each.follows_from is None
        or next(f for f in sure if named(f) == each.follows_from).certainty.value == "established"
        for each in sure
    )


SCORES = st.dictionaries(st.integers(1, 12), st.integers(2, 9), max_size=4)


@given(SCORES)
def test_as_many_findings_as_scores_that_differ(slips: dict[int, int]) -> None:
    """However far each is carried, and whatever two of them come to together."""
    text = copies({n: {"score A": score} for n, score in slips.items()})
    plain = text.replace("bidder | contract | x | ", "").replace("1 | 28 S |  | ", "")
    verdict = ruled(plain)
    differ = [place for code, place in told(verdict) if code == "copies-disagree"]
    assert differ == [f"row {n} / score A" for n in sorted(slips)]


CELLS = st.dictionaries(
    st.integers(1, 6),
    st.one_of(
        st.none(),
        st.fixed_dictionaries(
            {}, optional={name: st.integers(0, 60) for name in PLAIN if name[0] in "ps"}
            | {"total A": st.integers(0, 20)},
        ),
    ),
    max_size=4,
)  # fmt: skip


@given(CELLS, CELLS)
def test_what_follows_names_a_finding_that_follows_from_nothing(
    first: dict[int, Any], second: dict[int, Any]
) -> None:
    verdict = ruled(copies(second, first))
    told_alone = {named(each) for each in causes(verdict.findings)}
    assert all(each.follows_from in told_alone for each in verdict.findings if each.follows_from)
    assert verdict.findings == () or told_alone

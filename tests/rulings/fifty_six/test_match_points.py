"""Match points by article 5.4: of which totals they are, and when they are not known."""

from __future__ import annotations

from random import Random

import pytest

from fairdeal.grammar.notation.writer import write
from fairdeal.rulings import Verdict
from fairdeal.rulings.frame.finding import Certainty
from samples.making.records.deals import random_session, session_record
from tests.support.builders import ruled

LOG = '[Deal "{n}"]\n[Dealer "{dealer}"]\nResult:\ncontract 28 S by {by}\npoints {points}\n'
COLUMNS = (
    "Sheet:\ndeal | dealer | bidder | contract | points A | points B "
    "| score A | score B | total A | total B\n"
)


def match(rows: list[str], logs: int = 0, last: str = "") -> Verdict:
    """A match of as many deals as there are rows; the first `logs` of them have logs, won by team A."""
    text = f'[Deals "{len(rows)}"]\n'
    for n in range(1, logs + 1):
        text += LOG.format(n=n, dealer=n % 6 + 1, by=3, points="A 30 B 26")
    text += COLUMNS
    for n, row in enumerate(rows, 1):
        text += f"{n} | {n % 6 + 1} | 3 | 28 S | 30 | 26 | {row}\n"
    return ruled(text + last)


def codes(verdict: Verdict) -> set[str]:
    """What was found, but for that these matches are shorter than a match is."""
    return {each.code for each in verdict.findings} - {"deal-count"}


RIGHT, SLIP = ["1 | 0 | 1 | 0", "1 | 0 | 2 | 0"], ["1 | 0 | 1 | 0", "1 | 0 | 3 | 0"]
WRONG_SCORE = ["1 | 0 | 1 | 0", "9 | 0 | 10 | 0"]


def test_international_5_4_match_points_of_the_totals_written() -> None:
    verdict = match(RIGHT)
    assert (codes(verdict), verdict.match_points) == (set(), {"A": 3, "B": 0})


@pytest.mark.parametrize(("rows", "code"), [(SLIP, "total-entry"), (WRONG_SCORE, "award-entry")])
def test_international_5_4_match_points_of_a_wrong_sheet_are_those_of_its_logs(
    rows: list[str], code: str
) -> None:
    """Of logs of every deal: with one missing nobody knows them."""
    assert codes(match(rows, 2)) == {code}
    assert match(rows, 2).match_points == {"A": 3, "B": 0}
    for logs in (0, 1):
        verdict = match(rows, logs)
        assert code in codes(verdict)
        assert verdict.match_points is None


def test_international_5_4_match_points_hang_on_a_total_that_may_be_wrong() -> None:
    verdict = match(["1 | 0 | 1 | 0", "1 | 0 | {2 0.6|3 0.4} | 0"])
    assert codes(verdict) == {"total-entry"}
    assert verdict.findings[0].certainty is Certainty.DEPENDS
    assert verdict.match_points is None


def test_international_5_4_of_a_level_match_who_broke_the_tie_is_as_entered() -> None:
    level = ["1 | 0 | 1 | 0"]
    turned = "2 | 3 | 2 | 28 S | 26 | 30 | 0 | 1 | 1 | 1\n"
    for entered, expected in (
        ("A 1 B 1", {"A": 1, "B": 1}),
        ("A 2 B 1 tie-break A", {"A": 2, "B": 1}),
        ("A 1 B 2 tie-break B", {"A": 1, "B": 2}),
    ):
        verdict = ruled(
            '[Deals "2"]\n'
            + COLUMNS
            + f"1 | 2 | 3 | 28 S | 30 | 26 | {level[0]}\n"
            + turned
            + f"match points {entered}\n"
        )
        assert (codes(verdict), verdict.match_points) == (set(), expected)


def test_international_5_4_a_match_that_is_not_over_has_no_match_points() -> None:
    rows = "".join(f"{n} | {n % 6 + 1} | 3 | 28 S | 30 | 26 | 1 | 0 | {n} | 0\n" for n in (1, 2))
    assert ruled(COLUMNS + rows).match_points is None


UNREAD = "?? | ?? | ?? | ?? | ?? | ?? | ?? | ?? | ?? | ??\n"


def session_of(
    deals: int,
    last: str = "",
    first: str = "A",
    heading: str = "18",
    unread: tuple[int, ...] = (),
) -> Verdict:
    """A session in which the sides win deals by turns, one point each; some rows cannot be read."""
    text, totals = f'[Deals "{heading}"]\n' + COLUMNS, {"A": 0, "B": 0}
    for n in range(1, deals + 1):
        won = first if n % 2 else {"A": "B", "B": "A"}[first]
        totals[won] += 1
        points, score = ("30 | 26", "1 | 0") if won == "A" else ("26 | 30", "0 | 1")
        by = 3 if won == "A" else 4
        row = f"{n} | {n % 6 + 1} | {by} | 28 S | {points} | {score} | {totals['A']} | {totals['B']}\n"
        text += UNREAD if n in unread else row
    return ruled(text + last)


@pytest.mark.parametrize("entered", ["A 2 B 1 tie-break A", "A 2 B 1"])
@pytest.mark.parametrize("heading", ["18", "19"])
def test_international_5_4_a_tie_played_off_is_judged_on_deal_18(
    entered: str, heading: str
) -> None:
    verdict = session_of(19, f"match points {entered}\n", heading=heading)
    assert (verdict.findings, verdict.match_points) == ((), {"A": 2, "B": 1})


@pytest.mark.parametrize("unread", [(18,), (19,), (17, 18, 19), (2, 9, 18)])
def test_international_5_4_whether_a_match_was_level_may_not_be_known(
    unread: tuple[int, ...],
) -> None:
    """Row 18 of a print was not read: the match, played off, was judged by all its totals."""
    for heading in ("18", "19"):
        verdict = session_of(19, "match points A 2 B 1\n", heading=heading, unread=unread)
        assert verdict.findings == ()


def test_international_5_4_the_last_totals_are_known_or_none_are() -> None:
    """The last deal may have decided the match."""
    verdict = session_of(18, "match points A 0 B 3\n", unread=(18,))
    assert codes_of(verdict) == []
    verdict = session_of(18, "match points A 0 B 3\n", unread=(17,))
    assert codes_of(verdict) == ["match-points-entry"] * 2


def test_international_5_4_of_rows_most_of_which_were_not_read_others_may_be_missing() -> None:
    """Of 18 rows sixteen were seen, and none of them read."""
    unread = tuple(range(1, 17))
    assert codes_of(session_of(16, unread=unread)) == []
    assert codes_of(session_of(16, unread=(3,))) == ["deal-count"]


@pytest.mark.parametrize("seed", range(40))
def test_rows_of_a_match_in_order_that_cannot_be_read_establish_nothing(seed: int) -> None:
    """Whichever they are, on one copy or both, with or without their numbers."""
    rng = Random(seed)
    record = session_record(random_session(rng), rng)
    head, _, sheet = write(record).partition("Sheet:\n")
    columns, *rows = sheet.splitlines()
    cells = columns.count("|") + 1
    share = rng.choice((0.1, 0.3, 0.7))

    def copy(mark: str) -> str:
        read = [
            " | ".join(["??"] * cells) if "|" in row and rng.random() < share else row
            for row in rows
        ]
        return "\n".join([f"Sheet {mark}:", columns, *read, ""])

    verdict = ruled(head + copy("A") + "\n" + copy("B"))
    assert [f.message for f in verdict.findings if f.certainty is Certainty.ESTABLISHED] == []


def codes_of(verdict: Verdict) -> list[str]:
    return [each.code for each in verdict.findings]


def test_international_5_4_play_off_does_not_win_the_match() -> None:
    verdict = session_of(19, "match points A 0 B 3\n", "B")
    assert [each.code for each in verdict.findings] == ["match-points-entry"] * 2
    assert verdict.match_points == {"A": 1, "B": 2}


def test_international_5_4_deals_beyond_18_of_a_match_that_is_not_level() -> None:
    verdict = session_of(20)
    assert verdict.match_points == {"A": 1, "B": 1}  # level after 18, and after the play-off
    text = '[Deals "18"]\n' + COLUMNS
    for n in range(1, 20):
        text += f"{n} | {n % 6 + 1} | 3 | 28 S | 30 | 26 | 1 | 0 | {n} | 0\n"
    verdict = ruled(text)
    assert [each.code for each in verdict.findings] == ["deal-count"]
    assert verdict.match_points == {"A": 3, "B": 0}


def test_international_5_4_a_tie_played_off_by_the_logs_alone() -> None:
    text = '[Deals "18"]\n'
    for n in range(1, 20):
        by, points = (3, "A 30 B 26") if n % 2 else (4, "A 26 B 30")
        text += LOG.format(n=n, dealer=n % 6 + 1, by=by, points=points)
    verdict = ruled(text)
    assert (verdict.findings, verdict.match_points) == ((), {"A": 2, "B": 1})


def test_international_5_4_a_row_without_a_log_on_any_sheet_leaves_a_wrong_match_open() -> None:
    """The totals of the first sheet are wrong, and it has a deal of which there is no log."""
    text = '[Deals "2"]\n' + LOG.format(n=1, dealer=2, by=3, points="A 30 B 26") + COLUMNS
    text += (
        "1 | 2 | 3 | 28 S | 30 | 26 | 1 | 0 | 3 | 0\n2 | 3 | 3 | 28 S | 30 | 26 | 1 | 0 | 4 | 0\n"
    )
    verdict = ruled(text + "\n" + COLUMNS + "1 | 2 | 3 | 28 S | 30 | 26 | 1 | 0 | 1 | 0\n")
    assert "total-entry" in codes(verdict)
    assert verdict.match_points is None


def test_a_row_whose_number_could_not_be_read_may_be_of_the_deal_not_found() -> None:
    rows = "".join(
        f"{n} | {n % 6 + 1} | 3 | 28 S | 30 | 26 | 1 | 0 | {n} | 0\n" for n in range(1, 18)
    )
    short = '[Deals "18"]\n' + COLUMNS + rows
    assert "deal-count" in {each.code for each in ruled(short).findings}
    assert "deal-count" not in {each.code for each in ruled(short + UNREAD).findings}
    unsaid = (short + UNREAD).removeprefix('[Deals "18"]\n') + "match points A 3 B 0\n"
    assert "deal-count" not in {each.code for each in ruled(unsaid).findings}
    assert "deal-count" in {each.code for each in ruled(unsaid.replace(UNREAD, "")).findings}


@pytest.mark.parametrize(
    ("total", "certainty"),
    [("{2 0.9|4 0.09}", Certainty.ESTABLISHED), ("{2 0.9|4 0.05}", Certainty.DEPENDS)],
)
def test_international_5_4_what_all_likely_readings_have_is_as_sure_as_they_are_together(
    total: str, certainty: Certainty
) -> None:
    """Whoever wins by either total: 0.999 is enough, as in the log of a deal."""
    found = match(["1 | 0 | 1 | 0", f"1 | 0 | {total} | 0"], last="match points A 0 B 3\n").findings
    wrong = [each for each in found if each.code == "match-points-entry"]
    assert [each.certainty for each in wrong] == [certainty] * 2

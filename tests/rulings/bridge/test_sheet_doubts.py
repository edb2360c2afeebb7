"""Doubtful cells of bridge sheets: what holds in every reading, and what hangs on one."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import Entry, Reading, Standing
from fairdeal.rulings import Verdict, check, load
from fairdeal.rulings.frame.finding import Certainty, Finding
from tests.rulings.bridge.test_sheets import MATCH, ROWS
from tests.support.bridge_build import found, hand, ruled

BY_ROW = "deal | dealer | bidder | contract | x | points NS | points EW | score NS | score EW\n"
HANDS = (
    "1 | N | N | 4 S | | 11 | 2 | 650 | 0\n2 | E | E | 2 H | | 5 | 8 | 0 | 60\n"
    "3 | S | S | 3 NT | X | 8 | 5 | 0 | 200\n4 | W | W | 1 NT | | 5 | 8 | 0 | 370\n"
)


def we_they(rows: str, match: str = MATCH) -> Verdict:
    return ruled(f"{match}\nSheet NS:\ndeal | line | we | they | entry\n{rows}")


def by_row(rows: str, match: str = "") -> Verdict:
    return ruled(f"{match}\nSheet:\n{BY_ROW}{rows}")


def only(verdict: Verdict, code: str) -> Finding:
    (finding,) = [each for each in verdict.findings if each.code == code]
    return finding


@pytest.mark.parametrize("cell", ["{60|80}", "{80|60}"])
def test_alberta_9_an_entry_in_doubt_depends_whichever_reading_stands_first(cell: str) -> None:
    finding = only(we_they(ROWS.replace("| 60 |", f"| {cell} |", 1)), "award-entry")
    assert finding.certainty is Certainty.DEPENDS
    assert finding.probability is not None
    assert 0.0 < finding.probability < 0.02
    assert [str(place) for place in finding.depends_on] == ["row 5 / they"]


@pytest.mark.parametrize(("cell", "share"), [("{60 0.3|80 0.7}", 0.7), ("{80 0.3|60 0.7}", 0.3)])
def test_alberta_9_where_as_much_speaks_for_either_reading_the_ink_decides(
    cell: str, share: float
) -> None:
    """The log speaks for 60, the total for 80: a slip either way."""
    rows = ROWS.replace("| 60 |", f"| {cell} |", 1).replace("630", "650")
    verdict = we_they(rows)
    finding = only(verdict, "award-entry")
    assert finding.probability == pytest.approx(share)
    assert only(verdict, "total-entry").probability == pytest.approx(1 - share)


def test_alberta_9_a_figure_wrong_in_every_reading_is_established() -> None:
    finding = only(we_they(ROWS.replace("| 60 |", "| {70|80} |", 1)), "award-entry")
    assert finding.certainty is Certainty.ESTABLISHED
    assert finding.depends_on == ()


def test_alberta_9_a_clear_wrong_figure_is_established_whatever_is_in_doubt_elsewhere() -> None:
    rows = ROWS.replace("| 60 |", "| {60|80} |", 1).replace("| 500 |", "| 300 |")
    sure = [each for each in we_they(rows).findings if each.certainty is Certainty.ESTABLISHED]
    assert [(each.code, str(each.place)) for each in sure] == [
        ("award-entry", "row 3 / we"),
        ("total-entry", "row 11 / we"),
    ]


def test_alberta_9_a_total_in_doubt() -> None:
    finding = only(we_they(ROWS.replace("650", "{650|690}"), match=""), "total-entry")
    assert [str(place) for place in finding.depends_on] == ["row 11 / we"]
    assert finding.probability == pytest.approx(0.01 / 1.01)
    wrong = only(we_they(ROWS.replace("650", "{640|690}"), match=""), "total-entry")
    assert wrong.certainty is Certainty.ESTABLISHED


def test_alberta_9_the_total_says_which_reading_was_taken() -> None:
    verdict = we_they(ROWS.replace("| 60 |", "| {80 0.55|60 0.45} |", 1), match="")
    (settled,) = verdict.settled
    assert (str(settled.place), settled.text, settled.changed) == ("row 5 / they", "60", True)
    assert [str(place) for place in settled.by] == ["row 11 / they"]


def test_alberta_9_more_than_all_that_is_due_is_wrong_beside_what_was_not_read() -> None:
    rows = ROWS.replace("2 | below | | 60", "2 | below | | ??\n2 | below | | 90", 1)
    assert ("award-entry", "row 6 / they") in found(we_they(rows))


def test_alberta_9_a_sheet_hangs_on_the_doubts_of_its_logs() -> None:
    verdict = we_they(ROWS, match=MATCH.replace("4 S by N", "{4 S|2 S} by N", 1))
    assert verdict.findings
    for each in verdict.findings:
        assert each.certainty is Certainty.DEPENDS
        assert [str(place) for place in each.depends_on] == ["deal 1 / contract"]


def test_alberta_vulnerability_hangs_on_an_earlier_deal_in_doubt() -> None:
    """Deal 1 is a game or not: whether deal 3 is vulnerable is as much in doubt."""
    first = hand(1, "N", "{4 S 0.8|2 S 0.2} by N", "NS 11 EW 2")
    rest = hand(2, "E", "2 H by E", "NS 5 EW 8")
    for score, share in (("NS 0 EW 100", 0.8), ("NS 0 EW 200", 0.2)):
        third = hand(3, "S", "3 NT X by S", "NS 8 EW 5", score)
        finding = only(ruled(first + rest + third), "award-entry")
        assert finding.certainty is Certainty.DEPENDS
        assert finding.probability == pytest.approx(share, abs=1e-6)
        assert [str(place) for place in finding.depends_on] == ["deal 1 / contract"]
    wrong = hand(3, "S", "3 NT X by S", "NS 8 EW 5", "NS 0 EW 300")
    assert only(ruled(first + rest + wrong), "award-entry").certainty is Certainty.ESTABLISHED


@pytest.mark.parametrize("cell", ["{60|80}", "{80|60}"])
def test_alberta_9_a_score_in_a_row_in_doubt(cell: str) -> None:
    for match in ("", MATCH):
        finding = only(by_row(HANDS.replace("0 | 60", f"0 | {cell}"), match), "award-entry")
        assert finding.certainty is Certainty.DEPENDS
        assert [str(place) for place in finding.depends_on] == ["row 2 / score EW"]


def test_alberta_9_an_offence_makes_no_figure_likelier() -> None:
    """The award hangs on a revoke that is in doubt: the score beside it says nothing about the ink."""
    play = "Auction:\nN: 1 NT, P, P, P\nPlay:\nE:5H 6H 7H 8H\nN:2C {3D|3C} 4C 5C\nW:6C 7C 8C 9C\n"
    deal = f'[Deal "1"]\n[Dealer "N"]\n{play}Result:\npoints NS 7 EW 6\n'
    rows = "1 | N | N | 1 NT | | 7 | 6 | 40 | 0\n"
    verdict = by_row(rows, deal)
    assert only(verdict, "revoke").probability == pytest.approx(0.5)


def test_alberta_5_dealers_down_a_sheet() -> None:
    wrong = by_row(HANDS.replace("2 | E | E", "2 | S | E"))
    assert found(wrong) == [
        ("dealer-rotation", "row 2 / dealer"),
        ("dealer-rotation", "row 3 / dealer"),
    ]
    for cell in ("{S|E}", "{E|S}"):
        for each in by_row(HANDS.replace("2 | E | E", f"2 | {cell} | E")).findings:
            assert each.probability == pytest.approx(0.5)
            assert [str(place) for place in each.depends_on] == ["row 2 / dealer"]
    assert found(by_row(HANDS.replace("2 | E | E", "2 | ?? | E"))) == []


def test_alberta_6_a_hand_passed_out_passes_the_deal_on_down_a_sheet() -> None:
    turned = HANDS
    for seat, after in (
        ("4 | W", "4 | N"),
        ("3 | S", "3 | W"),
        ("2 | E", "2 | S"),
        ("1 | N", "1 | E"),
    ):
        turned = turned.replace(seat, after, 1)
    passed = "1 | N | | Pass | | | | |\n"
    assert found(by_row(passed + turned)) == []
    assert found(by_row(passed + HANDS)) == [("dealer-rotation", "row 2 / dealer")]


def test_alberta_14_hands_missing_or_repeated_down_a_sheet() -> None:
    assert found(by_row(HANDS)) == []
    missing = by_row(HANDS.replace("2 | E | E | 2 H | | 5 | 8 | 0 | 60\n", ""))
    assert ("deal-count", "row 2 / deal") in found(missing)
    again = by_row(HANDS.replace("2 | E", "1 | E"))
    assert ("deal-count", "row 2 / deal") in found(again)
    depends = by_row(HANDS.replace("2 | E", "{2|1} | E"))
    for each in depends.findings:
        assert each.certainty is Certainty.DEPENDS


def test_duplicate_2_dealers_of_boards_down_a_sheet() -> None:
    rows = "1 | N | N | 4 S | | 11 | 2 | 450 | 0\n2 | N | E | 2 H | | 5 | 8 | 0 | 110\n"
    verdict = ruled(f"Sheet:\n{BY_ROW}{rows}", "duplicate")
    assert found(verdict) == [("dealer-rotation", "row 2 / dealer")]


def test_alberta_14_match_points_are_said_not_to_apply() -> None:
    verdict = by_row(HANDS)
    (said,) = [each for each in verdict.coverage if each.rule == "match-points-entry"]
    assert not said.checked
    assert said.why


WE_THEY = (
    "Sheet NS:\ndeal | line | we | they | entry\n1 | below | 120 | | trick\n1 | above | 30 | | over\n"
    "1 | above | 500 | | game\n2 | above | | 50 | down\n | total | 650 | {they} |\n"
)
TOTALS = "Sheet{copy}:\ndeal | score NS | score EW | total NS | total EW\n1 | 650 | 50 | 650 | 50\n"


@pytest.mark.parametrize("sheet", [WE_THEY.format(they=50), TOTALS.format(copy="")])
@pytest.mark.parametrize(
    ("points", "wrong"),
    [
        ("NS 650 EW 50", []),
        ("NS 650", []),
        ("NS 3 EW 0", ["match points NS", "match points EW"]),
        ("NS 650 EW 5", ["match points EW"]),
    ],
)
def test_alberta_14_match_points_are_the_points_of_the_match(
    sheet: str, points: str, wrong: list[str]
) -> None:
    verdict = ruled(f"{sheet}match points {points}\n")
    assert found(verdict) == [("match-points-entry", place) for place in wrong]
    assert {each.article for each in verdict.findings} <= {"14"}
    (said,) = [each for each in verdict.coverage if each.rule == "match-points-entry"]
    assert said.checked


@pytest.mark.parametrize(
    "text",
    [
        f"{WE_THEY.format(they=50)}match points NS {{3|650}} EW 50\n",
        f"{WE_THEY.format(they='??')}match points NS 650 EW 0\n",
        "Sheet:\ndeal | score NS | score EW\n1 | 650 | 50\nmatch points NS 3 EW 0\n",
    ],
)
def test_alberta_14_match_points_beside_what_is_not_known_are_not_judged(text: str) -> None:
    verdict = ruled(text)
    assert "match-points-entry" not in {code for code, _ in found(verdict)}
    (said,) = [each for each in verdict.coverage if each.rule == "match-points-entry"]
    assert not said.checked


def test_alberta_14_match_points_hang_on_a_total_in_doubt() -> None:
    verdict = ruled(f"{WE_THEY.format(they='{50 0.6|60 0.4}')}match points NS 650 EW 50\n")
    finding = only(verdict, "match-points-entry")
    assert finding.certainty is Certainty.DEPENDS
    assert [str(place) for place in finding.depends_on] == ["row 5 / they"]


def test_alberta_14_match_points_on_the_second_copy() -> None:
    text = TOTALS.format(copy=" NS") + TOTALS.format(copy=" EW") + "match points NS 3 EW 50\n"
    assert found(ruled(text)) == [("match-points-entry", "sheet 2 / match points NS")]


def test_duplicate_78_match_points_are_the_fields() -> None:
    assert found(ruled(f"{TOTALS.format(copy='')}match points NS 3 EW 0\n", "duplicate")) == []


def test_alberta_9_the_second_copy_is_named_in_places() -> None:
    score = "deal | score NS | score EW\n"
    text = f"Sheet NS:\n{score}1 | 650 | 0\nSheet EW:\n{score}1 | {{650|620}} | 0\n"
    finding = only(ruled(text), "copies-disagree")
    assert [str(place) for place in finding.depends_on] == ["sheet 2 / row 1 / score NS"]


def test_alberta_9_many_cells_in_doubt_are_weighed_exactly() -> None:
    rows = re.sub(r"(?<=\| )(\d+)(?= \||$)", r"{\1 0.9|7 0.1}", HANDS, flags=re.M)
    verdict = by_row(rows, MATCH)
    assert {each.certainty for each in verdict.findings} == {Certainty.DEPENDS}
    (said,) = [c for c in verdict.coverage if c.deal is None and c.rule == "award-entry"]
    assert said.checked


_FIGURES = ("120", "30", "500", "60", "200", "40", "300", "650", "630")


@pytest.mark.parametrize("seed", range(12))
def test_established_is_what_every_clear_writing_of_the_sheet_has(seed: int) -> None:
    """Cells in doubt, a contract in doubt and slips sown: against all readings written out."""
    rng = Random(seed)
    text = MATCH.replace("4 S by N", "@") + "\nSheet NS:\ndeal | line | we | they | entry\n" + ROWS
    rivals = [("4 S by N", rng.choice(("2 S by N", "4 H by N")))]
    rivals = rivals if rng.random() < 0.5 else [("4 S by N", "4 S by N")]
    for figure in rng.sample(_FIGURES, 3):
        text = text.replace(f"| {figure} |", "| @ |", 1)
        rivals.append((figure, str(int(figure) + rng.choice((0, 10, 70)))))
    order = _order_of(rivals)
    doubtful = _filled(text, [one if one == two else _both(one, two) for one, two in order])
    worlds = [
        {(each.code, str(each.place)) for each in ruled(_filled(text, list(chosen))).findings}
        for chosen in product(*order)
    ]
    verdict = ruled(doubtful)
    sure = {
        (each.code, str(each.place))
        for each in verdict.findings
        if each.certainty is Certainty.ESTABLISHED
    }
    assert sure == set.intersection(*worlds)
    assert set(found(verdict)) == set.union(*worlds)


def _both(one: str, two: str) -> str:
    """Two readings of an entry; of a contract only the bid is in doubt."""
    if not one.endswith(" by N"):
        return f"{{{one}|{two}}}"
    return f"{{{one.removesuffix(' by N')}|{two.removesuffix(' by N')}}} by N"


def _order_of(rivals: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The rivals in the order in which their entries stand in the text."""
    places = {figure: ROWS.find(f"| {figure} |") for figure, _ in rivals[1:]}
    return [rivals[0], *sorted(rivals[1:], key=lambda each: places[each[0]])]


def _filled(text: str, values: list[str]) -> str:
    parts = text.split("@")
    return "".join(a + b for a, b in zip(parts, [*values, ""], strict=True))


def test_alberta_9_a_wrong_total_is_no_surer_than_the_cells_that_it_needs() -> None:
    """A photo's entry about which nobody is asked is clear, and as sure as it was read."""
    text = f"{MATCH}\nSheet NS:\ndeal | line | we | they | entry\n{ROWS.replace('630', '640')}"
    record = read(text).record
    (sheet,) = record.sheets
    seen = Entry(Standing.CLEAR, (Reading(640, 0.985),))
    rows = tuple(
        replace(row, cells=tuple(seen if cell.value == 640 else cell for cell in row.cells))
        for row in sheet.rows
    )
    sure = only(check(record, load("alberta")), "total-entry")
    assert sure.certainty is Certainty.ESTABLISHED
    finding = only(
        check(replace(record, sheets=(replace(sheet, rows=rows),)), load("alberta")), "total-entry"
    )
    assert finding.certainty is Certainty.DEPENDS
    assert finding.probability is not None and finding.probability < 0.985
    assert "row 11 / they" in [str(place) for place in finding.depends_on]


@pytest.mark.parametrize(
    ("total", "certainty"),
    [("{650 0.9|640 0.09}", Certainty.ESTABLISHED), ("{650 0.9|640 0.05}", Certainty.DEPENDS)],
)
def test_alberta_14_what_all_likely_readings_have_is_as_sure_as_they_are_together(
    total: str, certainty: Certainty
) -> None:
    sheet = TOTALS.format(copy="").replace("650 | 50\n", f"{total} | 50\n")
    wrong = [
        each
        for each in ruled(f"{sheet}match points NS 3 EW 50\n").findings
        if each.code == "match-points-entry"
    ]
    assert [each.certainty for each in wrong] == [certainty], sheet

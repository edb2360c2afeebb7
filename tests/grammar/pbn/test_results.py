"""Tables of results: a deal a row, with what its cells say."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fairdeal.grammar.pbn.reader import read
from fairdeal.grammar.pbn.results import with_rows
from fairdeal.records import Deal, Problem

HEAD = '[Event "Evening"]\n[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n'
COLUMNS = "Table;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"


def rows(
    columns: str, *lines: str, head: str = HEAD, after: str = ""
) -> tuple[list[Deal], list[Problem]]:
    text = f'{head}[ScoreTable "{columns}"]\n' + "\n".join(lines) + f"\n{after}"
    return with_rows(list(read(text)))


def told(deal: Deal) -> tuple[str, str, str, str, dict[str, int | None], dict[str, int | None]]:
    tags = {tag.name: tag.value for tag in deal.tags}
    result = deal.result
    contract = None if result is None else result.contract
    said = "" if contract is None or contract.said.value is None else contract.said.value.text
    by = "" if contract is None or contract.by is None else contract.by.value or ""
    points = {} if result is None else {team: each.value for team, each in result.points.items()}
    score = {} if result is None else {team: each.value for team, each in result.score.items()}
    return tags.get("TeamNS", ""), tags.get("TeamEW", ""), said, by, points, score


def test_a_row_says_who_met_whom_and_what_came_of_it() -> None:
    found, problems = rows(
        COLUMNS,
        '4  4 11 2HX  S 8 "470"   -',
        "5 20 38 3NT  E 7     -  -200",
        "6  5 10 Pass - - 0 -",
    )
    assert not problems
    assert [told(each) for each in found] == [
        ("Pair 4", "Pair 11", "2 H", "S", {"NS": 8}, {"NS": 470}),
        ("Pair 20", "Pair 38", "3 NT", "E", {"EW": 7}, {"EW": -200}),
        ("Pair 5", "Pair 10", "Pass", "", {}, {"NS": 0}),
    ]
    assert {each.label for each in found} == {"3"}
    assert [each.span and each.span.line for each in found] == [6, 7, 8]


@pytest.mark.parametrize(
    ("result", "tricks"), [("9", 9), ("=", 9), ("+2", 11), ("-3", 6), ("14", None), ("-", None)]
)
def test_tricks_may_be_counted_from_the_contract(result: str, tricks: int | None) -> None:
    (found,), _ = rows(COLUMNS, f"1 1 2 3NT N {result} 400 -")
    assert told(found)[4] == ({} if tricks is None else {"NS": tricks})


@pytest.mark.parametrize(
    ("row", "tag"),
    [
        ("1 1 2 - - - A60 A40", ("Score", "NS A60 EW A40")),
        ("1 1 2 - - - AVE+ -", ("Score", "NS AVE+")),
        ("1 1 2 A6040 - - - -", ("Score", "NS A60 EW A40")),
        ("1 1 2 60/60 - - - -", ("Score", "NS A60 EW A60")),
        ("1 1 2 ADJ - - - -", ("Score", "ADJ")),
        ('1 1 2 - - - "60% 420, 40% -50" -', ("Score", "NS 60% 420, 40% -50")),
        ("1 1 2 4S N", ("Score", "row: 1 1 2 4S N")),
    ],
)
def test_an_adjusted_score_is_kept_as_it_is_written(row: str, tag: tuple[str, str]) -> None:
    found, _ = rows(COLUMNS, "7 8 9 3NT N 9 400 -", row)
    assert tag in {(each.name, each.value) for each in found[1].tags}


def test_a_board_that_was_not_played_has_no_result() -> None:
    (found,), problems = rows(COLUMNS, "1 1 2 NP - - - -", "2 3 4 - - - - -")
    assert found.result is None and found.label == "3" and not problems


def test_a_row_of_another_length_is_reported_with_its_place() -> None:
    _, problems = rows(COLUMNS, "1 1 2 3NT N 9 400 -", "2 3 4 3NT N")
    assert [(each.line, each.game, each.message) for each in problems] == [
        (7, 1, "ScoreTable: 5 entries for 8 columns: this row is not read")
    ]


def test_columns_that_cannot_be_read_are_reported() -> None:
    found, problems = rows("Table;;Score_NS", "1 2 3")
    assert len(found) == 1 and "columns cannot be read" in problems[0].message


def test_rows_may_run_over_lines_and_stand_for_several_results() -> None:
    found, problems = rows("Rank;Score_NS;Multiplicity", "1", "420 2", "2 -50", "3")
    assert not problems
    assert [told(each)[5]["NS"] for each in found] == [420, 420, -50, -50, -50]


def test_names_make_the_pair_and_may_be_of_several_words() -> None:
    columns = r"PairId_NS;Contract;Declarer;Result;Names_NS\20L;Score_NS"
    found, problems = rows(columns, '1 3NT N 9 "Bea Ox;Al Po" 400', "2 3NT N 9 Cy de Ra 400")
    assert not problems
    assert [told(each)[0] for each in found] == ["Al Po and Bea Ox", "Cy de Ra"]


def test_names_come_from_the_table_of_totals() -> None:
    totals = '[TotalScoreTable "Rank;PairId;Names"]\n1 4 "Eve;Dan"\n2 11 "Flo;Gus"\n'
    (found,), _ = rows(COLUMNS, "1 4 11 3NT N 9 400 -", after=totals)
    assert told(found)[:2] == ("Dan and Eve", "Flo and Gus")


def test_pairs_of_two_fields_with_the_same_numbers_are_kept_apart() -> None:
    found, _ = rows(COLUMNS, "1 1 1 3NT N 9 400 -", "2 2 1 3NT N 9 400 -")
    assert [told(each)[:2] for each in found] == [
        ("Pair 1 NS", "Pair 1 EW"),
        ("Pair 2 NS", "Pair 1 EW"),
    ]


def test_the_game_itself_takes_the_place_of_its_row() -> None:
    head = (
        HEAD
        + '[Table "2"]\n[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n[Auction "S"]\nPass 3NT AP\n'
    )
    found, _ = rows(COLUMNS, "1 4 11 3NT N 9 400 -", "2 5 12 3NT N 9 400 -", head=head)
    assert len(found) == 2 and found[1].calls
    assert told(found[1])[:2] == ("Pair 5", "Pair 12")
    found, _ = rows(COLUMNS, "1 4 11 3NT N 10 430 -", head=head)
    assert len(found) == 2 and found[0].calls


@given(st.text('[]"\\;{}%# \n1234NSEWPairId_Contract', max_size=80), st.text(max_size=80))
def test_no_table_stops_it(columns: str, lines: str) -> None:
    found, _ = with_rows(list(read(f'{HEAD}[ScoreTable "{columns}"]\n{lines}\n')))
    assert found

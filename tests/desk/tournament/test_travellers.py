"""Travellers and scorecards: every board with all its results, every pair with its boards."""

from __future__ import annotations

import csv
import re
from html import unescape
from pathlib import Path

import pytest

from fairdeal.desk.tournament.from_case import short
from fairdeal.desk.tournament.pairs import session_of
from fairdeal.desk.tournament.results import Audited, Laid
from fairdeal.desk.tournament.travellers import (
    SCORECARDS,
    TRAVELLERS,
    pages_of,
    scorecards,
    travellers,
)
from fairdeal.records import Contract
from samples.making.records.pairs_movement import files_of
from tests.desk.tournament.test_pairs import EVENING, board, done as done, match
from tests.support.needs import needs_solver


@pytest.mark.parametrize(
    ("contract", "tricks", "said"),
    [
        (Contract(4, "S", "W"), 8, "4♠ W −2"),
        (Contract(3, "NT", "S"), 9, "3NT S ="),
        (Contract(1, "C", "N", 2), 9, "1♣X N +2"),
        (Contract(7, "H", "E", 4), 12, "7♥XX E −1"),
        (Contract(2, "D", "E"), None, "2♦ E"),
        (None, None, ""),
    ],
)
def test_a_result_in_a_few_letters(
    contract: Contract | None, tricks: int | None, said: str
) -> None:
    assert short(contract, tricks) == said


def test_every_result_of_an_evening_is_on_one_traveller(done: tuple[Audited, Path]) -> None:
    results = list(done[0].results)
    session = session_of(results)
    assert session is not None
    found = list(travellers(session))
    assert [each.board for each in found] == [str(n) for n in range(1, len(found) + 1)]
    assert sum(len(each.rows) for each in found) == sum(len(each.boards) for each in results)
    for each in found:
        assert sum(count for _, count in each.often) == len(each.rows)
        scores = [row.result.ruled for row in each.rows if row.result.ruled is not None]
        assert scores == sorted(scores, reverse=True)
        ours = sum(float(row.points) for row in each.rows if row.points)
        theirs = sum(float(row.others) for row in each.rows if row.others)
        assert ours + theirs == each.top * len(each.rows)
        assert len(each.laid.hands) == 4 and sum(map(len, "".join(each.laid.hands[0]))) >= 13


def test_the_lead_is_the_first_card_of_the_paper(done: tuple[Audited, Path]) -> None:
    text = files_of(EVENING)["table-01.pbn"]
    led = re.findall(r'\[Play "."\]\r?\n(\S\S)', text)
    symbols = dict(zip("SHDC", "♠♥♦♣", strict=True))
    wanted = [symbols[card[0]] + card[1].replace("T", "10") for card in led]
    (table,) = (each for each in done[0].results if each.table == "1")
    assert [each.laid.lead for each in table.boards if each.laid.lead] == wanted


@needs_solver
def test_what_best_play_makes_stands_beside_the_diagram(done: tuple[Audited, Path]) -> None:
    result = done[0].results[0].boards[0]
    assert len(result.laid.makes) == 4 and all(len(row) == 5 for row in result.laid.makes)
    page = (done[1] / TRAVELLERS).read_text("utf-8")
    row = "".join(f"<td>{tricks}</td>" for tricks in result.laid.makes[0])
    assert f'<th scope="row">N</th>{row}' in page


def test_a_scorecard_comes_to_the_line_of_its_pair(done: tuple[Audited, Path]) -> None:
    session = session_of(done[0].results)
    assert session is not None
    with (done[1] / "pairs.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = {row["pair"]: row for row in csv.DictReader(file)}
    cards = list(scorecards(session))
    assert len(cards) == len(lines)
    for card in cards:
        own = sum(float(row.points) for row, _ in card.rows if row.points)
        assert own == float(lines[card.line.pair]["matchpoints"])
        assert len(card.rows) == int(lines[card.line.pair]["boards"])
    page = (done[1] / SCORECARDS).read_text("utf-8")
    assert page.count('class="panel card-of"') == len(cards)
    assert TRAVELLERS in (done[1] / "index.html").read_text("utf-8")


def test_a_scorecard_shows_scores_from_the_pairs_own_side() -> None:
    session = session_of([match(board("1", "A", "X", 420), board("1", "B", "Y", -50))])
    assert session is not None
    own = {card.line.pair: card.rows[0][0].score for card in scorecards(session)}
    assert own == {"A": "+420", "X": "−420", "B": "−50", "Y": "+50"}


def test_what_was_ruled_is_on_the_traveller_and_names_are_only_shown() -> None:
    results = [
        match(
            board("1", "<b>A</b>", "X", 420, decided=True, as_ruled=-50),
            board("1", "B", "Y", 100, laid=Laid(short="4♠ N =")),
            board("1", "C", "Z", None, adjusted="60/40"),
        )
    ]
    pages = pages_of("Cup <i>", results)
    assert set(pages) == {TRAVELLERS, SCORECARDS}
    page = unescape(pages[TRAVELLERS])
    assert "<b>A</b>" not in pages[TRAVELLERS]
    assert "as ruled" in page and "<bdi>Cup <i></bdi>" in page
    scores = re.findall(r'<td class="n"><bdi>([^<]*)</bdi>', page)
    assert scores == ["+100", "−50", "60/40"]
    assert "4♠ N =" in page and "4 ♠ by North" in page


def test_an_event_of_56_has_neither() -> None:
    assert pages_of("Cup", [match()]) == {}

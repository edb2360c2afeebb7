"""Double dummy in a report: the table, par, what a revoke cost; and what is said where there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from fairdeal.desk.extras import how_to_get
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report import double_dummy as shown
from fairdeal.desk.report.page import View, render, view_of
from fairdeal.rulings.bridge import double_dummy
from samples.making.bridge_irregularities import make
from tests.support.needs import needs_solver

SAMPLES = Path(__file__).parents[3] / "samples"


@pytest.fixture(scope="module")
def boards() -> Case:
    return case_of([load(SAMPLES / "bridge-tournament" / "boards.pbn")])


@pytest.fixture(scope="module", autouse=True)
def _few_boards() -> Iterator[None]:
    """The six boards that these tests look at are enough to solve."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shown, "MOST_BOARDS", 6)
        yield


@pytest.fixture(scope="module")
def view(boards: Case) -> View:
    return view_of(boards)


@needs_solver
def test_a_board_has_its_table_par_and_best_result(view: View) -> None:
    board = next(each.board for each in view.deals if each.label == "5")
    assert board is not None and board.best is not None
    assert [name for name, _ in board.best.rows] == ["North", "South", "East", "West"]
    assert dict(board.best.rows)["West"] == (7, 7, 7, 7, 6)
    assert board.best.par == "EW 90: 1 no-trump by East or West"
    assert board.best.result == "Best play by all gives declarer 7 tricks; 8 were taken, 1 more."


@needs_solver
def test_a_revoke_is_set_beside_what_the_other_side_could_have_taken(view: View) -> None:
    found = [each for each in view.findings if each.title == "Did not follow suit (revoke)"]
    assert found[0].best_play == (
        "With best play by all from there, EW would take 9 tricks without the revoke and 9 with it.",
        "EW took 8, and the rulebook gives it 1 more: 9. That is as many as without the revoke.",
    )


@needs_solver
def test_material_is_no_finding(boards: Case) -> None:
    page = render(boards)
    assert "Double dummy, for the director to weigh" in page
    assert "this proves nothing" in page
    assert not any("dummy" in each.message.lower() for each in boards.verdict.findings)


@needs_solver
def test_so_many_boards_are_solved_and_the_rest_is_said(
    boards: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown, "MOST_BOARDS", 2)
    view = view_of(boards)
    solved = [each.label for each in view.deals if each.board and each.board.best]
    assert solved == ["1", "2"]
    assert view.best_play_note == "Double dummy was not worked out for 22 more boards."
    assert view.best_play_note in render(boards)


def test_without_a_solver_the_report_says_so(boards: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "available", lambda: False)
    page = render(boards)
    text = re.sub(r"\s+", " ", unescape(page))
    assert f"the solver is not installed ({how_to_get('double-dummy')})" in text
    assert "Double dummy, for the director" not in page


@needs_solver
def test_a_lead_out_of_turn_is_compared_with_the_right_one(tmp_path: Path) -> None:
    from fairdeal.grammar.notation.writer import write

    path = tmp_path / "lead.hrn"
    path.write_text(write(make("lead-out-of-turn", 2).record), encoding="utf-8")
    view = view_of(case_of([load(path)]))
    told = next(each.best_play for each in view.findings if each.title == "Lead out of turn")
    assert re.fullmatch(r"Best play in trick \d+: .+\. NS \d+, EW \d+ tricks in all\.", told[0])
    assert re.fullmatch(r"With the .+ from \w+ as the lead instead: NS \d+, EW \d+ .+\.", told[1])


@needs_solver
def test_a_play_that_stops_is_compared_from_there(boards: Case, tmp_path: Path) -> None:
    """Best play from the first card on, and from the card where a claim ended the play."""
    text = (SAMPLES / "bridge-tournament" / "boards.pbn").read_text(encoding="utf-8")
    game = text.split("\n\n")[0]
    rows = game.splitlines()
    play = next(n for n, row in enumerate(rows) if row.startswith("[Play"))
    path = tmp_path / "claim.pbn"
    path.write_text("\n".join([*rows[: play + 6], "*", ""]), encoding="utf-8")
    (deal,) = view_of(case_of([load(path)])).deals
    assert deal.board is not None and deal.board.best is not None
    found = re.search(
        r"The play stops in trick 6: from there best play gives declarer (\d+) in all\.",
        deal.board.best.result,
    )
    assert found is not None and 0 <= int(found[1]) <= 13


@needs_solver
def test_a_claim_that_fails_is_set_beside_best_play() -> None:
    log = SAMPLES.parent / "tests" / "rulings" / "bridge" / "logs" / "claim-defeated" / "fires.hrn"
    view = view_of(case_of([load(log)]))
    (told,) = view.findings[0].best_play
    assert re.fullmatch(
        r"With best play by all from there: NS [0-2], EW 1[1-3] tricks in all\.", told
    )
    board = view.deals[0].board
    assert board is not None and board.taken == "NS 2, EW 11: made with 1 over"


def test_a_deal_of_56_has_nothing_of_it() -> None:
    folder = SAMPLES / "onam-cup"
    view = view_of(case_of([load(folder / "typed-log-deal-15.hrn")]))
    assert view.best_play_note == ""
    assert all(each.board is None for each in view.deals)

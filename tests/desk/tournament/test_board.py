"""The board of an event: how each match stands, what is missing, and what all may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.desk.archive.acts import START, Act, Json, Kind, new_act
from fairdeal.desk.archive.eventfile import EventFile, fold_event
from fairdeal.desk.score.figures import Disputed, Score
from fairdeal.desk.tournament.board import Board, EventNow, board
from fairdeal.desk.tournament.public import final_results, results_for_all
from fairdeal.desk.tournament.results import Discrepancy, MatchResult
from fairdeal.desk.tournament.ruled import Linked, appeal_until, with_rulings
from tests.desk.tournament import test_standings as teams

SLIP = Discrepancy(
    "m", "f", "score-entry", "Wrong score", "entry", True, "row 4", "…", "", "", 1, 0, False
)
DIFFER = replace(SLIP, code="copies-disagree", where="row 12")


def match(
    number: str, table: str, a: str, b: str, score: tuple[int, int], **more: object
) -> MatchResult:
    points = (3, 0) if score[0] > score[1] else (0, 3)
    made = replace(
        teams.match(a, b, score, points),
        round=number,
        table=table,
        file=f"{number}-{table}.html",
        sheets=2,
    )
    return replace(made, **more)


def event(*acts: tuple[Kind, Json, str]) -> EventFile:
    done: list[Act] = []
    first = (Kind.EVENT, {"title": "Harvest Cup", "rules": ""}, "Bina")
    for number, (kind, body, by) in enumerate((first, *acts), 1):
        at = f"2026-03-01T10:{number:02}:00Z"
        done.append(new_act("0123456789ab", number, START, kind, body, by, at))
    return fold_event("0123456789ab", done)


def planned(number: str, *teams: tuple[str, str]) -> tuple[Kind, Json, str]:
    matches = [
        {"table": str(table), "teams": list(each), "event": "", "date": ""}
        for table, each in enumerate(teams, 1)
    ]
    return Kind.PLANNED, {"round": number, "matches": matches, "how": "", "schedule": ""}, "Bina"


def result(
    table: str, a: str, b: str, score: tuple[int, int], how: str = "entered"
) -> tuple[Kind, Json, str]:
    body = {
        "round": "1",
        "table": table,
        "teams": [a, b],
        "score": list(score),
        "how": how,
        "reason": "",
    }
    return Kind.RESULT, body, "Bina"


ROUNDS = (
    planned("1", ("K", "C"), ("T", "L"), ("P", "N")),
    planned("2", ("K", "T"), ("P", "C"), ("L", "")),
)


def states(shown: Board) -> dict[tuple[str, str], str]:
    return {each.seat: each.state for each in shown.cells}


def test_a_table_without_a_sheet_is_missing_once_its_round_has_begun() -> None:
    none = board(event(*ROUNDS), (), {})
    assert set(states(none).values()) == {"later", "bye"} and not none.missing
    begun = board(event(*ROUNDS), [match("1", "1", "K", "C", (30, 26))], {})
    assert states(begun)["1", "2"] == states(begun)["1", "3"] == "missing"
    assert states(begun)["2", "1"] == "later" and states(begun)["2", "3"] == "bye"
    assert [each.cell.called for each in begun.missing] == ["Table 2, round 1", "Table 3, round 1"]
    assert begun.verdict == "Final results of round 1: 1 of 3."
    later = board(event(*ROUNDS), [match("2", "1", "K", "T", (30, 26))], {})
    assert len(later.missing) == 4 and later.current == "2"
    assert later.verdict == "Final results of round 2: 2 of 3. Not final in earlier rounds: 3."


@pytest.mark.parametrize(
    ("more", "state", "note"),
    [
        ({}, "agreed", ""),
        ({"sheets": 1}, "one copy", ""),
        ({"sheets": 0}, "no sheet", ""),
        ({"findings": (SLIP,)}, "found", "1 finding"),
        ({"findings": (replace(SLIP, points=0),)}, "agreed", ""),
        ({"findings": (replace(SLIP, points=0, severity="offence"),)}, "found", "1 finding"),
        ({"findings": (SLIP, DIFFER)}, "differ", "The copies differ: row 12."),
        ({"findings": (replace(SLIP, severity="advice"),)}, "agreed", ""),
        ({"not_judged": (("log.hrn", "too long"),)}, "found", "1 paper was not judged."),
        ({"asked": 2}, "found", "2 entries to read."),
        ({"over": False}, "open", "The record does not show the match to its end."),
        ({"unplaced": "The schedule has A – B."}, "found", "The schedule has A – B."),
        (
            {"disputed": (Disputed("4", (((1, 0), "a.hrn"), ((0, 2), "b.hrn"))),)},
            "found",
            "deal 4: ",
        ),
    ],
)
def test_how_a_match_stands_by_its_papers(more: Json, state: str, note: str) -> None:
    cell = next(board(event(ROUNDS[0]), [match("01", "൧", "K", "C", (30, 26), **more)], {}).cells)
    assert cell.state == state and note in cell.note
    assert cell.final == (state in ("agreed", "one copy"))


@pytest.mark.parametrize(
    ("state", "shown"), [("open", "dispute"), ("ruled", "ruled"), ("signed", "signed")]
)
def test_a_case_says_how_its_match_stands(state: str, shown: str) -> None:
    """As ruled, where anything is ruled; nobody else sees it before it is signed."""
    cases = {"1-1.html": Linked("c", state, Score((20, 27), (0, 3)), {})}
    results = with_rulings([match("1", "1", "K", "C", (30, 26), findings=(SLIP,))], cases)
    found = board(event(ROUNDS[0]), results, cases)
    cell = next(found.cells)
    assert (cell.state, cell.figures, cell.case) == (shown, "20 – 27", "c")
    public = results_for_all(event(ROUNDS[0]), found, results).rounds[0][1][0]
    assert public.score == ("20 – 27" if state == "signed" else "")
    assert public.winner == (1 if state == "signed" else None)


def test_a_result_that_was_entered_counts_once_somebody_else_confirms_it() -> None:
    begun = event(ROUNDS[0], result("2", "T", "L", (25, 31)))
    found = board(begun, (), {})
    assert states(found)["1", "2"] == "to confirm" and len(found.to_confirm) == 1
    assert list(final_results(begun, found, ())) == []
    done = event(ROUNDS[0], result("2", "T", "L", (25, 31)), (Kind.CONFIRMED, {"act": 3}, "Joy"))
    found = board(done, (), {})
    (counted,) = final_results(done, found, ())
    assert states(found)["1", "2"] == "entered" and counted.ruled == (25, 31)
    assert counted.ruled_points == (0, 3) and counted.teams == ("T", "L")
    table = {each.standing.team: each for each in results_for_all(done, found, ()).places}
    assert table["L"].standing.match_points == 3 and table["L"].standing.place == 1
    assert "Table 1, round 1: sheet to come" in table["K"].waits


def test_papers_that_come_to_another_score_than_was_entered_are_for_the_committee() -> None:
    done = event(ROUNDS[0], result("1", "K", "C", (25, 31)), (Kind.CONFIRMED, {"act": 3}, "Joy"))
    same = board(done, [match("1", "1", "K", "C", (25, 31))], {})
    assert states(same)["1", "1"] == "agreed"
    other = board(done, [match("1", "1", "K", "C", (30, 26))], {})
    assert states(other)["1", "1"] == "differ"
    assert list(final_results(done, other, [match("1", "1", "K", "C", (30, 26))])) == []


def test_an_entered_result_hides_nothing_that_is_found_in_papers() -> None:
    """The same score typed in and confirmed does not settle an offence on the sheet."""
    done = event(ROUNDS[0], result("1", "K", "C", (25, 31)), (Kind.CONFIRMED, {"act": 3}, "Joy"))
    offence = replace(SLIP, severity="offence", points=0)
    papers = [match("1", "1", "K", "C", (25, 31), findings=(offence,))]
    found = board(done, papers, {})
    assert states(found)["1", "1"] == "found" and list(final_results(done, found, papers)) == []
    logs = [match("1", "1", "K", "C", (25, 31), sheets=0)]
    assert states(board(done, logs, {}))["1", "1"] == "entered"


def test_teams_stand_in_the_order_of_their_score() -> None:
    """The sheet names them the other way round than the plan; so did who entered a result."""
    papers = [match("1", "1", "C", "K", (30, 26))]
    cell = next(board(event(ROUNDS[0]), papers, {}).cells)
    assert (cell.teams, cell.figures, cell.state) == (("C", "K"), "30 – 26", "agreed")
    done = event(ROUNDS[0], result("1", "C", "K", (30, 26)), (Kind.CONFIRMED, {"act": 3}, "Joy"))
    cell = next(board(done, (), {}).cells)
    assert (cell.teams, cell.figures, cell.state) == (("K", "C"), "26 – 30", "entered")
    both = next(board(done, [match("1", "1", "K", "C", (26, 30))], {}).cells)
    assert (both.figures, both.state) == ("26 – 30", "agreed")


def test_a_result_of_teams_that_are_not_planned_any_more_counts_for_nobody() -> None:
    done = event(
        ROUNDS[0],
        result("1", "K", "C", (25, 31)),
        (Kind.CONFIRMED, {"act": 3}, "Joy"),
        planned("1", ("T", "L")),
    )
    found = board(done, (), {})
    cell = next(found.cells)
    assert (cell.state, cell.note) == ("differ", "A result was entered for K – C.")
    assert cell.figures == "" and list(final_results(done, found, ())) == []


def test_a_paper_that_comes_after_a_signature_is_seen() -> None:
    papers = [match("1", "1", "K", "C", (30, 26), digests=("a", "b"))]
    signed = Linked("c", "signed", Score((30, 26), (3, 0)), {}, frozenset("ab"))
    done = event(ROUNDS[0])
    assert states(board(done, papers, {"1-1.html": signed}))["1", "1"] == "signed"
    late = [replace(papers[0], digests=("a", "b", "c"))]
    cell = next(board(done, late, {"1-1.html": signed}).cells)
    assert cell.state == "dispute" and not cell.final
    assert cell.note == "1 paper came in after the case was opened."


def test_games_that_are_ranked_otherwise_show_no_standings_of_nothing() -> None:
    papers = [match("1", "1", "K", "C", (900, 40), rulebook="alberta")]
    shown = results_for_all(event(ROUNDS[0]), board(event(ROUNDS[0]), papers, {}), papers)
    assert shown.places == () and shown.rounds[0][1][0].score == "900 – 40"


def test_a_forfeit_counts_and_says_what_it_is() -> None:
    done = event(
        ROUNDS[0], result("1", "K", "C", (56, 0), "forfeit"), (Kind.CONFIRMED, {"act": 3}, "Joy")
    )
    found = board(done, (), {})
    assert states(found)["1", "1"] == "forfeit"
    shown = results_for_all(done, found, ()).rounds[0][1][0]
    assert (shown.score, shown.words, shown.winner) == ("56 – 0", "Forfeit", 0)


def test_two_matches_of_one_table_are_neither_counted() -> None:
    both = [
        match("1", "1", "K", "C", (30, 26)),
        match("1", "1", "X", "Y", (1, 2), file="other.html"),
    ]
    found = board(event(ROUNDS[0]), both, {})
    assert states(found)["1", "1"] == "twice"
    assert list(final_results(event(ROUNDS[0]), found, both)) == []


def test_what_names_no_table_or_another_event_stands_apart() -> None:
    lost = match("", "", "K", "C", (30, 26), unplaced="Neither …")
    foreign = match("1", "1", "K", "C", (30, 26), stranger=True)
    found = board(event(ROUNDS[0]), [lost, foreign], {})
    assert found.homeless == (lost, foreign) and set(states(found).values()) == {"later"}


def test_without_a_plan_the_board_is_made_of_what_came_in() -> None:
    found = board(
        event(), [match("2", "10", "K", "C", (30, 26)), match("1", "9", "T", "L", (1, 2))], {}
    )
    assert found.rounds == ("1", "2") and [table for table, _ in found.rows] == ["9", "10"]


def test_asking_and_taking_are_kept_and_the_longest_wait_comes_first() -> None:
    asked = (Kind.ASKED, {"round": "1", "table": "2", "what": "sheet", "whom": "T"}, "Bina")
    taken = (Kind.TAKEN, {"round": "1", "table": "1", "by": "Joy"}, "Joy")
    both = [
        match("1", "1", "K", "C", (3, 1), findings=(SLIP,)),
        match("1", "3", "P", "N", (3, 1), findings=(SLIP,)),
    ]
    found = board(event(ROUNDS[0], asked, taken), both, {})
    assert (found.missing[0].whom, found.missing[0].asked) == ("T", "2026-03-01T10:03:00Z")
    assert [each.seat[1] for each in found.disputes] == ["3", "1"]
    assert (found.disputes[1].taken, found.disputes[1].since) == ("Joy", "2026-03-01T10:04:00Z")


def test_a_round_planned_again_replaces_what_was_planned() -> None:
    again = event(ROUNDS[0], planned("1", ("K", "T"), ("C", "L")))
    assert [each.teams for each in again.planned] == [("K", "T"), ("C", "L")]
    back = event(ROUNDS[0], planned("1", ("K", "T")), (Kind.UNCORRECTED, {"act": 3}, "Joy"))
    assert [each.teams for each in back.planned] == [("K", "C"), ("T", "L"), ("P", "N")]


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ("30 minutes after the ruling", "2026-09-05T09:30:00Z"),
        ("1 hour after the ruling is read", "2026-09-05T10:00:00Z"),
        ("15:10", "2026-09-05T09:40:00Z"),
        ("14.00", ""),
        ("25:10", ""),
        ("the prizes are given", ""),
        ("", ""),
    ],
)
def test_a_ruling_says_until_when_an_appeal_is_possible(said: str, until: str) -> None:
    assert appeal_until(said, "2026-09-05T09:00:00Z", "Asia/Kolkata") == until


def test_an_appeal_opens_a_signed_result_until_it_is_signed_again() -> None:
    played = match("1", "1", "K", "C", (30, 26))
    signed = Linked("abc", "signed", None, {}, frozenset(), "2026-03-01T10:01:30Z")
    appeal = (
        Kind.APPEALED,
        {"round": "1", "table": "1", "team": "C", "reason": "the count"},
        "Bina",
    )
    appealed = event(appeal)  # its act is of 10:02
    cell = board(appealed, [played], {"1-1.html": signed}).rows[0][1][0]
    assert cell is not None and (cell.state, cell.note) == ("appeal", "C appealed.")
    assert not cell.final and board(appealed, [played], {"1-1.html": signed}).disputes == (cell,)
    again = replace(signed, signed="2026-03-01T10:05:00Z")
    assert states(board(appealed, [played], {"1-1.html": again}))["1", "1"] == "signed"
    withdrawn = event(appeal, (Kind.UNCORRECTED, {"act": 2}, "Bina"))
    assert states(board(withdrawn, [played], {"1-1.html": signed}))["1", "1"] == "signed"


def test_places_wait_as_long_as_an_appeal_is_possible() -> None:
    played = match("1", "1", "K", "C", (30, 26))
    signed = Linked("abc", "signed", None, {}, frozenset(), "2026-03-01T10:01:30Z")
    for more, waits in (
        ({"until": "2026-03-01T10:31:30Z"}, True),
        ({"deadline": "the prizes are given"}, False),  # nobody knows when that is over
        ({}, False),
    ):
        shown = board(event(), [played], {"1-1.html": replace(signed, **more)})
        found = results_for_all(event(), shown, [played])
        assert [bool(each.waits) for each in found.places] == [waits, waits]
        assert found.rounds[0][1][0].score  # the result itself stands


def test_a_team_that_sits_out_gets_what_the_regulations_say() -> None:
    """Once its round has begun, and not in the tables of what was played."""
    free = (Kind.FREE, {"points": 3}, "Bina")
    results = [match("1", "1", "K", "C", (30, 26)), match("2", "1", "K", "T", (30, 26))]
    for acts, begun, points in (
        ((*ROUNDS, free), results, 3),
        ((*ROUNDS, free), results[:1], 0),
        (ROUNDS, results, 0),
    ):
        file = event(*acts)
        found = results_for_all(file, board(file, begun, {}), begun)
        (place,) = (each.standing for each in found.places if each.standing.team == "L")
        assert (place.match_points, place.free) == (points, int(begun is results))


def test_results_of_teams_without_a_name_are_not_ranked_and_say_so() -> None:
    unnamed = [replace(match("1", "1", "K", "C", (30, 26)), teams=("", ""))]
    found = results_for_all(event(), board(event(), unnamed, {}), unnamed)
    assert not found.places and found.nameless
    bridge = [replace(each, rulebook="duplicate") for each in unnamed]
    assert not results_for_all(event(), board(event(), bridge, {}), bridge).nameless


def test_a_phone_hears_of_every_paper_that_names_a_table() -> None:
    """Two matches at one table: neither photo was read for nothing."""
    both = [
        match("1", "1", "K", "C", (30, 26), digests=("one",)),
        match("1", "1", "T", "L", (30, 26), digests=("two",), file="other.html"),
    ]
    now = EventNow(event(), tuple(both), board(event(), both, {}))
    for digest in ("one", "two"):
        told = now.told_of(digest)
        assert told is not None and told.of == "Table 1, round 1" and not told.asks
    assert now.told_of("three") is None


def test_nothing_is_taken_back_before_it_is_done() -> None:
    early = event((Kind.UNCORRECTED, {"act": 3}, "Bina"), result("1", "K", "C", (30, 26)))
    assert early.results["1", "1"].score == (30, 26)
    late = event(result("1", "K", "C", (30, 26)), (Kind.UNCORRECTED, {"act": 2}, "Bina"))
    assert not late.results

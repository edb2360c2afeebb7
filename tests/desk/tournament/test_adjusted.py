"""Adjusted scores in an event: averages, shares, weights, each side's own; beside a count of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from cattrs import structure, unstructure

from fairdeal.desk.intake.schedule import Adjustment
from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.overview import exchanged, frames, overview
from fairdeal.desk.tournament.pairs import Session, session_of
from fairdeal.desk.tournament.results import Audited, BoardResult
from fairdeal.rulings.bridge.scoring.standings import victory_points
from tests.desk.tournament.test_pairs import board, match, session
from tests.support.board_count import (
    SCORES,
    Line,
    as_played,
    count,
    howell,
    mitchell,
    plain,
    swing,
    text_of,
    worth,
)

HAND = "N:3.T865.Q7.KQ9643 AQJ98.K92.J9.J85 K42.AJ43.K8632.A T765.Q7.AT54.T72"


def given(line: Line) -> BoardResult:
    """A result as an audit has it: a plain one in points, an adjusted one as text."""
    points = as_played(line.given)
    return board(
        line.board, *line.pairs, points, adjusted="" if points is not None else text_of(line.given)
    )


def totals(found: Session) -> dict[tuple[str, int], tuple[Fraction, int, Fraction]]:
    sides = {"North-South": 0, "East-West": 1, "": 0}
    return {(x.pair, sides[x.direction]): (x.matchpoints, x.of, x.imps) for x in found.pairs}


@pytest.mark.parametrize("seed", range(20))
def test_a_mitchell_with_adjusted_scores_comes_to_the_independent_count(seed: int) -> None:
    chance = Random(seed)
    lines = list(mitchell(chance.randrange(3, 9), 3, 2, chance))
    assert totals(session(*map(given, lines))) == count(lines)


@pytest.mark.parametrize("seed", range(20))
def test_a_howell_with_adjusted_scores_comes_to_the_independent_count(seed: int) -> None:
    """Pairs change sides: what each earned in both directions is one line."""
    lines = list(howell(6, 2, Random(seed)))
    assert totals(session(*map(given, lines))) == count(lines, one_field=True)


def three(text: str, **more: object) -> Session:
    """A board at three tables, whose third has this adjusted score, and another that all three played."""
    return session(
        board("1", "A", "X", 420),
        board("1", "B", "Y", 450),
        board("1", "C", "Z", None, adjusted=text, **more),
        board("2", "A", "Z", 100),
        board("2", "B", "X", 100),
        board("2", "C", "Y", 50),
    )


def of(found: Session, pair: str) -> Fraction:
    return next(each.matchpoints for each in found.pairs if each.pair == pair)


def test_duplicate_12c2_an_average_is_a_share_of_the_top_and_the_others_are_factored() -> None:
    """The two scores of board 1 are worth 0 and 2: by Neuberg's formula 0.5 and 3.5 of 4."""
    found = three("NS A60 EW A40")
    assert (of(found, "A"), of(found, "B")) == (Fraction(7, 2), Fraction(13, 2))
    assert (of(found, "C"), of(found, "Z")) == (Fraction(12, 5), Fraction(13, 5))
    assert all(each.of == 8 and not each.unknown for each in found.pairs)


def test_duplicate_12c2c_an_average_plus_is_no_less_than_what_was_obtained_elsewhere() -> None:
    """C had 0 % on its other board and Z 25 %: an average plus stays 60 %, an average minus is 25 %."""
    found = three("NS AVE+ EW AVE-")
    assert (of(found, "C"), of(found, "Z")) == (Fraction(12, 5), 1 + Fraction(4, 4))


def test_duplicate_12c1_each_side_may_have_a_score_of_its_own() -> None:
    """North-South -50 beside 420 and 450; East-West -450 beside -420 and -450."""
    found = three("NS -50 EW -450")
    assert of(found, "C") == 0 and of(found, "Z") == 1 + 1
    assert (of(found, "A"), of(found, "B")) == (2 + 3, 4 + 3)
    assert (of(found, "X"), of(found, "Y")) == (4 + 1, 1 + 4)


def test_duplicate_12c1c_a_weighted_score_is_compared_with_the_weight_of_each_score() -> None:
    found = three("NS 60% of 450, 40% of 170")
    assert of(found, "C") == Fraction(6, 10) * 3
    assert of(found, "B") == Fraction(2) + Fraction(6, 10) * 1 + Fraction(4, 10) * 2 + 3


@pytest.mark.parametrize("text", ["four hundred", "A60", "NS 60% of 450, 50% of 170", "NS A160"])
def test_what_cannot_be_counted_is_said_on_the_first_page(text: str) -> None:
    found = three(text)
    assert [each.result.adjusted for each in found.not_counted] == [text]
    assert next(each.unknown for each in found.pairs if each.pair == "C") == 1
    page = overview("Event", [match(*(each.result for each in found.scored))], (), (), ())
    assert "1 score or penalty is not counted: <bdi>board 1 at table 1</bdi>" in " ".join(
        page.split()
    )
    assert text in page


def test_an_adjusted_score_is_shown_with_what_each_side_gets_and_the_remark() -> None:
    found = three("NS 60% of 450, 40% of 170", remark="Misinformation, appeal 3")
    page = overview("Event", [match(*(each.result for each in found.scored))], (), (), ())
    assert "60% of +450, 40% of +170" in page and "40% of −170" in page
    assert "Misinformation, appeal 3" in page and "not counted" not in page
    table = frames([match(*(each.result for each in found.scored))])["boards"]()
    assert table["adjusted"].tolist()[2] == "NS 60% of 450, 40% of 170"


def test_what_a_committee_ruled_takes_the_place_of_an_adjusted_score() -> None:
    played = [match(board("1", "A", "X", 420), board("1", "B", "Y", None, adjusted="NS A60 EW A60",
                                                     decided=True, as_ruled=450))]  # fmt: skip
    after = session_of(played, ruled=True)
    assert after is not None and not after.adjusted
    assert of(after, "B") == 2


@pytest.mark.parametrize(
    ("open_room", "closed", "imps", "apart"),
    [
        ("NS A60 EW A40", "", (3, 0), (0, 0)),
        ("", "NS AVE+ EW AVE+", (0, 0), (3, 3)),
        ("NS A60 EW A50", "", (0, 0), (3, 0)),
        ("NS +5 IMP EW -5 IMP", "", (5, 0), (0, 0)),
        ("NS 50% of 620, 50% of -100", "", (Fraction(12 - 2, 2), 0), (0, 0)),
        ("NS 620 EW 100", "", (0, 0), (12, 2)),
    ],
)
def test_duplicate_86a_adjusted_scores_of_teams_count_in_imps(
    open_room: str, closed: str, imps: tuple[int, int], apart: tuple[int, int]
) -> None:
    """In the closed room East-West, the home team, made 20."""
    home: dict[str, object] = {"teams": ("Hill", "Sea")}
    found = session(
        board("1", "A", "X", None if open_room else 0, adjusted=open_room, room="Open", **home),
        board("1", "Y", "B", None if closed else -20, adjusted=closed, room="Closed", **home),
    )
    (one,) = found.matches
    assert (one.imps, one.apart, one.unknown) == (imps, apart, 0)


@pytest.mark.parametrize("seed", range(30))
def test_a_match_of_teams_comes_to_the_independent_count(seed: int) -> None:
    chance = Random(seed)
    rooms, sums, apart = [], [Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)]
    for number in range(1, 9):
        one, other = next(mitchell(2, 1, 1, chance)).given, plain(chance.choice((-420, -50, 110)))
        if Fraction(55, 100) in one:  # nobody knows what that is in IMPs
            continue
        lines = [Line(str(number), ("A", "X"), one), Line(str(number), ("Y", "B"), other)]
        for line, room in zip(lines, ("Open", "Closed"), strict=True):
            rooms.append(replace(given(line), room=room, teams=("Hill", "Sea")))
        home, visit = swing(one[0], other[1]), swing(one[1], other[0])
        if home == -visit:
            sums[home < 0] += abs(home)
        else:
            apart = [apart[0] + home, apart[1] + visit]
    (found,) = session(*rooms).matches
    assert (list(found.imps), list(found.apart)) == (sums, apart)
    balanced = sum(found.victory_points) == 20
    assert balanced or apart != [0, 0]


def game(number: int, table: int, rest: str) -> str:
    players = "".join(
        f'[{name} "{"NE"[name in ("East", "West")]}{table} {name}"]\n'
        for name in ("West", "North", "East", "South")
    )
    return (
        f'[Event "Evening"]\n[Board "{number}"]\n{players}[Dealer "N"]\n[Vulnerable "None"]\n'
        f'[Deal "{HAND}"]\n{rest}\n[Table "{table}"]\n\n'
    )


MADE = '[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n[Score "NS 90"]'


@pytest.mark.parametrize(
    ("said", "adjusted"),
    [
        ('[Score "NS A60 EW A40"]\n{ fouled board }', "NS A60 EW A40"),
        ('[Contract ""]\n[Result ""]\n[Score "AVE"]', "AVE"),
        ('[ScorePercentage "NS 60 EW 45.5"]', "NS 60% EW 45.5%"),
        ('[ScoreIMP "NS +3"]', "NS +3 IMP"),
        ('[Score "NS 420 EW -620"]', "NS 420 EW -620"),
        (f'{MADE}\n[ScorePercentage "NS 60"]', ""),
        ('[Contract "Pass"]\n[ScorePercentage "NS 60"]', ""),
    ],
)
def test_a_file_says_so_in_its_score_or_share(tmp_path: Path, said: str, adjusted: str) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    for table in (1, 2, 3):
        text = game(1, table, said if table == 2 else MADE) + game(2, table, MADE)
        (folder / f"table-{table}.pbn").write_text(text, encoding="utf-8")
    results = audit_into(folder, tmp_path / "out").results
    (second,) = (each for each in results if each.table == "2")
    assert second.boards[0].adjusted == adjusted
    assert second.boards[0].remark == ("fouled board" if "{" in said else "")


@pytest.mark.parametrize("seed", range(5))
def test_tables_of_results_come_to_the_independent_count(tmp_path: Path, seed: int) -> None:
    """An evening as programs of clubs write it: a board a game, with a table of results."""
    chance = Random(seed)
    lines = list(mitchell(5, 3, 2, chance))
    text = ""
    for number in sorted({each.board for each in lines}, key=int):
        text += f'[Event "Evening"]\n[Board "{number}"]\n[Contract ""]\n[Result ""]\n'
        text += '[ScoreTable "PairId_NS\\3R;PairId_EW\\3R;Score_NS\\6R;Score_EW\\6R"]\n'
        for each in lines:
            if each.board == number:
                both = text_of(each.given).removeprefix("NS ").split(" EW ")
                text += " ".join((*each.pairs, *(f'"{said}"' for said in both))) + "\n"
        text += "\n"
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / "results.pbn").write_text(text, encoding="utf-8")
    done = audit_into(folder, tmp_path / "out")
    found = session_of(done.results)
    assert found is not None and not found.not_counted
    named = {(f"Pair {pair}", side): each for (pair, side), each in count(lines).items()}
    assert totals(found) == named
    assert not done.found


def test_a_score_in_a_table_of_results_that_its_contract_does_not_give_is_found(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    text = game(1, 1, '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]')
    rows = "1 4 1NT N 7 90\n2 5 1NT N 7 120\n3 6 1NT N 6 -50\n"
    text = text.replace('[Table "1"]\n', "").rstrip() + "\n" + rows
    (folder / "results.pbn").write_text(text, encoding="utf-8")
    done = audit_into(folder, tmp_path / "out")
    (one,) = (each for result in done.results for each in result.findings)
    assert one.code == "award-entry" and "120 is written" in one.message and "90" in one.message
    found = session_of(done.results)
    assert found is not None
    assert [each.pair for each in found.pairs[:3]] == ["Pair 1", "Pair 2", "Pair 3"]
    assert [each.place for each in found.pairs[:3]] == [1, 1, 3]


@pytest.mark.parametrize(("scoring", "kept"), [("IMP;Butler", 0), ("IMP;Butler-2", 1)])
@pytest.mark.parametrize("seed", range(10))
def test_butler_comes_to_the_independent_count(scoring: str, kept: int, seed: int) -> None:
    """The datum is the mean in tens; 5 goes away from 0."""
    chance = Random(seed)
    lines = [each for each in mitchell(6, 2, 2, chance) if each.given[0] == plain(score(each))[0]]
    expected: dict[str, int] = {}
    for each in lines:
        others = sorted(score(one) for one in lines if one.board == each.board)
        few = others[1:-1] if kept and len(others) > 2 else others
        tens = abs(sum(few)) / len(few) / 10
        datum = int(tens + Fraction(1, 2)) * 10 * (1 if sum(few) > 0 else -1)
        expected[each.pairs[0]] = expected.get(each.pairs[0], 0) + worth(score(each) - datum)
    found = session(*(replace(given(each), scoring=scoring) for each in lines))
    assert found.by == "butler"
    stay = [each for each in found.pairs if each.direction == "North-South"]
    assert {each.pair: each.butler for each in stay} == expected
    assert [each.butler for each in stay] == sorted(expected.values(), reverse=True)
    assert "Ranked by Butler" in overview(
        "E", [match(*(s.result for s in found.scored))], (), (), ()
    )


def score(line: Line) -> int:
    own = line.given[0]
    return own[0][1] if isinstance(own, list) else -1


@pytest.mark.parametrize(
    ("scoring", "by"),
    [
        ("", "matchpoints"),
        ("MP", "matchpoints"),
        ("IMP", "imps"),
        ("IMP;Cross", "imps"),
        ("Cross-IMPs", "imps"),
        ("IMP;Butler", "butler"),
    ],
)
def test_pairs_are_ranked_by_what_the_boards_say(scoring: str, by: str) -> None:
    """C loses one board by little and wins one by much: first at IMPs, second at matchpoints."""
    points = {"A": (420, 90, 90), "B": (430, 120, 100), "C": (-50, 110, 1400)}
    found = session(
        *(
            board(str(number), pair, f"against {pair}", each, scoring=scoring)
            for pair, scores in points.items()
            for number, each in enumerate(scores, 1)
        )
    )
    assert found.by == by
    assert found.pairs[0].pair == ("B" if by == "matchpoints" else "C")


@pytest.mark.parametrize("seed", range(10))
def test_a_swiss_of_teams_comes_to_the_independent_count(seed: int) -> None:
    """Four rounds of eight teams, eight boards a match; victory points by the formula and its correction are
    held in tests of their own, sums, places and adjusted boards here."""
    chance = Random(seed)
    names, rooms = list("ABCDEFGH"), []
    margins: dict[str, list[tuple[Fraction, int]]] = {name: [] for name in names}
    for turn in range(1, 5):
        chance.shuffle(names)
        for home, visit in zip(names[::2], names[1::2], strict=True):
            net = [Fraction(0), Fraction(0)]
            for number in range(8 * turn - 7, 8 * turn + 1):
                one, other = next(mitchell(2, 1, 1, chance)).given, plain(chance.choice(SCORES))
                if Fraction(55, 100) in one:
                    one = plain(0)
                for room, both, pairs in (
                    ("Open", one, (home, visit)),
                    ("Closed", other, (visit, home)),
                ):
                    line = Line(str(number), (f"{pairs[0]} {room}", f"{pairs[1]} {room}"), both)
                    rooms.append(
                        replace(given(line), room=room, teams=(home, visit), round=str(turn))
                    )
                net[0] += swing(one[0], other[1])
                net[1] += swing(one[1], other[0])
            for name, own in zip((home, visit), net, strict=True):
                margins[name].append((own, 8))
    found = session(*rooms)
    assert len(found.matches) == 16 and not any(each.unknown for each in found.matches)
    assert {each.team: each.imps for each in found.teams} == {
        name: sum((own for own, _ in each), Fraction(0)) for name, each in margins.items()
    }
    for line in found.teams:
        exact = sum(scale(own, boards) for own, boards in margins[line.team])
        assert float(line.victory_points) == pytest.approx(exact, abs=0.08)
        assert line.won == sum(own > 0 for own, _ in margins[line.team])
    order = [(-each.victory_points, -each.imps) for each in found.teams]
    assert order == sorted(order) and found.teams[0].place == 1
    page = overview("Swiss", [match(*rooms)], (), (), ())
    assert 'data-teams="by-the-rulebook"' in page
    assert len(frames([match(*rooms)])["teams"]()) == 8


def scale(margin: Fraction, boards: int) -> float:
    """The WBF's formula as printed, without its rounding: 20 shared, 15 √boards IMPs win all. Half an IMP is
    left out."""
    golden = (5**0.5 - 1) / 2
    whole = int(abs(margin)) + (abs(margin) % 1 > Fraction(1, 2))
    share = min(1.0, whole / (15 * boards**0.5))
    won = 10 * (1 - golden ** (3 * share)) / (1 - golden**3)
    return 10 + won if margin >= 0 else 10 - won


def with_given(
    results: list[BoardResult], *lines: Adjustment
) -> tuple[Session, dict[str, Fraction]]:
    found = session_of([match(*results)], adjustments=lines)
    assert found is not None
    return found, {each.pair: each.matchpoints for each in found.pairs}


TWO = [board("1", "A", "X", 420), board("1", "B", "Y", 450), board("1", "C", "Z", 100)]


def test_duplicate_90_a_penalty_is_taken_off_one_pair_and_given_to_nobody() -> None:
    found, points = with_given(
        TWO,
        Adjustment("B", "-10% of a top", "late"),
        Adjustment("c", "carry-over 3 of 4 MP"),
        Adjustment("Z", "+2 IMP"),
        Adjustment("Nobody", "-1 MP"),
    )
    assert points == {"B": 4 - Fraction(4, 10), "A": 2, "C": 3, "X": 2, "Y": 0, "Z": 4}
    assert [(each.pair, each.of) for each in found.pairs if each.pair == "C"] == [("C", 8)]
    assert next(each.imps for each in found.pairs if each.pair == "Z") == 8 + 2
    assert [each.why for each in found.given] == ["", "", "", "there is no such pair"]
    assert found.left_out == ("-1 MP for Nobody",)
    assert not found.changes  # a penalty is not a wrong entry


def test_duplicate_90_a_penalty_in_imps_counts_at_butler_however_the_name_is_spaced() -> None:
    boards = [replace(each, scoring="IMP;Butler") for each in TWO]
    more = replace(boards[0], board="2", pairs=("B  ", "W"))
    found, _ = with_given([*boards, more], Adjustment(" b", "-3 IMP"))
    before, _ = with_given([*boards, more])
    was, now = ({each.pair: each.butler for each in one.pairs} for one in (before, found))
    assert {name for name in was if was[name] != now[name]} == {"B"} and was["B"] - now["B"] == 3
    assert [each.why for each in found.given] == [""]


def test_a_board_can_be_adjusted_beside_its_file() -> None:
    found, points = with_given(
        TWO,
        Adjustment("", "NS A60 EW A40", "fouled", "01"),
        Adjustment("A", "NS AVE+ EW AVE-", "", "1", "01"),
        Adjustment("X", "AVE", "", "1"),
    )
    assert [(each.adjustment.award, each.why) for each in found.given] == [
        ("NS A60 EW A40", "several results may be meant"),
        ("NS AVE+ EW AVE-", "a later line is for the same result"),
    ]
    assert found.adjusted[0].result.adjusted == "AVE" and points["A"] == 2
    assert (points["B"], points["C"]) == (Fraction(7, 2), Fraction(1, 2))


def test_penalties_and_carry_over_of_teams(tmp_path: Path) -> None:
    """12 IMPs in one board of one are a win of 20 or so; 2 IMPs less are fewer for one team alone."""
    rooms = [
        board("1", one, two, points, room=room, teams=("Hill", visit), round=turn)
        for turn, visit in (("1", "Sea"), ("2", "Lake"))
        for room, one, two, points in (
            ("Open", "H", visit, 100),
            ("Closed", visit, "G", 0),
        )
    ]
    before = session(*rooms)
    found, _ = with_given(
        rooms,
        Adjustment("Hill", "-2 IMP", "slow", round="2"),
        Adjustment("sea", "-1.5 VP"),
        Adjustment("Lake", "carry-over 4 VP"),
        Adjustment("Hill", "-1 IMP"),
    )
    was = {each.team: each.victory_points for each in before.teams}
    now = {each.team: each.victory_points for each in found.teams}
    assert was["Sea"] - now["Sea"] == Decimal("1.5") and now["Lake"] - was["Lake"] == 4
    second = found.matches[1]
    assert second.apart == (-2, 0) and second.victory_points == (
        victory_points(3 - 2, 1)[0],
        victory_points(3, 1)[1],
    )
    assert [(each.adjustment.who, each.why) for each in found.given if each.why] == [
        ("Hill", "name the round")
    ]
    page = overview("Swiss", [match(*rooms)], (), (), (), [each.adjustment for each in found.given])
    assert 'data-given="4"' in page and "name the round" in page and "is not counted" in page


def test_what_the_director_gave_lies_among_the_papers(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    for table in (1, 2, 3):
        text = game(1, table, MADE) + game(2, table, MADE)
        (folder / f"table-{table}.pbn").write_text(text, encoding="utf-8")
    given_file = folder / "adjustments.csv"
    given_file.write_text("who,award,reason,board,table\n,AVE,fouled,1,2\n", encoding="utf-8")
    done = audit_into(folder, tmp_path / "out")
    assert structure(json.loads(json.dumps(unstructure(done))), Audited) == done
    found = session_of(done.results, adjustments=done.adjustments)
    assert found is not None and [each.counted for each in found.adjusted] == [True]
    assert "fouled" in (tmp_path / "out" / "index.html").read_text("utf-8")
    given_file.write_text("who,award\nX,much\n", encoding="utf-8")
    done = audit_into(folder, tmp_path / "out")
    assert done.unread[0][0] == "adjustments.csv" and "line 2" in done.unread[0][1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["results-usebio.xml", "results.pbn"])
def test_what_an_audit_gives_away_comes_back_as_the_same_standings(
    tmp_path: Path, name: str, seed: int
) -> None:
    """The adjusted scores among them; a pair keeps its name."""
    lines = [
        each
        for each in mitchell(5, 3, 2, Random(seed))
        if not any(isinstance(given, list) and len(given) > 1 for given in each.given)
    ]
    made = exchanged([match(*map(given, lines))])
    assert set(made) == {"results-usebio.xml", "results.pbn"}
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / name).write_text(made[name], encoding="utf-8")
    found = session_of(audit_into(folder, tmp_path / "out").results)
    before = session(*map(given, lines))
    assert found is not None and totals(found) == totals(before)
    assert {name} | set(made) <= {each.name for each in (tmp_path / "out").iterdir()}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "bomb.xml",
            '<!DOCTYPE USEBIO [<!ENTITY a "aa">]><USEBIO>&a;</USEBIO>',
            "the file is not read: it has entities of its own",
        ),
        ("teams.xml", "<USEBIO><EVENT></EVENT></USEBIO>", "there are no results of boards in it"),
        ("evening.bws", "\0\1\0\0Standard Jet DB\0" + "\0" * 200, "Export its table ReceivedData"),
    ],
)
def test_a_file_of_results_that_cannot_be_read_says_why(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / "t.pbn").write_text(game(1, 1, MADE) + game(2, 1, MADE), encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-8")
    ((unread, why),) = audit_into(folder, tmp_path / "out").unread
    assert unread == name and said in why


def test_files_of_games_that_are_one_match_are_judged_by_the_laws_of_duplicate(
    tmp_path: Path,
) -> None:
    """Each file is a board at a table, and no name says of which: they lie together as one match."""
    folder = tmp_path / "evening"
    folder.mkdir()
    for table in (1, 2, 3):
        text = game(1, table, '[Score "NS A60 EW A40"]' if table == 2 else MADE)
        (folder / f"{'abc'[table - 1]}.pbn").write_text(text, encoding="utf-8")
    done = audit_into(folder, tmp_path / "out")
    assert {each.rulebook for each in done.results} == {"duplicate"} and not done.found
    found = session_of(done.results)
    assert found is not None and len(found.scored) == 3 and not found.not_counted
    assert {(one.result.table, one.result.pairs[0][:2]) for one in found.scored} == {
        (number, f"N{number}") for number in "123"
    }
    assert [(one.event, one.table) for one in done.results] == [("Evening", "")]

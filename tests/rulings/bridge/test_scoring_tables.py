"""The printed tables of the Alberta rules, cell by cell, and the duplicate scores of every contract."""

from __future__ import annotations

from random import Random

import pytest

from fairdeal.records import Contract
from fairdeal.rulings import load
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.scoring.hand import (
    hand_lines,
    odd_tricks,
    overtricks,
    sums,
    undertricks,
)
from samples.making.records.bridge_deals import score_of
from samples.making.records.table import Agreed

UNDERTRICKS = {
    1: (50, 100, 100, 200),
    2: (100, 300, 200, 500),
    3: (150, 500, 300, 800),
    4: (200, 800, 400, 1100),
    5: (250, 1100, 500, 1400),
    6: (300, 1400, 600, 1700),
    7: (350, 1700, 700, 2000),
    8: (400, 2000, 800, 2300),
    9: (450, 2300, 900, 2600),
    10: (500, 2600, 1000, 2900),
    11: (550, 2900, 1100, 3200),
    12: (600, 3200, 1200, 3500),
    13: (650, 3500, 1300, 3800),
}
"""As printed: not vulnerable undoubled and doubled, vulnerable undoubled and doubled.

The page has 700 in the first column of the last row: a misprint, see `undertrick-misprint`.
"""


def book(name: str = "alberta") -> BridgeBook:
    found = load(name)
    assert isinstance(found, BridgeBook)
    return found


@pytest.mark.parametrize("rules", ["alberta", "duplicate"])
@pytest.mark.parametrize("down", range(1, 14))
def test_alberta_scoring_undertricks(down: int, rules: str) -> None:
    row = UNDERTRICKS[down]
    assert undertricks(book(rules), 1, down, False) == row[0]
    assert undertricks(book(rules), 2, down, False) == row[1]
    assert undertricks(book(rules), 1, down, True) == row[2]
    assert undertricks(book(rules), 2, down, True) == row[3]
    # If redoubled, twice the doubled value.
    assert undertricks(book(rules), 4, down, False) == 2 * row[1]
    assert undertricks(book(rules), 4, down, True) == 2 * row[3]


def test_alberta_scoring_thirteen_down_is_650_and_the_misprint_is_noted() -> None:
    setting = book().settings["undertrick-misprint"]
    assert setting.value == "650"
    assert "700" in setting.reason


def test_alberta_9_undertricks_step_by_step() -> None:
    """The table of article 9: first trick, second and third, each further one."""
    for vulnerable, doubled, steps in (
        (False, 1, [50] * 13),
        (False, 2, [100, 200, 200] + [300] * 10),
        (False, 4, [200, 400, 400] + [600] * 10),
        (True, 1, [100] * 13),
        (True, 2, [200] + [300] * 12),
        (True, 4, [400] + [600] * 12),
    ):
        for down in range(1, 14):
            assert undertricks(book(), doubled, down, vulnerable) == sum(steps[:down])


@pytest.mark.parametrize("rules", ["alberta", "duplicate"])
@pytest.mark.parametrize(
    ("trump", "first", "each"),
    [("S", 30, 30), ("H", 30, 30), ("D", 20, 20), ("C", 20, 20), ("NT", 40, 30)],
)
def test_alberta_9_trick_score(trump: str, first: int, each: int, rules: str) -> None:
    for level in range(1, 8):
        plain = first + each * (level - 1)
        assert odd_tricks(book(rules), level, trump, 1) == plain
        assert odd_tricks(book(rules), level, trump, 2) == 2 * plain
        assert odd_tricks(book(rules), level, trump, 4) == 4 * plain


@pytest.mark.parametrize(
    ("trump", "plain"), [("S", 30), ("H", 30), ("D", 20), ("C", 20), ("NT", 30)]
)
def test_alberta_9_overtricks(trump: str, plain: int) -> None:
    for vulnerable, doubled, each in (
        (False, 1, plain),
        (False, 2, 100),
        (False, 4, 200),
        (True, 1, plain),
        (True, 2, 200),
        (True, 4, 400),
    ):
        for over in range(1, 7):
            points = overtricks(book(), trump, doubled, over, vulnerable)
            assert points == each * over


@pytest.mark.parametrize(
    ("level", "vulnerable", "points"),
    [(6, False, 500), (6, True, 750), (7, False, 1000), (7, True, 1500)],
)
def test_alberta_9_slams(level: int, vulnerable: bool, points: int) -> None:
    lines = hand_lines(book(), Contract(level, "S", "N"), level + 6, vulnerable)
    assert [line.points for line in lines if line.kind == "slam"] == [points]


def test_alberta_9_slam_needs_the_bid() -> None:
    lines = hand_lines(book(), Contract(4, "S", "N"), 12, True)
    assert [line.kind for line in lines] == ["trick", "overtricks"]


@pytest.mark.parametrize(("doubled", "points"), [(2, 50), (4, 100)])
def test_alberta_9_doubled_contract_made(doubled: int, points: int) -> None:
    lines = hand_lines(book(), Contract(2, "H", "E", doubled), 9, False)
    assert [line.points for line in lines if line.kind == "doubled"] == [points]


KNOWN = {
    (1, "C", 1): (70, 70),
    (1, "H", 1): (80, 80),
    (1, "NT", 1): (90, 90),
    (2, "D", 1): (90, 90),
    (3, "NT", 1): (400, 600),
    (4, "S", 1): (420, 620),
    (5, "D", 1): (400, 600),
    (6, "C", 1): (920, 1370),
    (6, "S", 1): (980, 1430),
    (6, "NT", 1): (990, 1440),
    (7, "D", 1): (1440, 2140),
    (7, "H", 1): (1510, 2210),
    (7, "NT", 1): (1520, 2220),
    (2, "S", 2): (470, 670),
    (2, "C", 2): (180, 180),
    (1, "NT", 4): (560, 760),
    (3, "NT", 2): (550, 750),
    (4, "H", 4): (880, 1080),
    (7, "NT", 4): (2280, 2980),
}
"""Published scores of contracts just made, not vulnerable and vulnerable."""


@pytest.mark.parametrize("key", KNOWN, ids=str)
def test_duplicate_77_known_scores(key: tuple[int, str, int]) -> None:
    level, trump, doubled = key
    for vulnerable, points in zip((False, True), KNOWN[key], strict=True):
        lines = hand_lines(
            book("duplicate"), Contract(level, trump, "S", doubled), level + 6, vulnerable
        )
        assert sums(lines) == {"NS": points, "EW": 0}


def test_duplicate_77_every_contract_and_result_by_another_reckoning() -> None:
    for level in range(1, 8):
        for trump in ("C", "D", "H", "S", "NT"):
            for doubled in (1, 2, 4):
                for tricks in range(14):
                    for vulnerable in (False, True):
                        due = score_of(Agreed(level, trump, "W", doubled), tricks, vulnerable)
                        contract = Contract(level, trump, "W", doubled)
                        lines = hand_lines(book("duplicate"), contract, tricks, vulnerable)
                        points = sums(lines)
                        assert points["EW"] - points["NS"] == due
                        assert 0 in points.values()


def test_duplicate_77_more_tricks_are_never_worth_less() -> None:
    rng = Random(7)
    for _ in range(300):
        contract = Contract(
            rng.randint(1, 7), rng.choice(["C", "D", "H", "S", "NT"]), "N", rng.choice([1, 2, 4])
        )
        vulnerable = rng.random() < 0.5
        worth = []
        for tricks in range(14):
            points = sums(hand_lines(book("duplicate"), contract, tricks, vulnerable))
            worth.append(points["NS"] - points["EW"])
        assert worth == sorted(worth)
        assert len(set(worth)) == 14

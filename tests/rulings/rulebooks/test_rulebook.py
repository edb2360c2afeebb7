"""A rulebook is data: a mistake in it is named with file, key and what is allowed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fairdeal.rulings import load
from fairdeal.rulings.rulebooks.files import BOOKS, known
from fairdeal.rulings.rulebooks.rulebook import RulebookError

SOURCE = (BOOKS / "international.toml").read_text(encoding="utf-8")


def changed(tmp_path: Path, old: str, new: str) -> str:
    assert old in SOURCE
    path = tmp_path / "mine.toml"
    path.write_text(SOURCE.replace(old, new, 1), encoding="utf-8")
    return str(path)


def test_international_is_known_and_loads_once() -> None:
    assert "international" in known()
    assert load("international") is load("international")


def test_international_1_7_1_award_table() -> None:
    rows = [(a.low, a.high, a.made, a.defeated) for a in load("international").scoring.awards]
    assert rows == [(28, 39, 1, 2), (40, 47, 2, 3), (48, 55, 3, 4), (56, 56, 4, 5)]


def test_international_1_5_points_of_the_pack() -> None:
    book = load("international")
    assert sum(book.points[rank] for rank in book.packs[6]) * 4 * book.copies == 56
    assert len(book.packs[6]) * 4 * book.copies == 6 * book.hand


def test_article_by_code_and_by_number() -> None:
    book = load("international")
    assert book.article("revoke") == book.article("3.10") != ""
    assert book.article("99.9") == ""


def test_every_article_cited_is_paraphrased() -> None:
    book = load("international")
    assert {n for rule in book.findings.values() for n in rule.articles} <= set(book.articles)


def test_every_setting_has_its_reason() -> None:
    assert all(s.reason and s.shown and s.value for s in load("international").settings.values())


def test_unknown_rulebook_names_the_known_ones() -> None:
    with pytest.raises(RulebookError) as error:
        load("kerala")
    assert "international" in str(error.value)
    assert error.value.exit_code == 2


@pytest.mark.parametrize(
    ("old", "new", "key", "allowed"),
    [
        ("lowest = 28", 'lowest = "low"', "bids.lowest", "a whole number"),
        ('doubling = "add"', 'doubling = "plus"', "scoring.doubling", "add, multiply"),
        ("cardinal = 3", "cardnal = 3", "penalties.cardinal", "missing"),
        ('direction = "counter-clockwise"', 'direction = "left"', "table.direction", "clockwise"),
        ("players = [6]", "players = [5]", "table.players", "4, 6 and 8"),
        ('"number suit", ', '"number colour", ', "bids.approved", "suit"),
        ('remedy = "redeal" }', 'remedy = "shout" }', "findings.hand-size.remedy", "committee"),
        ('value = "once"', 'value = "twice"', "settings.forfeit-points.value", "once, each"),
        ('articles = "international" ', 'articles = "kerala" ', "articles", "international"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, key: str, allowed: str) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(RulebookError) as error:
        load(path)
    assert path in str(error.value)
    assert key in str(error.value)
    assert allowed in str(error.value)


def test_key_that_is_not_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"bids\.lowset.*allowed here"):
        load(changed(tmp_path, "lowest = 28", "lowest = 28\nlowset = 29"))


def test_broken_toml_and_missing_file(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="not a valid TOML file"):
        load(changed(tmp_path, "[table]", "[table"))
    with pytest.raises(RulebookError, match="cannot be opened"):
        load(str(tmp_path / "none.toml"))


def test_own_rulebook_by_path_is_followed(tmp_path: Path) -> None:
    book = load(changed(tmp_path, "cardinal = 3", "cardinal = 5"))
    assert book.penalties.cardinal == 5
    assert tomllib.loads(SOURCE)["penalties"]["cardinal"] == 3

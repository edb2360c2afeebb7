"""A copied rulebook with a mistake in it: file, key and what is allowed are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.rulings import load
from fairdeal.rulings.rulebooks.files import BOOKS, known
from fairdeal.rulings.rulebooks.rulebook import RulebookError
from tests.support.under import Under


def copied(tmp_path: Path, name: str, old: str = "", new: str = "") -> str:
    text = (BOOKS / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", known())
def test_copy_of_every_rulebook_works_by_its_path(tmp_path: Path, name: str) -> None:
    book, own = load(name), load(copied(tmp_path, name))
    assert own is not book
    assert (own.id, own.findings, own.articles) == (book.id, book.findings, book.articles)


@pytest.mark.parametrize("name", known())
def test_every_article_cited_is_paraphrased(name: str) -> None:
    book = load(name)
    assert {n for rule in book.findings.values() for n in rule.articles} <= set(book.articles)


@pytest.mark.parametrize("name", known())
def test_every_open_reading_has_its_reason(name: str) -> None:
    for setting in load(name).settings.values():
        assert setting.shown
        assert setting.reason.endswith(".")


def test_changed_copy_is_followed(tmp_path: Path) -> None:
    own = Under(copied(tmp_path, "wiki", "redoubled = 3", "redoubled = 6"))
    assert own.award("40 H XX by 1", "A 40 B 16") == {"A": 12, "B": 0}
    own = Under(copied(tmp_path, "community", 'noes = "trump-stays"', 'noes = "no-trumps"'))
    assert own.contract("28 H, 36 NS, P, P, P, P, P") == "36 NT by 2"
    own = Under(copied(tmp_path, "online", 'cardinal = "none"', "cardinal = 2"))
    assert own.book.penalties.cardinal == 2


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "allowed"),
    [
        (
            "online",
            '8 = ["J", "9", "A", "10", "K", "Q", "8", "7"]',
            '8 = ["J", "9"]',
            "pack.by_players.8",
            "8 players with 8 each need 64",
        ),
        (
            "online",
            '4 = ["J", "9", "A", "10"]',
            '5 = ["J", "9", "A", "10"]',
            "pack.by_players.4",
            "missing; a list of texts is expected",
        ),
        (
            "wiki",
            "[28, 39, 1, 2], [40",
            "[28, 38, 1, 2], [40",
            "scoring.awards",
            "cover every bid from 28 to 56 once",
        ),
        ("wiki", "[56, 56, 4, 5]", "[56, 55, 4, 5]", "scoring.awards", "once"),
        (
            "wiki",
            "[[28, 39, 1, 2]",
            '[[28, 39, "one", 2]',
            "scoring.awards",
            "[from, to, made, defeated]",
        ),
        ("wiki", "revoke = {", "revok = {", "findings.revok", "revoke"),
        (
            "wiki",
            'conduct = { articles = ["Gameplay"], remedy = "committee" }',
            'conduct = { articles = ["Gameplay"], remedy = "award-deal" }',
            "findings.conduct.remedy",
            "penalties.cardinal",
        ),
        (
            "wiki",
            'conduct = { articles = ["Gameplay"]',
            "conduct = { articles = []",
            "findings.conduct.articles",
            "at least one",
        ),
        (
            "community",
            'of = "table.direction"',
            'of = "table.way"',
            "settings.direction.of",
            "table.direction",
        ),
        (
            "community",
            'first_call = "right-of-dealer"',
            'first_call = "bidder"',
            "table.first_call",
            "right-of-dealer, left-of-dealer",
        ),
        (
            "community",
            'next_dealer = "not-stated"',
            'next_dealer = "anyone"',
            "table.next_dealer",
            "not-stated",
        ),
        ("community", "highest = 56", "highest = 20", "bids.highest", "below the lowest bid"),
        (
            "community",
            "session_fixed = false",
            'session_fixed = "no"',
            "scoring.session_fixed",
            "true or false",
        ),
        (
            "community",
            'opening_pass = "not-allowed"',
            'opening_pass = "never"',
            "bids.opening_pass",
            "not-allowed, allowed",
        ),
        ("community", 'ends = "all-tricks"', 'ends = "all"', "play.ends", "when-certain"),
        ("community", "[redeal]", "[redeals]", "redeal", "a table is expected"),
        (
            "international",
            "[settings.warning-scope]",
            "[settings.warning-scop]",
            "settings.warning-scop",
            "warning-scope is",
        ),
        ("international", 'game = "fifty-six"', 'game = "whist"', "game", "fifty-six"),
        ("international", "hand = 8", "hand = 0", "table.hand", "a number from 1 up"),
    ],
)
def test_mistake_is_named_with_file_key_and_what_is_allowed(
    tmp_path: Path, name: str, old: str, new: str, key: str, allowed: str
) -> None:
    path = copied(tmp_path, name, old, new)
    with pytest.raises(RulebookError) as error:
        load(path)
    line = f", line {error.value.line}" if error.value.line else ""
    assert str(error.value).startswith(f"{path}{line}: {key}: ")
    table = f"[{key.split('.')[0]}]"
    assert line or not any(each.startswith(table) for each in Path(path).read_text().splitlines())
    assert allowed in str(error.value)
    assert (error.value.exit_code, error.value.file, error.value.key) == (2, path, key)


def test_file_is_read_again_after_it_was_changed(tmp_path: Path) -> None:
    path = copied(tmp_path, "wiki")
    first = load(path)
    text = Path(path).read_text(encoding="utf-8").replace("redoubled = 3", "redoubled = 30")
    Path(path).write_text(text, encoding="utf-8")
    assert (first.scoring.redoubled, load(path).scoring.redoubled) == (3, 30)


def test_file_that_is_no_text_or_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "photo.toml"
    path.write_bytes(b"\xff\xd8\xff\xe0 no text")
    with pytest.raises(RulebookError, match="not a text in UTF-8"):
        load(str(path))
    folder = tmp_path / "rules.toml"
    folder.mkdir()
    with pytest.raises(RulebookError, match="not a rulebook file"):
        load(str(folder))

"""A rulebook of one's own: a base, and the figures that differ from it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from fairdeal.rulings import game_of, load
from fairdeal.rulings.rulebooks.files import ARTICLES, BOOKS, known, line_of
from fairdeal.rulings.rulebooks.rulebook import RulebookError
from tests.rulings.rulebooks.test_rulebooks_never_raise import WEIRD, leaves
from tests.support.under import Under

THREE = """
[bids]
lowest = 29

[scoring]
awards = [[29, 39, 1, 2], [40, 47, 2, 3], [48, 55, 3, 4], [56, 56, 4, 6]]

[penalties]
cardinal = 5
"""


def own(folder: Path, text: str, base: str = "international", name: str = "mine.toml") -> str:
    path = folder / name
    path.write_text(f'base = "{base}"\n{text}', encoding="utf-8")
    return str(path)


def test_three_figures_change_and_all_else_is_inherited(tmp_path: Path) -> None:
    book, base = load(own(tmp_path, THREE)), load("international")
    assert (book.bids.lowest, book.penalties.cardinal, book.scoring.awards[-1].defeated) == (
        29,
        5,
        6,
    )
    assert book.bids.approved == base.bids.approved
    assert (book.findings, book.settings) == (base.findings, base.settings)
    assert (book.id, book.edition) == ("mine", base.edition)
    assert "as changed in mine.toml" in book.title


def test_international_3_10_sentence_gives_way_to_the_figure(tmp_path: Path) -> None:
    book = load(own(tmp_path, THREE))
    said = "points beside the deal for breaking the cardinal rule: 5."
    assert book.article("revoke") == f"Changed in this rulebook. P{said[1:]}"
    assert "three" not in " ".join(book.article(each) for each in ("3.5", "3.9", "3.10", "4.8"))
    assert "56 to 56: 4 or 6" in book.article("1.7.1")
    assert book.article("3.2") == load("international").article("3.2")


def test_same_figure_written_again_changes_nothing(tmp_path: Path) -> None:
    book = load(own(tmp_path, "[penalties]\ncardinal = 3\n"))
    assert (book.changes, book.articles) == ((), load("international").articles)


def test_sentence_of_the_file_itself_is_quoted(tmp_path: Path) -> None:
    book = load(own(tmp_path, f'{THREE}[articles]\n"3.10" = "Five points more."\n'))
    assert book.article("3.10") == "Five points more."
    assert book.article("3.9").startswith("Changed in this rulebook.")


def test_remedy_changed_takes_the_sentence_of_its_article(tmp_path: Path) -> None:
    book = load(own(tmp_path, '[findings]\nrevoke.remedy = "committee"\n'))
    assert book.findings["revoke"].remedy == "committee"
    assert book.article("3.10") == (
        "Changed in this rulebook. What follows from the finding revoke: committee."
    )


def test_finding_switched_off_is_not_looked_for(tmp_path: Path) -> None:
    path = own(tmp_path, '[findings]\nunapproved-bid = "none"\n')
    assert "unapproved-bid" in Under("international").codes("NT 30, P, P, P, P, P")
    assert "unapproved-bid" not in Under(path).codes("NT 30, P, P, P, P, P")


def test_reading_of_a_key_goes_where_the_key_is_changed(tmp_path: Path) -> None:
    turned = own(tmp_path, '[table]\ndirection = "counter-clockwise"\n', "community")
    assert "direction" not in load(turned).settings
    each = load(own(tmp_path, '[settings]\nforfeit-points.value = "each"\n', name="each.toml"))
    assert each.shown("forfeit-points") == "forfeit points: each"


def test_base_may_be_another_file_beside_it(tmp_path: Path) -> None:
    own(tmp_path, THREE)
    path = own(tmp_path, "[penalties]\nlead_out_of_turn = 2\n", "mine.toml", "club.toml")
    book = load(path)
    assert (book.id, book.bids.lowest, book.penalties.lead_out_of_turn) == ("club", 29, 2)
    assert {each.key for each in book.changes} > {
        "penalties.cardinal",
        "penalties.lead_out_of_turn",
    }
    own(tmp_path, "")
    assert load(path).bids.lowest == 28  # the base was changed, and is read again


def test_smaller_table_leaves_the_other_packs_of_its_base(tmp_path: Path) -> None:
    small = '[table]\nplayers = [6]\n[pack]\nrank = ["J", "9", "A", "10", "K", "Q"]\n'
    assert load(own(tmp_path, small, "wiki")).packs.keys() == {6}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('base = "kerala"', 1, "Choose one of: alberta"),
        ("\nbase = 5", 2, 'such as "international"'),
        ('base = "gone.toml"', 1, "beside the file that names it"),
        ('base = "\\u0000.toml"', 1, "cannot be opened"),
        ('base = "mine.toml"', 1, "lead back to where they began: mine.toml. Name one of"),
        (
            'base = "round.toml"',
            1,
            "lead back to where they began: mine.toml, round.toml. Name one of",
        ),
        ('base = "wiki"\ngame = "bridge"', 2, "of the game 'fifty-six'. Leave this line out."),
        ('base = "wiki"\nid = "wiki"', 2, "Choose another, or leave this line out."),
        ('base = "wiki"\n[bids]\n# a lower bid\nlowst = 27', 4, "allowed here: approved"),
        ('base = "wiki"\n[bids]\nhighest = 57', 0, "It is set in wiki: set it in this file too"),
        ('base = "wiki"\n[findings]\nrevok = "none"', 3, "is not a finding; allowed here"),
        ('base = "wiki"\nsettings = 5', 2, "a table is expected"),
        ('base = "wiki"\n[bids]\nlowest = 1000000000', 3, "1,000,000 is the largest"),
        (f'base = "wiki"\nx = {"9" * 5000}', 0, "far too large"),
        (f'base = "wiki"\nx = {"[" * 5000}', 0, "far too large"),
        ('base = "wiki"\n[bids\n', 2, "not a valid TOML file"),
        ('bse = "wiki"', 0, 'base = "ID"'),
    ],
)
def test_mistake_has_its_line_and_what_to_do(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "round.toml").write_text('base = "mine.toml"', encoding="utf-8")
    with pytest.raises(RulebookError) as error:
        load(str(path))
    place = f", line {line}: " if line else ".toml: "
    assert place in str(error.value)
    assert said in str(error.value)
    assert len(str(error.value)) < 3000


def test_mistake_in_a_base_is_named_there(tmp_path: Path) -> None:
    text = text_of("wiki").replace(
        'conduct = { articles = ["Gameplay"]', "conduct = { articles = 5"
    )
    (tmp_path / "club.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError, match=r"club\.toml, line \d+: findings\.conduct\.articles"):
        load(own(tmp_path, THREE, "club.toml"))


def test_long_row_of_bases_ends(tmp_path: Path) -> None:
    for number in range(20):
        own(tmp_path, "", f"{number + 1}.toml", f"{number}.toml")
    with pytest.raises(RulebookError, match=r"10\.toml, line 1: base: more than 10 bases"):
        load(str(tmp_path / "0.toml"))


@given(st.data())
def test_any_value_over_a_base_is_followed_or_named(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(("international", "alberta")))
    path = data.draw(st.sampled_from(list(leaves(tomllib.loads(text_of(name))))))
    value: Any = data.draw(st.sampled_from([each for each in WEIRD if not isinstance(each, dict)]))
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    key = ".".join(f'"{part}"' for part in path)
    try:
        book = load(own(tmp_path_factory.mktemp("own"), f"{key} = {text}", name))
    except RulebookError as error:
        assert error.line in (0, 2)
    else:
        assert game_of(book).name == load(name).game


def text_of(name: str) -> str:
    return (BOOKS / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", known())
def test_every_figure_of_a_rulebook_has_its_words(name: str) -> None:
    tables = tomllib.loads(text_of(name))
    figures = [path for path in leaves(tables) if path[0] not in ("findings", "settings")]
    keys = [".".join(path) for path in figures if len(path) > 1 and not table_at(tables, path)]
    known_words = game_of(load(name)).figures
    assert [
        key for key in keys if not any(f"{key}.".startswith(f"{of}.") for of in known_words)
    ] == []


@pytest.mark.parametrize("name", known())
def test_what_articles_state_is_in_the_rulebook(name: str) -> None:
    texts = tomllib.loads((ARTICLES / f"{name}.toml").read_text(encoding="utf-8"))
    paths = [".".join(path) for path in leaves(tomllib.loads(text_of(name)))]
    for number, keys in texts.pop("figures").items():
        assert number in texts
        assert set(keys) <= set(paths)


def table_at(tables: Any, path: tuple[str, ...]) -> bool:
    for part in path:
        tables = tables[part]
    return isinstance(tables, dict)


def test_line_of_a_key_of_its_table_or_of_neither() -> None:
    text = '# x\n[a."b"]\nc = 1\n d.e = { f = 2 }\n[g]\n'
    assert [line_of(text, key) for key in ("a.b.c", "a.b.d.e.f", "a.b.x", "g.h", "i")] == [
        3,
        4,
        2,
        5,
        0,
    ]

"""Files as other programs write them: judged at once where nothing is wrong, as their records are judged."""

from __future__ import annotations

from random import Random

import pytest

from bench.soak.pbn import real
from bench.text.real_files import real_file
from bench.text.real_styles import STYLES, Style
from fairdeal.desk.check.game_files import judged, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.grammar.pbn.reader import read
from fairdeal.records import PlainDeal

GAME = """[Event "Cup"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T7643.AQ865.86.2 J8.432.KT54.J876 Q95.JT.A2.AQT953 AK2.K97.QJ973.K4"]
[Declarer "S"]
[Contract "1NT"]
[Result "7"]
[Auction "N"]
Pass Pass 1NT Pass
Pass Pass
[Play "W"]
DQ D6 D4 DA
CK C2 C6 CA
"""


def plain_of(text: str) -> PlainDeal | None:
    """The last deal of a text in numbers."""
    return list(read(text))[-1].plain


@pytest.mark.parametrize("block", range(4))
def test_judging_at_once_and_in_full_agree_on_damaged_files(block: int) -> None:
    """Longer: ``./run soak pbn``."""
    for seed in range(15 * block, 15 * block + 15):
        assert real(seed) == ""


@pytest.mark.parametrize("style", STYLES, ids=[each.write.__name__ for each in STYLES])
def test_most_games_of_every_program_are_judged_at_once(style: Style) -> None:
    book = streamed(None)
    assert book is not None
    text = real_file(Random(1), style)
    told = list(judged(read(text), book, Asked()))
    at_once = sum(not each.in_full for each in told)
    marked = style.write.__name__ == "marked"
    assert at_once >= (0.5 if marked else 0.85) * len(told)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Board "1"]\n', '{a diagram\n\nof it}\n[Board "1"] ; the first\n'),
        ("1NT Pass\n", "1NT! =1= Pass $1 {why}\n"),
        ("DQ D6", "DQ?! {led\nfrom length} D6"),
        ("CK C2 C6 CA\n", "CK C2 - CA\n*\n"),
        ("CK C2 C6 CA\n", "- - - CA\n*\n"),
        ("CK C2 C6 CA\n", 'CK C2 C6 CA\n*\n[Result2 "x"]\n1 2 "three four"\n'),
        ("Pass Pass 1NT Pass\nPass Pass", "pass PASS 1nt ap"),
        ('[Result "7"]', '[Result "NS 7"]\n[Note "1:strong"]\n[Note "2:weak"]'),
        ('[Vulnerable "None"]', '[Vulnerable "-"]\n[ScoreTable "A;B\\2R"]\n1 2\n3 "x;{y"'),
    ],
)
def test_what_stands_beside_the_entries_leaves_a_game_plain(old: str, new: str) -> None:
    assert old in GAME
    text = GAME.replace(old, new)
    found = plain_of(text)
    assert found is not None
    assert found.calls == plain_of(GAME).calls  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1NT Pass\n", "1NT = Pass\n"),
        ("1NT Pass\n", "1NT {open Pass\n"),
        ("DQ D6", "DQ ^R D6"),
        ("DQ D6", "DQ + D6"),
        ("DQ D6", "DQ -- D6"),
        ('[Result "7"]', '[Result "14"]'),
        ('[Result "7"]', '[Result "7"] seven'),
        ('[Dealer "N"]', '[Dealer "#"]'),
        ('[Board "1"]', '[Board "#"]'),
    ],
)
def test_what_bears_on_an_entry_is_left_to_the_grammar(old: str, new: str) -> None:
    assert plain_of(GAME.replace(old, new)) is None


def test_values_are_inherited_by_plain_games() -> None:
    second = GAME.replace('[Event "Cup"]', '[Event "#"]')
    third = GAME.replace('[Event "Cup"]', '[Event "##Bowl"]')
    last = GAME.replace('[Event "Cup"]\n', "")
    text = "\n".join((GAME, second, third, last))
    games = list(read(text))
    assert all(game.plain is not None for game in games)
    assert [game.understood().effective["Event"] for game in games] == [
        "Cup",
        "Cup",
        "Bowl",
        "Bowl",
    ]
    assert plain_of(text) is not None


def test_latin_and_utf_8_names_leave_games_plain() -> None:
    text = "\n".join(GAME.replace("Cup", f"Zoë {n}") for n in range(3))
    for encoding, at_once in (("latin-1", 3), ("utf-8", 2)):
        source = text.encode(encoding)
        assert [g.plain is not None for g in read(source)].count(True) == at_once

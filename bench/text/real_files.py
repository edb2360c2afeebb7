"""PBN files as tournaments publish them, made of random deals: how other programs write, not how ours does.

Made from statistics, nothing is copied. Counted were 285 games in 14 public files of 8 programs: world,
European and national championships of 1996 to 2000, pairs against robots, online tournaments, a daily
bulletin with commentary, hand records. Of 100 games 60 inherit ``Event``, ``Site`` and ``Date`` by
``#``; 68 have ``*`` after a play that was not finished, of one to six tricks as a rule, 17 of them with
``-`` for the cards of the last trick that were not played; 40 write ``Both`` for ``All`` and have a blank
at the end of every row; 19 have a block of comment between two tags, a diagram or a report; 7 have notes
``=1=`` with their tags; 3 comments within auction or play; 2 were passed out, most of these with no call
written. One file in 14 numbers its boards by session, so that dealer and vulnerability are not those of
the number. ``+``, ``##``, marks such as ``^R`` and tables of scores are rarer than these files could show:
here they are in a file or two of 60.

A `Style` is how one program writes; `STYLES` says how many files of 60 are of each. endplay reads 53 of
60: it stops at a comment, a glyph or a suffix within a section, at ``--`` and at a mark.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from bench.text.pbn_games import Made, made_deal, written
from bench.text.real_parts import Table
from bench.text.real_styles import STYLES, Style
from samples.making.records import bridge_deals

GAMES_OF_A_FILE: Final = 30


def real_files(seed: int, count: int = 60) -> Iterator[bytes]:
    """Files in the proportions of `STYLES`, in random order."""
    random = Random(seed)
    styles = [style for style in STYLES for _ in range(style.files)]
    while True:
        random.shuffle(styles)
        for style in styles:
            if count == 0:
                return
            count -= 1
            yield real_file(random, style).encode("latin-1")


def real_file(random: Random, style: Style, games: int = GAMES_OF_A_FILE) -> str:
    """One file."""
    event = f"{random.randint(5, 40)}th {_name(random)} {random.choice(_EVENTS)} {random.randint(1996, 2024)}"
    names = _names(random)
    texts = [style.head]
    for index in range(games):
        board = index // style.rooms + 1
        if index % style.rooms == 0:
            made = dealt(random, board + 4 if style.by_session else board)
        else:
            made = replayed(random, made)
        if index % (12 * style.rooms) == 0 or style.rooms > 1:
            names = _names(random)
        room = "Open" if index % 2 == 0 else "Closed"
        slip = random.random() < 0.005
        texts.append(style.write(Table(random, made, index, board, room, event, names, slip)))
        texts.append("\n")
    return "".join(texts)


def dealt(random: Random, board: int) -> Made:
    """A board bid and played; few are passed out."""
    made = made_deal(random, board)
    while made.passed and random.random() < 0.9:
        made = made_deal(random, board)
    return made


def replayed(random: Random, made: Made) -> Made:
    """The same board bid and played at another table."""
    again = replace(made.dealt, playing=None, contract=None)
    while again.contract is None:
        again.bidding = bridge_deals.Bidding(again.dealer)
        again.bidding.go_on(random)
        again.settle()
    bridge_deals.start_play(again).run(random)
    return written(again)


_EVENTS: Final = ("World Top Tournament", "Team Championship", "Invitational Pairs", "Regional")
_SYLLABLES: Final = ("ka", "ré", "mo", "lin", "ström", "bü", "ta", "vell", "o", "ña", "dor", "ß")


def _name(random: Random) -> str:
    return "".join(random.choices(_SYLLABLES, k=random.choice((2, 2, 3, 3, 6)))).capitalize()


def _names(random: Random) -> tuple[str, str, str, str]:
    return _name(random), _name(random), _name(random), f"{_name(random)} {_name(random)}"

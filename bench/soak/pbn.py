"""Trials of PBN and LIN: files of many games, most with one of them damaged.

Nothing may stop the reading; every game that was not touched comes out as it was; a deal in whole numbers is
judged as its record is; what was read and written is written the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bench.soak.damage import damage
from bench.soak.outcome import Outcome, tried
from bench.text.pbn_games import HEAD, made_deal, plain_games, rich_games
from bench.text.pbn_lin import lin_board, real_board
from bench.text.real_files import dealt, real_file
from bench.text.real_styles import STYLES
from fairdeal.desk.check.game_files import judged, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.grammar.lin import read as read_lin
from fairdeal.grammar.pbn.game import FileGame
from fairdeal.grammar.pbn.reader import read as read_pbn
from fairdeal.rulings.bridge.hearing import BRIDGE
from tests.support.pbn_files import encoded, write as write_pbn

GAMES: Final = 3
"""Games of a file."""
_LIVE: Final = (
    "vg|Cup,Final,I,1,3,A,0,B,0|rs|3NN=,3NN+1,PASS,4SXE-1,2SW=,|pn|a,b,c,d,e,f,g,h|pg||\n"
)
"""How a broadcast of both rooms begins."""


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` files of each kind, and four times as many as other programs write them."""
    seeds = range(seed, seed + count)
    yield tried("damaged files", seeds, damaged)
    yield tried("written and read again", seeds, rewritten)
    yield tried("damaged LIN files", seeds, damaged_lin)
    more = range(seed, seed + 4 * count)
    yield tried("real files read and judged both ways", more, real)
    yield tried("real LIN files read and judged both ways", more, real_lin)


# Files of which one game is damaged: the others come out as they were.


def games_of(random: Random) -> list[str]:
    """Texts of some games, each with the empty line after it."""
    make = plain_games if random.random() < 0.6 else rich_games
    return list(make(random.getrandbits(32), random.randint(2, 6)))


def damaged(seed: int) -> str:
    """What went wrong with a file of PBN."""
    random = Random(seed)
    games = games_of(random)
    at = random.randrange(len(games))
    broken = [*games[:at], damage(random, games[at].rstrip()) + "\n\n", *games[at + 1 :]]
    encoding = "utf-8" if random.random() < 0.5 else "latin-1"
    source = (HEAD + "".join(broken)).encode(encoding, "replace")
    list(read_pbn(source, strict=True))
    wrong = _untouched(read_pbn, "".join(games), source, len(games), (at,))
    return _shown(wrong or judged_alike(read_pbn(source)), source)


def damaged_lin(seed: int) -> str:
    """The same for LIN: boards of a broadcast or of single tables. Where a board begins is not damaged."""
    random = Random(seed)
    live = random.random() < 0.5
    made = [made_deal(random, number + 1) for number in range(random.randint(2, 5))]
    boards = [lin_board(each, f"o{each.board}" if live else "") for each in made]
    whole, at = "\n".join(boards), random.randrange(len(boards))
    begin, bar, rest = boards[at].partition("|")
    boards[at] = begin + bar + damage(random, rest, lines=False)
    source = "\n".join(boards).encode("latin-1", "replace")
    # The last bar of a board may have been lost: the command after it is then the next board's.
    wrong = _untouched(read_lin, whole, source, len(boards), (at, at + 1))
    return _shown(wrong or judged_alike(read_lin(source)), source)


def _untouched(
    read: Callable[[str | bytes], Iterator[FileGame]],
    whole: str,
    source: bytes,
    count: int,
    touched: Sequence[int],
) -> str:
    """Whether every other game is there, in their order."""
    due = [_own(game) for game in read(whole)]
    found = [_own(game) for game in read(source)]
    if len(due) != count or len(found) < count:
        return f"{len(due)} whole and {len(found)} damaged games of {count}"
    rest = iter(found)
    lost = [n for n, own in enumerate(due) if n not in touched and own not in rest]
    return f"games {lost} are lost, {touched} was damaged" if lost else ""


def _own(game: FileGame) -> tuple[object, ...]:
    """What a deal says of itself alone: not what it inherits from others."""
    deal = game.record.deals[0]
    own = (deal.number, deal.dealer, deal.vulnerable, deal.hands)
    return (*own, deal.auction, deal.play, deal.result)


def _shown(wrong: str, source: bytes) -> str:
    return f"{wrong}\n{source.decode('latin-1')}" if wrong else ""


def rewritten(seed: int) -> str:
    """What went wrong with a file written, read and written again."""
    random = Random(seed)
    games = games_of(random)
    if random.random() < 0.5:
        at = random.randrange(len(games))
        games[at] = damage(random, games[at].rstrip()) + "\n\n"
    first = write_pbn(read_pbn("".join(games)))
    second = write_pbn(read_pbn(encoded(first)))
    return "" if first == second else f"written differently the second time\n{first}\n{second}"


# Files as other programs write them: judged at once, and in full.


def real(seed: int) -> str:
    """Where the two differ on a file of PBN."""
    random = Random(seed)
    games = real_file(random, random.choice(STYLES), GAMES).split("\n\n")
    _damage_one(random, games)
    encoding = "utf-8" if random.random() < 0.2 else "latin-1"
    source = "\n\n".join(games).encode(encoding, "replace")
    return _shown(judged_alike(read_pbn(source)), source)


def real_lin(seed: int) -> str:
    """The same for LIN: boards of single tables or of both rooms of a broadcast."""
    random = Random(seed)
    live = random.random() < 0.4
    made = [dealt(random, number + 1) for number in range(GAMES)]
    boards = [
        real_board(random, each, f"{random.choice('oc')}{each.board}" * live) for each in made
    ]
    _damage_one(random, boards)
    source = (_LIVE * live + "\n".join(boards)).encode("utf-8", "replace")
    return _shown(judged_alike(read_lin(source)), source)


def _damage_one(random: Random, games: list[str]) -> None:
    """Two files of three have a damaged game."""
    if random.random() < 2 / 3:
        at = random.randrange(len(games))
        games[at] = damage(random, games[at])


def judged_alike(games: Iterable[FileGame]) -> str:
    """Whether every game is judged, without a fault, and at once as in full."""
    book = streamed(None)
    assert book is not None
    for number, each in enumerate(judged(games, book, Asked()), 1):
        if each.deal.game != number or any("fault of Fairdeal" in p.message for p in each.problems):
            return f"game {number}: {each.deal.game}, {each.problems}"
        if each.in_full:
            continue
        full = BRIDGE.check(each.game.record, book)
        at_once = [each.deal, *each.findings, *each.coverage]
        lacking = (entry for entry in full.coverage if not entry.checked)
        in_full = [
            *(replace(deal, game=number) for deal in full.deals),
            *(replace(finding, game=number) for finding in full.findings),
            *(replace(entry, game=number) for entry in lacking),
        ]
        if full.notes or full.explanations:
            return f"game {number} is judged at once, and there is more to say of it"
        if repr(in_full) != repr(at_once):
            return f"game {number} is judged differently: {at_once}; in full {in_full}"
    return ""

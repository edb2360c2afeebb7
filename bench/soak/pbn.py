"""Trials of PBN and LIN: files of many games, one of them damaged.

Nothing may stop the reading; every game that was not touched comes out as it was; the quick way and the
grammar give the same; what was read and written is written the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from bench.proportions import Proportion
from bench.soak.damage import MOST_DAMAGE, damage, flip
from bench.soak.outcome import SHOWN, Outcome
from bench.soak.real_games import real, real_lin
from bench.text.pbn_games import HEAD, made_deal, plain_games, rich_games
from bench.text.pbn_lin import lin_board
from fairdeal.desk.check.game_files import judged, streamed
from fairdeal.desk.check.json_answer import Asked
from fairdeal.grammar import lin, pbn
from fairdeal.records.deal import Deal


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` files of PBN damaged, as many written and read again, half as many of LIN.

    And of files as other programs write them twenty times as many, four times of LIN: the quick way beside
    the full one.
    """
    yield _tried("damaged files", damaged, count, seed)
    yield _tried("written and read again", rewritten, count, seed)
    yield _tried("damaged LIN files", damaged_lin, count // 2, seed)
    yield _tried("real files read and judged both ways", real, 20 * count, seed)
    yield _tried("real LIN files read and judged both ways", real_lin, 4 * count, seed)


def _tried(name: str, trial: Callable[[int], str | None], count: int, seed: int) -> Outcome:
    right = 0
    failures: list[str] = []
    for number in range(count):
        try:
            wrong = trial(seed + number)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        right += wrong is None
        if wrong is not None and len(failures) < SHOWN:
            failures.append(f"seed {seed + number}: {wrong}")
    return Outcome(name, Proportion(right, count), tuple(failures))


def games_of(random: Random) -> list[str]:
    """Texts of some games, each with the empty line after it."""
    make = plain_games if random.random() < 0.6 else rich_games
    return list(make(random.getrandbits(32), random.randint(2, 6)))


def _told(deal: Deal) -> tuple[object, ...]:
    """What a deal says of itself alone: not what it inherits from others."""
    return (
        deal.number,
        deal.dealer,
        deal.vulnerable,
        deal.hands,
        deal.auction,
        deal.play,
        deal.result,
    )


def damaged(seed: int) -> str | None:
    """What went wrong with a file of which one game is damaged; None where nothing did."""
    random = Random(seed)
    games = games_of(random)
    whole = [_told(game.deal) for game in pbn.read("".join(games))]
    if len(whole) != len(games):
        return f"{len(whole)} games of {len(games)} in a file that is whole\n{''.join(games)}"
    at = random.randrange(len(games))
    games[at] = damage(random, games[at].rstrip()) + "\n\n"
    source = (HEAD + "".join(games)).encode(
        "utf-8" if random.random() < 0.5 else "latin-1", "replace"
    )
    quick, full = list(pbn.read(source)), list(pbn.read(source, fast=False))
    shown = f"\n{source.decode('latin-1')}"
    left, right = ([(g.deal, g.problems, g.plain) for g in each] for each in (quick, full))
    if left != right:
        return f"quick and full reading differ{shown}"
    if len(quick) < len(games):
        return f"{len(quick)} games of {len(games)}{shown}"
    found = iter([_told(game.deal) for game in quick])
    for number, deal in enumerate(whole):
        if number != at and not any(deal == each for each in found):
            return f"game {number + 1} is lost, {at + 1} was damaged{shown}"
    book = streamed(None)
    assert book is not None
    told = [each.deal.game for each in judged(iter(quick), book, Asked())]
    if told != list(range(1, len(quick) + 1)):
        return f"judged {told} of {len(quick)} games{shown}"
    faults = [
        p.message
        for each in judged(iter(quick), book, Asked())
        for p in each.problems
        if "fault of Fairdeal" in p.message
    ]
    list(pbn.read(source, strict=True))
    return f"{faults[0]}{shown}" if faults else None


def rewritten(seed: int) -> str | None:
    """What went wrong with a file written, read and written again; None where nothing did."""
    random = Random(seed)
    games = games_of(random)
    if random.random() < 0.5:
        at = random.randrange(len(games))
        games[at] = damage(random, games[at].rstrip()) + "\n\n"
    first = pbn.write(pbn.read("".join(games)))
    second = pbn.write(pbn.read(pbn.encoded(first)))
    if first != second:
        return f"written differently the second time\n{first}\n{second}"
    return None


def damaged_lin(seed: int) -> str | None:
    """The same for LIN: boards of a broadcast or of single tables, one of them damaged."""
    random = Random(seed)
    live = random.random() < 0.5
    made = [made_deal(random, number + 1) for number in range(random.randint(2, 5))]
    boards = [lin_board(each, f"o{each.board}" if live else "") for each in made]
    whole = [_told(game.deal) for game in lin.read("\n".join(boards))]
    at = random.randrange(len(boards))
    begins = boards[at].index("|") + 1
    body = boards[at][begins:]
    for _ in range(random.randint(1, MOST_DAMAGE)):
        body = flip(random, body) if random.random() < 0.6 else _drop_bar(random, body)
    boards[at] = boards[at][:begins] + body
    source = "\n".join(boards).encode("latin-1", "replace")
    found = [_told(game.deal) for game in lin.read(source)]
    if len(found) < len(boards):
        return f"{len(found)} boards of {len(boards)}\n{source!r}"
    rest = iter(found)
    for number, deal in enumerate(whole):
        # The last bar of a board may have been lost: the command after it is then the next board's.
        if number not in (at, at + 1) and not any(deal == each for each in rest):
            return f"board {number + 1} is lost, {at + 1} was damaged\n{source!r}"
    return None


def _drop_bar(random: Random, text: str) -> str:
    bars = [index for index, sign in enumerate(text) if sign == "|"]
    at = random.choice(bars) if bars else 0
    return text[:at] + text[at + 1 :]

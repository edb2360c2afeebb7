"""Typed records made to hurt: much of one thing, all things in doubt, brackets within brackets."""

from __future__ import annotations

from random import Random
from typing import Final

from bench.text.pbn_games import made_deal, plain_games
from bench.text.pbn_lin import lin_board

DEAL: Final = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\n'
_PAIRS: Final = tuple(f"{name} {team}" for name in ("points", "score", "total") for team in "AB")
HONEST: Final = DEAL + "Auction:\n3: 28 S, P, P, P, P, P\nResult:\npoints A 20 B 36\n"


def honest(table: int) -> bytes:
    """A record of one table, nothing wrong in it."""
    head = f'[Event "Honest cup"]\n[Round "1"]\n[Table "{table}"]\n[TeamA "Ash {table}"]\n'
    return (head + f'[TeamB "Elm {table}"]\n' + HONEST).encode()


def _text(text: str) -> bytes:
    return text.encode()


def one_card(times: int) -> bytes:
    """A hand in which one card stands so many times."""
    return _text(DEAL + "Hands:\n1: " + "JH " * times + "\n")


def one_card_in_every_hand(times: int) -> bytes:
    """Six hands in which one card stands so many times."""
    hands = "".join(f"{seat}: " + "JH " * times + "\n" for seat in range(1, 7))
    return _text(DEAL + "Hands:\n" + hands)


def one_card_played(times: int) -> bytes:
    """Tricks in which nothing but one card is played."""
    return _text(DEAL + "Auction:\n3: 28 S, P, P, P, P, P\nPlay:\n" + "JH " * 6 * times)


def one_trick(cards: int) -> bytes:
    """A trick of so many cards."""
    return _text(DEAL + "Auction:\n3: 28 S, P, P, P, P, P\nPlay:\n4: " + "JH 9D " * (cards // 2))


def long_auction(calls: int, in_a_line: int = 0) -> bytes:
    """So many calls in one auction, no two of them passes, all in a line or so many in each."""
    said = [f"{28 + number % 28} {'CDHS'[number % 4]}" for number in range(calls)]
    return _auction(said, in_a_line)


def all_pass(calls: int, in_a_line: int = 0) -> bytes:
    return _auction(["28 S", *["P"] * calls], in_a_line)


def _auction(said: list[str], in_a_line: int) -> bytes:
    step = in_a_line or len(said)
    lines = (", ".join(said[at : at + step]) for at in range(0, len(said), step))
    return _text(DEAL + "Auction:\n" + "\n".join(lines) + "\n")


def many_blocks(count: int) -> bytes:
    """A deal whose auction begins again so many times."""
    return _text(DEAL + "Auction:\n3: 28 S\n! objection A\n" * count)


def unclear_call(groups: int) -> bytes:
    """One call of so many words in doubt: two to the power of that many readings."""
    return _text(DEAL + "Auction:\n3: " + "{28|29} " * groups + "S\n")


def nested_braces(deep: int) -> bytes:
    return _text(DEAL + "Auction:\n3: " + "{28 " * deep + "}" * deep + "\nHands:\n1: " + "{" * deep)


def doubtful_hands(cards: int) -> bytes:
    """Six hands of so many cards each, every one of which may be one of three."""
    rng = Random(1)
    faces = [rank + suit for rank in ("J", "9", "A", "10", "K", "Q") for suit in "CDHS"]
    hands = "".join(
        f"{seat}: "
        + " ".join("{" + "|".join(rng.sample(faces, 3)) + "}" for _ in range(cards))
        + "\n"
        for seat in range(1, 7)
    )
    play = "".join(
        " ".join("{" + "|".join(rng.sample(faces, 3)) + "}" for _ in range(6)) + "\n"
        for _ in range(8)
    )
    return _text(
        DEAL + f"Hands:\n{hands}Auction:\n3: {{28|29}} {{S|H}}, P, P, P, P, P\nPlay:\n{play}"
    )


def doubtful_sheet(rows: int) -> bytes:
    """A score sheet of so many rows in which every entry is in doubt."""
    names = ("deal", "dealer", "bidder", "contract", *_PAIRS)
    head = f"Sheet:\n{' | '.join(names)}\n"
    row = "{1|7} | {1|4} | {2|5} | {28|29} {S|H} | {17|11} | {39|34} | {1|7} | {0|6} | {1|7} | {0|6}\n"
    return _text('[Rules "international"]\n' + head + row * rows)


def many_sheets(count: int) -> bytes:
    """So many copies of a score sheet, no two alike."""
    head = "deal | dealer | bidder | contract | points A | points B\n"
    sheets = "".join(
        f"Sheet {'AB'[number % 2]}:\n{head}1 | 2 | 4 | 29 S | {number} | {56 - number}\n"
        for number in range(count)
    )
    return _text('[Rules "international"]\n' + sheets)


def wide_sheet(cells: int) -> bytes:
    return _text("Sheet:\ndeal" + " | points A" * cells + "\n" + "1 |" * cells + "\n")


def many_deals(count: int) -> bytes:
    """So many deals, every one of the same number."""
    return _text(
        '[Rules "international"]\n' + ('[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S\n' * count)
    )


def many_claims(count: int) -> bytes:
    """Deals in which the first to lead claims everything, with all cards still in hand."""
    rng, deals = Random(3), []
    pack = [rank + suit for rank in ("J", "9", "A", "10", "K", "Q") for suit in "CDHS"] * 2
    for number in range(1, count + 1):
        rng.shuffle(pack)
        hands = "".join(
            f"{seat}: {' '.join(pack[8 * seat - 8 : 8 * seat])}\n" for seat in range(1, 7)
        )
        deals.append(
            f'[Deal "{number}"]\n[Dealer "2"]\nHands:\n{hands}Auction:\n3: 28 S, P, P, P, P, P\nPlay:\n'
            f"! claim 3: {' '.join(pack[16:24])}\n! challenge A\n"
        )
    return _text('[Rules "international"]\n' + "".join(deals))


def many_events(count: int) -> bytes:
    events = (
        "! swap-teams",
        "! retracted 4:KS -> 4:QD",
        "! objection B",
        "! seats 1=Biju",
        "! redeal",
    )
    lines = "\n".join(events[number % len(events)] for number in range(count))
    return _text(DEAL + "Auction:\n3: 28 S, P, P, P, P, P\nPlay:\n3:JS 9S\n" + lines + "\n")


def many_tags(count: int) -> bytes:
    return _text("".join(f'[Tag{number} "x"]\n' for number in range(count)) + HONEST)


def garbage(lines: int) -> bytes:
    """Lines that are no record, each another, after a deal that is one."""
    rng = Random(2)
    signs = "{}[]|;:!?@-+\"'\\.0123 JHS\u202e\u0661\u00b2"
    rows = ("".join(rng.choices(signs, k=40)) for _ in range(lines))
    return _text(HONEST + "\n".join(rows) + "\n")


def one_line(size: int) -> bytes:
    """A line without end, of quotation marks and strokes that never close."""
    return _text(DEAL + '! note "' + '\\"' * (size // 2) + "\n")


def open_quotes(lines: int, length: int = 19_000) -> bytes:
    """Rows of a sheet with a text in each that nobody closes."""
    row = '"' + '\\"' * (length // 2) + "\n"
    return _text("Sheet:\ndeal | points A\n" + row * lines)


def blanks(size: int) -> bytes:
    return _text(
        DEAL + "Auction:\n3:" + " " * size + "28" + " \t" * size + "S" + " ;" * size + "\n"
    )


def lines_of_blanks(lines: int, length: int = 19_000) -> bytes:
    """Lines of calls with thousands of blanks within."""
    return _text(DEAL + "Auction:\n" + f"28{' ' * length}S\n" * lines)


def large_figures(digits: int) -> bytes:
    """Figures of thousands of digits, and digits that are none."""
    figure = "9" * digits
    return _text(
        f'[Rules "international"]\n[Round "{figure}"]\n[Deal "{figure}"]\n[Dealer "{figure}"]\n'
        f"Auction:\n3: {figure} S, 28\u00b2 S, \u0662\u0668 S, {{28 0.{figure}|29 1e999}} S\n"
        f"Play:\ntrick {figure}: JS 9S\nResult:\npoints A {figure} B -{figure}\nscore A \u00b9 B 1e400\n"
        f"Sheet:\ndeal | points A | total A\n{figure} | {figure} | -{figure}\n"
        f"match points A {figure} B 0\n"
    )


def strange_names() -> bytes:
    """Names with markup, formulas, signs for a terminal, and marks that turn the writing round."""
    names = (
        '[Event "<script>alert(1)</script><img src=x onerror=alert(2)>"]\n'
        '[TeamA " =cmd|\'/c calc\'!A1"]\n[TeamB "\u202egnp.eslaf\u202c\u2066"]\n'
        '[Recorder "\x1b[2J\x1b[31m[red]"]\n[Round "1"]\n[Table "1"]\n'
        '[Seat1 "\t+1+1"]\n[Seat2 "\ufeff@SUM(A1)"]\n[Seat3 "-2\r\n=3"]\n'
    )
    return _text(names + HONEST)


def pbn_games(count: int) -> bytes:
    return "".join(plain_games(5, count)).encode()


def pbn_unclosed(games: int) -> bytes:
    """Games each of which opens a comment that nobody closes."""
    return "".join(game.rstrip() + "\n{ not closed\n\n" for game in plain_games(6, games)).encode()


def pbn_tags(count: int) -> bytes:
    """A game of so many tags, and a game that takes them over."""
    tags = "".join(f'[Tag{number} "x"]\n' for number in range(count))
    over = "".join(f'[Tag{number} "#"]\n' for number in range(count))
    return _text(f'[Board "1"]\n{tags}\n[Board "2"]\n{over}\n')


def pbn_table(width: int) -> bytes:
    """A table whose columns ask for so many blanks."""
    rows = f"N S 1\nE H {width}\n"
    head = f'[OptimumResultTable "Declarer;Denomination\\{width}R;Result\\{width}L"]\n'
    return _text(f'[Board "1"]\n{head}{rows}\n')


def pbn_hand(cards: int) -> bytes:
    """A hand of so many aces."""
    hand = "A" * cards
    return _text(
        f'[Board "1"]\n[Dealer "N"]\n[Deal "N:{hand}... {hand}... {hand}... {hand}..."]\n\n'
    )


def pbn_auction(calls: int) -> bytes:
    return _text(
        '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n' + "1C =1= ! 7NT X\n" * (calls // 3) + "\n"
    )


def pbn_play(rows: int) -> bytes:
    return _text(
        '[Board "1"]\n[Contract "3NT"]\n[Declarer "N"]\n[Play "E"]\n'
        + "SA SA SA SA\n" * rows
        + "\n"
    )


def pbn_brackets(count: int) -> bytes:
    return _text('[Board "1"]\n' + "[" * count + '"' * count + "{" * count + "]" * count + "\n\n")


def pbn_one_line(size: int) -> bytes:
    return _text('[Board "1"]\n[Note "' + "x" * size)


def lin_bars(count: int) -> bytes:
    return _text("qx|o1|" + "|" * count)


def lin_commands(count: int) -> bytes:
    """A board of so many unknown commands, calls and cards."""
    made = made_deal(Random(4), 1)
    return _text(lin_board(made, "o1") + "zz|x|mb|7N|pc|SA|" * count)


def lin_hands(cards: int) -> bytes:
    return _text("qx|o1|md|1S" + "A" * cards + "H,S,S|sv|o|\n")


def lin_boards(count: int) -> bytes:
    made = made_deal(Random(4), 1)
    return "\n".join(lin_board(made, f"o{number}") for number in range(1, count + 1)).encode()

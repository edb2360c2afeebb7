"""What the files of several programs have in common: tags, hands, calls and tricks as text, commentary."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bench.text.pbn_games import SEATS, SUITS, Made, hand_text, leaders


@dataclass(frozen=True, slots=True)
class Table:
    """One game of a file: the deal, at which table, and what the file says of all."""

    random: Random
    made: Made
    index: int
    """Position in the file, from 0."""
    label: int
    """The number of the board on paper."""
    room: str
    event: str
    names: tuple[str, str, str, str]
    """West, North, East, South."""
    slip: bool
    """Whether one entry is written wrong."""


def tag(name: str, value: object) -> str:
    return f'[{name} "{value}"]\n'


def players(table: Table) -> str:
    seats = ("West", "North", "East", "South")
    return "".join(tag(seat, name) for seat, name in zip(seats, table.names, strict=True))


def calls(table: Table, end: str = "", passes: str = "Pass") -> list[str]:
    """The calls of the auction, each as written. With `passes` ``AP`` the last three are one word."""
    words = table.made.calls
    if passes == "AP" and not table.made.passed:
        words = [*words[:-3], "AP"]
    elif passes != "Pass":
        words = [passes if word == "Pass" else word for word in words]
    if table.slip and table.random.random() < 0.3 and len(words) > 4:
        del words[-2:]
    return [word + end for word in words]


def in_rows(words: list[str], end: str = "") -> str:
    return "".join(" ".join(words[at : at + 4]) + end + "\n" for at in range(0, len(words), 4))


def play_rows(table: Table, gap: str = "-") -> list[list[str]]:
    """The tricks as far as recorded, in columns; `gap` for cards of the last that were not played."""
    random, rows = table.random, table.made.rows
    kept = random.choice((4, 8, 16, 16, 16, 20, 24, 32, 44, 48, 52, 52))
    if kept % 4 == 0 and kept < 52 and random.random() < 0.2:
        kept += random.randint(1, 3)
    done: list[list[str]] = []
    for row, leader in zip(rows, leaders(table.made), strict=True):
        if kept <= 0:
            break
        order = [(leader + turn) % 4 for turn in range(4)]
        played = set(order[:kept])
        done.append([card if at in played else gap for at, card in enumerate(row)])
        kept -= 4
    if table.slip and random.random() < 0.5 and done:
        done[-1][0] = done[0][1]
    return done


def score(made: Made) -> int:
    """Points of the declaring side."""
    written = made.dealt.written.score or {}
    points = written.get("NS", 0) - written.get("EW", 0)
    return -points if made.declarer % 2 else points


def written_score(table: Table) -> int:
    points = score(table.made)
    return points + 10 if table.slip and table.random.random() < 0.5 else points


def report(random: Random, lines: int) -> str:
    """A few lines of commentary."""
    words = (
        "declarer",
        "ruffed",
        "the",
        "spade",
        "was",
        "led",
        "to",
        "dummy's",
        "\\HK",
        "4S;",
        "3NT",
        "and",
    )
    text = "\n".join(" ".join(random.choices(words, k=9)) for _ in range(lines))
    return f"{{\n{text}.\n}}\n"


def diagram(made: Made, bare: bool) -> str:
    """The four hands drawn in a comment; `bare`: without the signs of suits."""

    def hand(seat: int, indent: str) -> str:
        suits = hand_text(made.hands[seat]).split(".")
        signs = SUITS if bare else [f"\\{suit}" for suit in SUITS]
        return "".join(
            f"{indent}{sign} {' '.join(ranks.replace('T', '10') or '-')}\n"
            for sign, ranks in zip(signs, suits, strict=True)
        )

    wide = " " * 15
    return "{\n" + hand(0, wide) + hand(3, "") + hand(1, wide * 2) + hand(2, wide) + "}\n"


def declared(table: Table) -> tuple[str, str, str]:
    """Declarer, contract and result as written."""
    made = table.made
    return (
        ("", "Pass", "") if made.passed else (SEATS[made.declarer], made.contract, str(made.tricks))
    )


def opener(table: Table) -> str:
    return SEATS[(table.made.declarer + 1) % 4]

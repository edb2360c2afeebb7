"""PBN files made of random deals: legal auctions, legal play, every entry right; and such with all that
the notation has beside (comments, notes, marks, tables, inherited tags, foreign layout).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

SEATS: Final = "NESW"
RANKS: Final = "AKQJT98765432"
SUITS: Final = "SHDC"
DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")
VULNERABLE: Final = ("None", "NS", "EW", "All")
MOST_LEVELS: Final = 35

Hand = list[tuple[int, int]]
"""Cards as (suit, rank), each an index: the ace of spades is (0, 0)."""


@dataclass(slots=True)
class Auction:
    """A legal auction: the calls, the last bid and by whom, how it is doubled, and the declarer."""

    calls: list[str] = field(default_factory=list)
    bid: int = -1
    by: int = 0
    doubled: int = 0
    declarer: int = 0


@dataclass(slots=True)
class Made:
    """A deal that was bid and played."""

    board: int
    hands: list[Hand]
    auction: Auction
    rows: list[list[str]]
    tricks: int

    @property
    def dealer(self) -> int:
        return (self.board - 1) % 4

    @property
    def vulnerable(self) -> str:
        return VULNERABLE[(self.board - 1 + (self.board - 1) // 4) % 4]

    @property
    def deal(self) -> str:
        hands = (hand_text(self.hands[(self.dealer + turn) % 4]) for turn in range(4))
        return f"{SEATS[self.dealer]}:{' '.join(hands)}"

    @property
    def contract(self) -> str:
        bid = self.auction.bid
        if bid < 0:
            return "Pass"
        return f"{bid // 5 + 1}{DENOMINATIONS[bid % 5]}{'X' * self.auction.doubled}"


def hand_text(hand: Hand) -> str:
    return ".".join("".join(RANKS[r] for s, r in sorted(hand) if s == suit) for suit in range(4))


def made_deal(random: Random, board: int) -> Made:
    """A deal dealt, bid and played at random, within the rules."""
    pack = [(suit, rank) for suit in range(4) for rank in range(13)]
    random.shuffle(pack)
    hands = [sorted(pack[seat * 13 : seat * 13 + 13]) for seat in range(4)]
    auction = auction_of(random, (board - 1) % 4)
    rows, tricks = ([], 0) if auction.bid < 0 else played(random, hands, auction)
    return Made(board, hands, auction, rows, tricks)


def auction_of(random: Random, dealer: int) -> Auction:
    """An auction at random; one in six is passed out."""
    made = Auction()
    first: dict[tuple[int, int], int] = {}
    seat, passes = dealer, 0
    while passes < (3 if made.bid >= 0 else 4):
        chance = random.random()
        eager = 0.35 if made.bid < 0 else 0.45 if made.bid < 20 else 0.05
        others = made.bid >= 0 and (seat - made.by) % 2 == 1
        if chance < eager and made.bid < MOST_LEVELS - 1:
            made.bid = min(MOST_LEVELS - 1, made.bid + random.choice((1, 1, 2, 3, 4, 5)))
            made.by, made.doubled, passes = seat, 0, 0
            made.calls.append(f"{made.bid // 5 + 1}{DENOMINATIONS[made.bid % 5]}")
            first.setdefault((seat % 2, made.bid % 5), seat)
        elif chance > 0.95 and made.bid >= 0 and others == (made.doubled == 0) and made.doubled < 2:
            made.doubled, passes = made.doubled + 1, 0
            made.calls.append("X" * made.doubled)
        else:
            passes += 1
            made.calls.append("Pass")
        seat = (seat + 1) % 4
    if made.bid >= 0:
        made.declarer = first[made.by % 2, made.bid % 5]
    return made


def played(
    random: Random, hands: list[Hand], auction: Auction, revokes: Container[int] = ()
) -> tuple[list[list[str]], int]:
    """The cards of every trick, in columns from the opening leader, and declarer's tricks.

    `revokes`: tricks, from 0, in which the first who can both follow and throw another card throws one.
    """
    trump = (3, 2, 1, 0, -1)[auction.bid % 5]
    leader = opening = (auction.declarer + 1) % 4
    left = [list(hand) for hand in hands]
    rows, tricks = [], 0
    for number in range(13):
        row, faultless = [""] * 4, number not in revokes
        led, best, winner = -1, (-1, 0), leader
        for turn in range(4):
            seat = (leader + turn) % 4
            able = [card for card in left[seat] if card[0] == led] or left[seat]
            if not faultless and len(able) < len(left[seat]) and able[0][0] == led:
                able, faultless = [card for card in left[seat] if card[0] != led], True
            suit, rank = card = random.choice(able)
            left[seat].remove(card)
            row[(seat - opening) % 4] = SUITS[suit] + RANKS[rank]
            led = suit if led < 0 else led
            strength = (2 if suit == trump else 1 if suit == led else 0, -rank)
            if strength > best:
                best, winner = strength, seat
        leader = winner
        tricks += (winner - auction.declarer) % 2 == 0
        rows.append(row)
    return rows, tricks


def leaders(made: Made) -> Iterator[int]:
    """The column that led each trick."""
    trump = ("C", "D", "H", "S", "")[made.auction.bid % 5]
    leader = 0
    for row in made.rows:
        yield leader
        led = row[leader][0]
        leader = max(range(4), key=lambda at: _strength(row[at], led, trump))


def _strength(card: str, led: str, trump: str) -> tuple[int, int]:
    suit = 2 if card[0] == trump else 1 if card[0] == led else 0
    return suit, -RANKS.index(card[1])


def plain_text(made: Made, random: Random) -> str:
    """The deal in export format."""
    auction = made.auction
    passed = auction.bid < 0
    tags = [
        ("Event", "Club pairs"),
        ("Site", "Kozhikode"),
        ("Date", f"2024.03.{made.board % 28 + 1:02}"),
        ("Board", str(made.board)),
        *(
            (seat, f"Player {random.randint(1, 200)}")
            for seat in ("West", "North", "East", "South")
        ),
        ("Dealer", SEATS[made.dealer]),
        ("Vulnerable", made.vulnerable),
        ("Deal", made.deal),
        ("Scoring", "MP"),
        ("Declarer", "" if passed else SEATS[auction.declarer]),
        ("Contract", made.contract),
        ("Result", "" if passed else str(made.tricks)),
    ]
    lines = [f'[{name} "{value}"]' for name, value in tags]
    lines.append(f'[Auction "{SEATS[made.dealer]}"]')
    calls = auction.calls
    lines += [" ".join(calls[index : index + 4]) for index in range(0, len(calls), 4)]
    if not passed:
        lines.append(f'[Play "{SEATS[(auction.declarer + 1) % 4]}"]')
        lines += [" ".join(row) for row in made.rows]
    return "\n".join(lines) + "\n"


def plain_games(seed: int, count: int) -> Iterator[str]:
    """Texts of games in export format, each ending with its empty line."""
    random = Random(seed)
    for board in range(1, count + 1):
        yield plain_text(made_deal(random, board), random) + "\n"


HEAD: Final = "% PBN 2.1\n% EXPORT\n"

_COMMENTS: Final = (
    "{a comment}",
    "{two\nlines}",
    "{with\n\nan empty line}",
    "; to the end of the line\n",
)
_TABLE: Final = (
    '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n'
    "N NT  6\nN  S  3\nE NT  4\nE  H 11\n"
)
_MORE: Final = (
    '[Room "Open"]\n',
    '[ScoreIMP "NS 3.5"]\n',
    '[Round "1.A"]\n',
    '[Annotator "José ☺ \\"J\\""]\n',
    '[Hidden "#"]\n',
    '[Site "#"]\n',
    '[HomeTeam "##Malabar"]\n',
    '[BCFlags "1f"]\n',
    '[Description "a \\\\ b"]\n',
    "% an escape\n",
    _TABLE,
    '[ScoreTable "Rank;Names\\12;Score_NS\\5R"]\n1 "Anu;Binu" 420\n2 "Cee ;Dee" -50\n',
)


def rich_text(random: Random, board: int) -> str:
    """A game in import format, with everything that the notation has, or parts of it."""
    made = made_deal(random, board)
    text = plain_text(made, random)
    head, _, rest = text.partition("[Auction")
    auction, _, play = rest.partition("[Play")
    for _ in range(random.randint(0, 3)):
        at = head.find("\n", random.randint(0, len(head) - 1)) + 1 or len(head)
        head = head[:at] + random.choice(_MORE) + head[at:]
    if random.random() < 0.3:
        head = head.rstrip("\n") + " " + random.choice(_COMMENTS).rstrip("\n") + "\n"
    auction = _adorned(random, auction, "$13")
    play = _adorned(random, play, "$14")
    parts = [head]
    if random.random() < 0.8:
        parts.append("[Auction" + auction)
    if play and random.random() < 0.8:
        if random.random() < 0.3:
            rows = play.splitlines(keepends=True)
            kept = rows[: random.randint(1, len(rows))]
            play = "".join(kept) + random.choice(("*\n", "+\n", "- - - -\n*\n"))
        parts.append("[Play" + play)
    if random.random() < 0.2:
        parts.append(random.choice(_MORE))
    text = "".join(parts)
    if random.random() < 0.1:
        text = text.replace("Pass", random.choice(("pass", "P", "AP", "-")))
    return text


def _adorned(random: Random, section: str, glyph: str) -> str:
    """A section with suffixes, notes, glyphs, marks and comments beside some of its words."""
    if not section or random.random() < 0.5:
        return section
    tag, _, body = section.partition("\n")
    words = body.replace("\n", " \n ").split(" ")
    beside = ("!", "?!", "=1=", glyph, "{why}", "$200", "! =1= $33")
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(words))
        words.insert(at, random.choice((*beside, "^R", "^I", "^S", "^L", "*")))
    notes = '[Note "1:as agreed"]\n' if "=1=" in words else ""
    return f"{tag}\n{' '.join(words)}{notes}"


def rich_games(seed: int, count: int) -> Iterator[str]:
    """Texts of games in import format, each ending with its empty line."""
    random = Random(seed)
    for board in range(1, count + 1):
        yield rich_text(random, board).rstrip("\n") + "\n" + random.choice(("\n", "\n", " \t\n\n"))

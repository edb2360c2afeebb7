"""PBN files made of random deals: legal auctions, legal play, every entry right; and such with all that
the notation has beside (comments, notes, marks, tables, inherited tags, foreign layout).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from samples.making.chance import given
from samples.making.records import bridge_deals
from samples.making.records.table import winner_of

SEATS: Final = "NESW"
RANKS: Final = "AKQJT98765432"
SUITS: Final = "SHDC"


@dataclass(slots=True)
class Made:
    """A deal that was bid and played, as programs write it: ``ST`` for a card, ``1NT`` for a call."""

    dealt: bridge_deals.Made
    hands: list[list[str]]
    rows: list[list[str]]
    """The cards of every trick, in columns from the opening leader."""

    @property
    def board(self) -> int:
        return self.dealt.board

    @property
    def dealer(self) -> int:
        return SEATS.index(self.dealt.dealer)

    @property
    def vulnerable(self) -> str:
        return self.dealt.sides

    @property
    def calls(self) -> list[str]:
        return [spoken.said.text.replace(" ", "") for spoken in self.dealt.bidding.calls]

    @property
    def passed(self) -> bool:
        return self.dealt.contract is None

    @property
    def declarer(self) -> int:
        """Declarer; North where all passed."""
        return SEATS.index(self.dealt.contract.by) if self.dealt.contract else 0

    @property
    def deal(self) -> str:
        return hands_from(self, self.dealer)

    @property
    def contract(self) -> str:
        agreed = self.dealt.contract
        if agreed is None:
            return "Pass"
        return f"{agreed.value}{agreed.trump}{'X' * (agreed.doubled // 2)}"

    @property
    def tricks(self) -> int:
        """Declarer's."""
        return given(self.dealt.written.points)["NS" if self.declarer % 2 == 0 else "EW"]


def hand_text(hand: Sequence[str]) -> str:
    ranks = ([card[1] for card in hand if card[0] == suit] for suit in SUITS)
    return ".".join("".join(sorted(suit, key=RANKS.index)) for suit in ranks)


def hands_from(made: Made, seat: int) -> str:
    hands = (hand_text(made.hands[(seat + turn) % 4]) for turn in range(4))
    return f"{SEATS[seat]}:{' '.join(hands)}"


def card_text(card: str) -> str:
    return card[-1] + card[:-1].replace("10", "T")


def written(dealt: bridge_deals.Made) -> Made:
    """A deal that is over, as programs write it."""
    dealt.settle()
    rows = []
    for trick in dealt.playing.tricks if dealt.playing else ():
        cards = {seat: card_text(card) for seat, card in trick.pairs}
        opening = SEATS.index(bridge_deals.after(dealt.contract.by)) if dealt.contract else 0
        rows.append([cards[SEATS[(opening + turn) % 4]] for turn in range(4)])
    return Made(dealt, [[card_text(card) for card in dealt.hands[seat]] for seat in SEATS], rows)


def made_deal(random: Random, board: int) -> Made:
    """A deal dealt, bid and played at random, within the rules."""
    return written(bridge_deals.clean_deal(random, board))


def leaders(made: Made) -> Iterator[int]:
    """The column that led each trick."""
    leader = 0
    for row in made.rows:
        yield leader
        order = [(leader + turn) % 4 for turn in range(4)]
        trick = [(SEATS[at], row[at][1].replace("T", "10") + row[at][0]) for at in order]
        trump = made.contract[1:].rstrip("X")
        leader = SEATS.index(winner_of(bridge_deals.TABLE, trick, trump))


def plain_text(made: Made, random: Random) -> str:
    """The deal in export format."""
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
        ("Declarer", "" if made.passed else SEATS[made.declarer]),
        ("Contract", made.contract),
        ("Result", "" if made.passed else str(made.tricks)),
    ]
    lines = [f'[{name} "{value}"]' for name, value in tags]
    lines.append(f'[Auction "{SEATS[made.dealer]}"]')
    calls = made.calls
    lines += [" ".join(calls[index : index + 4]) for index in range(0, len(calls), 4)]
    if not made.passed:
        lines.append(f'[Play "{SEATS[(made.declarer + 1) % 4]}"]')
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

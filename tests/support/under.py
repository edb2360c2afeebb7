"""Short ways to put one record under any rulebook in a test."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Record, Seat
from fairdeal.rulings import Verdict, check, load
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.rulebooks.rulebook import Rulebook
from samples.making.records.deals import deal_of, random_draft, record_of
from samples.making.records.table import HAND, VARIANTS


@dataclass(frozen=True, slots=True)
class Under:
    """A rulebook to put records under."""

    name: str

    @property
    def book(self) -> Rulebook:
        return load(self.name)

    def ruled(self, text: str) -> Verdict:
        return check(read(text).record, self.book)

    def auction(self, calls: str, dealer: str = "2", players: int = 6, more: str = "") -> Verdict:
        """One deal of which the auction was recorded, with whatever `more` adds after it."""
        heading = f'[Players "{players}"]\n[Deal "1"]\n[Dealer "{dealer}"]\n'
        return self.ruled(f"{heading}Auction:\n{calls}\n{more}")

    def codes(self, calls: str, dealer: str = "2") -> list[str]:
        return [each.code for each in self.auction(calls, dealer).findings]

    def contract(self, calls: str, dealer: str = "2") -> str | None:
        """The contract in short: ``32 C x2 by 1``."""
        made = self.auction(calls, dealer).deals[0].contract
        if made is None:
            return None
        return f"{made.value} {made.trump}{f' x{made.doubled}' if made.doubled > 1 else ''} by {made.by}"

    def trick(
        self, cards: str, trump: str = "NT", dealer: str = "2", players: int = 6
    ) -> Seat | None:
        """Who wins a first trick, the contract being 28 in a denomination."""
        text = f'[Players "{players}"]\n[Deal "1"]\n[Dealer "{dealer}"]\nPlay:\n{cards}\n'
        return self.ruled(f"{text}Result:\ncontract 28 {trump} by 1\n").deals[0].winners[0]

    def award(self, contract: str, points: str) -> dict[str, int] | None:
        """The award for a contract and the points of both sides as written down."""
        text = f'[Deal "1"]\n[Dealer "2"]\nResult:\ncontract {contract}\npoints {points}\n'
        return self.ruled(text).deals[0].award

    def legal(self, seats: int) -> str:
        """A whole legal deal for so many players, its number not said in the heading."""
        variant = next(v for v in VARIANTS if (v.rules, v.players) == (self.name, seats))
        rng = Random(1)
        draft = random_draft(rng, variant)
        while len(draft.tricks) < HAND:  # some rulebooks let the play end early
            draft = random_draft(rng, variant)
        text = write(record_of([deal_of(draft, rng)], variant))
        return text.replace(f'[Players "{seats}"]\n', "")

    def seats(self, text: str) -> int:
        """How many play, by the record."""
        return players(read(text).record, self.book)


def only(verdict: Verdict) -> Finding:
    """The one finding that there is."""
    assert [each.code for each in verdict.findings][1:] == []
    return verdict.findings[0]


def found(verdict: Verdict) -> list[tuple[str, str]]:
    """Code and place of every finding, in order."""
    return [(each.code, str(each.place)) for each in verdict.findings]


def hands_of(text: str) -> list[str]:
    """The lines of a record that are hands."""
    lines = text[text.index("Hands:") : text.index("Auction:")].splitlines()
    return lines[1:]


def record_in(text: str) -> Record:
    return read(text).record

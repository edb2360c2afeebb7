"""A synthetic evening of duplicate pairs: a Mitchell movement, a file a table, with ten irregularities."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from fairdeal.grammar.pbn.writer import HEAD, game_of, hand_of, write_remarked
from fairdeal.records import COMPASS_NAMES, Deal, Said, Seat, Tag, TermKind, Trick
from samples.making.bridge_irregularities import BridgeCase, make
from samples.making.chance import given
from samples.making.records.bridge_deals import deal_of, sensible, shuffled
from samples.making.records.table import Hands

_DEALERS: Final = {"S": "1", "W": "2", "N": "3", "E": "4"}
_SIDES: Final = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_PLAYERS: Final = ("South", "West", "North", "East")


def lin_of(deals: Iterable[Deal]) -> str:
    """A file with these boards, a line each."""
    return "".join(map(_line, deals))


def _line(deal: Deal) -> str:
    named = {tag.name: tag.value for tag in deal.tags}
    players = ",".join(named.get(name, "") for name in _PLAYERS)
    dealer, sides = (given(given(each).value) for each in (deal.dealer, deal.vulnerable))
    hands = ",".join(_hand(deal, seat) for seat in "SWNE")
    calls = "".join(f"mb|{_call(given(call.said.value))}|" for call in deal.calls)
    return (
        f"pn|{players}|st||md|{_DEALERS[dealer]}{hands}|rh||ah|Board {deal.label}|"
        f"sv|{_SIDES[sides]}|{calls}pg||{''.join(map(_trick, deal.play or ()))}\n"
    )


def _trick(trick: Trick) -> str:
    cards = (given(play.card.value) for play in trick.plays)
    return "".join(f"pc|{card.suit}{card.rank.replace('10', 'T')}|" for card in cards) + "pg||"


def _hand(deal: Deal, seat: Seat) -> str:
    suits = hand_of(given(entry.value) for entry in given(deal.hand(seat)).cards).split(".")
    return "".join(map("".join, zip("SHDC", suits, strict=True)))


def _call(said: Said) -> str:
    short = {TermKind.PASS: "p", TermKind.DOUBLE: "d", TermKind.REDOUBLE: "r"}
    kind = said.terms[0].kind if said.terms else None
    return short[kind] if kind in short else said.text.replace(" ", "").replace("NT", "N")


EVENT: Final = "Synthetic Mitchell Pairs"
TABLES: Final = 20
ROUNDS: Final = 9
BOARDS: Final = 3
SEED: Final = 19

IRREGULARITIES: Final = (
    "revoke",
    "insufficient-bid",
    "call-out-of-turn",
    "card-not-held",
    "award-entry",
    "points-entry",
    "contract-entry",
    "double-inadmissible",
    "redouble-inadmissible",
    "wrong-vulnerability",
)
"""One each, on ten boards: what PBN can say (who played out of turn it cannot)."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A finding that an audit must make: in which table's file, on which board."""

    table: int
    board: int
    code: str
    place: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """A board at a table: who met, and the deal as it was written down. `bent`: with an irregularity."""

    table: int
    round: int
    board: int
    pairs: tuple[int, int]
    deal: Deal
    bent: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole movement."""

    tables: int
    sittings: tuple[Sitting, ...]
    expected: tuple[Expected, ...]


def evening(
    tables: int = TABLES,
    rounds: int = ROUNDS,
    boards: int = BOARDS,
    kinds: Sequence[str] = IRREGULARITIES,
    seed: int = SEED,
) -> Evening:
    """The evening of a seed. Raises ValueError where pairs would meet boards a second time."""
    if tables < 2 or rounds > (tables + 1) // 2:
        raise ValueError(f"{tables} tables have room for {(tables + 1) // 2} rounds at most")
    numbers = range(1, tables * boards + 1)
    bent = _bent(numbers, kinds, seed)
    hands: dict[int, Hands] = {
        number: _dealt(bent[number]) if number in bent else shuffled(Random(f"{seed} {number}"))
        for number in numbers
    }
    met = list(_movement(tables, rounds, boards))
    chosen = {_spoilt(number, met, seed): each for number, each in bent.items()}
    sittings, expected = [], []
    for each in met:
        turn, table, pairs, number = each
        if each in chosen:
            deal = chosen[each].record.deals[0]
            expected += [Expected(table, number, w.code, w.place) for w in chosen[each].expected]
        else:
            deal = deal_of(sensible(Random(f"{seed} {number} {table}"), number, hands[number]))
        deal = replace(deal, tags=_tags(turn, table, pairs))
        sittings.append(Sitting(table, turn, number, pairs, deal, each in chosen))
    expected.sort(key=lambda each: (each.table, each.board))
    return Evening(tables, tuple(sittings), tuple(expected))


Met = tuple[int, int, tuple[int, int], int]
"""Round, table, the pairs and the board, each from 1."""


def _movement(tables: int, rounds: int, boards: int) -> Iterator[Met]:
    for turn in range(rounds):
        for table in range(tables):
            pairs = (table + 1, tables + (table - turn) % tables + 1)
            batch = (table + turn) % tables
            for number in range(batch * boards + 1, (batch + 1) * boards + 1):
                yield turn + 1, table + 1, pairs, number


def _spoilt(number: int, met: Sequence[Met], seed: int) -> Met:
    """At which table a board has its irregularity: one whose file is PBN, which has more to say than LIN."""
    at = [each for each in met if each[3] == number and not is_lin(each[1])]
    return Random(f"{seed} {number} bent").choice(at)


def is_lin(table: int) -> bool:
    """Whether a table's file is LIN."""
    return table % 4 == 0


def _dealt(case: BridgeCase) -> Hands:
    """What was dealt, as far as it is recorded."""
    hands = case.record.deals[0].hands or ()
    return {hand.seat: [card.value.text for card in hand.cards if card.value] for hand in hands}


def _bent(numbers: Sequence[int], kinds: Sequence[str], seed: int) -> dict[int, BridgeCase]:
    """Boards with an irregularity, spread over the numbers: one a kind."""
    found: dict[int, BridgeCase] = {}
    free = [number for number in numbers if number <= 32]

    def fits(case: BridgeCase, board: int) -> bool:
        deal = case.record.deals[0]
        plain = deal.label == str(board) and deal.result is not None and len(deal.calls) <= 14
        return plain and sorted(map(len, _dealt(case).values())) == [13] * 4

    for place, kind in enumerate(kinds):
        board = free[(place * len(free) // len(kinds) + 1) % len(free)]
        cases = (make(kind, attempt) for attempt in count(seed * 10_000))
        found[board] = next(case for case in cases if fits(case, board))
    return found


def _tags(turn: int, table: int, pairs: tuple[int, int]) -> tuple[Tag, ...]:
    players = {name: f"Pair {pairs[seat in 'EW']} {name}" for seat, name in COMPASS_NAMES.items()}
    named = {"Event": EVENT, "Site": "made by a program", "Date": "2026.09.12", **players}
    named |= {"Scoring": "MP", "Round": str(turn), "Table": str(table)}
    return tuple(Tag(*each) for each in named.items())


def files_of(made: Evening) -> dict[str, str]:
    """The files of the tables by their names."""
    files = {}
    for table in range(1, made.tables + 1):
        deals = [each.deal for each in made.sittings if each.table == table]
        games = (write_remarked(game_of(deal), ()) for deal in deals)
        text = lin_of(deals) if is_lin(table) else HEAD + "\r\n".join(games)
        files[f"table-{table:02d}.{'lin' if is_lin(table) else 'pbn'}"] = text
    return files


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--boards", type=int, default=BOARDS, help="boards a round")
    asked = parser.parse_args()
    made = evening(asked.tables, asked.rounds, asked.boards)
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, text in files_of(made).items():
        (asked.folder / name).write_text(text, encoding="utf-8", newline="\n")
    listed = asked.folder.with_name(f"{asked.folder.name}-expected.json")
    told = [asdict(each) for each in made.expected]
    listed.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(f"{len(made.sittings)} boards of {made.tables} tables; {len(told)} findings expected.")


if __name__ == "__main__":
    main()

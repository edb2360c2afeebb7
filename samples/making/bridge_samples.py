"""The samples of bridge: ``samples/bridge-tournament/`` and ``samples/alberta-match/``, all synthetic.

``python -m samples.making.bridge_samples`` writes both: a tournament's boards as PBN, some with one
irregularity or a wrong figure each; and a four-hand match, its hands typed and its WE and THEY sheet filled
in by hand and photographed. What must be found lies beside each. The handwriting needs the collection
of real strokes (`samples.making.handwriting`); the folders themselves are kept in the repository.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from fairdeal.grammar.notation.writer import write as written
from fairdeal.grammar.pbn.writer import encoded, write_deals
from fairdeal.records.cards import COMPASS
from fairdeal.records.record import Deal, Record, Tag
from fairdeal.rulings import check
from fairdeal.rulings.bridge.hearing import BRIDGE
from fairdeal.rulings.bridge.scoring.award import ruled_deals
from fairdeal.rulings.bridge.scoring.hand import Entered
from fairdeal.rulings.bridge.scoring.sheets import due_of
from samples.making.bridge_irregularities import Wanted, make
from samples.making.folders import photo_of_form, put_folder, sample_hand
from samples.making.photos.conditions import Conditions
from samples.making.records.bridge_deals import clean_deal, record_of

SAMPLES: Final = Path(__file__).parents[1]
BOARDS: Final = 24
SEEDED: Final[Mapping[int, str]] = {
    2: "insufficient-bid",
    4: "award-entry",
    5: "revoke",
    7: "points-entry",
    9: "call-out-of-turn",
    10: "wrong-dealer",
    12: "insufficient-marked",
    13: "redouble-inadmissible",
    15: "contract-entry",
    17: "double-inadmissible",
    18: "award-entry",
    20: "card-not-held",
    22: "wrong-vulnerability",
    23: "revoke",
}
"""The boards with something wrong, and what."""
_VIEW: Final = Conditions(tilt=12, tilt_towards=70, turn=3, light=0.2, shadow=0.2, curl=3)
MATCH_SEED: Final = 5
WRONG_HAND: Final = 2
"""The hand of the match with an insufficient bid."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A finding that must be there, by its code, its deal and its place."""

    code: str
    deal: str | None
    place: str
    seat: str | None = None


# --- a tournament's boards ----------------------------------------------------------------------


def tournament() -> tuple[tuple[Deal, ...], tuple[Expected, ...]]:
    """Boards 1 to 24 of one table, and all that is wrong with them."""
    deals, expected = [], []
    for board in range(1, BOARDS + 1):
        deal, wanted = _board(board)
        deals.append(replace(deal, tags=tuple(_board_tags(board))))
        expected += [Expected(w.code, str(board), w.place, w.seat) for w in wanted]
    return tuple(deals), tuple(expected)


def _board(board: int) -> tuple[Deal, tuple[Wanted, ...]]:
    kind = SEEDED.get(board)
    if kind is None:
        rng = Random(f"board {board}")
        return record_of(clean_deal(rng, board)).deals[0], ()
    seed = 0
    while True:
        case = make(kind, seed)
        deal = case.record.deals[0]
        if deal.label == str(board) and _plain(deal):
            return deal, case.wanted
        seed += 1


def _plain(deal: Deal) -> bool:
    """Whether the contract is one that people play: a board without a dozen tricks down."""
    return deal.result is not None and len(deal.calls) <= 16


def _board_tags(board: int) -> Iterable[Tag]:
    yield Tag("Event", "Synthetic Pairs")
    yield Tag("Site", "made by a program")
    yield Tag("Date", "2026.08.15")
    pair = {"NS": 3, "EW": 7 + (board - 1) // 4}
    for seat, name in zip(COMPASS, ("North", "East", "South", "West"), strict=True):
        side = "NS" if seat in "NS" else "EW"
        yield Tag(name, f"Pair {pair[side]} {name}")
    yield Tag("Scoring", "MP")


# --- a four-hand match --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its typed hands, the sheet's fields, and all that is wrong with both."""

    record: Record
    sheet: dict[str, str]
    expected: tuple[Expected, ...]


def match() -> Match:
    """Four hands, of which one has an insufficient bid, and a sheet with two slips."""
    book = BRIDGE.load("alberta")
    for seed in range(MATCH_SEED, 10_000):
        record, expected = _hands(seed)
        ruled = ruled_deals(record, check(record, book), book)
        due = [due_of(each) for each in ruled.values()]
        kinds = [line.kind for lines in due for line in lines or ()]
        told = all(lines for lines in due) and 7 <= len(kinds) <= 12
        if told and "game" in kinds and "down" in kinds and "overtricks" in kinds:
            lines = [(n, line) for n, lines in enumerate(due, 1) for line in lines or ()]
            sheet, slips = _entered(lines)
            return Match(record, sheet, (*expected, *slips))
    raise AssertionError("no seed gives such a match")


def _hands(seed: int) -> tuple[Record, list[Expected]]:
    deals, expected = [], []
    for number in range(1, 5):
        deal = record_of(clean_deal(Random(f"hand {seed} {number}"), number)).deals[0]
        if number == WRONG_HAND:
            case = next(
                found
                for n in range(seed * 1000, seed * 1000 + 900)
                if (found := make("insufficient-bid", n)).record.deals[0].label == str(number)
            )
            deal = case.record.deals[0]
            expected = [Expected(w.code, str(number), w.place, w.seat) for w in case.wanted]
        result = replace(deal.result, score={}) if deal.result is not None else None
        deals.append(replace(deal, vulnerable=None, result=result))
    tags = [Tag("Event", "Synthetic Club Match"), Tag("Date", "2026-08-22"), Tag("Table", "4")]
    tags += [Tag("Round", "2"), Tag("Rules", "alberta")]
    tags += [Tag(f"Seat{seat}", f"Player {seat}") for seat in COMPASS]
    return Record(tuple(tags), tuple(deals)), expected


def _entered(
    lines: Sequence[tuple[int, Entered]],
) -> tuple[dict[str, str], list[Expected]]:
    """The sheet's fields: the overtricks are 10 too many, and the total of THEY 100 too few."""
    fields = {"heading / we NS": "X"}
    sums = {"we": 0, "they": 0}
    rows = {"above": iter(range(1, 12)), "below": iter(range(12, 31, 2))}
    legs = {"we": 0, "they": 0}
    expected: list[Expected] = []
    for hand, line in lines:
        row = next(rows[line.line])
        column = "we" if line.team == "NS" else "they"
        points = line.points
        if line.kind == "overtricks" and not expected:
            points += 10
            expected.append(Expected("award-entry", str(hand), f"row {row} / {column}"))
        sums[column] += points
        fields[f"row {row} / deal"] = str(hand)
        fields[f"row {row} / {column}"] = str(points)
        if line.line == "below":
            legs[column] += points
            if legs[column] >= 100:
                fields[f"row {row + 1} / line"] = "X"
                legs = {"we": 0, "they": 0}
    fields["row 32 / we"] = str(sums["we"])
    fields["row 32 / they"] = str(sums["they"] - 100)
    expected.append(Expected("total-entry", None, "row 32 / they"))
    return fields, expected


# --- the folders --------------------------------------------------------------------------------


def write_tournament(folder: Path) -> list[Path]:
    deals, expected = tournament()
    files = {
        "boards.pbn": encoded(write_deals(deals)),
        "expected.json": _json(expected),
        "README.md": _TOURNAMENT.encode(),
    }
    return put_folder(folder, files)


def write_match(folder: Path) -> list[Path]:
    made = match()
    rng = np.random.default_rng(MATCH_SEED)
    heading = {
        f"heading / {name.lower()}": made.record.tag(name) or "" for name in ("Round", "Table")
    }
    entries, by_hand = made.sheet | heading, ("we NS", "round", "table")
    photo = photo_of_form("we-they", entries, sample_hand(1, rng), _VIEW, rng, "BRIDGE24", by_hand)
    files = {
        "hands.hrn": written(made.record).encode(),
        "synthetic-we-they.jpg": photo,
        "expected.json": _json(made.expected),
        "README.md": _MATCH.encode(),
    }
    return put_folder(folder, files)


def _json(expected: Sequence[Expected]) -> bytes:
    return (json.dumps([asdict(one) for one in expected], indent=1) + "\n").encode()


_TOURNAMENT: Final = """# Synthetic Pairs: the boards of one table as PBN

Nothing in this folder happened. Deals, calls, cards and figures were made up by a program,
`python -m samples.making.bridge_samples`; the pairs have numbers instead of names. It is here so that you
can try

    ./run check samples/bridge-tournament/boards.pbn
    ./run report samples/bridge-tournament/boards.pbn -o report.html

`expected.json` holds the findings that must come out, and no others.
"""
_MATCH: Final = """# Synthetic Club Match: four hands of bridge and their WE and THEY sheet

Nothing in this folder happened. The hands in `hands.hrn` were dealt, bid and played by a program, and
`synthetic-we-they.jpg` is no photo: the blank form was filled in and photographed by
`python -m samples.making.bridge_samples`. Try

    ./run report samples/alberta-match/hands.hrn samples/alberta-match/synthetic-we-they.jpg -o report.html

`expected.json` holds the findings that must come out, and no others.

The handwriting is put together from single characters that real people wrote on tablets (UNIPEN
train_r01_v07, International Unipen Foundation, doi 10.5281/zenodo.1195803, CC BY 4.0; the writers are
anonymous, their characters were scaled and drawn anew with another pen).
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the sample folders of bridge.")
    parser.add_argument("--folder", type=Path, default=SAMPLES)
    folder = parser.parse_args().folder
    done = write_tournament(folder / "bridge-tournament") + write_match(folder / "alberta-match")
    for path in done:
        print(f"{path.stat().st_size:8d}  {path}")


if __name__ == "__main__":
    main()

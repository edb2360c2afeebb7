"""Boards of synthetic events with adjusted scores, from their files to the standings: ``./run bench boards``.

Mitchell, Howell, matches of teams and Swiss of teams: every figure of every line is compared with a count of
its own. That compares every two results score by score in fractions and shares no line with the program;
victory points of eight boards are looked up in the table that federations print.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import partial
from random import Random
from typing import Final

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.tournament.from_case import result_of
from fairdeal.desk.tournament.pairs import Session, session_of
from tests.support.board_count import (
    SCORES,
    Line,
    as_played,
    count,
    howell,
    mitchell,
    plain,
    swing,
    text_of,
)

EVENTS: Final = 200
"""Events of each kind."""
BOARDS: Final = 8
"""Boards of a match of teams."""
PRINTED: Final = (
    "1000 1044 1086 1127 1167 1205 1242 1277 1312 1345 1378 1409 1439 1468 1496 1523 1550 1575 1600 1623"
    " 1646 1668 1690 1711 1731 1750 1769 1787 1804 1821 1837 1853 1868 1883 1897 1911 1924 1937 1950 1962"
    " 1974 1985 1995 2000"
)
"""Victory points of the winner of eight boards in hundredths, from a margin of 0 IMPs on."""


@dataclass
class Tally:
    """What was compared, and what differed."""

    results: int = 0
    adjusted: int = 0
    figures: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def compare(self, what: str, ours: object, theirs: object) -> None:
        self.figures += 1
        if ours != theirs:
            self.wrong.append(f"{what}: {ours}, counted {theirs}")

    def takes(self, lines: Sequence[Line]) -> None:
        self.results += len(lines)
        self.adjusted += sum(as_played(each.given) is None for each in lines)


def _alone(lines: Sequence[Line], line: Line) -> bool:
    """Whether an adjusted score has nothing on its board to be compared with."""
    board = [each for each in lines if each.board == line.board]
    return as_played(line.given) is None and any(
        isinstance(line.given[side], list)
        and sum(isinstance(each.given[side], list) for each in board) < 2
        for side in (0, 1)
    )


def standings(text: str) -> Session:
    """What the program makes of a file of PBN."""
    data = text.encode()
    case = case_of([typed(data, "event.pbn", hashlib.sha256(data).hexdigest())])
    found = session_of([result_of(case, "Event", "", "")])
    if found is None:
        raise RuntimeError("no board was read")
    return found


def table_file(lines: Sequence[Line]) -> str:
    """A board a game, with a table of its results."""
    text = ""
    for number in dict.fromkeys(each.board for each in lines):
        text += f'[Event "Evening"]\n[Board "{number}"]\n[Contract ""]\n[Result ""]\n'
        text += '[ScoreTable "Names_NS;Names_EW;Score_NS;Score_EW"]\n'
        for each in (line for line in lines if line.board == number):
            both = text_of(each.given).removeprefix("NS ").split(" EW ")
            text += " ".join(f'"{said}"' for said in (*each.pairs, *both)) + "\n"
        text += "\n"
    return text


def pairs(tally: Tally, lines: Sequence[Line], *, one_field: bool) -> None:
    """Matchpoints, what they are out of, cross-IMPs and place of every pair."""
    tally.takes(lines)
    started = time.process_time()
    found = standings(table_file(lines))
    tally.seconds += time.process_time() - started
    counted = count(lines, one_field=one_field)
    ways = {"North-South": 0, "East-West": 1, "": 0}
    tally.compare("pairs", len(found.pairs), len(counted))
    tally.compare("not counted", len(found.not_counted), sum(map(partial(_alone, lines), lines)))
    for line in found.pairs:
        points, of, imps = counted[line.pair, ways[line.direction]]
        tally.compare(f"{line.pair} matchpoints", line.matchpoints, points)
        tally.compare(f"{line.pair} out of", line.of, of)
        tally.compare(f"{line.pair} cross-IMPs", line.imps, imps)
        better = sum(
            own / out_of > points / of
            for (_, way), (own, out_of, _) in counted.items()
            if way == ways[line.direction]
        )
        tally.compare(f"{line.pair} place", line.place, better + 1)


def rooms(chance: Random, home: str, visit: str, turn: int) -> Iterator[tuple[Line, Line]]:
    """The boards of a match, in the open and in the closed room."""
    for number in range(BOARDS * turn + 1, BOARDS * (turn + 1) + 1):
        one, other = next(mitchell(2, 1, 1, chance)).given, plain(chance.choice(SCORES))
        if Fraction(55, 100) in one:  # nobody knows what that is in IMPs
            one = plain(0)
        yield Line(str(number), (home, visit), one), Line(str(number), (visit, home), other)


def teams(tally: Tally, chance: Random, number: int, turns: int) -> None:
    """IMPs and victory points of every match, and the table."""
    names = [f"Team {each}" for each in range(1, number + 1)]
    text, nets, total = "", {}, dict.fromkeys(names, Decimal(0))
    for turn in range(turns):
        chance.shuffle(names)
        for home, visit in zip(names[::2], names[1::2], strict=True):
            net = [Fraction(0), Fraction(0)]
            for both in rooms(chance, home, visit, turn):
                tally.takes(both)
                for room, line in zip(("Open", "Closed"), both, strict=True):
                    text += (
                        f'[Event "Teams"]\n[Board "{line.board}"]\n[Round "{turn + 1}"]\n[Room "{room}"]\n'
                        f'[HomeTeam "{home}"]\n[VisitTeam "{visit}"]\n'
                        f'[TeamNS "{line.pairs[0]} {room}"]\n[TeamEW "{line.pairs[1]} {room}"]\n'
                        f'[Score "{text_of(line.given)}"]\n\n'
                    )
                one, other = (each.given for each in both)
                net = [net[0] + swing(one[0], other[1]), net[1] + swing(one[1], other[0])]
            nets[turn + 1, home, visit] = net
            for name, own in zip((home, visit), net, strict=True):
                total[name] += victory_points(own)
    started = time.process_time()
    found = standings(text)
    tally.seconds += time.process_time() - started
    tally.compare("matches", len(found.matches), len(nets))
    for match in found.matches:
        net = nets[int(match.round), match.home, match.visit]
        margin = match.imps[0] - match.imps[1]
        both_nets = [margin + match.apart[0], match.apart[1] - margin]
        tally.compare(f"{match.home} – {match.visit} IMPs", both_nets, net)
        points = tuple(map(victory_points, net))
        tally.compare(f"{match.home} – {match.visit} VPs", match.victory_points, points)
    for each in found.teams:
        tally.compare(f"{each.team} VPs", each.victory_points, total[each.team])
        better = sum(points > total[each.team] for points in total.values())
        level = sum(points == total[each.team] for points in total.values())
        tally.compare(f"{each.team} place", better < each.place <= better + level, True)


def victory_points(margin: Fraction) -> Decimal:
    """As printed; half an IMP is left out."""
    printed = PRINTED.split()
    whole = int(abs(margin)) + (abs(margin) % 1 > Fraction(1, 2))
    won = Decimal(printed[min(whole, len(printed) - 1)]) / 100
    return won if margin >= 0 else 20 - won


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench boards", description=__doc__)
    parser.add_argument("--events", type=int, default=EVENTS)
    asked = parser.parse_args(arguments)
    kinds = {name: Tally() for name in ("Mitchell", "Howell", "teams", "Swiss of teams")}
    for seed in range(asked.events):
        chance = Random(seed)
        tables = chance.randrange(3, 14)
        lines = list(mitchell(tables, min(tables, 9), 2, chance))
        pairs(kinds["Mitchell"], lines, one_field=False)
        pairs(kinds["Howell"], list(howell(2 * chance.randrange(2, 6), 2, chance)), one_field=True)
        teams(kinds["teams"], chance, 2, 1)
        teams(kinds["Swiss of teams"], chance, 8, 4)
    for name, tally in kinds.items():
        print(
            f"{name}: {asked.events} events, {tally.results:,} results, {tally.adjusted:,} of them adjusted;"
            f" {tally.figures:,} figures, {len(tally.wrong)} differ;"
            f" {tally.seconds / asked.events:.2f} s an event",
            flush=True,
        )
        for wrong in tally.wrong[:5]:
            print(f"  {wrong}")
    return int(any(tally.wrong for tally in kinds.values()))


if __name__ == "__main__":
    sys.exit(main())

"""Boards of pairs as files that scoring programs read: USEBIO, and PBN with tables of results."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from fairdeal.desk.intake.adjustments import Adjustment
from fairdeal.desk.tournament.pairs import PairLine, Scored, Session, in_force, session_of
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.tournament.teams import shown
from fairdeal.grammar import usebio
from fairdeal.grammar.evening import Evening, Line, Pair
from fairdeal.grammar.pbn import results as pbn

_WAYS: Final = {"North-South": "NS", "East-West": "EW", "": ""}


def exchanged(
    results: Sequence[MatchResult], adjustments: Sequence[Adjustment] = ()
) -> dict[str, str]:
    """The files by name, as ruled where anything was; none where no pairs were compared."""
    session = session_of(results, ruled=True, adjustments=adjustments)
    if session is None or not session.pairs:
        return {}
    made = _evening(session)
    return {"results-usebio.xml": usebio.write(made), "results.pbn": pbn.write(made)}


def _evening(session: Session) -> Evening:
    numbers = {
        (line.pair.casefold(), line.direction): str(number)
        for number, line in enumerate(session.pairs, 1)
    }
    boards: dict[tuple[str, str], list[Line]] = {}
    for each in session.scored:
        if all(each.result.pairs):
            boards.setdefault((each.result.session, each.result.board), []).append(
                _line(each, numbers)
            )
    first = session.scored[0]
    return Evening(
        first.match.event,
        first.match.date,
        {"matchpoints": "MP", "imps": "IMP;Cross", "butler": "IMP;Butler"}[session.by],
        tuple(
            _pair(line, number)
            for line, number in zip(session.pairs, numbers.values(), strict=True)
        ),
        tuple((board, tuple(lines)) for (_, board), lines in boards.items()),
    )


def _pair(line: PairLine, number: str) -> Pair:
    players = tuple(line.pair.split(" and ", 1))
    return Pair(number, _WAYS[line.direction], players, line.place, line.percent)


def _line(each: Scored, numbers: dict[tuple[str, str], str]) -> Line:
    pairs = [
        next(numbers[name.casefold(), way] for way in ways if (name.casefold(), way) in numbers)
        for name, ways in zip(
            each.result.pairs, (("North-South", ""), ("East-West", "")), strict=True
        )
    ]
    both = in_force(each.result)
    scores = ("", "")
    if both is not None:
        plain = both[0].outcomes and both[0].opposite() == both[1] and len(both[0].outcomes) == 1
        scores = (both[0].text, "" if plain else both[1].text)
    known = bool(both and both[0].outcomes)
    contract, declarer = each.result.called if known else ("", "")
    return Line(
        (pairs[0], pairs[1]),
        contract,
        declarer,
        str(each.result.tricks) if known and each.result.tricks is not None else "",
        scores,
        (_points(each, 0), _points(each, 1)),
    )


def _points(each: Scored, side: int) -> str:
    earned = each.earned[side]
    return "" if earned is None else f"{float(Fraction(shown(earned.matchpoints))):g}"

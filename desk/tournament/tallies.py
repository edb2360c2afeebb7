"""How often what was found, at which table and in whose hand: where to look, not whom to blame."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from fairdeal.desk.tournament.results import MatchResult
from fairdeal.records.figures import figure


@dataclass(frozen=True, slots=True)
class Tally:
    """Findings of one table or recorder, over so many matches."""

    name: str
    matches: int
    offences: int
    entries: int
    doubts: int


def by_table(results: Iterable[MatchResult]) -> list[Tally]:
    return _tallied(results, lambda result: result.table)


def by_recorder(results: Iterable[MatchResult]) -> list[Tally]:
    return _tallied(results, lambda result: result.recorder)


def by_code(results: Iterable[MatchResult]) -> list[tuple[str, int]]:
    """Each kind of finding with its number, the most frequent first."""
    count = Counter(each.title for result in results for each in result.findings)
    return sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))


def _tallied(results: Iterable[MatchResult], name: Callable[[MatchResult], str]) -> list[Tally]:
    by_name: dict[str, list[MatchResult]] = defaultdict(list)
    for result in results:
        by_name[name(result) or "not known"].append(result)
    done = [_tally(each, found) for each, found in by_name.items()]
    done.sort(key=lambda tally: (-(tally.offences + tally.entries), _natural(tally.name)))
    return done


def _tally(name: str, results: list[MatchResult]) -> Tally:
    kinds = Counter(each.severity for result in results for each in result.findings)
    return Tally(
        name, len(results), kinds["offence"], kinds["entry"], sum(each.doubts for each in results)
    )


def _natural(name: str) -> tuple[int, str]:
    number = figure(name)
    return (number, "") if number is not None else (10**9, name.casefold())

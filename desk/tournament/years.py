"""What was found over the years: offences and slips of the pen, and in how many deals, in groups.

It counts every match that was judged: our own cases that were not removed, from the tables for searching,
and the matches of events of which no case was opened. A finding counts where it is established, or a
committee accepted or changed it; what a committee dismissed and what is still open stand apart. What only
follows from another finding, and what needs a less likely reading of the paper, does not count. Offences are
shown by logs, so they are counted in deals with a log; slips of the pen in all deals that any paper names.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, Literal, get_args

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.archive.acts import Json, is_received
from fairdeal.desk.archive.eventfile import EventFile, in_order
from fairdeal.desk.archive.search import Listed, found, listed, papers_of
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.proportions import Proportion
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.from_case import by_players
from fairdeal.desk.tournament.overview import harmless
from fairdeal.desk.tournament.results import UNKNOWN_NAMES, MatchResult
from fairdeal.desk.tournament.ruled import AUDIT, MATCH, results_of
from fairdeal.desk.tournament.standings import team_key
from fairdeal.records import in_groups, plain_number
from fairdeal.rulings.frame.finding import Certainty

By = Literal["year", "event", "rulebook", "table", "team", "recorder", "article", "kind"]
WAYS: Final[tuple[By, ...]] = get_args(By)
"""By what can be counted."""
NOT_KNOWN: Final = "not known"
NO_SIDE: Final = "no side named"
"""Findings that are of neither team: a slip in the sheet, say."""
Status = Literal["counted", "dismissed", "open"]
_YEAR: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:[01]\d[0-3]\d)?(?!\d)")
OFFENCE: Final = "offence"
SLIP: Final = "entry"
"""Severities of what is counted; what a rule or an advice says is neither."""


@dataclass(frozen=True, slots=True)
class Found:
    """An offence or a slip of the pen. `dealt` is one of the deals in which it can be found; None where it is
    of none of them."""

    code: str
    severity: str
    article: str
    team: str
    status: Status
    dealt: int | str | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A match that was judged. `event` is what its event is known by, `teams` the names of its sides."""

    event: str
    called: str
    year: str
    rulebook: str
    table: str
    recorder: str
    teams: Mapping[str, str]
    logged: int
    deals: int
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Matches:
    """All matches that can be counted; `left_out` are those of events that an earlier version audited."""

    judged: tuple[Judged, ...]
    left_out: int = 0

    @property
    def years(self) -> list[str]:
        """The years in which any was played, the last first; `NOT_KNOWN` at the end."""
        found = {each.year for each in self.judged}
        return [*sorted(found - {NOT_KNOWN}, reverse=True), *(found & {NOT_KNOWN})]

    def only(self, years: Iterable[str] = (), events: Iterable[str] = ()) -> Matches:
        """Those of some years and events, which are known by their keys or names; without any, of all."""
        some, at = set(years), {team_key(each) for each in events}
        kept = tuple(
            each
            for each in self.judged
            if (not some or each.year in some)
            and (not at or each.event in at or team_key(each.called) in at)
        )
        return replace(self, judged=kept)


@dataclass(slots=True)
class Counted:
    """Findings of one kind in a group; `dealt` of the `deals` in which they can be found have one."""

    findings: int = 0
    dealt: int = 0
    deals: int = 0

    @property
    def share(self) -> Proportion:
        """The deals that have one, with the bounds of their share."""
        return Proportion(self.dealt, self.deals)

    @property
    def hundred(self) -> float | None:
        """How many deals have one, out of a hundred; None without deals."""
        return 100 * self.dealt / self.deals if self.deals else None


@dataclass(slots=True)
class Group:
    """One row. `key` is what it is known by, `name` what it is called."""

    key: str
    name: str
    matches: int = 0
    offences: Counted = field(default_factory=Counted)
    slips: Counted = field(default_factory=Counted)
    dismissed: int = 0
    open: int = 0

    def over(self, match: Judged) -> None:
        """Count a match, and the deals in which anything of this group could be found."""
        self.matches += 1
        self.offences.deals += match.logged
        self.slips.deals += match.deals

    def count(self, some: Sequence[Found]) -> None:
        """Count those findings of one match that are of this group."""
        for counted, severity in ((self.offences, OFFENCE), (self.slips, SLIP)):
            of = [each for each in some if each.status == "counted" and each.severity == severity]
            counted.findings += len(of)
            counted.dealt += len(_dealt(of))
        self.dismissed += sum(each.status == "dismissed" for each in some)
        self.open += sum(each.status == "open" for each in some)


def whole(matches: Matches) -> Group:
    """All of it as one group."""
    group = Group("", "")
    for each in matches.judged:
        group.over(each)
        group.count(each.found)
    return group


def grouped(matches: Matches, by: By) -> list[Group]:
    """The groups: by their names, what is not known last; articles and kinds of finding the most frequent
    first."""
    if by == "kind" or by == "article":
        return _by_finding(matches.judged, by)
    groups: dict[str, Group] = {}
    for match in matches.judged:
        for (key, name), some in _parts(match, by):
            group = groups.setdefault(key, Group(key, name))
            group.over(match)
            group.count(some)
    if by == "event":
        _tell_apart(groups.values(), matches.judged)
    last = (NO_SIDE, NOT_KNOWN)
    return sorted(groups.values(), key=lambda each: (each.name in last, in_order(each.name)))


Named = tuple[str, str]
"""A group's key and its name."""


def _parts(match: Judged, by: By) -> Iterator[tuple[Named, Sequence[Found]]]:
    """The groups to which a match belongs, each with what was found that is of it."""
    if by != "team":
        yield _OF_MATCHES[by](match), match.found
        return
    sides = {side: _named(name) for side, name in match.teams.items()}
    for named in dict.fromkeys(sides.values()):
        yield named, [each for each in match.found if sides.get(each.team) == named]
    yield (NO_SIDE, NO_SIDE), [each for each in match.found if each.team not in sides]


def _named(name: str) -> Named:
    return team_key(name) or NOT_KNOWN, name.strip() or NOT_KNOWN


_OF_MATCHES: Final[dict[By, Callable[[Judged], Named]]] = {
    "year": lambda match: (match.year, match.year),
    "event": lambda match: (match.event, match.called),
    "rulebook": lambda match: _named(match.rulebook),
    "table": lambda match: _named(plain_number(match.table.strip())),
    "recorder": lambda match: _named(match.recorder),
}


def _by_finding(judged: Sequence[Judged], by: By) -> list[Group]:
    """A group for each kind or article, over all matches in which it is looked for."""
    of_books = in_groups((match.rulebook, match) for match in judged)
    groups: dict[str, Group] = {}
    books: dict[str, set[str]] = {}
    for match in judged:
        parts = in_groups(
            (each.code if by == "kind" else f"{match.rulebook} {each.article}", each)
            for each in match.found
        )
        for key, some in parts.items():
            if key not in groups:
                groups[key] = Group(key, words.title(key) if by == "kind" else key)
                books[key] = _looking(key, of_books) if by == "kind" else {match.rulebook}
            groups[key].count(some)
    for key, group in groups.items():
        for book in books[key]:
            for match in of_books[book]:
                group.over(match)
    return sorted(
        groups.values(),
        key=lambda each: (-each.offences.findings - each.slips.findings, each.name),
    )


def _looking(code: str, books: Iterable[str]) -> set[str]:
    """The rulebooks under which a kind of finding is looked for; of one that is not known here it may be."""
    return {book for book in books if (codes := _codes(book)) is None or code in codes} or {*books}


@cache
def _codes(book: str) -> frozenset[str] | None:
    return frozenset(rulings.load(book).findings) if book in rulings.known() else None


def _dealt(found: Iterable[Found]) -> set[int | str]:
    """The deals in which any of these was found."""
    return {each.dealt for each in found if each.dealt is not None}


def _tell_apart(groups: Iterable[Group], judged: Sequence[Judged]) -> None:
    """Events of one name by the years in which they were played."""
    names = Counter(team_key(each.name) for each in groups)
    years: dict[str, set[str]] = defaultdict(set)
    for match in judged:
        years[match.event].add(match.year)
    for each in groups:
        if names[team_key(each.name)] > 1 and each.key != NOT_KNOWN:
            each.name = f"{each.name} ({', '.join(sorted(years[each.key]))})"


# From the archive and from audits to matches.


def matches_of(archive: Archive, papers: EventPapers) -> Matches:
    """Every match that was judged, of cases and events."""
    events = {each.id: each for each in papers.all()}
    cases = [
        each
        for each in listed(archive)
        if each.rulebook is not None and each.state != "removed" and not is_received(each.case_id)
    ]
    opened = opened_from(archive, cases)
    results = [
        (event, match)
        for event in reversed(events.values())  # the first one keeps papers that two have
        for match in _results(papers, event)
    ]
    of_events: list[Judged] = []
    left_out = 0
    counted = {
        _papers(match) for event, match in results if case_of(opened, event.id, match) is not None
    }
    by_hand = {frozenset(papers_of(archive, each.case_id)) for each in cases if results}
    for event, match in results:
        if _papers(match) in counted or frozenset(match.digests) in by_hand:
            continue
        counted.add(_papers(match))
        left_out += match.logged is None
        if match.logged is not None:
            of_events.append(_of_match(match, event))
    called = _by_name(of_events)
    by_case = _findings(archive)
    of_cases = (_of_case(each, by_case[each.case_id], events, called) for each in cases)
    return Matches((*of_cases, *of_events), left_out)


Opened = Mapping[tuple[str, str, str], str]
"""Cases by the event and the title of the match that they were opened from, and each of their papers."""


def opened_from(archive: Archive, cases: Iterable[Listed]) -> Opened:
    """Which of these cases were opened from matches of events."""
    return {
        (str(each.tags[AUDIT]), str(each.tags[MATCH]), digest): each.case_id
        for each in cases
        if AUDIT in each.tags and MATCH in each.tags
        for digest in papers_of(archive, each.case_id)
    }


def case_of(opened: Opened, event: str, match: MatchResult) -> str | None:
    """The case that was opened from a match; None where none was."""
    found = (opened.get((event, match.title, digest)) for digest in match.digests)
    return next((case for case in found if case is not None), None)


def _results(papers: EventPapers, event: EventFile) -> Sequence[MatchResult]:
    done = results_of(papers.reports(event.id))
    return () if done is None else done.results


def _papers(match: MatchResult) -> tuple[str, frozenset[str]]:
    """What the same match has in two events: one file may hold several matches."""
    return match.title, frozenset(match.digests)


def _by_name(judged: Iterable[Judged]) -> dict[Named, str]:
    """Events by name and year: a case that was opened by hand is of the event that its heading names. Of two
    with one name and year neither is among them."""
    found: dict[Named, set[str]] = defaultdict(set)
    for each in judged:
        found[team_key(each.called), each.year].add(each.event)
    return {named: next(iter(events)) for named, events in found.items() if len(events) == 1}


def _of_match(match: MatchResult, event: EventFile) -> Judged:
    rows: list[Row] = [
        (
            *(each.code, each.severity, each.article, each.team),
            "counted" if each.established else "open",
            each.deal,
            each.game,
        )
        for each in match.findings
        if each.severity in (OFFENCE, SLIP)
    ]
    return _judged(
        (event.id, event.title),
        _year(match.date),
        match.rulebook,
        match.table,
        match.recorder,
        match.teams,
        (match.logged or 0, match.deals),
        rows,
    )


def _of_case(
    case: Listed, rows: Sequence[Row], events: Mapping[str, EventFile], called: Mapping[Named, str]
) -> Judged:
    def said(tag: str) -> str:
        text = str(case.tags.get(tag) or "").strip()
        return "" if text in UNKNOWN_NAMES else text

    year, (name, heading) = _year(said("Date")), _named(said("Event"))
    event = called.get((name, year)) or (name if name == NOT_KNOWN else f"{name} {year}")
    of = events.get(said(AUDIT)) or events.get(event)
    sides = (_side(said, "A", "NS", "North South"), _side(said, "B", "EW", "East West"))
    return _judged(
        (event, heading) if of is None else (of.id, of.title),
        year,
        case.rulebook or "",
        said("Table"),
        said("Recorder"),
        sides,
        (case.logged, case.deals),
        rows,
    )


def _side(said: Callable[[str], str], side: str, pair: str, seats: str) -> str:
    """What a side is called: a pair by its players, where nothing else names it."""
    by_name = said(f"Team{side}") or said(f"Team{pair}")
    return by_name or by_players([said(seat) for seat in seats.split()])


Row = tuple[str, str, str, str, Status, str | None, int | None]
"""Of a finding: code, severity, article, side, what became of it, and number and position of its deal."""


def _findings(archive: Archive) -> dict[str, list[Row]]:
    """Every finding of the cases that is an offence or a slip of the pen, by case."""
    by_case: dict[str, list[Row]] = defaultdict(list)
    for case, certainty, decision, doubt, *of, deal, game in found(archive, (OFFENCE, SLIP)):
        if decision is not None:
            status: Status = "dismissed" if decision == "dismiss" else "counted"
        elif doubt:
            continue
        else:
            status = "counted" if certainty == Certainty.ESTABLISHED.value else "open"
        code, severity, article, team = of
        by_case[case].append((code, severity, article, team or "", status, deal, game))
    return by_case


def _judged(
    event: Named,
    year: str,
    rulebook: str,
    table: str,
    recorder: str,
    sides: tuple[str, str],
    deals: tuple[int, int],
    rows: Sequence[Row],
) -> Judged:
    """A match, with each of its findings at the deal in which it counts: what is found in a row of a sheet is
    of the same deal as what is found in its log."""
    game_of = {deal: game for *_, deal, game in rows if deal is not None and game is not None}
    some = []
    for code, severity, article, team, status, deal, game in rows:
        log = game if game is not None else game_of.get(deal or "")
        some.append(
            Found(
                code,
                severity,
                article,
                team,
                status,
                log if severity == OFFENCE or log is not None else deal,
            )
        )
    of_logs = _dealt(each for each in some if each.severity == OFFENCE)
    logged = max(deals[0], len(of_logs))
    one, two = sides
    return Judged(
        *event,
        year,
        rulebook or NOT_KNOWN,
        table,
        recorder,
        {"A": one, "B": two, "NS": one, "EW": two},
        logged,
        max(logged, deals[1], len(_dealt(some))),
        tuple(some),
    )


def _year(date: str) -> str:
    """The year in a date as it is written. The day on which a case was opened says little of when it was
    played."""
    found = _YEAR.search(date)
    return found[1] if found else NOT_KNOWN


SCHEMA: Final = "fairdeal.statistics/1"


def as_csv(by: By, groups: Sequence[Group]) -> str:
    """The groups as a table that no spreadsheet takes for formulas."""
    text = io.StringIO(newline="")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([by, *list(row_of(Group("", "")))[1:]])
    rows.writerows([harmless(value) for value in row_of(each).values()] for each in groups)
    return text.getvalue()


def as_json(by: By, matches: Matches) -> Json:
    """All of it and the groups, for programs."""
    return {
        "schema": SCHEMA,
        "by": by,
        "whole": row_of(whole(matches)),
        "groups": [row_of(each) for each in grouped(matches, by)],
    }


def row_of(group: Group) -> dict[str, str | int | float | None]:
    """A group as a row of a table, for programs. Shares and bounds are out of a hundred deals; None without
    deals."""
    row: dict[str, str | int | float | None] = {"name": group.name, "matches": group.matches}
    for name, counted in (("offences", group.offences), ("slips", group.slips)):
        low, high = counted.share.bounds if counted.deals else (None, None)
        row |= {
            name: counted.findings,
            f"deals_with_{name}": counted.dealt,
            f"deals_for_{name}": counted.deals,
            f"{name}_in_100": _hundredths(counted.dealt / counted.deals if counted.deals else None),
            f"{name}_low": _hundredths(low),
            f"{name}_high": _hundredths(high),
        }
    return row | {"dismissed": group.dismissed, "open": group.open}


def _hundredths(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 3)

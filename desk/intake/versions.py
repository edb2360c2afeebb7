"""A match judged where papers differ: in every version of an open deal, and what holds in all of them.

A finding that holds by one paper and not by another is not established: it depends on which of them is right,
and is named with the paper that it rests on. Each version is judged with its own deal and the sheets alone,
so the work grows with the papers of one deal, not with the match.

A player writes a figure twice: under the deal, and on the sheet. Where both are wrong alike, it was copied,
and is one finding with two places (`found_once`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.ledger import Ledger, OpenDeal, Version
from fairdeal.desk.score.steps import Stray, strays, ways_of_rows, ways_of_strays
from fairdeal.records import Place, Record, firsts
from fairdeal.rulings import Refusal, Rulebook, Verdict, check, game_of
from fairdeal.rulings.doubt.dependence import Needed, no_surer
from fairdeal.rulings.frame.finding import (
    At,
    AwardIf,
    Certainty,
    DealVerdict,
    Decided,
    Finding,
    Named,
    Related,
    Remedy,
    few,
    named,
)

DIFFER: Final = "copies-disagree"
"""The finding that papers differ."""

COUNT: Final = "deal-count"
"""The finding that numbers of deals do not fit."""

MOST_VERSIONS: Final = 12
"""Versions of one deal that are judged: more than two teams and a recorder have ever written down."""


def judged(
    ledger: Ledger, refused: Sequence[Refusal] = (), decided: Sequence[Decided] = ()
) -> Verdict:
    """What the rulebook says of the papers of a match, by all versions of the deals that are open."""
    record, book = ledger.merged.record, ledger.book
    chosen = {each.game: _chosen(each, decided) for each in ledger.open}
    for game, version in chosen.items():
        if version is not None:
            record = _with(record, game, version)
    verdict = found_once(check(record, book, refused, decided), record)
    for open_ in ledger.open:
        if chosen[open_.game] is None:
            verdict = _mixed(verdict, open_, record, book, refused, decided)
        else:
            verdict = replace(verdict, findings=(*verdict.findings, _finding(open_, book, ())))
    return _with_strays(_with_copies(verdict, record, book), record, book)


def _with_strays(verdict: Verdict, record: Record, book: Rulebook) -> Verdict:
    """The verdict with each log whose number the sheet does not have, beside the row that it is likely of."""
    one, two = game_of(book).sides
    ways = ways_of_strays(record, verdict, (one, two))
    found = []
    for stray in strays(record, verdict):
        given = ways.get(stray.row_label, ())
        cell = Place.of(f"row {stray.row + 1}", "deal")
        message = (
            f"The sheet has no deal {stray.label}, and its deal {stray.row_label} has no log. Contract and "
            "dealer are the same: one of the two numbers is most likely a slip of the pen."
        )
        awards = tuple(
            AwardIf(f"{papers} is right", {one: pair[0] or 0, two: pair[1] or 0}, (papers,))
            for pair, papers in given
        )
        slip = Finding(
            COUNT,
            "entry",
            book.findings[COUNT].article if COUNT in book.findings else "",
            cell,
            message,
            Remedy("committee" if awards else "correct-entry"),
            "The committee decides which deal the log is of." if awards else "Correct the number.",
            deal=stray.row_label,
            at=At(row=stray.row + 1, column="deal"),
            related=(
                Related(Place.of(f"deal {stray.label}", "deal"), f"the log says {stray.label}"),
            ),
            awards_if=awards,
        )
        found.append(no_surer(slip, list(_needed(record, stray))))
    return replace(verdict, findings=(*verdict.findings, *found)) if found else verdict


def _needed(record: Record, stray: Stray) -> Iterator[Needed]:
    """The entries by which a log is of a row with another number, as far as they are in doubt."""
    sheet = stray.sheet
    entries = (
        (Place.of(f"deal {stray.label}", "deal"), record.deals[stray.game - 1].number),
        *(
            (Place.of(f"row {stray.row + 1}", column), sheet.cell(stray.row, column))
            for column in ("deal", "contract")
        ),
    )
    for place, entry in entries:
        share = 1.0 if entry is None else (entry.nearly() or entry.weighted())[0][1]
        if share < 1.0:
            yield Needed(place, 1.0 / share - 1.0 if share else inf)


def _with_copies(verdict: Verdict, record: Record, book: Rulebook) -> Verdict:
    """The verdict with what a deal scores by each team's copy, where these differ and no log decides."""
    one, two = game_of(book).sides
    ways = ways_of_rows(record, verdict, (one, two)) if len(record.sheets) > 1 else {}
    if not ways:
        return verdict
    found = []
    for finding in verdict.findings:
        given = [
            AwardIf(f"{name} is right", {one: pair[0], two: pair[1]}, (name,))
            for pair, name in ways.get(finding.deal or "", ())
            if pair[0] is not None and pair[1] is not None
        ]
        own = finding.code == DIFFER and finding.follows_from is None
        if own and finding.at.row is not None and len(given) > 1:
            text = "The committee decides which copy is right."
            finding = replace(
                finding, awards_if=tuple(given), remedy=Remedy("committee"), remedy_text=text
            )
        found.append(finding)
    return replace(verdict, findings=tuple(found))


def _with(record: Record, game: int, version: Version) -> Record:
    deals = list(record.deals)
    deals[game - 1] = version.deal
    return replace(record, deals=tuple(deals))


def _chosen(open_: OpenDeal, decided: Sequence[Decided]) -> Version | None:
    """The version that a committee took; None as long as the deal is open."""
    taken = [it for it in decided if it.game == open_.game and it.named[0] == DIFFER and it.holds]
    return next((it for it in open_.versions if taken and taken[0].way == condition(it)), None)


def condition(version: Version) -> str:
    """What a committee decides that takes a version: ``log-15.hrn is right``."""
    return f"{_papers(version.papers)} {'is' if len(version.papers) == 1 else 'are'} right"


def _mixed(
    verdict: Verdict,
    open_: OpenDeal,
    record: Record,
    book: Rulebook,
    refused: Sequence[Refusal],
    decided: Sequence[Decided],
) -> Verdict:
    """The verdict with what holds of an open deal by all its versions, and by some of them."""
    versions = open_.versions[:MOST_VERSIONS]
    alone = [_alone(each, open_.game, record, book, refused, decided) for each in versions]
    of_deal = [[each for each in found.findings if each.game == open_.game] for found in alone]
    keys = [{_key(each) for each in found} for found in of_deal]
    everywhere = set.intersection(*keys)
    findings = [
        each
        if each.game != open_.game or _key(each) not in keys[0] or _key(each) in everywhere
        else _depending(each, open_, versions, keys)
        for each in verdict.findings
    ]
    shown = {_key(each) for each in findings}
    others = firsts((_key(each), each) for found in of_deal[1:] for each in found)
    more = [
        _depending(replace(each, span=None), open_, versions, keys)
        for key, each in others.items()
        if key not in shown
    ]
    ways = [
        (each, found.deals[0]) for each, found in zip(versions, alone, strict=True) if found.deals
    ]
    difference = _finding(open_, book, ways)
    at = max((n for n, each in enumerate(findings, 1) if each.game == open_.game), default=0)
    findings[at:at] = [difference, *more]
    explained = {(each.game, each.entries) for each in verdict.explanations}
    explanations = [
        each
        for found in alone[1:]
        for each in found.explanations
        if (each.game, each.entries) not in explained
    ]
    differ = len({_award(deal) for _, deal in ways}) > 1
    return replace(
        verdict,
        findings=tuple(findings),
        deals=tuple(
            _open_deal(each, ways) if each.game == open_.game and differ else each
            for each in verdict.deals
        ),
        totals=None if differ else verdict.totals,
        match_points=None if differ else verdict.match_points,
        explanations=(*verdict.explanations, *explanations),
    )


def _alone(
    version: Version,
    game: int,
    record: Record,
    book: Rulebook,
    refused: Sequence[Refusal],
    decided: Sequence[Decided],
) -> Verdict:
    """A version of one deal judged with the sheets of the match, findings under its place in the record."""
    small = replace(record, deals=(version.deal,))
    own = [_moved(each, 1) for each in decided if each.game == game]
    found = check(
        small, book, [replace(each, game=1) for each in refused if each.game == game], own
    )
    found = found_once(found, small)
    return replace(
        found,
        findings=tuple(
            replace(each, game=game, follows_from=_at_game(each.follows_from, game))
            if each.game == 1
            else each
            for each in found.findings
        ),
        explanations=tuple(
            replace(each, game=game) for each in found.explanations if each.game == 1
        ),
    )


def _at_game(cause: Named | None, game: int) -> Named | None:
    """A finding's cause under its deal's place in the record."""
    if cause is None or cause[3] is None:
        return cause
    code, parts, seat, _, sheet = cause
    return (code, parts, seat, game, sheet)


def _moved(decided: Decided, game: int) -> Decided:
    code, parts, seat, of, sheet = decided.named
    return replace(
        decided, game=game, named=(code, parts, seat, None if of is None else game, sheet)
    )


def _key(finding: Finding) -> tuple[object, ...]:
    return (finding.code, finding.place, finding.seat, finding.team, finding.at.sheet, finding.due)


def _depending(
    finding: Finding,
    open_: OpenDeal,
    versions: Sequence[Version],
    keys: Sequence[set[tuple[object, ...]]],
) -> Finding:
    """A finding by some of the papers: it depends on which of them are right."""
    have = [v for v, known in zip(versions, keys, strict=True) if _key(finding) in known]
    share = len(have) / len(versions) * (finding.probability or 0.0)
    place = Place.parse(open_.difference.place)
    return replace(
        finding,
        certainty=Certainty.DEPENDS,
        probability=share,
        depends_on=(place, *(each for each in finding.depends_on if each != place)),
        message=f"By {_papers(name for v in have for name in v.papers)}: {finding.message}",
        by="record",
    )


def _awards_if(ways: Sequence[tuple[Version, DealVerdict]]) -> tuple[AwardIf, ...]:
    """What the deal gives by each version, with the papers that it rests on."""
    return tuple(AwardIf(condition(each), way.award, each.papers) for each, way in ways)


def _award(deal: DealVerdict) -> tuple[tuple[str, int], ...] | None:
    return None if deal.award is None else tuple(sorted(deal.award.items()))


def _open_deal(deal: DealVerdict, ways: Sequence[tuple[Version, DealVerdict]]) -> DealVerdict:
    """What came of a deal that is open: an award by each version."""
    outcomes = {each.outcome for _, each in ways}
    return replace(
        deal,
        outcome=deal.outcome if len(outcomes) == 1 else "undecided",
        award=None,
        counted=None,
        papers_differ=True,
        awards_if=_awards_if(ways),
        arithmetic=("The papers differ, and each gives another score.",),
    )


def _finding(
    open_: OpenDeal, book: Rulebook, ways: Sequence[tuple[Version, DealVerdict]]
) -> Finding:
    """That papers differ: one finding, at the first entry in which they do."""
    difference = open_.difference
    first, second = open_.versions[:2]
    message = (
        f"{_papers(first.papers)} {_have(first)} {difference.here}, "
        f"{_papers(second.papers)} {_have(second)} {difference.there}."
    )
    if len(open_.versions) > 2:
        message += f" {words.count(len(open_.versions) - 2, 'more version')} of the deal."
    differ = len({_award(deal) for _, deal in ways}) > 1
    if ways and not differ:
        message += " The deal gives the same score either way."
    article = book.findings[DIFFER].article if DIFFER in book.findings else ""
    return Finding(
        DIFFER,
        "entry",
        article,
        Place.parse(difference.place),
        message,
        Remedy("committee" if differ else "correct-entry"),
        "The committee decides which paper is right." if differ else "Correct the wrong entry.",
        deal=open_.label,
        game=open_.game,
        awards_if=_awards_if(ways) if differ else (),
    )


def _have(version: Version) -> str:
    return "has" if len(version.papers) == 1 else "have"


COPIED: Final = frozenset({"award-entry", "penalty-entry", "points-entry"})
"""Wrong figures that stand under a deal and on the sheet."""

SURE_ENOUGH: Final = 0.95
"""Figures that are this surely wrong in both places are put together."""

_CopiedKey = tuple[str, int | None, str]


def found_once(verdict: Verdict, record: Record) -> Verdict:
    """The verdict, a wrong figure under a log compared with the same one on a sheet. What a slip of the
    pen in the deal would explain stays apart: there the log alone may be wrong."""
    findings = verdict.findings
    if not findings:
        return verdict
    explained = {
        (each.game, code, place) for each in verdict.explanations for code, place in each.findings
    }
    in_logs = {
        _copied_key(each): each
        for each in findings
        if each.at.row is None
        and each.code in COPIED
        and (each.game, each.code, each.place) not in explained
    }
    twins = {
        id(found): in_logs[_copied_key(found)]
        for found in findings
        if found.at.row is not None and _copied(found, in_logs.get(_copied_key(found)), record)
    }
    if not twins:
        return verdict
    gone = {id(each) for each in twins.values()}
    kept = {
        named(twins[id(each)]): each.follows_from or named(each)
        for each in findings
        if id(each) in twins
    }
    left = [
        _following_twin(_with_twin(each, twins.get(id(each))), kept)
        for each in findings
        if id(each) not in gone
    ]
    return replace(verdict, findings=tuple(left))


def _following_twin(finding: Finding, kept: Mapping[Named, Named]) -> Finding:
    """A finding that follows from one that is put to another follows from that."""
    cause = finding.follows_from
    if cause is None or cause not in kept:
        return finding
    return replace(finding, follows_from=None if kept[cause] == named(finding) else kept[cause])


def _copied_key(finding: Finding) -> _CopiedKey:
    return finding.code, finding.game, finding.place.parts[-1]


def _copied(on_sheet: Finding, in_log: Finding | None, record: Record) -> bool:
    if in_log is None or on_sheet.game is None or on_sheet.at.row is None:
        return False
    sure = min(on_sheet.probability or 0.0, in_log.probability or 0.0) >= SURE_ENOUGH
    result = record.deals[on_sheet.game - 1].result
    number = on_sheet.place.sheet or on_sheet.at.sheet or 1
    if not sure or result is None or number > len(record.sheets):
        return False
    column = on_sheet.place.parts[-1]
    kind, _, team = column.rpartition(" ")
    entry = {"score": result.score, "points": result.points}.get(kind, {}).get(team)
    written = record.sheets[number - 1].number(on_sheet.at.row - 1, column)
    return entry is not None and entry.value is not None and entry.value == written


def _with_twin(finding: Finding, in_log: Finding | None) -> Finding:
    if in_log is None:
        return finding
    place = in_log.place.in_deal(in_log.deal)
    also = Related(place, "the same figure stands under the deal")
    related = few(finding.place, (also, *finding.related))
    surer = max(finding, in_log, key=lambda each: each.probability or 0.0)
    return replace(
        finding,
        related=related,
        certainty=surer.certainty,
        probability=surer.probability,
        depends_on=surer.depends_on,
        by=surer.by,
    )


def _papers(names: Iterable[str]) -> str:
    return words.listed(sorted(set(names)))

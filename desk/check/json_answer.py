"""What ``check --format json`` prints: the schema ``fairdeal.check/1``; and ``read``: ``fairdeal.read/1``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from json.encoder import encode_basestring
from typing import Any, Final

from fairdeal.desk import words
from fairdeal.desk.check.questions import NONE_OPEN, Missing, Question, Questions
from fairdeal.desk.intake.case import settled_by
from fairdeal.desk.intake.documents import problem_of
from fairdeal.desk.score.figures import MatchScore, score_json
from fairdeal.records import Contract, Field, Problem, Record, Span, Team, Transcript
from fairdeal.rulings.frame.finding import (
    At,
    AwardIf,
    Branch,
    Certainty,
    Coverage,
    DealVerdict,
    Explanation,
    Finding,
    Remedy,
    Verdict,
    named,
)

SCHEMA: Final = "fairdeal.check/1"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the person wants to see: `possible` findings too, and everything that was checked."""

    possible: bool = False
    everything: bool = False


def as_json(
    source: str,
    verdict: Verdict,
    problems: Iterable[Problem],
    asked: Asked = Asked(),
    open_: Questions = NONE_OPEN,
    score: MatchScore | None = None,
    not_there: Sequence[Missing] = (),
    record: Record | None = None,
) -> Json:
    """The object for one file, its keys in the order in which they are promised; `open_` is what a person
    should look at before it is final, `score` the score of the match three ways, `not_there` what is not
    recorded, `record` what names the cells of entries that were typed in a spreadsheet."""
    findings = shown(verdict, asked)
    told = findings_json(findings, without_award(verdict.deals))
    if record is not None:
        for finding, each in zip(findings, told, strict=True):
            if (cell := record.cell_at(words.address(finding))) is not None:
                each["cell"] = cell
    return {
        "schema": SCHEMA,
        "source": source,
        "rulebook": verdict.rulebook,
        "problems": [problem_json(problem) for problem in all_problems(verdict, problems)],
        "findings": told,
        "deals": [deal_json(deal) for deal in verdict.deals],
        "totals": _by_team(verdict.totals),
        "match_points": _by_team(verdict.match_points),
        "coverage": [coverage_json(entry) for entry in few(coverage(verdict, asked))],
        "explanations": [explanation_json(each) for each in verdict.explanations],
        "questions": [question_json(each) for each in open_.open],
        "other_doubts": open_.others,
        **({} if score is None else {"score": score_json(score)}),
        "not_recorded": [missing_json(each) for each in not_there],
    }


def indented(value: object, line: str = "\n") -> str:
    """A value as `json.dumps` writes it with an indent of 1, in a third of its time: with an indent it leaves
    its encoder in C. `line`: the end of a line, and the indent of the next one."""
    leaf = _LEAVES.get(type(value))
    if leaf is not None:
        return leaf(value)
    inner = f"{line} "
    if isinstance(value, dict):
        told = [f"{encode_basestring(key)}: {indented(each, inner)}" for key, each in value.items()]
        return f"{{{inner}{f',{inner}'.join(told)}{line}}}" if told else "{}"
    if isinstance(value, list | tuple):
        told = [indented(each, inner) for each in value]
        return f"[{inner}{f',{inner}'.join(told)}{line}]" if told else "[]"
    return json.dumps(value, ensure_ascii=False)


_LEAVES: Final[Mapping[type, Callable[[Any], str]]] = {
    str: encode_basestring,
    int: int.__repr__,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): {None: "null"}.__getitem__,
}


def explanation_json(explanation: Explanation) -> Json:
    """A slip of the pen that would explain findings of one deal."""
    return {
        "deal": explanation.deal,
        "game": explanation.game,
        "entries": [
            {"place": str(each.place), "written": each.written, "read": each.read}
            for each in explanation.entries
        ],
        "share": round(explanation.share, 6),
        "findings": [{"code": code, "place": str(place)} for code, place in explanation.findings],
        "clean": explanation.clean,
        "left_out": {seat: [card.text for card in cards] for seat, cards in explanation.left_out},
    }


def missing_json(each: Missing) -> Json:
    """What is not recorded, and the one card that it can be by the others."""
    return {
        "deal": each.deal,
        "place": str(each.place),
        "what": each.what,
        "inferred": None if each.follows is None else each.follows.card.text,
    }


def question_json(question: Question) -> Json:
    """What a person should look at, and what the answer settles."""
    return {
        "deal": question.deal,
        "game": question.game,
        "places": [str(place) for place in question.places],
        "findings": [{"code": of.code, "place": str(of.place)} for of in question.findings],
        "outcome": question.outcome,
        "slip": question.explanation is not None,
        **({} if question.cell is None else {"cell": question.cell}),
    }


def unread(
    source: str, message: str, rulebook: str | None, problems: Iterable[Problem] = ()
) -> Json:
    """The object for a file that had nothing readable, so that it still has its line."""
    why = [problem_json(problem) for problem in problems]
    if not any(problem["severity"] == "error" for problem in why):
        why.insert(0, problem_json(Problem("error", message)))
    return {
        "schema": SCHEMA,
        "source": source,
        "rulebook": rulebook,
        "problems": why,
        "findings": [],
        "deals": [],
        "totals": None,
        "match_points": None,
        "coverage": [],
        "explanations": [],
    }


def all_problems(verdict: Verdict, problems: Iterable[Problem]) -> list[Problem]:
    """The problems of reading, and the liberties taken in replaying."""
    told = list(problems)
    left_out = len(told) - MOST_PROBLEMS
    if left_out > 0:
        severity = min((each.severity for each in told[MOST_PROBLEMS:]), key=_SEVERITY.index)
        more = f"{left_out:,} more problems of reading are left out here. Correct these first."
        told[MOST_PROBLEMS:] = [Problem(severity, more)]
    return [*told, *(problem_of(note) for note in verdict.notes), *settled(verdict)]


def settled(verdict: Verdict) -> list[Problem]:
    """The doubtful entries of which other entries, not the ink, chose the reading."""
    return [
        Problem("note", f"{each.place}: {told}", game=each.game, place=str(each.place))
        for each in verdict.settled
        if (told := settled_by(each)) is not None
    ]


def shown(verdict: Verdict, asked: Asked) -> list[Finding]:
    """The findings to print: those that are only possible when asked for, after all others."""
    if asked.possible:
        return [*verdict.findings, *verdict.possible]
    return [each for each in verdict.findings if each.certainty is not Certainty.POSSIBLE]


def coverage(verdict: Verdict, asked: Asked) -> list[Coverage]:
    """What could not be checked, or with `everything` what was too; and what is possible, counted."""
    entries = [entry for entry in verdict.coverage if asked.everything or not entry.checked]
    possible = Counter(
        (finding.code, finding.deal, finding.game)
        for finding in verdict.findings
        if finding.certainty is Certainty.POSSIBLE
    )
    return entries + [
        Coverage(code, deal, True, f"possible, not shown by the record: {count}", game)
        for (code, deal, game), count in possible.items()
    ]


MOST_PROBLEMS: Final = 5000
"""Problems of reading that are listed of one record or game: of a file with more, a person corrects the first
and reads it again."""

_SEVERITY: Final = ("error", "warning", "note")

MOST_COVERAGE: Final = 20_000
"""Entries of the coverage that are printed one by one: a thousand deals of which nothing was recorded but
their numbers have twice as many."""


def few(entries: Sequence[Coverage]) -> list[Coverage]:
    """The coverage as it is printed: beyond so many entries each rule and reason once, with a count."""
    if len(entries) <= MOST_COVERAGE:
        return list(entries)
    beyond = Counter((each.rule, each.checked, each.why) for each in entries[MOST_COVERAGE:])
    counted = [
        Coverage(rule, None, checked, f"{why or 'checked'} (in {count:,} more deals)")
        for (rule, checked, why), count in beyond.items()
    ]
    return [*entries[:MOST_COVERAGE], *counted]


def without_award(deals: Iterable[DealVerdict]) -> frozenset[int | None]:
    """The positions of the deals of which the award is the committee's, or not known."""
    return frozenset(deal.game for deal in deals if deal.award is None)


def findings_json(
    findings: Sequence[Finding], undecided: Collection[int | None], before: int = 0
) -> list[Json]:
    """The findings, each consequence with the position of the one that it follows from. `before`: how many
    stand above them in the list."""
    causes = {each.follows_from for each in findings}
    at = {named(each): n for n, each in enumerate(findings, before)} if causes != {None} else {}
    return [
        finding_json(
            each, undecided, None if each.follows_from is None else at.get(each.follows_from)
        )
        for each in findings
    ]


def finding_json(
    finding: Finding, undecided: Collection[int | None] = (), follows_from: int | None = None
) -> Json:
    """A finding. `by` is what vouches for it, where it is established; `count` stands in it only where
    several of one kind and place are one, `choices` only where the law leaves some. `undecided` are the
    deals that have no award."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "article": finding.article,
        "deal": finding.deal,
        "game": finding.game,
        "place": str(finding.place),
        "at": _at(finding.at),
        "seat": finding.seat,
        "team": finding.team,
        "certainty": finding.certainty.value,
        "probability": None if finding.probability is None else round(finding.probability, 6),
        "depends_on": [str(place) for place in finding.depends_on],
        "related": [{"place": str(of.place), "message": of.message} for of in finding.related],
        "needs_objection": finding.needs_objection,
        "objected": finding.objected,
        "setting": finding.setting,
        "span": _span(finding.span),
        "remedy": remedy_json(finding, finding.game in undecided),
        "message": finding.message,
        "by": finding.by if finding.certainty is Certainty.ESTABLISHED else None,
        "follows_from": follows_from,
        **({"count": finding.count} if finding.count > 1 else {}),
        **({"choices": [_choice(each) for each in finding.branches]} if finding.branches else {}),
    }


_TAKEN: Final = {True: "taken", False: "not taken", None: None}


def _choice(branch: Branch) -> Json:
    """One way that the law leaves open. `record`: whether the record shows that the table went it; a `remedy`
    of null is a score for the director to assign."""
    return {
        "key": branch.key,
        "law": branch.law,
        "if": branch.condition,
        "follows": branch.follows,
        "score": branch.score,
        "record": _TAKEN[branch.taken],
        "remedy": None if branch.remedy is None else _remedy(branch.remedy),
        "award": _by_team(branch.award),
    }


def _at(at: At) -> Json:
    """Only the parts that apply: an act in the auction has no trick, an entry of a sheet no call."""
    parts = {
        "call": at.call,
        "trick": at.trick,
        "seat": at.seat,
        "position": at.position,
        "sheet": at.sheet,
        "row": at.row,
        "column": at.column,
    }
    return {name: value for name, value in parts.items() if value is not None}


def remedy_json(finding: Finding, undecided: bool) -> Json | None:
    """The remedy; None where it does not apply, since the award is the committee's to choose."""
    chosen = undecided and finding.awards_if and finding.remedy.kind != "committee"
    return None if chosen else _remedy(finding.remedy)


def _remedy(remedy: Remedy) -> Json:
    return {"kind": remedy.kind, "to": remedy.to, "points": remedy.points}


def _span(span: Span | None) -> Json | None:
    return None if span is None else asdict(span)


def problem_json(problem: Problem) -> Json:
    place = problem.place or ""
    told = problem.message.startswith(place)
    return {
        "severity": problem.severity,
        "line": problem.line,
        "column": problem.column,
        "game": problem.game,
        "message": problem.message if told else f"{place}: {problem.message}",
    }


def contract_json(contract: Contract | None) -> Json | None:
    return None if contract is None else asdict(contract)


def deal_json(deal: DealVerdict) -> Json:
    return {
        "deal": deal.deal,
        "game": deal.game,
        "contract": contract_json(deal.contract),
        "points": _by_team(deal.points),
        "outcome": deal.outcome,
        "award": _by_team(deal.award),
        "counted": None
        if deal.counted is None
        else {"outcome": deal.counted.outcome, "article": deal.counted.article},
        "awards_if": _ways(deal.awards_if),
    }


def _ways(ways: Iterable[AwardIf]) -> list[Json]:
    return [{"if": way.condition, "award": _by_team(way.award)} for way in ways]


def _by_team(figures: dict[Team, int] | None) -> Json | None:
    return None if figures is None else dict(figures)


def coverage_json(entry: Coverage) -> Json:
    return {
        "rule": entry.rule,
        "deal": entry.deal,
        "checked": entry.checked,
        "why": entry.why,
    }


READ_SCHEMA: Final = "fairdeal.read/1"


def reading_json(transcript: Transcript) -> dict[str, Any]:
    """The object for one photo, or one page of a scan."""
    return {
        "schema": READ_SCHEMA,
        "photo": transcript.photo,
        "form": transcript.form,
        "sheet": transcript.sheet,
        "readers": list(transcript.readers),
        "corners": [_point(point) for point in transcript.corners],
        "problems": [
            {"code": each.code, "severity": each.severity, "message": each.message}
            for each in transcript.problems
        ],
        "fields": [_field(field) for field in transcript.fields],
        "open_shapes": [
            {
                "signs": list(shape.signs),
                "probability": _figure(shape.probability),
                "entries": list(shape.names),
            }
            for shape in transcript.open_shapes
        ],
    }


def _field(field: Field) -> dict[str, Any]:
    guessed = {"suggestions": list(field.suggestions)} if field.kind == "text" else {}
    marked = {"mark": field.mark, "same_as": field.same_as} if field.mark else {}
    return {
        "name": field.name,
        "kind": field.kind,
        "text": field.text,
        "blank": field.blank,
        "altered": field.altered,
        "flagged": field.flagged,
        "probability": _figure(field.probability),
        "rivals": [[text, _figure(weight)] for text, weight in field.rivals],
        "settled": list(field.settled),
        "taken": field.taken,
        **guessed,
        **marked,
        "region": [_point(point) for point in field.region],
    }


def _point(point: tuple[float, float]) -> list[float]:
    return [round(float(point[0]), 1), round(float(point[1]), 1)]


def _figure(probability: float) -> float:
    return round(float(probability), 6)

"""What the committee's acts say of the score: decisions, the figures of its ruling, what a correction did.

Judgements are kept in memory, each under the acts on which it rests, so that nobody sees an old one. What was
judged when its documents came in need not be judged again for the first page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act, Json
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import Numbered, keys_of, numbered, unlikely
from fairdeal.desk.score.figures import UNKNOWN, Pair, Score
from fairdeal.desk.score.match import score_of
from fairdeal.desk.score.steps import SCORES
from fairdeal.records import Team
from fairdeal.rulings import game_of
from fairdeal.rulings.frame.finding import (
    AS_CALLED,
    Branch,
    CallsRuled,
    Certainty,
    Decided,
    Finding,
    Remedy,
    named,
    score_text,
)
from fairdeal.rulings.frame.follows import ALIKE, consequences, share
from fairdeal.rulings.rulebooks.rulebook import RemedyKind

FIGURES: Final = ("score_a", "score_b")
"""The score that a ruling names, of the first and the second side of its game."""

_MOVE: Final[frozenset[RemedyKind]] = frozenset({"redeal", "award-deal", "points", "tricks"})
"""Remedies that change what a deal scores."""
_SCORE: Final = re.compile(r"-?[0-9]{1,6}")
MOST: Final = 9_999
"""Points of one deal that a person may name: more than any game has."""


def number(value: object) -> int | None:
    """A score as a person writes it; None where it is not one."""
    text = str(value or "").strip()
    return int(text) if _SCORE.fullmatch(text) else None


def keyed(case: Case) -> list[tuple[str, Finding]]:
    """The findings by the keys by which decisions name them."""
    told = [each for each in case.verdict.findings if each.certainty is not Certainty.POSSIBLE]
    return list(zip(keys_of(told), told, strict=True))


def undecided(file: CaseFile, case: Case) -> list[Finding]:
    """Findings that are shown one by one, that the committee has not decided on, and that still hold after
    what it decided. What follows from another is decided on with that one."""
    return [
        finding
        for key, finding in keyed(case)
        if key not in file.decisions
        and finding.follows_from is None
        and not unlikely(finding)
        and still_holds(case, finding)
    ]


def left_to_decide(file: CaseFile, ruled: Case) -> list[int]:
    """The numbers of the findings that the committee has not decided on and that still hold."""
    return [
        each.number
        for each in numbered(ruled.verdict.findings)
        if each.key not in file.decisions and still_holds(ruled, each.finding)
    ]


def settled_by_the_rulebook(file: CaseFile, ruled: Case) -> list[str]:
    """The established findings that are not decided and of which the rulebook itself says what follows, by
    their keys. What depends on an entry is decided by somebody who looked at it."""
    return [
        each.key
        for each in numbered(ruled.verdict.findings)
        if each.key not in file.decisions
        and each.finding.certainty is Certainty.ESTABLISHED
        and still_holds(ruled, each.finding)
        and not left_open({"decision": "accept"}, each.finding)
    ]


def still_holds(case: Case, finding: Finding) -> bool:
    """Whether a finding is left after what was decided on the others."""
    return case.as_ruled is None or as_ruled(case, finding) is not None


def as_ruled(case: Case, finding: Finding) -> Finding | None:
    """A finding as it is after what was decided; None where it is gone, or nothing was decided."""
    found = () if case.as_ruled is None else case.as_ruled.findings
    return next((each for each in found if named(each) == named(finding)), None)


def figures_of(file: CaseFile) -> Pair:
    """The score that the ruling names; unknown where it names none."""
    body = file.ruling.body if file.ruling is not None else {}
    one, two = (number(body.get(name)) for name in FIGURES)
    return UNKNOWN if one is None or two is None else (one, two)


def differing(file: CaseFile, case: Case) -> Score | None:
    """What the score comes to by the decisions, where the ruling names another and nobody was asked about
    it yet; else None."""
    if case.decisions is None or case.decisions.stand or figures_of(file) == UNKNOWN:
        return None
    worked_out = score_of(case).worked_out
    if worked_out is None or worked_out.totals == figures_of(file):
        return None
    return worked_out


def called_of(case: Case) -> dict[Team, str]:
    """What the sides are called where somebody gets points: by name, where the record has one."""
    return {side: case.tag(f"Team{side}") or words.side(side) for side in game_of(case.book).sides}


def figures_in_words(body: Json, called: Mapping[Team, str]) -> str:
    """What a decision says that the deal scores; empty where it says nothing of that."""
    figures: Json = body.get("figures") or {}
    kind = figures.get("kind")
    if kind in ("award", "choice") and figures["award"] is not None:
        given = {called.get(side, side): points for side, points in figures["award"].items()}
        return f"the deal scores {score_text(given)}"
    way: Json = figures["remedy"] if kind == "choice" else figures
    counted = "point" if kind == "points" else "trick" if way.get("kind") == "tricks" else ""
    if counted:
        return f"{words.count(int(way['points']), counted)} to {called.get(way['to'], way['to'])}"
    return _SAID.get(str(way.get("kind")), "")


_SAID: Final = {
    "replay": "the deal is replayed",
    "nothing": "no penalty",
    "redeal": "the board is dealt again",
}


def choice_json(branch: Branch, award: dict[Team, int] | None) -> Json:
    """A way of the law as an act keeps it: a remedy and what becomes of calls, from which the score is worked
    out, or else the score that was given for it."""
    calls = branch.calls or AS_CALLED
    remedy = branch.remedy if award is None else None
    return {
        "kind": "choice",
        "choice": branch.key,
        "remedy": None
        if remedy is None
        else {"kind": remedy.kind, "to": remedy.to, "points": remedy.points},
        "stand": sorted(calls.stand),
        "void": sorted(calls.void),
        "award": award,
    }


def stand(file: CaseFile, ruled: Case) -> bool:
    """Whether the figures of the ruling count in the place of those worked out."""
    figures, worked_out = figures_of(file), score_of(ruled).worked_out
    if figures == UNKNOWN or worked_out is None or worked_out.totals == figures:
        return False
    if not worked_out.known or file.signed is not None:
        return True
    answer = file.score_kept
    if answer is None:
        return False
    asked = [list(figures), list(worked_out.totals)]
    return [answer.body["ruled"], answer.body["worked_out"]] == asked


def decided_of(file: CaseFile, case: Case) -> list[Decided]:
    """The decisions as the rulings understand them: what follows from a finding is decided on with it."""
    told = keyed(case)
    below = consequences(finding for _, finding in told)
    alone = {named(finding) for key, finding in told if key in file.decisions}
    found: list[Decided] = []
    for key, finding in told:
        if key in file.decisions:
            decided = _decision(file.decisions[key], finding)
            found += _with_copy(decided, finding)
            for other in below.get(named(finding), ()):
                if named(other) not in alone and (not decided.holds or _as_sure(other, finding)):
                    same = Decided(named(other), other.deal, other.game, decided.holds)
                    found += _with_copy(same, other)
    return found


def _as_sure(consequence: Finding, cause: Finding) -> bool:
    """Whether to accept the cause is to accept this too: that copies differ does not say which is wrong."""
    return share(consequence) >= share(cause) - ALIKE


def _with_copy(decided: Decided, finding: Finding) -> list[Decided]:
    if finding.at.row is None or decided.holds:
        return [decided]
    # The same wrong figure where it stands under the deal too: it is one finding with two places.
    below = (finding.code, finding.place.parts[-1:], finding.seat, finding.game, None)
    return [decided, replace(decided, named=below)]


def _decision(act: Act, finding: Finding) -> Decided:
    body = act.body
    decided = Decided(
        named(finding),
        finding.deal,
        finding.game,
        established=finding.certainty is not Certainty.ESTABLISHED,
        way=str(body.get("remedy") or "") if finding.awards_if else "",
    )
    if body["decision"] == "dismiss":
        return replace(decided, holds=False)
    figures: Json = body.get("figures") or {}
    kind = figures.get("kind")
    if kind in ("award", "choice") and figures["award"] is not None:
        award = {side: int(points) for side, points in figures["award"].items()}
        return replace(decided, award=award)
    match kind:
        case "points":
            return replace(decided, remedy=Remedy("points", figures["to"], int(figures["points"])))
        case "replay":
            return replace(decided, remedy=Remedy("redeal"))
        case "nothing":
            return replace(decided, remedy=Remedy("none"))
        case "choice":
            given: Json = figures["remedy"]
            remedy = Remedy(given["kind"], given["to"], int(given["points"]))
            calls = CallsRuled(frozenset(figures["stand"]), frozenset(figures["void"]))
            return replace(decided, remedy=remedy, calls=calls if calls != AS_CALLED else None)
    return replace(decided, open_award=body["decision"] == "amend" and _moves(finding))


def left_open(body: Json, finding: Finding) -> bool:
    """Whether a decision leaves what the rulebook leaves to the committee, or what a deal scores."""
    if body["decision"] == "dismiss" or body.get("figures"):
        return False
    if body["decision"] == "amend":
        return _moves(finding)
    return finding.remedy.kind == "committee" and finding.severity != "advice"


def moves_the_score(finding: Finding) -> bool:
    """Whether what follows from a finding, or may follow, changes what a deal scores."""
    return (
        _moves(finding) or bool(finding.awards_if or finding.branches) or finding.code in _ENTRIES
    )


_ENTRIES: Final = ("copies-disagree", "papers-disagree", "points-entry", "contract-entry")
"""Entries on which a deal's score rests, as well as the score itself."""


def _moves(finding: Finding) -> bool:
    return finding.remedy.kind in _MOVE or finding.code in SCORES


NAMED = 3
"""New findings that are named with what they are; of more, the numbers alone."""


def changed(before: Case | None, after: Case | None) -> str:
    """``Finding 8 no longer applies. Finding 3 is new: Call out of turn.``"""
    then, now = _findings(before), _findings(after)
    keys_then, keys_now = {each.key for each in then}, {each.key for each in now}
    went = [each for each in then if each.key not in keys_now]
    came = [each for each in now if each.key not in keys_then]
    told = [
        _named(went, ("no longer applies", "no longer apply")),
        _named(came, ("is new", "are new"), NAMED),
        _score(before, after),
    ]
    return " ".join(part for part in told if part) or "Saved. No finding changed."


def _findings(case: Case | None) -> list[Numbered]:
    return [] if case is None else numbered(case.verdict.findings)


def _named(findings: Sequence[Numbered], verbs: tuple[str, str], most_named: int = 0) -> str:
    if not findings:
        return ""
    numbers = words.listed([str(each.number) for each in findings])
    titles = dict.fromkeys(words.title(each.finding.code, each.finding) for each in findings)
    named = f": {', '.join(titles)}" if len(findings) <= most_named else ""
    one = len(findings) == 1
    return f"{'Finding' if one else 'Findings'} {numbers} {verbs[0 if one else 1]}{named}."


def _score(before: Case | None, after: Case | None) -> str:
    if before is None or after is None or after.book.single_boards:
        return ""
    then, now = score_of(before).in_force, score_of(after).in_force
    return "" if then == now or not now.known else f"The score is {now.text} now."

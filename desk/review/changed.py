"""What a correction did to the findings and the score, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import Numbered, numbered
from fairdeal.desk.score.match import score_of

NAMED = 3
"""New findings that are named with what they are; of more, the numbers alone."""


def changed(before: Case | None, after: Case | None) -> str:
    """``Finding 8 went. Finding 3 came: Call out of turn. The score is 27 – 20 now.``"""
    then, now = _findings(before), _findings(after)
    keys_then, keys_now = {each.key for each in then}, {each.key for each in now}
    went = [each for each in then if each.key not in keys_now]
    came = [each for each in now if each.key not in keys_then]
    told = [_named(went, "went"), _named(came, "came", NAMED), _score(before, after)]
    return " ".join(part for part in told if part) or "No finding changed."


def _findings(case: Case | None) -> list[Numbered]:
    return [] if case is None else numbered(case.verdict.findings)


def _named(findings: Sequence[Numbered], verb: str, most_named: int = 0) -> str:
    if not findings:
        return ""
    numbers = [str(each.number) for each in findings]
    listed = numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"
    named = ""
    if len(findings) <= most_named:
        titles = dict.fromkeys(words.title(each.finding.code, each.finding) for each in findings)
        named = f": {', '.join(titles)}"
    return f"{'Finding' if len(numbers) == 1 else 'Findings'} {listed} {verb}{named}."


def _score(before: Case | None, after: Case | None) -> str:
    if before is None or after is None or after.book.single_boards:
        return ""
    then, now = score_of(before).in_force, score_of(after).in_force
    return "" if then == now or not now.known else f"The score is {now.text} now."

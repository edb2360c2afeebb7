"""How far a case is, and what to do next: a person with ten minutes should never have to guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.check.questions import heading, questions
from fairdeal.desk.intake.case import Case
from fairdeal.desk.review.doubtful import doubtful, slips
from fairdeal.desk.review.ruling.decided import undecided

RECEIVED: Final = (
    "This case came from others. It can be read, not changed. To work on it, open a case of your own"
    " with its documents."
)


@dataclass(frozen=True, slots=True)
class Stage:
    """The next thing to do: in words, and the page where it is done."""

    name: str
    words: str
    page: str


def stage_of(file: CaseFile, ruled: Case | None, left: int) -> Stage:
    """The next step of a case. `left` documents are still being read."""
    if not file.ours:
        return Stage("received", RECEIVED, "report" if file.reports else "")
    if file.removed is not None:
        return Stage("removed", "The case was removed as a mistake. It can be brought back.", "")
    if not file.open:
        return Stage("signed", "The case is signed off. Print its report, or reopen it.", "report")
    if left:
        return Stage("reading", "The photos are being read; this takes some seconds each.", "")
    if ruled is None:
        return Stage("empty", "Nothing could be read yet. Add a photo or a typed log.", "")
    open_ = questions(ruled)
    if open_.shapes or any(each.matters for each in doubtful(file, ruled)) or slips(ruled):
        return Stage("doubts", f"{heading(open_)}.", "read")
    if undecided(file, ruled):
        return Stage("findings", "Decide what each finding is worth.", "findings")
    if file.ruling is None:
        return Stage("ruling", "Write down the ruling.", "ruling")
    return Stage("sign", "Read the report once more, then sign it off.", "ruling")

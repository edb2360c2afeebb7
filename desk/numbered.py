"""Findings as people name them: told one by one, under the numbers and keys by which decisions call them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.records import counted
from fairdeal.rulings.frame.finding import Certainty, Finding, named
from fairdeal.rulings.frame.follows import consequences

LIKELY: Final = 0.5
"""From here on a finding is reported in full: it is at least as likely as not."""

_ORDER: Final = {Certainty.ESTABLISHED: 0, Certainty.DEPENDS: 1, Certainty.POSSIBLE: 2}
_SEVERITY: Final = {"offence": 0, "ruling": 1, "entry": 2, "advice": 3}


def unlikely(finding: Finding) -> bool:
    """Whether a finding needs a less likely reading of the paper, and a person may still say how it reads."""
    less = needs_less_likely(finding.certainty.value, finding.probability)
    return less and finding.by != "read"


def needs_less_likely(certainty: str, share: float | None) -> bool:
    """The same of a finding's certainty and probability, as they are kept of a judgement too."""
    return certainty == Certainty.DEPENDS.value and share is not None and share < LIKELY


def keys_of(findings: Sequence[Finding]) -> list[str]:
    """The key of each finding; a second one of the same key (a deal dealt again) is numbered.

    Of all findings that `check` prints, in their order: those that are only possible are left out, so
    that a judgement and what is kept of it give the same keys.
    """
    return _numbered(_key(each.code, each.deal, str(each.place), each.seat) for each in findings)


def keys_of_json(findings: Sequence[dict[str, Any]]) -> list[str]:
    """The same for findings as `check` prints them."""
    return _numbered(
        _key(each["code"], each.get("deal"), str(each["place"]), each.get("seat"))
        for each in findings
    )


def _key(code: str, deal: str | None, place: str, seat: str | None) -> str:
    parts = (code, f"deal {deal}" if deal else "", place, f"seat {seat}" if seat else "")
    return " | ".join(part for part in parts if part)


def _numbered(keys: Iterable[str]) -> list[str]:
    return [key if nth == 1 else f"{key} | {nth}" for key, nth in counted(keys)]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A finding with the number that it has in the report, and the key by which decisions call it."""

    number: int
    finding: Finding
    key: str
    below: tuple[Finding, ...] = ()
    """What follows from it."""


def numbered(findings: Iterable[Finding]) -> list[Numbered]:
    """Those that a report and the pages tell one by one, in the order of the report: sure ones first;
    offences, then rulings, then wrong entries. What is only possible, and what needs a less likely reading of
    the paper, is not among them; what follows from another finding stands with that one."""
    told = [each for each in findings if each.certainty is not Certainty.POSSIBLE]
    below = consequences(told)
    keyed = [
        (each, key)
        for each, key in zip(told, keys_of(told), strict=True)
        if each.follows_from is None and not unlikely(each)
    ]
    keyed.sort(key=lambda pair: (_ORDER[pair[0].certainty], _SEVERITY[pair[0].severity]))
    return [
        Numbered(number, finding, key, tuple(below.get(named(finding), ())))
        for number, (finding, key) in enumerate(keyed, 1)
    ]

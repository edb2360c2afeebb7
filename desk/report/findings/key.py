"""What a decision calls a finding: the same again after the record was corrected and judged anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from fairdeal.rulings.frame.finding import Finding


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
    times: Counter[str] = Counter()
    done = []
    for key in keys:
        times[key] += 1
        done.append(key if times[key] == 1 else f"{key} | {times[key]}")
    return done

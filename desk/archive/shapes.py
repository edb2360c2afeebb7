"""What an act's content may look like: a case that comes from others is held to it before anything
is made of it, so that no page of it can fail later.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from cattrs.errors import BaseValidationError

from fairdeal import rulings
from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.casefile import readings_from, readings_json
from fairdeal.records import COMPASS, NUMBERED, Transcript, lines_of

LARGEST: Final = 1_000_000_000
"""Bytes of a whole case when unpacked, and so of any document: some dozens of photos, with much to spare."""
DEEPEST: Final = 40
"""Levels of lists and objects within one another; what is written here has under a dozen."""
LONGEST: Final = 2_000_000
"""Letters of one text: the record of a match of thousands of deals."""
LONGEST_LINE: Final = 10_000
"""Letters of a line of print in which an entry stands; each of them is looked at."""
WIDEST: Final = 1e7
"""The largest figure anywhere: beyond the pixels of any photo and any score."""

_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_LETTERS: Final = re.compile("[^\ud800-\udfff]*")
_SIDES: Final = ("A", "B", "NS", "EW")


def misshapen(acts: Sequence[Act]) -> list[int]:
    """The numbers of acts whose content is not one that could have been written here."""
    wrong = [act.number for act in acts if not _is_ours(act)]
    first = [act.number for act in acts if (act.kind is Kind.OPENED) != (act.number == 1)]
    return sorted({*wrong, *first})


def _is_ours(act: Act) -> bool:
    counted = dict(act.body)
    if act.kind is Kind.DOCUMENT:
        counted.pop("size", None)
    if not (_plain([act.who, counted]) and len(act.who) <= 500 and _MOMENT.fullmatch(act.at)):
        return False
    try:
        return _fits(act.body, _SHAPES[act.kind])  # KeyError: an act of an event
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return False


def _plain(value: Any, depth: int = 0) -> bool:
    """Texts that can be written down, figures that can be counted with, nothing too deep."""
    if depth > DEEPEST:
        return False
    if isinstance(value, str):
        return len(value) <= LONGEST and _LETTERS.fullmatch(value) is not None
    if isinstance(value, dict):
        return all(_plain(key) and _plain(each, depth + 1) for key, each in value.items())
    if isinstance(value, list):
        return all(_plain(each, depth + 1) for each in value)
    return value is None or (isinstance(value, bool | int | float) and abs(value) <= WIDEST)


def _fits(value: Any, shape: Any) -> bool:
    """Whether a value has a shape: an object with these entries; a list of such; any of several; a text of
    this pattern; a type (true is not a number); what a function says; else this very value."""
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            _fits(value.get(name), each) for name, each in shape.items()
        )
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(each, shape[0]) for each in value)
    if isinstance(shape, tuple):
        return any(_fits(value, each) for each in shape)
    if isinstance(shape, re.Pattern):
        return isinstance(value, str) and shape.fullmatch(value) is not None
    if isinstance(shape, type):
        return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    return bool(shape(value) if callable(shape) else value == shape)


def _count(value: Any) -> bool:
    return _fits(value, int) and value >= 0


def _texts(value: Any) -> bool:
    return isinstance(value, dict) and _fits(list(value.values()), [str])


def _transcripts(value: Any) -> bool:
    try:
        pages = readings_from(value)
        return bool(readings_json(pages) == value) and all(map(_spans_fit, pages))
    except (BaseValidationError, ExceptionGroup):
        return False


def _spans_fit(page: Transcript) -> bool:
    """Whether every entry of a printed page stands in one of its lines."""
    if not page.spans:
        return True
    lines = len(lines_of(page.typed or ""))
    return len(page.spans) == len(page.fields) and all(
        1 <= line <= lines and 1 <= first <= after <= LONGEST_LINE
        for line, first, after in page.spans
    )


def _award(value: Any) -> bool:
    return all(side in _SIDES and _fits(points, int) for side, points in value.items())


def _chosen(value: Any) -> bool:
    """A way of the law: a remedy with the calls that it lets stand or cancels, or else a score."""
    if not _fits(value, {"kind": "choice", "stand": [int], "void": [int]}):
        return False
    if value["award"] is not None:
        return _award(value["award"])
    remedy = value["remedy"]
    known = remedy["kind"] in ("none", "tricks", "redeal") and remedy["points"] in range(14)
    return known and _fits(value["choice"], str) and remedy["to"] in (None, *_SIDES)


def _score(value: Any) -> bool:
    """The score three ways, as `desk.score.figures` writes it."""
    return all(
        value[name] is None or _fits(value[name]["totals"], [(int, None)])
        for name in ("as_written", "by_the_rulebook", "as_ruled")
    ) and all(
        _count(game) and _fits(points, (int, None)) for game, points in value.get("boards", [])
    )


_MAYBE: Final = (str, None)
_FINDING: Final = {
    **dict.fromkeys(("code", "article", "place", "message", "severity", "certainty"), str),
    **dict.fromkeys(("deal", "seat", "team"), _MAYBE),
    "probability": (int, float, bool, None),
}
_CHECK: Final = {
    "findings": [_FINDING],
    "deals": [{"contract": (None, {"value": (int, bool), "trump": str})}],
    "rulebook": str,
}
_FIGURES: Final = (
    None,
    {"kind": "award", "award": lambda value: bool(value) and _award(value)},
    {"kind": "points", "to": _SIDES, "points": int},
    _chosen,
    {"kind": ("replay", "nothing")},
)
"""What a changed finding does to the score."""
_OF_DOCUMENT: Final = {"digest": _DIGEST, "name": str, "reason": str}
_RULING: Final = (
    "facts",
    "conclusion",
    "adjustment",
    "conflicts",
    "dissent",
    "deadline",
    "members",
    "score_a",
    "score_b",
)

_SHAPES: Final[dict[Kind, dict[str, Any]]] = {
    Kind.OPENED: {"title": str, "tags": _texts, "usual": (None, "", *rulings.known())},
    Kind.DOCUMENT: {
        "digest": _DIGEST,
        "name": str,
        "size": lambda value: _count(value) and value <= LARGEST,
    },
    Kind.READING: {
        "digest": _DIGEST,
        **dict.fromkeys(("reader", "version", "trouble"), str),
        "transcripts": _transcripts,
    },
    Kind.CORRECTED: {
        "digest": _DIGEST,
        "page": _count,
        "field": str,
        "how": ("read", "blank", "unreadable"),
        **dict.fromkeys(("text", "why", "slip"), _MAYBE),
    },
    Kind.UNCORRECTED: {"act": _count},
    Kind.RENAMED: {"title": str},
    Kind.PLAYERS: {"names": lambda value: _texts(value) and {*value} <= {*NUMBERED, *COMPASS}},
    Kind.WITHDRAWN: _OF_DOCUMENT,
    Kind.PLACED: _OF_DOCUMENT,
    Kind.REMOVED: {"reason": str},
    Kind.REFUSED: {
        "deal": _MAYBE,
        "game": _count,
        "entries": lambda value: (
            _fits(value, [dict.fromkeys(("place", "written", "read"), str)]) and bool(value)
        ),
        "reason": str,
    },
    Kind.SHAPE: {
        "digest": _DIGEST,
        "page": _count,
        "fields": [str],
        "signs": lambda value: _fits(value, [str]) and len(value) == 2,
        "sign": str,
    },
    # By its id only, never a file: what others send may not make us open one.
    Kind.RULES: {"rulebook": lambda value: _fits(value, str) and value in rulings.known()},
    Kind.CHECKED: {
        **dict.fromkeys(("rulebook", "edition", "version", "record"), str),
        "tags": _texts,
        "check": _CHECK,
        "score": (None, _score),
        "deals": (None, _count),
    },
    Kind.DECIDED: {
        "decision": ("accept", "dismiss", "amend"),
        **dict.fromkeys(("finding", "reason", "remedy"), str),
        "figures": _FIGURES,
    },
    Kind.STATEMENT: {"side": str, "text": str},
    Kind.WARNING: {"team": str, "text": str},
    Kind.RULED: {
        "text": str,
        **dict.fromkeys(_RULING, _MAYBE),
        "drafted": (None, _texts),
    },
    Kind.SCORE_KEPT: {
        **dict.fromkeys(
            ("ruled", "worked_out"), lambda value: _fits(value, [int]) and len(value) == 2
        ),
        "reason": str,
    },
    Kind.SIGNED: {"report": _DIGEST, "check": _count},
    Kind.REOPENED: {"reason": str},
    Kind.REDACTED: {
        "acts": [{"act": _count, "now": _DIGEST}],
        "documents": [{"digest": _DIGEST, "now": ("", _DIGEST)}],
    },
    Kind.NOTE: {"text": str},
    Kind.RECEIVED: {
        "acts": _count,
        "head": _DIGEST,
        "signer": (_DIGEST, None),
        "asked": bool,
        **dict.fromkeys(("as", "signature", "manifest", "sender"), str),
    },
}

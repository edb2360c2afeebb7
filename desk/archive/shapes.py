"""What an act's content may look like: a case that comes from others is held to it before anything
is made of it, so that no page of it can fail later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.unpacking import LARGEST
from fairdeal.records.cards import COMPASS, NUMBERED
from fairdeal.records.place import lines_of
from fairdeal.records.transcript import Transcript

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

Fits = Callable[[Any], bool]


def misshapen(acts: Sequence[Act]) -> list[int]:
    """The numbers of acts whose content is none that could have been written here."""
    wrong = [act.number for act in acts if not _fits(act)]
    first = [act.number for act in acts if (act.kind is Kind.OPENED) != (act.number == 1)]
    return sorted({*wrong, *first})


def _fits(act: Act) -> bool:
    counted = dict(act.body)
    if act.kind is Kind.DOCUMENT:
        counted.pop("size", None)
    if not (_plain([act.who, counted]) and len(act.who) <= 500 and _MOMENT.fullmatch(act.at)):
        return False
    try:
        return all(fits(act.body.get(name)) for name, fits in _SHAPES[act.kind].items())
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


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _maybe(fits: Fits) -> Fits:
    return lambda value: value is None or fits(value)


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _bytes(value: Any) -> bool:
    """The size of a document, which may have more bytes than a photo has pixels."""
    return _number(value) and value <= LARGEST


def _digest(value: Any) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _one_of(*values: str) -> Fits:
    return lambda value: value in values


def _list(fits: Fits) -> Fits:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _object(shape: dict[str, Fits]) -> Fits:
    return lambda value: (
        isinstance(value, dict) and all(fits(value.get(name)) for name, fits in shape.items())
    )


def _texts(value: Any) -> bool:
    """An object of texts."""
    return isinstance(value, dict) and all(map(_text, value.values()))


def _names(value: Any) -> bool:
    """An object of a name for each seat."""
    return _texts(value) and all(seat in (*NUMBERED, *COMPASS) for seat in value)


def _rulebook(value: Any) -> bool:
    """A rulebook by its id only, never a file: what others send may not make us open one."""
    from fairdeal.rulings import games

    return isinstance(value, str) and value in games.known()


def _transcripts(value: Any) -> bool:
    from cattrs.errors import BaseValidationError

    from fairdeal.desk.archive.readings import as_json, from_json

    try:
        read = from_json(value)
        return bool(as_json(read) == value) and all(map(_spans_fit, read))
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


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _pair(value: Any) -> bool:
    """A score of both sides."""
    return _list(_whole)(value) and len(value) == 2


def _side(value: Any) -> bool:
    return value in ("A", "B", "NS", "EW")


def _figures(value: Any) -> bool:
    """What a changed finding does to the score."""
    match value["kind"]:
        case "award":
            return bool(value["award"]) and all(
                _side(side) and _whole(points) for side, points in value["award"].items()
            )
        case "points":
            return _side(value["to"]) and _whole(value["points"])
        case "choice":
            return _chosen(value)
    return value["kind"] in ("replay", "nothing")


def _chosen(value: Any) -> bool:
    """A way of the law: a remedy with the calls that it lets stand or cancels, or else a score."""
    calls = all(_list(_whole)(value[name]) for name in ("stand", "void"))
    if value["award"] is not None:
        return calls and all(_side(side) and _whole(n) for side, n in value["award"].items())
    remedy = value["remedy"]
    known = remedy["kind"] in ("none", "tricks", "redeal") and remedy["points"] in range(14)
    return calls and _text(value["choice"]) and known and _maybe(_side)(remedy["to"])


def _score(value: Any) -> bool:
    """The score three ways, as `desk.score.as_json` writes it."""
    boards = value.get("boards", [])
    return all(
        value[name] is None or _list(_maybe(_whole))(value[name]["totals"])
        for name in ("as_written", "by_the_rulebook", "as_ruled")
    ) and all(_number(game) and _maybe(_whole)(points) for game, points in boards)


_FINDING: Final[dict[str, Fits]] = {
    "code": _text,
    "article": _text,
    "place": _text,
    "message": _text,
    "severity": _text,
    "certainty": _text,
    "deal": _maybe(_text),
    "seat": _maybe(_text),
    "team": _maybe(_text),
    "probability": _maybe(lambda value: isinstance(value, int | float)),
}
_CONTRACT: Final[dict[str, Fits]] = {
    "value": lambda value: isinstance(value, int),
    "trump": _text,
}
_DEAL: Final[dict[str, Fits]] = {"contract": _maybe(_object(_CONTRACT))}
_CHECK: Final[dict[str, Fits]] = {
    "findings": _list(_object(_FINDING)),
    "deals": _list(_object(_DEAL)),
    "rulebook": _text,
}
_ENTRY: Final[dict[str, Fits]] = {"place": _text, "written": _text, "read": _text}
_RULING: Final = (
    "facts",
    "conclusion",
    "adjustment",
    "conflicts",
    "dissent",
    "deadline",
    "members",
)

_SHAPES: Final[dict[Kind, dict[str, Fits]]] = {
    Kind.OPENED: {"title": _text, "tags": _texts},
    Kind.DOCUMENT: {"digest": _digest, "name": _text, "size": _bytes},
    Kind.READING: {
        "digest": _digest,
        "reader": _text,
        "version": _text,
        "transcripts": _transcripts,
        "trouble": _text,
    },
    Kind.CORRECTED: {
        "digest": _digest,
        "page": _number,
        "field": _text,
        "text": _maybe(_text),
        "how": _one_of("read", "blank", "unreadable"),
        "why": _maybe(_text),
        "slip": _maybe(_text),
    },
    Kind.UNCORRECTED: {"act": _number},
    Kind.RENAMED: {"title": _text},
    Kind.PLAYERS: {"names": _names},
    Kind.WITHDRAWN: {"digest": _digest, "name": _text, "reason": _text},
    Kind.PLACED: {"digest": _digest, "name": _text, "reason": _text},
    Kind.REMOVED: {"reason": _text},
    Kind.REFUSED: {
        "deal": _maybe(_text),
        "game": _number,
        "entries": lambda value: _list(_object(_ENTRY))(value) and len(value) > 0,
        "reason": _text,
    },
    Kind.SHAPE: {
        "digest": _digest,
        "page": _number,
        "fields": _list(_text),
        "signs": lambda value: _list(_text)(value) and len(value) == 2,
        "sign": _text,
    },
    Kind.RULES: {"rulebook": _rulebook},
    Kind.CHECKED: {
        "rulebook": _text,
        "edition": _text,
        "version": _text,
        "record": _text,
        "tags": _texts,
        "check": _object(_CHECK),
        "score": _maybe(_score),
    },
    Kind.DECIDED: {
        "finding": _text,
        "decision": _one_of("accept", "dismiss", "amend"),
        "reason": _text,
        "remedy": _text,
        "figures": _maybe(_figures),
    },
    Kind.STATEMENT: {"side": _text, "text": _text},
    Kind.WARNING: {"team": _text, "text": _text},
    Kind.RULED: {
        "text": _text,
        **dict.fromkeys(_RULING, _maybe(_text)),
        "score_a": _maybe(_text),
        "score_b": _maybe(_text),
    },
    Kind.SCORE_KEPT: {"ruled": _pair, "worked_out": _pair, "reason": _text},
    Kind.SIGNED: {"report": _digest, "check": _number},
    Kind.REOPENED: {"reason": _text},
    Kind.REDACTED: {
        "acts": _list(_object({"act": _number, "now": _digest})),
        "documents": _list(
            _object({"digest": _digest, "now": lambda value: value == "" or _digest(value)})
        ),
    },
    Kind.NOTE: {"text": _text},
    Kind.RECEIVED: {
        "as": _text,
        "acts": _number,
        "head": _digest,
        "signer": _maybe(_digest),
        "signature": _text,
        "manifest": _text,
        "asked": lambda value: isinstance(value, bool),
        "sender": _text,
    },
}

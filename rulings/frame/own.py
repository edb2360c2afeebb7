"""Rules of packages of one's own: they declare each as an entry point of the group ``fairdeal.rules``.

A package that cannot be used is named in every verdict, and stops nothing.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final, Literal, get_args

from fairdeal.records import Place
from fairdeal.rulings.frame.finding import Note, Severity
from fairdeal.rulings.frame.rule import NOTHING, Draft, Rule
from fairdeal.rulings.replay.signs import Has
from fairdeal.rulings.rulebooks.rulebook import FindingRule

GROUP: Final = "fairdeal.rules"
OwnRemedy = Literal["committee", "correct-entry", "redeal", "none"]
"""What may follow from a finding: no figures, which are the rulebook's."""
_CODE: Final = re.compile(r"[a-z][a-z0-9]{1,30}(-[a-z0-9]{1,30}){0,5}")


@dataclass(frozen=True, slots=True, eq=False)
class OwnRule:
    """A rule of one's own: `look` takes a deal replayed, and yields a `Draft` for whatever it finds.

    `game` is ``fifty-six`` or ``bridge``; the rule is looked for under each of its rulebooks. `article` is
    where it is written, `text` what it says there. `needs` is what the record of a deal must have.
    """

    code: str
    look: Callable[[Any], Iterable[Draft]]
    game: str
    article: str
    text: str
    severity: Severity = "offence"
    remedy: OwnRemedy = "committee"
    needs: Has = NOTHING


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """What packages add to the rules of a game, and why others of their rules are not used."""

    rules: tuple[Rule[Any, Any, Any, Any], ...] = ()
    findings: Mapping[str, FindingRule] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()


_failed: dict[str, None] = {}
"""What went wrong in rules since it was last asked for."""


@cache
def added(game: str, ours: tuple[Rule[Any, Any, Any, Any], ...]) -> Added:
    """The rules of packages for a game with rules of its own. A code that is taken is not used again."""
    rules: dict[str, Rule[Any, Any, Any, Any]] = {}
    findings, articles, unused = {}, {}, []
    codes = {each.code for each in ours}
    for whose, rule in _loaded():
        if isinstance(rule, str):
            unused.append(f"A rule of {whose} is not used: {rule}.")
        elif rule.game == game and rule.code in codes | rules.keys():
            unused.append(f"A rule of {whose} is not used: its code {rule.code} is taken.")
        elif rule.game == game:
            article = f"{rule.article} ({whose})"
            look = partial(_drafts, rule, whose)
            rules[rule.code] = Rule(rule.code, rule.severity, deal=look, needs=rule.needs)
            findings[rule.code] = FindingRule((article,), rule.remedy)
            articles[article] = rule.text
    return Added(tuple(rules.values()), findings, articles, tuple(unused))


def notes_on(own: Added) -> list[Note]:
    """What a person should know of the rules of packages: which are not used, and which failed since."""
    messages = [*own.unused, *_failed]
    _failed.clear()
    return [Note(message, severity="warning") for message in messages]


def which() -> str:
    """Which rules packages add, by their source: what was judged by others must be judged again."""
    return " ".join(f"{whose}: {_source(rule)}" for whose, rule in _loaded())


def _source(rule: OwnRule | str) -> str:
    if isinstance(rule, str):
        return rule
    try:
        source = Path(inspect.getsourcefile(rule.look) or "").read_bytes()
    except (TypeError, OSError):
        return rule.code
    return f"{rule.code} {hashlib.sha256(source).hexdigest()}"


def _drafts(rule: OwnRule, whose: str, replay: Any) -> list[Draft]:
    """What a rule finds in a deal; nothing where it fails."""
    try:
        found = list(rule.look(replay))
        for draft in found:
            if not (isinstance(draft, Draft) and isinstance(draft.place, Place)):
                raise TypeError(f"it must yield Draft with a Place, not {draft!r:.60}")
    except MemoryError:
        raise
    except Exception as error:
        why = f"The rule {rule.code} of {whose} failed, and found nothing in the deal: {_said(error)}."
        _failed[why] = None
        return []
    return found


@cache
def _loaded() -> tuple[tuple[str, OwnRule | str], ...]:
    """Every rule that a package declares, whose it is, and in its place why it cannot be used."""
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    return tuple((_whose(point), _of(point)) for point in points)


def _whose(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value


def _of(point: EntryPoint) -> OwnRule | str:
    try:
        rule = point.load()
    except (Exception, SystemExit) as error:
        return f"{point.value} cannot be imported ({_said(error)})"
    if not isinstance(rule, OwnRule):
        return f"{point.value} is not an OwnRule"
    wrong = next((name for name, right in _checks(rule) if not right), None)
    return rule if wrong is None else f"{point.value}: {wrong}"


def _checks(rule: OwnRule) -> Iterator[tuple[str, bool]]:
    """What must be so of a rule, in words for where it is not."""
    yield (
        "its code is not small letters with dashes between them",
        bool(_CODE.fullmatch(str(rule.code))),
    )
    yield "its game is neither fifty-six nor bridge", rule.game in ("fifty-six", "bridge")
    yield "article and text must be given", all(map(_is_text, (rule.article, rule.text)))
    yield "its severity is unknown", rule.severity in get_args(Severity)
    yield "its remedy is unknown", rule.remedy in get_args(OwnRemedy)
    yield "what it needs is not a Has", isinstance(rule.needs, Has)
    yield "its function must take one deal", _takes_one(rule.look)


def _is_text(text: object) -> bool:
    return isinstance(text, str) and bool(text.strip())


def _takes_one(look: object) -> bool:
    try:
        inspect.signature(look).bind(None)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


def _said(error: BaseException) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"

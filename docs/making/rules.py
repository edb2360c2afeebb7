"""A page for every rule, from its docstring, the rulebooks and two records of its tests."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import getdoc
from pathlib import Path
from typing import Any, Final

from fairdeal.rulings import load, of_game
from fairdeal.rulings.bridge.rules import RULES as BRIDGE_RULES
from fairdeal.rulings.fifty_six.rules import RULES
from fairdeal.rulings.frame.rule import Rule
from fairdeal.rulings.rulebooks.rulebook import Rulebook

ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Family:
    """The rules of one family of games: where their logs and pages are, and what to cite."""

    rules: tuple[Rule[Any, Any, Any, Any], ...]
    logs: Path
    folder: str
    """Where its pages are, of all that are made."""
    book: str


FAMILIES: Final = (
    Family(
        RULES,
        ROOT / "tests" / "rulings" / "logs",
        "rules/",
        "international",
    ),
    Family(
        BRIDGE_RULES,
        ROOT / "tests" / "rulings" / "bridge" / "logs",
        "rules/bridge/",
        "alberta",
    ),
)

_SEVERITY: Final = {
    "offence": "an offence",
    "entry": "a wrong entry, for which nobody is blamed",
    "ruling": "a ruling: what the rules require; nobody committed an offence",
    "advice": "advice, not an offence",
}


def text_of(rule: Rule[Any, Any, Any, Any]) -> str:
    """What a rule says of itself: above the function that looks for the offence."""
    return getdoc(rule.deal or rule.ruled or rule.session or rule.sheet) or ""


def title_of(rule: Rule[Any, Any, Any, Any]) -> str:
    """What the rule is about, in one line."""
    return text_of(rule).splitlines()[0].rstrip(".")


def _elsewhere(rule: Rule[Any, Any, Any, Any], game: str) -> str:
    """What each rulebook cites for it and what comes of it, a row of a table each."""
    rows = []
    for name in of_game(game):
        book = load(name)
        found = book.findings.get(rule.code)
        if found is None:
            rows.append(f"| `{name}` | - | not checked: it has no rule about this |")
            continue
        objection = ", if the other side objects" if found.objection else ""
        rows.append(f"| `{name}` | {', '.join(found.articles)} | {found.remedy}{objection} |")
    return "\n".join(rows)


def page(rule: Rule[Any, Any, Any, Any], book: Rulebook, logs: Path) -> str:
    """The page of one rule: what, why, article, remedy, a log that fires it and one that does not."""
    text = text_of(rule)
    title, _, body = text.partition("\n")
    finding = book.findings[rule.code]
    articles = "\n".join(
        f"- **{number}** {book.article(number, rule.code)}" for number in finding.articles
    )
    body = body.strip()
    for word in ("What", "Why", "Article"):
        head, _, rest = body.partition(f"{word}: ")
        body = f"{head}**{word}.** {rest[:1].upper()}{rest[1:]}"
    fires = (logs / rule.code / "fires.hrn").read_text(encoding="utf-8").rstrip()
    clean = (logs / rule.code / "clean.hrn").read_text(encoding="utf-8").rstrip()
    return f"""# `{rule.code}`

{title} This is {_SEVERITY[rule.severity]}.

{body}

| rulebook | article or heading | remedy |
|---|---|---|
{_elsewhere(rule, book.game)}

## The articles of `{book.id}` in our words

{articles}

## A record in which it is found

```
{fires}
```

## A record in which it is not

```
{clean}
```
"""


def index(family: Family, book: Rulebook) -> str:
    """The list of all rules of a family with their articles."""
    rows = "\n".join(
        f"| [`{rule.code}`]({rule.code}.md) | {title_of(rule)} | "
        f"{', '.join(book.findings[rule.code].articles)} |"
        for rule in family.rules
    )
    bridge = family.rules is BRIDGE_RULES
    other = "" if bridge else "\nThe rules of bridge are in [bridge/](bridge/index.md).\n"
    return f"""# Rules{" of bridge" if bridge else ""}

One page each. The articles are those of the `{book.id}` rulebook.
{other}
| code | what | articles |
|---|---|---|
{rows}
"""


def pages() -> dict[str, str]:
    """Every page by its path."""
    texts = {}
    for family in FAMILIES:
        book = load(family.book)
        for rule in family.rules:
            texts[f"{family.folder}{rule.code}.md"] = page(rule, book, family.logs)
        texts[f"{family.folder}index.md"] = index(family, book)
    return texts

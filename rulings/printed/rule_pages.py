"""A page for every rule, made from its source.

``python -m fairdeal.rulings.printed.rule_pages`` writes docs/rules/.

With ``--check`` nothing is written; exit status 1 says that a page is missing, stale or of no rule.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fairdeal.rulings.bridge.rules import RULES as BRIDGE_RULES
from fairdeal.rulings.fifty_six.rules import RULES
from fairdeal.rulings.frame.rule import Rule
from fairdeal.rulings.games import load, of_game
from fairdeal.rulings.rulebooks.rulebook import Rulebook

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = ROOT / "docs" / "rules"


@dataclass(frozen=True, slots=True)
class Family:
    """The rules of one family of games: where their sources, logs and pages are, and what to cite."""

    rules: tuple[Rule[Any, Any, Any, Any], ...]
    package: str
    logs: Path
    folder: str
    """Under docs/rules/, '' for the folder itself."""
    book: str


FAMILIES: Final = (
    Family(
        RULES,
        "fairdeal.rulings.fifty_six.rules",
        ROOT / "tests" / "rulings" / "logs",
        "",
        "international",
    ),
    Family(
        BRIDGE_RULES,
        "fairdeal.rulings.bridge.rules",
        ROOT / "tests" / "rulings" / "bridge" / "logs",
        "bridge/",
        "alberta",
    ),
)

_SEVERITY: Final = {
    "offence": "an offence",
    "entry": "a wrong entry, for which nobody is blamed",
    "ruling": "a ruling: what the rules require; nobody committed an offence",
    "advice": "advice, not an offence",
}


def module_text(rule: Rule[Any, Any, Any, Any]) -> str:
    """The docstring of the rule's own file."""
    family = next(each for each in FAMILIES if rule in each.rules)
    module = sys.modules[f"{family.package}.{rule.code.replace('-', '_')}"]
    return (module.__doc__ or "").strip()


def title_of(rule: Rule[Any, Any, Any, Any]) -> str:
    """What the rule is about, in one line."""
    return module_text(rule).splitlines()[0].rstrip(".")


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
    text = module_text(rule)
    title, _, body = text.partition("\n")
    finding = book.findings[rule.code]
    articles = "\n".join(f"- **{number}** {book.article(number)}" for number in finding.articles)
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
    other = "" if family.folder else "\nThe rules of bridge are in [bridge/](bridge/index.md).\n"
    return f"""# Rules{" of bridge" if family.folder else ""}

One page each, made from the source by `python -m fairdeal.rulings.printed.rule_pages`. The articles are
those of the `{book.id}` rulebook.
{other}
| code | what | articles |
|---|---|---|
{rows}
"""


def pages() -> dict[str, str]:
    """Every page by its path under docs/rules/."""
    texts = {}
    for family in FAMILIES:
        book = load(family.book)
        for rule in family.rules:
            texts[f"{family.folder}{rule.code}.md"] = page(rule, book, family.logs)
        texts[f"{family.folder}index.md"] = index(family, book)
    return texts


def stale(folder: Path = PAGES) -> list[str]:
    """The names of the pages that are missing, differ, or belong to no rule."""
    wanted = pages()
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
    wrong = [
        name
        for name, text in wanted.items()
        if name not in there or (folder / name).read_text(encoding="utf-8") != text
    ]
    return sorted(wrong + [name for name in there if name not in wanted])


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        wrong = stale()
        for name in wrong:
            print(
                f"docs/rules/{name} is out of date; run python -m fairdeal.rulings.printed.rule_pages"
            )
        return 1 if wrong else 0
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A page for every rule, made from its source: ``python -m rulings.pages`` writes docs/rules/.

With ``--check`` nothing is written; exit status 1 says that a page is missing, stale or of no rule.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from rulings.rulebook import FiftySixBook, fifty_six, known, load
from rulings.rules import RULES
from rulings.rules.rule import Rule

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = ROOT / "docs" / "rules"
LOGS: Final = ROOT / "tests" / "rulings" / "logs"

_SEVERITY: Final = {
    "offence": "an offence",
    "entry": "a wrong entry",
    "advice": "advice, not an offence",
}


def module_text(rule: Rule) -> str:
    """The docstring of the rule's own file."""
    module = sys.modules[f"rulings.rules.{rule.code.replace('-', '_')}"]
    return (module.__doc__ or "").strip()


def title_of(rule: Rule) -> str:
    """What the rule is about, in one line."""
    return module_text(rule).splitlines()[0].rstrip(".")


def _elsewhere(rule: Rule) -> str:
    """What each rulebook cites for it and what comes of it, a row of a table each."""
    rows = []
    for name in known():
        book = load(name)
        found = book.findings.get(rule.code)
        if found is None:
            rows.append(f"| `{name}` | - | not looked for: it has no rule about this |")
            continue
        objection = ", if the other side objects" if found.objection else ""
        rows.append(f"| `{name}` | {', '.join(found.articles)} | {found.remedy}{objection} |")
    return "\n".join(rows)


def page(rule: Rule, book: FiftySixBook) -> str:
    """The page of one rule: what, why, article, remedy, a log that fires it and one that does not."""
    text = module_text(rule)
    title, _, body = text.partition("\n")
    finding = book.findings[rule.code]
    articles = "\n".join(f"- **{number}** {book.article(number)}" for number in finding.articles)
    body = body.strip()
    for word in ("What", "Why", "Article"):
        head, _, rest = body.partition(f"{word}: ")
        body = f"{head}**{word}.** {rest[:1].upper()}{rest[1:]}"
    fires = (LOGS / rule.code / "fires.hrn").read_text(encoding="utf-8").rstrip()
    clean = (LOGS / rule.code / "clean.hrn").read_text(encoding="utf-8").rstrip()
    return f"""# `{rule.code}`

{title} This is {_SEVERITY[rule.severity]}.

{body}

| rulebook | article or heading | remedy |
|---|---|---|
{_elsewhere(rule)}

## The articles of `{book.id}` in other words

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


def index(book: FiftySixBook) -> str:
    """The list of all rules with their articles."""
    rows = "\n".join(
        f"| [`{rule.code}`]({rule.code}.md) | {title_of(rule)} | "
        f"{', '.join(book.findings[rule.code].articles)} |"
        for rule in RULES
    )
    return f"""# Rules

One page each, made from the source by `python -m rulings.pages`. The articles are those of the
`{book.id}` rulebook.

| code | what | articles |
|---|---|---|
{rows}
"""


def pages() -> dict[str, str]:
    """Every page by its file name."""
    book = fifty_six("international")
    texts = {f"{rule.code}.md": page(rule, book) for rule in RULES}
    texts["index.md"] = index(book)
    return texts


def stale(folder: Path = PAGES) -> list[str]:
    """The names of the pages that are missing, differ, or belong to no rule."""
    wanted = pages()
    there = {path.name for path in folder.glob("*.md")} if folder.is_dir() else set()
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
            print(f"docs/rules/{name} is out of date; run python -m rulings.pages")
        return 1 if wrong else 0
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

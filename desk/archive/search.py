"""Finding cases again: by event, team, player, seat, date, finding, article, contract and free text.

It looks in the tables of `desk.archive.tables`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any, Final

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Json, Kind, is_received
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.archive.tables import SEARCHED, folded, write

ALIKE: Final = 0.75
"""How alike two words must be: one letter in four may be another."""
MOST_SIGNS: Final = 5


def near_value(archive: Archive, name: str, wanted: str) -> set[str]:
    """The cases with a fact of this name in which every word that was asked for stands nearly."""
    run = archive.connection.execute
    values = {row[0] for row in run("SELECT DISTINCT folded FROM facts WHERE name = ?", (name,))}
    terms = {term for value in values for term in value.split()}
    near = [set(get_close_matches(word, terms, len(terms) or 1, ALIKE)) for word in wanted.split()]
    fitting = [value for value in values if all(each & set(value.split()) for each in near)]
    return {
        row[0]
        for value in fitting
        for row in run("SELECT case_id FROM facts WHERE name = ? AND folded = ?", (name, value))
    }


def near_words(archive: Archive, word: str) -> list[str]:
    """Words of the index for free text that come near to one."""
    run = archive.connection.execute
    run("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, row)")
    close = len(word) // 2
    rows = run(
        "SELECT term FROM vocabulary WHERE length(term) BETWEEN ? AND ?",
        (len(word) - close, len(word) + close),
    )
    return get_close_matches(word.casefold(), [row[0] for row in rows], MOST_SIGNS, ALIKE)


MOST: Final = 200
"""Cases shown at most."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to look for; what is empty does not matter. All that is given must hold."""

    text: str = ""
    event: str = ""
    team: str = ""
    player: str = ""
    seat: str = ""
    date: str = ""
    contract: str = ""
    code: str = ""
    article: str = ""
    rulebook: str = ""
    ruled: bool = False
    """Only cases in which the committee has ruled: precedents."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A case as lists show it. `ruling` is None where the committee has not ruled, `rulebook` where nothing
    was judged yet, `score` the three scores as they were kept when it last was. `deals` are those that any
    paper names, `logged` those of them with a log."""

    case_id: str
    called: str
    opened: str
    state: str
    sender: str
    documents: int
    ruling: str | None
    score: Json | None
    rulebook: str | None
    logged: int
    deals: int
    tags: Json


@dataclass(frozen=True, slots=True)
class Hit:
    """A case that answers a question. `matching` are lines that say why."""

    case: Listed
    matching: tuple[str, ...]


def listed(archive: Archive, *, ruled: bool = False) -> Iterator[Listed]:
    """What is kept of every case, in no order; `ruled`: of those alone in which the committee has ruled."""
    which = " WHERE ruling IS NOT NULL" if ruled else ""
    for row in archive.connection.execute(f"SELECT {', '.join(_LISTED)} FROM listed{which}"):
        kept = dict(zip(_LISTED, row, strict=True))
        score = kept.pop("score")
        tags = json.loads(kept.pop("tags"))
        yield Listed(**kept, score=None if score is None else json.loads(score), tags=tags)


_LISTED: Final = tuple(each.name for each in fields(Listed))
"""The columns of the table, as `Listed` calls them."""


def found(archive: Archive, severities: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """What was found in every case and is not only a consequence: the case, the finding's certainty, what was
    decided on it, whether it is in doubt, its code, severity, article and side, and the number and the
    position of its deal."""
    yield from archive.connection.execute(
        "SELECT case_id, certainty, decision, doubt, code, severity, article, team, deal, game FROM found"
        f" WHERE follows = 0 AND severity IN ({', '.join('?' * len(severities))})",
        tuple(severities),
    )


def papers_of(archive: Archive, case: str) -> set[str]:
    """The digests of the papers that a case has, or had and left out."""
    rows = archive.connection.execute(
        "SELECT json_extract(body, '$.digest') FROM acts WHERE case_id = ? AND kind = ?",
        (case, Kind.DOCUMENT.value),
    )
    return {str(row[0]) for row in rows}


def search(archive: Archive, question: Question, near: bool = False) -> list[Hit]:
    """The cases that answer, the newest first; with `near` also those with words that come near to what was
    typed."""
    cases: set[str] | None = None
    for found in _answers(archive, question, near):
        cases = found if cases is None else cases & found
        if not cases:
            return []
    known = {each.case_id: each for each in listed(archive, ruled=question.ruled)}
    fitting = [
        known[case]
        for case in archive.cases()
        if case in known and (cases is None or case in cases)
    ]
    return [_hit(archive, each, question) for each in fitting[:MOST]]


def precedents(archive: Archive, case: str) -> dict[str, int]:
    """In how many other cases with a ruling the committee decided on findings of each article."""
    rows = archive.connection.execute(
        "SELECT article, count(DISTINCT case_id) FROM found "
        "WHERE decision IS NOT NULL AND case_id <> ? AND EXISTS "
        "(SELECT 1 FROM acts WHERE acts.case_id = found.case_id AND acts.kind = ?) "
        "GROUP BY article",
        (case, Kind.RULED.value),
    )
    return {str(article): int(cases) for article, cases in rows}


def _answers(archive: Archive, question: Question, near: bool) -> Iterator[set[str]]:
    run = archive.connection.execute
    for name in ("event", "team", "player", "seat", "date", "contract"):
        wanted = folded(getattr(question, name))
        if wanted:
            rows = run(
                "SELECT DISTINCT case_id FROM facts WHERE name = ? AND instr(folded, ?) > 0",
                (name, wanted),
            )
            exact = {row[0] for row in rows}
            yield exact or (near_value(archive, name, wanted) if near else set())
    where, values = _found_where(question)
    if where:
        rows = run(f"SELECT DISTINCT case_id FROM found WHERE {where}", values)
        yield {row[0] for row in rows}
    terms = _near_terms(archive, question.text) if near else _terms(question.text)
    if terms:
        rows = run("SELECT DISTINCT case_id FROM words WHERE words MATCH ?", (terms,))
        yield {row[0] for row in rows}


def _found_where(question: Question) -> tuple[str, list[str]]:
    asked = {name: getattr(question, name).strip() for name in ("code", "article", "rulebook")}
    given = {name: value for name, value in asked.items() if value}
    return " AND ".join(f"{name} = ?" for name in given), list(given.values())


def _terms(text: str) -> str:
    """Free text as FTS5 takes it: every word quoted, so that nothing in it is an operator."""
    return " ".join(f'"{word}"*' for word in re.findall(r"\w+", text))


def _near_terms(archive: Archive, text: str) -> str:
    """The same, every word or one that comes near to it."""
    meant = (
        " OR ".join((f'"{word}"*', *(f'"{other}"' for other in near_words(archive, word))))
        for word in re.findall(r"\w+", text)
    )
    return " AND ".join(f"({each})" for each in meant)


def _hit(archive: Archive, case: Listed, question: Question) -> Hit:
    where, values = _found_where(question)
    lines = []
    if where:
        rows = archive.connection.execute(
            "SELECT deal, message, decision FROM found INDEXED BY found_by_case"
            f" WHERE case_id = ? AND {where} LIMIT 5",
            (case.case_id, *values),
        )
        for deal, message, decision in rows:
            place = f"deal {deal}: " if deal else ""
            lines.append(
                f"{place}{message}"
                + (f" ({words.DECISIONS.get(decision, decision)})" if decision else "")
            )
    return Hit(case, tuple(lines))


def tagged(archive: Archive, name: str, value: str) -> list[str]:
    """Our own cases that were opened with this tag, the newest first."""
    rows = archive.connection.execute(
        "SELECT case_id FROM acts WHERE number = 1 AND kind = ? "
        "AND json_extract(body, ?) = ? ORDER BY seq DESC",
        (Kind.OPENED.value, f'$.tags."{name}"', value),
    )
    return [row[0] for row in rows if not is_received(row[0])]


def index_all(archive: Archive) -> int:
    """Work out again what can be searched for; returns the number of cases."""
    with archive.writing() as run:
        # First the index of the words, which nothing can be taken out of while it is damaged.
        run("INSERT INTO words (words) VALUES ('rebuild')")
        for table in SEARCHED:
            run(f"DELETE FROM {table}")
        for case in archive.every():
            write(run, fold(case, archive.acts(case)))
    return len(archive.cases())

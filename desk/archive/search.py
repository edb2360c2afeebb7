"""Finding cases again: by event, team, player, seat, date, finding, article, contract and free text.

The index is made from the acts and can be made anew at any time; it proves nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from desk import words
from desk.archive.acts import Json, Kind
from desk.archive.casefile import CaseFile, fold
from desk.archive.store import Archive
from desk.finding_key import keys_of_json

MOST: Final = 200
"""Cases shown at most."""

_TAGS: Final = {
    "Event": "event", "Site": "site", "Date": "date", "Table": "table", "Round": "round",
    "TeamA": "team", "TeamB": "team", "Recorder": "player",
    "North": "player", "South": "player", "East": "player", "West": "player",
}  # fmt: skip


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
class Hit:
    """A case that answers a question. `matching` are lines that say why."""

    case: str
    title: str
    opened: str
    signed: bool
    matching: tuple[str, ...]
    ruling: str


def folded(text: str) -> str:
    """Letters without case and marks, blanks evened out: what is compared."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(
        letter for letter in plain if unicodedata.combining(letter) == 0 or letter > "\u0900"
    )
    return " ".join(kept.split())


def search(archive: Archive, question: Question) -> list[Hit]:
    """The cases that answer, the newest first."""
    cases: set[str] | None = None
    for found in _answers(archive, question):
        cases = found if cases is None else cases & found
        if not cases:
            return []
    hits = []
    for case in archive.cases():
        if cases is not None and case not in cases:
            continue
        file = fold(case, archive.acts(case))
        if question.ruled and file.ruling is None:
            continue
        hits.append(_hit(archive, file, question))
        if len(hits) == MOST:
            break
    return hits


def _answers(archive: Archive, question: Question) -> Iterator[set[str]]:
    run = archive.connection.execute
    for name in ("event", "team", "player", "seat", "date", "contract"):
        wanted = folded(getattr(question, name))
        if wanted:
            rows = run(
                "SELECT DISTINCT case_id FROM facts WHERE name = ? AND instr(folded, ?) > 0",
                (name, wanted),
            )
            yield {row[0] for row in rows}
    where, values = _found_where(question)
    if where:
        rows = run(f"SELECT DISTINCT case_id FROM found WHERE {where}", values)
        yield {row[0] for row in rows}
    terms = _terms(question.text)
    if terms:
        rows = run("SELECT DISTINCT case_id FROM words WHERE words MATCH ?", (terms,))
        yield {row[0] for row in rows}


def _found_where(question: Question) -> tuple[str, list[str]]:
    parts, values = [], []
    for name in ("code", "article", "rulebook"):
        value = getattr(question, name).strip()
        if value:
            parts.append(f"{name} = ?")
            values.append(value)
    return " AND ".join(parts), values


def _terms(text: str) -> str:
    """Free text as FTS5 takes it: every word quoted, so that nothing in it is an operator."""
    words = re.findall(r"\w+", text)
    return " ".join(f'"{word}"*' for word in words)


def _hit(archive: Archive, file: CaseFile, question: Question) -> Hit:
    where, values = _found_where(question)
    lines = []
    if where:
        rows = archive.connection.execute(
            f"SELECT deal, message, decision FROM found WHERE case_id = ? AND {where} LIMIT 5",
            (file.id, *values),
        )
        for deal, message, decision in rows:
            place = f"deal {deal}: " if deal else ""
            lines.append(
                f"{place}{message}"
                + (f" ({words.DECISIONS.get(decision, decision)})" if decision else "")
            )
    ruling = str(file.ruling.body.get("text", "")) if file.ruling is not None else ""
    opened = file.acts[0].at if file.acts else ""
    return Hit(file.id, file.title, opened, not file.open, tuple(lines), ruling)


def index_case(archive: Archive, case: str) -> None:
    """Make the index of one case anew."""
    file = fold(case, archive.acts(case))
    with archive.writing() as run:
        for table in ("found", "facts", "words"):
            run(f"DELETE FROM {table} WHERE case_id = ?", (case,))
        check = file.checked.body.get("check", {}) if file.checked is not None else {}
        findings = check.get("findings", [])
        for key, finding in zip(keys_of_json(findings), findings, strict=True):
            run(
                "INSERT INTO found VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                _row(file, check, key, finding),
            )
        for name, value in dict.fromkeys(_facts(file, check)):
            run("INSERT INTO facts VALUES (?, ?, ?, ?)", (case, name, value, folded(value)))
        told = "\n".join(
            [*_words(file), *(value for _, value in dict.fromkeys(_facts(file, check)))]
        )
        run("INSERT INTO words VALUES (?, ?)", (case, told))


def index_all(archive: Archive) -> None:
    """Make the whole index anew."""
    with archive.writing():
        for case in archive.cases():
            index_case(archive, case)


def _row(file: CaseFile, check: Json, key: str, finding: Json) -> tuple[str | None, ...]:
    decision = file.decisions.get(key)
    return (
        file.id, finding["code"], finding["article"], str(check.get("rulebook", "")),
        finding.get("deal"), finding["place"], finding.get("seat"), finding.get("team"),
        finding["certainty"], None if decision is None else str(decision.body.get("decision")),
        finding["message"],
    )  # fmt: skip


def _facts(file: CaseFile, check: Json) -> Iterator[tuple[str, str]]:
    tags = dict(file.tags)
    if file.checked is not None:
        tags |= file.checked.body.get("tags", {})
    for tag, value in tags.items():
        name = _TAGS.get(tag) or ("player" if tag.startswith("Seat") else "")
        if name and value:
            yield name, str(value)
    for finding in check.get("findings", ()):
        if finding.get("seat"):
            yield "seat", str(finding["seat"])
    for deal in check.get("deals", ()):
        contract = deal.get("contract")
        if contract:
            yield "contract", f"{contract['value']} {contract['trump']}"


def _words(file: CaseFile) -> Iterator[str]:
    """Everything that people wrote, and what was found, for free text."""
    yield file.title
    for act in file.acts:
        if act.kind not in (Kind.READING, Kind.CHECKED):
            yield from _texts(act.body)
    if file.checked is not None:
        check = file.checked.body.get("check", {})
        yield from (str(finding["message"]) for finding in check.get("findings", ()))
        yield from (str(finding["code"]) for finding in check.get("findings", ()))


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)

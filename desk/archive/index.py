"""What of a case can be searched for: worked out from its acts, written with every act, made again at
any time. It proves nothing.

`archive verify` compares: whoever changes what is worked out here gives the tables a new version.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.desk.archive.acts import Json, Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.schema import Run
from fairdeal.desk.numbered import keys_of_json

Row = tuple[str | None, ...]

TABLES: Final = ("found", "facts", "words")
_TAGS: Final = {
    "Event": "event",
    "Site": "site",
    "Date": "date",
    "Table": "table",
    "Round": "round",
    "TeamA": "team",
    "TeamB": "team",
    "Recorder": "player",
    "North": "player",
    "South": "player",
    "East": "player",
    "West": "player",
}


@dataclass(frozen=True, slots=True)
class Entries:
    """A case's rows in the tables for searching."""

    found: tuple[Row, ...]
    facts: tuple[Row, ...]
    words: tuple[Row, ...]


def folded(text: str) -> str:
    """Letters without case and marks, blanks evened out: what is compared."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(
        letter for letter in plain if unicodedata.combining(letter) == 0 or letter > "\u0900"
    )
    return " ".join(kept.split())


def entries(file: CaseFile) -> Entries:
    """What the tables ought to hold of a case."""
    check = file.checked.body.get("check", {}) if file.checked is not None else {}
    findings = check.get("findings", [])
    facts = tuple(dict.fromkeys(_facts(file, check)))
    told = "\n".join([*_words(file), *(value for _, value in facts)])
    return Entries(
        found=tuple(
            _row(file, check, key, finding)
            for key, finding in zip(keys_of_json(findings), findings, strict=True)
        ),
        facts=tuple((file.id, name, value, folded(value)) for name, value in facts),
        words=((file.id, told),),
    )


def stored(connection: sqlite3.Connection, case: str) -> Entries:
    """What the tables do hold of a case."""
    rows = (
        tuple(
            connection.execute(f"SELECT * FROM {table} WHERE case_id = ? ORDER BY rowid", (case,))
        )
        for table in TABLES
    )
    return Entries(*rows)


def write(run: Run, file: CaseFile) -> None:
    """Put what can be searched for of a case in place of what stands there."""
    made = entries(file)
    for table in TABLES:
        run(f"DELETE FROM {table} WHERE case_id = ?", (file.id,))
        for row in getattr(made, table):
            run(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _row(file: CaseFile, check: Json, key: str, finding: Json) -> tuple[str | None, ...]:
    decision = file.decisions.get(key)
    return (
        file.id,
        finding["code"],
        finding["article"],
        str(check.get("rulebook", "")),
        finding.get("deal"),
        finding["place"],
        finding.get("seat"),
        finding.get("team"),
        finding["certainty"],
        None if decision is None else str(decision.body.get("decision")),
        finding["message"],
    )


def _facts(file: CaseFile, check: Json) -> Iterator[tuple[str, str]]:
    tags = dict(file.tags)
    if file.checked is not None:
        tags |= file.checked.body.get("tags", {})
    for tag, value in tags.items():
        name = _TAGS.get(tag) or ("player" if tag.startswith("Seat") else "")
        if name and value:
            yield name, str(value)
    yield from (("player", name) for name in file.players.values())
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
        if act.kind is Kind.RECEIVED:
            yield str(act.body.get("sender", ""))
        elif act.kind not in (Kind.READING, Kind.CHECKED):
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

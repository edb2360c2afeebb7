"""Everything in the archive and its events as tables in Parquet, for DuckDB, pandas and the like.

A case is read at a time and its rows are written as they come, so an archive of any size fits. No photo,
report or other paper goes with it, only what is said of it.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act, Json, Kind, moment
from fairdeal.desk.archive.casefile import CaseFile, fold
from fairdeal.desk.archive.eventfile import EventFile, fold_event
from fairdeal.desk.archive.search import listed
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.archive.tables import tags_of
from fairdeal.desk.extras import TABLES, how_to_get, installed
from fairdeal.desk.files import (
    MAKE_ROOM,
    other_contents,
    sync_folder,
    sync_names,
    unwritable,
    writing_to,
)
from fairdeal.desk.numbered import keys_of_json, needs_less_likely
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.tournament.ruled import AUDIT, MATCH, results_of
from fairdeal.desk.tournament.years import Opened, case_of, opened_from
from fairdeal.desk.trouble import DeskError

if TYPE_CHECKING:
    from pyarrow import Schema
    from pyarrow.parquet import ParquetWriter

Dtype = Literal["string", "int64", "float64", "bool", "timestamp[s, tz=UTC]"]
_AT: Final[Dtype] = "timestamp[s, tz=UTC]"
AT_ONCE: Final = 20_000
"""Rows of a table that are written together."""
LONGEST: Final = 16_000_000
"""Letters that are written together, of acts above all: a reading has half a million."""


def _texts(*names: str) -> dict[str, Dtype]:
    return dict.fromkeys(names, "string")


def _numbers(*names: str) -> dict[str, Dtype]:
    return dict.fromkeys(names, "int64")


def _pairs(*names: str) -> dict[str, Dtype]:
    return _numbers(*(f"{name}_{side}" for name in names for side in "ab"))


_SCORES: Final = ("written", "rulebook", "ruled")
_SCORED: Final = _pairs(*(f"score_{name}" for name in _SCORES))
COLUMNS: Final[Mapping[str, Mapping[str, Dtype]]] = {
    "cases": {
        **_texts("case_id", "title"), "opened": _AT, "signed": _AT,
        **_texts("state", "sender", "event_id", "match", "event", "date", "round", "table_number"),
        **_texts("team_a", "team_b", "recorder", "rulebook", "ruling"),
        **_numbers("documents", "logged", "deals"), **_SCORED,
    },
    "deals": {
        **_texts("case_id", "deal"), **_numbers("game"), **_texts("outcome"), **_numbers("value"),
        **_texts("trump", "declarer"), **_numbers("doubled"), **_pairs("points", "award"),
    },
    "findings": {
        **_texts("case_id", "event_id", "match", "finding", "code", "title", "severity", "certainty"),
        "probability": "float64", "doubt": "bool", **_texts("article", "rulebook", "deal"),
        **_numbers("game"), **_texts("place", "seat", "team", "message"), "follows": "bool",
        **_texts("decision"),
    },
    "decisions": {
        **_texts("case_id"), **_numbers("act"), "moment": _AT,
        **_texts("who", "finding", "decision", "reason", "remedy"), "stands": "bool",
    },
    "events": {
        **_texts("event_id", "title"), "begun": _AT, **_texts("who", "rulebook"),
        **_numbers("rounds", "files"), "removed": "bool",
    },
    "results": {
        **_texts("event_id", "match", "round", "table_number", "date", "recorder", "rulebook"),
        **_texts("team_a", "team_b"),
        **_texts("how", "confirmed"), **_pairs("score_written", "score_rulebook"),
        **_numbers("logged", "deals"), **_texts("case_id"),
    },
    "papers": {
        **_texts("case_id", "event_id", "digest", "name"), **_numbers("size"), "added": _AT, **_texts("who"),
        "withdrawn": "bool",
    },
    "acts": {
        **_texts("case_id"), **_numbers("act"), **_texts("kind"), "moment": _AT, **_texts("who", "body"),
        "redacted": "bool", **_texts("digest", "chain", "ledger"),
    },
}  # fmt: skip
"""Every table with its columns; docs/archive.md says what they mean. None is a word of SQL."""

Row = tuple[object, ...]
Rows = Iterator[tuple[str, Row]]
"""Rows with the table of each."""


def write_everything(archive: Archive, papers: EventPapers, folder: Path) -> dict[str, int]:
    """Write every table into a folder, in place of an earlier export there; returns how many rows each has.
    Raises DeskError where the packages are missing, the folder has other files or cannot be written."""
    if not installed(TABLES):
        raise DeskError("Parquet needs more packages.", str(folder), how_to_get(TABLES))
    ours = {f"{name}.parquet" for name in COLUMNS}
    if folder.exists() and not (
        folder.is_dir() and ours.issuperset(path.name for path in folder.iterdir())
    ):
        raise other_contents(folder)
    with writing_to(folder):
        aside = Path(tempfile.mkdtemp(dir=folder.absolute().parent, prefix=".", suffix=".new"))
    try:
        written = _write(archive, papers, aside)
        sync_folder(aside)
        aside.chmod(0o700)
        if folder.exists():
            old = aside.with_suffix(".old")
            folder.replace(old)
            aside.replace(folder)
            shutil.rmtree(old, ignore_errors=True)
        else:
            aside.replace(folder)
        sync_names(folder.absolute().parent)
    except OSError as error:
        raise unwritable(folder, error, MAKE_ROOM) from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return written


def _write(archive: Archive, papers: EventPapers, folder: Path) -> dict[str, int]:
    with ExitStack() as stack:
        tables = {name: _Table(name, folder) for name in COLUMNS}
        for each in tables.values():
            stack.callback(each.close)
        # What others write meanwhile is in none of the tables, not in some.
        archive.connection.execute("BEGIN")
        stack.callback(archive.connection.execute, "ROLLBACK")
        for name, row in _rows(archive, papers):
            tables[name].add(row)
    return {name: each.rows for name, each in tables.items()}


@dataclass(slots=True)
class _Table:
    """A file that is written a few thousand rows at a time."""

    name: str
    folder: Path
    rows: int = 0
    waiting: list[Row] = field(default_factory=list)
    letters: int = 0
    writer: ParquetWriter | None = None

    def add(self, row: Row) -> None:
        self.rows += 1
        self.waiting.append(row)
        self.letters += sum(len(each) for each in row if isinstance(each, str))
        if len(self.waiting) >= AT_ONCE or self.letters >= LONGEST:
            self._flush()

    def _flush(self) -> None:
        from pyarrow import array, table
        from pyarrow.parquet import ParquetWriter

        schema = schema_of(self.name)
        if self.writer is None:
            path = str(self.folder / f"{self.name}.parquet")
            self.writer = ParquetWriter(path, schema, compression="zstd")
        columns = zip(*self.waiting, strict=True) if self.waiting else ([] for _ in schema)
        of = [array(list(it), type=each.type) for it, each in zip(columns, schema, strict=True)]
        self.writer.write_table(table(of, schema=schema))
        self.waiting, self.letters = [], 0

    def close(self) -> None:
        if self.waiting or self.writer is None:
            self._flush()
        assert self.writer is not None
        self.writer.close()


def schema_of(name: str) -> Schema:
    """The columns of a table with their types."""
    import pyarrow

    types = {
        "string": pyarrow.string(),
        "int64": pyarrow.int64(),
        "float64": pyarrow.float64(),
        "bool": pyarrow.bool_(),
        _AT: pyarrow.timestamp("s", tz="UTC"),
    }
    return pyarrow.schema([(column, types[dtype]) for column, dtype in COLUMNS[name].items()])


# What is in them.


def _rows(archive: Archive, papers: EventPapers) -> Rows:
    events = set(archive.events())
    kept = [each for each in listed(archive) if each.state not in ("removed", "received")]
    opened = opened_from(archive, kept)
    for case in archive.every():
        acts = archive.acts(case)
        yield from (("acts", _act(act)) for act in acts)
        if case in events:
            yield from _of_event(fold_event(case, acts), papers, opened)
        else:
            yield from _of_case(fold(case, acts))


def _act(act: Act) -> Row:
    return (
        act.case, act.number, act.kind.value, moment(act.at), act.who, act.text, act.redacted,
        act.digest, act.chain, act.ledger,
    )  # fmt: skip


def _of_case(file: CaseFile) -> Rows:
    body = file.checked.body if file.checked is not None else {}
    yield "cases", _case(file, body)
    for deal in body.get("check", {}).get("deals", ()):
        yield "deals", (file.id, *_deal(deal))
    for row in _found(file, body):
        yield "findings", row
    standing = {act.number for act in file.decisions.values()}
    for act in file.acts:
        if act.kind is Kind.DECIDED:
            said = (act.body.get(name) for name in ("finding", "decision", "reason", "remedy"))
            at = moment(act.at)
            yield (
                "decisions",
                (file.id, act.number, at, act.who, *map(_text, said), act.number in standing),
            )
    for documents, withdrawn in ((file.documents, False), (file.withdrawn, True)):
        for digest, act in documents.items():
            size = _number(act.body.get("size"))
            yield "papers", (
                file.id, None, digest, _text(act.body.get("name")), size, moment(act.at), act.who, withdrawn,
            )  # fmt: skip


def _case(file: CaseFile, body: Json) -> Row:
    tags, check = tags_of(file), body.get("check", {})
    logged = len(check.get("deals", ())) if body else None
    named = ("Event", "Date", "Round", "Table", "TeamA", "TeamB", "Recorder")
    event_name, *said, recorder = (_text(tags.get(name)) for name in named)
    return (
        file.id,
        file.called,
        moment(file.acts[0].at),
        None if file.signed is None else moment(file.signed.at),
        file.state,
        file.sender or None,
        _text(tags.get(AUDIT)),
        _text(tags.get(MATCH)),
        event_name,
        *said,
        recorder,
        _text(body.get("rulebook")),
        None if file.ruling is None else _text(file.ruling.body.get("text")),
        len(file.documents),
        logged,
        None if logged is None else max(logged, body.get("deals") or 0),
        *_scores(body.get("score") or {}),
    )


def _scores(score: Json) -> Iterator[int | None]:
    for name in ("as_written", "by_the_rulebook", "as_ruled"):
        one, two = (score.get(name) or {}).get("totals") or (None, None)
        yield from (_number(one), _number(two))


def _deal(deal: Json) -> Row:
    made = deal.get("contract") or {}
    return (
        _text(deal.get("deal")),
        _number(deal.get("game")),
        _text(deal.get("outcome")),
        _number(made.get("value")),
        _text(made.get("trump")),
        _text(made.get("by")),
        _number(made.get("doubled")),
        *_of_sides(deal.get("points")),
        *_of_sides(deal.get("award")),
    )


def _of_sides(of: Json | None) -> Row:
    """Figures of both sides, whatever a game calls them."""
    of = of or {}
    return _number(of.get("A", of.get("NS"))), _number(of.get("B", of.get("EW")))


def _found(file: CaseFile, body: Json) -> Iterator[Row]:
    check = body.get("check", {})
    findings = check.get("findings", [])
    for key, each in zip(keys_of_json(findings), findings, strict=True):
        decision = file.decisions.get(key)
        share = each.get("probability")
        yield (
            file.id, None, None, key, each["code"], words.title(each["code"]), each["severity"],
            each["certainty"], None if share is None else float(share),
            needs_less_likely(each["certainty"], share), each["article"], _text(check.get("rulebook")),
            _text(each.get("deal")), _number(each.get("game")), each["place"], _text(each.get("seat")),
            _text(each.get("team")), each["message"], each.get("follows_from") is not None,
            None if decision is None else _text(decision.body.get("decision")),
        )  # fmt: skip


def _of_event(event: EventFile, papers: EventPapers, opened: Opened) -> Rows:
    removed = event.removed is not None
    yield "events", (
        event.id, event.title, moment(event.at), event.who, event.rules or None, len(event.rounds),
        len(event.files), removed,
    )  # fmt: skip
    added = {
        str(each["digest"]): act
        for act in reversed(event.acts)
        if act.kind is Kind.FILES
        for each in act.body["files"]
    }
    for each in event.files:
        act = added[each.digest]
        yield "papers", (
            None, event.id, each.digest, each.name, each.size, moment(act.at), act.who, removed,
        )  # fmt: skip
    for seat, it in event.results.items():
        yield "results", (
            event.id, None, *seat, None, None, None, *it.teams, it.how, it.confirmed or None, *it.score,
            None, None, None, None, None,
        )  # fmt: skip
    done = None if removed else results_of(papers.reports(event.id))
    for match in () if done is None else done.results:
        yield from _of_match(event.id, match, case_of(opened, event.id, match))


def _of_match(event: str, match: MatchResult, case: str | None) -> Rows:
    """A match of an event, and what was found in it; what a case has of it stands there alone."""
    said = (match.round, match.table, match.date, match.recorder, match.rulebook, *match.teams)
    yield "results", (
        event, match.title, *(each or None for each in said), "papers", None, *match.written, *match.ruled,
        match.logged, match.deals, case,
    )  # fmt: skip
    for each in match.findings if case is None else ():
        certainty = "established" if each.established else "depends"
        yield "findings", (
            None, event, match.title, None, each.code, each.title, each.severity, certainty, None, False,
            each.article, match.rulebook, each.deal, each.game, each.where, each.seat or None,
            each.team or None, each.message, False, None,
        )  # fmt: skip


def _text(value: Any) -> str | None:
    """A text, or what a case from others has in its place; None where there is none."""
    if value is None or isinstance(value, str):
        return value or None
    return json.dumps(value, ensure_ascii=False)


def _number(value: Any) -> int | None:
    return value if type(value) is int else None

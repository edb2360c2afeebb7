"""What the committee made of a case, ready to be shown: decisions, statements, ruling; and its history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act, Json, Kind
from fairdeal.desk.archive.casefile import CaseFile, refusal_of, sender_of
from fairdeal.desk.archive.page_code import PageCode
from fairdeal.desk.check.sentences import stands
from fairdeal.desk.intake.case import Case, EntryNames
from fairdeal.desk.numbered import keys_of_json
from fairdeal.desk.review.decided import called_of, figures_in_words, undecided
from fairdeal.desk.score.figures import to_text
from fairdeal.desk.score.match import score_of
from fairdeal.records import Team

DECISION_WORDS: Final = {key: text.capitalize() for key, text in words.DECISIONS.items()}

RULING_PARTS: Final = (
    ("facts", "Facts found"),
    ("conclusion", "Rule and conclusion"),
    ("text", "Ruling"),
    ("adjustment", "Score adjustment"),
    ("dissent", "Dissent"),
    ("conflicts", "Conflicts of interest"),
    ("deadline", "Appeal until"),
    ("members", "Committee"),
)
"""The parts of a ruling in the order in which reports of appeals committees have them."""
CLOSING: Final = ("dissent", "conflicts", "deadline", "members")
"""The parts that come after the score as ruled and what it does to the match points."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of one finding."""

    words: str
    kind: str
    reason: str
    remedy: str
    who: str
    at: str
    stale: bool = False
    """Whether the finding has changed since: the record was corrected after it was decided."""
    chosen: bool = False
    """Whether the remedy is one of the ways that the law leaves open."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An entry that a person read, beside what the machine had read."""

    where: str
    document: str
    machine: str
    person: str
    who: str
    at: str
    why: str = ""
    """Why it was read that way, where somebody said it: as an entry that a slip of the pen put wrong."""


@dataclass(frozen=True, slots=True)
class Stands:
    """Entries that stand as written by a person's word, though a slip of the pen in them would explain what
    is found. `act` is what would be taken back."""

    words: str
    reason: str
    who: str
    at: str
    act: int


@dataclass(frozen=True, slots=True)
class Committee:
    """The committee's part of a report."""

    decisions: dict[str, Decision]
    statements: tuple[tuple[str, str, str, str], ...]
    """Side, text, who wrote it down, when."""
    warnings: tuple[tuple[str, str], ...]
    ruling: tuple[tuple[str, str], ...]
    closing: tuple[tuple[str, str], ...]
    ruled: tuple[str, str] | None
    """Who wrote the ruling down, and when."""
    kept: tuple[str, str] | None
    """What the decisions come to where the ruling keeps another score, and why it does."""
    corrections: tuple[Correction, ...]
    stands: tuple[Stands, ...]
    signed: tuple[str, str] | None
    page: PageCode | None
    """The archive's head when it was signed, to be shown on the first page; None before."""
    reopened: int
    undecided: int
    """Findings on which the committee has not decided."""
    called: str = ""
    """What a person called the case; empty where nobody did."""


def committee(file: CaseFile, ruled: Case) -> Committee:
    """The committee's part of a case as it is."""
    ruling = file.ruling
    stale = _stale(file)
    parts = (
        []
        if ruling is None
        else [
            (name, (title, str(ruling.body[name])))
            for name, title in RULING_PARTS
            if ruling.body.get(name)
        ]
    )
    return Committee(
        decisions={
            key: _decision(act, key in stale, called_of(ruled))
            for key, act in file.decisions.items()
        },
        statements=tuple(
            (_called(ruled, side), str(act.body["text"]), act.who, act.at)
            for side, act in sorted(file.statements.items())
        ),
        warnings=tuple(
            (_called(ruled, str(act.body["team"])), str(act.body["text"])) for act in file.warnings
        ),
        ruling=tuple(part for name, part in parts if name not in CLOSING),
        closing=tuple(part for name, part in parts if name in CLOSING),
        ruled=None if ruling is None else (ruling.who, ruling.at),
        kept=_kept(file, ruled),
        corrections=tuple(_corrections(file, ruled)),
        stands=tuple(map(_stands, file.refused.values())),
        signed=None if file.signed is None else (file.signed.who, file.signed.at),
        page=file.page,
        reopened=max(0, len(file.reports) - (0 if file.signed is None else 1)),
        undecided=len(undecided(file, ruled)),
        called=file.title,
    )


def _called(ruled: Case, side: str) -> str:
    """``Backwater``, where nothing names the team ``Team A``; ``NS``."""
    return words.capital(called_of(ruled).get(side, side))


def _stale(file: CaseFile) -> set[str]:
    """The findings that are not any more as they were when they were decided on."""
    now: dict[str, Json] = {}
    then: dict[str, Json | None] = {}
    for act in file.acts:
        if act.kind is Kind.CHECKED:
            found = act.body["check"]["findings"]
            now = {key: _read(each) for key, each in zip(keys_of_json(found), found, strict=True)}
        elif act.kind is Kind.DECIDED:
            key = str(act.body["finding"])
            then[key] = now.get(key)
    return {key for key, finding in then.items() if finding != now.get(key)}


def _read(finding: Json) -> Json:
    """What was read of a finding: neither the ways that the law leaves open, which follow from it, nor the
    position of what it follows from."""
    return {name: value for name, value in finding.items() if name not in _NOT_READ}


_NOT_READ: Final = ("choices", "follows_from")


def _decision(act: Act, stale: bool, called: Mapping[Team, str]) -> Decision:
    body = act.body
    kind = str(body["decision"])
    return Decision(
        DECISION_WORDS[kind],
        kind,
        str(body.get("reason", "")),
        _remedy(body, called),
        act.who,
        act.at,
        stale,
        (body.get("figures") or {}).get("kind") == "choice",
    )


def _remedy(body: Json, called: Mapping[Team, str]) -> str:
    """What is done instead: what the deal scores then, and the committee's own words beside it. Of an outcome
    that was chosen, its words, which say it."""
    said, figures = str(body.get("remedy", "")).strip(), figures_in_words(body, called)
    if not (said and figures):
        return said or words.capital(figures)
    if (body.get("figures") or {}).get("kind") == "choice":
        return f"{said.rstrip('.')}: {figures}."
    if body["decision"] != "amend":
        return said
    return f"{words.capital(figures)} ({said.rstrip('.')})"


def _kept(file: CaseFile, ruled: Case) -> tuple[str, str] | None:
    if ruled.decisions is None or not ruled.decisions.stand:
        return None
    worked_out = score_of(ruled).worked_out
    if worked_out is None or not worked_out.known:
        return None
    reason = "" if file.score_kept is None else str(file.score_kept.body.get("reason") or "")
    return worked_out.text, reason


def _corrections(file: CaseFile, ruled: Case) -> list[Correction]:
    found, names = [], EntryNames(ruled)
    photos = {
        (document.digest, page): transcript.photo
        for document in ruled.documents
        for page, transcript in enumerate(document.transcripts)
    }
    for (digest, page, field), act in sorted(file.corrections.items()):
        if digest in file.withdrawn:
            continue
        name = str(file.documents[digest].body["name"]) if digest in file.documents else digest[:12]
        how = act.body.get("how")
        person = {"blank": "nothing written", "unreadable": "cannot be read"}.get(
            str(how), str(act.body.get("text"))
        )
        machine = _machine(file, digest, page, field)
        why = str(act.body.get("why") or "")
        where = names.of(photos.get((digest, page), ""), field)
        found.append(Correction(where, name, machine, person, act.who, act.at, why))
    return found


def _stands(act: Act) -> Stands:
    said = stands(refusal_of(act.body))
    reason = str(act.body.get("reason") or "")
    return Stands(words.capital(said), reason, act.who, act.at, act.number)


def _machine(file: CaseFile, digest: str, page: int, field: str) -> str:
    """What the machine had read there; empty for a line of a typed record."""
    reading = file.readings.get(digest)
    transcripts = reading.body["transcripts"] if reading is not None else ()
    if page >= len(transcripts):
        return ""
    for each in transcripts[page]["fields"]:
        if each["name"] == field:
            if each["blank"]:
                return "nothing written"
            said = "cannot be read" if each["text"] is None else str(each["text"])
            others = [
                f"{text}, {words.likely(share)}"
                for text, share in each["rivals"]
                if text != each["text"] and share >= WORTH_TELLING
            ]
            return f"{said} (or {'; '.join(others[:3])})" if others else said
    return ""


def _match(body: Json) -> str:
    return f"round {body['round']}, table {body['table']}"


WORTH_TELLING: Final = 0.01
"""Rivals that are less likely are not told beside a correction; they are in the archive all the same."""


def describe(act: Act) -> str:
    """What was done, in plain words."""
    body = act.body
    match act.kind:
        case Kind.OPENED:
            return f"opened the case {body.get('title', '')}"
        case Kind.FILES:
            return f"added {words.count(len(body['files']), 'file')}"
        case Kind.PLANNED:
            return f"planned round {body['round']}: {words.count(len(body['matches']), 'match')}"
        case Kind.RESULT:
            one, two = body["score"]
            return f"entered {one} to {two} for {_match(body)}{_because(body)}"
        case Kind.GIVEN:
            whom = body["who"] or f"board {body['board']}"
            return f"gave {body['award']} to {whom}{_because(body)}"
        case Kind.ASKED:
            return f"asked {body['whom'] or 'for it'}: {body['what']} of {_match(body)}"
        case Kind.TAKEN:
            return f"{'took' if body['by'] else 'gave back'} {_match(body)}"
        case Kind.FREE:
            return f"gave {words.count(body['points'], 'match point')} to who sits out in a round"
        case Kind.SETTLED:
            return f"settled act {body['act']}{': ' if body['text'] else ''}{body['text']}"
        case Kind.PLAYERS:
            named = (f"{words.seat(seat)} {name}" for seat, name in body["names"].items())
            return f"named the players: {', '.join(named) or 'as the record has them'}"
        case Kind.CORRECTED:
            why = f": {body['why']}" if body.get("why") else ""
            return f"read {body['field']} as {_corrected(body)}{why}"
        case Kind.REFUSED:
            return f"{stands(refusal_of(body))}{_because(body)}"
        case Kind.SHAPE:
            return shape_in_words(body)
        case Kind.CHECKED:
            return f"checked the record under {body['rulebook']}: {_found(body)}"
        case Kind.DECIDED:
            decided = words.DECISIONS.get(body["decision"], body["decision"])
            return f"{decided} the finding {_named(body['finding'])}{_because(body)}"
        case Kind.SCORE_KEPT:
            ruled, worked_out = (
                to_text((each[0], each[1])) for each in (body["ruled"], body["worked_out"])
            )
            return f"kept the score {ruled}; the decisions come to {worked_out}{_because(body)}"
        case Kind.REDACTED:
            return f"took a name out of {len(body['acts'])} acts and {len(body['documents'])} documents"
        case Kind.RECEIVED:
            return f"imported the case as {body['as']}. {sender_of(act)}"
    match_ = _match(body) if "table" in body else ""
    return _DONE[act.kind].format_map({**body, "match": match_, "because": _because(body)})


_DONE: Final = {
    Kind.EVENT: "began the event {title}",
    Kind.CONFIRMED: "confirmed the result of act {act}",
    Kind.SEATED: "said that a paper is of {match} ({digest!s:.12})",
    Kind.INCIDENT: "noted {title} at {match}",
    Kind.APPEALED: "noted an appeal by {team} in {match}{because}",
    Kind.DOCUMENT: "added {name} ({size} bytes, {digest!s:.12})",
    Kind.RENAMED: "called the case {title}",
    Kind.PLACED: "said that {name} is of this match: {reason}",
    Kind.WITHDRAWN: "withdrew {name} ({digest!s:.12}){because}",
    Kind.REMOVED: "removed the case as a mistake{because}",
    Kind.READING: "read the document {digest!s:.12} with {reader}",
    Kind.UNCORRECTED: "withdrew act {act}",
    Kind.RULES: "chose the rulebook {rulebook}",
    Kind.STATEMENT: "statement of {side}: {text}",
    Kind.WARNING: "earlier warning to {team}: {text}",
    Kind.RULED: "ruling: {text}",
    Kind.SIGNED: "signed off with the report {report!s:.12}",
    Kind.REOPENED: "reopened the case: {reason}",
    Kind.NOTE: "note: {text}",
}
"""What was done by acts of which the content says all."""


def _because(body: Mapping[str, Any]) -> str:
    return f": {body['reason']}" if body.get("reason") else ""


def shape_in_words(body: Mapping[str, Any]) -> str:
    """What somebody said of a shape."""
    one, other = (words.sign(sign) for sign in body["signs"])
    where = f"in {len(body['fields'])} entries of page {int(body['page']) + 1}"
    if not body["sign"]:
        return f"said that one shape is now {one}, now {other}, {where}"
    return f"said that in this hand a shape is {words.sign(body['sign'])}, {where}"


def _found(body: Mapping[str, Any]) -> str:
    """How many findings, those apart that depend on what is not read for sure: the pages count them so."""
    found = body.get("check", {}).get("findings", ())
    sure = [each.get("certainty") for each in found if each.get("follows_from") is None]
    established = sure.count("established")
    open_ = len(sure) - established
    more = (
        f", {open_} more {'depends' if open_ == 1 else 'depend'} on unclear entries"
        if open_
        else ""
    )
    return f"{established} {'irregularity' if established == 1 else 'irregularities'} established{more}"


def _named(key: str) -> str:
    """What a decision is about, each part of the finding's key once: ``revoke, deal 4, trick 7, seat 5``."""
    parts = [part for each in key.split(" | ") for part in each.split(" / ")]
    code, *rest = dict.fromkeys(parts)
    return ", ".join([code.replace("-", " "), *rest])


def _corrected(body: dict[str, object]) -> str:
    how = body.get("how")
    if how == "blank":
        return "blank"
    return "not readable" if how == "unreadable" else str(body.get("text"))

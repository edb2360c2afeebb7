"""From documents to a signed report, act by act."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from fairdeal import __version__
from fairdeal.desk.archive import casefile
from fairdeal.desk.archive.acts import Act, Json, Kind, now
from fairdeal.desk.archive.casefile import CaseFile, FieldKey, fold, refusals
from fairdeal.desk.archive.store import (
    Archive,
    ArchiveError,
    OvertakenError,
    UnknownCaseError,
    came_from_others,
)
from fairdeal.desk.archive.verify import head
from fairdeal.desk.check.json_answer import as_json
from fairdeal.desk.check.questions import questions
from fairdeal.desk.confined import ConfinedError, workers
from fairdeal.desk.files import is_typed, unlike
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.ledger import Unread
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.intake.reading import reader_version
from fairdeal.desk.judging import Read, judge, task_for, text_of, without_photos
from fairdeal.desk.numbered import keys_of_json
from fairdeal.desk.review.corrections import HOW, LINE, How, answered, corrected, lines_corrected
from fairdeal.desk.review.doubtful import beyond_reading
from fairdeal.desk.review.judgements import OF_RECORD, judgement
from fairdeal.desk.review.mending import Changes
from fairdeal.desk.score.figures import score_json
from fairdeal.desk.score.match import by_the_rulebook, score_of
from fairdeal.desk.score.steps import deals_on_paper
from fairdeal.desk.trouble import of_one
from fairdeal.grammar.notation.writer import write
from fairdeal.records import NUMBERED, Seat, Transcript
from fairdeal.rulings.frame.finding import Explanation

TAGS: Final = (
    "Event", "Site", "Date", "Table", "Round", "Session", "TeamA", "TeamB", "TeamNS", "TeamEW", "Recorder",
    *(f"Seat{seat}" for seat in NUMBERED), "North", "East", "South", "West",
)  # fmt: skip
"""Tags of the record by which a case can be found again."""


def check_body(ruled: Case) -> Json:
    """What is kept of a judgement: the record it was made on, all that was found, and the score."""
    recorded = replace(ruled, players={})
    tags = {tag: value for tag in TAGS if (value := recorded.tag(tag))}
    return {
        "rulebook": ruled.book.id,
        "edition": ruled.book.edition,
        "version": __version__,
        "record": write(ruled.record),
        "tags": tags,
        "check": as_json("case", ruled.verdict, ruled.problems, open_=questions(ruled)),
        "score": score_json(score_of(ruled)),
        "deals": deals_on_paper(ruled.record, by_the_rulebook(ruled)),
    }


DECISIONS: Final = ("accept", "dismiss", "amend")
NAMED: Final = "This case"
"""How a case is called where it cannot be judged: on its own page."""


def case_file(archive: Archive, case: str, upto: int | None = None) -> CaseFile:
    """A case as it is, or as it was after act number `upto`. Raises ArchiveError where there is none."""
    acts = archive.acts(case)
    if not acts:
        raise UnknownCaseError(case)
    return fold(case, acts if upto is None else [act for act in acts if act.number <= upto])


def hand_in(archive: Archive, case: str, document: Document | Read, who: str) -> None:
    """Keep a document and what was read from it, in one transaction. Twice the same is kept once."""
    with archive.writing():
        keep_document(archive, case, document.data, document.name, who)
        if document.transcripts:
            keep_reading(archive, case, document.digest, document.transcripts)


def keep_document(archive: Archive, case: str, data: bytes, name: str, who: str) -> str:
    """Keep a file as it was added, before anything is read from it. Returns its digest."""
    with archive.writing():
        must_be_open(archive, case)
        file = case_file(archive, case)
        digest = hashlib.sha256(data).hexdigest()
        if digest not in file.documents:
            left, after = archive.redacted_here(digest) or (data, digest)
            archive.put_blob(case, digest, left, after)
            taken = {str(act.body["name"]) for act in file.documents.values()}
            body: Json = {"digest": digest, "name": unlike(name, taken), "size": len(data)}
            archive.add(case, Kind.DOCUMENT, body, who)
            if after != digest:  # A name was taken out of it in another case: it stays so here.
                said: Json = {
                    "acts": [],
                    "documents": [{"digest": digest, "now": after}],
                    "photos": "keep",
                }
                archive.add(case, Kind.REDACTED, said, who)
    return digest


def keep_reading(
    archive: Archive, case: str, digest: str, transcripts: Sequence[Transcript], trouble: str = ""
) -> None:
    """Keep what a machine read from a document, or (`trouble`) why it could not.

    The same reading again is not kept again; another one stands beside the first.
    """
    read = casefile.readings_json(transcripts)
    with archive.writing():
        must_be_open(archive, case)
        last = case_file(archive, case).readings.get(digest)
        reader = reader_version()
        if last is not None and (read, trouble, reader) == tuple(
            last.body[part] for part in ("transcripts", "trouble", "reader")
        ):
            return
        body: Json = {
            "digest": digest,
            "reader": reader,
            "version": __version__,
            "transcripts": read,
            "trouble": trouble,
        }
        archive.add(case, Kind.READING, body, f"Fairdeal {__version__}")


def read_again(
    archive: Archive, case: str, read: Callable[[bytes, str], Sequence[Transcript]]
) -> tuple[int, int, list[str]]:
    """Read every photo of a case again; returns how many were read, how many were read differently, and a
    line for each that could not be read this time: its old reading stands.

    The new reading stands beside the old one, which stays in the history; what people corrected stays
    corrected, entry by entry.
    """
    must_be_open(archive, case)
    file = case_file(archive, case)
    times = 0
    troubles = []
    for digest, act in file.documents.items():
        data = archive.blob(case, digest)
        if data is not None and not is_typed(data):
            name = str(act.body["name"])
            try:
                keep_reading(archive, case, digest, read(data, name))
                times += 1
            except ConfinedError as error:
                troubles.append(of_one(name, error))
    after = case_file(archive, case)
    changed = [
        digest
        for digest, act in after.readings.items()
        if digest in file.readings
        and act.body["transcripts"] != file.readings[digest].body["transcripts"]
    ]
    if documents_ready(after, archive):
        recheck(archive, case)
    return times, len(changed), troubles


def documents(archive: Archive, file: CaseFile, *, with_corrections: bool = True) -> list[Read]:
    """The documents of a case as they are read now: a person's corrections over the machine's reading.

    A document that was redacted away, or that is still to be read or could not be, is left out.
    """
    laid = file.corrections if with_corrections else {}
    said = list(file.shapes.values()) if with_corrections else []
    found = []
    for digest, act in file.documents.items():
        data = archive.blob(file.id, digest)
        name = str(act.body["name"])
        reading = file.readings.get(digest)
        if reading is not None and reading.body["transcripts"]:
            read = answered(casefile.readings_from(reading.body["transcripts"]), digest, said)
            pages = corrected(read, digest, laid)
            found.append(Read(name, digest, data or b"", tuple(pages)))
        elif reading is None and data is not None and is_typed(data):
            found.append(_typed(data, name, digest, laid))
    return found


def _typed(data: bytes, name: str, digest: str, laid: dict[FieldKey, Act]) -> Read:
    if not any(key[0] == digest for key in laid):
        return Read(name, digest, data)
    changed = lines_corrected(text_of(data, name), digest, 0, laid).encode("utf-8", "surrogatepass")
    return Read(name, digest, changed)


def documents_ready(file: CaseFile, archive: Archive) -> bool:
    """Whether anything of a case can be judged yet."""
    return any(
        file.readings[digest].body["transcripts"]
        if digest in file.readings
        else is_typed(archive.blob(file.id, digest) or b"\0")
        for digest in file.documents
    )


def rule_on(archive: Archive, file: CaseFile) -> Case:
    """The case put together and judged by its rulebook, by a worker; what the committee decided is laid over
    it by `judged`. Raises ArchiveError where nothing was added, ConfinedError where it cannot
    be judged."""
    handed = documents(archive, file)
    if not handed:
        raise ArchiveError("Nothing has been added yet.", file.id, "Add a photo or a log first.")
    placed = tuple(file.placed)
    case = judge(handed, file.rulebook, NAMED, refusals(file), not_read(file), placed, file.usual)
    return beyond_reading(file, case)


def not_read(file: CaseFile) -> list[Unread]:
    """The documents of a case from which nothing was read, with the reason."""
    return [
        Unread(str(file.documents[digest].body["name"]), str(act.body["trouble"]), digest)
        for digest, act in file.readings.items()
        if digest in file.documents and act.body["trouble"] and not act.body["transcripts"]
    ]


def judged(archive: Archive, file: CaseFile, *, patiently: bool = False) -> Case:
    """The case judged with what the committee decided, worked out once for all who ask. Raises as `rule_on`
    does, and as `Once.get` does."""
    found = judgement(archive, file, lambda: rule_on(archive, file), patiently=patiently)
    return replace(found, players=file.players)


def recheck(archive: Archive, case: str) -> Case:
    """Judge the case as it is now, and keep what was found if it differs from the last time. Raises as
    `rule_on` does."""
    file = case_file(archive, case)
    return keep_check(archive, file, judged(archive, file, patiently=True))


def keep_check(archive: Archive, file: CaseFile, ruled: Case) -> Case:
    """Keep what was found, and the score three ways, if it differs from the last time."""
    handed = documents(archive, file)
    body = workers().call(task_for(handed, NAMED, "judge"), check_body, without_photos(ruled))
    with archive.writing():
        if file.checked is None or file.checked.body != body:
            archive.add(file.id, Kind.CHECKED, body, f"Fairdeal {__version__}")
    return ruled


def recheck_new(archive: Archive, case: str) -> None:
    """`recheck` after documents came in. A typed record for which a worker has to be stopped is kept like a
    photo that could not be read, with the reason; the others are judged, now and after every restart."""
    try:
        recheck(archive, case)
    except ConfinedError as error:
        if not error.abandoned or not _set_aside(archive, case):
            raise
        if documents_ready(case_file(archive, case), archive):
            recheck(archive, case)


def _set_aside(archive: Archive, case: str) -> bool:
    """Keep why typed records of a case cannot be judged; whether there are any."""
    file = case_file(archive, case)
    found = False
    for each in documents(archive, file):
        if each.transcripts is None:
            try:
                judge([each], file.rulebook, each.name, usual=file.usual)
            except ConfinedError as error:
                if error.abandoned and error.why != "busy":
                    keep_reading(archive, case, each.digest, (), of_one(each.name, error))
                    found = True
    return found


def correct(
    archive: Archive, case: str, key: FieldKey, how: How, text: str | None, who: str, seen: int
) -> Act:
    """A person's reading of one field. Raises OvertakenError where another read it meanwhile."""
    if how not in HOW:
        raise ArchiveError(f"An entry cannot be {how}.", "", f"Say one of: {', '.join(HOW)}.")
    digest, page, field = key
    if how == "unreadable" and field.startswith(LINE) and " / " not in field:
        raise ArchiveError("A typed line can be read.", "", "Read it in another way, or leave it.")
    body: Json = {"digest": digest, "page": page, "field": field, "how": how, "text": text}
    return act_on(archive, case, Kind.CORRECTED, body, who, seen)


def take_back(archive: Archive, case: str, act: int, who: str) -> Act:
    """Undo a correction, with those that correct the same slip of the pen; a refusal; what was said of a
    shape; a decision; or that a document was withdrawn."""
    with archive.writing():
        must_be_open(archive, case)
        file = case_file(archive, case)
        numbers = file.given_with(act)
        if not numbers:
            raise ArchiveError("That was already withdrawn.", case, "Look again.")
        return [archive.add(case, Kind.UNCORRECTED, {"act": each}, who) for each in numbers][-1]


def decide(
    archive: Archive,
    case: str,
    finding: str,
    decision: str,
    reason: str,
    who: str,
    seen: int,
    remedy: str = "",
    figures: Json | None = None,
) -> Act:
    """What the committee makes of a finding. Dismissing or amending one needs a reason; `figures` say what a
    change does to the score."""
    if decision not in DECISIONS:
        raise ArchiveError(f"A finding cannot be {decision}.", "", f"Say {', '.join(DECISIONS)}.")
    if decision != "accept":
        must_have_reason(reason, finding, "Give the reason in a few words.")
    if decision == "amend" and not remedy.strip() and figures is None:
        raise ArchiveError("What should be done instead?", finding, "Say it in a few words.")
    body: Json = {"finding": finding, "decision": decision, "reason": reason, "remedy": remedy}
    if figures is not None:
        body["figures"] = figures
    with archive.writing():
        _must_be_unchanged(case_file(archive, case), seen, finding)
        return act_on(archive, case, Kind.DECIDED, body, who, seen)


def _must_be_unchanged(file: CaseFile, seen: int, finding: str | None = None) -> None:
    """Raises OvertakenError where a decision would rest on another finding than the person has read, or a
    ruling (no `finding`) on other findings."""
    before = fold(file.id, [act for act in file.acts if act.number <= seen])
    since = [act for act in file.acts if act.number > seen and act.kind in _CHANGES_FINDINGS]
    then, now = findings_by_key(before), findings_by_key(file)
    if since and (then != now if finding is None else then.get(finding) != now.get(finding)):
        raise OvertakenError(since)


def findings_by_key(file: CaseFile) -> dict[str, Json]:
    """The findings of the last judgement, by the key by which decisions name them."""
    if file.checked is None:
        return {}
    found: list[Json] = file.checked.body["check"]["findings"]
    return dict(zip(keys_of_json(found), found, strict=True))


_CHANGES_FINDINGS: Final = OF_RECORD - {Kind.REDACTED}


def act_on(
    archive: Archive, case: str, kind: Kind, body: Json, who: str, seen: int | None = None
) -> Act:
    """Any other act on an open case."""
    with archive.writing():
        must_be_open(archive, case)
        if kind is Kind.RULED and seen is not None:
            _must_be_unchanged(case_file(archive, case), seen)
        return archive.add(case, kind, body, who, seen=seen)


def sign_off(
    archive: Archive, case: str, report: Callable[[CaseFile], bytes], who: str, seen: int
) -> Act:
    """Freeze the case with its report. From then on only reopening it is possible.

    `report` makes the report of the case as it will be once signed, so that it can say so itself, and
    show the archive's head (`CaseFile.page`): that of all acts before this one, for this one names the
    report's digest, so it cannot be in the report itself.
    """
    with archive.writing():
        must_be_open(archive, case)
        file = case_file(archive, case)
        if file.checked is None:
            raise ArchiveError("The case was not checked yet.", case, "Look at its findings first.")
        at = now()
        signing = Act(case, file.last + 1, Kind.SIGNED, at, who, {}, "", "", "")
        frozen = fold(case, (*file.acts, signing))
        frozen.page = head(archive, signed=True)
        digest = archive.keep(case, report(frozen))
        body: Json = {"report": digest, "check": file.checked.number}
        return archive.add(case, Kind.SIGNED, body, who, seen=seen, at=at)


def reopen(archive: Archive, case: str, reason: str, who: str) -> Act:
    """Open a case again that was signed off. The signed report stays as it was."""
    must_have_reason(reason, case, "Say in a few words why it is reopened.")
    with archive.writing():
        file = case_file(archive, case)
        if not file.ours:
            raise came_from_others(case)
        if file.open:
            raise ArchiveError("The case is open already.", case, "Nothing needs to be done.")
        return archive.add(case, Kind.REOPENED, {"reason": reason}, who)


def must_have_reason(reason: str, place: str, remedy: str) -> None:
    """Raises ArchiveError where somebody gave no reason."""
    if not reason.strip():
        raise ArchiveError("A reason is needed.", place, remedy)


def must_be_open(archive: Archive, case: str) -> None:
    """Raises ArchiveError where a case is signed off, or came from others."""
    file = case_file(archive, case)
    if not file.ours:
        raise came_from_others(case)
    if file.removed is not None:
        raise ArchiveError("The case was removed as a mistake.", case, "Bring it back first.")
    if not file.open:
        raise ArchiveError(
            "The case is signed off.", case, "Reopen it first; reopening is recorded."
        )


def documents_of(archive: Archive, file: CaseFile) -> list[tuple[str, bytes, str, bool]]:
    """The documents that are there: name, bytes, their digest, and whether it is a typed record. Raises
    ArchiveError where the case is our own already."""
    if file.ours:
        raise ArchiveError("The case is your own.", file.id, "Work on it as it is.")
    there = ((act, archive.blob(file.id, digest)) for digest, act in file.documents.items())
    return [
        (str(act.body["name"]), data, hashlib.sha256(data).hexdigest(), is_typed(data))
        for act, data in there
        if data is not None
    ]


def open_own(archive: Archive, file: CaseFile, who: str, title: str | None = None) -> str:
    """Open an empty case that notes where its documents are from. Returns its id."""
    case = archive.open_case(file.title if title is None else title, who, usual=file.usual)
    archive.add(case, Kind.NOTE, {"text": f"Opened with the documents of the case {file.id}."}, who)
    return case


def rename(archive: Archive, case: str, title: str, who: str) -> Act:
    """Call the case otherwise. Raises ArchiveError where the name is empty."""
    if not title.strip():
        raise ArchiveError("The name is empty.", case, "Type a name for the case.")
    return act_on(archive, case, Kind.RENAMED, {"title": title.strip()}, who)


def enter_players(
    archive: Archive, case: str, names: Mapping[Seat, str], who: str, seen: int
) -> Act | None:
    """Keep who sat where as a person gives it; an empty name leaves the record's. None where nothing changes.
    Raises OvertakenError where another entered names meanwhile."""
    given = {seat: name.strip() for seat, name in sorted(names.items()) if name.strip()}
    with archive.writing():
        if given == case_file(archive, case).players:
            return None
        return act_on(archive, case, Kind.PLAYERS, {"names": given}, who, seen)


_ASKED: Final = {
    Kind.WITHDRAWN: "Say in a few words why it is withdrawn.",
    Kind.PLACED: "Say in a few words why it belongs here.",
}


def of_document(
    archive: Archive, case: str, kind: Kind, digest: str, reason: str, who: str, seen: int
) -> Act:
    """Let a document count no more (`Kind.WITHDRAWN`: of another match, say; it stays in the archive), or
    count in this match whatever its heading says (`Kind.PLACED`). Either can be taken back.

    Raises ArchiveError where there is no such document.
    """
    must_have_reason(reason, case, _ASKED[kind])
    with archive.writing():
        document = case_file(archive, case).documents.get(digest)
        if document is None:
            raise ArchiveError("This document is not in the case.", case, "Open the case again.")
        body = {"digest": digest, "name": str(document.body["name"]), "reason": reason.strip()}
        return act_on(archive, case, kind, body, who, seen)


def remove(archive: Archive, case: str, reason: str, who: str, seen: int) -> Act:
    """Take a case that was opened by mistake off the list. Raises ArchiveError where it is signed off."""
    must_have_reason(reason, case, "Say in a few words why it is removed.")
    return act_on(archive, case, Kind.REMOVED, {"reason": reason.strip()}, who, seen)


def bring_back(archive: Archive, case: str, who: str) -> Act:
    """Put a case that was removed back on the list."""
    with archive.writing():
        removed = case_file(archive, case).removed
        if removed is None:
            must_be_open(archive, case)
            raise ArchiveError("The case was not removed.", case, "Nothing needs to be done.")
        return archive.add(case, Kind.UNCORRECTED, {"act": removed.number}, who)


def mend(
    archive: Archive, case: str, slip: str, found: Changes, why: str, who: str, seen: int
) -> None:
    """Read entries otherwise, as an explanation has them: corrections like any other, all or none."""
    with archive.writing():
        for (digest, page, field), text in found.items():
            body: Json = {
                "digest": digest,
                "page": page,
                "field": field,
                "how": "blank" if text is None else "read",
                "text": text,
                "why": why,
                "slip": slip,
            }
            act_on(archive, case, Kind.CORRECTED, body, who, seen)


def refuse(archive: Archive, case: str, of: Explanation, reason: str, who: str, seen: int) -> Act:
    """A person's word that entries stand as they are written: no slip of the pen explains by them."""
    entries = [
        {"place": str(each.place), "written": each.written, "read": each.read}
        for each in of.entries
    ]
    body: Json = {"deal": of.deal, "game": of.game, "entries": entries, "reason": reason}
    return act_on(archive, case, Kind.REFUSED, body, who, seen)

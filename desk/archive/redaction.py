"""A person's name taken out of the archive everywhere, by an act that is itself on the record.

The chains stay whole: they run over salted digests of what acts say, and the salt goes with the name
(see `desk.archive.acts`). What this cannot reach is said in `docs/archive.md`: copies that others
hold, backups, and ink in a photo outside the fields of the heading.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from desk.archive.acts import Act, Json, Kind, canonical, sha256
from desk.archive.covering import cover
from desk.archive.search import index_case
from desk.archive.store import Archive, ArchiveError
from desk.documents import is_text

WITHHELD: Final = "[name withheld]"

Photos = Literal["cover", "withhold", "keep"]
"""What to do with photos of the cases that name the person: cover the names of the heading, take the
whole photo out, or leave it."""


@dataclass(frozen=True, slots=True)
class Redaction:
    """What was done: the cases it touched, how many acts and documents were changed in them."""

    cases: tuple[str, ...]
    acts: int
    documents: int
    photos_kept: int
    """Photos left as they are in cases that name the person: look at them."""


def redact(archive: Archive, names: Sequence[str], who: str, photos: Photos = "cover") -> Redaction:
    """Take names out of every act and document. One transaction: all of it, or nothing.

    Raises ArchiveError where no name is given or one is too short to be told from other words.
    """
    pattern = _pattern(names)
    touched: list[str] = []
    acts = documents = kept = 0
    archive.connection.execute("PRAGMA secure_delete = ON")
    with archive.writing():
        for case in archive.cases():
            changed = _redact_acts(archive, case, pattern)
            texts = _redact_texts(archive, case, pattern)
            pictures: list[Json] = []
            left = 0
            if changed or texts:
                pictures, left = _redact_photos(archive, case, photos)
            if not (changed or texts or pictures):
                continue
            touched.append(case)
            acts, documents, kept = (
                acts + len(changed),
                documents + len(texts) + len(pictures),
                kept + left,
            )
            body: Json = {"acts": changed, "documents": texts + pictures, "photos": photos}
            archive.add(case, Kind.REDACTED, body, _blank(who, pattern))
            index_case(archive, case)
    _forget(archive)
    return Redaction(tuple(touched), acts, documents, kept)


def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    """Any of the names, in any case, as whole words, however the blanks between are written."""
    forms = []
    for name in names:
        words = name.split()
        if sum(map(len, words)) < 2:
            raise ArchiveError("A name of at least two letters is needed.", "", "Give it in full.")
        forms.append(r"\s+".join(re.escape(word) for word in words))
        escaped = html.escape(" ".join(words))
        forms.append(re.escape(escaped))
        forms.append(re.escape(escaped.replace("&#x27;", "&#39;").replace("&quot;", "&#34;")))
    if not forms:
        raise ArchiveError("No name was given.", "", "Name the person to take out.")
    unique = sorted(set(forms), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(unique)})(?!\w)", re.IGNORECASE)


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(WITHHELD, text)


def blanked(value: Any, pattern: re.Pattern[str]) -> Any:
    """The same JSON with the names replaced in every text and every key."""
    if isinstance(value, str):
        return _blank(value, pattern)
    if isinstance(value, list):
        return [blanked(each, pattern) for each in value]
    if isinstance(value, dict):
        return {_blank(key, pattern): blanked(each, pattern) for key, each in value.items()}
    return value


def _redact_acts(archive: Archive, case: str, pattern: re.Pattern[str]) -> list[Json]:
    changed: list[Json] = []
    with archive.writing() as run:
        for act in archive.acts(case):
            who, body = _blank(act.who, pattern), blanked(act.body, pattern)
            if who == act.who and body == act.body:
                continue
            run(
                "UPDATE acts SET who = ?, body = ?, salt = '' WHERE case_id = ? AND number = ?",
                (who, canonical(body), case, act.number),
            )
            changed.append({"act": act.number, "now": sha256(canonical([who, body]))})
    return changed


def _documents(archive: Archive, case: str) -> list[tuple[str, bytes]]:
    """Documents and reports of a case that are still there."""
    digests: list[str] = []
    for act in archive.acts(case):
        if act.kind is Kind.DOCUMENT:
            digests.append(str(act.body["digest"]))
        elif act.kind is Kind.SIGNED:
            digests.append(str(act.body["report"]))
    found = ((digest, archive.blob(digest)) for digest in dict.fromkeys(digests))
    return [(digest, data) for digest, data in found if data is not None]


def _redact_texts(archive: Archive, case: str, pattern: re.Pattern[str]) -> list[Json]:
    changed: list[Json] = []
    for digest, data in _documents(archive, case):
        if not is_text(data):
            continue
        text = data.decode("utf-8", "surrogateescape")
        new = _blank(text, pattern).encode("utf-8", "surrogateescape")
        if new != data:
            changed.append(_replace(archive, digest, new))
    return changed


def _redact_photos(archive: Archive, case: str, photos: Photos) -> tuple[list[Json], int]:
    changed: list[Json] = []
    left = 0
    readings = {
        str(act.body["digest"]): act for act in archive.acts(case) if act.kind is Kind.READING
    }
    for digest, data in _documents(archive, case):
        if is_text(data):
            continue
        if photos == "withhold":
            changed.append(_replace(archive, digest, None))
            continue
        new = cover(data, _transcripts(readings.get(digest))) if photos == "cover" else None
        if new is None:
            left += 1
        elif new != data:
            changed.append(_replace(archive, digest, new))
    return changed, left


def _transcripts(act: Act | None) -> list[Json]:
    return list(act.body.get("transcripts", ())) if act is not None else []


def _replace(archive: Archive, digest: str, data: bytes | None) -> Json:
    now = "" if data is None else hashlib.sha256(data).hexdigest()
    with archive.writing() as run:
        run("UPDATE blobs SET data = ?, now = ? WHERE digest = ?", (data, now, digest))
    return {"digest": digest, "now": now}


def _forget(archive: Archive) -> None:
    """Leave nothing of it in the file's free pages or its journal."""
    archive.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    archive.connection.execute("VACUUM")
    archive.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

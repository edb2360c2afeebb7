"""Attacks on the archive by a case that somebody sends."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.hostile import records
from bench.hostile.archives import add, asked, fairdeal
from bench.hostile.attack import Attack, Trial
from bench.hostile.watch import Watched
from bench.hostile.zeros import packed_zeros
from fairdeal.desk.archive.acts import START, canonical, chained, content_digest

SALT: Final = "ab" * 16
AT: Final = "2026-03-01T10:20:30Z"
SENT: Final = "0123456789ab"
Body = Mapping[str, Any]


def sent(bodies: Sequence[tuple[str, Body]], blobs: Mapping[str, bytes], case: str = SENT) -> bytes:
    """A case of these acts, every hash right; `blobs` are bytes by the digest that is claimed."""
    lines, previous = [], START
    for number, (kind, body) in enumerate(bodies, 1):
        act, previous = _act(case, number, kind, body, previous)
        lines.append(canonical(act).encode())
    return _packed(case, b"\n".join(lines) + b"\n", previous, len(bodies), blobs)


def _act(case: str, number: int, kind: str, body: Body, previous: str) -> tuple[Body, str]:
    digest = content_digest(SALT, "Eve", dict(body))
    chain = chained(previous, case, number, kind, AT, digest)
    act = {
        "number": number,
        "kind": kind,
        "at": AT,
        "who": "Eve",
        "body": body,
        "salt": SALT,
        "digest": digest,
        "chain": chain,
    }
    return act, chain


def _packed(case: str, told: bytes, head: str, acts: int, blobs: Mapping[str, bytes]) -> bytes:
    states = {digest: hashlib.sha256(data).hexdigest() for digest, data in blobs.items()}
    manifest = {
        "format": "fairdeal.case/1",
        "program": "1",
        "case": case,
        "acts": acts,
        "head": head,
        "acts_sha256": hashlib.sha256(told).hexdigest(),
        "blobs": states,
    }
    parts = {"case.json": canonical(manifest).encode(), "acts.jsonl": told}
    return zipped(parts | {f"blobs/{digest}": data for digest, data in blobs.items()})


def zipped(parts: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return out.getvalue()


def case_file(command: str, name: str, tries: str, make: Callable[[], bytes]) -> Attack:
    """A case file that must be refused in a line, and leave the archive as it was."""

    def ready(folder: Path) -> Trial:
        case = add(folder, 1)
        (folder / "sent.case").write_bytes(make())

        def holds(_: Watched) -> str:
            listed = fairdeal(folder, "ls").stdout.splitlines()
            whole = fairdeal(folder, "verify").returncode == 0
            alone = len(listed) == 1 and listed[0].startswith(case)
            return "" if whole and alone else "the archive is not as it was"

        return Trial(asked(command, "sent.case"), folder, statuses=(1, 2), holds=holds)

    return Attack(f"{command}-{name}", tries, ready)


OPENED: Final = ("opened", {"title": "A match", "tags": {}})


def _lists() -> bytes:
    """88 KB: ninety megabytes of lists of nothing, some 2 GB once they are in memory."""
    told = b'{"number": 1, "kind": "opened", "at": "", "who": "", "body": {"tags": ['
    return _packed(SENT, told + b"[]," * 30_000_000 + b"[]]}}\n", "", 1, {})


def _many_zeros() -> bytes:
    """Documents of a thousand megabytes in all that hold nothing."""
    out = io.BytesIO(_packed(SENT, b"{}\n", "", 1, {}))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as file:
        for number in range(10):
            with file.open(f"blobs/{number:064x}", "w", force_zip64=True) as entry:
                for _ in range(99):
                    entry.write(bytes(1_000_000))
    return out.getvalue()


def _lying() -> bytes:
    """An entry that says it has ten bytes and unpacks to a gigabyte."""
    name, packed = b"case.json", packed_zeros(1_000_000_000)[2:-4]
    local = _local(name, len(packed))
    central = b"PK\x01\x02" + bytes((20, 3)) + local[4:28] + b"\0\0" + bytes(14) + name
    place = len(local) + len(packed)
    end = b"PK\x05\x06" + bytes(4) + b"\1\0\1\0" + len(central).to_bytes(4, "little")
    return local + packed + central + end + place.to_bytes(4, "little") + b"\0\0"


def _local(name: bytes, packed: int) -> bytes:
    head = b"PK\x03\x04" + b"\x14\0" + bytes(2) + b"\x08\0" + bytes(4) + bytes(4)
    sizes = packed.to_bytes(4, "little") + (10).to_bytes(4, "little")
    return head + sizes + len(name).to_bytes(2, "little") + b"\0\0" + name


def _climbing() -> bytes:
    return zipped({"case.json": b"{}", "../../climbed": b"x", "/climbed": b"x"})


def _deep_json() -> bytes:
    return zipped({"case.json": b"[" * 1_000_000, "acts.jsonl": b"[" * 1_000_000})


def _planted_bytes() -> Attack:
    """A sent case that brings other bytes for a document that we shall have, and says that they are
    what is left after a redaction."""

    def ready(folder: Path) -> Trial:
        add(folder, 1)
        honest = records.honest(5)
        digest = hashlib.sha256(honest).hexdigest()
        evil = honest.replace(b"28 S", b"56 S")
        now = hashlib.sha256(evil).hexdigest()
        said = {"acts": [], "documents": [{"digest": digest, "now": now}], "photos": "cover"}
        (folder / "sent.case").write_bytes(sent([OPENED, ("redacted", said)], {digest: evil}))

        def holds(_: Watched) -> str:
            case = add(folder, 5)
            fairdeal(folder, "export", case, "-o", "ours.case")
            with zipfile.ZipFile(folder / "ours.case") as file:
                kept = file.read(f"blobs/{digest}")
            return "" if kept == honest else "our own document has the bytes that they planted"

        return Trial(asked("import", "sent.case"), folder, holds=holds)

    return Attack("import-planted-bytes", "other bytes for a document still to come", ready)


def _continued() -> Attack:
    """Our own open case, with a ruling and a signed page of theirs behind it, sent back unsigned."""

    def ready(folder: Path) -> Trial:
        case = add(folder, 1)
        fairdeal(folder, "export", case, "-o", "ours.case")
        before = fairdeal(folder, "show", case).stdout
        with zipfile.ZipFile(folder / "ours.case") as file:
            parts = {name: file.read(name) for name in file.namelist()}
        (folder / "sent.case").write_bytes(_behind(parts, case))

        def holds(_: Watched) -> str:
            now = fairdeal(folder, "show", case).stdout
            return "" if now == before else "our own case goes on with acts of theirs"

        return Trial(asked("import", "sent.case"), folder, holds=holds)

    return Attack(
        "import-continues-ours", "a ruling and a page of theirs behind our own case", ready
    )


def _behind(parts: Mapping[str, bytes], case: str) -> bytes:
    page = b"<!doctype html><script>alert(1)</script>"
    report = hashlib.sha256(page).hexdigest()
    lines = parts["acts.jsonl"].splitlines()
    last = json.loads(lines[-1])
    previous, number = last["chain"], last["number"]
    for kind, body in (
        ("ruled", {"text": "Team B wins."}),
        ("signed", {"report": report, "check": number}),
    ):
        number += 1
        act, previous = _act(case, number, kind, body, previous)
        lines.append(canonical(act).encode())
    blobs = {
        name.removeprefix("blobs/"): data
        for name, data in parts.items()
        if name.startswith("blobs/")
    }
    return _packed(case, b"\n".join(lines) + b"\n", previous, number, blobs | {report: page})


SENT_CASES: Final = (
    case_file("verify", "lists", "88 KB: 90 MB of lists of nothing", _lists),
    case_file("import", "lists", "88 KB: 90 MB of lists of nothing", _lists),
    case_file("import", "many-zeros", "1 MB: documents of 990 MB", _many_zeros),
    case_file("import", "lying-size", "1 MB: ten bytes that are a gigabyte", _lying),
    case_file("import", "climbing-names", "names that climb out of the file", _climbing),
    case_file("import", "deep-json", "a million brackets deep", _deep_json),
    case_file("import", "noise", "a file of noise", lambda: bytes(range(256)) * 4_000),
    _planted_bytes(),
    _continued(),
)

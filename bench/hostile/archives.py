"""Attacks on the archive: by somebody who has its file, and by a case that somebody sends."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.hostile import records
from bench.hostile.attack import IMPORTABLE, Attack, Trial
from bench.hostile.watch import Watched
from bench.hostile.zeros import packed_zeros
from fairdeal.desk.archive.acts import START, chained, content_digest, ledgered

ARCHIVE: Final = "archive.fairdeal"
SALT: Final = "ab" * 16
AT: Final = "2026-03-01T10:20:30Z"
SENT: Final = "0123456789ab"
Body = Mapping[str, Any]


def fairdeal(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the folder's archive, outside of what is measured."""
    env = {**os.environ, "PYTHONPATH": IMPORTABLE}
    whole = (sys.executable, "-m", "fairdeal", "archive", "--archive", ARCHIVE, *command)
    return subprocess.run(
        whole, cwd=folder, env=env, check=False, capture_output=True, text=True, timeout=100
    )


def _add(folder: Path, table: int) -> str:
    """A case of an honest record in the folder's archive; its id."""
    (folder / f"log-{table}.hrn").write_bytes(records.honest(table))
    done = fairdeal(folder, "add", f"log-{table}.hrn", "--title", f"Table {table}")
    if done.returncode:
        raise RuntimeError(f"the archive for this attack could not be made: {done.stderr}")
    return done.stdout.split()[0]


def _command(*command: str) -> tuple[str, ...]:
    return ("archive", "--archive", ARCHIVE, *command)


# Somebody has the file.


def forged(
    name: str,
    tries: str,
    forge: Callable[[sqlite3.Connection, str], object],
    *,
    guards_back: bool = True,
    honest_too: bool = False,
) -> Attack:
    """An archive of three cases whose file somebody changed: `verify` must say so, and a backup of it
    must not be made, but where what is seen `honest_too` happens (a clock that was set back). The guards
    against changes are taken out first, and put back unless told otherwise."""

    def ready(folder: Path) -> Trial:
        cases = [_add(folder, table) for table in (1, 2, 3)]
        connection = sqlite3.connect(folder / ARCHIVE)
        guards = _without_guards(connection)
        forge(connection, cases[1])
        for guard in guards if guards_back else ():
            connection.execute(guard)
        connection.commit()
        connection.close()

        def holds(_: Watched) -> str:
            done = fairdeal(folder, "backup", "backup.fairdeal")
            made = done.returncode == 0 or (folder / "backup.fairdeal").exists()
            if made and not honest_too:
                return "a backup was made of it as if it were whole"
            return ""

        return Trial(_command("verify"), folder, statuses=(1,), holds=holds)

    return Attack(f"verify-{name}", tries, ready)


def _without_guards(run: sqlite3.Connection) -> list[str]:
    """Take out the triggers that stand against changes, as anybody with the file can; how to put them back,
    so that nothing is to be seen of it afterwards."""
    found = run.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in found:
        run.execute(f'DROP TRIGGER "{name}"')
    return [sql for _, sql in found]


def _nothing_more(_run: sqlite3.Connection, _case: str) -> None:
    """The triggers stay out; that is all."""


def _hide(run: sqlite3.Connection, case: str) -> None:
    run.execute("DELETE FROM cases WHERE id = ?", (case,))


def _hide_and_change(run: sqlite3.Connection, case: str) -> None:
    _hide(run, case)
    run.execute("UPDATE acts SET who = 'Nobody' WHERE case_id = ?", (case,))


def _change(run: sqlite3.Connection, case: str) -> None:
    run.execute("UPDATE acts SET who = 'Nobody' WHERE case_id = ? AND number = 2", (case,))


def _take_out(run: sqlite3.Connection, case: str) -> None:
    run.execute("DELETE FROM acts WHERE case_id = ?", (case,))
    for table in ("found", "facts", "words", "case_blobs", "cases"):
        column = "id" if table == "cases" else "case_id"
        run.execute(f"DELETE FROM {table} WHERE {column} = ?", (case,))


def _change_document(run: sqlite3.Connection, _: str) -> None:
    run.execute("UPDATE case_blobs SET data = CAST('[Deal \"9\"]' AS BLOB)")


def _plant_document(run: sqlite3.Connection, case: str) -> None:
    digest = hashlib.sha256(records.honest(9)).hexdigest()
    evil = b"planted"
    now = hashlib.sha256(evil).hexdigest()
    run.execute("INSERT INTO case_blobs VALUES (?, ?, ?, ?)", (case, digest, evil, now))


def _change_search(run: sqlite3.Connection, case: str) -> None:
    run.execute("DELETE FROM words WHERE case_id = ?", (case,))
    run.execute("UPDATE facts SET value = 'Other', folded = 'other' WHERE case_id = ?", (case,))


def _backwards(run: sqlite3.Connection, _: str) -> None:
    """The archive written again from its end, the last act ten years before the first."""
    columns = "seq, case_id, number, kind, digest, at"
    rows = run.execute(f"SELECT {columns} FROM acts ORDER BY seq").fetchall()
    chains: dict[str, str] = {}
    ledger = START
    for seq, of, number, kind, digest, at in rows:
        when = "2016-01-01T00:00:00Z" if seq == rows[-1][0] else at
        chain = chained(chains.get(of, START), of, number, kind, when, digest)
        chains[of], ledger = chain, ledgered(ledger, chain)
        run.execute(
            "UPDATE acts SET at = ?, chain = ?, ledger = ? WHERE seq = ?",
            (when, chain, ledger, seq),
        )


def _strange_import(run: sqlite3.Connection, case: str) -> None:
    """The mark of a case from others is in its name."""
    run.execute("UPDATE cases SET id = id || '~1' WHERE id = ?", (case,))
    for table in ("acts", "found", "facts", "words", "case_blobs"):
        run.execute(f"UPDATE {table} SET case_id = case_id || '~1' WHERE case_id = ?", (case,))


def _endless(run: sqlite3.Connection, _: str) -> None:
    """The table of cases becomes a view that never ends."""
    run.execute("PRAGMA writable_schema = ON")
    run.execute("PRAGMA foreign_keys = OFF")
    run.execute("DROP TABLE cases")
    run.execute(
        "CREATE VIEW cases AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
        " SELECT printf('%012x', id) AS id, '' AS opened, id AS rowid FROM n"
    )


# The archive's code on paper.


def on_paper(name: str, tries: str, forge: Callable[[Path], object], status: int = 1) -> Attack:
    """An archive of two cases whose code somebody holds on paper; then its file is put in another's
    place. With the code `verify` must say so."""

    def ready(folder: Path) -> Trial:
        _add(folder, 1)
        _close(folder)
        shutil.copy(folder / ARCHIVE, folder / "earlier")
        _add(folder, 2)
        code = fairdeal(folder, "head").stdout.split()[0]
        _close(folder)
        forge(folder)
        return Trial(_command("verify", "--page", code), folder, statuses=(status,))

    return Attack(f"verify-page-{name}", tries, ready)


def _close(folder: Path) -> None:
    """Put everything into the one file: nothing is left beside it."""
    connection = sqlite3.connect(folder / ARCHIVE)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def _cut_off(folder: Path) -> None:
    (folder / "earlier").replace(folder / ARCHIVE)


def _make_again(folder: Path) -> None:
    """The same documents in an archive that is new from its first act."""
    (folder / ARCHIVE).unlink()
    _add(folder, 1)
    _add(folder, 2)


# Somebody sends a case.


def sent(bodies: Sequence[tuple[str, Body]], blobs: Mapping[str, bytes], case: str = SENT) -> bytes:
    """A case of these acts, every hash right; `blobs` are bytes by the digest that is claimed."""
    lines, previous = [], START
    for number, (kind, body) in enumerate(bodies, 1):
        act, previous = _act(case, number, kind, body, previous)
        lines.append(json.dumps(act).encode())
    return _packed(case, b"\n".join(lines) + b"\n", previous, len(bodies), blobs)


def _act(case: str, number: int, kind: str, body: Body, previous: str) -> tuple[Body, str]:
    digest = content_digest(SALT, "Eve", dict(body))
    chain = chained(previous, case, number, kind, AT, digest)
    act = {
        "number": number, "kind": kind, "at": AT, "who": "Eve", "body": body, "salt": SALT,
        "digest": digest, "chain": chain,
    }  # fmt: skip
    return act, chain


def _packed(case: str, told: bytes, head: str, acts: int, blobs: Mapping[str, bytes]) -> bytes:
    states = {digest: hashlib.sha256(data).hexdigest() for digest, data in blobs.items()}
    manifest = {
        "format": "fairdeal.case/1", "program": "1", "case": case, "acts": acts, "head": head,
        "acts_sha256": hashlib.sha256(told).hexdigest(), "blobs": states,
    }  # fmt: skip
    parts = {"case.json": json.dumps(manifest).encode(), "acts.jsonl": told}
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
        case = _add(folder, 1)
        (folder / "sent.case").write_bytes(make())

        def holds(_: Watched) -> str:
            listed = fairdeal(folder, "ls").stdout.splitlines()
            whole = fairdeal(folder, "verify").returncode == 0
            alone = len(listed) == 1 and listed[0].startswith(case)
            return "" if whole and alone else "the archive is not as it was"

        return Trial(_command(command, "sent.case"), folder, statuses=(1, 2), holds=holds)

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
        _add(folder, 1)
        honest = records.honest(5)
        digest = hashlib.sha256(honest).hexdigest()
        evil = honest.replace(b"28 S", b"56 S")
        now = hashlib.sha256(evil).hexdigest()
        said = {"acts": [], "documents": [{"digest": digest, "now": now}], "photos": "cover"}
        (folder / "sent.case").write_bytes(sent([OPENED, ("redacted", said)], {digest: evil}))

        def holds(_: Watched) -> str:
            case = _add(folder, 5)
            fairdeal(folder, "export", case, "-o", "ours.case")
            with zipfile.ZipFile(folder / "ours.case") as file:
                kept = file.read(f"blobs/{digest}")
            return "" if kept == honest else "our own document has the bytes that they planted"

        return Trial(_command("import", "sent.case"), folder, holds=holds)

    return Attack("import-planted-bytes", "other bytes for a document still to come", ready)


def _continued() -> Attack:
    """Our own open case, with a ruling and a signed page of theirs behind it, sent back unsigned."""

    def ready(folder: Path) -> Trial:
        case = _add(folder, 1)
        fairdeal(folder, "export", case, "-o", "ours.case")
        before = fairdeal(folder, "show", case).stdout
        with zipfile.ZipFile(folder / "ours.case") as file:
            parts = {name: file.read(name) for name in file.namelist()}
        (folder / "sent.case").write_bytes(_behind(parts, case))

        def holds(_: Watched) -> str:
            now = fairdeal(folder, "show", case).stdout
            return "" if now == before else "our own case goes on with acts of theirs"

        return Trial(_command("import", "sent.case"), folder, holds=holds)

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
        lines.append(json.dumps(act).encode())
    blobs = {
        name.removeprefix("blobs/"): data
        for name, data in parts.items()
        if name.startswith("blobs/")
    }
    return _packed(case, b"\n".join(lines) + b"\n", previous, number, blobs | {report: page})


def _whole() -> Attack:
    """No attack: an archive that nobody touched is whole, else the others would prove nothing."""

    def ready(folder: Path) -> Trial:
        for table in (1, 2, 3):
            _add(folder, table)

        def holds(_: Watched) -> str:
            done = fairdeal(folder, "backup", "backup.fairdeal")
            return "" if done.returncode == 0 else "no backup was made of it"

        return Trial(_command("verify"), folder, statuses=(0,), holds=holds)

    return Attack("verify-untouched", "nothing: it must be called whole", ready)


ARCHIVES: Final = (
    _whole(),
    on_paper("untouched", "nothing: the code must be found", lambda _: None, 0),
    on_paper("cut-off", "the end cut off, to before the last case", _cut_off),
    on_paper("made-again", "the whole archive made again", _make_again),
    forged("case-hidden", "a case taken off the list of cases", _hide),
    forged("hidden-and-changed", "the same, and its acts changed", _hide_and_change),
    forged(
        "triggers-gone", "the guards against changes taken out", _nothing_more, guards_back=False
    ),
    forged("act-changed", "another name for who acted", _change),
    forged("case-taken-out", "a case and all its acts deleted", _take_out),
    forged("document-changed", "other bytes for a document", _change_document),
    forged("document-planted", "bytes for a document still to come", _plant_document),
    forged("search-changed", "a case that searching no longer finds", _change_search),
    forged(
        "times-backwards",
        "the chain made again, an act ten years earlier",
        _backwards,
        honest_too=True,
    ),
    forged("import-invented", "a case of ours marked as one from others", _strange_import),
    forged("endless", "a list of cases without end", _endless, guards_back=False),
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

"""Attacks on the archive by somebody who has its file."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.hostile import records
from bench.hostile.attack import IMPORTABLE, Attack, Trial
from bench.hostile.watch import Watched
from fairdeal.desk.archive.acts import START, chained, ledgered

ARCHIVE: Final = "archive.fairdeal"


def fairdeal(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the folder's archive, outside of what is measured."""
    env = {**os.environ, "PYTHONPATH": IMPORTABLE}
    whole = (sys.executable, "-m", "fairdeal", "archive", "--archive", ARCHIVE, *words)
    return subprocess.run(
        whole, cwd=folder, env=env, check=False, capture_output=True, text=True, timeout=100
    )


def add(folder: Path, table: int) -> str:
    """A case of an honest record in the folder's archive; its id."""
    (folder / f"log-{table}.hrn").write_bytes(records.honest(table))
    done = fairdeal(folder, "add", f"log-{table}.hrn", "--title", f"Table {table}")
    if done.returncode:
        raise RuntimeError(f"the archive for this attack could not be made: {done.stderr}")
    return done.stdout.split()[0]


def asked(*words: str) -> tuple[str, ...]:
    """The same command as the words of a trial."""
    return ("archive", "--archive", ARCHIVE, *words)


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
        cases = [add(folder, table) for table in (1, 2, 3)]
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

        return Trial(asked("verify"), folder, statuses=(1,), holds=holds)

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
        add(folder, 1)
        _close(folder)
        shutil.copy(folder / ARCHIVE, folder / "earlier")
        add(folder, 2)
        code = fairdeal(folder, "head").stdout.split()[0]
        _close(folder)
        forge(folder)
        return Trial(asked("verify", "--page", code), folder, statuses=(status,))

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
    add(folder, 1)
    add(folder, 2)


def _whole() -> Attack:
    """No attack: an archive that nobody touched is whole, else the others would prove nothing."""

    def ready(folder: Path) -> Trial:
        for table in (1, 2, 3):
            add(folder, table)

        def holds(_: Watched) -> str:
            done = fairdeal(folder, "backup", "backup.fairdeal")
            return "" if done.returncode == 0 else "no backup was made of it"

        return Trial(asked("verify"), folder, statuses=(0,), holds=holds)

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
)

"""Cases from others that earlier versions took in, brought to what such a case is now.

They stood under the sender's id, and an import could continue a case of this archive's own. Nobody can
say any more which of the acts in such a case are whose, so the whole case is taken as received: it
is kept under an id of its own, with an act in the ledger that says so in place of a row that anybody
could change.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from typing import Any

from fairdeal.desk.archive.acts import (
    START,
    Json,
    Kind,
    canonical,
    chained,
    content_digest,
    ledgered,
    now,
)

_Run = Callable[..., sqlite3.Cursor]


def receive_old_imports(run: _Run) -> None:
    """Mark every case that the old table of imports names. The last import counts: its signature, where
    there was one, was for all acts up to its `head`."""
    last: dict[str, tuple[Any, ...]] = {}
    for case, head, who, signer in run(
        "SELECT case_id, head, who, signer FROM imports ORDER BY rowid"
    ).fetchall():
        last[case] = (head, who, signer)
    run("DELETE FROM imports")
    for case, (head, who, signer) in last.items():
        local = f"{case}~1"
        opened = run("SELECT opened FROM cases WHERE id = ?", (case,)).fetchone()
        run("INSERT INTO cases VALUES (?, ?)", (local, now() if opened is None else opened[0]))
        run("UPDATE acts SET case_id = ? WHERE case_id = ?", (local, case))
        run("UPDATE case_blobs SET case_id = ? WHERE case_id = ?", (local, case))
        run("DELETE FROM cases WHERE id = ?", (case,))
        body = {
            "as": local,
            "acts": 0,
            "head": head,
            "signer": signer,
            "signature": "",
            "manifest": "",
            "asked": False,
            "sender": "",
        }
        _append(run, case, local, str(who), body)


def _append(run: _Run, case: str, local: str, who: str, body: Json) -> None:
    found = run(
        "SELECT number, chain FROM acts WHERE case_id = ? ORDER BY number DESC LIMIT 1", (local,)
    ).fetchone()
    number, previous = (found[0] + 1, found[1]) if found is not None else (1, START)
    ledger = run("SELECT ledger FROM acts ORDER BY seq DESC LIMIT 1").fetchone()
    at, salt = now(), secrets.token_hex(16)
    digest = content_digest(salt, who, body)
    chain = chained(previous, case, number, Kind.RECEIVED.value, at, digest)
    run(
        "INSERT INTO acts (case_id, number, kind, at, who, body, salt, digest, chain, ledger)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            local,
            number,
            Kind.RECEIVED.value,
            at,
            who,
            canonical(body),
            salt,
            digest,
            chain,
            ledgered(ledger[0] if ledger is not None else START, chain),
        ),
    )

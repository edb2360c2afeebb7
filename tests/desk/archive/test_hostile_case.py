"""A case that was made up by somebody who knows the format: it chains, and still may not do harm."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.acts import (
    MOMENT,
    START,
    Act,
    Kind,
    canonical,
    chained,
    sha256,
    text_digest,
)
from fairdeal.desk.archive.search import Question, search
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.archive.verify import look_through
from fairdeal.desk.cli import main
from tests.desk.archive.conftest import tamper
from tests.desk.archive.test_exchange import packed
from tests.support.whole import verify

CASE = "0123456789ab"
AT = "2026-03-01T10:20:30Z"


def sent(
    bodies: list[tuple[str, Any]], *, at: str | list[str] = AT, blobs: tuple[bytes, ...] = ()
) -> bytes:
    """A case of these acts, every hash right; `at` is when, of all or of each."""
    times = [at] * len(bodies) if isinstance(at, str) else at
    lines, previous = [], START
    for number, ((kind, body), moment) in enumerate(zip(bodies, times, strict=True), 1):
        digest = text_digest("ab" * 16, "Eve", canonical(body))
        previous = chained(previous, CASE, number, kind, moment, digest)
        act = {
            "number": number,
            "kind": kind,
            "at": moment,
            "who": "Eve",
            "body": body,
            "salt": "ab" * 16,
            "digest": digest,
            "chain": previous,
        }
        lines.append(canonical(act).encode("utf-8", "backslashreplace"))
    told = b"\n".join(lines) + b"\n"
    digests = {hashlib.sha256(data).hexdigest(): data for data in blobs}
    manifest = {
        "format": exchange.FORMAT,
        "case": CASE,
        "acts": len(bodies),
        "head": previous,
        "acts_sha256": hashlib.sha256(told).hexdigest(),
        "blobs": {each: each for each in digests},
    }
    parts = {"case.json": canonical(manifest).encode(), "acts.jsonl": told}
    return packed(parts | {f"blobs/{digest}": data for digest, data in digests.items()})


OPENED = ("opened", {"title": "A match", "tags": {}})
DEEP: Any = {"text": "x"}
for _ in range(60):
    DEEP = {"text": "x", "more": DEEP}
RULED = {"text": "A warning."}
CHECKED = {
    "rulebook": "international",
    "edition": "",
    "version": "",
    "record": "",
    "tags": {},
    "check": {"findings": [], "deals": [], "rulebook": "international"},
}
READING = {"digest": "0" * 64, "reader": "", "version": "", "trouble": "", "transcripts": []}
DECIDED = {"finding": "x", "decision": "accept", "reason": "", "remedy": "Law 27A1: accepted"}
CHOICE: Any = {
    "kind": "choice",
    "choice": "27A1",
    "remedy": {"kind": "none", "to": None, "points": 0},
    "stand": [2],
    "void": [],
    "award": None,
}
MANY_TRICKS = {"kind": "tricks", "to": "NS", "points": 500}
FIELD = {"name": "row 1 / bid", "kind": "number", "text": "3"}


def test_a_made_up_case_is_taken_in_where_it_could_have_been_written_here(archive: Archive) -> None:
    chosen = ("decided", {**DECIDED, "figures": CHOICE})
    said = ("note", {"text": "hello"})
    data = sent([OPENED, said, ("checked", CHECKED), chosen, ("ruled", RULED)])
    exchange.take_in(archive, exchange.open_case(data), "Bina")
    assert verify(archive) == []
    assert search(archive, Question(text="hello"))


@pytest.mark.parametrize(
    "bodies",
    [
        [("note", {"text": "no beginning"})],
        [OPENED, OPENED],
        [("opened", {"title": ["x"], "tags": {}})],
        [("opened", {"title": "x", "tags": {"Event": {"a": 1}}})],
        [OPENED, ("note", DEEP)],
        [OPENED, ("note", {"text": "half a letter \ud800"})],
        [OPENED, ("note", {"text": "x", "figure": 10**300})],
        [OPENED, ("corrected", {"digest": "0" * 64, "page": "x", "field": "f", "how": "read"})],
        [OPENED, ("corrected", {"digest": "0" * 64, "page": 0, "field": "f", "how": "burnt"})],
        [OPENED, ("uncorrected", {"act": [1]})],
        [OPENED, ("rules", {"rulebook": "/etc/hostname.toml"})],
        [OPENED, ("decided", {"finding": "x", "decision": "x", "reason": "", "remedy": ""})],
        [OPENED, ("decided", {**DECIDED, "figures": {**CHOICE, "void": ["x"]}})],
        [OPENED, ("decided", {**DECIDED, "figures": {**CHOICE, "remedy": None}})],
        [OPENED, ("decided", {**DECIDED, "figures": {**CHOICE, "remedy": MANY_TRICKS}})],
        [OPENED, ("decided", {**DECIDED, "figures": {**CHOICE, "award": {"X": 1}}})],
        [OPENED, ("warning", {"text": "no team"})],
        [OPENED, ("ruled", {"text": "x", "facts": {"a": 1}})],
        [OPENED, ("signed", {"report": "../../x", "check": 1})],
        [OPENED, ("redacted", {"acts": 5, "documents": []})],
        [OPENED, ("checked", {**CHECKED, "check": {"findings": [{}], "deals": []}})],
        [OPENED, ("checked", {**CHECKED, "check": []})],
        [OPENED, ("reading", {**READING, "transcripts": [{"photo": 1}]})],
        [OPENED, ("reading", {**READING, "transcripts": [{"photo": "x", "fields": [FIELD]}]})],
        [OPENED, ("reading", {**READING, "transcripts": {"photo": "x"}})],
        [OPENED, ("unheard-of", {})],
    ],
)
def test_content_that_was_never_written_here_is_refused_in_words(bodies: list[Any]) -> None:
    with pytest.raises(ArchiveError, match="not a Fairdeal case"):
        exchange.open_case(sent(bodies))


def test_a_moment_that_is_none_is_refused() -> None:
    with pytest.raises(ArchiveError, match="not a Fairdeal case"):
        exchange.open_case(sent([OPENED], at="\x1b[2J"))


def test_a_figure_that_is_truth_is_no_number_of_an_act() -> None:
    data = sent([OPENED])
    with pytest.raises(ArchiveError, match="not a Fairdeal case"):
        exchange.open_case(data_with(data, '"number":1', '"number":true'))


def data_with(data: bytes, old: str, new: str) -> bytes:
    from tests.desk.archive.test_exchange import entries

    parts = entries(data)
    assert old in parts["acts.jsonl"].decode()
    return packed({**parts, "acts.jsonl": parts["acts.jsonl"].replace(old.encode(), new.encode())})


def test_a_ruling_put_in_after_signing_is_noticed() -> None:
    report = b"<p>the report</p>"
    signed = ("signed", {"report": hashlib.sha256(report).hexdigest(), "check": 1})
    found = exchange.open_case(sent([OPENED, signed, ("ruled", RULED)], blobs=(report,)))
    assert any("after the case was signed off" in line for line in found.wrong)
    again = [OPENED, signed, ("reopened", {"reason": "x"}), ("ruled", RULED)]
    assert exchange.open_case(sent(again, blobs=(report,))).wrong == ()


def test_a_redaction_cannot_be_told_before_what_it_redacts(archive: Archive) -> None:
    """Else somebody could change an act that comes later to what an earlier one allowed."""
    case = archive.open_case("A match", "Bina")
    after = sha256(canonical(["Eve", {"text": "changed"}]))
    said = {"acts": [{"act": 3, "now": after}], "documents": [], "photos": "keep"}
    archive.add(case, Kind.REDACTED, said, "Bina")
    archive.add(case, Kind.NOTE, {"text": "as it was"}, "Bina")
    assert verify(archive) == []
    archive.connection.execute(
        "UPDATE acts SET who = 'Eve', body = ?, salt = '' WHERE number = 3",
        (canonical({"text": "changed"}),),
    )
    assert any("no redaction is recorded" in line for line in verify(archive))


def test_acts_cut_off_from_a_case_that_was_taken_in_are_noticed(
    archive: Archive, case: str, tmp_path: Path
) -> None:
    with Archive(tmp_path / "other.fairdeal") as other:
        exchange.take_in(other, exchange.open_case(exchange.export(archive, case)), "C")
        assert verify(other) == []
        tamper(other, "DELETE FROM acts WHERE number = (SELECT max(number) - 1 FROM acts)")
        assert any("that imported it are missing" in line for line in verify(other))


def test_an_act_that_was_made_unreadable_by_hand_is_told_and_stops_nothing(
    archive: Archive, case: str
) -> None:
    archive.connection.execute("DROP TRIGGER content_only_redacted")
    for body in ("{", "[]", "{}", "[" * 5000):
        archive.connection.execute("UPDATE acts SET body = ? WHERE number = 2", (body,))
        assert verify(archive) != []


def test_a_document_redacted_here_is_not_brought_back(
    archive: Archive, case: str, tmp_path: Path
) -> None:
    from fairdeal.desk.archive.redaction import redact

    whole = exchange.open_case(exchange.export(archive, case))
    with Archive(tmp_path / "other.fairdeal") as other:
        exchange.take_in(other, whole, "C")
        redact(other, ["Anjali Menon"], "C")
        with pytest.raises(ArchiveError, match="was redacted here"):
            exchange.take_in(other, whole, "C")
        assert verify(other) == []


def test_acts_are_told_apart_by_their_kind_alone() -> None:
    """Every kind of act has its shape: a new one cannot be forgotten."""
    from fairdeal.desk.archive.shapes import misshapen

    for kind in Kind:
        act = Act(CASE, 1, kind, AT, "Eve", {}, "", "", "")
        assert misshapen([act]) == [1]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("2026-02-30T10:00:00Z", "there is no such time"),
        ("9999-99-99T99:99:99Z", "there is no such time"),
        ("0000-01-01T00:00:00Z", "there is no such time"),
        ("2999-01-01T00:00:00Z", "that time has not come yet"),
    ],
)
def test_a_case_of_a_time_that_cannot_be_is_refused_in_words(
    archive: Archive, tmp_path: Path, capsys: pytest.CaptureFixture[str], at: str, said: str
) -> None:
    (tmp_path / "sent.case").write_bytes(sent([OPENED], at=at))
    command = ["archive", "--archive", str(archive.path)]
    assert main([*command, "import", str(tmp_path / "sent.case")]) == 2
    assert f"Act 1 is dated {at}" in (told := capsys.readouterr().err) and said in told
    assert main([*command, "verify", str(tmp_path / "sent.case")]) == 1
    assert said in capsys.readouterr().err
    assert archive.cases() == []


def test_a_case_from_a_clock_that_is_some_hours_ahead_is_taken(archive: Archive) -> None:
    at = (datetime.now(UTC) + timedelta(hours=13)).strftime(MOMENT)
    exchange.take_in(archive, exchange.open_case(sent([OPENED], at=at)), "Bina")
    assert verify(archive) == []


RECEIVED = {
    "as": f"{CASE}~1",
    "acts": 0,
    "head": "0" * 64,
    "signer": None,
    "signature": "",
    "manifest": "",
    "asked": False,
    "sender": "",
}


@settings(deadline=None, max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([("note", {"text": "x"}), ("received", RECEIVED)]),
            st.datetimes(datetime(1970, 1, 1), datetime(2026, 1, 1)),
        ),
        max_size=6,
    )
)
def test_whatever_times_are_in_a_case_from_others_our_archive_verifies(
    given_acts: list[tuple[tuple[str, Any], datetime]],
) -> None:
    """What is odd in their case is listed as theirs."""
    said = [(OPENED, datetime(2026, 1, 1)), *given_acts]
    came = exchange.open_case(
        sent([body for body, _ in said], at=[at.strftime(MOMENT) for _, at in said])
    )
    with TemporaryDirectory() as folder, Archive(Path(folder) / "archive.fairdeal") as archive:
        archive.open_case("Ours", "Bina")
        exchange.take_in(archive, came, "Bina")
        archive.open_case("Ours too", "Bina")
        found = look_through(archive)
    assert (found.wrong, found.odd) == ((), ())
    assert len(found.theirs) == len(came.odd)


def test_what_is_odd_in_a_case_from_others_is_listed_as_theirs(
    archive: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    times = ["2026-03-01T10:20:30Z", "2026-02-01T10:20:30Z"]
    exchange.take_in(
        archive, exchange.open_case(sent([OPENED, ("note", {"text": "x"})], at=times)), "Bina"
    )
    assert main(["archive", "--archive", str(archive.path), "verify"]) == 0
    shown = capsys.readouterr().out
    assert "The archive is whole: 1 case." in shown
    assert f"As others sent it: case {CASE}~1, act 2: it is dated 2026-02-01" in shown


def test_an_import_dated_back_here_is_our_own_oddity(archive: Archive) -> None:
    theirs = exchange.take_in(archive, exchange.open_case(sent([OPENED])), "Bina").case
    archive.add(
        theirs,
        Kind.REDACTED,
        {"acts": [], "documents": [], "photos": "keep"},
        "Bina",
        at="2026-01-01T00:00:00Z",
    )
    assert ["it is dated 2026-01-01" in line for line in look_through(archive).odd] == [True]

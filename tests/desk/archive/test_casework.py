"""From a document to a signed report, and back."""

from __future__ import annotations

import pytest

from desk.archive.acts import Kind
from desk.archive.casefile import fold
from desk.archive.store import Archive, ArchiveError
from desk.archive.verify import verify
from desk.review import casework
from tests.desk.archive.conftest import LOG, document


def last(archive: Archive, case: str) -> int:
    return archive.acts(case)[-1].number


def codes(archive: Archive, case: str) -> list[str]:
    ruled = casework.recheck(archive, case)
    return [finding.code for finding in ruled.verdict.findings]


def line_of(archive: Archive, case: str, text: str) -> tuple[str, int, str]:
    digest = next(iter(fold(case, archive.acts(case)).documents))
    return digest, 0, f"line {LOG.splitlines().index(text) + 1}"


def test_a_correction_makes_a_finding_go_and_undoing_it_brings_it_back(
    archive: Archive, case: str
) -> None:
    assert "call-out-of-turn" in codes(archive, case)
    key = line_of(archive, case, "3: 28 S, 6: Pass")
    act = casework.correct(archive, case, key, "read", "3: 28 S", "Bina", last(archive, case))
    assert "call-out-of-turn" not in codes(archive, case)
    assert archive.blob(key[0]) == LOG.encode(), "the document itself stays as it was"
    casework.take_back(archive, case, act.number, "Bina")
    assert "call-out-of-turn" in codes(archive, case)
    with pytest.raises(ArchiveError, match="already"):
        casework.take_back(archive, case, act.number, "Bina")


def test_undoing_the_second_correction_leaves_the_first(archive: Archive, case: str) -> None:
    key = line_of(archive, case, "3: 28 S, 6: Pass")
    casework.correct(archive, case, key, "read", "3: 29 S", "Bina", last(archive, case))
    second = casework.correct(archive, case, key, "read", "3: 30 S", "Bina", last(archive, case))
    casework.take_back(archive, case, second.number, "Bina")
    file = fold(case, archive.acts(case))
    assert file.corrections[key].body["text"] == "3: 29 S"


def test_the_same_document_twice_is_kept_once(archive: Archive, case: str) -> None:
    before = last(archive, case)
    casework.hand_in(archive, case, document(LOG.encode()), "Bina")
    assert last(archive, case) == before


def test_checking_again_without_change_adds_nothing(archive: Archive, case: str) -> None:
    before = last(archive, case)
    casework.recheck(archive, case)
    assert last(archive, case) == before


def test_signed_off_it_is_frozen_until_reopened_and_the_report_stays(
    archive: Archive, case: str
) -> None:
    signed = casework.sign_off(
        archive, case, lambda _: b"<p>first</p>", "Bina", last(archive, case)
    )
    with pytest.raises(ArchiveError, match="signed off"):
        casework.act_on(archive, case, Kind.NOTE, {"text": "late"}, "Cyril")
    with pytest.raises(ArchiveError, match="reason"):
        casework.reopen(archive, case, " ", "Cyril")
    casework.reopen(archive, case, "A second log turned up.", "Cyril")
    casework.sign_off(archive, case, lambda _: b"<p>second</p>", "Cyril", last(archive, case))
    file = fold(case, archive.acts(case))
    assert archive.blob(str(signed.body["report"])) == b"<p>first</p>"
    assert [archive.blob(str(act.body["report"])) for act in file.reports] == [
        b"<p>first</p>",
        b"<p>second</p>",
    ]
    assert verify(archive) == []


def test_a_finding_is_dismissed_only_with_a_reason(archive: Archive, case: str) -> None:
    with pytest.raises(ArchiveError, match="reason"):
        casework.decide(archive, case, "x", "dismiss", "", "Bina", last(archive, case))
    with pytest.raises(ArchiveError, match="accept, dismiss, amend"):
        casework.decide(archive, case, "x", "forget", "", "Bina", last(archive, case))

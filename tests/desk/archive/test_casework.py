"""From a document to a signed report, and back."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.store import Archive, ArchiveError, OvertakenError
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee
from fairdeal.records import Field, Transcript
from tests.desk.archive.conftest import LOG, document
from tests.support.whole import verify


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
    assert archive.blob(case, key[0]) == LOG.encode(), "the document itself stays as it was"
    casework.take_back(archive, case, act.number, "Bina")
    assert "call-out-of-turn" in codes(archive, case)
    with pytest.raises(ArchiveError, match="already"):
        casework.take_back(archive, case, act.number, "Bina")


def test_what_is_kept_of_the_judgement_follows_the_corrections(archive: Archive, case: str) -> None:
    key = line_of(archive, case, "3: 28 S, 6: Pass")
    casework.correct(archive, case, key, "read", "3: 28 S", "Bina", last(archive, case))
    casework.recheck(archive, case)
    kept = [each["code"] for each in checked(archive, case)["check"]["findings"]]
    assert "call-out-of-turn" not in kept
    assert kept == [each for each in codes(archive, case) if each in kept]


def test_undoing_the_second_correction_leaves_the_first(archive: Archive, case: str) -> None:
    key = line_of(archive, case, "3: 28 S, 6: Pass")
    casework.correct(archive, case, key, "read", "3: 29 S", "Bina", last(archive, case))
    second = casework.correct(archive, case, key, "read", "3: 30 S", "Bina", last(archive, case))
    casework.take_back(archive, case, second.number, "Bina")
    file = fold(case, archive.acts(case))
    assert file.corrections[key].body["text"] == "3: 29 S"


class Counted(dict[str, Any]):
    """What an act says, counting how often it is looked at."""

    looked = 0

    def __getitem__(self, name: str) -> Any:
        Counted.looked += 1
        return super().__getitem__(name)


def test_the_work_of_taking_back_grows_with_the_acts_alone() -> None:
    """A case that was sent may hold thousands, and it is folded at every look."""
    said = {"digest": "0" * 64, "page": 0, "field": "f", "how": "read", "text": "x"}
    bodies = [(Kind.CORRECTED, Counted(said)) for _ in range(200)]
    bodies += [(Kind.UNCORRECTED, Counted(act=number)) for number in range(200, 1, -1)]
    acts = [
        Act("0" * 12, number, kind, "", "Eve", body, "x", "", "")
        for number, (kind, body) in enumerate(bodies, 1)
    ]
    Counted.looked = 0
    assert [act.number for act in fold("0" * 12, acts).corrections.values()] == [1]
    assert Counted.looked < 10 * len(acts)


def test_undoing_a_correction_brings_back_none_that_was_undone_before(
    archive: Archive, case: str
) -> None:
    key = line_of(archive, case, "3: 28 S, 6: Pass")
    for text in ("3: 29 S", "3: 30 S"):
        act = casework.correct(archive, case, key, "read", text, "Bina", last(archive, case))
        casework.take_back(archive, case, act.number, "Bina")
    assert fold(case, archive.acts(case)).corrections == {}


def test_undoing_an_older_correction_leaves_the_newer_as_it_is(archive: Archive, case: str) -> None:
    """Such an act cannot be made here, but it may come with a case that was sent."""
    key = line_of(archive, case, "3: 28 S, 6: Pass")
    first = casework.correct(archive, case, key, "read", "3: 29 S", "Bina", last(archive, case))
    casework.correct(archive, case, key, "read", "3: 30 S", "Bina", last(archive, case))
    archive.add(case, Kind.UNCORRECTED, {"act": first.number}, "Bina")
    assert fold(case, archive.acts(case)).corrections[key].body["text"] == "3: 30 S"


def test_two_people_read_two_entries_at_once_and_one_entry_only_after_the_other(
    archive: Archive, case: str
) -> None:
    seen = last(archive, case)
    one = line_of(archive, case, "3: 28 S, 6: Pass")
    other = line_of(archive, case, '[Dealer "2"]')
    casework.correct(archive, case, one, "read", "3: 29 S", "Bina", seen)
    casework.correct(archive, case, other, "read", '[Dealer "3"]', "Cyril", seen)
    with pytest.raises(OvertakenError, match="Bina"):
        casework.correct(archive, case, one, "read", "3: 30 S", "Cyril", seen)
    assert fold(case, archive.acts(case)).corrections[one].body["text"] == "3: 29 S"


def test_nobody_signs_off_what_another_has_changed_meanwhile(archive: Archive, case: str) -> None:
    seen = last(archive, case)
    body = {"side": "A", "text": "We waited."}
    casework.act_on(archive, case, Kind.STATEMENT, body, "Bina")
    with pytest.raises(OvertakenError, match="Bina"):
        casework.sign_off(archive, case, lambda _: b"report", "Cyril", seen)
    assert fold(case, archive.acts(case)).open
    # A judgement alone is nobody's doing: it is made anew whenever somebody looks.
    seen = last(archive, case)
    archive.add(case, Kind.CHECKED, {**checked(archive, case), "version": "another"}, "Fairdeal")
    casework.sign_off(archive, case, lambda _: b"report", "Cyril", seen)
    assert not fold(case, archive.acts(case)).open


def test_who_has_not_seen_that_a_case_was_signed_and_reopened_looks_again(
    archive: Archive, case: str
) -> None:
    seen = last(archive, case)
    casework.sign_off(archive, case, lambda _: b"report", "Bina", seen)
    casework.reopen(archive, case, "A second log turned up.", "Bina")
    with pytest.raises(OvertakenError, match="Bina"):
        casework.act_on(archive, case, Kind.STATEMENT, {"side": "A", "text": "No."}, "C", seen)


def checked(archive: Archive, case: str) -> dict[str, Any]:
    act = fold(case, archive.acts(case)).checked
    assert act is not None
    return act.body


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
    assert archive.blob(case, str(signed.body["report"])) == b"<p>first</p>"
    assert [archive.blob(case, str(act.body["report"])) for act in file.reports] == [
        b"<p>first</p>",
        b"<p>second</p>",
    ]
    assert verify(archive) == []


def test_a_finding_is_dismissed_only_with_a_reason(archive: Archive, case: str) -> None:
    with pytest.raises(ArchiveError, match="reason"):
        casework.decide(archive, case, "x", "dismiss", "", "Bina", last(archive, case))
    with pytest.raises(ArchiveError, match="accept, dismiss, amend"):
        casework.decide(archive, case, "x", "forget", "", "Bina", last(archive, case))


def _photo(text: str | None, name: str = "row 1 / bid") -> list[Transcript]:
    field = Field(name, "number", text, flagged=True, rivals=((text or "", 0.6), ("7", 0.4)))
    return [Transcript("sheet.jpg", "score-sheet/1", fields=(field,))]


def test_a_new_reading_stands_beside_the_old_and_corrections_survive_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = archive.open_case("A photo", "Bina")
    digest = casework.keep_document(archive, made, b"\x89PNG", "sheet.jpg", "Bina")
    casework.keep_reading(archive, made, digest, _photo("31"))
    key = (digest, 0, "row 1 / bid")
    casework.correct(archive, made, key, "read", "37", "Bina", last(archive, made))
    assert casework.read_again(archive, made, lambda data, name: _photo("31")) == (1, 0, [])
    monkeypatch.setattr(casework, "reader_version", lambda: "newer")
    assert casework.read_again(archive, made, lambda data, name: _photo("34")) == (1, 1, [])
    acts = [act for act in archive.acts(made) if act.kind is Kind.READING]
    assert [act.body["transcripts"][0]["fields"][0]["text"] for act in acts] == ["31", "34"]
    assert acts[1].body["reader"] == "newer"
    file = casework.case_file(archive, made)
    read = casework.documents(archive, file)[0].transcripts[0].fields[0]
    assert (read.text, read.flagged) == ("37", False)
    machine = casework.documents(archive, file, with_corrections=False)[0].transcripts[0].fields[0]
    assert machine.rivals == (("34", 0.6), ("7", 0.4))
    told = committee(file, casework.rule_on(archive, file)).corrections
    assert (told[0].machine, told[0].person) == ("34 (or 7, as likely as not)", "37")


def test_the_same_reading_by_a_newer_reader_is_kept_too(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = archive.open_case("A photo", "Bina")
    digest = casework.keep_document(archive, made, b"\x89PNG", "sheet.jpg", "Bina")
    casework.keep_reading(archive, made, digest, _photo("31"))
    monkeypatch.setattr(casework, "reader_version", lambda: "newer")
    casework.keep_reading(archive, made, digest, _photo("31"))
    assert [act.kind for act in archive.acts(made)].count(Kind.READING) == 2


def test_nothing_is_read_into_a_case_that_is_signed_off(archive: Archive, case: str) -> None:
    digest = casework.keep_document(archive, case, b"\x89PNG", "sheet.jpg", "Bina")
    casework.sign_off(archive, case, lambda _: b"<p>report</p>", "Bina", last(archive, case))
    with pytest.raises(ArchiveError, match="signed off"):
        casework.keep_reading(archive, case, digest, _photo("31"))
    with pytest.raises(ArchiveError, match="signed off"):
        casework.read_again(archive, case, lambda data, name: _photo("31"))

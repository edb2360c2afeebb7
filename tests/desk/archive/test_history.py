"""A case's history in plain words."""

from __future__ import annotations

from dataclasses import replace

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import describe


def test_a_judgement_tells_what_is_established_from_what_hangs_on_doubt(
    archive: Archive, case: str
) -> None:
    act = next(each for each in archive.acts(case) if each.kind is Kind.CHECKED)
    assert describe(act) == "checked the record under international: 1 irregularity established"
    sure = [{"certainty": each} for each in ("depends", "established", "depends", "established")]
    doubtful = replace(act, body={**act.body, "check": {"findings": sure}})
    assert describe(doubtful).endswith(
        ": 2 irregularities established, 2 more depend on unclear entries"
    )


def test_a_decision_names_its_finding_as_people_do(archive: Archive, case: str) -> None:
    (key,) = casework.findings_by_key(casework.case_file(archive, case))
    seen = archive.acts(case)[-1].number
    casework.decide(archive, case, key, "dismiss", "Nobody objected.", "Bina", seen)
    line = describe(archive.acts(case)[-1])
    assert (
        line == "dismissed the finding call out of turn, deal 1, call 2, seat 6: Nobody objected."
    )

"""What to do next: a case leads its committee from step to step."""

from __future__ import annotations

from tests.desk.pages.conftest import Desk


def test_a_case_says_what_to_do_next(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    assert "Decide what each finding is worth." in desk.get(f"/cases/{case}").text
    page = desk.get(f"/cases/{case}/findings").text
    for part in page.split('name="finding" value="')[1:]:
        key = part.partition('"')[0]
        desk.post(
            f"/cases/{case}/findings",
            {"finding": key, "decision": "accept", "seen": desk.last(case)},
        )
    assert "Write down the ruling." in desk.get(f"/cases/{case}").text
    assert "not decided yet" not in desk.get(f"/cases/{case}/ruling").text
    desk.post(f"/cases/{case}/ruling", {"text": "A warning.", "seen": desk.last(case)})
    assert "Read the report once more" in desk.get(f"/cases/{case}").text
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)})
    assert "The case is signed off." in desk.get(f"/cases/{case}").text

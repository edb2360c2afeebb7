"""In what order readings are offered, and what is said after a correction."""

from __future__ import annotations

from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.review.corrections import choices, pack_of, understood
from fairdeal.desk.review.decided import changed
from fairdeal.records import Field
from tests.desk.archive.conftest import LOG
from tests.desk.pages.conftest import Desk


def offered(kind: str, *rivals: tuple[str, float], pack: tuple[str, ...] = ()) -> list[str]:
    field = Field("call 1", kind, rivals[0][0], rivals=rivals)  # type: ignore[arg-type]
    return [each.shown for each in choices(field, pack)]


def test_what_is_no_call_at_all_comes_after_what_is_one() -> None:
    assert offered("call", ("28 -", 0.6), ("28 S", 0.3), ("29 S", 0.1)) == ["28 S", "29 S", "28 -"]


def test_a_pass_with_a_stroke_is_a_pass() -> None:
    assert offered("call", ("Pass -", 0.7), ("28 S", 0.3)) == ["Pass, with a stroke", "28 S"]
    assert offered("call", ("Pass", 0.5), ("Pass -", 0.4), ("28 S", 0.1)) == ["Pass", "28 S"]
    assert understood("call", "pass –").text == "Pass"


def test_a_card_that_is_not_in_the_pack_is_never_the_first_key() -> None:
    found = offered("card", ("6S", 0.7), ("9S", 0.2), ("zz", 0.1), pack=("9S",))
    assert found == ["9S", "6S", "zz"]


def test_whether_an_entry_was_allowed_plays_no_part() -> None:
    assert offered("call", ("14 S", 0.6), ("28 S", 0.4)) == ["14 S", "28 S"]


def test_a_match_of_six_has_no_sevens() -> None:
    case = case_of([typed(LOG.encode(), "log.hrn", "0" * 64)])
    pack = pack_of(case.record, case.book)
    assert "JS" in pack and "9C" in pack and "2S" not in pack


def test_after_a_correction_the_next_page_says_what_changed(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case()
    digest = desk.get(f"/cases/{case}").text.partition("/text/")[2][:64]
    line = LOG.splitlines().index("3: 28 S, 6: Pass") + 1
    form = {"field": f"{digest}:0:line {line}", "how": "read", "text": "3: 28 S"}
    desk.post(f"/cases/{case}/read", {**form, "seen": desk.last(case)})
    assert "Finding 1 no longer applies." in desk.get(f"/cases/{case}").text
    assert "Finding 1 no longer applies." not in desk.get(f"/cases/{case}").text, "said once"
    desk.post(f"/cases/{case}/undo", {"act": desk.last(case) - 1, "seen": desk.last(case)})
    assert "Finding 1 is new: Call out of turn" in desk.get(f"/cases/{case}").text


def test_what_changed_says_the_score_where_it_is_another() -> None:
    def judged(points: str) -> Case:
        text = f'[Deal "1"]\nResult:\ncontract 28 S by 1\npoints {points}\n'
        return case_of([typed(text.encode(), "log.hrn", "0" * 64)])

    before = judged("A 30 B 26")
    assert changed(before, judged("A 20 B 36")) == "The score is 0 to 2 now."
    assert changed(before, judged("A 31 B 25")) == "Saved. No finding changed."

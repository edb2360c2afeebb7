"""Photos of one page, and logs of one deal: readings weighed together, and what a person is asked."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.check.sentences import shapes_asked
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import from_transcripts
from fairdeal.desk.intake.ledger import ledger_of
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.review import casework
from fairdeal.desk.review.doubtful import DoubtfulField, doubtful
from fairdeal.records import Field, OpenShape, ReadProblem, Standing, Transcript

CALLS = ("28 S", "Pass", "Pass", "29 H", "Pass", "Pass", "Pass", "Pass", "Pass")
HIDDEN = Field("", "call", None, flagged=True, probability=0.0)
BLANK = Field("", "call", None, blank=True)


def clear(text: str, sure: float = 0.999) -> Field:
    return Field("", "call", text, probability=sure, rivals=((text, sure),))


def doubted(*rivals: tuple[str, float]) -> Field:
    text, share = rivals[0]
    return Field("", "call", text, flagged=True, probability=share, rivals=rivals)


def pages(
    name: str, code: str = "AAAA", deal: str = "15", said: tuple[str, ...] = CALLS, **calls: Field
) -> Transcript:
    """A photo of a log: its calls as they are `said`, but for those named (``call_2``)."""
    told = {f"call {n}": clear(each) for n, each in enumerate(said, 1)}
    told |= {key.replace("_", " "): each for key, each in calls.items()}
    fields = [Field("deal", "number", deal), Field("dealer", "seat", "6")]
    fields += [replace(each, name=place) for place, each in told.items()]
    hidden = [each.name for each in fields if each.text is None and not each.blank]
    over = [ReadProblem("field-hidden", "warning", f"Something lies over {hidden}.")] * bool(hidden)
    return Transcript(
        name, "hand-log/1", code, fields=tuple(fields), problems=tuple(over), digest=name
    )


def page(name: str, *, code: str = "AAAA", deal: str = "15", **calls: Field) -> Document:
    return from_transcripts(name, name, [pages(name, code, deal, **calls)])


def asked(case: Case) -> list[tuple[str, str]]:
    """The entries in doubt that a person is asked about: photo and entry."""
    found = doubtful(CaseFile("", ()), case)
    return [(each.transcript.photo, each.field.name) for each in found if each.field.flagged]


def call(case: Case, number: int) -> str:
    """A call of the deal as the notation has it: with its rivals."""
    (deal,) = case.record.deals
    entry = deal.calls[number - 1].said
    if entry.standing is Standing.CLEAR:
        return str(entry.value and entry.value.text)
    return " | ".join(each.value.text for each in entry.readings)


@pytest.mark.parametrize(
    ("one", "two", "together", "questions"),
    [
        (HIDDEN, clear("Pass"), "Pass", []),
        (HIDDEN, doubted(("Pass", 0.8)), "Pass", ["b.jpg"]),
        (doubted(("Pass", 0.6), ("29 D", 0.4)), clear("Pass"), "Pass", []),
        (doubted(("29 D", 0.6), ("Pass", 0.3)), clear("Pass"), "Pass", []),
        (doubted(("29 D", 0.9)), clear("Pass"), "Pass | 29 D", ["b.jpg"]),
        (doubted(("29 D", 0.6), ("29 H", 0.4)), doubted(("29 D", 0.9)), "29 D", ["b.jpg"]),
        (clear("29 D"), clear("29 H"), "29 D | 29 H", ["a.jpg"]),
    ],
)
def test_what_two_photos_show_of_an_entry_is_weighed_together(
    one: Field, two: Field, together: str, questions: list[str]
) -> None:
    photos = [page("a.jpg", call_2=one), page("b.jpg", call_2=two)]
    for order in permutations(photos):
        case = case_of(order)
        assert call(case, 2) == together
        assert asked(case) == [(photo, "call 2") for photo in questions]
    shown = [each.fields for document in case.documents for each in document.transcripts]
    assert {field for fields in shown for field in fields if field.name == "call 2"} == {
        replace(each, name="call 2") for each in (one, two)
    }, "each photo keeps its own reading"


def test_what_lies_over_a_blank_entry_is_no_call() -> None:
    shown = {f"call_{n}": BLANK for n in (10, 11, 12)}
    under = {f"call_{n}": HIDDEN for n in (10, 11, 12)}
    case = case_of([page("a.jpg", **shown), page("b.jpg", **under)])
    assert len(case.record.deals[0].calls) == 9 and not asked(case)
    assert not case.problems, "nothing is left that would need another photo"
    alone = case_of([page("b.jpg", **under)])
    assert len(alone.record.deals[0].calls) == 12 and len(alone.problems) == 1


def test_what_was_written_after_the_first_photo_counts_unasked() -> None:
    later = {f"call_{n}": BLANK for n in range(5, 10)}
    case = case_of([page("a.jpg", **later), page("b.jpg")])
    assert len(case.record.deals[0].calls) == 9 and not asked(case)


def test_no_doubtful_photo_makes_another_surer_nor_does_a_third() -> None:
    unsure = doubted(("29 D", 0.9), ("29 H", 0.1))
    case = case_of([page(f"{name}.jpg", call_2=unsure) for name in "abc"])
    entry = case.record.deals[0].calls[1].said
    assert [each.probability for each in entry.readings] == [0.9, 0.1]
    assert asked(case) == [("a.jpg", "call 2")]


def test_the_same_photo_twice_changes_no_probability() -> None:
    one = page("a.jpg", call_2=doubted(("Pass", 0.6), ("29 D", 0.4)), call_3=HIDDEN)
    alone, twice = case_of([one]), case_of([one, replace(one, name="copy.jpg")])
    assert twice.record == alone.record and asked(twice) == asked(alone)
    assert sorted(each.status for each in twice.ledger.papers) == ["copy", "witness"]


@pytest.mark.parametrize("other", [{"deal": "16"}, {"said": ("30 C", *CALLS[:3], "31 D", "32 D")}])
def test_pages_on_copies_of_one_blank_are_not_weighed_together(other: dict[str, str]) -> None:
    unsure = doubted(("29 D", 0.6), ("Pass", 0.4))
    documents = [page("a.jpg", call_2=unsure), page("b.jpg", **other)]  # type: ignore[arg-type]
    ledger = ledger_of(documents)
    assert not ledger.looks and "second look" not in {each.status for each in ledger.papers}


def test_photos_that_differ_plainly_are_named() -> None:
    case = case_of([page("a.jpg", call_4=clear("29 D")), page("b.jpg")])
    (told,) = [each for each in case.problems if each.place == "call 4"]
    assert told.message == "Photos of one page differ: 29 D on a.jpg and 29 H on b.jpg."
    (both,) = case.elsewhere("a.jpg", "call 4")
    assert both[0].name == "b.jpg"


def test_ink_that_another_photo_does_not_have_counts_and_is_named() -> None:
    """Somebody may have written it after the first photo."""
    case = case_of([page("a.jpg", call_9=BLANK), page("b.jpg")])
    assert call(case, 9) == "Pass"
    (told,) = [each.message for each in case.problems if "blank here" in each.message]
    assert told == (
        "a.jpg: blank here, but not on another photo of the page: call 9. It may have been written later."
    )
    under_a_thumb = case_of([page("a.jpg", call_9=HIDDEN), page("b.jpg")])
    assert not [each for each in under_a_thumb.problems if "blank here" in each.message]


def test_a_shape_is_asked_about_once() -> None:
    unsure = replace(doubted(("29 H", 0.6), ("29 S", 0.4)), name="call 4")
    shape = OpenShape(("H", "S"), 0.6, ((unsure,), (replace(unsure, text="29 S"),)))
    photos = [
        replace(pages(name, call_4=unsure), open_shapes=(shape,)) for name in ("a.jpg", "b.jpg")
    ]
    for seen, questions in ((photos, 1), ([photos[0], pages("b.jpg")], 0)):
        case = case_of([from_transcripts(each.photo, each.digest, [each]) for each in seen])
        assert len(list(shapes_asked(case.transcripts))) == questions


# --- two logs ----------------------------------------------------------------------------------------


def test_another_log_of_the_deal_settles_a_doubt_softly() -> None:
    unsure = doubted(("Pass", 0.6), ("29 D", 0.4))
    mine, theirs = page("a.jpg", call_2=unsure, call_3=HIDDEN), page("b.jpg", code="BBBB")
    case = case_of([mine, theirs])
    assert not asked(case) and call(case, 2) == "Pass"
    assert 0.99 < (case.record.deals[0].calls[1].said.readings[0].probability or 0.0) < 1.0
    apart = case_of([mine, page("b.jpg", code="BBBB", deal="16")])
    assert asked(apart) == [("a.jpg", "call 3"), ("a.jpg", "call 2")]


def test_a_difference_in_the_plain_ink_of_two_logs_stays_one() -> None:
    case = case_of([page("a.jpg", call_4=clear("29 D")), page("b.jpg", code="BBBB")])
    (open_,) = case.ledger.open
    assert (open_.difference.here, open_.difference.there) in {("29 D", "29 H"), ("29 H", "29 D")}


def test_a_log_that_hides_who_led_does_not_differ_from_one_that_shows_it() -> None:
    cards = ("JC", "9C", "AC", "10C", "KC", "QC")
    leader = Field("trick 1 / leader", "seat", "3", probability=0.999)
    row = [Field(f"trick 1 / seat {n}", "card", card) for n, card in enumerate(cards, 1)]
    under = replace(leader, text=None, flagged=True, probability=0.0)
    logs = []
    for name, code, led in (("a.jpg", "AAAA", under), ("b.jpg", "BBBB", leader)):
        read = pages(name, code)
        whole = replace(read, fields=(*read.fields, led, *row))
        logs.append(from_transcripts(name, name, [whole]))
    for order in permutations(logs):
        case = case_of(order)
        (trick,) = case.record.deals[0].play or ()
        assert not case.ledger.open and not trick.by_seat
        assert [each.card.value.text for each in trick.plays] == [*cards[2:], *cards[:2]]
    other = replace(logs[1].transcripts[0].fields[-1], text="QS")
    changed = replace(logs[1].transcripts[0], fields=(*logs[1].transcripts[0].fields[:-1], other))
    (open_,) = case_of([logs[0], from_transcripts("b.jpg", "b.jpg", [changed])]).ledger.open
    assert open_.difference.place == "trick 1 / seat 6"


# --- at the desk -------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["read", "blank"])
def test_an_answer_to_one_photo_counts_for_all(tmp_path: Path, how: casework.How) -> None:
    archive = Archive(tmp_path / "a.fairdeal")
    case = archive.open_case("Dispute", "Asha")
    for name, last in (("a.jpg", clear("29 D")), ("b.jpg", clear("Pass"))):
        digest = casework.keep_document(archive, case, name.encode(), name, "Asha")
        casework.keep_reading(archive, case, digest, [replace(pages(name, call_9=last), digest="")])

    def ruled() -> Case:
        file = casework.case_file(archive, case)
        return casework.judged(archive, file, patiently=True)

    def left() -> list[DoubtfulField]:
        found = doubtful(casework.case_file(archive, case), ruled())
        return [each for each in found if each.field.name == "call 9"]

    (entry,) = left()
    seen, text = casework.case_file(archive, case).last, "29 D" if how == "read" else None
    act = casework.correct(archive, case, entry.key, how, text, "Bina", seen)
    assert not left()
    assert len(ruled().record.deals[0].calls) == (9 if how == "read" else 8)
    casework.take_back(archive, case, act.number, "Bina")
    assert len(left()) == 1


def _filled(name: str, form: str, **cells: Field) -> Document:
    """A page with these entries, of which the names have ``_`` for blanks and ``__`` for strokes."""
    fields = tuple(
        replace(each, name=key.replace("__", " / ").replace("_", " "))
        for key, each in cells.items()
    )
    return from_transcripts(name, name, [Transcript(name, form, name, fields=fields, digest=name)])


def _number(text: str) -> Field:
    return Field("", "number", text, probability=0.999, rivals=((text, 0.999),))


def _points(*rivals: tuple[str, float]) -> Field:
    text, share = rivals[0]
    return Field("", "number", text, flagged=share < 0.99, probability=share, rivals=rivals)


@pytest.mark.parametrize(
    ("log", "sheet", "questions", "values"),
    [
        (_points(("26", 0.999)), _points(("26", 0.7), ("28", 0.2)), [], (26, 26)),
        (_points(("26", 0.7), ("28", 0.2)), _points(("26", 0.999)), [], (26, 26)),
        (_points(("28", 0.999)), _points(("26", 0.7), ("28", 0.2)), ["b.jpg"], (28, 26)),
        (_points(("26", 0.8)), _points(("26", 0.7)), ["b.jpg", "a.jpg"], (26, 26)),
        (_points(("26", 0.7), ("28", 0.2)), _points(("26", 0.998)), ["a.jpg"], (26, 26)),
    ],
    ids=["log plain", "sheet plain", "another figure", "both in doubt", "one hand on both"],
)
def test_log_and_sheet_settle_each_other_where_both_say_the_same(
    log: Field, sheet: Field, questions: list[str], values: tuple[int, int]
) -> None:
    deal = _filled("a.jpg", "hand-log/1", deal=_number("15"), points_A=log)
    row = _filled("b.jpg", "score-sheet/1", row_1__deal=_number("15"), row_1__points_A=sheet)
    found = case_of([deal, row])
    assert [photo for photo, _ in asked(found)] == questions
    result = found.record.deals[0].result
    assert result is not None
    assert (result.points["A"].value, found.record.sheets[0].number(0, "points A")) == values
    assert result.points["A"].clear is ("a.jpg" not in questions)
    assert questions or result.points["A"].left_over == pytest.approx(0.001), "no surer than either"


def test_row_of_another_deal_and_of_a_number_in_doubt_settle_nothing() -> None:
    doubt = _points(("26", 0.7), ("28", 0.2))
    deal = _filled("a.jpg", "hand-log/1", deal=_number("15"), points_A=_points(("26", 0.999)))
    for number in (_number("14"), _points(("15", 0.8), ("13", 0.1))):
        row = _filled("b.jpg", "score-sheet/1", row_1__deal=number, row_1__points_A=doubt)
        assert ("b.jpg", "row 1 / points A") in asked(case_of([deal, row]))


def test_logs_that_differ_and_rows_of_one_number_settle_nothing() -> None:
    doubt = _points(("26", 0.7), ("28", 0.2))
    row = _filled("b.jpg", "score-sheet/1", row_1__deal=_number("15"), row_1__points_A=doubt)
    logs = [
        _filled(
            name,
            "hand-log/1",
            deal=_number("15"),
            points_A=_points(("26", 0.999)),
            score_A=_number(score),
        )
        for name, score in (("a.jpg", "1"), ("c.jpg", "2"))
    ]
    assert ("b.jpg", "row 1 / points A") not in asked(case_of([logs[0], row]))
    assert ("b.jpg", "row 1 / points A") in asked(case_of([*logs, row]))
    twice = _filled(
        "b.jpg",
        "score-sheet/1",
        row_1__deal=_number("15"),
        row_1__points_A=doubt,
        row_2__deal=_number("15"),
        row_2__points_A=_points(("26", 0.999)),
    )
    assert ("b.jpg", "row 1 / points A") in asked(case_of([logs[0], twice]))


def test_copies_of_both_teams_settle_each_other_where_both_say_the_same() -> None:
    sheets = [
        _filled(name, "score-sheet/1", row_1__deal=_number("15"), row_1__total_B=total)
        for name, total in (
            ("a.jpg", _points(("26", 0.7), ("28", 0.2))),
            ("b.jpg", _points(("26", 0.999))),
        )
    ]
    found = case_of(sheets)
    assert len(found.record.sheets) == 2 and asked(found) == []

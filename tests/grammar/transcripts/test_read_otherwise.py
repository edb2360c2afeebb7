"""What happened in a deal, where the ink leaves open what, where, or to whom: nothing of it is missed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.grammar.transcripts.handlog import AS_LIKELY_AS_NOT, MOST_OTHERWISE
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records.transcript import Field, Transcript
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty, Finding

INTERNATIONAL = load("international")

CALLS = ("28 S", "P", "P", "P", "P", "P")


def plain(name: str, text: str) -> Field:
    return Field(name, "number", text, rivals=((text, 1.0),))


def open_(name: str, *rivals: tuple[str, float]) -> Field:
    text, probability = rivals[0]
    return Field(name, "number", text, flagged=True, probability=probability, rivals=rivals)


def words(text: str) -> Field:
    return Field("event 1 / remark", "text", text, flagged=True, probability=0.0)


def found(*noted: Field) -> list[Finding]:
    calls = (plain(f"call {n}", text) for n, text in enumerate(CALLS, 1))
    fields = (plain("deal", "1"), plain("dealer", "6"), *calls, *noted)
    record = to_record([Transcript("photo.jpg", "hand-log/1", fields=fields)]).record
    return list(check(record, INTERNATIONAL).findings)


KIND = open_("event 1 / kind", ("1", 0.6), ("9", 0.3), ("7", 0.001))
SEAT = plain("event 1 / seat", "2")
CALL = plain("event 1 / call", "1")

OTHERWISE = {
    "what, 5.5": (
        (KIND, SEAT, CALL),
        ("score-query", "call 1", "2", 0.3, "event 1 / kind"),
    ),
    "where, 5.5": (
        (plain("event 1 / kind", "9"), SEAT, open_("event 1 / call", ("1", 0.8), ("4", 0.15))),
        ("score-query", "call 4", "2", 0.15, "event 1 / call"),
    ),
    "to whom, 5.5": (
        (plain("event 1 / kind", "9"), open_("event 1 / seat", ("1", 0.8), ("4", 0.15)), CALL),
        ("score-query", "call 1", "4", 0.15, "event 1 / seat"),
    ),
    "in letters by hand, 4.7": (
        (words("SEAJS"), CALL),
        ("seat-change", "call 1", None, AS_LIKELY_AS_NOT, "event 1 / remark"),
    ),
}


@pytest.mark.parametrize(("noted", "expected"), OTHERWISE.values(), ids=OTHERWISE)
def test_what_another_reading_of_a_line_shows_is_found_as_likely_as_that_reading(
    noted: tuple[Field, ...], expected: tuple[str, str, str | None, float, str]
) -> None:
    code, place, seat, probability, on = expected
    [each] = [f for f in found(*noted) if (f.code, str(f.place), f.seat) == (code, place, seat)]
    assert each.certainty is Certainty.DEPENDS
    assert each.probability == pytest.approx(probability)
    assert [str(place) for place in each.depends_on] == [on]


def test_no_call_is_out_of_turn_for_certain_where_a_silence_may_be_noted_before_it() -> None:
    """3.9: read as a warning, the line says nothing of the turn that was passed over."""
    kind = open_("event 1 / kind", ("2", 0.63), ("7", 0.24))
    early = plain("call 2 / seat", "3")
    every = found(kind, SEAT, CALL, early)
    [out_of_turn] = [each for each in every if each.code == "call-out-of-turn"]
    assert out_of_turn.certainty is Certainty.DEPENDS
    assert "event 1 / kind" in map(str, out_of_turn.depends_on)


CLEAR = {
    "clear": replace(KIND, flagged=False),
    "answered": replace(KIND, flagged=False, probability=1.0, rivals=(("1", 1.0),)),
    "hardly likely": open_("event 1 / kind", ("1", 0.98), ("9", 0.009)),
}


@pytest.mark.parametrize("kind", CLEAR.values(), ids=CLEAR)
def test_what_clear_ink_does_not_say_is_not_found(kind: Field) -> None:
    assert found(kind, SEAT, CALL) == []


@pytest.mark.parametrize("text", ["TEA", "SEAL", "WELL PLAYED", ""])
def test_other_words_by_hand_are_no_word_for_what_happened(text: str) -> None:
    assert found(words(text), CALL) == []


def test_words_that_a_person_read_are_what_they_are() -> None:
    assert found(replace(words("SEAJS"), flagged=False, probability=1.0), CALL) == []


def test_a_bounded_number_of_other_readings_is_judged() -> None:
    rivals = tuple((str(n), 0.05) for n in range(1, 7))
    lines = (open_(f"event {n} / call", *rivals) for n in (1, 2, 3))
    fields = (plain("deal", "1"), *lines)
    record = to_record([Transcript("photo.jpg", "hand-log/1", fields=fields)]).record
    assert len(record.deals[0].otherwise) == MOST_OTHERWISE

"""What happened in a deal, where the ink leaves open what, where, or to whom: nothing of it is missed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.grammar.transcripts.handlog import AS_LIKELY_AS_NOT, MOST_OTHERWISE
from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records import Field, Transcript
from fairdeal.rulings import check, load
from fairdeal.rulings.doubt.certainty import key_of
from fairdeal.rulings.fifty_six.hearing import as_likely
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
    "in letters by hand of which some are like figures, 4.7": (
        (words("5EAT5"), CALL),
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


def test_a_score_is_wrong_for_certain_only_where_the_objecting_team_can_be_read() -> None:
    """3.9: a lead out of turn costs a point where the other side objects; an unread team may be that side."""

    def wrong(team: Field) -> list[tuple[str, Certainty]]:
        rows = ("1", "JH 9H QH AH KH 10H"), ("2", "9C JC AC KC QC 10C")
        play = [
            plain(f"trick {n} / {part}", text)
            for n, (leader, cards) in enumerate(rows, 1)
            for part, text in (
                ("leader", leader),
                *((f"seat {k}", card) for k, card in enumerate(cards.split(), 1)),
            )
        ]
        noted = [plain("event 1 / kind", "1"), plain("event 1 / seat", "2"), team]
        at = [plain("event 1 / trick", "2"), plain("points A", "29"), plain("points B", "27")]
        scores = [plain("score A", "1"), plain("score B", "1")]
        every = found(*play, *noted, *at, *scores)
        return [(str(f.place), f.certainty) for f in every if f.code == "award-entry"]

    unread = Field("event 1 / team", "text", "3", flagged=True, probability=0.996)
    assert wrong(unread) == [("score B", Certainty.DEPENDS)]
    assert wrong(plain("event 1 / team", "A")) == [("score B", Certainty.ESTABLISHED)]


def test_a_call_is_out_of_turn_as_likely_as_no_silence_is_noted_before_it() -> None:
    """3.9: an offence is not read away by the likelier reading of a line."""
    kind = open_("event 1 / kind", ("7", 0.63), ("2", 0.24))
    every = found(kind, SEAT, CALL, plain("call 2 / seat", "3"))
    [out_of_turn] = [each for each in every if each.code == "call-out-of-turn"]
    assert out_of_turn.probability == pytest.approx(0.24)
    assert [str(place) for place in out_of_turn.depends_on] == ["event 1 / kind"]


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


def test_a_rival_that_is_nearly_sure_stops_nothing() -> None:
    mark = Field("event 1 / kind", "number", None, flagged=True, mark="tick", rivals=(("7", 1.0),))
    [silent] = [each for each in found(mark, SEAT, CALL) if each.code == "missing-call"]
    assert silent.certainty is Certainty.DEPENDS and (silent.probability or 1.0) < 0.95


def test_what_the_first_reading_shows_too_is_not_added_again() -> None:
    """A finding that a line in its place has done away with does not come back."""
    fields = (plain("deal", "1"), KIND, SEAT, CALL)
    record = to_record([Transcript("photo.jpg", "hand-log/1", fields=fields)]).record
    [other, *_] = record.deals[0].otherwise
    [query] = [each for each in found(KIND, SEAT, CALL) if each.code == "score-query"]
    assert list(as_likely(other, [query], {key_of(query)}, set())) == []
    assert [each.code for each in as_likely(other, [query], set(), set())] == ["score-query"]


def test_a_bounded_number_of_other_readings_is_judged() -> None:
    rivals = tuple((str(n), 0.05) for n in range(1, 7))
    lines = (open_(f"event {n} / call", *rivals) for n in (1, 2, 3))
    fields = (plain("deal", "1"), *lines)
    record = to_record([Transcript("photo.jpg", "hand-log/1", fields=fields)]).record
    assert len(record.deals[0].otherwise) == MOST_OTHERWISE

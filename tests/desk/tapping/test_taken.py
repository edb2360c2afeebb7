"""Taps to a record: as typed, whatever the rules say of it, and every entry may stay unknown."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings, strategies as st

from fairdeal.desk.pages.drafts import Step
from fairdeal.desk.pages.taps import PARTS, Taken, players_of, take, taken
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar.notation import hand_record
from fairdeal.grammar.notation.writer import write
from fairdeal.records import CARDS
from tests.desk.tapping.deals import TYPED, steps

S = Step


def written(*taps: Step, part: str = "play", players: int = 6) -> str:
    """What stands in the record's block after these taps."""
    text = write(taken([S("part", part), *taps], players).record())
    return text.partition(f"{part.capitalize()}:\n")[2]


def cards(text: str, seat: str = "") -> list[Step]:
    return [S("card", card, seat if not n else "") for n, card in enumerate(text.split())]


def test_a_deal_tapped_is_the_deal_typed() -> None:
    assert taken(steps(), 6).record() == hand_record.read(TYPED).record


@pytest.mark.parametrize("players", [4, 6, 8])
def test_a_trick_ends_with_a_card_of_each_seat(players: int) -> None:
    row = ["AS", "JS", "9S", "JD", "KS", "9S", "QH", "AH"][:players]
    assert (
        written(*cards(" ".join([*row, "KH"]), "3"), players=players) == f"3:{' '.join(row)}\nKH\n"
    )


def test_seven_cards_in_a_trick_are_taken() -> None:
    taps = [*cards("AS JS 9S JD KS 9S", "3"), S("trick", "more"), S("who", "5"), S("card", "9S")]
    assert written(*taps, S("card", "QH", "3")) == "3:AS JS 9S JD KS 9S 5:9S\n3:QH\n"


def test_a_trick_may_end_early_and_tricks_may_be_left_out() -> None:
    taps = [*cards("AS JS", "3"), S("trick", "next"), S("trick", "next"), S("card", "QH", "5")]
    assert written(*taps) == "3:AS JS\ntrick 3: 5:QH\n"


def test_a_third_copy_and_a_ninth_card_stand_in_the_hand() -> None:
    taps = [*cards("JH JH JH 9H 9H AH AH 10H"), S("who", "1"), *cards("10H"), *cards("KH")]
    assert written(*taps, part="hands") == "1: JH JH JH 9H 9H AH AH 10H 10H KH\n"


def test_the_next_hand_comes_after_eight_cards() -> None:
    assert written(*cards("JH " * 9), part="hands") == f"1:{' JH' * 8}\n2: JH\n"


def test_what_nobody_knows_and_what_nobody_is_sure_of() -> None:
    taps = [*cards("AS ?? -", "3"), S("card", "9S"), S("doubt")]
    assert written(*taps) == "3:AS ?? - 9S?\n"
    calls = [
        S("call", "??", "3"),
        S("call", "-"),
        S("word", "28"),
        S("word", "??"),
        S("say"),
        S("doubt"),
    ]
    assert written(*calls, part="auction") == "3: ??, -, 28 ??\n"
    assert written(S("who", "-"), S("call", "P"), part="auction") == "-: Pass\n"
    assert written(*cards("JH"), S("doubt"), part="hands") == "1: JH?\n"
    assert (
        written(S("word", "28"), S("word", "S"), S("say"), S("doubt"), part="auction") == "28 S?\n"
    )


def test_a_word_that_no_rulebook_has_is_kept() -> None:
    taps = [S("word", "minus"), S("word", "99"), S("say"), S("typed", "28 S, 6: 12 H")]
    assert written(*taps, part="auction") == "minus 99, 28 S, 6: 12 H\n"


def test_a_seat_is_written_where_somebody_chose_it_and_at_the_head() -> None:
    taps = [S("call", "P", "3"), S("call", "P", "4"), S("who", "4"), S("call", "P", "5")]
    assert written(*taps, part="auction") == "3: Pass, Pass, 4: Pass\n"


def test_a_card_taken_back_is_the_event_and_the_card_that_stood() -> None:
    taps = [*cards("AS JS", "3"), S("back", "", "4"), S("card", "9S"), S("card", "KS")]
    assert written(*taps) == "3:AS\n! retracted 4:JS -> 4:9S\n.. 9S KS\n"


def test_the_lead_taken_back_names_its_trick() -> None:
    first = "3:AS JS 9S JD KS 9S"
    taps = [*cards(first[2:], "3"), S("card", "QH", "4"), S("back", "", "4"), S("card", "KH")]
    assert written(*taps) == f"{first}\n! retracted 4:QH -> 4:KH @ trick 2 / seat 4\n4:KH\n"


def test_nothing_can_be_taken_back_before_a_card() -> None:
    with pytest.raises(DeskError, match="No card was played yet"):
        written(S("back"))


def test_events_with_cards_ask_for_them() -> None:
    taps = [*cards("AS", "3"), S("event", "exposed 2"), S("card", "JS"), S("card", "9S")]
    assert written(*taps) == "3:AS\n! exposed 2:JS\n.. 9S\n"
    claim = [
        *cards("AS", "3"),
        S("event", "claim 4"),
        *cards("JS JH"),
        S("end"),
        S("event", "challenge B"),
    ]
    assert written(*claim) == "3:AS\n! claim 4: JS JH\n! challenge B\n"


def test_events_without_cards_in_words_and_in_the_notation() -> None:
    taps = [
        S("event", "silence 2"),
        S("event", 'conduct 2 "tapped the table"'),
        S("typed", "! redeal"),
    ]
    told = '! silence 2\n! conduct 2 "tapped the table"\n! redeal\n'
    assert told in written(*taps, part="auction")


def test_after_a_redeal_the_same_deal_begins_again() -> None:
    taps = [S("heading", json.dumps({"number": "4"})), S("dealer", "2"), S("event", "redeal")]
    found = taken([*taps, S("dealer", "2"), S("part", "hands"), *cards("JH")], 6)
    assert [deal.label for deal in found.record().deals] == ["4", "4"]
    assert found.record().deals[1].hands is not None


def test_a_typed_row_is_the_same_as_its_taps() -> None:
    row = "AS JS 9S JD KS 9S"
    assert written(S("typed", f"3:{row}")) == written(*cards(row, "3")) == f"3:{row}\n"
    assert written(S("typed", "AS ??:JS"), part="play") == "AS ??:JS\n"
    hands = [S("typed", "2: JH 9H"), S("typed", "AH")]
    assert written(*hands, part="hands") == "2: JH 9H\n1: AH\n"


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("play", "AS nothing"),
        ("hands", "nothing at all"),
        ("auction", "28 S ; no comment"),
        ("auction", '[Deal "2"]'),
        ("auction", "! nothing"),
        ("auction", "P, " * 200),
        ("play", "  "),
        ("start", "JH"),
    ],
)
def test_what_would_be_lost_is_refused_in_words(part: str, line: str) -> None:
    with pytest.raises(DeskError):
        written(S("typed", line), part=part)


@pytest.mark.parametrize(
    "step",
    [
        S("nothing"),
        S("part", "nowhere"),
        S("card", "1Z"),
        S("who", "N"),
        S("who", "9"),
        S("call", "P", "N"),
        S("trick", "?"),
        S("heading", "[]"),
        S("result", "["),
        S("event", "exposed Bina"),
    ],
)
def test_a_tap_that_the_page_does_not_have_is_refused(step: Step) -> None:
    with pytest.raises(DeskError):
        taken([step], 6)


def test_the_result_has_what_was_entered_and_nothing_else() -> None:
    def result(**given: str) -> str:
        fields = {name.replace("_", " "): text for name, text in given.items()}
        text = write(taken([S("result", json.dumps(fields))], 6).record())
        return text.partition("Result:\n")[2]

    assert result(number="29", x="X", by="4") == "contract 29 X by 4\n"
    assert result(by="4") == "contract - by 4\n"
    assert (
        result(trick_3="4", points_A="17", score_B="??")
        == "tricks - - 4\npoints A 17\nscore B ??\n"
    )
    assert result() == ""


def test_the_heading_says_how_many_play() -> None:
    assert players_of([S("heading", json.dumps({"Players": "8"}))], lambda _: 6) == 8
    assert players_of([S("heading", json.dumps({"Rules": "x"}))], {"x": 4}.__getitem__) == 4


def any_step() -> st.SearchStrategy[Step]:
    seat = st.sampled_from(["", "1", "2", "5", "6", "8", "-"])
    card = st.sampled_from(["JH", "9S", "10D", "-", "??", *list(CARDS)[:4]])
    word = st.sampled_from(
        ["28", "S", "NT", "Plus", "Noes", "1", "??", "P", "score", "trick", "[x"]
    )
    event = st.sampled_from(
        ["objection A", "exposed 2", "claim -", "redeal", "silence -", 'note "x"']
    )
    typed = st.sampled_from(["28 S, 4: P", "3:AS JS", "2: JH ??", "! objection B", "{9H|QH} 9H?"])
    fields = st.sampled_from(['{"number": "29", "by": "??"}', '{"points A": "1"}', "{}"])
    return st.one_of(
        st.builds(Step, st.just("card"), card, seat),
        st.builds(Step, st.sampled_from(["word", "call"]), word, seat),
        st.builds(Step, st.sampled_from(["say", "end", "back", "doubt"]), st.just(""), seat),
        st.builds(Step, st.just("part"), st.sampled_from(PARTS)),
        st.builds(Step, st.sampled_from(["who", "dealer"]), st.sampled_from(["1", "4", "6", "-"])),
        st.builds(Step, st.just("trick"), st.sampled_from(["more", "next"])),
        st.builds(Step, st.just("event"), event),
        st.builds(Step, st.just("typed"), typed, seat),
        st.builds(Step, st.sampled_from(["result", "heading"]), fields),
    )


@settings(max_examples=150, deadline=None)
@given(st.lists(any_step(), max_size=60), st.sampled_from([4, 6, 8]))
def test_any_taps_come_to_a_record_that_reads_back(made: list[Step], players: int) -> None:
    found = Taken(players)
    for step in made:
        try:
            take(found, step)
        except DeskError:
            continue
    record = found.record()
    again = hand_record.read(write(record))
    assert again.record == record
    assert [each for each in again.problems if each.severity == "error"] == []

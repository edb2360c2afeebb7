"""What was read of a page stays in its record: how surely, and what is not known of its order."""

from __future__ import annotations

import pytest

from fairdeal.grammar.transcripts.record import to_record
from fairdeal.records import (
    Deal,
    Event,
    EventKind,
    Field,
    Record,
    Seat,
    Transcript,
    Trick,
    clear,
)
from fairdeal.rulings import Verdict, check, load
from fairdeal.rulings.frame.finding import Certainty
from fairdeal.rulings.replay.reading import SeenTrick

INTERNATIONAL = load("international")


def field(name: str, text: str | None, probability: float = 1.0, flagged: bool = False) -> Field:
    rivals = ((text, probability),) if text is not None else ()
    return Field(name, "card", text, flagged=flagged, probability=probability, rivals=rivals)


def record_of(*fields: Field, form: str = "hand-log/1") -> Record:
    return to_record([Transcript("photo.jpg", form, fields=fields)]).record


def deal_of(*fields: Field) -> Deal:
    return record_of(field("deal", "1"), *fields).deals[0]


def judged(*fields: Field, form: str = "hand-log/1") -> Verdict:
    return check(record_of(*fields, form=form), INTERNATIONAL)


def trick(number: int, leader: Field, cards: str) -> tuple[Field, ...]:
    """A trick by the columns of its form: the card of seat 1 first."""
    named = zip("123456", cards.split(), strict=True)
    return (leader, *(field(f"trick {number} / seat {seat}", card) for seat, card in named))


def test_a_clear_entry_keeps_its_probability_and_text_does_not_show_it() -> None:
    read = record_of(field("deal", "1"), field("hand 1 / 1", "JH", 0.94), field("hand 1 / 2", "9S"))
    hands = read.deals[0].hands
    assert hands is not None and read.source is not None
    assert [card.clear for card in hands[0].cards] == [True, True]
    assert [card.left_over for card in hands[0].cards] == [pytest.approx(0.06), 0.0]
    assert "1: JH 9S" in read.source


def test_what_the_ink_of_a_clear_entry_may_be_as_well_stays_with_it() -> None:
    """Part of what is left over is for readings that are not a card."""
    rivals = (("JH", 0.98), ("QH", 0.001), ("JHH", 0.002), ("9H", 0.001))
    jack = Field("hand 1 / 1", "card", "JH", probability=0.98, rivals=rivals)
    hands = record_of(field("deal", "1"), jack).deals[0].hands
    assert hands is not None
    [card] = hands[0].cards
    others = [(str(other), round(weight, 5)) for other, weight in card.faint]
    assert others == [("QH", 0.00485), ("9H", 0.00485), ("None", 0.0006)]


def test_a_row_of_specks_does_not_say_how_many_cards_were_dealt() -> None:
    specks = {3, 7}
    row = (
        field(f"hand 4 / {k}", None, 0.0, flagged=True)
        if k in specks
        else Field(f"hand 4 / {k}", "card", None, blank=True)
        for k in range(1, 9)
    )
    hands = deal_of(*row).hands
    assert hands is not None
    assert [len(hand.cards) for hand in hands] == [8]


def test_cards_of_a_trick_without_a_leader_stay_with_their_seats() -> None:
    unread = field("trick 2 / leader", None, 0.0, flagged=True)
    deal = deal_of(*trick(2, unread, "JH 9H AH KH QH 10H"))
    assert deal.play is not None and deal.play[0].by_seat
    assert [play.label.value for play in deal.play[0].plays if play.label] == list("123456")


def test_nobody_is_accused_in_a_trick_of_which_the_leader_cannot_be_read() -> None:
    """Section 5: seat 3 won the first trick, and a card of each seat stands in the second."""
    first = trick(1, field("trick 1 / leader", "1"), "KH QH JH 10H AH QH")
    leader = field("trick 2 / leader", None, 0.0, flagged=True)
    second = trick(2, leader, "KS QS AS 10S 9S KS")
    head = (field("deal", "1"), field("dealer", "6"), field("contract", "28 H"))
    verdict = judged(*head, *first, *second)
    assert [each.code for each in verdict.findings if each.severity == "offence"] == []


def test_of_two_equal_cards_nobody_knows_which_won_where_the_leader_cannot_be_read() -> None:
    """4.2: of two equal cards the one played first wins; nobody is said to have won."""
    unread = field("trick 1 / leader", None, 0.0, flagged=True)
    head = (field("dealer", "6"), field("contract", "28 D"))
    for winner in "25":
        row = trick(1, unread, "10D JD AD 9D JD KD")
        verdict = judged(*head, *row, field("trick 1 / winner", winner))
        assert [each.code for each in verdict.findings if each.code == "trick-winner"] == []


@pytest.mark.parametrize(("sure", "labels"), [(0.9999, "4"), (0.9986, "456123")])
def test_cards_stay_with_their_seats_where_the_leader_is_not_quite_sure(
    sure: float, labels: str
) -> None:
    """A leader who is read as another seat must not deal the cards of the row to others: the winner of such a
    trick made the next leader one out of turn for certain."""
    deal = deal_of(*trick(1, field("trick 1 / leader", "4", sure), "9C JS 10S 9S KS QS"))
    assert deal.play is not None
    plays = deal.play[0].plays
    assert [str(play.card.value) for play in plays] == ["9S", "KS", "QS", "9C", "JS", "10S"]
    assert "".join(play.label.value or "" for play in plays if play.label) == labels


AS_PLAYED = (
    field("dealer", "6"),
    field("contract", "28 H"),
    *trick(1, field("trick 1 / leader", "1"), "KH QH JH 10H AH QH"),
    field("trick 1 / winner", "3"),
    field("trick 2 / winner", "4"),
    *trick(3, field("trick 3 / leader", "4"), "KC QC JC 10C AC QC"),
)
SECOND = "9C KS AS JS 10S 9S"
"""Seat 3 leads a spade and seat 1 discards; were it led by seat 1, the club would win."""


def test_a_leader_written_wrongly_explains_the_turn_and_the_winner_of_a_row_in_columns() -> None:
    """Section 5: whoever led, the cards of the row are those of the seats in whose columns they stand."""
    leader = field("trick 2 / leader", "1")
    verdict = judged(*AS_PLAYED, *trick(2, leader, SECOND))
    [lead] = [each for each in verdict.findings if each.code == "lead-out-of-turn"]
    assert lead.certainty is not Certainty.ESTABLISHED
    [slip] = verdict.explanations[0].entries
    assert (str(slip.place), slip.written, slip.read) == ("trick 2 / leader", "1", "3")


def test_in_the_reading_where_another_led_the_cards_of_the_row_stay_with_their_seats() -> None:
    rivals = (("1", 0.6), ("3", 0.4))
    leader = Field("trick 2 / leader", "seat", "1", flagged=True, probability=0.6, rivals=rivals)
    verdict = judged(*AS_PLAYED, *trick(2, leader, SECOND))
    assert {each.code for each in verdict.findings} == {"lead-out-of-turn", "revoke"}
    as_led = judged(*AS_PLAYED, *trick(2, field("trick 2 / leader", "3"), SECOND))
    assert as_led.findings == ()


def test_what_happened_in_a_trick_stays_behind_its_card_in_the_reading_where_another_led() -> None:
    """A 4 that looked like a 1 led out of turn for certain: with an event in the trick its cards were dealt
    to other seats where the other reading was weighed."""
    rivals = (("1", 0.94), ("3", 0.06))
    leader = Field("trick 2 / leader", "seat", "1", flagged=True, probability=0.94, rivals=rivals)
    names = {"kind": "1", "seat": "5", "trick": "2"}
    event = [field(f"event 1 / {name}", text) for name, text in names.items()]
    plain, happened = (judged(*AS_PLAYED, *trick(2, leader, SECOND), *more) for more in ([], event))
    likely = [
        each.probability
        for verdict in (plain, happened)
        for each in verdict.findings
        if each.code == "lead-out-of-turn" and "trick 2 / leader" in map(str, each.depends_on)
    ]
    assert len(likely) == 2 and likely[1] == pytest.approx(likely[0], abs=0.01)


SEATS: tuple[Seat, ...] = ("1", "2", "3", "4", "5", "6")


@pytest.mark.parametrize(
    ("behind", "seat", "then"), [(0, "1", 0), (2, "2", 5), (5, "5", 2), (6, "6", 3), (6, "2", 6)]
)
def test_an_event_stays_behind_the_card_of_its_column(behind: int, seat: Seat, then: int) -> None:
    """Seat 4 led, not seat 1; what stands behind all cards and is not of the last one is of the trick."""
    event = Event(EventKind.DISCLOSED, seat=clear(seat))
    row = SeenTrick(2, ["4"], [None] * 6, [(behind, event)], Trick(2, ()), False, columns=SEATS)
    row.turn()
    assert row.columns == ("4", "5", "6", "1", "2", "3")
    assert row.events == [(then, event)]


def test_a_row_of_a_form_begun_in_a_wrong_column_is_one_slip_of_the_pen() -> None:
    """Section 5: who led is written wrongly, and the cards stand from that seat's column on."""
    suits = dict(zip("123456", ("HS", "HC", "HD", "SC", "SD", "CD"), strict=True))
    cards = {seat: [f"{rank}{suit}" for suit in suits[seat] for rank in "JAKQ"] for seat in suits}
    held = [
        field(f"hand {seat} / {n}", card) for seat in cards for n, card in enumerate(cards[seat], 1)
    ]
    rows = [
        trick(
            n, field(f"trick {n} / leader", "1"), " ".join(cards[seat][n - 1] for seat in "123456")
        )
        for n in (1, 2, 3)
    ]
    begun_at_4 = " ".join(cards[seat][3] for seat in "456123")
    wrong = trick(4, field("trick 4 / leader", "4"), begun_at_4)
    head = (field("dealer", "6"), field("contract", "28 H"))
    verdict = judged(*head, *held, *(each for row in rows for each in row), *wrong)
    assert sum(each.code == "card-not-held" for each in verdict.findings) == 5
    [slip] = verdict.explanations[0].entries
    assert (str(slip.place), slip.written, slip.read) == ("trick 4 / leader", "4", "1")


@pytest.mark.parametrize(("rival", "sure"), [("6", True), ("3", False)])
def test_nobody_led_out_of_turn_by_a_figure_whose_ink_may_be_that_of_the_seat_whose_turn_it_was(
    rival: str, sure: bool
) -> None:
    """Section 5: a misreading that would put all in order weighs against the offence, which is seldom."""
    rivals = (("1", 0.9998), (rival, 0.00002))
    leader = Field("trick 2 / leader", "seat", "1", probability=0.9998, rivals=rivals)
    verdict = judged(*AS_PLAYED, *trick(2, leader, "9S KS AS JS 10S QS"))
    [lead] = [each for each in verdict.findings if each.code == "lead-out-of-turn"]
    assert (lead.certainty is Certainty.ESTABLISHED) is sure
    assert [str(place) for place in lead.depends_on] == ([] if sure else ["trick 2 / leader"])


def test_a_revoke_is_no_surer_than_who_led_though_another_lead_would_be_out_of_turn() -> None:
    """Section 5: one offence stands against another, so neither reading is the likelier for being allowed."""
    rivals = (("3", 0.99), ("5", 0.009))
    leader = Field("trick 2 / leader", "seat", "3", probability=0.99, rivals=rivals)
    later = trick(3, field("trick 3 / leader", "3"), "KC QC JC 10C AC KS")
    head = (each for each in AS_PLAYED[:9])
    verdict = judged(*head, *trick(2, leader, "KS QS JS 10S 9H 9C"), *later)
    [revoke] = [each for each in verdict.findings if each.code == "revoke"]
    assert revoke.certainty is Certainty.DEPENDS and (revoke.probability or 0.0) < 0.998


@pytest.mark.parametrize("probability, sure", [(0.9998, True), (0.97, False)])
def test_what_is_noted_as_an_event_is_no_surer_than_its_figures(
    probability: float, sure: bool
) -> None:
    noted = (
        field("event 1 / kind", "9", probability),
        field("event 1 / seat", "2"),
        field("event 1 / call", "1"),
    )
    calls = (field(f"call {n}", text) for n, text in enumerate(("28 S", *["P"] * 5), 1))
    verdict = judged(field("deal", "1"), field("dealer", "6"), *calls, *noted)
    [query] = [each for each in verdict.findings if each.code == "score-query"]
    assert (query.certainty is Certainty.ESTABLISHED) is sure
    assert query.probability == pytest.approx(probability)
    assert [str(place) for place in query.depends_on] == ([] if sure else ["event 1 / kind"])


@pytest.mark.parametrize(("probability", "sure"), [(0.9999, True), (0.94, False)])
def test_no_call_is_out_of_turn_for_certain_where_it_cannot_be_read_when_somebody_was_silent(
    probability: float, sure: bool
) -> None:
    """3.9: the turn that was passed over may have been the one just before the call."""
    silent = (field("event 1 / kind", "7"), field("event 1 / seat", "2"))
    at = field("event 1 / call", "3", probability, flagged=not sure)
    calls = [field(f"call {n}", text) for n, text in enumerate(("28 S", "P", "P", "P", "P"), 1)]
    labels = (field("call 1 / seat", "1"), field("call 2 / seat", "3"))
    verdict = judged(field("deal", "1"), field("dealer", "6"), *calls, *labels, *silent, at)
    [early] = [each for each in verdict.findings if each.code == "call-out-of-turn"]
    assert (early.certainty is Certainty.ESTABLISHED) is sure


def cell(name: str, text: str, probability: float, rival: str | None = None) -> Field:
    rivals = ((text, probability), *(((rival, 1e-5),) if rival else ()))
    return Field(name, "number", text, probability=probability, rivals=rivals)


@pytest.mark.parametrize("probability, sure", [(0.99999, True), (0.95, False)])
def test_a_wrong_total_on_a_sheet_is_no_surer_than_its_cells(
    probability: float, sure: bool
) -> None:
    rows = [("1", "0", "1", "0"), ("1", "0", "3", "0"), ("1", "0", "4", "0")]
    cells = [
        cell(f"row {n} / {column}", text, probability if (n, column) == (2, "total A") else 1.0)
        for n, row in enumerate(rows, 1)
        for column, text in zip(("score A", "score B", "total A", "total B"), row, strict=True)
    ]
    verdict = judged(*cells, form="score-sheet/1")
    [total] = [each for each in verdict.findings if each.code == "total-entry"]
    assert (total.certainty is Certainty.ESTABLISHED) is sure
    assert [str(place) for place in total.depends_on] == ([] if sure else ["row 2 / total A"])


@pytest.mark.parametrize(("rival", "sure"), [("8", True), ("2", False)])
def test_a_wrong_total_may_be_the_right_one_where_its_ink_may_be(rival: str, sure: bool) -> None:
    rows = [("1", "0", "1", "0"), ("1", "0", "3", "0"), ("1", "0", "3", "0")]
    cells = [
        cell(f"row {n} / {column}", text, 0.99995 if wrong else 1.0, rival if wrong else None)
        for n, row in enumerate(rows, 1)
        for column, text in zip(("score A", "score B", "total A", "total B"), row, strict=True)
        for wrong in [(n, column) == (2, "total A")]
    ]
    verdict = judged(*cells, form="score-sheet/1")
    [total] = [each for each in verdict.findings if each.code == "total-entry"]
    assert (total.certainty is Certainty.ESTABLISHED) is sure

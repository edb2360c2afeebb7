"""From the fields of a dispute slip to the part of a deal that is remembered: nothing is made up."""

from __future__ import annotations

from fairdeal.grammar.transcripts.record import TranscriptRecord, to_record
from fairdeal.records import (
    CARDS,
    Deal,
    Event,
    EventKind,
    Field,
    Standing,
    Transcript,
    Trick,
    absent,
    clear,
)
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty

REVOKE = {
    "deal": "7",
    "disputed 1 / number": "5",
    "disputed 1 / leader": "1",
    "disputed 1 / seat 1": "AS",
    "disputed 1 / seat 2": "KH",
    "hand 2 / 1": "JS",
    "hand 2 / 2": "9C",
    "dispute / team": "A",
    "dispute / seat": "2",
    "dispute / trick": "5",
    "dispute / revoke": "X",
    "seen by / seat 1": "X",
    "seen by / seat 4": "X",
}


def slip(
    values: dict[str, str], rivals: dict[str, tuple[tuple[str, float], ...]] | None = None
) -> Transcript:
    fields = []
    for name, text in values.items():
        others = (rivals or {}).get(name, ())
        fields.append(
            Field(
                name,
                "text",
                text,
                flagged=bool(others),
                rivals=others,
                probability=others[0][1] if others else 1.0,
            )
        )
    return Transcript("slip.jpg", "dispute-slip/1", fields=tuple(fields))


def read(values: dict[str, str]) -> TranscriptRecord:
    return to_record([slip(values)])


def deal_of(values: dict[str, str]) -> Deal:
    (deal,) = read(values).record.deals
    return deal


def trick_of(deal: Deal) -> Trick:
    assert deal.play is not None
    (trick,) = deal.play
    return trick


def notes(deal: Deal) -> list[str]:
    return [event.text or "" for event in deal.all_events() if event.kind is EventKind.NOTE]


def test_a_trick_of_which_two_cards_are_remembered_has_four_that_are_not_recorded() -> None:
    trick = trick_of(deal_of(REVOKE))
    assert trick.number == 5
    cards = [play.card for play in trick.plays]
    assert cards == [clear(CARDS["AS"]), clear(CARDS["KH"]), *[absent()] * 4]
    assert trick.plays[0].label == clear("1")


def test_cards_still_held_are_not_a_whole_hand() -> None:
    (hand,) = deal_of(REVOKE).hands or ()
    assert (hand.seat, len(hand.cards)) == ("2", 8)
    assert [card.standing for card in hand.cards[2:]] == [Standing.ABSENT] * 6


def test_hands_not_written_are_unknown_and_no_play_is_made_up() -> None:
    deal = deal_of({"deal": "3", "dispute / call": "2", "dispute / bid": "X"})
    assert deal.hands is None and deal.play is None and deal.auction is None
    assert deal.result is None or deal.result.contract is None
    assert notes(deal) == ["dispute: call 2; a bid that is not allowed or too low"]


def test_no_leader_follows_from_dealer_or_from_the_trick_before() -> None:
    values = {
        "dealer": "6",
        "disputed 1 / number": "1",
        "disputed 1 / seat 3": "9H",
        "disputed 1 / winner": "3",
        "disputed 2 / number": "2",
        "disputed 2 / seat 4": "9D",
    }
    found = read(values)
    play = found.record.deals[0].play or ()
    assert [trick.by_seat for trick in play] == [True, True]
    assert sum("not known who led" in problem.message for problem in found.problems) == 2


def test_the_auction_as_far_as_it_is_remembered() -> None:
    deal = deal_of({"call 1": "28 S", "call 1 / seat": "4", "call 3": "P"})
    assert [call.said.standing for call in deal.calls] == [
        Standing.CLEAR,
        Standing.ABSENT,
        Standing.CLEAR,
    ]
    assert deal.calls[0].label == clear("4")


def test_a_trick_without_its_number_is_kept_in_words_and_asked_about() -> None:
    values = {name: text for name, text in REVOKE.items() if name != "disputed 1 / number"}
    found = read(values)
    deal = found.record.deals[0]
    assert deal.play is None
    assert "disputed trick, number not known: leader 1, seat 1 AS, seat 2 KH" in notes(deal)
    assert [p.place for p in found.problems if p.severity == "warning"] == ["disputed 1 / number"]


def test_a_number_written_twice_files_the_first_trick_alone() -> None:
    deal = deal_of(REVOKE | {"disputed 2 / number": "5", "disputed 2 / seat 3": "QH"})
    assert trick_of(deal).plays[2].card == absent()
    assert any(
        note.startswith("disputed trick, number not known: seat 3 QH") for note in notes(deal)
    )


def test_the_claim_and_who_saw_it_are_notes_and_no_finding() -> None:
    assert notes(deal_of(REVOKE)) == [
        "dispute: team A against seat 2; trick 5; did not follow suit",
        "seen by seat 1, 4",
    ]


def test_an_objection_made_at_once_stands_after_the_card() -> None:
    trick = trick_of(deal_of(REVOKE | {"dispute / at once": "X"}))
    event = trick.items[2]
    assert isinstance(event, Event) and event.kind is EventKind.OBJECTION
    assert event.team == clear("A")


def test_an_objection_that_was_not_made_at_once_is_none() -> None:
    kinds = {event.kind for event in deal_of(REVOKE).all_events()}
    assert EventKind.OBJECTION not in kinds


def test_international_3_10_a_revoke_is_shown_by_the_trick_and_the_cards_still_held() -> None:
    verdict = check(read(REVOKE).record, load("international"))
    (finding,) = verdict.findings
    assert (finding.code, finding.seat, str(finding.place)) == (
        "revoke",
        "2",
        "trick 5 / seat 2",
    )
    assert finding.certainty is Certainty.ESTABLISHED


def test_without_the_cards_still_held_nothing_is_found() -> None:
    values = {name: text for name, text in REVOKE.items() if not name.startswith("hand")}
    assert check(read(values).record, load("international")).findings == ()


def test_a_card_held_that_may_be_another_leaves_it_open() -> None:
    doubted = slip(REVOKE, {"hand 2 / 1": (("JS", 0.6), ("JH", 0.4))})
    (finding,) = check(to_record([doubted]).record, load("international")).findings
    assert finding.certainty is Certainty.DEPENDS


def test_a_place_of_the_deal_leads_to_the_box_on_the_slip() -> None:
    sources = read(REVOKE).sources
    assert sources[1, "trick 5 / seat 2"] == ("slip.jpg", "disputed 1 / seat 2")

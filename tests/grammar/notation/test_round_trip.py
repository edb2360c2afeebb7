"""What is written is read back the same, and clean lines are looked up as the grammar reads them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings

from fairdeal.grammar.calls import parse_call, said_text
from fairdeal.grammar.notation.hand_record import ReadResult, read
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Deal, Entry, Record, Said, Span
from tests.support import strategies
from tests.support.by_grammar import read_by_grammar


@settings(max_examples=150, deadline=None)
@given(strategies.records)
def test_reading_what_was_written_gives_the_same_record(record: Record) -> None:
    text = write(record)
    result = read(text)
    assert result.record == record
    assert write(result.record) == text
    assert [
        p for p in result.problems if p.severity == "error" and "is empty" not in p.message
    ] == []


@settings(max_examples=150, deadline=None)
@given(strategies.near_records)
def test_what_was_read_from_anything_is_written_and_read_back_the_same(text: str) -> None:
    record = read(text).record
    again = read(write(record)).record
    assert again == record
    assert write(again) == write(record)


@settings(max_examples=300, deadline=None)
@given(strategies.call_texts)
@example("Plus - ?")
@example("+ _ ?")
@example("+ / ?")
@example("+ + - ?")
@example("NO_TRUMP")
def test_a_call_is_read_again_from_its_canonical_text(text: str) -> None:
    said = parse_call(text)
    assert parse_call(said_text(said)) == said


@settings(max_examples=300, deadline=None)
@given(strategies.near_records)
def test_looking_lines_up_gives_what_the_grammar_gives(text: str) -> None:
    assert_same(read(text), read_by_grammar(text))


@settings(max_examples=100, deadline=None)
@given(strategies.records)
def test_looking_up_whole_records_gives_what_the_grammar_gives(record: Record) -> None:
    text = write(record)
    assert_same(read(text), read_by_grammar(text))


def assert_same(quick: ReadResult, full: ReadResult) -> None:
    """Same record, same problems, and every span the same, those worked out on demand too."""
    assert quick.record == full.record
    assert quick.problems == full.problems
    for one, other in zip(quick.record.deals, full.record.deals, strict=True):
        assert spans(one) == spans(other)
        assert one.span == other.span
        assert [c.at for c in one.comments] == [c.at for c in other.comments]


def spans(deal: Deal) -> list[Span | None]:
    """Where every entry of a deal stands."""
    found = [hand.span_of(i) for hand in deal.hands or () for i in range(len(hand.cards))]
    found += [deal.span_of_call(call, number) for number, call in enumerate(deal.calls, 1)]
    for trick in deal.play or ():
        found += [trick.span_of(index) for index in range(len(trick.plays))]
    result = deal.result
    if result is not None:
        entries: list[Entry[Said] | Entry[int] | Entry[str] | None] = [
            *result.points.values(),
            *result.score.values(),
            *result.penalty.values(),
        ]
        if result.contract is not None:
            contract = result.contract
            entries += [contract.said, contract.by, contract.doubling]
        found += [entry.span for entry in entries if entry is not None]
        found += [
            entry.span or result.trick_spans.of(index) for index, entry in enumerate(result.tricks)
        ]
    return found


def test_comments_keep_to_their_lines() -> None:
    text = (
        "; at the top\n"
        '[Event "a"]  ; of the event\n\n'
        '[Deal "1"]  ; of the deal\n'
        "; after the deal's number\n"
        "Auction:\n"
        "3: 28 S, Pass  ; loud\n"
        "; a pause\n"
        "+1 H\n"
        "! objection A  ; at once\n"
        "Play:  ; slow\n"
        "3:JH 9H  ; two cards\n"
        '! note "spilled tea"\n'
        ".. AH  ; then one\n"
        "Result:\n"
        "points A 30 B 26  ; counted twice\n\n"
        "Sheet:\n"
        "deal | contract  ; the columns\n"
        "1 | 28 S  ; first row\n"
    )
    assert write(read(text).record) == text


def test_a_displaced_comment_is_never_lost() -> None:
    record = read('[Deal "1"]\nAuction:\n28 S ; a\n').record
    deal = replace(record.deals[0], auction=None)
    assert "; a" in write(replace(record, deals=(deal,)))

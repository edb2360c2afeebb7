"""An explanation by a slip of the pen: taken it is a correction, refused a person vouches for the entries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.shapes import misshapen
from fairdeal.desk.archive.store import Archive, OvertakenError
from fairdeal.desk.check.sentences import sentence
from fairdeal.desk.intake.case import Case
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import describe
from fairdeal.desk.review.doubtful import doubtful
from fairdeal.desk.review.mending import changes, key_of
from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import Field, FieldKind, Transcript, next_seat
from fairdeal.rulings.frame.finding import Explanation
from tests.desk.archive.conftest import archive, document
from tests.support.whole import verify

__all__ = ["archive"]

HANDS = """[Event "Pier Cup"]
[Deal "1"]
[Dealer "{dealer}"]
Hands:
1: QD 9S QH AC KC JC QS 9H
2: 9C 10C QS QH AH QC AS 9D
3: KH AD 10S AD 9H 10H 10H QD
4: KS 9C 9D 10D KC 10S KS JD
5: AC JH JS KD KD 10C AH 9S
6: AS JC 10D KH JD JS QC JH
Auction:
{calls}
Play:
"""
PLAY = """3:KH KS JH JH QH AH
5:AC QC AC 9C 10H KC
2:AS 10S 10S JS JS 9S
5:AH KH 9H QH 9H JD
1:KC QC 10H 9C 10C JC
6:AS QS QS QD KS 9S
5:KD 10D QD 9D AD 10D
2:10C AD 9D KD JD JC
"""
CALLS = "3: 28 S, P, +3 C, P, + 1 C, X, Pass, Pass, P, P, P"


def log(dealer: str = "2", calls: str = CALLS, change: tuple[str, str] = ("", "")) -> str:
    return (HANDS.format(dealer=dealer, calls=calls) + PLAY).replace(*change)


def lines_swapped() -> str:
    lines = log().splitlines()
    start = lines.index("Play:") + 4
    lines[start], lines[start + 1] = lines[start + 1], lines[start]
    return "\n".join(lines) + "\n"


def line_left_out(line: str, again: str = "") -> str:
    return log().replace(line, again) + "Result:\ntricks 5 2 5 1 6 5 2 1\n"


LINE = "5:AH KH 9H QH 9H JD\n"

SLIPS = {
    "line left out": (
        line_left_out(LINE),
        "line 4 of the play with a line left out before it",
    ),
    "line twice": (line_left_out(LINE, LINE * 2), "line 5 of the play as line 4 again"),
    "dealer": (log("4"), "the dealer as seat 2, not seat 4"),
    "card in a hand": (
        log(change=("2: 9C 10C QS QH", "2: 9C 10C QS QD")),
        "card 4 of seat 2's hand as QH, not QD",
    ),
    "card left off": (
        log(change=("2: 9C 10C QS QH", "2: 9C 10C QS")),
        "seat 2's hand with QH as well",
    ),
    "two hands": (
        log(change=("1: QD", "7: QD")).replace("4: KS", "1: KS").replace("7: QD", "4: QD"),
        "the hands of seats 1 and 4 swapped",
    ),
    "two lines": (lines_swapped(), "the lines of tricks 4 and 5 swapped"),
    "leader": (log(change=("5:AH KH", "6:AH KH")), "trick 4's leader as seat 5, not seat 6"),
    "card in the play": (
        log(change=("5:KD 10D QD 9D", "5:KD 10D QD 9C")),
        "seat 2's card in trick 7 as 9D, not 9C",
    ),
    "two cards": (
        log(change=("5:AC QC AC", "5:AC AC QC")),
        "cards 2 and 3 of trick 2 swapped",
    ),
}
"""A deal in order with one slip in it, and what is said of it."""


def opened(archive: Archive, text: str) -> tuple[str, Case]:
    case = archive.open_case("Pier Cup", "Bina")
    casework.hand_in(archive, case, document(text.encode()), "Bina")
    return case, casework.recheck(archive, case)


def first(ruled: Case) -> Explanation:
    return ruled.verdict.explanations[0]


def refused(archive: Archive, case: str, ruled: Case, reason: str = "We asked the table.") -> Case:
    last = casework.case_file(archive, case).last
    casework.refuse(archive, case, first(ruled), reason, "Bina", last)
    return casework.recheck(archive, case)


def taken(archive: Archive, case: str, ruled: Case) -> Case:
    found, last = changes(ruled, first(ruled)), casework.case_file(archive, case).last
    assert found
    casework.mend(archive, case, key_of(first(ruled)), found, "A slip.", "Bina", last)
    return casework.recheck(archive, case)


def offences(ruled: Case) -> list[tuple[str, str, str]]:
    return [
        (each.code, each.certainty.value, each.by)
        for each in ruled.verdict.findings
        if each.severity == "offence"
    ]


@pytest.mark.parametrize("kind", SLIPS)
def test_an_explanation_taken_puts_the_deal_in_order_and_taken_back_it_is_as_before(
    archive: Archive, kind: str
) -> None:
    text, said = SLIPS[kind]
    case, before = opened(archive, text)
    assert f"read {said}, and nothing in this deal is irregular" in sentence(first(before))
    ruled = taken(archive, case, before)
    assert ruled.verdict.findings == () and ruled.verdict.explanations == ()
    file = casework.case_file(archive, case)
    act = max(each.number for each in file.corrections.values())
    casework.take_back(archive, case, act, "Bina")
    assert casework.case_file(archive, case).corrections == {}
    assert casework.recheck(archive, case).verdict == before.verdict
    assert verify(archive) == []


def test_a_refused_explanation_leaves_the_offences_established_by_a_persons_word(
    archive: Archive,
) -> None:
    case, before = opened(archive, log("4"))
    assert {each[1] for each in offences(before)} == {"depends"}
    ruled = refused(archive, case, before)
    assert offences(ruled) == [
        ("call-out-of-turn", "established", "person"),
        ("lead-out-of-turn", "established", "person"),
    ]
    assert ruled.verdict.explanations == ()
    kept = casework.case_file(archive, case).checked
    assert kept is not None
    assert {each["by"] for each in kept.body["check"]["findings"]} == {"person"}
    act = next(iter(casework.case_file(archive, case).refused))
    casework.take_back(archive, case, act, "Bina")
    assert casework.recheck(archive, case).verdict == before.verdict


def test_a_refusal_holds_only_as_long_as_the_entry_is_written_so(archive: Archive) -> None:
    case, before = opened(archive, log("4"))
    refused(archive, case, before)
    digest = next(iter(casework.case_file(archive, case).documents))
    line = (digest, 0, "line 3")
    last = casework.case_file(archive, case).last
    casework.correct(archive, case, line, "read", '[Dealer "5"]', "Bina", last)
    ruled = casework.recheck(archive, case)
    assert offences(ruled) and {each[1] for each in offences(ruled)} == {"depends"}


def test_a_refusal_is_of_its_own_deal(archive: Archive) -> None:
    text = log("4")
    second = text.partition("[Deal")[2].replace(' "1"]', ' "2"]', 1)
    case, before = opened(archive, f"{text}[Deal{second}")
    ruled = refused(archive, case, before)
    by_deal = {each.deal: each.certainty.value for each in ruled.verdict.findings}
    assert by_deal["1"] == "established" and by_deal["2"] == "depends"


def test_an_entry_that_stands_as_written_is_read_in_no_other_way(archive: Archive) -> None:
    """Who says that the dealer is as written has not said so of one other seat alone."""
    case, before = opened(archive, log("4"))
    ruled = refused(archive, case, before)
    assert not any(
        "dealer" in map(str, (entry.place for entry in each.entries))
        for each in ruled.verdict.explanations
    )


def test_the_second_of_two_people_sees_that_it_was_refused(archive: Archive) -> None:
    case, before = opened(archive, log("4"))
    last = casework.case_file(archive, case).last
    casework.refuse(archive, case, first(before), "", "Bina", last)
    with pytest.raises(OvertakenError):
        casework.refuse(archive, case, first(before), "", "Cyril", last)


def test_history_exchange_and_verification_know_a_refusal(archive: Archive, tmp_path: Path) -> None:
    case, before = opened(archive, log("4"))
    ruled = refused(archive, case, before)
    act = acts_of(archive, case, Kind.REFUSED)[0]
    assert describe(act) == (
        "deal 1: the dealer stands as written, seat 4, not seat 2: We asked the table."
    )
    with Archive(tmp_path / "other.fairdeal") as other:
        sent = exchange.open_case(exchange.export(archive, case))
        assert sent.wrong == ()
        there = casework.case_file(other, exchange.take_in(other, sent, "Cyril").case)
        assert casework.rule_on(other, there).verdict == ruled.verdict
        assert verify(other) == []
    assert verify(archive) == []


@pytest.mark.parametrize(
    "body",
    [
        {"deal": "1", "game": 1, "entries": [], "reason": ""},
        {"deal": "1", "game": "one", "entries": [{"place": "dealer"}], "reason": ""},
        {"deal": 1, "game": 1, "entries": [{"place": "dealer", "written": "4", "read": "2"}]},
        {"deal": "1", "game": 1, "entries": "dealer", "reason": ""},
    ],
)
def test_a_refusal_from_others_is_held_to_its_shape(archive: Archive, body: object) -> None:
    case, before = opened(archive, log("4"))
    refused(archive, case, before)
    good = acts_of(archive, case, Kind.REFUSED)[0]
    acts = archive.acts(case)
    assert misshapen(acts) == []
    acts[good.number - 1] = Act(
        case,
        good.number,
        Kind.REFUSED,
        good.at,
        good.who,
        body,
        "",
        "",
        "",  # type: ignore[arg-type]
    )
    assert misshapen(acts) == [good.number]


def test_a_name_is_taken_out_of_a_refusal_and_its_reason(archive: Archive) -> None:
    case, before = opened(archive, log("4"))
    ruled = refused(archive, case, before, "Bina Rao was there.")
    redact(archive, ["Bina", "Bina Rao"], "Cyril")
    act = acts_of(archive, case, Kind.REFUSED)[0]
    assert "Bina" not in act.who and "Bina" not in describe(act)
    file = casework.case_file(archive, case)
    assert casework.rule_on(archive, file).verdict.findings == ruled.verdict.findings
    assert verify(archive) == []


def acts_of(archive: Archive, case: str, kind: Kind) -> list[Act]:
    return [act for act in archive.acts(case) if act.kind is kind]


def photographed(text: str) -> Transcript:
    """What a reader would make of a hand log with this deal on it, nothing in doubt."""
    deal = read(text).record.deals[0]
    fields = [
        field("deal", "number", "1"),
        field("dealer", "seat", str(deal.dealer and deal.dealer.value)),
    ]
    for hand in deal.hands or ():
        for n in range(8):
            held = hand.cards[n].value if n < len(hand.cards) else None
            fields.append(field(f"hand {hand.seat} / {n + 1}", "card", held.text if held else ""))
    for n, call in enumerate(deal.calls, 1):
        said = call.said.value
        fields.append(field(f"call {n}", "call", said.text if said else ""))
        label = call.label.value if call.label else ""
        fields.append(field(f"call {n} / seat", "seat", label or ""))
    for trick in deal.play or ():
        label = trick.plays[0].label
        seat = str(label.value if label else "")
        fields.append(field(f"trick {trick.number} / leader", "seat", seat))
        for play in trick.plays:
            card = play.card.value
            name = f"trick {trick.number} / seat {seat}"
            fields.append(field(name, "card", card.text if card else ""))
            seat = next_seat(seat, 6)
    for number in range(len(deal.play or ()) + 1, 9):
        fields.append(field(f"trick {number} / leader", "seat", ""))
        fields += [field(f"trick {number} / seat {n}", "card", "") for n in range(1, 7)]
    return Transcript("log.png", "hand-log/1", fields=tuple(fields))


def field(name: str, kind: FieldKind, text: str) -> Field:
    return Field(name, kind, text, blank=not text, rivals=((text, 1.0),))


@pytest.mark.parametrize("kind", [kind for kind in SLIPS if kind != "leader"])
def test_an_explanation_is_taken_on_a_photographed_log(archive: Archive, kind: str) -> None:
    """A form has its cards in columns by seat: a leader is another matter there."""
    text, said = SLIPS[kind]
    case = archive.open_case("Pier Cup", "Bina")
    digest = casework.keep_document(archive, case, b"\x89PNG\r\n\x1a\n", "log.png", "Bina")
    casework.keep_reading(archive, case, digest, [photographed(text)])
    before = casework.recheck(archive, case)
    assert f"read {said}, and nothing in this deal is irregular" in sentence(first(before))
    ruled = taken(archive, case, before)
    assert ruled.verdict.findings == ()
    cards = [play.card.value for row in ruled.record.deals[0].play or () for play in row.plays]
    assert sum(card is not None for card in cards) == (42 if kind == "line left out" else 48)


def test_a_card_in_doubt_on_which_a_finding_rests_is_asked_by_its_box(archive: Archive) -> None:
    """The record counts cards of a trick as played; the form has them in columns by seat."""
    page = photographed(log(change=("5:AC QC AC 9C 10H KC", "5:AC QC AC 9C JH KC")))
    name = "trick 2 / seat 3"
    doubt = {"probability": 0.98, "rivals": (("JH", 0.98), ("10H", 0.02)), "flagged": True}
    fields = tuple(replace(each, **doubt) if each.name == name else each for each in page.fields)
    case = archive.open_case("Pier Cup", "Bina")
    digest = casework.keep_document(archive, case, b"\x89PNG\r\n\x1a\n", "log.png", "Bina")
    casework.keep_reading(archive, case, digest, [replace(page, fields=fields)])
    casework.recheck(archive, case)
    file = casework.case_file(archive, case)
    asked = [each for each in doubtful(file, casework.judged(archive, file)) if each.matters]
    assert [each.field.name for each in asked] == [name]

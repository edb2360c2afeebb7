"""Work and findings grow with the paper, not with its square."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import Place
from fairdeal.rulings import check, load
from fairdeal.rulings.doubt import work
from fairdeal.rulings.fifty_six.sheets import agreement, session_worlds, sheet_worlds
from fairdeal.rulings.frame import set_aside as bounds
from fairdeal.rulings.frame.finding import MOST_RELATED, At, Finding, Remedy, Verdict
from fairdeal.rulings.frame.follows import MOST_LETTERS, MOST_MESSAGES, MOST_PLACES, gathered
from tests.support.builders import HANDS, auction, ruled
from tests.support.growth import steps_of

HEAD = '[Deal "1"]\n[Dealer "2"]\n'
BID = "Auction:\n3: 28 S, P, P, P, P, P\n"
COLUMNS = "deal | dealer | bidder | contract | score A | score B | total A | total B"
ROW = "2 | 3 | 28 S | 1 | 0 | 1 | 0"

SHAPES: dict[str, Callable[[int], str]] = {
    "one card in a hand": lambda n: f"{HEAD}Hands:\n1: {'JH ' * n}\n",
    "two cards of no pack": lambda n: f"{HEAD}Hands:\n1: {'2H 3C ' * (n // 2)}\n",
    "every hand too long": lambda n: (
        HEAD
        + "Hands:\n"
        + "".join(f"{seat}: {'JH 9S AC 10D KC QC 8H JC ' * (n // 48)}\n" for seat in range(1, 7))
    ),
    "one seat in one trick": lambda n: f"{HEAD}{BID}Play:\n3:{' 3:'.join(['JH'] * n)}\n",
    "tricks": lambda n: f"{HEAD}{BID}Play:\n" + "3:JH 9S JH 9S JH 9S\n" * (n // 6),
    "tricks held against hands": lambda n: (
        f"{HEAD}{HANDS}{BID}Play:\n" + "3:2H 2H 2H 2H 2H 2H\n" * (n // 6)
    ),
    "passes": lambda n: f"{HEAD}Auction:\n{'P, ' * n}\n",
    "bids": lambda n: f"{HEAD}Auction:\n{'28 H, ' * n}\n",
    "calls line by line": lambda n: f"{HEAD}Auction:\n" + "28 H\n" * n,
    "calls out of turn, objected to": lambda n: (
        f"{HEAD}Auction:\n" + "3: P\n! objection B\n" * (n // 2)
    ),
    "notes of conduct": lambda n: f"{HEAD}{BID}Play:\n3:JH\n" + "! conduct 2\n" * n,
    "questions about the score": lambda n: f"{HEAD}Auction:\n3: 28 S\n" + "! score-query 4\n" * n,
    "teams swapped": lambda n: f"{HEAD}Auction:\n3: 28 S\n" + "! swap-teams\n" * n,
    "deals of one number": lambda n: f"{HEAD}{BID}\n" * (n // 4),
    "rows": lambda n: f"Sheet:\n{COLUMNS}\n" + f"1 | {ROW}\n" * (n // 4),
    "rows beside their logs": lambda n: (
        "".join(f'[Deal "{k}"]\n[Dealer "2"]\n{BID}\n' for k in range(n // 8))
        + f"Sheet:\n{COLUMNS}\n"
        + "".join(f"{k} | {ROW}\n" for k in range(n // 8))
    ),
    "empty sheets": lambda n: "Sheet:\n\n" * n,
    "lines that cannot be read": lambda n: f"{HEAD}Hands:\n" + "foo bar\n" * (n // 4),
    "empty deals": lambda n: '[Deal "1"]\n' * n,
    "blocks": lambda n: HEAD + "Hands:\n1: JH\nAuction:\nP\nPlay:\n" * (n // 4),
}
"""Records of so many entries that repeat themselves."""

SMALL = 96
MOST_TIMES = 5.0
"""Four times as much paper may be so many times the work; with the square it would be sixteen."""


def judged(text: str) -> Verdict:
    return check(read(text).record, load("international"))


@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_with_the_paper(shape: str) -> None:
    make = SHAPES[shape]
    judged(make(SMALL))  # what is made once for all
    few = steps_of(lambda: judged(make(SMALL)))
    many = steps_of(lambda: judged(make(4 * SMALL)))
    assert many <= MOST_TIMES * few


@pytest.mark.parametrize("shape", SHAPES)
def test_findings_grow_with_the_paper(shape: str) -> None:
    """Of one kind and place there is one, and none names more than a dozen pieces of evidence."""
    verdict = judged(SHAPES[shape](4 * SMALL))
    places = Counter((f.code, f.game, f.place, f.seat, f.remedy.kind) for f in verdict.findings)
    assert all(count == 1 for count in places.values())
    for each in verdict.findings:
        assert len(each.related) <= MOST_RELATED + 1
        assert len(each.message) <= MOST_LETTERS + 40


# One finding that counts ---------------------------------------------------------------------------


def test_card_two_hundred_times_in_a_hand_is_one_finding() -> None:
    (finding,) = [
        f for f in ruled(f"{HEAD}Hands:\n1: {'JH ' * 200}\n").findings if f.code == "pack"
    ]
    assert finding.message == "The jack of hearts is written 200 times; the pack has 2."
    assert (finding.count, str(finding.place)) == (198, "hand 1 / 3")
    assert len(finding.related) == MOST_RELATED + 1
    assert finding.related[-1].message == "187 more places like these are not listed"


def test_three_cards_too_many_are_found_one_by_one() -> None:
    findings = [f for f in ruled(f"{HEAD}Hands:\n1: {'JH ' * 5}\n").findings if f.code == "pack"]
    assert [str(each.place) for each in findings] == ["hand 1 / 3", "hand 1 / 4", "hand 1 / 5"]
    assert [len(each.related) for each in findings] == [2, 3, 4]


def test_card_of_no_pack_again_and_again_is_one_finding() -> None:
    (finding,) = [f for f in ruled(f"{HEAD}Hands:\n1: {'2H ' * 50}\n").findings if f.code == "pack"]
    assert finding.message == "The two of hearts is not in the pack; it is written 50 times."


def test_seat_that_plays_fifty_times_in_a_trick_is_found_once() -> None:
    verdict = ruled(f"{HEAD}{BID}Play:\n3:{' 3:'.join(['JH'] * 50)}\n")
    again = [f for f in verdict.findings if f.code == "play-out-of-turn"]
    assert [each.count for each in again] == [49]
    assert "Found here 49 times." in again[0].message


def test_different_notes_of_one_seat_are_all_quoted() -> None:
    notes = "".join(f'! conduct 2 "tapped {n} times"\n' for n in range(3))
    (finding,) = auction(f"3: 28 S\n{notes}P, P, P, P, P").findings
    assert all(f"tapped {n} times" in finding.message for n in range(3))
    assert finding.count == 3


def test_notes_beyond_a_few_are_counted() -> None:
    notes = "".join(f'! conduct 2 "tapped {n} times"\n' for n in range(MOST_MESSAGES + 5))
    (finding,) = auction(f"3: 28 S\n{notes}P, P, P, P, P").findings
    assert finding.message.count("tapped") == MOST_MESSAGES
    assert "5 more notes like these are left out." in finding.message


def finding(message: str = "x", **more: object) -> Finding:
    given = {"code": "pack", "severity": "offence", "article": "1.5", "remedy": Remedy("none")}
    return Finding(place=Place.of("hand 1"), message=message, **(given | more))  # type: ignore[arg-type]


def test_findings_of_different_seats_places_or_remedies_stay_apart() -> None:
    apart = [finding(), finding(seat="2"), finding(game=2), finding(remedy=Remedy("warning", "A"))]
    assert gathered(apart) == apart
    assert gathered([finding(at=At(position=1)), finding(at=At(position=2))])[0].count == 2


def test_long_message_says_what_is_left_out() -> None:
    (each,) = gathered([finding("a" * (MOST_LETTERS + 7))])
    assert each.message.endswith("… (7 letters more)")


def test_places_beyond_those_of_a_deal_are_counted() -> None:
    places = tuple(Place.of(f"row {n}") for n in range(MOST_PLACES + 1))
    (each,) = gathered([finding(depends_on=places)])
    assert len(each.depends_on) == MOST_PLACES
    assert each.message.endswith(f"depends on {MOST_PLACES + 1} entries; {MOST_PLACES} are named.")


# What is more than any game has --------------------------------------------------------------------


def messages(verdict: Verdict) -> str:
    return " ".join(note.message for note in verdict.notes)


def test_deal_of_a_thousand_calls_and_more_is_said_and_not_judged() -> None:
    verdict = ruled(f'{HEAD}Auction:\n{"28 H, " * 1200}\n\n[Deal "2"]\nAuction:\n3: 28 S, 28 H\n')
    assert [each.outcome for each in verdict.deals] == ["unread", "undecided"]
    assert "Deal 1 has 1,200 entries. No deal has more than 1,000" in messages(verdict)
    assert {each.game for each in verdict.findings} == {2}


def test_deal_with_too_many_unclear_entries_is_said_and_not_judged() -> None:
    verdict = ruled(f"{HEAD}Hands:\n1: {'{9H|QH} ' * 400}\n")
    assert messages(verdict) == (
        "Too many unclear entries in deal 1: it was not judged. Read them first."
    )
    assert not verdict.findings


def test_unclear_deals_before_it_leave_no_work_for_one_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounds, "MOST_TRIED_IN_ALL", 40)
    unclear = '[Deal "{}"]\nHands:\n1: {{9H|QH}} {{JC|KC}} JS 9S\n\n'
    verdict = ruled(unclear.format(1) + unclear.format(2) + unclear.format(3))
    assert [each.outcome == "unread" for each in verdict.deals] == [False, False, True]
    assert "deal 3" in messages(verdict)


@pytest.mark.parametrize(
    ("sheets", "words"),
    [
        (f"Sheet:\n{COLUMNS}\n" + f"1 | {ROW}\n" * 1001, "Sheet 1 has 1,001 rows"),
        ("Sheet:\ndeal | " + " | ".join(f"c{n}" for n in range(60)) + "\n1 | 2\n", "61 columns"),
        (f"Sheet:\n{COLUMNS}\n1 | {ROW}\n\n" * 25, "There are 25 sheets. Only the first 24"),
    ],
)
def test_sheets_beyond_any_match_are_said_and_not_judged(sheets: str, words: str) -> None:
    assert words in messages(ruled(sheets))


def test_names_of_thousands_of_letters_are_cut_and_said() -> None:
    text = f'[TeamA "{"a" * 9000}"]\n[Deal "{"b" * 9000}"]\nAuction:\n3: 28 S, 27 S\n'
    record, notes = bounds.within_bounds(read(text).record)
    assert record.tag("TeamA") == "a" * bounds.MOST_LETTERS
    assert record.deals[0].label is None
    assert ["9,000 letters" in note.message for note in notes] == [True, True]


def test_deals_after_too_many_empty_ones_are_cut_off_and_said() -> None:
    empty = '[Deal "1"]\n[Dealer "2"]\nAuction:\nResult:\n'
    text = empty * 3 + f"{HEAD}{BID}" + empty * (bounds.MOST_EMPTY - 1) + f"{HEAD}{BID}"
    record, notes = bounds.within_bounds(read(text).record)
    assert len(record.deals) == bounds.MOST_EMPTY + 1
    assert [note.message for note in notes] == [
        "There are 1,004 deals, more than 1,000 of them without any entry. Only the first 1,001 were judged."
    ]
    assert bounds.within_bounds(record) == (record, [])


@pytest.mark.parametrize(
    "more", [BID, "Hands:\n1: JH\n", "Result:\npoints A 39\n", "! redeal\n", "Play:\n3:JH\n"]
)
def test_any_number_of_deals_with_something_in_them_is_within_bounds(more: str) -> None:
    record = read(f"{HEAD}{more}" * (bounds.MOST_EMPTY + 1)).record
    assert bounds.within_bounds(record) == (record, [])


def test_ordinary_record_is_within_bounds() -> None:
    record = read(f"{HEAD}{HANDS}{BID}\nSheet:\n{COLUMNS}\n1 | {ROW}\n").record
    assert bounds.within_bounds(record) == (record, [])


# Work ----------------------------------------------------------------------------------------------


def judgements(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many times a deal of a record is judged."""
    module = importlib.import_module("fairdeal.rulings.fifty_six.hearing")
    replay, times = module.replay, Counter[str]()

    def counting(*given: object) -> object:
        times["judged"] += 1
        return replay(*given)

    monkeypatch.setattr(module, "replay", counting)
    judged(text)
    return times["judged"]


def test_unclear_deals_share_the_work_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST_WORK", 4_000)
    calls = ", ".join(f"{{{28 + n} H|{28 + n} C}}" for n in range(8))
    deals = "".join(f'[Deal "{n}"]\nAuction:\n3: {calls}\n\n' for n in range(1, 5))
    alone = judgements(deals.split("\n\n", maxsplit=1)[0], monkeypatch)
    assert judgements(deals, monkeypatch) < 2 * alone


def test_rows_in_doubt_beyond_the_work_of_a_sheet_are_said_and_not_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sheet_worlds, "MOST_ON_SHEET", 2_000)
    doubtful = "".join(f"{n} | 2 | 3 | 28 S | {{1|7}} | {{0|6}} | 1 | 0\n" for n in range(1, 9))
    verdict = ruled(f"Sheet:\n{COLUMNS}\n{doubtful}")
    assert not verdict.findings
    assert sheet_worlds.TOO_UNCLEAR in {each.why for each in verdict.coverage}


def test_dealers_in_doubt_beyond_the_work_of_a_session_are_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_worlds, "MOST_WORK", 40)
    deals = "".join(f'[Deal "{n}"]\n[Dealer "{{2|3}}"]\nAuction:\nP\n\n' for n in range(1, 9))
    verdict = ruled(deals)
    assert not [each for each in verdict.findings if each.code == "dealer-rotation"]
    assert session_worlds.TOO_UNCLEAR in messages(verdict)


def test_work_is_counted_by_entries_and_findings() -> None:
    given = work.Work(1000)
    judge = given.counted(lambda _: Verdict("x", (finding(),), (), None, None, ()), 40)
    judge({})
    assert given.spent == 40 + work.PER_FINDING
    assert given.most(5) == 5
    assert given.most(100) == (1000 - given.spent) // given.spent
    assert given.shares([10, 90, 100]) == [
        max(work.LEAST_WORLDS, n * 19 // 200) for n in (10, 90, 100)
    ]


def test_claim_with_more_cards_than_a_pack_is_not_judged() -> None:
    hands = "".join(f"{seat}: {'JH 9S AC 10D KC QC 8H JC ' * 9}\n" for seat in range(1, 7))
    play = "Play:\n3:JH JH JH JH JH JH\n! claim 3: JS JH 9H\n! challenge B\n"
    verdict = ruled(f"{HEAD}Hands:\n{hands}{BID}{play}")
    (why,) = {each.why for each in verdict.coverage if each.rule == "claim-stands"}
    assert why is not None
    assert "times" in why


@pytest.mark.parametrize(
    "text",
    [
        '[Deal "{9}"]\n[Dealer "2"]\nAuction:\nP\n\n[Deal "2"]\n[Dealer "2"]\nAuction:\nP\n',
        '[Deals "{9}"]\n[Deal "1"]\nAuction:\nP\n',
        "Sheet:\ndeal | dealer | score A | total A\n{9} | 2 | {9} | {9}\n2 | 3 | 1 | 1\n",
        '[Deal "1"]\nAuction:\n3: {9} S\n! objection B @ trick {9} / seat 3\n! swap-teams\n',
        '[Deal "1"]\nPlay:\ntrick {9}: 3:JH\n',
    ],
)
def test_number_of_thousands_of_digits_stops_nothing(text: str) -> None:
    judged(text.replace("{9}", "9" * 5000))


def test_a_row_is_made_evidence_once_however_many_sheets_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[tuple[object, ...]] = []
    evidence_of = agreement.evidence_of

    def counted(*given: Any) -> Any:
        made.append((given[1], given[-1]))
        return evidence_of(*given)

    monkeypatch.setattr(agreement, "evidence_of", counted)
    sheet = f"Sheet:\n{COLUMNS}\n1 | 2 | {{28 S|29 S}} | 3 | 1 | 0 | 1 | 0\n"
    judged(f"{HEAD}Auction:\n3: {{28|29}} S, P, P, P, P, P\n{sheet * 6}")
    assert sorted(made) == [(0, number) for number in range(1, 7)]

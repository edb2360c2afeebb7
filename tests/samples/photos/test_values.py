"""Records to the values of forms."""

from __future__ import annotations

import pytest

from fairdeal.digitize.forms.layout import load
from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import Deal, Record
from samples.making.hand.values import DoesNotFit, log_values, sheet_values

LOG = """[Event "Example"]
[TeamA "North"]
[Table "4"]

[Deal "7"]
[Dealer "2"]
Hands:
1: AC 10H KS 10D 10S QC QS QC
Auction:
3: 28 S, 6: P
! objection A
4: Plus 1 S, P, X
Play:
3:AS JS 9S JD KS 9S
! retracted 1:QS -> 1:KS
! objection B @ trick 1 / seat 1
4:10C
! claim 4: JS JH
! challenge A
! note "a card fell"
Result:
contract 29 S XX by 4
tricks 4
points A 17 B 39
score A 0 B 2
"""


def _record(text: str) -> tuple[Record, Deal]:
    found = read(text).record
    return found, found.deals[0]


def test_a_log_goes_into_its_fields() -> None:
    values = log_values(*_record(LOG))
    assert {name: values[name] for name in values if not name.startswith("hand")} == {
        "heading / event": "Example", "heading / team A": "North", "heading / table": "4",
        "deal": "7", "dealer": "2",
        "call 1": "28 S", "call 2": "Pass", "call 2 / seat": "6",
        "call 3": "+1 S", "call 3 / seat": "4", "call 4": "Pass", "call 5": "X",
        "trick 1 / leader": "3", "trick 1 / seat 3": "AS", "trick 1 / seat 4": "JS",
        "trick 1 / seat 5": "9S", "trick 1 / seat 6": "JD", "trick 1 / seat 1": "KS",
        "trick 1 / seat 2": "9S", "trick 1 / winner": "4",
        "trick 2 / leader": "4", "trick 2 / seat 4": "10C",
        "event 1 / kind": "1", "event 1 / team": "A", "event 1 / call": "2",
        "event 2 / kind": "4", "event 2 / seat": "1", "event 2 / card": "QS",
        "event 2 / new card": "KS", "event 2 / trick": "1",
        "event 3 / kind": "1", "event 3 / team": "B", "event 3 / trick": "1",
        "event 3 / seat": "1",
        "claim / seat": "4", "claim / card 1": "JS", "claim / card 2": "JH",
        "claim / challenge": "A",
        "event 4 / trick": "2", "event 4 / seat": "4", "event 4 / remark": "a card fell",
        "contract": "29 S", "contract / by": "4", "contract / x": "XX",
        "points A": "17", "points B": "39", "score A": "0", "score B": "2",
    }  # fmt: skip
    assert [values[f"hand 1 / {k}"] for k in (1, 2, 8)] == ["AC", "10H", "QC"]
    assert all(load("hand-log/1").field(name) is not None for name in values)


def test_what_is_not_recorded_stays_blank() -> None:
    values = log_values(*_record('[Deal "1"]\nAuction:\n??, -, 3: 28 S\n'))
    assert values == {"deal": "1", "call 3": "28 S", "call 3 / seat": "3"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Auction:\n3: " + ", ".join(["P"] * 37), "call 37"),
        ("Hands:\n1: " + " ".join(["AC"] * 9), "hand 1 / 9"),
        ("Play:\n3:AS JS 1:9S", "not in turn"),
        ("Play:\nAS JS", "not in turn"),
        ("Auction:\n3: P\n" + "! warning A\n" * 6, "event 6"),
    ],
)
def test_what_a_form_cannot_hold_is_told(text: str, told: str) -> None:
    with pytest.raises(DoesNotFit, match=told):
        log_values(*_record(f'[Deal "1"]\n[Dealer "2"]\n{text}\n'))


def test_a_sheet_goes_into_its_rows() -> None:
    text = """[Event "Example"]
Sheet:
deal | dealer | bidder | contract | x | points A | score A | total A | remarks
2 | 2 | 1 | 32 C | X | 39 | 2 | 2 | claim
3 | 3 | | | | - | | | redeal
match points A 3 B 0 tie-break A
"""
    values = sheet_values(read(text).record)
    assert values == {
        "heading / event": "Example",
        "row 2 / dealer": "2",
        "row 2 / bidder": "1",
        "row 2 / contract": "32 C",
        "row 2 / x": "X",
        "row 2 / points A": "39",
        "row 2 / score A": "2",
        "row 2 / total A": "2",
        "row 2 / remarks": "claim",
        "row 3 / dealer": "3",
        "row 3 / remarks": "redeal",
        "match points A": "3",
        "match points B": "0",
        "tie-break": "A",
    }
    assert all(load("score-sheet/1").field(name) is not None for name in values)


def test_a_sheet_of_more_deals_than_rows_is_told() -> None:
    with pytest.raises(DoesNotFit, match="row 19"):
        sheet_values(read("Sheet:\ndeal | dealer\n19 | 1\n").record)

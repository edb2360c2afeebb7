"""What is doubtful time and again in one hand is asked about everywhere in it, and read as before."""

from __future__ import annotations

from fairdeal.digitize.reader.reading import shared_doubts
from fairdeal.records import Field


def read(name: str, *rivals: tuple[str, float], flagged: bool = False) -> Field:
    text, sure = rivals[0]
    return Field(name, "number", text, flagged=flagged, probability=sure, rivals=rivals)


ASKED = [
    read("row 1 / bidder", ("8", 0.6), ("2", 0.3), flagged=True),
    read("row 2 / points A", ("85", 0.7), ("25", 0.2), flagged=True),
    read("row 3 / points A", ("18", 0.7), ("12", 0.1), ("1", 0.1), flagged=True),
]
SURE = read("row 4 / points A", ("84", 0.99), ("24", 0.004))


def test_sure_entry_of_a_doubtful_sign_is_asked_about_and_read_as_before() -> None:
    asked = shared_doubts([*ASKED, SURE])[-1]
    assert asked.flagged
    assert (asked.text, asked.probability, asked.rivals) == (SURE.text, 0.99, SURE.rivals)


def test_other_signs_and_the_other_way_round_stay_sure() -> None:
    others = [
        read("row 5 / points A", ("88", 0.999), ("28", 0.0002)),
        read("row 6 / points A", ("24", 0.99), ("84", 0.008)),
        read("row 7 / points A", ("31", 0.97), ("37", 0.02)),
        read("row 8 / points A", ("8", 0.98), ("82", 0.01)),
        Field("row 9 / points A", "number", None, blank=True),
    ]
    assert shared_doubts([*ASKED, *others])[3:] == others


def test_two_doubts_are_no_habit() -> None:
    assert shared_doubts([*ASKED[:2], SURE])[-1] == SURE
    weak = [read(f"row {n} / x", ("8", 0.6), ("2", 0.01), flagged=True) for n in range(5)]
    assert shared_doubts([*weak, SURE])[-1] == SURE

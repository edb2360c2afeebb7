"""From what the net believes to what is told: probability, rivals, and when a person is asked."""

from __future__ import annotations

import json
import math
from dataclasses import asdict

import pytest

from fairdeal.digitize.reader.decode import Decoded
from fairdeal.digitize.reader.engine import CERTAIN, UNCLEAR, Calibration, features, share
from fairdeal.digitize.reader.reading import TOP

HALVES = frozenset({"?", "-"})


def gates(probability: float = 0.95) -> Calibration:
    """A calibration that believes everything alike, asking below 0.9."""
    constant = math.log(probability / (1.0 - probability))
    return Calibration((constant, *[0.0] * 9), 0.9, 0.01, 0.3, 0.1)


def ink(text: str = "47", mass: float = 0.9, struck: float = 0.0, alike: bool = False) -> Decoded:
    return Decoded(((text, mass),), struck, alike)


def test_a_clear_text_is_passed_with_its_probability() -> None:
    reading = gates().reading(ink(), HALVES)
    assert (reading.text, reading.flagged, reading.altered) == ("47", False, False)
    assert reading.probability == pytest.approx(0.95)
    assert (reading.mass, reading.blank) == (0.9, False)


@pytest.mark.parametrize(
    ("probability", "decoded"),
    [
        (0.89, ink()),
        (0.95, ink(mass=UNCLEAR - 0.001)),
        (0.95, ink(struck=0.3)),
        (0.95, ink("?")),
        (0.95, ink("28 -")),
        (0.95, ink("- S")),
        (0.95, ink("+ - S")),
        (0.95, ink("9S", alike=True)),
    ],
    ids=["unlikely", "little of it", "struck", "half", "no suit", "no value", "amid", "taken"],
)
def test_a_person_is_asked_and_sees_the_text(probability: float, decoded: Decoded) -> None:
    reading = gates(probability).reading(decoded, HALVES)
    assert reading.flagged
    assert reading.text == decoded.masses[0][0]
    assert reading.probability == pytest.approx(probability)


@pytest.mark.parametrize(
    "decoded", [ink("47", alike=True), ink(mass=UNCLEAR), ink(struck=0.29), ink("28 S")]
)
def test_nobody_is_asked_without_need(decoded: Decoded) -> None:
    """Figures that may look like letters, the least mass, a faint sign of struck ink."""
    reading = gates().reading(decoded, HALVES)
    assert not reading.flagged and not reading.altered


@pytest.mark.parametrize(("struck", "mass"), [(0.0, 0.009), (0.3, 0.09)])
def test_ink_that_is_no_text_of_the_field_is_not_read(struck: float, mass: float) -> None:
    reading = gates().reading(ink(mass=mass, struck=struck), HALVES)
    assert (reading.text, reading.probability, reading.flagged) == (None, 0.0, True)
    assert [text for text, _ in reading.rivals] == ["47"]
    assert reading.altered == (struck > 0)
    assert not reading.blank


def test_altered_ink_needs_more_belief_to_hold_a_new_value() -> None:
    assert gates().reading(ink(mass=0.05), HALVES).text == "47"
    assert gates().reading(ink(mass=0.1, struck=0.3), HALVES).text == "47"


@pytest.mark.parametrize("struck", [0.0, 0.5])
def test_ink_without_any_text_is_asked_about(struck: float) -> None:
    reading = gates().reading(Decoded((), struck), HALVES)
    assert (reading.text, reading.flagged, reading.altered) == (None, True, struck > 0)
    assert not reading.blank


def test_no_reading_claims_more_than_was_borne_out() -> None:
    assert gates(1 - 1e-9).reading(ink(), HALVES).probability == CERTAIN


def test_rivals_share_what_the_first_leaves_by_their_mass() -> None:
    rivals = share(Decoded((("47", 0.6), ("41", 0.2), ("44", 0.1)), 0.0), 0.8)
    assert [text for text, _ in rivals] == ["47", "41", "44"]
    assert [chance for _, chance in rivals] == pytest.approx([0.8, 0.1, 0.05])


def test_no_rival_is_likelier_than_the_first() -> None:
    rivals = share(Decoded((("47", 0.5), ("41", 0.5)), 0.0), 0.3)
    assert [chance for _, chance in rivals] == pytest.approx([0.3, 0.3])


def test_rivals_take_no_more_than_is_left_where_masses_exceed_one() -> None:
    """Readings of one spelling may count for several texts."""
    rivals = share(Decoded((("47", 0.9), ("41", 0.9)), 0.0), 0.8)
    assert [chance for _, chance in rivals] == pytest.approx([0.8, 0.2])


def test_few_rivals_are_told() -> None:
    many = tuple((str(number), 0.1) for number in range(9))
    assert len(share(Decoded(many, 0.0), 0.5)) == TOP


NAMES = (
    "constant",
    "odds",
    "mass",
    "beside",
    "struck",
    "views",
    "taken",
    "belief",
    "least",
    "agreed",
)


def told(decoded: Decoded) -> dict[str, float]:
    return dict(zip(NAMES, features(decoded), strict=True))


def test_what_the_ink_shows_of_one_look() -> None:
    seen = told(Decoded((("47", 0.6), ("41", 0.3)), 0.2, believed=(0.5, 0.25)))
    assert seen["odds"] == pytest.approx(math.log(2.0), abs=1e-4)
    assert seen["mass"] == pytest.approx(math.log(0.75))
    assert seen["belief"] == pytest.approx(math.log(0.5))
    assert seen["beside"] == pytest.approx(math.log(0.5))
    assert seen["struck"] == pytest.approx(math.log(0.2))
    assert [seen[name] for name in ("constant", "views", "taken", "least", "agreed")] == [
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
    ]


def test_what_several_looks_agree_on_counts_only_where_there_are_several() -> None:
    looks = Decoded((("47", 0.6),), 0.0, True, looks=3, agreed=2 / 3, least=0.1)
    seen = told(looks)
    assert (seen["views"], seen["taken"]) == (1.0, 1.0)
    assert seen["agreed"] == pytest.approx(2 / 3)
    assert seen["least"] == pytest.approx(math.log(0.1), abs=0.01)


def test_a_calibration_is_the_same_after_being_written_down() -> None:
    kept = Calibration(tuple(map(float, range(10))), 0.9, 0.01, 0.3, 0.1)
    assert Calibration.from_json(json.loads(json.dumps(asdict(kept)))) == kept

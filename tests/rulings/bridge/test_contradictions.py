"""Boards that contradict themselves, and hands dealt short: nobody is blamed for either."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from tests.support.bridge_build import found, ruled

HANDS = """Hands:
N: 8H 2C 4D 5D 6D 7D 8D 2S 3S 4S 5S 6S 7S
E: 5H 3C 9H 10H JH QH KH AH 4C 5C 6C 7C 8C
S: 6H 9C 10C JC QC KC AC 2D 3D 9D 10D JD QD
W: 7H 2H 3H 4H 8S 9S 10S JS QS KS AS KD AD
"""
AUCTION = "Auction:\nN: 1 NT, P, P, P\n"
TRICK = "Play:\nE:5H 6H 7H 8H\n"
TWELVE = HANDS.replace(" 6S 7S", " 6S")
BOOKS = ("alberta", "duplicate")


def deal(text: str, rules: str = "alberta") -> Verdict:
    return ruled(f'[Deal "1"]\n[Dealer "N"]\n{text}', rules)


@pytest.mark.parametrize("rules", BOOKS)
def test_alberta_3_card_outside_the_row_is_a_wrong_entry(rules: str) -> None:
    (one,) = deal(HANDS + AUCTION + TRICK.replace("6H", "10H"), rules).findings
    assert (one.code, one.severity, one.seat) == ("card-not-held", "entry", "S")
    assert one.message == (
        "The ten of hearts played by South in trick 1 is not in its hand as written."
    )
    assert [str(each.place) for each in one.related] == ["hand S"]


@pytest.mark.parametrize("rules", BOOKS)
def test_alberta_3_card_written_twice_is_a_wrong_entry(rules: str) -> None:
    (one,) = deal(HANDS.replace("KD AD", "KD AC") + AUCTION, rules).findings
    assert (one.code, one.severity) == ("pack", "entry")
    assert one.message == "The ace of clubs is written 2 times; the pack has it once."


@pytest.mark.parametrize("rules", BOOKS)
def test_alberta_8_two_cards_of_a_seat_in_a_trick_are_a_wrong_entry(rules: str) -> None:
    (one,) = deal(HANDS + AUCTION + "Play:\nE:5H S:6H S:9C\n", rules).findings
    assert (one.code, one.severity) == ("play-out-of-turn", "entry")
    assert one.message == "Trick 1 has two cards of South: the six of hearts and the nine of clubs."


@pytest.mark.parametrize("rules", BOOKS)
def test_alberta_8_what_could_not_be_read_may_be_no_card_beside_another_of_its_seat(
    rules: str,
) -> None:
    """A speck before a trick's leader was a card, and its seat had two for certain."""
    assert deal(HANDS + AUCTION + "Play:\n?? E:5H S:6H\n", rules).findings == ()
    assert deal(HANDS + AUCTION + "Play:\nE:5H S:?? S:9C\n", rules).findings == ()


@pytest.mark.parametrize("rules", BOOKS)
def test_alberta_6_card_exposed_is_nobody_s_offence(rules: str) -> None:
    (one,) = deal(f"{HANDS}! exposed S:AC\n{AUCTION}", rules).findings
    assert (one.code, one.severity) == ("card-exposed", "ruling")


@pytest.mark.parametrize("rules", BOOKS)
def test_alberta_7_row_of_twelve_with_an_auction_is_a_row_not_wholly_written(rules: str) -> None:
    verdict = deal(TWELVE + AUCTION + TRICK, rules)
    assert found(verdict) == []
    assert ("hand-size", "hand N") in [(each.code, str(each.place)) for each in verdict.possible]


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize(
    "text",
    [TWELVE, f"{TWELVE}{AUCTION}! redeal\n", f'{TWELVE}! note "North had only twelve cards"\n'],
)
def test_alberta_7_hand_of_twelve_that_the_record_calls_short(text: str, rules: str) -> None:
    verdict = deal(text, rules)
    sizes = [each for each in verdict.findings if each.code == "hand-size"]
    assert [(str(each.place), each.severity) for each in sizes] == [("hand N", "ruling")]


@pytest.mark.parametrize("rules", BOOKS)
def test_alberta_7_hand_of_fourteen_is_always_found(rules: str) -> None:
    verdict = deal(HANDS.replace("6S 7S", "6S 7S AD").replace("KD AD", "KD") + AUCTION, rules)
    assert found(verdict) == [("hand-size", "hand N"), ("hand-size", "hand W")]


@pytest.mark.parametrize("rules", BOOKS)
def test_alberta_8_revoke_in_the_end_of_a_deal_is_shown_by_its_rows(rules: str) -> None:
    end = "Hands:\nN: 8H 2C\nE: 5H 3C\nS: 6H 9C\nW: 7H AD\n"
    verdict = deal(f"{end}Play:\nE:5H 9C 7H 8H\nResult:\ncontract 1 NT by N\n", rules)
    assert ("revoke", "trick 1 / seat S") in found(verdict)

"""Laws 68 to 71: a contested claim. North declares; what the tricks are is for those who judge the claim."""

from __future__ import annotations

from dataclasses import replace

from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import Place
from fairdeal.rulings import load
from fairdeal.rulings.bridge.book import bridge_table
from fairdeal.rulings.bridge.laws import claims_and_conduct
from fairdeal.rulings.bridge.laws.provision import Open
from fairdeal.rulings.bridge.replay.deal import replay
from fairdeal.rulings.frame.finding import At, Finding, Remedy
from fairdeal.rulings.replay.reading import see
from tests.rulings.bridge.claims.test_claims import FAILS, HOLDS, duplicate
from tests.rulings.bridge.laws.open_ways import FIRST, HANDS, award

FELL = Finding(
    "claim-defeated",
    "ruling",
    "Law 70",
    Place.of("trick 2", "seat N"),
    "North claimed.",
    Remedy("tricks", "EW", 1),
    at=At(trick=2, seat="N"),
    seat="N",
)
HELD = replace(FELL, code="claim-stands", remedy=Remedy("none"))


def open_ways(finding: Finding, seat: str = "N", after: str = "") -> dict[str, Open]:
    """What is open for a claim of that seat before the second trick."""
    text = (
        f'[Rules "duplicate"]\n[Deal "1"]\n[Dealer "N"]\n{HANDS}Auction:\nN: 6 NT, P, P, P\nPlay:\n'
        f"{FIRST}\n! claim {seat}: 2S\n{after}\nResult:\n"
    )
    deal = read(text).record.deals[0]
    book = load("duplicate")
    table = bridge_table(book)
    world = replay(see(deal, 1, table.seats), table)
    return {
        each.provision.key: each
        for each in claims_and_conduct.look_at_claim(world, replace(finding, seat=seat))
    }


def test_law_68d2b_played_on_by_all_four_the_claim_is_void() -> None:
    went_on = open_ways(FELL, after="N:AS 3S 7S 6S")["68D2(b)"]
    assert went_on.taken is True
    assert went_on.remedy is None  # the record does not show how the play ended
    assert open_ways(FELL)["68D2(b)"].taken is None


def test_law_70a_a_claim_that_no_normal_line_defeats_stands() -> None:
    assert open_ways(HELD)["70A"].taken is True
    fell = open_ways(FELL)["70A"]
    assert (fell.taken, fell.remedy) == (None, Remedy("none"))  # the claimer gets what was claimed


def test_law_70a_a_fallen_claim_that_the_director_lets_stand_scores_what_was_claimed() -> None:
    """East claimed the last four tricks of 4 S, where a normal line gives three: 12 tricks, not 11."""
    fell = duplicate(FAILS)
    branches = {each.key: each for each in fell.findings[0].branches}
    assert award(branches["70A"]) == (0, 480)
    assert award(branches["70D1"]) == (0, 450)
    noted = duplicate(FAILS + '! note "East said: the trumps are gone"\n')
    branches = {each.key: each for each in noted.findings[0].branches}
    assert award(branches["70A"]) == (0, 480)
    assert branches["70D1"].award is None  # how many it costs depends on what was stated


def test_law_70a_a_claim_that_holds_whatever_was_noted_needs_no_director() -> None:
    sure = duplicate(HOLDS + '! note "North: the rest are mine"\n')
    branches = {each.key: each for each in sure.findings[0].branches}
    assert award(branches["70A"]) is not None
    kind = "none" if sure.findings[0].setting is None else "committee"
    assert sure.findings[0].remedy.kind == kind
    assert (sure.deals[0].award is None) == (kind == "committee")


def test_law_70_of_a_board_that_was_played_on_the_director_says_what_it_scores() -> None:
    """A claim that is ruled on and the play after it cannot both count."""
    played = FAILS + "E:9S 5S 8H 7C\nE:8S 8D 9H 10C\nE:2D 9D AD 10D\nW:JD QH 3D 10H\n"
    verdict = duplicate(played)
    branches = {each.key: each for each in verdict.findings[0].branches}
    assert award(branches["68D2(b)"]) == (0, 480)
    assert branches["70A"].award is branches["70D1"].award is None


def test_law_70c_a_forgotten_trump_gives_its_tricks_to_the_others() -> None:
    way = open_ways(FELL)["70C"]
    assert way.remedy == Remedy("tricks", "EW", 1)
    assert open_ways(HELD)["70C"].remedy is None  # how many would be for the director to say


def test_law_70d1_a_line_that_was_not_stated_does_not_count() -> None:
    assert open_ways(FELL)["70D1"].remedy == Remedy("tricks", "EW", 1)


def test_law_70d2_a_defender_cannot_rely_on_partners_choice() -> None:
    assert "70D2" in open_ways(FELL, seat="E")
    assert "70D2" not in open_ways(FELL, seat="N")


def test_law_70e1_a_guess_between_the_opponents_does_not_count() -> None:
    assert open_ways(FELL)["70E1"].remedy == Remedy("tricks", "EW", 1)


def test_law_71_won_a_trick_already_won_cannot_be_conceded() -> None:
    assert open_ways(FELL, after="! concede NS")["71, won"].remedy is None
    assert "71, won" not in open_ways(FELL)


def test_law_71_sure_a_trick_that_cannot_be_lost_cannot_be_conceded() -> None:
    assert open_ways(FELL, after="! concede NS")["71, sure"].remedy is None

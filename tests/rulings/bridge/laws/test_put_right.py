"""What the Laws ask of the players after an irregular call or card: it is never a second finding.

A cancelled call is gone: later calls are judged against those that stand, and they make the contract.
"""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from fairdeal.rulings.bridge.laws.branches import FAMILIES
from tests.rulings.bridge.claims.test_claims import FAILS, HOLDS
from tests.rulings.bridge.laws.open_ways import FIRST, HANDS, WHOLE, board, taken
from tests.support.bridge_build import ruled

TURN, LOW, RANGE = "call-out-of-turn", "insufficient-bid", "bid-range"
DOUBLE, REDOUBLE = "double-inadmissible", "redouble-inadmissible"
LATE = "call-after-close"

CALLS: list[tuple[str, str, str, str | None]] = [
    ("25", "N: 1 H, E: P, E: X, S: P, W: P, N: P", TURN, "1 H N X"),
    ("27A1", "N: 1 S, E: 1 H, S: 1 S, W: P, N: P, E: P", LOW, "1 S N"),
    ("27A1", "N: 1 S, E: 1 H, S: P, W: 2 H, N: P, E: P, S: P", LOW, "2 H E"),
    ("27A1", "N: 1 S, E: 1 H, S: X, W: P, N: P, E: 1 S, S: P, W: P, N: P", LOW, "1 S E"),
    ("27B1(a)", "N: 1 S, E: 1 H, E: 2 H, S: P, W: P, N: P", LOW, "2 H E"),
    ("27B1(b)", "N: 1 S, E: 1 H, E: X, S: P, W: P, N: P", LOW, "1 S N X"),
    ("27B2", "N: 1 S, E: 1 H, E: 3 C, S: P, W: P, N: P", LOW, "3 C E"),
    ("27B2", "N: 1 S, E: 1 H, E: P, S: P, W: P", LOW, "1 S N"),
    ("27B2", "N: 1 S, E: 1 H, E: 3 C, S: P, N: 3 S, E: P, S: P, W: P", LOW, "3 S N"),  # 28A
    ("27B3", "N: 1 S, E: 1 H, E: X, E: 2 H, S: P, W: P, N: P", LOW, "2 H E"),
    ("27B3", "N: 1 S, E: 1 H, E: X, E: P, S: P, W: P", LOW, "1 S N"),
    ("27D", "N: 1 S, E: 1 H, E: 2 H, S: P, W: 3 H, N: P, E: P, S: P", LOW, "3 H E"),
    ("28B", "E: 3 NT, N: 1 C, E: 3 NT, S: P, W: P, N: P", TURN, "3 NT E"),
    ("28B", "W: 3 NT, N: 1 C, E: P, S: P, W: P", TURN, "1 C N"),
    ("29A", "E: 1 S, S: P, W: P, N: P", TURN, "1 S E"),
    ("29A", "N: 1 S, E: P, W: P, N: P, S: 2 S, W: P, N: P, E: P", TURN, "2 S N"),  # 34
    ("29A", "N: 1 S, E: P, S: P, N: P, E: P, W: 2 C, N: P, E: P, S: P", TURN, "2 C W"),  # 34
    ("30A", "N: 1 S, E: P, S: P, N: P, W: 1 NT, N: P, E: P, S: P", TURN, "1 NT W"),
    ("30A", "E: P, N: 1 S, S: 2 S, W: P, N: P, E: P", TURN, "2 S N"),  # 28A
    ("30A", "E: P, N: 1 H, E: P, S: P, W: P", TURN, "1 H N"),
    ("30B1(b)(i)", "N: 1 H, W: P, E: 1 S, S: 2 H, W: 2 S, N: P, E: P, S: P", TURN, "2 S E"),
    ("30B1(b)(i)", "W: P, N: 1 S, E: P, S: P, W: 2 C, N: P, E: P, S: P", TURN, "2 C W"),
    ("30B1(b)(ii)", "N: 1 H, W: P, E: P, S: P, W: 1 NT, N: P, E: P, S: P", TURN, "1 NT W"),
    ("30B1(b)(ii)", "S: P, N: 1 H, E: P, S: 2 H, W: P, N: P, E: P", TURN, "2 H N"),
    ("30B2", "N: P, E: P, S: P, S: P, W: 1 S, N: P, E: P, S: P", TURN, "1 S W"),
    ("30B2", "N: 1 S, N: P, E: P, S: P, W: P", TURN, "1 S N"),
    ("30C", "N: P, W: P, E: 1 S, S: P, W: 2 S, N: P, E: P, S: P", TURN, "2 S E"),
    ("31A1", "E: 1 S, N: P, E: 1 S, S: P, W: P, N: P", TURN, "1 S E"),
    ("31A1", "N: 1 S, E: P, S: P, N: 2 S, W: P, N: 2 S, E: P, S: P, W: P", TURN, "2 S N"),
    ("31A1", "N: 1 S, S: 2 S, E: P, S: 2 S, W: P, N: P, E: P", TURN, "2 S N"),
    ("31A2(a)", "E: 1 S, N: 2 C, E: 2 S, S: P, W: 3 S, N: P, E: P, S: P", TURN, "3 S E"),
    ("31A2(b)", "E: 1 S, N: 2 C, E: 2 S, S: P, W: P, N: P", TURN, "2 S E"),
    ("31A2(b)", "E: 1 S, N: 2 C, E: X, S: P, W: P, N: P", TURN, "2 C N X"),
    ("31A2(b)", "E: 1 S, N: 2 C, E: P, S: P, W: P", TURN, "2 C N"),
    ("31B2, comparable", "S: 1 H, N: 1 S, E: P, S: 2 H, W: P, N: 2 S, P, P, P", TURN, "2 S N"),
    ("31B2, comparable", "S: 1 H, N: P, E: P, S: 1 H, W: P, N: P, E: P", TURN, "1 H S"),
    ("31B2, not comparable", "S: 2 H, N: 1 H, E: P, S: 2 H, W: P, N: P, E: P", TURN, "2 H N"),
    ("31B2, not comparable", "W: 1 NT, N: P, E: P, S: P, W: 1 NT, N: P, E: P, S: P", TURN, "1 NT W"),
    ("31B2, not comparable", "W: 1 NT, N: P, E: P, S: P, W: P", TURN, None),
    ("31C", "N: 2 S, N: 1 S, E: P, S: P, W: P", TURN, "1 S N"),
    ("31C", "N: 1 S, N: 2 S, E: 2 NT, S: P, W: P, N: P", TURN, "2 NT E"),
    ("31C", "N: 1 H, E: P, S: 2 H, S: 3 H, W: P, N: P, E: P", TURN, "3 H N"),
    ("32A1", "N: 1 H, E: P, W: X, S: P, W: X, N: P, E: P, S: P", TURN, "1 H N X"),
    ("32A2(a)", "N: 1 H, E: P, W: X, S: 2 H, W: X, N: P, E: P, S: P", TURN, "2 H N X"),
    ("32A2(b)", "N: 1 H, E: P, W: X, S: 2 H, W: 2 S, N: P, E: P, S: P", TURN, "2 S W"),
    ("32A2(b)", "N: 1 H, E: P, W: X, S: 2 H, W: P, N: P, E: P", TURN, "2 H N"),
    ("32B, comparable", "N: 1 H, W: X, E: P, S: P, W: X, N: P, E: 1 S, S: P, W: P, N: P", TURN, "1 S E"),
    ("32B, comparable", "N: 1 H, E: X, N: XX, S: P, W: P, N: XX, E: P, S: P, W: P", TURN, "1 H N XX"),
    ("32B, not comparable", "N: 1 H, W: X, E: P, S: P, W: 1 S, N: P, E: P, S: P", TURN, "1 S W"),
    ("32B, not comparable", "N: 1 H, W: X, E: P, S: P, W: P", TURN, "1 H N"),
    ("36A", "N: 2 S, E: P, S: X, W: P, S: P, W: P", DOUBLE, "2 S N"),
    ("36A", "N: 2 S, E: P, S: X, W: P, N: P, S: 3 S, W: P, N: P, E: P", DOUBLE, "3 S N"),
    ("36A", "N: X, E: P, N: 1 S, E: P, S: P, W: P", DOUBLE, "1 S N"),
    ("36B", "N: 2 S, E: P, S: X, S: 3 S, W: P, N: P, E: P", DOUBLE, "3 S N"),
    ("36B", "N: 1 S, E: X, S: X, S: P, W: P, N: P", DOUBLE, "1 S N X"),
    ("36C", "N: 5 D, E: XX, S: P, W: P, N: 7 S, E: P, S: P, W: P", REDOUBLE, "7 S N"),
    ("37A", "N: 1 S, E: 1 H, E: P, S: P, W: 2 H, N: 2 S, E: P, S: P, W: P", LOW, "2 S N"),
    ("37A", "N: 1 S, E: 1 H, E: 3 C, S: P, W: 4 C, N: P, E: P, S: P", LOW, "4 C E"),
    ("37B", "N: 1 S, E: 1 H, E: 3 C, S: P, W: 4 C, W: P, N: P", LOW, "3 C E"),
    ("38C", "N: 7 S, E: 8 C, E: P, S: P, W: P", RANGE, "7 S N"),
    ("38D", "N: 7 S, E: 8 C, S: P, E: P, S: P, W: P", RANGE, "7 S N"),
    ("38D", "N: 7 S, E: 8 C, S: P, S: P, W: P", RANGE, "7 S N"),
    ("38D", "N: 1 C, E: 8 H, S: 1 S, W: P, N: P, E: P", RANGE, "1 S S"),
    ("39B", "N: 1 NT, E: P, S: P, W: P, N: 2 NT, E: P, S: P", LATE, "1 NT N"),
    ("39C", "N: 1 NT, E: P, S: P, W: P, E: 2 H", LATE, "1 NT N"),
    ("39C", "N: 1 NT, E: P, S: P, W: P, E: X, E: P", LATE, "1 NT N"),
]  # fmt: skip
"""By the way of the Law: what is called, the one finding, and the contract."""

LEAD, PLAY, SHOWN = "lead-out-of-turn", "play-out-of-turn", "penalty-card"
REVOKE, CONDUCT = "revoke", "conduct"
SIX = "N: 6 NT, P, P, P"
LINES = WHOLE.splitlines()


def changed(lines: dict[int, str]) -> str:
    """The whole play with other lines for some tricks; trick 0 stands before the first."""
    return "\n".join(lines.get(n, LINES[n - 1] if n else "") for n in range(not lines.get(0), 14))


SHOWN_TEN = f"{FIRST}\n! exposed W: 10C\n"
TO_PARTNER = f"{SHOWN_TEN}N:2S JS 7S 6S\n"
OPENING = f"{LINES[0]}\n"
EARLY = f"{FIRST}\nN:AS W:6S "
DIAMOND_ON_A_CLUB = changed(
    {4: "S:JC 9C AC 3D", 10: "N:AD 4D 10D 6D", 11: "N:KD 5D JD 7D", 12: "N:2D 6C QD 8D"}
)
"""East keeps a club in trick 4; it goes to trick 12."""
SPADE_ON_A_CLUB = changed({4: "S:JC 9C AC JS", 13: "S:10S 9D 2S 6C"})
SWAPPED = '[Declarer "^S"]\n'

PLAYED: list[tuple[str, str, str | None, str, str]] = [
    ("16B1", 'N: 1 NT, E: P, S: 6 NT\n! conduct W "long thought"\nW: P, N: P, E: P', CONDUCT, "", ""),
    ("16B3", 'N: 1 S, E: P, S: 2 S\n! conduct S "thought"\nW: P, N: 4 S, P, P, P', CONDUCT, "", ""),
    ("73E2", SIX, CONDUCT, changed({3: 'S:QC 8C 3C\n! conduct E "played slowly"\n.. 5C'}), ""),
    ("24A", "N: 1 NT\n! exposed N: 2S\nE: P, S: 6 NT, W: P, N: P, E: P", SHOWN, WHOLE, ""),
    ("24B", "N: 1 NT\n! exposed E: JS\nE: P, S: 6 NT, W: P, N: P, E: P", SHOWN, "E:JS 7S 6S AS", ""),
    ("24C", "N: 6 NT\n! exposed W: 8C 7C\nE: P, S: P, W: P", SHOWN, WHOLE, ""),
    ("24D", "N: 1 NT\n! exposed S: 7S\nE: P, S: 6 NT, W: P, N: P, E: P", SHOWN, WHOLE, ""),
    ("24E", "N: 6 NT\n! exposed W: 8C\nE: P, S: P, W: P", SHOWN,
     changed({2: "S:KC 8C 2C 4C", 3: "S:QC 7C 3C 5C"}), ""),
    ("50B1", SIX, SHOWN, changed({1: f"{OPENING}! exposed W: 7C"}), ""),
    ("50B2", SIX, SHOWN, changed(
        {1: f"{OPENING}! exposed W: 10C", 2: "S:KC 10C 2C 4C", 9: "N:KH 4H QH 7C"}), ""),
    ("50D2(a), asked for", SIX, SHOWN, f"{TO_PARTNER}E:4C KC 7C 2C\nS:QC 8C 3C 5C", ""),
    ("50D2(a), forbidden", SIX, SHOWN, f"{TO_PARTNER}E:4H QH 7H 2H\nS:QC 8C 3C 5C", ""),
    ("50D2(b)", SIX, SHOWN, f"{TO_PARTNER}E:4H QH 7H 2H\nS:QC 10C 3C 5C", ""),
    ("51A", SIX, SHOWN, f"{FIRST}\n! exposed W: 7C 8C\nN:2C 4C QC 8C\nS:KC 7C 3C 5C", ""),
    ("51B", SIX, SHOWN, f"{FIRST}\n! exposed W: 7C 9H\nN:2S JS 7S 6S\nE:4C KC 10C 2C", ""),
    ("52B1(a)", SIX, SHOWN, f"{SHOWN_TEN}N:2C 4C QC 7C", ""),
    ("52B1(b)", SIX, SHOWN, f"{SHOWN_TEN}N:2C 4C QC 7C\nS:KC 10C 3C 5C", ""),
    ("52B2", SIX, SHOWN, f"{FIRST}\nN:2C 4C QC 10C\n! retracted W:7C -> 10C\nS:KC 7C 3C 5C", ""),
    ("62B1", SIX, SHOWN, f"{FIRST}\nN:AS 3S 7S 6S\n! retracted W:7C -> 6S\nN:AC 4C JC 7C", ""),
    ("62B1", SIX, SHOWN,  # the other side changes a card, and the offender another (62C)
     f"{FIRST}\nN:AS 3S 8S 6S\n! retracted E:3D -> 3S\n! retracted S:7S -> 8S\nN:AD 3D 10D 6D", ""),
    ("62B2", SIX, None, changed({2: "S:KC 7C 2C 4C\n! retracted N:2S -> 2C"}), ""),
    ("62B2", SIX, None, changed(  # a defender changes a card after declarer's (62C1)
        {2: "S:KC 7C 2C 5C\n! retracted N:2S -> 2C\n! retracted E:4C -> 5C", 3: "S:QC 8C 3C 4C"}), ""),
    ("62D1", SIX, SHOWN, changed({12: "N:2D 5D QD 8D\n! retracted E:JS -> 5D"}), ""),
    ("62D1", SIX, None, changed({12: "N:2D 5D QD 8D\n! retracted S:10S -> QD"}), ""),
    ("64A1", "N: 6 S, P, P, P", REVOKE, f"{OPENING}S:KC 7C 2C 3S\nE:4C QC 8C 3C\nS:JC 9C AC 5C", ""),
    ("64A2", SIX, REVOKE, DIAMOND_ON_A_CLUB, "NS 12 EW 1"),
    ("64A2", SIX, REVOKE, DIAMOND_ON_A_CLUB, "NS 13 EW 0"),
    ("64B1", SIX, REVOKE, SPADE_ON_A_CLUB, "NS 13 EW 0"),
    ("64B3", SIX, REVOKE, changed({8: "N:AH 3H 10S 9H", 13: "S:10H 9D 2S JS"}), ""),
    ("64B4", SIX, REVOKE, DIAMOND_ON_A_CLUB, "NS 12 EW 1"),
    ("64B5", SIX, REVOKE, DIAMOND_ON_A_CLUB, "NS 12 EW 1"),
    ("64B6", SIX, REVOKE, changed({12: "N:2D JS QD 8D", 13: "S:10S 9D 2S 5D"}), ""),
    ("64C1", SIX, REVOKE, SPADE_ON_A_CLUB, "NS 13 EW 0"),
    ("45E1", SIX, PLAY, changed({2: "S:KC 7C 2C 4C E:5C\n! objection NS"}), ""),
    ("45E2", SIX, PLAY, changed({2: "S:KC 7C 2C 4C S:QC\n! objection EW"}), ""),
    ("53A", SIX, LEAD, changed({2: "E:4C KC 7C 2C"}), ""),
    ("53B", SIX, LEAD, changed({2: "E:4C S:KC 7C 2C"}), ""),
    ("53C", SIX, LEAD, f"{FIRST}\nS:KC E:4C W:7C N:2C\nS:QC 8C 3C 5C", ""),
    ("54A", SIX, LEAD, changed({1: "W:6H^L 2H 5H JH"}), "NS 12 EW 1"),
    ("54B", SIX, LEAD, changed({1: "W:6H 2H 5H JH"}), ""),
    ("54C", SIX, LEAD, changed({1: "W:6H 2H 5H JH"}), ""),
    ("54D", SIX, LEAD, changed({0: "W:6H\n! retracted W:6H"}), ""),
    ("54D", SIX, LEAD, changed(  # declarer asks for a heart, and west takes the six up
        {0: "W:6H\n! retracted W:6H", 1: "E:5H JH 7H 2H", 6: "N:KS 4S 8S 6H"}), ""),
    ("54E", SIX, LEAD, changed({0: "S:QH\n! retracted S:QH"}), ""),
    ("55A", SIX, LEAD, f"{OPENING}N:AC 4C JC 7C\nN:2C 5C QC 8C\nS:KC 9C 3C 6C", ""),
    ("55B1", SIX, LEAD, "E:JS 7S 6S 2S\nS:KC\n! retracted S:KC\nE:5H JH 6H 2H\nS:KC 7C 2C 4C", ""),
    ("55B2", SIX, LEAD, changed({1: f"{OPENING}N:AC\n! retracted N:AC"}), ""),
    ("56", SIX, LEAD, changed({1: f"{OPENING}W:7C\n! retracted W:7C"}), ""),
    ("57A1", SIX, PLAY, f"{EARLY}E:JS S:7S\nN:KS 3S 8S 7H", ""),
    ("57A2", SIX, PLAY, f"{EARLY}E:3S S:7S\nN:KS 4S 8S 7H", ""),
    ("57A3", SIX, PLAY, f"{EARLY}E:4S S:7S\nN:KS 3S 8S 7H", ""),
    ("57A4", SIX, PLAY, f"{EARLY}E:4S S:7S\nN:KS 3S 8S 7H", ""),
    ("57C1", SIX, PLAY, f"{FIRST}\nN:AS S:7S W:6S E:3S\nN:KS 4S 8S 7H", ""),
    ("57C2", SIX, PLAY, f"{FIRST}\nN:AS S:7S W:6S E:3S\nN:KS 4S 8S 7H", ""),
    ("57C3", SIX, PLAY, f"{FIRST}\nN:AS S:7S E:3S W:6S\nN:KS 4S 8S 7H", ""),
    ("57D", SIX, PLAY, f"{FIRST}\nN:AS 3S\n! retracted W:6S -> S:7S\n.. 7S 6S\nN:KS 4S 8S 7H", ""),
    ("60A1", SIX, PLAY, "E:5H W:6H N:AH S:JH\nN:AS 3S 7S 6S", ""),
]  # fmt: skip
"""By the way of the Law: what is called, the one finding, and what is played after it; the tricks written."""

ENDED = FAILS.replace("alberta", "duplicate")
DEALT = f'[Deal "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n{HANDS}'
PLAYED_ON = "E:9S 5S 8H 7C\nE:8S 8D 9H 10C\nE:2D 9D AD 10D\nW:JD QH 3D 10H\n"
CLUBS_KEPT = changed(
    {3: "S:QC 8C 3C 5D", 4: "S:JC 9C AC 4D", 11: "N:KD 5C JD 7D", 12: "N:2D 6C QD 8D"}
)
"""East keeps two clubs in tricks 3 and 4."""
BOTH_SIDES = changed(
    {2: "S:KC 7C 2D 4C", 4: "S:JC 9C AC 3D", 10: "N:AD 4D 10D 6D", 11: "N:KD 5D JD 7D"}
    | {12: "N:2C 6C QD 8D", 13: "E:JS 10S 9D 2S"}
)
"""North keeps a club in trick 2, East one in trick 4."""
DEFENDER = ENDED.replace(
    "! claim E: 2D 9S 3D 8S\n! challenge NS", "! claim N: 10C QH 10D 7C\n! challenge EW"
)
WRITTEN: list[tuple[str, str, list[str]]] = [
    ("27B4", f"{DEALT}Auction:\nN: 1 S, E: 1 H, E: 1 D, E: 2 D, S: P, W: P, N: P\n", [LOW, LOW]),
    ("64B2", f"{DEALT}Auction:\n{SIX}\nPlay:\n{CLUBS_KEPT}\n", [REVOKE, REVOKE]),
    ("64B7", f"{DEALT}Auction:\n{SIX}\nPlay:\n{BOTH_SIDES}\n", [REVOKE, REVOKE]),
    ("70D2", DEFENDER, ["claim-defeated"]),
    ("6D1", f"{DEALT}! exposed N: AS\n! redeal\n", ["card-exposed"]),
    ("16D2", f"{DEALT}! exposed N: AS\nAuction:\n{SIX}\nPlay:\n{WHOLE}\n", ["card-exposed"]),
    ("27A2", f"{DEALT}Auction:\nN: 1 S, S: 1 H, E: P, S: 2 H, W: P, N: P, E: P\n", [LOW, TURN]),
    ("68D2(b)", f"{ENDED}{PLAYED_ON}", ["claim-defeated"]),
    ("70A", HOLDS.replace("alberta", "duplicate"), ["claim-stands"]),
    ("70A", ENDED.replace("! challenge NS\n", ""), []),
    ("70C", f'{ENDED}! note "East forgot the trump"\n', ["claim-defeated"]),
    ("70D1", f"{ENDED}Result:\npoints EW 12\n", ["claim-defeated"]),
    ("70E1", ENDED, ["claim-defeated"]),
    ("71, sure", f"{ENDED}Result:\npoints EW 10\n", ["claim-stands"]),
    ("71, won", f"{ENDED}! concede NS\n", []),
]  # fmt: skip

"""By the way of the Law: a whole record, and its findings. A call out of turn may be insufficient as well;
some ways are of a second act against the Laws: nothing that follows it is a third."""


def test_every_way_of_the_laws_has_a_record_of_what_comes_next() -> None:
    recorded = {each[0] for each in (*CALLS, *PLAYED, *WRITTEN)}
    assert recorded == {each.key for family in FAMILIES for each in family.provisions}


def made(verdict: Verdict) -> str | None:
    found = verdict.deals[0].contract
    doubled = {1: "", 2: " X", 4: " XX"}
    return f"{found.value} {found.trump} {found.by}{doubled[found.doubled]}" if found else None


@pytest.mark.parametrize("rules", ["duplicate", "alberta"])
@pytest.mark.parametrize(
    ("law", "calls", "code", "contract"), CALLS, ids=[f"law {each[0]}: {each[1]}" for each in CALLS]
)
def test_what_the_law_asks_is_no_second_finding(
    law: str, calls: str, code: str, contract: str | None, rules: str
) -> None:
    verdict = board(calls, rules=rules)
    assert [each.code for each in verdict.findings] == [code], law
    assert made(verdict) == contract, law


@pytest.mark.parametrize(
    ("law", "calls", "code", "play", "tricks"),
    PLAYED,
    ids=[f"law {each[0]}: {number}" for number, each in enumerate(PLAYED)],
)
def test_what_the_law_asks_in_the_play_is_no_second_finding(
    law: str, calls: str, code: str | None, play: str, tricks: str
) -> None:
    more = SWAPPED if law == "54A" else ""
    verdict = board(calls, tricks, play, HANDS if play else "", more)
    assert [each.code for each in verdict.findings] == ([code] if code else []), law


@pytest.mark.parametrize(("law", "text", "codes"), WRITTEN, ids=[each[0] for each in WRITTEN])
def test_what_follows_in_a_whole_record_is_no_second_finding(
    law: str, text: str, codes: list[str]
) -> None:
    assert [each.code for each in ruled(text, "duplicate").findings] == codes, law


@pytest.mark.parametrize(
    ("calls", "codes"),
    [
        pytest.param("N: 1 S, E: 1 H, E: 2 H, S: P, N: 3 S, E: P, S: P, W: P", [LOW, TURN],
                     id="28A: partner is free after 27B1(a)"),
        pytest.param("N: 1 S, E: 1 H, E: 3 C, E: 4 C, S: P, W: P, N: P", [LOW, TURN], id="27B2"),
        pytest.param("N: 1 S, E: 1 H, S: P, E: 2 H, W: P, N: P", [LOW, TURN], id="27A1: too late"),
        pytest.param("E: 3 NT, S: 3 C, W: P, N: P, E: P", [TURN, LOW], id="29A: over what stands"),
        pytest.param("E: 1 S, N: 2 C, E: 1 S, S: P, W: P, N: P", [TURN, LOW], id="31A2"),
        pytest.param("E: 1 S, S: P, N: P, W: P", [TURN, TURN], id="29A: the turn is gone"),
        pytest.param("N: 1 S, E: P, W: P, S: P, W: P, S: 2 S", [TURN, "call-after-close"],
                     id="34: nobody missed a turn"),
        pytest.param("N: 2 S, E: P, S: X, W: P, E: P, N: P, E: P", [DOUBLE, TURN], id="36"),
        pytest.param("N: 1 S, E: P, S: P, W: P, N: P", ["call-after-close"], id="39"),
    ],
)  # fmt: skip
def test_what_no_law_asks_is_still_found(calls: str, codes: list[str]) -> None:
    assert [each.code for each in board(calls).findings] == codes


def test_the_way_that_is_shown_is_the_one_that_the_contract_is_from() -> None:
    cancelled = taken(board("W: 3 NT, N: 1 C, E: P, S: P, W: P"), TURN)
    assert cancelled["29A"] is False
    accepted = taken(board("N: 1 S, E: P, W: P, N: P, S: 2 S, W: P, N: P, E: P"), TURN)
    assert accepted["29A"] is True
    back = taken(board("N: 2 S, E: P, S: X, W: P, S: P, W: P"), DOUBLE)
    assert back == {"36A": True, "36B": False, "36C": False}
    silenced = taken(board("N: 1 S, E: 1 H, E: 3 C, S: P, N: 3 S, E: P, S: P, W: P"), LOW)
    assert (silenced["27B1(b)"], silenced["27B2"]) == (False, True)


def test_law_27a1_the_partner_may_have_declared_where_the_record_says_so() -> None:
    """East's heart may have been put right in words; the record names west."""
    calls = "N: 1 S, E: 1 H, S: P, W: 2 H, N: P, E: P, S: P"
    verdict = board(calls, tricks="NS 5 EW 8\ncontract 2 H by W")
    assert [each.code for each in verdict.findings] == [LOW]
    assert made(verdict) == "2 H W"

"""What is irregular on paper is found, never raised: damaged records are ruled on all the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load
from tests.rulings.fifty_six.test_every_rule import LOGS

TOKENS = (
    "??", "-", "{9H|QH}", "{4|5}:KS", "{2|S}:KH", "S:KH", "28? S", "X", "XX", "AP", "7:", "8:P",
    "S: P", "99", "JH", "..", "trick 9:", '"', "+", "56 S", "Plus", '[Deal "1"]', '[Players "8"]',
    '[Deals "18"]', '[Dealer "{2|S}"]', '[Dealer "7"]', "tricks S 7 {1|8}", "contract 30 S by 8",
    "! claim 3: JS JH", "! claim 8: JS JH", "! challenge B", "! redeal", "! silence 2",
    "! silence 8", "! swap-teams", "! score-query 9", "! exposed 8:JS", "! disclosed 8",
    "! retracted 4:KS -> 4:QD", "! retracted S:KS -> S:QD", '! conduct N "x"', "! review trick",
    "! seats 8=West", "! objection B @ trick 2 / seat 9",
)  # fmt: skip


WORD = re.compile(r"[\w+]+")


def damaged(random: Random, text: str, tokens: Sequence[str] = TOKENS) -> str:
    """A record with a few of its words changed, doubted, left out, swapped, or lines put in."""
    for _ in range(random.randint(1, 6)):
        words = text.split(" ")
        place = random.randrange(len(words))
        how = random.random()
        if how < 0.35:
            words[place] = random.choice(tokens)
        elif how < 0.5:  # a card, a seat before a hand or a call, the end of a call, a figure
            words[place] = WORD.sub(r"\g<0>?", words[place], count=1)
        elif how < 0.7:
            words.insert(place, random.choice(tokens))
        elif how < 0.85:
            del words[place : place + random.randint(1, 5)]
        else:
            other = random.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        lines = " ".join(words).split("\n")
        if random.random() < 0.3:
            lines.insert(random.randrange(len(lines)), random.choice(tokens))
        text = "\n".join(lines)
        if not text.strip():
            return text
    return text


@pytest.mark.parametrize("seed", range(5))
def test_damaged_records_never_stop_a_check(seed: int) -> None:
    """Longer: ``./run soak damaged``."""
    random = Random(seed)
    sources = [path.read_text(encoding="utf-8") for path in sorted(LOGS.rglob("*.hrn"))]
    for _ in range(20):
        record = read(damaged(random, random.choice(sources))).record
        verdict = check(record, load("international"))
        assert len(verdict.deals) == len(record.deals)
        for finding in verdict.findings:
            assert finding.message
            assert "None" not in finding.message
            assert finding.probability is not None
            assert 0.0 <= finding.probability <= 1.0


def test_line_written_twice_beside_winners_of_all_lines_never_stops_a_check() -> None:
    """A slip that puts the line away counts the winners by other lines than those they are written for."""
    doubtful = """Play:
QS 10S JS QS KS KS
2:QC 10C 9C 9C JC {AC 0.5|AS 0.5}
6:AS 9D AS 10C 9S JS
5:JH QH 9H {KH 0.5|KC 0.5} AH 10H
10D QD KD 9D AD JD
10D QD KD 9D AD JD
4:9H 10S QC AH AC KH
QH JD 9S KC KC 10H
KD JH QD {JC 0.7|JS 0.3} 10D AD
contract 32 NT by 1
tricks 2 6 5 5 4 4 3 2
"""
    assert check(read(doubtful).record, load("international")).deals[0].contract is not None

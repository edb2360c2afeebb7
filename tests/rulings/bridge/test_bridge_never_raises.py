"""What is irregular on paper is found, never raised: damaged records of bridge are ruled on too."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bench.soak.bridge import bent
from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.rulings import check, load
from tests.rulings.fifty_six.test_every_rule import LOGS as LOGS_OF_56
from tests.rulings.fifty_six.test_never_raises import damaged

LOGS = Path(__file__).parent / "logs"

TOKENS = (
    "??", "-", "{9H|QH}", "{N|E}:KS", "W:KH", "7 NT", "0 S", "X", "XX", "AP", "4:", "NT 3", "1 C ^I",
    "3S^R", "^L", '[Vulnerable "??"]', '[Vulnerable "{NS|EW}"]', '[Dealer "{N|S}"]', '[Deal "1"]',
    '[Deals "4"]', "points NS 15 EW -2", "points NS ??", "score EW -50", "contract 9 S by N",
    "contract Pass", "contract 4 S XX by ??", "! claim S: AS", "! conduct W", "! silence E",
    "! review trick", "! redeal", "tricks N E ?? 4", "above | 100 | x", "Sheet EW:", "line | we | they",
    "total | {100|200} |", "game", "NS", "EW",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_damaged_records_of_bridge_never_stop_a_check(seed: int) -> None:
    """Every other record under the other rulebook. Longer: ``./run soak damaged``."""
    random = Random(seed)
    sources = [path.read_text(encoding="utf-8") for path in sorted(LOGS.rglob("*.hrn"))]
    sources += [write(bent(1000 * seed + number)) for number in range(10)]
    for number in range(12):
        text = damaged(random, random.choice(sources), TOKENS)
        record = read(text).record
        verdict = check(record, load(("alberta", "duplicate")[number % 2]))
        assert len(verdict.deals) == len(record.deals)
        for finding in verdict.findings:
            assert finding.message
            assert "None" not in finding.message
            assert finding.probability is not None
            assert 0.0 <= finding.probability <= 1.0


@pytest.mark.parametrize("rules", ["alberta", "duplicate"])
def test_records_of_56_do_not_stop_the_rules_of_bridge(rules: str) -> None:
    for path in sorted(LOGS_OF_56.rglob("*.hrn")):
        record = read(path.read_bytes()).record
        assert len(check(record, load(rules)).deals) == len(record.deals)


@pytest.mark.parametrize("rules", ["international", "online", "wiki", "community"])
def test_records_of_bridge_do_not_stop_the_rules_of_56(rules: str) -> None:
    for path in sorted(LOGS.rglob("*.hrn")):
        record = read(path.read_bytes()).record
        assert len(check(record, load(rules)).deals) == len(record.deals)

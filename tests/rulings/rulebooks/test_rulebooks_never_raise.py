"""Damaged records under every rulebook are ruled on; damaged rulebooks are named, never a crash."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.grammar.notation.writer import write
from fairdeal.rulings import check, load
from fairdeal.rulings.fifty_six.hearing import FIFTY_SIX
from fairdeal.rulings.rulebooks.files import BOOKS, known
from fairdeal.rulings.rulebooks.rulebook import Rulebook, RulebookError
from samples.making.records.deals import clean_record
from samples.making.records.table import VARIANTS, Variant
from tests.rulings.fifty_six.test_never_raises import damaged
from tests.support.under import Under

WEIRD: tuple[Any, ...] = (
    "x", "", -1, 0, 10**9, True, 1.5, [], ["x"], [[1]], [4, 6], {}, {"x": 1}, [[1, 2, 3, "x"]],
)  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: f"{v.rules}-{v.players}")
def test_damaged_records_never_stop_a_check(
    variant: Variant, seeds: Sequence[int] = range(2)
) -> None:
    """Longer: ``./run soak damaged``."""
    for seed in seeds:
        random = Random(1000 * variant.players + seed)
        record = read(damaged(random, write(clean_record(seed, variant)))).record
        for name in list(known())[seed % 2 :: 2]:  # each rulebook has a record of each table
            verdict = check(record, load(name))
            assert len(verdict.deals) == len(record.deals)


def leaves(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every key of a TOML file."""
    for key, value in table.items():
        yield (*path, key)
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))


def put(table: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The table with another value at one place: the tables on the way there are new, the others shared."""
    first, *rest = path
    return {**table, first: put(table[first], tuple(rest), value) if rest else value}


@pytest.mark.parametrize("name", ["international", "wiki"])
def test_any_value_anywhere_is_followed_or_named(name: str) -> None:
    text = (BOOKS / f"{name}.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    record = read(Under(name).legal(6)).record
    refused = 0
    for path in leaves(raw):
        for value in WEIRD:
            book = tried(put(raw, path, value))
            if book is None:
                refused += 1
            else:
                check(record, book)
    assert refused > 1000  # most such values are mistakes
    assert raw == tomllib.loads(text)  # what they share is as it was


CODES = frozenset(rule.code for rule in FIFTY_SIX.rules)


def tried(raw: dict[str, Any]) -> Rulebook | None:
    """The rulebook, or None where its mistake is named with file and key."""
    try:
        return FIFTY_SIX.build(raw, "mine.toml", CODES)
    except RulebookError as error:
        assert error.file == "mine.toml"
        assert error.key
        assert str(error).startswith("mine.toml: ")
        return None

"""Leaving out characters that look like others."""

from __future__ import annotations

from samples.making.hand import skeletons
from samples.making.hand.skeletons import Comparison


def test_a_wrong_name_is_told_by_other_peoples_characters() -> None:
    ways = {name: skeletons.ways(name)[:1] * 3 for name in "47HX"}
    collection = {f"writer {k}": ways for k in range(4)}
    own = {**ways, "H": (*ways["H"], ways["7"][0])}
    kept = Comparison(collection).cleaned("another", own)
    assert len(kept["H"]) == 3 and all(glyph is ways["H"][0] for glyph in kept["H"])
    assert {name: len(known) for name, known in kept.items()} == dict.fromkeys("47HX", 3)


def test_signs_told_by_size_alone_are_kept() -> None:
    ways = {"-": skeletons.ways("1")[:1], "H": skeletons.ways("H")[:1] * 8}
    kept = Comparison({"writer": ways, "other": {"1": skeletons.ways("1")[:1] * 8}})
    assert kept.cleaned("writer", ways)["-"] == ways["-"]

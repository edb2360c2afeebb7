"""What the training measures with: bounds, kept fields, the split by writer. Needs no PyTorch."""

from __future__ import annotations

import random
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp
import numpy as np
import pytest

from fairdeal.digitize.reader.reading import CellInk
from tests.support.needs import needs_shared
from training.calibration import bound
from training.hands import ALWAYS_TRAINED, HELD_BACK_EACH, shared_directory, split
from training.trial import KINDS, Field, load_fields, save_fields, truth_of, written

NAMES = [f"{source}-{n:02}" for source in ("aga", "apb", "syn", "uqb") for n in range(20)]


def test_bounds_are_those_of_clopper_and_pearson() -> None:
    assert bound(98, 100) == pytest.approx((0.9296, 0.9976), abs=1e-3)
    assert bound(0, 10) == pytest.approx((0.0, 0.3085), abs=1e-3)
    assert bound(10, 10) == pytest.approx((0.6915, 1.0), abs=1e-3)
    assert bound(0, 0) == (0.0, 1.0)


def test_no_writer_is_in_two_parts() -> None:
    parts = split([*NAMES, *ALWAYS_TRAINED])
    own = [parts[name] for name in ("train", "validation", "test")]
    assert sorted(n for names in own for n in names) == sorted([*NAMES, *ALWAYS_TRAINED])
    assert len(parts["validation"]) == len(parts["test"]) == HELD_BACK_EACH
    assert set(parts["train"]) >= ALWAYS_TRAINED
    assert split([*NAMES, *ALWAYS_TRAINED][::-1]) == parts


def test_nobody_of_a_source_that_is_left_out_is_trained_on() -> None:
    names = [f"{source}-{n:02}" for source in ("apa", "apb", "syn") for n in range(20)]
    parts = split(names, apart=True)
    assert {name[:3] for name in parts["apart"]} == {"apa", "syn"}
    assert {name[:3] for name in parts["train"]} == {"apb"}


@needs_shared("handwriting", "the collection of handwriting is")
def test_over_a_fifth_of_the_real_writers_is_held_back() -> None:
    with np.load(shared_directory() / "strokes.npz") as archive:
        names = sorted(set(archive["writers"].tolist()))
    parts = split(names)
    assert len(parts["validation"]) + len(parts["test"]) >= len(names) / 5


def test_fields_are_kept_as_they_were(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    boxes = tuple(rng.integers(0, 255, (70, w)).astype(np.uint8) for w in (55, 60))
    kept = [
        Field("card boxed, letter", CellInk("card", boxes), "10S", "aga-01"),
        Field("call", CellInk("call", boxes[:1]), None, "aga-02", "altered"),
    ]
    save_fields(tmp_path / "fields.npz", kept)
    for a, b in zip(load_fields(tmp_path / "fields.npz"), kept, strict=True):
        assert (a.sort, a.truth, a.writer, a.trouble) == (b.sort, b.truth, b.writer, b.trouble)
        assert all((x == y).all() for x, y in zip(a.ink.boxes, b.ink.boxes, strict=True))


@pytest.mark.parametrize("sort", KINDS)
def test_whatever_is_written_to_measure_with_is_in_the_vocabulary(sort: str) -> None:
    rng = random.Random(4)
    kind = sort.split(",")[0].replace(" boxed", "")
    for _ in range(200):
        assert truth_of(kind, written(rng, sort))


def test_the_environment_of_training_has_all_that_it_imports() -> None:
    """It is locked apart from the program's own, whose modules it imports too."""
    packages = ("training", "fairdeal", "samples", "bench")
    graph = grimp.build_graph(*packages, include_external_packages=True, cache_dir=None)
    needed = graph.find_upstream_modules("training.__main__")
    foreign = {each for each in needed if graph.is_module_squashed(each)} - sys.stdlib_module_names
    lock = Path(__file__).parents[2] / "requirements" / "train.txt"
    locked = set(re.findall(r"^([\w.-]+)==", lock.read_text(), re.M))
    names = packages_distributions()
    known = {each: {name.lower() for name in names.get(each, [each])} for each in foreign}
    assert {"cv2", "torch"} <= known.keys()
    assert [each for each, of in known.items() if not of & locked] == []

"""What the measurements of whole pages share: their options, and pages done in several processes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from bench.reader.held_back import SEED
from samples.making.hand.handwriting import strokes_file

T = TypeVar("T")

Job = tuple[str, str, int]
"""What is written (a form, a way, a habit), by which hand, and the seed."""


def options(module: str, about: str | None) -> argparse.ArgumentParser:
    """The options that every one of them takes."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=about)
    parser.add_argument("--part", choices=("test", "validation"), default="test")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="keep the photos here; read those that are there")
    return parser


def has_hands() -> bool:
    """Whether the collection of handwriting is there; says so where it is not."""
    if strokes_file() is None:
        print("The handwriting collection is absent (FAIRDEAL_SHARED); nothing measured.")
        return False
    return True


def over(one: Callable[..., T], jobs: Sequence[Job], given: argparse.Namespace) -> list[T]:
    """`one(job, part=, keep=)` for every job, in their order."""
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    work = partial(one, part=given.part, keep=given.keep)
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        return list(pool.map(work, jobs))

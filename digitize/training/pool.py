"""Cells to learn from: processes that write them, and a pool that lets the net see each a few times.

Fresh cells push the oldest out, so that neither side waits for the other.
"""

from __future__ import annotations

import multiprocessing as mp
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from queue import Full
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from fairdeal.digitize.reader.alphabet import encode
from fairdeal.digitize.reader.normalise import BUCKETS, HEIGHT, bucket, normalise
from fairdeal.digitize.training.cells.compose import Scribe
from fairdeal.digitize.training.net import STRIDE

CHUNK: Final = 400
CAPACITY: Final = {
    24: 40_000, 32: 40_000, 40: 30_000, 64: 20_000, 96: 16_000, 144: 8_000, 200: 2_000,
}  # fmt: skip
BATCH: Final = {24: 320, 32: 256, 40: 256, 64: 192, 96: 128, 144: 96, 200: 48}
"""Cells of a width in a pool and in a batch on a processor; on a graphics card so many times more."""
LONGEST: Final = 14
"""Symbols of the longest text learned from."""
FEWEST: Final = 50
"""Cells of a width from which batches are made of it."""
AHEAD: Final = 24
"""Chunks that may wait in the queue."""

Chunk = dict[int, tuple[NDArray[np.uint8], NDArray[np.int16]]]


def pack(cells: list[tuple[NDArray[np.uint8], str]]) -> Chunk:
    """Normalised cells and their symbols, padded to the widths of the buckets."""
    by_width: dict[int, list[tuple[NDArray[np.uint8], list[int]]]] = {}
    for cell, symbols in cells:
        width = bucket(cell.shape[1])
        if len(symbols) <= LONGEST and 2 * len(symbols) <= width // STRIDE + 2:
            by_width.setdefault(width, []).append((cell, encode(symbols)))
    chunk: Chunk = {}
    for width, group in by_width.items():
        images = np.zeros((len(group), HEIGHT, width), np.uint8)
        targets = np.zeros((len(group), LONGEST), np.int16)
        for k, (cell, target) in enumerate(group):
            images[k, :, : cell.shape[1]] = cell
            targets[k, : len(target)] = target
        chunk[width] = (images, targets)
    return chunk


class Writers:
    """Processes that write cells, each with a scribe of its own that `scribe` makes from a seed."""

    def __init__(self, scribe: Callable[[int], Scribe], count: int, seed: int) -> None:
        context = mp.get_context("fork")
        self._queue: Queue[Chunk] = context.Queue(AHEAD)
        self._processes = [
            context.Process(
                target=_write_cells,
                args=(scribe, seed * 1000 + k, self._queue, os.getpid()),
                daemon=True,
            )
            for k in range(count)
        ]
        for process in self._processes:
            process.start()

    def wait(self) -> Chunk:
        """The next chunk, as soon as it is written."""
        return self._queue.get()

    def ready(self) -> bool:
        """Whether a chunk waits."""
        return not self._queue.empty()

    def stop(self) -> None:
        for process in self._processes:
            process.terminate()


def _write_cells(
    make: Callable[[int], Scribe], seed: int, queue: Queue[Chunk], parent: int
) -> None:
    os.setsid()  # its own turn at the processor where a scheduler shares by session
    os.nice(2)
    import cv2

    cv2.setNumThreads(1)
    scribe = make(seed)
    while os.getppid() == parent:
        cells = []
        for _ in range(CHUNK):
            cell = scribe.cell(scribe.rng.choice((0.2, 0.5, 0.8, 1.0)))
            ink = normalise(cell.grey)
            if ink is not None:
                cells.append((ink, cell.symbols))
        _put(queue, pack(cells), parent)


def _put(queue: Queue[Chunk], chunk: Chunk, parent: int) -> None:
    """Wait for room in the queue, as long as there is anybody to read from it."""
    while os.getppid() == parent:
        try:
            queue.put(chunk, timeout=5)
            return
        except Full:
            continue
    queue.cancel_join_thread()


@dataclass(slots=True)
class Pool:
    """Rings of cells, one a width, on the device that learns; `room` times the usual capacity."""

    device: str = "cpu"
    room: int = 1
    images: dict[int, Tensor] = field(default_factory=dict)
    targets: dict[int, Tensor] = field(default_factory=dict)
    filled: dict[int, int] = field(default_factory=dict)
    arrived: dict[int, int] = field(default_factory=dict)

    def add(self, chunk: Chunk) -> int:
        """Take a chunk in; returns how many cells it brought."""
        for width, (images, targets) in chunk.items():
            capacity = self.room * CAPACITY[width]
            if width not in self.images:
                self._open(width, capacity)
            at = (self.arrived[width] + torch.arange(len(images))) % capacity
            at = at.to(self.device)
            self.images[width][at] = torch.from_numpy(images).to(self.device)
            self.targets[width][at] = torch.from_numpy(targets).to(self.device)
            self.arrived[width] += len(images)
            self.filled[width] = min(capacity, self.arrived[width])
        return sum(len(images) for images, _ in chunk.values())

    def _open(self, width: int, capacity: int) -> None:
        shape = (capacity, HEIGHT, width)
        self.images[width] = torch.zeros(shape, dtype=torch.uint8, device=self.device)
        self.targets[width] = torch.zeros(
            (capacity, LONGEST), dtype=torch.int16, device=self.device
        )
        self.arrived[width] = 0

    def batch(self, rng: np.random.Generator, times: int = 1) -> tuple[Tensor, Tensor]:
        """Cells (n, 32, width) and their symbols (n, LONGEST) of one width, drawn at random."""
        widths = [w for w in BUCKETS if self.filled.get(w, 0) >= FEWEST]
        # Batches of a width in proportion to the cells that arrive of it.
        weight = np.array([self.arrived[w] / BATCH[w] for w in widths])
        width = int(rng.choice(widths, p=weight / weight.sum()))
        chosen = torch.randint(self.filled[width], (times * BATCH[width],), device=self.device)
        return self.images[width][chosen], self.targets[width][chosen]


def vary(images: Tensor) -> Tensor:
    """Normalised cells as other pens and phones would leave them, cheaply, differently each time.

    Ink from 0 to 1: fuller or fainter (a power), thicker or softer lines, a little grain, a row up or
    down.
    """
    cells = images.float() / 255
    count, device = len(cells), cells.device

    def uniform() -> Tensor:
        return torch.rand((count, 1, 1), device=device)

    cells = cells ** torch.exp(0.3 * torch.randn((count, 1, 1), device=device))
    way, part = uniform(), uniform()
    wider = torch.maximum(cells, cells.roll(1, 2))
    wider = torch.maximum(wider, wider.roll(1, 1))
    softer = 0.5 * cells + 0.25 * (cells.roll(1, 2) + cells.roll(-1, 2))
    softer = 0.5 * softer + 0.25 * (softer.roll(1, 1) + softer.roll(-1, 1))
    cells = torch.where(way < 0.07, cells + part * (wider - cells), cells)
    cells = torch.where(way > 0.92, softer, cells)
    step = 1 if bool(torch.rand(()) < 0.5) else -1
    cells = torch.where(uniform() < 0.3, cells.roll(step, 1), cells)
    grain = 0.1 * uniform() ** 3
    return (cells + grain * torch.randn(cells.shape, device=device)).clamp(0.0, 1.0)

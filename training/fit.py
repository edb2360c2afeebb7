"""The training loop: a net fed from a pool of cells, on a processor or a graphics card."""

from __future__ import annotations

import copy
import json
import math
import multiprocessing as mp
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from pathlib import Path
from queue import Full
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from fairdeal.digitize.reader.engine import BUCKETS, HEIGHT, bucket, normalise
from fairdeal.digitize.reader.vocabulary import INDEX
from training.compose import Scribe
from training.fonts import load_fonts
from training.hands import load_hands, load_photographed, often, split
from training.net import STRIDE, Net, log_probabilities

HEAD_START: Final = 30_000
REUSE: Final = 4.0
"""How often a net sees a cell on average before it has left the pool."""
SETTLING: Final = 80
"""Batches over which the batch norms' means are taken anew."""
AVERAGED: Final = 0.998
"""Weight of the past in the running mean of the weights, which is what gets exported."""
CARD_TIMES: Final = 8
"""Cells in a batch on a graphics card, as a multiple of those on a processor ..."""
CARD_ROOM: Final = 25
"""... and in the pool."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to train with: minutes, seed, learning rate, and where things lie.

    `drop` are characters left out as mislabelled, `hard` those that are shown more often; `apart`: nobody of
    some sources is shown at all; `device` is torch's name of what learns.
    """

    minutes: float
    seed: int
    rate: float
    fonts: Path
    work: Path
    writers: int = 1
    drawn_share: float = 0.06
    drop: frozenset[int] = frozenset()
    hard: frozenset[int] = frozenset()
    photographed: bool = False
    apart: bool = False
    device: str = "cpu"

    def scribe(self, seed: int) -> Scribe:
        """Somebody who writes cells to learn from."""
        hands = often(load_hands(self.drop), self.hard)
        names = split(sorted(hands), self.apart)["train"]
        scribe = Scribe([hands[n] for n in names], load_fonts(self.fonts), seed, self.drawn_share)
        if self.photographed:
            scribe.photographed = load_photographed("train")
        return scribe

    @property
    def times(self) -> int:
        return 1 if self.device == "cpu" else CARD_TIMES

    @property
    def pool(self) -> Pool:
        return Pool(self.device, 1 if self.device == "cpu" else CARD_ROOM)


def train(plan: Plan, net: Net, resume: Path | None = None) -> Net:
    """Train for the plan's minutes; returns the net with averaged weights, in evaluation mode.

    `resume` is a checkpoint to go on from: the batch norms then keep the means that are taken at the start.
    """
    torch.manual_seed(plan.seed)
    if plan.device == "cpu":
        # One thread: on cores shared with other work, threads that wait for one another stand still.
        torch.set_num_threads(1)
    rng = np.random.default_rng(plan.seed)
    random.seed(plan.seed)
    plan.work.mkdir(parents=True, exist_ok=True)
    if resume is not None:
        net.load_state_dict(torch.load(resume, map_location="cpu")["net"])
    net.to(plan.device).to(memory_format=torch.channels_last)
    mean: Net = copy.deepcopy(net)
    mean.eval()
    optimiser = torch.optim.AdamW(net.parameters(), plan.rate, weight_decay=0.02)
    writers, pool = Writers(plan.scribe, plan.writers, plan.seed), plan.pool
    fresh = 0
    while fresh < 8 * CHUNK:
        fresh += pool.add(writers.wait())
    frozen = resume is not None
    if frozen:
        settle(net, pool, rng)
        mean.load_state_dict(net.state_dict())
    start = saved = reported = time.monotonic()
    step, seen = 0, 0
    while (share := (time.monotonic() - start) / (60 * plan.minutes)) < 1.0:
        while writers.ready() and fresh < HEAD_START * plan.times + seen / REUSE:
            fresh += pool.add(writers.wait())
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * _schedule(share, warm=0.05 if frozen else 0.02)
        images, targets = pool.batch(rng, plan.times)
        loss = _step(net, optimiser, vary(images), targets, frozen)
        step, seen = step + 1, seen + len(images)
        _follow(mean, net, min(AVERAGED, step / (step + 10)))
        now = time.monotonic()
        if now - reported > 20:
            reported = now
            _report((now - start) / 60, step, seen, fresh, float(loss))
        if now - saved > 120:
            saved = now
            save(mean, plan.work / "latest.pt")
    writers.stop()
    if not frozen:
        settle(mean, pool, rng)
    mean.to("cpu").eval()
    save(mean, plan.work / "final.pt")
    return mean


def _report(minute: float, step: int, seen: int, fresh: int, loss: float) -> None:
    line = {
        "minute": round(minute, 2),
        "step": step,
        "seen": seen,
        "fresh": fresh,
        "loss": round(loss, 4),
    }
    print(json.dumps(line), file=sys.stderr, flush=True)


def settle(net: Net, pool: Pool, rng: np.random.Generator) -> None:
    """Set the batch norms' means to those over cells of all widths.

    A batch is of one width, and narrow cells hold more ink than wide ones: the running means follow the
    last few batches. A net trained on from here keeps these means, so that it learns under what it will be
    used with; without that, thin upright ones in narrow cells came out as nothing.
    """
    norms = [m for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    net.train()
    with torch.no_grad():
        for _ in range(SETTLING):
            images, _ = pool.batch(rng)
            net(_input(vary(images)))
    net.eval()


def _input(cells: Tensor) -> Tensor:
    return cells.unsqueeze(1).contiguous(memory_format=torch.channels_last)


def _schedule(share: float, warm: float) -> float:
    """Learning rate: a short rise, then half a cosine down to a hundredth."""
    if share < warm:
        return share / warm
    return 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (share - warm) / (1 - warm)))


def _step(
    net: Net, optimiser: torch.optim.Optimizer, cells: Tensor, targets: Tensor, frozen: bool
) -> Tensor:
    """One step; `frozen`: the batch norms keep their means. Returns the loss."""
    net.train()
    for module in net.modules():
        if frozen and isinstance(module, torch.nn.BatchNorm2d):
            module.eval()
    with torch.autocast(cells.device.type, torch.bfloat16):
        logits = net(_input(cells))
    scores = log_probabilities(logits)
    wanted, lengths = targets.long(), (targets > 0).sum(1)
    steps = torch.full((len(cells),), scores.shape[0], device=cells.device)
    loss = torch.nn.functional.ctc_loss(
        scores, wanted, steps, lengths, zero_infinity=True, reduction="mean"
    )
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimiser.step()
    return loss.detach()


def _follow(mean: Net, net: Net, keep: float) -> None:
    with torch.no_grad():
        for a, b in zip(mean.parameters(), net.parameters(), strict=True):
            a.lerp_(b, 1 - keep)
        for a, b in zip(mean.buffers(), net.buffers(), strict=True):
            a.copy_(b)


def halfway(one: Net, other: Net) -> Net:
    """The net whose weights lie halfway between those of two, of which one was trained from the other.

    It reads people not met better than either (averaged weights, Izmailov et al. 2018).
    """
    between = copy.deepcopy(one)
    with torch.no_grad():
        for mine, its in zip(between.parameters(), other.parameters(), strict=True):
            mine.lerp_(its, 0.5)
        for kept, its in zip(between.buffers(), other.buffers(), strict=True):
            if kept.is_floating_point():
                kept.lerp_(its, 0.5)
    between.eval()
    return between


def save(net: Net, path: Path) -> None:
    """Write a checkpoint aside, then rename."""
    aside = path.with_suffix(".part")
    torch.save({"net": net.state_dict()}, aside)
    aside.replace(path)


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
            by_width.setdefault(width, []).append((cell, [INDEX[symbol] for symbol in symbols]))
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

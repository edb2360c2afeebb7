"""The training loop: processes that write cells, a pool of them, and the net fed from the pool.

The pool lets the net see a cell a few times while fresh ones push the oldest out, so that neither
side waits for the other on two cores.
"""

from __future__ import annotations

import copy
import json
import math
import multiprocessing as mp
import os
import random
import sys
import time
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from pathlib import Path
from queue import Full
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from fairdeal.digitize.reader.alphabet import encode
from fairdeal.digitize.reader.normalise import BUCKETS, HEIGHT, bucket, normalise
from fairdeal.digitize.training.cells.compose import Scribe
from fairdeal.digitize.training.glyphs.fonts import load_fonts
from fairdeal.digitize.training.glyphs.hands import load_hands, split
from fairdeal.digitize.training.glyphs.photographed import load_photographed
from fairdeal.digitize.training.net import STRIDE, Net, log_probabilities

CHUNK: Final = 400
CAPACITY: Final = {
    24: 40_000, 32: 40_000, 40: 30_000, 64: 20_000, 96: 16_000, 144: 8_000, 200: 2_000,
}  # fmt: skip
BATCH: Final = {24: 320, 32: 256, 40: 256, 64: 192, 96: 128, 144: 96, 200: 48}
LONGEST: Final = 14
"""Symbols of the longest text learned from."""
HEAD_START: Final = 30_000
REUSE: Final = 4.0
"""How often the net sees a cell on average before it has left the pool."""
SETTLING: Final = 80
"""Batches over which the batch norms' means are taken anew."""
AVERAGED: Final = 0.998
"""Weight of the past in the running mean of the weights, which is what gets exported."""

SNAPSHOT: Final = 900.0
"""Seconds between the checkpoints that are kept, to compare or to read with side by side."""

Chunk = dict[int, tuple[NDArray[np.uint8], NDArray[np.int16]]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to train with: minutes, seed, learning rate, and where things lie."""

    minutes: float
    seed: int
    rate: float
    fonts: Path
    work: Path
    writers: int = 1
    drawn_share: float = 0.06
    drop: frozenset[int] = frozenset()
    photographed: bool = False


def pack(cells: list[tuple[NDArray[np.uint8], str]]) -> Chunk:
    """Normalised cells and their symbols, padded to the widths of the buckets."""
    sorted_cells: dict[int, list[tuple[NDArray[np.uint8], list[int]]]] = {}
    for cell, symbols in cells:
        width = bucket(cell.shape[1])
        if len(symbols) <= LONGEST and 2 * len(symbols) <= width // STRIDE + 2:
            sorted_cells.setdefault(width, []).append((cell, encode(symbols)))
    chunk: Chunk = {}
    for width, group in sorted_cells.items():
        images = np.zeros((len(group), HEIGHT, width), np.uint8)
        targets = np.zeros((len(group), LONGEST), np.int16)
        for k, (cell, target) in enumerate(group):
            images[k, :, : cell.shape[1]] = cell
            targets[k, : len(target)] = target
        chunk[width] = (images, targets)
    return chunk


def _write_cells(plan: Plan, seed: int, queue: Queue[Chunk], parent: int) -> None:
    os.setsid()  # its own turn at the processor where a scheduler shares by session
    os.nice(2)
    import cv2

    cv2.setNumThreads(1)
    hands = load_hands(plan.drop)
    names = split(sorted(hands))["train"]
    scribe = Scribe([hands[n] for n in names], load_fonts(plan.fonts), seed, plan.drawn_share)
    if plan.photographed:
        scribe.photographed = load_photographed("train")
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
    """Rings of cells, one a width."""

    images: dict[int, NDArray[np.uint8]] = field(default_factory=dict)
    targets: dict[int, NDArray[np.int16]] = field(default_factory=dict)
    filled: dict[int, int] = field(default_factory=dict)
    arrived: dict[int, int] = field(default_factory=dict)

    def add(self, chunk: Chunk) -> int:
        for width, (images, targets) in chunk.items():
            room = CAPACITY[width]
            if width not in self.images:
                self.images[width] = np.zeros((room, HEIGHT, width), np.uint8)
                self.targets[width] = np.zeros((room, LONGEST), np.int16)
                self.arrived[width] = 0
            at = (self.arrived[width] + np.arange(len(images))) % room
            self.images[width][at] = images
            self.targets[width][at] = targets
            self.arrived[width] += len(images)
            self.filled[width] = min(room, self.arrived[width])
        return sum(len(images) for images, _ in chunk.values())

    def batch(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
        widths = [w for w in BUCKETS if self.filled.get(w, 0) >= 50]
        # Batches of a width in proportion to the cells that arrive of it.
        weight = np.array([self.arrived[w] / BATCH[w] for w in widths])
        width = int(rng.choice(widths, p=weight / weight.sum()))
        chosen = rng.integers(0, self.filled[width], BATCH[width])
        return self.images[width][chosen], self.targets[width][chosen]


def vary(rng: np.random.Generator, images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Normalised cells as other pens and phones would leave them, cheaply, each time anew.

    Ink from 0 to 1: fuller or fainter (a power), thicker or softer lines, a little grain, a row up or
    down.
    """
    cells = images.astype(np.float32) * np.float32(1 / 255)
    count = len(cells)
    power = np.exp(rng.normal(0.0, 0.3, (count, 1, 1))).astype(np.float32)
    cells **= power
    way = rng.random(count)
    thick, soft = np.flatnonzero(way < 0.07), np.flatnonzero(way > 0.92)
    if len(thick):
        wider = np.maximum(cells[thick], np.roll(cells[thick], 1, 2))
        wider = np.maximum(wider, np.roll(wider, 1, 1))
        cells[thick] += rng.random((len(thick), 1, 1), np.float32) * (wider - cells[thick])
    if len(soft):
        part = cells[soft]
        part = 0.5 * part + 0.25 * (np.roll(part, 1, 2) + np.roll(part, -1, 2))
        cells[soft] = 0.5 * part + 0.25 * (np.roll(part, 1, 1) + np.roll(part, -1, 1))
    moved = np.flatnonzero(rng.random(count) < 0.3)
    if len(moved):
        cells[moved] = np.roll(cells[moved], int(rng.choice((-1, 1))), 1)
    grain = rng.random((count, 1, 1), np.float32) ** 3 * np.float32(0.1)
    cells += grain * rng.standard_normal(cells.shape, np.float32)
    return np.asarray(np.clip(cells, 0.0, 1.0), np.float32)


def train(plan: Plan, resume: Path | None = None) -> Net:
    """Train for the plan's minutes; returns the net with averaged weights, in evaluation mode."""
    torch.manual_seed(plan.seed)
    # One thread: on cores shared with other work, threads that wait for one another stand still.
    torch.set_num_threads(1)
    rng = np.random.default_rng(plan.seed)
    random.seed(plan.seed)
    plan.work.mkdir(parents=True, exist_ok=True)
    net: Net = Net().to(memory_format=torch.channels_last)
    if resume is not None:
        net.load_state_dict(torch.load(resume)["net"])
    mean = copy.deepcopy(net)
    mean.eval()
    optimiser = torch.optim.AdamW(net.parameters(), plan.rate, weight_decay=0.02)
    context = mp.get_context("fork")
    queue = context.Queue(6)
    workers = [
        context.Process(
            target=_write_cells, args=(plan, plan.seed * 1000 + k, queue, os.getpid()), daemon=True
        )
        for k in range(plan.writers)
    ]
    for worker in workers:
        worker.start()
    pool = Pool()
    fresh = 0
    while fresh < 8 * CHUNK:
        fresh += pool.add(queue.get())
    frozen = resume is not None
    if frozen:
        settle(net, pool, rng)
        mean.load_state_dict(net.state_dict())
    start = saved = told = kept = time.monotonic()
    step, seen, running = 0, 0, 0.0
    while (share := (time.monotonic() - start) / (60 * plan.minutes)) < 1.0:
        while not queue.empty() and fresh < HEAD_START + seen / REUSE:
            fresh += pool.add(queue.get())
        rate = plan.rate * _schedule(share, warm=0.02 if resume is None else 0.05)
        for group in optimiser.param_groups:
            group["lr"] = rate
        images, targets = pool.batch(rng)
        loss = _step(net, optimiser, vary(rng, images), targets, frozen)
        step, seen = step + 1, seen + len(images)
        running = loss if step == 1 else 0.98 * running + 0.02 * loss
        _follow(mean, net, min(AVERAGED, step / (step + 10)))
        now = time.monotonic()
        if now - told > 20:
            told = now
            line = {
                "minute": round((now - start) / 60, 2),
                "step": step,
                "seen": seen,
                "fresh": fresh,
                "loss": round(running, 4),
                "rate": round(rate, 6),
            }
            print(json.dumps(line), file=sys.stderr, flush=True)
        if now - saved > 120:
            saved = now
            save(mean, plan.work / "latest.pt")
        if now - kept > SNAPSHOT:
            kept = now
            save(mean, plan.work / f"minute{round((now - start) / 60):03}.pt")
    for worker in workers:
        worker.terminate()
    if not frozen:
        settle(mean, pool, rng)
    save(mean, plan.work / "final.pt")
    mean.eval()
    return mean


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
            cells = torch.from_numpy(vary(rng, images)).unsqueeze(1)
            net(cells.contiguous(memory_format=torch.channels_last))
    net.eval()


def _schedule(share: float, warm: float) -> float:
    """Learning rate: a short rise, then half a cosine down to a hundredth."""
    if share < warm:
        return share / warm
    return 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (share - warm) / (1 - warm)))


def _step(
    net: Net,
    optimiser: torch.optim.Optimizer,
    images: NDArray[np.float32],
    targets: NDArray[np.int16],
    frozen: bool,
) -> float:
    """One step; `frozen`: the batch norms keep their means."""
    net.train()
    for module in net.modules():
        if frozen and isinstance(module, torch.nn.BatchNorm2d):
            module.eval()
    cells = torch.from_numpy(images).unsqueeze(1)
    cells = cells.contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        logits = net(cells)
    scores = log_probabilities(logits)
    wanted = torch.from_numpy(targets.astype(np.int64))
    lengths = (wanted > 0).sum(1)
    steps = torch.full((len(images),), scores.shape[0])
    loss = torch.nn.functional.ctc_loss(
        scores, wanted, steps, lengths, zero_infinity=True, reduction="mean"
    )
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimiser.step()
    return float(loss.detach())


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

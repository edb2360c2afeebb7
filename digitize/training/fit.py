"""The training loop: a net fed from a pool of cells, on a processor or a graphics card."""

from __future__ import annotations

import copy
import json
import math
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor

from fairdeal.digitize.training.cells.compose import Scribe
from fairdeal.digitize.training.glyphs.fonts import load_fonts
from fairdeal.digitize.training.glyphs.hands import load_hands, often, split
from fairdeal.digitize.training.glyphs.photographed import load_photographed
from fairdeal.digitize.training.net import Net, log_probabilities
from fairdeal.digitize.training.pool import CHUNK, Pool, Writers, vary

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

    `drop` are characters left out as mislabelled, `hard` those that are shown more often; `device` is
    torch's name of what learns.
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
    device: str = "cpu"

    def scribe(self, seed: int) -> Scribe:
        """Somebody who writes cells to learn from."""
        hands = often(load_hands(self.drop), self.hard)
        names = split(sorted(hands))["train"]
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

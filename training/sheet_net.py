"""The net that says where the sheet is in a picture: a small U of convolutions, trained on `training.scenes`.

Three answers for every point: table, the sheet in the middle, another sheet.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from fairdeal.digitize.page.sheet_net import DIRECTORY, MANIFEST, SIDE, net_input
from training.net import _fold
from training.scenes import SHEET, scene

CHANNELS: Final = (12, 24, 32, 40, 40)
"""From half of the picture's resolution down, each half of the one before."""
SCENES: Final = 6_000
"""Made once; in training each is turned and mirrored by chance."""
BATCH: Final = 16
RATE: Final = 3e-3
SEED: Final = 16
NET_FILE: Final = "sheet.onnx"
DOUBLED: Final = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}


def _block(inward: int, outward: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inward, outward, size, stride, padding=size // 2, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    )


class SheetNet(nn.Module):
    """(N, 3, SIDE, SIDE) -> (N, 3, SIDE / 2, SIDE / 2) logits."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = CHANNELS
        self.down = nn.ModuleList(
            [
                nn.ModuleList([_block(3, a, 2)]),
                nn.ModuleList([_block(a, b, 2), _block(b, b)]),
                nn.ModuleList([_block(b, c, 2), _block(c, c)]),
                nn.ModuleList([_block(c, d, 2), _block(d, d)]),
                nn.ModuleList([_block(d, e, 2), _block(e, e), _block(e, e)]),
            ]
        )
        self.up = nn.ModuleList(
            [_block(e + d, c), _block(c + c, c), _block(c + b, b), _block(b + a, a)]
        )
        self.last = nn.Conv2d(a, 3, 1)

    def forward(self, pictures: Tensor) -> Tensor:
        levels: list[Tensor] = []
        for level in self.down:
            for block in level:
                pictures = block(pictures)
            levels.append(pictures)
        for block, beside in zip(self.up, reversed(levels[:-1]), strict=True):
            larger = functional.interpolate(pictures, scale_factor=2.0, mode="nearest")
            pictures = block(torch.cat([larger, beside], 1))
        logits: Tensor = self.last(pictures)
        return logits


@dataclass(frozen=True, slots=True)
class Scenes:
    """Inputs (n, 3, SIDE, SIDE) as bytes and labels (n, SIDE / 2, SIDE / 2)."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.uint8]


def made(count: int, seed: int, photos: Path) -> Scenes:
    """So many scenes, always the same."""
    pictures = np.empty((count, SIDE, SIDE, 3), np.uint8)
    labels = np.empty((count, SIDE // 2, SIDE // 2), np.uint8)
    half = (SIDE // 2, SIDE // 2)
    for n in range(count):
        each = scene(np.random.default_rng([seed, n]), photos)
        pictures[n] = cv2.resize(each.picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        labels[n] = cv2.resize(each.labels, half, interpolation=cv2.INTER_NEAREST)
    return Scenes(pictures, labels)


def _batch(scenes: Scenes, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    which = rng.integers(len(scenes.pictures), size=BATCH)
    quarters, mirrored = int(rng.integers(4)), bool(rng.integers(2))

    def turned(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
        found = np.rot90(values, quarters, axes=(1, 2))
        return np.ascontiguousarray(found[:, :, ::-1] if mirrored else found)

    inputs = np.concatenate([net_input(each) for each in turned(scenes.pictures[which])])
    pictures = torch.from_numpy(inputs).contiguous(memory_format=torch.channels_last)
    return pictures, torch.from_numpy(turned(scenes.labels[which]).astype(np.int64))


def train_sheet(minutes: float, photos: Path) -> SheetNet:
    """Trained for so many minutes of one processor."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    rng = np.random.default_rng(SEED)
    scenes = made(SCENES, SEED, photos)
    net: SheetNet = SheetNet().train().to(memory_format=torch.channels_last)
    learner = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4)
    started, steps, done = time.process_time(), 0, 0.0
    while done < 1:
        for group in learner.param_groups:
            group["lr"] = RATE * min(1.0, steps / 100) * (0.5 + 0.5 * float(np.cos(np.pi * done)))
        loss = _loss(net, *_batch(scenes, rng))
        learner.zero_grad()
        loss.backward()
        learner.step()
        steps += 1
        done = (time.process_time() - started) / (60 * minutes)
        if steps % 50 == 0:
            print(f"{steps} steps, {done:.0%}, loss {loss.item():.3f}", file=sys.stderr, flush=True)
    net.eval()
    return net


def _loss(net: SheetNet, inputs: Tensor, labels: Tensor) -> Tensor:
    """How unlikely the labels are, and how little of the sheet is covered and of the rest left free."""
    logits = net(inputs)
    chance = torch.softmax(logits, 1)[:, SHEET]
    wanted = (labels == SHEET).float()
    both = (chance * wanted).sum((1, 2))
    dice = 1 - (2 * both + 1) / (chance.sum((1, 2)) + wanted.sum((1, 2)) + 1)
    return functional.cross_entropy(logits, labels) + dice.mean()


def to_onnx(net: SheetNet) -> bytes:
    """The net as ONNX (opset 13): convolutions, ReLU, doubling and joining only, probabilities at its end."""
    nodes: list[onnx.NodeProto] = []
    weights: list[onnx.TensorProto] = []

    def convolution(layer: nn.Conv2d, follower: nn.Module | None, inward: str, relu: bool) -> str:
        name = f"v{len(nodes)}"
        for values, part in zip(_fold(layer, follower), "wb", strict=True):
            weights.append(numpy_helper.from_array(values.astype(np.float16), f"{part}{name}half"))
            nodes.append(
                helper.make_node("Cast", [f"{part}{name}half"], [part + name], to=TensorProto.FLOAT)
            )
        edge, step = int(layer.padding[0]), layer.stride[0]
        inputs, size = [inward, f"w{name}", f"b{name}"], list(layer.kernel_size)
        nodes.append(
            helper.make_node(
                "Conv", inputs, [name], kernel_shape=size, pads=[edge] * 4, strides=[step] * 2
            )
        )
        if not relu:
            return name
        nodes.append(helper.make_node("Relu", [name], [f"{name}r"]))
        return f"{name}r"

    name, levels = "picture", []
    for level in net.down:
        for block in level:
            name = convolution(block[0], block[1], name, relu=True)
        levels.append(name)
    weights.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "twice"))
    for number, (block, beside) in enumerate(zip(net.up, reversed(levels[:-1]), strict=True)):
        larger, joined = f"larger{number}", f"joined{number}"
        nodes.append(
            helper.make_node("Resize", [name, "", "twice"], [larger], mode="nearest", **DOUBLED)
        )
        nodes.append(helper.make_node("Concat", [larger, beside], [joined], axis=1))
        name = convolution(block[0], block[1], joined, relu=True)
    name = convolution(net.last, None, name, relu=False)
    nodes.append(helper.make_node("Softmax", [name], ["parts"], axis=1))
    graph = helper.make_graph(
        nodes,
        "sheet",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("parts", TensorProto.FLOAT, [1, 3, SIDE // 2, SIDE // 2])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    return bytes(model.SerializeToString())


def finish_sheet(minutes: float, photos: Path) -> str:
    """Train the net, write it and its manifest; returns its version."""
    net = to_onnx(train_sheet(minutes, photos))
    digest = hashlib.sha256(net).hexdigest()
    version = f"sheet-{digest[:10]}"
    manifest = {"version": version, "net": {"file": NET_FILE, "sha256": digest}}
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    (DIRECTORY / NET_FILE).write_bytes(net)
    (DIRECTORY / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n")
    return version

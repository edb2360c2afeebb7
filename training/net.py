"""The net: convolutions only, one column of symbols every four pixels.

CTC (Graves et al. 2006) on columns; no recurrent layers, which are slow on a
processor. The output keeps four axes (N, symbols, 1, T).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from fairdeal.digitize.reader.engine import HEIGHT, MANIFEST, Calibration
from fairdeal.digitize.reader.naming import Measure
from fairdeal.digitize.reader.vocabulary import SYMBOLS

STRIDE: Final = 4
PLAIN: Final = 1.0
"""The breadth of the net that reads every field: under a million weights."""
BROAD: Final = 2.0
"""The breadth of the net that looks at doubtful fields: three million weights."""


def _block(inward: int, outward: int, size: int = 3, stride: int = 1) -> list[nn.Module]:
    return [
        nn.Conv2d(inward, outward, size, stride, padding=size // 2, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    ]


class Net(nn.Module):
    """(N, 1, 32, W) ink from 0 to 1 -> (N, symbols, 1, W/4) logits; `breadth` times the channels."""

    def __init__(self, breadth: float = PLAIN) -> None:
        super().__init__()
        a, b, c, d, e, f = (round(breadth * n) for n in (32, 48, 96, 128, 192, 160))
        self.body = nn.Sequential(
            # A wide first step of two: half the time of full resolution followed by pooling.
            *_block(1, a, 5, 2),
            *_block(a, b),
            nn.MaxPool2d(2),
            *_block(b, c),
            *_block(c, c),
            nn.MaxPool2d((2, 1)),
            *_block(c, d),
            *_block(d, d),
            nn.Conv2d(d, e, (4, 3), padding=(0, 1), bias=False),
            nn.BatchNorm2d(e),
            nn.ReLU(inplace=True),
            nn.Dropout(0.15),
            nn.Conv2d(e, f, (1, 3), padding=(0, 1)),
            nn.ReLU(inplace=True),
            nn.Conv2d(f, len(SYMBOLS), 1),
        )

    def forward(self, cells: Tensor) -> Tensor:
        logits: Tensor = self.body(cells)
        return logits


def log_probabilities(logits: Tensor) -> Tensor:
    """(T, N, symbols), as the CTC loss wants them."""
    return torch.log_softmax(logits.float().squeeze(2).permute(2, 0, 1), -1)


NET_FILES = ("reader.onnx", "second.onnx")
CALIBRATION_FILE = "calibration.json"
MEASURE_FILE = "hand.bin"


def to_onnx(net: Net) -> bytes:
    """The net as ONNX (opset 13): convolutions, ReLU and pooling only."""
    layers = list(net.eval().body)
    nodes: list[onnx.NodeProto] = []
    weights: list[onnx.TensorProto] = []
    name = "cells"
    for number, layer in enumerate(layers):
        after = f"v{number}"
        if isinstance(layer, nn.Conv2d):
            follower = layers[number + 1] if number + 1 < len(layers) else None
            kernel, bias = _fold(layer, follower)
            for values, name_of in ((kernel, f"w{number}"), (bias, f"b{number}")):
                half = values.astype(np.float16)
                weights.append(numpy_helper.from_array(half, f"{name_of}half"))
                widened = helper.make_node(
                    "Cast", [f"{name_of}half"], [name_of], to=TensorProto.FLOAT
                )
                nodes.append(widened)
            (py, px), (sy, sx) = layer.padding, layer.stride
            nodes.append(
                helper.make_node(
                    "Conv",
                    [name, f"w{number}", f"b{number}"],
                    [after],
                    kernel_shape=list(layer.kernel_size),
                    pads=[py, px, py, px],
                    strides=[sy, sx],
                )
            )
        elif isinstance(layer, nn.ReLU):
            nodes.append(helper.make_node("Relu", [name], [after]))
        elif isinstance(layer, nn.MaxPool2d):
            size = layer.kernel_size if isinstance(layer.kernel_size, tuple) else (2, 2)
            nodes.append(
                helper.make_node(
                    "MaxPool", [name], [after], kernel_shape=list(size), strides=list(size)
                )
            )
        else:  # batch norm folded in before, dropout of no effect
            continue
        name = after
    nodes[-1].output[0] = "symbols"
    graph = helper.make_graph(
        nodes,
        "reader",
        [helper.make_tensor_value_info("cells", TensorProto.FLOAT, ["n", 1, HEIGHT, "w"])],
        [helper.make_tensor_value_info("symbols", TensorProto.FLOAT, ["n", len(SYMBOLS), 1, "t"])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    return bytes(model.SerializeToString())


def _fold(
    layer: nn.Conv2d, follower: nn.Module | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    kernel = layer.weight.detach().double()
    bias = torch.zeros(len(kernel)).double() if layer.bias is None else layer.bias.detach().double()
    if isinstance(follower, nn.BatchNorm2d):
        mean, variance = follower.running_mean, follower.running_var
        assert mean is not None and variance is not None
        gain = follower.weight.detach().double() / torch.sqrt(variance.double() + follower.eps)
        kernel = kernel * gain[:, None, None, None]
        bias = (bias - mean.double()) * gain + follower.bias.detach().double()
    return (
        np.ascontiguousarray(kernel.float().numpy()),
        np.ascontiguousarray(bias.float().numpy()),
    )


def write_weights(
    directory: Path, nets: Sequence[bytes], calibration: Calibration, measure: Measure
) -> str:
    """Write nets, calibration, measure and manifest aside, then rename; returns the version."""
    directory.mkdir(parents=True, exist_ok=True)
    settings = json.dumps(asdict(calibration), indent=1).encode()
    scatter = measure.to_bytes()
    named = dict(zip(NET_FILES, nets, strict=False))
    version = f"reader-{hashlib.sha256(b''.join(nets)).hexdigest()[:10]}"
    manifest = {
        "version": version,
        "nets": [
            {"file": name, "sha256": hashlib.sha256(net).hexdigest()} for name, net in named.items()
        ],
        "calibration": {"file": CALIBRATION_FILE, "sha256": hashlib.sha256(settings).hexdigest()},
        "measure": {"file": MEASURE_FILE, "sha256": hashlib.sha256(scatter).hexdigest()},
    }
    files = {
        **named,
        CALIBRATION_FILE: settings,
        MEASURE_FILE: scatter,
        MANIFEST: json.dumps(manifest, indent=1).encode(),
    }
    for name, data in files.items():
        aside = directory / (name + ".part")
        aside.write_bytes(data)
    for name in files:
        (directory / (name + ".part")).replace(directory / name)
    return version

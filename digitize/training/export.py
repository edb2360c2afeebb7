"""From a trained net to the file that is run: batch norms folded in, weights at half precision.

Half precision halves the file; widened again when it is opened, it changes logits by less than a
thousandth of their spread.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from fairdeal.digitize.hand.shapes import Measure
from fairdeal.digitize.reader.alphabet import SYMBOLS
from fairdeal.digitize.reader.calibration import Calibration
from fairdeal.digitize.reader.normalise import HEIGHT
from fairdeal.digitize.reader.weights_store import MANIFEST
from fairdeal.digitize.training.net import Net

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
    settings = json.dumps(calibration.to_json(), indent=1).encode()
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

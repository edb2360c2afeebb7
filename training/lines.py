"""The packaged line reader, made small: ``python -m training.lines PP-OCRv6_rec_small.onnx``.

The file comes with rapidocr 3.10. Of the 18,710 characters that it knows, most of them Chinese, those alone
are kept that are looked for: how likely each of them is beside the others stays as it was. Its weights are
kept in 16 bits and widened when the net is opened, so it computes as before, in 32 bits, from weights rounded
by less than one in two thousand.
"""

from __future__ import annotations

import sys
from collections.abc import Set
from pathlib import Path
from typing import Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from fairdeal.digitize.nets import BLANK, LINES, WRITTEN
from fairdeal.digitize.printed.readers import LOOKED_FOR

SMALL: Final = 4096
"""Bytes of a weight that is kept as it is."""


def only(wanted: Set[str], net: onnx.ModelProto) -> onnx.ModelProto:
    """The net with the columns of its output that stand for wanted characters. ValueError where its file does
    not list what they stand for."""
    listed = next((each for each in net.metadata_props if each.key == "character"), None)
    known = [] if listed is None else [BLANK, *listed.value.splitlines(), " "]
    width = net.graph.output[0].type.tensor_type.shape.dim[-1]
    if listed is None or width.dim_value != len(known):
        raise ValueError("the net does not list its characters")
    kept = [n for n, character in enumerate(known) if character in wanted]
    for each in net.graph.initializer:
        if each.dims and each.dims[-1] == len(known):  # the last layer's weights, and its bias
            values = np.ascontiguousarray(numpy_helper.to_array(each)[..., kept])
            each.CopyFrom(numpy_helper.from_array(values, each.name))
    width.dim_value = len(kept)
    del net.graph.value_info[:]  # shapes on the way, which the last layer's no longer are
    listed.value = "\n".join(known[n] for n in kept[1:-1])
    return net


def halved(net: onnx.ModelProto) -> onnx.ModelProto:
    """The net with its large weights in 16 bits. ValueError where one does not fit."""
    graph, kept, widened = net.graph, [], []
    for each in graph.initializer:
        if each.data_type != TensorProto.FLOAT or len(each.raw_data) < SMALL:
            kept.append(each)
            continue
        values = numpy_helper.to_array(each).astype(np.float16)
        if not np.isfinite(values).all():
            raise ValueError(f"{each.name} does not fit into 16 bits")
        kept.append(numpy_helper.from_array(values, f"{each.name}_half"))
        widened.append(
            helper.make_node("Cast", [f"{each.name}_half"], [each.name], to=TensorProto.FLOAT)
        )
    nodes = [*widened, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(net)
    return net


if __name__ == "__main__":
    small = halved(only(WRITTEN | LOOKED_FOR, onnx.load(Path(sys.argv[1]))))
    LINES.write_bytes(small.SerializeToString())

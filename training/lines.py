"""The packaged line reader at half precision: ``python -m training.lines PP-OCRv6_rec_small.onnx``.

The file comes with rapidocr 3.10. Its weights are kept in 16 bits and widened when the net is opened, so it
computes as before, in 32 bits, from weights rounded by less than one in two thousand.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from fairdeal.digitize.nets import LINES

SMALL: Final = 4096
"""Bytes of a weight that is kept as it is."""


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
    LINES.write_bytes(halved(onnx.load(Path(sys.argv[1]))).SerializeToString())

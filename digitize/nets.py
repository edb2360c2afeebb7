"""Nets at work, run by onnxruntime: this module alone opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime
from numpy.typing import NDArray

SILENT: Final = 3
"""Its errors alone are said, and those as exceptions."""


class NetError(ValueError):
    """A file that is no net, or none that can be run."""


class RunningNet:
    """A net of one input and one output, on one thread: two win nothing here, and a page has workers."""

    def __init__(self, net: bytes | Path) -> None:
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = SILENT
        # Its own store keeps the most that the widest line ever took, beside what pictures take meanwhile.
        options.enable_cpu_mem_arena = False
        try:
            self._session: Any = onnxruntime.InferenceSession(
                net, options, providers=["CPUExecutionProvider"]
            )
            self._input = self._session.get_inputs()[0].name
        except Exception as error:  # onnxruntime's own errors have no common name
            raise NetError(str(error)) from None

    @property
    def channels(self) -> int | None:
        """How many values the output's last axis has, where the net fixes it."""
        last = self._session.get_outputs()[0].shape[-1]
        return last if isinstance(last, int) else None

    def says(self, key: str) -> str:
        """What the net's file says under a key of its own; KeyError where it has none."""
        return str(self._session.get_modelmeta().custom_metadata_map[key])

    def __call__(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """The output for one batch."""
        return np.asarray(self._session.run(None, {self._input: values})[0], np.float32)

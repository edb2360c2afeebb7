"""The net: convolutions only, one column of symbols every four pixels.

CTC (Graves et al. 2006) on columns; no recurrent layers, which are slow on a
processor. The output keeps four axes (N, symbols, 1, T).
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from fairdeal.digitize.reader.alphabet import SYMBOLS

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

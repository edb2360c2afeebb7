"""The net: convolutions only, under a million weights, one column of symbols every four pixels.

CTC (Graves et al. 2006) on columns; no recurrent layers, which `cv2.dnn` runs badly. The output keeps
four axes (N, symbols, 1, T): a squeeze inside the graph fails in `cv2.dnn` 4.14 at batches over one.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from fairdeal.digitize.reader.alphabet import SYMBOLS

STRIDE: Final = 4


def _block(inward: int, outward: int, size: int = 3, stride: int = 1) -> list[nn.Module]:
    return [
        nn.Conv2d(inward, outward, size, stride, padding=size // 2, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    ]


class Net(nn.Module):
    """(N, 1, 32, W) ink from 0 to 1 -> (N, symbols, 1, W/4) logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            # A wide first step of two: half the time of full resolution followed by pooling.
            *_block(1, 32, 5, 2),
            *_block(32, 48),
            nn.MaxPool2d(2),
            *_block(48, 96),
            *_block(96, 96),
            nn.MaxPool2d((2, 1)),
            *_block(96, 128),
            *_block(128, 128),
            nn.Conv2d(128, 192, (4, 3), padding=(0, 1), bias=False),
            nn.BatchNorm2d(192),
            nn.ReLU(inplace=True),
            nn.Dropout(0.15),
            nn.Conv2d(192, 160, (1, 3), padding=(0, 1)),
            nn.ReLU(inplace=True),
            nn.Conv2d(160, len(SYMBOLS), 1),
        )

    def forward(self, cells: Tensor) -> Tensor:
        logits: Tensor = self.body(cells)
        return logits


def log_probabilities(logits: Tensor) -> Tensor:
    """(T, N, symbols), as the CTC loss wants them."""
    return torch.log_softmax(logits.float().squeeze(2).permute(2, 0, 1), -1)

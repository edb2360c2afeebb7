"""k of n, and what that says about the true share: the exact 95 % bounds of Clopper and Pearson.

C. J. Clopper, E. S. Pearson, *The use of confidence or fiducial limits illustrated in the case of the
binomial*, Biometrika 26 (1934), 404-413.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, lgamma, log
from typing import Final

LEVEL: Final = 0.95
STEPS: Final = 52
"""Halvings of the interval: as many as a float has binary digits."""
NOTHING_MORE: Final = 1e-18
"""A term of a tail that adds so small a share of it ends the sum: they get smaller from there on."""


def at_most(k: int, n: int, share: float) -> float:
    """The probability of at most `k` of `n` where each happens with probability `share`."""
    if k >= n or share <= 0.0:
        return 1.0
    if k < 0 or share >= 1.0:
        return 0.0
    if share * (n + 1) < k + 1:
        return 1.0 - _tail(n - k - 1, n, 1.0 - share)
    return _tail(k, n, share)


def _tail(k: int, n: int, share: float) -> float:
    """The same for a `k` below the most likely number: every term down from it is smaller than the last."""
    log_term = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    term = exp(log_term + k * log(share) + (n - k) * log(1.0 - share))
    against, total = (1.0 - share) / share, term
    for i in range(k, 0, -1):
        term *= against * i / (n - i + 1)
        total += term
        if term < total * NOTHING_MORE:
            break
    return min(1.0, total)


def lower_bound(k: int, n: int, level: float = LEVEL) -> float:
    """The smallest true share that `k` of `n` leaves believable, one tail of a two-sided interval."""
    return 0.0 if not k else 1.0 - upper_bound(n - k, n, level)


@lru_cache(maxsize=4096)
def upper_bound(k: int, n: int, level: float = LEVEL) -> float:
    """The largest true share that `k` of `n` leaves believable, one tail of a two-sided interval."""
    if k >= n:
        return 1.0
    tail = (1.0 - level) / 2
    low, high = k / n, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if at_most(k, n, middle) > tail else (low, middle)
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class Proportion:
    """`k` of `n` came out so."""

    k: int
    n: int

    @property
    def whole(self) -> bool:
        return self.k == self.n

    @property
    def bounds(self) -> tuple[float, float]:
        return (lower_bound(self.k, self.n), upper_bound(self.k, self.n)) if self.n else (0.0, 1.0)

    def __str__(self) -> str:
        low, high = self.bounds
        return f"{self.k} of {self.n} (95 %: {100 * low:.3f} to {100 * high:.3f} %)"

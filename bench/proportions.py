"""k of n, and what that says about the true share: the exact 95 % bounds of Clopper and Pearson.

C. J. Clopper, E. S. Pearson, *The use of confidence or fiducial limits illustrated in the case of the
binomial*, Biometrika 26 (1934), 404-413.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Final

LEVEL: Final = 0.95
STEPS: Final = 200
"""Halvings of the interval: more than a float can tell apart."""


def at_most(k: int, n: int, share: float) -> float:
    """The probability of at most `k` of `n` where each happens with probability `share`."""
    if k >= n or share <= 0.0:
        return 1.0
    if k < 0 or share >= 1.0:
        return 0.0
    if k > n // 2:
        return 1.0 - at_most(n - k - 1, n, 1.0 - share)
    logs = [
        lgamma(n + 1)
        - lgamma(i + 1)
        - lgamma(n - i + 1)
        + i * log(share)
        + (n - i) * log(1 - share)
        for i in range(k + 1)
    ]
    return min(1.0, sum(exp(value) for value in logs))


def lower_bound(k: int, n: int, level: float = LEVEL) -> float:
    """The smallest true share that `k` of `n` leaves believable, one tail of a two-sided interval."""
    return 0.0 if not k else 1.0 - upper_bound(n - k, n, level)


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
    """`k` of `n` came out right."""

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

"""How far a counted share may be from the true one."""

from __future__ import annotations

import math


def bound(right: int, count: int) -> tuple[float, float]:
    """Clopper-Pearson interval of a share, 95 in 100, by bisection of the binomial's tails."""
    if count == 0:
        return 0.0, 1.0

    def at_least(k: int, p: float) -> float:
        if p <= 0.0 or p >= 1.0:
            return float(p >= 1.0 or k == 0)
        base = math.lgamma(count + 1)
        return sum(
            math.exp(
                base
                - math.lgamma(i + 1)
                - math.lgamma(count - i + 1)
                + i * math.log(p)
                + (count - i) * math.log1p(-p)
            )
            for i in range(k, count + 1)
        )

    def root(k: int, goal: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if at_least(k, middle) < goal else (low, middle)
        return low

    lower = 0.0 if right == 0 else root(right, 0.025)
    upper = 1.0 if right == count else root(right + 1, 0.975)
    return lower, upper

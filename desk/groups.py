"""Things in groups, by whatever they have in common."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def in_groups(named: Iterable[tuple[K, V]]) -> defaultdict[K, list[V]]:
    """What has a name, by name, everything in the order in which it came."""
    groups = defaultdict[K, list[V]](list)
    for name, each in named:
        groups[name].append(each)
    return groups


def firsts(named: Iterable[tuple[K, V]]) -> dict[K, V]:
    """The first that has each name."""
    return {name: group[0] for name, group in in_groups(named).items()}

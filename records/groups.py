"""Things in groups, by whatever they have in common."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
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


def counted(names: Iterable[K]) -> Iterator[tuple[K, int]]:
    """Each name, and which of those that are the same it is, from 1."""
    times = Counter[K]()
    for name in names:
        times[name] += 1
        yield name, times[name]

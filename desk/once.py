"""Values that take long, worked out once for all who ask, and a few of them kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Event, Lock
from typing import Final, Generic, TypeVar

from fairdeal.desk.confined import ConfinedError
from fairdeal.desk.trouble import DeskError

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

PATIENCE: Final = 5.0
"""Seconds to wait for somebody else's answer: one bad file must not take every thread of the desk."""


class UnfinishedError(DeskError):
    """Another thread is still at it: who asks again soon has the answer."""


class _Answer(Generic[V]):
    def __init__(self) -> None:
        self.done = Event()
        self.value: V | None = None
        self.error: DeskError | None = None


class Once(Generic[K, V]):
    """So many values at most. That one cannot be had is kept too: what takes a minute to find out is not
    found out again for every page."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, _Answer[V]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K, make: Callable[[], V], *, patiently: bool = False) -> V:
        """The value of this name, made where it is not there. Raises DeskError where it cannot be made,
        UnfinishedError where another thread is still at it; `patiently` waits for that one, however long it
        takes."""
        with self._lock:
            answer = self._kept.get(key)
            first = answer is None
            if answer is None:
                answer = self._kept[key] = _Answer()
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        if first:
            self._make(key, answer, make)
        elif not answer.done.wait(None if patiently else PATIENCE):
            raise UnfinishedError(
                "This is still being worked out.", "", "Open the page again in a minute."
            )
        if answer.error is not None:
            raise answer.error
        assert answer.value is not None
        return answer.value

    def _make(self, key: K, answer: _Answer[V], make: Callable[[], V]) -> None:
        try:
            answer.value = make()
        except ConfinedError as error:
            answer.error = error
            if error.why in ("busy", "stopped"):
                self._forget(key)
        except BaseException as error:
            answer.error = DeskError(str(error), "", "Open the page again.")
            self._forget(key)
            raise
        finally:
            answer.done.set()

    def _forget(self, key: K) -> None:
        with self._lock:
            self._kept.pop(key, None)

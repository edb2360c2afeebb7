"""What tests ask of a worker."""

from __future__ import annotations

import os
import signal
import sys
import time
from functools import partial
from pathlib import Path

from fairdeal.desk.confined import Work, Workers, more_time


def hang() -> None:
    while True:
        pass


def eat() -> int:
    held = []
    while True:
        held.append(bytearray(20_000_000))


def eat_once(megabytes: int) -> int:
    return len(bytearray(megabytes * 1_000_000))


def end(noted: Path, number: int) -> None:
    """End the worker by a signal, once that is noted."""
    with noted.open("a") as file:
        file.write("x")
    os.kill(os.getpid(), number)
    time.sleep(60)


def end_the_first_time(noted: Path) -> str:
    if not noted.exists():
        end(noted, signal.SIGKILL)
    return "done"


def fail() -> None:
    raise KeyError("a fault")


def refuse() -> None:
    raise FileNotFoundError(2, "No such file", "gone.hrn")


_left: list[bytearray] = []


def leave_behind(megabytes: int) -> int:
    """Hold so much memory for good."""
    _left.append(bytearray(megabytes * 1_000_000))
    return os.getpid()


def process() -> int:
    return os.getpid()


def print_lines(many: int) -> str:
    for number in range(many):
        print(f"line {number}")
    print("a remark", file=sys.stderr)
    return "printed"


def print_and_hang() -> None:
    print("so far", flush=True)
    hang()


def in_parts(parts: int, each: float) -> str:
    for _ in range(parts):
        time.sleep(each)
        more_time(10.0)
    return "all of them"


def swollen() -> bytes:
    return bytes(300_000_000)


def where() -> tuple[str, str | None]:
    return str(Path.cwd()), os.environ.get("FAIRDEAL_TRIED")


def imported(name: str) -> str:
    """From where a module comes that nobody has imported yet."""
    module = __import__(name)
    return str(module.__file__)


def start_and_hang() -> None:
    """As a program of its own: say which process the worker is, and wait for it."""
    pool = Workers(1)
    work = Work("x", "read", "", 300.0, 1000.0)
    print(pool.call(work, process), flush=True)
    pool.call(work, hang)


_noted: list[str] = []


def noted(_: int) -> list[str]:
    return _noted


def side_by_side(many: int) -> None:
    """As a program of its own: note something, then have so many things done by workers. Say how many workers
    there are, and what they had noted."""
    _noted.append("before")
    pool, work = Workers(2), Work("x", "read", "", 300.0, 1000.0)
    done = [found for _, found in pool.each(range(many), partial(pool.call, work, noted))]
    print(len(pool._all), done)
    pool.close()

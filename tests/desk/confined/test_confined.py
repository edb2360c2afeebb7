"""Workers: stopped where they take too much, replaced, and never in the way of the next file."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.desk.confined import ConfinedError, Work, Workers
from fairdeal.desk.trouble import DeskError
from tests.desk.confined import doings

LINUX = sys.platform.startswith("linux")


@pytest.fixture
def pool() -> Iterator[Workers]:
    found = Workers(1)
    yield found
    found.close()


def work(seconds: float = 60.0, megabytes: float = 1000.0) -> Work:
    return Work("x.pdf", "read", "Send it as a photo.", seconds, megabytes)


def test_what_takes_too_long_is_stopped_and_the_next_is_done(pool: Workers) -> None:
    with pytest.raises(ConfinedError) as caught:
        pool.call(work(0.3), doings.hang)
    assert str(caught.value) == (
        "x.pdf takes more than 0 seconds to read. Send it as a photo."
        " On a slow machine, allow more: FAIRDEAL_SECONDS=1."
    )
    assert (caught.value.why, caught.value.abandoned) == ("time", True)
    assert pool.call(work(), doings.eat_once, 1) == 1_000_000


@pytest.mark.skipif(not LINUX, reason="other systems bound the time alone")
def test_what_takes_too_much_memory_is_stopped_and_the_next_is_done(pool: Workers) -> None:
    with pytest.raises(ConfinedError, match=r"x\.pdf takes more than 200 MB of memory to read"):
        pool.call(work(megabytes=200), doings.eat)
    assert pool.call(work(megabytes=200), doings.eat_once, 1) == 1_000_000


@pytest.mark.skipif(not LINUX, reason="other systems bound the time alone")
def test_what_one_file_leaves_in_memory_is_not_counted_against_the_next(pool: Workers) -> None:
    first = pool.call(work(megabytes=200), doings.leave_behind, 10)
    assert pool.call(work(megabytes=200), doings.leave_behind, 140) == first
    assert pool.call(work(megabytes=200), doings.eat_once, 150) == 150_000_000
    assert pool.call(work(megabytes=200), doings.process) != first


def test_a_worker_that_ends_is_tried_once_more(pool: Workers, tmp_path: Path) -> None:
    assert pool.call(work(), doings.end_the_first_time, tmp_path / "noted") == "done"


def test_a_file_that_ends_every_worker_is_given_up(pool: Workers, tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    with pytest.raises(ConfinedError, match=r"x\.pdf stopped the program that was to read it"):
        pool.call(work(), doings.end, noted, signal.SIGABRT)
    assert noted.read_text() == "xx", "once more, and not for ever"


def test_a_fault_is_one_line_and_debugging_shows_where_it_came_from(
    pool: Workers, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfinedError, match="a fault in Fairdeal") as caught:
        pool.call(work(), doings.fail)
    assert (caught.value.why, caught.value.abandoned) == ("fault", True)
    assert "\n" not in str(caught.value)
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("FAIRDEAL_DEBUG", "1")
    with pytest.raises(ConfinedError):
        pool.call(work(), doings.fail)
    told = capsys.readouterr().err
    assert "Traceback" in told and "in fail" in told


def test_what_a_reader_refuses_is_said_in_its_words(pool: Workers) -> None:
    with pytest.raises(ConfinedError, match=r"gone\.hrn: there is no such file") as caught:
        pool.call(work(), doings.refuse)
    assert not caught.value.abandoned


def test_what_is_printed_comes_out_in_order(
    pool: Workers, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pool.call(work(), doings.print_lines, 20_000) == "printed"
    told = capsys.readouterr()
    assert told.out.splitlines() == [f"line {number}" for number in range(20_000)]
    assert told.err == "a remark\n"


def test_what_was_printed_before_a_limit_is_not_lost_and_not_done_twice(pool: Workers) -> None:
    out = io.StringIO()
    with pytest.raises(ConfinedError):
        pool.printing(out, work(0.5), doings.print_and_hang)
    assert out.getvalue() == "so far\n"


def test_every_part_that_is_done_buys_time_for_the_next(pool: Workers) -> None:
    assert pool.call(work(1.0), doings.in_parts, 3, 0.5) == "all of them"


def test_an_answer_that_would_fill_the_memory_is_refused(pool: Workers) -> None:
    with pytest.raises(ConfinedError, match="an answer that is too large"):
        pool.call(work(megabytes=2000), doings.swollen)


def test_a_worker_sees_the_folder_and_the_settings_of_who_asks(
    pool: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool.call(work(), doings.where)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAIRDEAL_TRIED", "yes")
    assert pool.call(work(), doings.where) == (str(tmp_path), "yes")


def test_nothing_is_imported_from_the_folder_one_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An evidence folder comes from a disputing party."""
    for name in ("fairdeal_tried", "socket", "threading", "pickle"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.setattr("fairdeal.desk.confined.pool.may_fork", lambda: False)
    pool = Workers(1)
    try:
        with pytest.raises(ConfinedError, match="ModuleNotFoundError"):
            pool.call(work(), doings.imported, "fairdeal_tried")
    finally:
        pool.close()
    assert not (tmp_path / "ran").exists()


def test_stopping_the_program_ends_its_worker(pool: Workers) -> None:
    class Stopped(io.StringIO):
        def write(self, text: str) -> int:
            raise KeyboardInterrupt

    first = pool.call(work(), doings.process)
    with pytest.raises(KeyboardInterrupt):
        pool.printing(Stopped(), work(), doings.print_and_hang)
    assert _ended(first)


@pytest.mark.skipif(not LINUX, reason="asks /proc")
@pytest.mark.parametrize("copied", [True, False], ids=["a copy", "a new program"])
def test_a_worker_ends_with_the_program_that_started_it(copied: bool) -> None:
    thread = "" if copied else "import threading; threading.Thread(target=print).start()\n"
    started = (
        f"from tests.desk.confined import doings\nimport fairdeal.desk.confined.pool as worker\n{thread}"
        f"worker.may_fork = lambda: {copied}\ndoings.start_and_hang()\n"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", started],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert program.stdout is not None
    worker = int(next(line for line in program.stdout if line.strip()))
    assert not _ended(worker, 0.0)
    program.kill()
    program.wait()
    program.stdout.close()
    assert _ended(worker)


@pytest.mark.skipif(not LINUX, reason="elsewhere every worker is a new program")
def test_work_side_by_side_is_done_by_copies_of_this_process() -> None:
    assert _side_by_side(1) == "1 [['before']]\n"
    assert _side_by_side(3) == "2 [['before'], ['before'], ['before']]\n"


def test_a_process_with_another_thread_is_not_copied_for_work_side_by_side() -> None:
    """A lock that the thread holds would be held in the copy for ever."""
    thread = "import threading, time; threading.Thread(target=time.sleep, args=(60,), daemon=True).start()"
    assert _side_by_side(1, thread) == "1 [[]]\n"


def _side_by_side(many: int, first: str = "") -> str:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"from tests.desk.confined import doings\n{first}\ndoings.side_by_side({many})",
        ],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return done.stdout


def _ended(process: int, patience: float = 30.0) -> bool:
    """Whether a process is gone, or will be in so many seconds."""
    until = time.monotonic() + patience
    while True:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z" or time.monotonic() > until:
            return state == "Z"
        time.sleep(0.05)


def test_this_process_does_its_own_while_the_worker_is_at_work() -> None:
    done: list[int] = []
    pool = Workers(1, meanwhile=lambda: done.append(os.getpid()))
    try:
        assert pool.call(work(), doings.process) not in done
        assert done == [os.getpid()]
    finally:
        pool.close()


def test_where_every_worker_is_at_work_one_waits_no_longer_than_one_may() -> None:
    pool = Workers(1, patience=0.05)
    thread = threading.Thread(target=lambda: _ignored(pool))
    pool.call(work(), doings.process)
    thread.start()
    try:
        while pool._free._value:
            time.sleep(0.01)
        with pytest.raises(ConfinedError, match="busy with other files"):
            pool.call(work(), doings.process)
    finally:
        pool.close()
        thread.join()


def _ignored(pool: Workers) -> None:
    with pytest.raises(ConfinedError):
        pool.call(work(), doings.hang)


def test_limits_are_set_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_SECONDS", "5")
    monkeypatch.setenv("FAIRDEAL_MEGABYTES", "700")
    found = Work.photo("x.jpg")
    assert (found.seconds, found.megabytes) == (5.0, 700.0)
    longer = Work.text("x.pbn", 2_000_000)
    assert longer.seconds > found.seconds and longer.megabytes > found.megabytes
    assert Work.text("x.pbn", 2_000_000, held=False).megabytes == 700.0
    monkeypatch.setenv("FAIRDEAL_SECONDS", "a minute")
    with pytest.raises(
        DeskError, match=r"FAIRDEAL_SECONDS=a minute is not a limit\. Write a number"
    ):
        Work.photo("x.jpg")

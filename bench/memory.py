"""How much memory this process holds, and held at most (Linux)."""

from __future__ import annotations

from pathlib import Path


def of_status(name: str) -> float:
    """A line of the process's status, in MB. `getrusage` would begin with the memory of the parent."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024 / 1e6


def peak_mb() -> float:
    return of_status("VmHWM:")


def held_mb() -> float:
    return of_status("VmRSS:")


def count_peak_from_here() -> None:
    """Forget the highest memory so far, where the system can."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return

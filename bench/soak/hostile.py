"""Files made to hurt, forged archives, rude visitors: ``./run soak hostile``.

Prints a line for each attack: whether the program held, its seconds, the memory of all its processes and
what it wrote. ``--only NAME`` tries those whose name holds these letters; ``--write FILE`` writes the
table as Markdown, with the figures of the table that is in the file already as *before*.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.hostile.attack import Attack, Tried, attempt
from bench.hostile.catalogue import ATTACKS
from bench.hostile.table import line_of, write_table
from bench.proportions import Proportion
from bench.soak.outcome import Outcome


def run(count: int, _seed: int, *, only: str = "", write: Path | None = None) -> Iterator[Outcome]:
    """The first `count` attacks, or those whose name holds `only`."""
    tried = [_tell(_attempt(attack)) for attack in _chosen(ATTACKS[:count], only)]
    if write is not None:
        write_table(write, tried)
    failures = tuple(f"{each.attack.name}: {each.wrong}" for each in tried if each.wrong)
    yield Outcome("attacks held", Proportion(len(tried) - len(failures), len(tried)), failures)


def _chosen(attacks: Sequence[Attack], only: str) -> list[Attack]:
    return [attack for attack in attacks if only in attack.name]


def _attempt(attack: Attack) -> Tried:
    """In a folder of its own, which is gone afterwards however deep it is."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-hostile-"))
    try:
        return attempt(attack, folder)
    finally:
        # Not `shutil.rmtree`, which cannot go as deep as one of the attacks.
        subprocess.run(("rm", "-rf", str(folder)), check=False)


def _tell(tried: Tried) -> Tried:
    print(line_of(tried), flush=True)
    return tried

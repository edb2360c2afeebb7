"""Work on a Dask cluster: the same readings and reports, also where one of its machines dies at work."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.intake.reading import Cluster, Here, Photo, reads_by
from fairdeal.desk.tournament.audit import audit_into
from tests.desk.tournament.test_resuming import PICTURE
from tests.desk.tournament.test_taking_over import in_it, sheet, started


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two machines of one worker each. To start them takes seconds."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield made


def test_a_cluster_gives_the_same_readings_as_the_pool(cluster: Any, tmp_path: Path) -> None:
    sample = Path(__file__).parents[3] / "samples" / "alberta-match" / "synthetic-we-they.jpg"
    broken = tmp_path / "broken.png"
    broken.write_bytes(PICTURE + b"x" * 30)
    photos = [Photo(sample, sample.name, "a"), Photo(broken, "broken.png", "b")]
    with closing(Cluster(cluster.scheduler_address)) as crew:
        there = {p.name: r for p, r in reads_by(crew)(photos, None)}
    with closing(Here()) as crew:
        here = {p.name: r for p, r in reads_by(crew)(photos, None)}
    assert there == here


def test_a_worker_of_a_cluster_killed_in_the_middle_loses_nothing(
    cluster: Any, tmp_path: Path
) -> None:
    folder, there, here = (tmp_path / name for name in ("cup", "there", "here"))
    folder.mkdir()
    for table in range(1, 13):
        (folder / f"{table}.hrn").write_bytes(sheet(table, (f"Reef {table}", f"Harbour {table}")))
    killed: list[int] = []

    def kill_one(_: str, done: int, __: int) -> None:
        if done == 6 and not killed:
            pid = next(iter(cluster.workers.values())).pid
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    with closing(Cluster(cluster.scheduler_address)) as crew:
        done = audit_into(folder, there, progress=kill_one, crew=crew)
    assert killed
    assert not done.unread and len(done.results) == 12
    assert audit_into(folder, here, crew=started()) == done
    assert in_it(there) == in_it(here)

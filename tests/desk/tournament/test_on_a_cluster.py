"""A whole audit on a Dask cluster: the same reports, also where one of its machines dies at work."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from pathlib import Path

from fairdeal.desk.intake.reading import Cluster
from fairdeal.desk.tournament.audit import audit_into
from tests.desk.tournament.test_taking_over import in_it, sheet, started


def test_a_worker_of_a_cluster_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    from distributed import LocalCluster

    folder, there, here = (tmp_path / name for name in ("cup", "there", "here"))
    folder.mkdir()
    for table in range(1, 25):
        (folder / f"{table}.hrn").write_bytes(sheet(table, (f"Reef {table}", f"Harbour {table}")))
    killed: list[int] = []

    def kill_one(_: str, done: int, __: int) -> None:
        if done == 6 and not killed:
            pid = next(iter(cluster.workers.values())).pid
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        closing(Cluster(cluster.scheduler_address)) as crew,
    ):
        done = audit_into(folder, there, progress=kill_one, crew=crew)
    assert killed
    assert not done.unread and len(done.results) == 24
    assert audit_into(folder, here, crew=started()) == done
    assert in_it(there) == in_it(here)

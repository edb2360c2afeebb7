"""The same readings on a Dask cluster: this module alone knows Dask.

Its trust model is Dask's own: whoever reaches the scheduler can run any program on its workers, and
the workers see every photo. Use it on a network of your own, or with TLS (`Tls`), under which only
holders of a certificate of the cluster's authority get in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairdeal.desk.confined import Workers
from fairdeal.desk.confined.pool import AHEAD
from fairdeal.desk.extras import CLUSTER, how_to_get, installed
from fairdeal.desk.intake.reading_pool import MOST, Photo, ReadAll, Reading, read_confined
from fairdeal.desk.trouble import DeskError

if TYPE_CHECKING:
    from fairdeal.digitize.ruled.sheets.known import KnownSheets

PATIENCE: Final = 20
"""Seconds to wait for the scheduler, and for a first worker."""


@dataclass(frozen=True, slots=True)
class Tls:
    """Files for TLS: the authority's certificate, one's own, and its key. Handed to Dask as they are."""

    authority: Path
    certificate: Path
    key: Path


def reads_on(address: str, tls: Tls | None = None) -> ReadAll:
    """A reader of photos that hands them to the cluster at this address.

    Raises DeskError where the packages for it are not installed.
    """
    if not installed(CLUSTER):
        raise DeskError(
            "The packages for work on a cluster are not installed.",
            address,
            f"Install them with: {how_to_get(CLUSTER)}",
        )

    def read_all(
        photos: Iterable[Photo], sheets: KnownSheets | None = None
    ) -> Iterator[tuple[Photo, Reading]]:
        waiting = iter(photos)
        first = next(waiting, None)
        if first is None:
            return
        with _client(address, tls) as client:
            most = max(1, len(client.ncores())) * AHEAD
            yield from _read(client, _with(first, waiting), sheets, most)

    return read_all


def _with(first: Photo, others: Iterator[Photo]) -> Iterator[Photo]:
    yield first
    yield from others


def _client(address: str, tls: Tls | None) -> Any:
    from distributed import Client
    from distributed.security import Security

    security = None
    if tls is not None:
        security = Security(
            tls_ca_file=str(tls.authority),
            tls_client_cert=str(tls.certificate),
            tls_client_key=str(tls.key),
            require_encryption=True,
        )
    try:
        client = Client(address, security=security, timeout=PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise DeskError(
            f"The Dask scheduler at {address} did not answer ({type(error).__name__}).",
            address,
            "Check the address, that it runs, and that it has workers with Fairdeal installed.",
        ) from error
    return client


@cache
def _workers_there() -> Workers:
    return Workers(MOST)


def read_there(data: bytes, name: str, sheets: KnownSheets | None) -> Reading:
    """On a machine of the cluster: a photo read by a worker, within the limits that are set there."""
    return read_confined(data, name, sheets, _workers_there())


def _read(
    client: Any, waiting: Iterator[Photo], sheets: KnownSheets | None, most: int
) -> Iterator[tuple[Photo, Reading]]:
    """Keep `most` tasks under way. A worker that dies has its tasks done by another, as Dask does."""
    from distributed import as_completed

    under_way: dict[str, Photo] = {}
    done = as_completed(loop=client.loop)
    more = True

    def fill() -> bool:
        while len(under_way) < most:
            photo = next(waiting, None)
            if photo is None:
                return False
            future = client.submit(
                read_there, photo.path.read_bytes(), photo.name, sheets, pure=False, retries=1
            )
            under_way[future.key] = photo
            done.add(future)
        return True

    more = fill()
    while under_way:
        future = next(done)
        photo = under_way.pop(future.key)
        try:
            reading: Reading = future.result()
        except Exception as error:
            reading = (
                f"{photo.name}: reading it failed on the cluster ({type(error).__name__})."
                " Read it on this machine."
            )
        del future
        yield photo, reading
        if more:
            more = fill()

"""Many photos read at once: one worker a core, each with one thread, or on a Dask cluster; by which reader,
and with which layouts of clubs' own sheets.

Tasks carry the bytes of a photo, not its path: the same tasks go to other machines. Only a few are under way
at a time, so that a thousand photos need no more memory than ten.

A cluster's trust model is Dask's own: whoever reaches the scheduler can run any program on its workers, and
the workers see every photo. Use it on a network of your own, or with TLS (`Tls`), under which only holders of
a certificate of the cluster's authority get in. Only this module knows Dask.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairdeal.desk.confined import ConfinedError, Work, Workers, more_time
from fairdeal.desk.confined.pool import AHEAD, cores
from fairdeal.desk.files import read_bytes
from fairdeal.desk.trouble import CLUSTER, DeskError, how_to_get, installed, of_one
from fairdeal.grammar.notation.hand_record import decoded
from fairdeal.records.transcript import Transcript

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets


def known_sheets(paths: Sequence[Path], us: str | None = None) -> KnownSheets:
    """The layouts of files. Raises LayoutFileError for a bad one, DeskError or OSError for no file."""
    from fairdeal.digitize.sheets.layout_file import KnownSheets, read_layout

    layouts = tuple(read_layout(decoded(read_bytes(path))[0], str(path)) for path in paths)
    return KnownSheets(layouts, us)


def is_layout(path: Path) -> bool:
    """Whether a file means to be a layout file, right or wrong."""
    from fairdeal.digitize.sheets.layout_file import LARGEST, looks_like_layout

    if path.suffix.casefold() != ".toml":
        return False
    with path.open("rb") as file:
        return looks_like_layout(decoded(file.read(LARGEST))[0])


MOST: Final = 16
"""Workers at most: more would wait for the disk."""

Reading = list[Transcript] | str
"""A photo's transcripts, or the line that says why there are none."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo to read: where it lies, and what it is called in answers."""

    path: Path
    name: str
    digest: str


ReadAll = Callable[[Iterable[Photo], "KnownSheets | None"], Iterator[tuple[Photo, Reading]]]
"""Reads photos, here or elsewhere, and yields them with their readings as they are done."""


def read_all(
    photos: Iterable[Photo], sheets: KnownSheets | None = None
) -> Iterator[tuple[Photo, Reading]]:
    """Read photos in a pool of workers, and yield each with its reading as it is done."""
    pool = one_a_core()

    def work(photo: Photo) -> Reading:
        try:
            data = photo.path.read_bytes()
        except OSError:
            data = b""
        return read_confined(data, photo.name, sheets, pool)

    return pool.each(photos, work)


def one_a_core() -> Workers:
    """A pool of workers, one a core."""
    return Workers(max(1, min(MOST, cores())))


def read_confined(data: bytes, name: str, sheets: KnownSheets | None, pool: Workers) -> Reading:
    """One photo's reading by a worker of a pool. Never raises for what is in the photo."""
    if not data:
        return f"{name} could not be opened. Copy or send it again."
    try:
        return pool.call(Work.photo(name), read_alone, data, name, sheets)
    except ConfinedError as error:
        return of_one(name, error)


def read_alone(data: bytes, name: str, sheets: KnownSheets | None = None) -> list[Transcript]:
    """One photo's transcripts, in a worker beside others: the cores are shared out already."""
    one_thread()
    return read_pages(data, name, sheets)


def read_pages(data: bytes, name: str, sheets: KnownSheets | None = None) -> list[Transcript]:
    """One photo's transcripts, in a worker. Every page that is done buys the next ones time."""
    from fairdeal.digitize import read_photo

    return read_photo(data, name, sheets=sheets, done=more_time)


def renamed(reading: Reading, old: str, new: str) -> Reading:
    """A kept reading under the name that the same photo has now."""
    if old == new:
        return reading
    if isinstance(reading, str):
        return reading.replace(old, new)
    return [replace(each, photo=new + each.photo.removeprefix(old)) for each in reading]


def one_thread() -> None:
    """One thread for OpenCV, and for Tesseract too."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    import cv2

    cv2.setNumThreads(1)


ROOMS: Final = ("digitize", "records")
"""The packages of ours that a photo goes through until it is a transcript."""
_DECIDE: Final = (".py", ".toml", ".json", ".onnx")
"""Endings of what decides a reading; fonts are for printing forms."""
_NOT_READING: Final = ("training", "__pycache__")


@cache
def reader_version() -> str:
    """The version of the handwriting reader's weights, kept with everything that it read."""
    from fairdeal.digitize.reader.engine import load_weights

    return load_weights().version


@cache
def edition() -> str:
    """The reader as a whole: its weights, a digest of its programs and forms, and OpenCV's version.

    Another edition may read the same photo otherwise, also where no version was counted up.
    """
    import cv2

    rooms = [Path(place) for room in ROOMS for place in _places(room)]
    return f"{reader_version()} {digest_of(rooms)} {cv2.__version__}"


def _places(room: str) -> Sequence[str]:
    spec = find_spec(f"fairdeal.{room}")
    return () if spec is None else list(spec.submodule_search_locations or ())


def digest_of(folders: Sequence[Path]) -> str:
    """SHA-256 of everything in folders that decides a reading, names and contents, in hexadecimal."""
    told = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.suffix in _DECIDE and not set(_NOT_READING) & set(inside.parts):
                name = (folder.name / inside).as_posix().encode()
                data = path.read_bytes()
                told.update(b"%d %s %d " % (len(name), name, len(data)) + data)
    return told.hexdigest()


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
            yield from _read_by(client, _with(first, waiting), sheets, most)

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


def _read_by(
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

"""Many things done side by side: one worker a core, each with one thread, or on a Dask cluster. How photos
are read there: by which reader, and with which layouts of clubs' own sheets.

Tasks carry the bytes of a file, not its path: the same tasks go to other machines. Only a few are under way
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
from functools import cache, partial
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from fairdeal.desk.confined import ConfinedError, Work, Workers, more_time
from fairdeal.desk.confined.pool import AHEAD, cores
from fairdeal.desk.extras import CLUSTER, how_to_get, installed
from fairdeal.desk.files import is_report, read_bytes
from fairdeal.desk.trouble import DeskError, of_one
from fairdeal.grammar.encoding import decoded
from fairdeal.records import Transcript

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

T = TypeVar("T")
Item = TypeVar("Item")

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


def one_a_core() -> Workers:
    """A pool of workers, one a core."""
    return Workers(max(1, min(MOST, cores())))


class Here:
    """The workers of this machine, one a core."""

    def __init__(self) -> None:
        self._pool = one_a_core()

    def prepare(self) -> None:
        """Make the workers while this process may be copied: a moving bar has a thread, and so has OpenCV."""
        self._pool.prepare(self._pool.most)

    def each(
        self, items: Iterable[Item], work: Callable[[Workers, Item], T]
    ) -> Iterator[tuple[Item, T | DeskError]]:
        """`work` for each item, as they are done; it raises nothing. An error stands in the place of what was
        not done: its message follows a word for the thing. (Here there is none.)"""
        return self._pool.each(items, partial(work, self._pool))

    def close(self) -> None:
        self._pool.close()


def reads_by(crew: Crew) -> ReadAll:
    """A reader of photos that hands them to a crew."""

    def read_all(
        photos: Iterable[Photo], sheets: KnownSheets | None = None
    ) -> Iterator[tuple[Photo, Reading]]:
        sent: dict[int, Photo] = {}
        for (number, _, name), reading in crew.each(
            _with_bytes(photos, sent), partial(_read, sheets)
        ):
            if isinstance(reading, DeskError):
                reading = f"{name}: reading it {reading.message}. Read it on this machine."
            yield sent.pop(number), reading

    return read_all


def _with_bytes(
    photos: Iterable[Photo], sent: dict[int, Photo]
) -> Iterator[tuple[int, bytes, str]]:
    """What is sent of photos: a number, the bytes, the name."""
    for number, photo in enumerate(photos):
        sent[number] = photo
        try:
            data = photo.path.read_bytes()
        except OSError:
            data = b""
        yield number, data, photo.name


def _read(sheets: KnownSheets | None, pool: Workers, item: tuple[int, bytes, str]) -> Reading:
    _, data, name = item
    return read_confined(data, name, sheets, pool)


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
    """One photo's transcripts, in a worker. Every page that is done buys the next ones time. Raises
    DeskError for a report of ours."""
    if is_report(data):
        raise DeskError(
            f"{name} is a report that Fairdeal made, not a paper of a match.",
            name,
            "Add the photos and logs that it was made of.",
        )
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

    return f"{reader_version()} {digest_of_rooms(ROOMS, _DECIDE)} {cv2.__version__}"


def digest_of_rooms(rooms: Sequence[str], endings: Sequence[str] = ()) -> str:
    """SHA-256 of what is in packages of ours: of files with these endings, or of all."""
    found = (find_spec(f"fairdeal.{room}") for room in rooms)
    places = (each.submodule_search_locations or () for each in found if each is not None)
    return digest_of([Path(place) for each in places for place in each], endings)


def digest_of(folders: Sequence[Path], endings: Sequence[str] = _DECIDE) -> str:
    """SHA-256 of the files in folders that have one of these endings, or of all, names and contents, in
    hexadecimal."""
    told = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if set(_NOT_READING) & set(inside.parts) or not path.is_file():
                continue
            if path.suffix in endings or not endings:
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


class Cluster:
    """The cluster at an address, connected once there is something to do.

    Raises DeskError where the packages for it are not installed.
    """

    def __init__(self, address: str, tls: Tls | None = None) -> None:
        if not installed(CLUSTER):
            raise DeskError(
                "The packages for work on a cluster are not installed.",
                address,
                f"Install them with: {how_to_get(CLUSTER)}",
            )
        self._address, self._tls = address, tls
        self._client: Any = None

    def each(
        self, items: Iterable[Item], work: Callable[[Workers, Item], T]
    ) -> Iterator[tuple[Item, T | DeskError]]:
        """A worker that dies has its tasks done by another, as Dask does."""
        waiting = iter(items)
        first = list(islice(waiting, 1))
        if not first:
            return
        from distributed import as_completed

        client = self._connected()
        most = max(1, len(client.ncores())) * AHEAD
        done, under_way = as_completed(loop=client.loop), dict[str, Item]()
        queue = chain(first, waiting)
        while True:
            for item in islice(queue, most - len(under_way)):
                future = client.submit(_there, work, item, pure=False, retries=1)
                under_way[future.key] = item
                done.add(future)
            if not under_way:
                return
            future = next(done)
            try:
                result: T | DeskError = future.result()
            except Exception as error:
                result = DeskError(f"failed on the cluster ({type(error).__name__})")
            item = under_way.pop(future.key)
            del future
            yield item, result

    def _connected(self) -> Any:
        if self._client is None:
            self._client = _client(self._address, self._tls)
        return self._client

    def close(self) -> None:
        if self._client is not None:
            self._client.close()


Crew = Here | Cluster
"""Whoever works: this machine's workers, or a cluster's."""


def _client(address: str, tls: Tls | None) -> Any:
    from distributed import Client
    from distributed.security import Security

    security = tls and Security(
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


def _there(work: Callable[[Workers, Item], T], item: Item) -> T:
    """On a machine of the cluster: work done by its workers, within the limits that are set there."""
    return work(_workers_there(), item)

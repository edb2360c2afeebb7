"""The port for phones: open while a pass is open, and only then."""

from __future__ import annotations

import logging
import socket
import time
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from fairdeal.desk.pages.guard import bracketed
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.serving import Limits, Server, listen
from fairdeal.desk.phone.app import REFUSALS, PhoneGate, create_phone_app
from fairdeal.desk.phone.passes import Pass, Passes, from_near
from fairdeal.desk.trouble import DeskError

_log: Final = logging.getLogger(__name__)

PORT: Final = 8457
"""Beside the desk's own."""
LIMITS: Final = Limits(connections=40, of_one=12)
"""Some phones, each with the six connections of a browser and as many that it has left behind."""
LOOK: Final = 1.0
"""Seconds between two looks whether any pass is still open."""
LINGER: Final = 10.0
"""Seconds for which the port stays open after the last pass has ended: the phone still fetches the page that
says so, over a network that may be slow, and would show an error of the browser instead."""
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for examples: nothing is sent there, the system only says which of its own it would use."""


def own_address() -> str | None:
    """The address of this machine in its network; None where it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found = str(probe.getsockname()[0])
        return None if ip_address(found).is_unspecified else found
    return None


class PhoneLine:
    """Listens for phones at one address of a local network: `address`, None to find out this
    machine's own."""

    def __init__(
        self,
        archive: Path,
        readings: Readings,
        address: str | None = None,
        port: int = PORT,
        passes: Passes | None = None,
    ) -> None:
        self.passes = passes or Passes()
        self._archive, self._readings = archive, readings
        self._address, self._port = address, port
        self._lock = Lock()
        self._server: Server | None = None
        self._at = ""

    def open(self, case: str, who: str) -> Pass:
        """Let in a phone for a case. Raises DeskError where no phone could reach this machine, or not only
        phones that are near."""
        with self._lock:
            if self._server is None:
                self._listen()
            return self.passes.open(case, who)

    def url(self, it: Pass) -> str:
        """What the QR code of a pass holds."""
        return f"http://{self._at}/p/{it.code}"

    @property
    def listening(self) -> bool:
        return self._server is not None

    def close(self) -> None:
        """Stop listening, whatever is open."""
        with self._lock:
            self._stop()

    def _listen(self) -> None:
        address = self._address or own_address()
        if address is None:
            raise DeskError(
                "This machine is not in a network that a phone could be in.",
                "",
                "Connect it to the same Wi-Fi as the phone.",
            )
        if not from_near(address):
            raise DeskError(
                f"{address} can be reached from the internet.",
                "",
                "Start the desk with an address of the local network: --phone-address ADDRESS.",
            )
        hosts: set[str] = set()
        app = create_phone_app(self._archive, self.passes, hosts, self._readings)
        try:
            server = listen(app, PhoneGate(app), address, self._port, None, LIMITS, REFUSALS)
        except OSError as error:
            reason = (error.strerror or "it failed").lower()
            raise DeskError(
                f"{address}:{self._port} cannot be listened on ({reason}).",
                "",
                "Start the desk with another port: --phone-port N.",
            ) from error
        self._at = f"{bracketed(address)}:{self._port or server.effective_listen[0][1]}"
        hosts.add(self._at)
        self._server = server
        Thread(target=_run, args=(server,), name="phones", daemon=True).start()
        Thread(target=self._watch, args=(server,), name="phones-end", daemon=True).start()

    def _watch(self, server: Server) -> None:
        """Close the port once no pass has been open for a little while."""
        needed = time.monotonic()
        while True:
            time.sleep(LOOK)
            with self._lock:
                if self._server is not server:
                    return
                if self.passes.any():
                    needed = time.monotonic()
                elif time.monotonic() - needed >= LINGER:
                    self._stop()
                    return

    def _stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None


def _run(server: Server) -> None:
    """Until it is closed, which takes its connections away from under it."""
    with suppress(OSError, RuntimeError, ValueError):
        server.run()

"""What goes between a worker and the process that watches it: pickled messages, each behind its length.

Both are of one program and one user, so neither guards against the other: a worker bounds what a file costs,
it is not a sandbox.
"""

from __future__ import annotations

import pickle
import socket
import struct
from typing import Any, Final

_LENGTH: Final = struct.Struct(">Q")
_AT_ONCE: Final = 1 << 20


class Wire:
    """One end of the line."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self._buffer = bytearray()

    def send(self, message: Any) -> None:
        """Raises OSError where nobody is there any more."""
        self.send_bytes(packed(message))

    def send_bytes(self, data: bytes) -> None:
        """Send what `packed` made."""
        self.end.settimeout(None)
        self.end.sendall(_LENGTH.pack(len(data)))
        self.end.sendall(data)

    def receive(self, patience: float | None = None) -> Any:
        """The next message. Raises TimeoutError where it is not whole within `patience` seconds (it is kept
        and taken up the next time), EOFError where the other end is gone."""
        self.end.settimeout(patience)
        while (whole := self._whole()) is None:
            try:
                data = self.end.recv(_AT_ONCE)
            except ConnectionError as error:
                raise EOFError from error
            if not data:
                raise EOFError
            self._buffer += data
        return pickle.loads(whole)

    def _whole(self) -> bytes | None:
        """The first message in the buffer, taken out of it; None where it is not all there."""
        head = _LENGTH.size
        if len(self._buffer) < head:
            return None
        end = head + _LENGTH.unpack_from(self._buffer)[0]
        if len(self._buffer) < end:
            return None
        with memoryview(self._buffer) as view:
            found = bytes(view[head:end])
        del self._buffer[:end]
        return found

    def close(self) -> None:
        self.end.close()


def packed(message: Any) -> bytes:
    """A message as bytes. Raises what pickle raises for what cannot be sent."""
    return pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)

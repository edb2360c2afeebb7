"""Zero bytes packed as small as they can be, made at once however many they are."""

from __future__ import annotations

import zlib
from typing import Final

_PIECE: Final = 1_000_000


def packed_zeros(size: int) -> bytes:
    """So many zero bytes as zlib packs them: the same piece again and again, about a thousandth.

    The sum at the end (Adler-32) of n zero bytes is 1 and n, modulo 65521.
    """
    packer = zlib.compressobj(9, wbits=-15)
    piece = packer.compress(bytes(_PIECE)) + packer.flush(zlib.Z_FULL_FLUSH)
    last = zlib.compressobj(9, wbits=-15)
    end = last.compress(bytes(size % _PIECE)) + last.flush()
    adler = (size % 65_521) << 16 | 1
    return b"\x78\xda" + piece * (size // _PIECE) + end + adler.to_bytes(4)

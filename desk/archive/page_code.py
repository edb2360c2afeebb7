"""The archive's head as a short code on paper, and back from what somebody types.

The ledger's last hash fixes every act before it. A code of it on paper that others hold fixes the archive
against those who hold the file: an archive that was cut off or built again does not give it any more.

A code has 20 letters in groups of four, ``0009-5PJB-TWHQ-2V6D-80MC``: the number of acts (and whether
the page was signed), 15 letters of hash, a letter that checks the others.

How much a forger has to try: 15 letters are 75 bits. Whoever has a page and wants another archive to
give the same code needs about 2^75 tries. Whoever writes the archive and the page may prepare two
histories until both give one code; that takes about 2^38 tries. So that this is much too, each try
costs `COST`: some 50 ms and 16 MB, together hundreds of years of one processor core. The QR code on
the page holds the whole hash of 256 bits, for which there is no such way at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import scrypt
from typing import Final

from fairdeal.desk.trouble import DeskError

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 letters: without I, L, O and U, which are mistaken for others or spell words."""
_MISREAD: Final = str.maketrans("ILO", "110")
HASH: Final = 15
"""Letters of hash."""
COUNT: Final = 4
"""Letters at least of the number of acts and the mark of a signed page: up to 524,287 acts. More acts
take more letters."""
LONGEST: Final = 12
"""Letters of the number of acts that are looked at: far beyond any archive."""
COST: Final = 2**14
"""How often scrypt turns over its memory of 16 MB."""
_SALT: Final = b"fairdeal page code 1"
_LEDGER: Final = re.compile(r"[0-9a-fA-F]{64}")


@dataclass(frozen=True, slots=True)
class PageCode:
    """The head of an archive after some acts: `acts` is their number, `ledger` the ledger's hash after the
    last of them. `signed` says that the next act signs off the page that shows the code."""

    acts: int
    ledger: str
    signed: bool

    @property
    def text(self) -> str:
        """The code in groups of four letters."""
        count = _letters(2 * self.acts + self.signed, COUNT)
        plain = count + _hash(self.acts, self.ledger, signed=self.signed)
        plain += _check(plain)
        first = len(plain) % 4
        groups = [plain[:first]] if first else []
        return "-".join(groups + [plain[at : at + 4] for at in range(first, len(plain), 4)])

    @property
    def scanned(self) -> str:
        """What the QR code on the page holds: the code, and the whole hash."""
        return f"{self.text} {self.ledger.upper()}"

    @property
    def picture(self) -> str:
        """The QR code as an address that holds the picture itself."""
        import segno

        return segno.make(self.scanned, error="m", micro=False).png_data_uri(scale=4, border=2)


@dataclass(frozen=True, slots=True)
class Typed:
    """A code as somebody typed it. `ledger` is the whole hash, where a QR code was read."""

    acts: int
    signed: bool
    hash: str
    ledger: str | None

    def fits(self, ledger: str) -> bool:
        """Whether the code is of this hash of the ledger after that many acts."""
        if self.ledger is not None and self.ledger != ledger:
            return False
        return _hash(self.acts, ledger, signed=self.signed) == self.hash


def typed(text: str) -> Typed:
    """A code from paper, however its letters are grouped; I and L are read as 1, O as 0.

    Raises DeskError where it was mistyped: any one wrong letter and any two letters swapped are noticed.
    """
    parts = text.split()
    ledger = parts.pop().lower() if parts and _LEDGER.fullmatch(parts[-1]) else None
    plain = "".join(parts).replace("-", "").upper().translate(_MISREAD)
    if wrong := [letter for letter in plain if letter not in ALPHABET]:
        raise _mistyped(f"no code has the letter {wrong[0]}")
    if not COUNT <= len(plain) - HASH - 1 <= LONGEST:
        raise _mistyped(f"it has {len(plain)} letters, and a code has {COUNT + HASH + 1}")
    if _check(plain[:-1]) != plain[-1]:
        raise _mistyped("a letter is wrong, or two are swapped")
    value = _value(plain[: -HASH - 1])
    return Typed(value // 2, bool(value % 2), plain[-HASH - 1 : -1], ledger)


def _mistyped(why: str) -> DeskError:
    return DeskError(
        f"The code was mistyped: {why}.", "", "Compare it with the page, type it again."
    )


def _hash(acts: int, ledger: str, *, signed: bool) -> str:
    said = f"{acts} {int(signed)} {ledger}".encode()
    made = scrypt(said, salt=_SALT, n=COST, r=8, p=1, dklen=10)
    return _letters(int.from_bytes(made) >> (80 - 5 * HASH), HASH)


def _letters(value: int, least: int) -> str:
    found = ""
    while value or len(found) < least:
        value, rest = divmod(value, 32)
        found = ALPHABET[rest] + found
    return found


def _value(letters: str) -> int:
    value = 0
    for letter in letters:
        value = 32 * value + ALPHABET.index(letter)
    return value


def _check(letters: str) -> str:
    """The letter that makes the code, as a polynomial over the field of 32 elements, vanish at a generator.

    Every place so has another weight, none of them zero: one wrong letter, or two letters swapped
    anywhere, cannot leave the sum as it was.
    """
    total = 0
    for letter in letters:
        total = _times(total) ^ ALPHABET.index(letter)
    return ALPHABET[_times(total)]


def _times(element: int) -> int:
    """Times the generator, modulo x^5 + x^2 + 1."""
    element <<= 1
    return element ^ 0b100101 if element & 0b100000 else element

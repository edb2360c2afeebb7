"""Who asks at the port for phones, and what they may bring."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final

from flask import current_app, request

from fairdeal.desk.phone.passes import Pass, Passes

COOKIE: Final = "fairdeal-phone"
LARGEST: Final = 30_000_000
"""Bytes of a photo: a phone's best has 12; as PNG, of a screen, 20."""
SMALL: Final = 4_000
"""Bytes of any other form."""


def room(path: str) -> int:
    """Bytes that the request's form may bring: a photo only from a phone that is in, and where photos go."""
    return LARGEST + SMALL if path == "/look" and phone_in() is not None else SMALL


def passes() -> Passes:
    """The passes that are open."""
    found: Passes = current_app.config["PASSES"]
    return found


def phone_in() -> Pass | None:
    """The pass of the phone that asks; None where it is not let in."""
    return passes().with_key(request.cookies.get(COOKIE, ""))


def from_near(address: str) -> bool:
    """Whether an address is of a local network: nobody from the internet is answered."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return found.is_private or found.is_loopback or found.is_link_local

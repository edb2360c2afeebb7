"""``fairdeal desk``: the committee's pages in the browser."""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Final
from urllib.request import ProxyHandler, build_opener

import click

from fairdeal.desk.archive.settings import default_archive, keep_private
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.commands.options import layout_option, us_option
from fairdeal.desk.console import trouble
from fairdeal.desk.files import write_text
from fairdeal.desk.intake.reading import known_sheets
from fairdeal.desk.pages.guard import (
    MARK,
    ROLES,
    Access,
    Gate,
    Role,
    bracketed,
    hosts_of,
    is_everywhere,
    is_loopback,
)
from fairdeal.desk.trouble import DeskError
from fairdeal.desk.usual import ARCHIVE

SHORTEST: Final = 8
"""Letters of a password."""
OPEN_AT: Final = ".open"
"""How the name of the file ends that says where the desk of an archive is open."""
ANSWERS_WITHIN: Final = 5.0
"""Seconds in which an open desk answers."""


@click.command("desk")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8456, metavar="N", help="Without it: 8456."
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Listen here. Without it: this machine only. Any other address needs a password.",
)
@click.option(
    "--name", multiple=True, metavar="HOST", help="Another name that browsers use for it."
)
@click.option(
    "--password-file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Ask for the password in this file; or for those of director, committee, runner and guest,"
    " a line each.",
)
@click.option(
    "--proxy",
    metavar="ADDRESS",
    help="Behind a proxy at this address: trust what it says about the sender and https.",
)
@click.option(
    "--phone-address",
    metavar="ADDRESS",
    help="This machine's address for phones used as cameras. Without it: found automatically.",
)
@click.option(
    "--phone-port",
    type=click.IntRange(1, 65535),
    default=8457,
    metavar="N",
    help="The port for phones, open only while a phone is connected. Without it: 8457.",
)
@click.option(
    "--archive",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    envvar=ARCHIVE,
    default=default_archive,
    help="The archive's file. Without it: as for the command archive.",
)
@layout_option
@us_option
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def command(
    port: int,
    host: str,
    name: tuple[str, ...],
    password_file: Path | None,
    proxy: str | None,
    phone_address: str | None,
    phone_port: int,
    archive: Path,
    layouts: tuple[Path, ...],
    us: str | None,
    no_browser: bool,
) -> int:
    """Open the desk: review disputes, audit, search and sign off, on pages in the browser.

    It runs until it is stopped (Ctrl-C). Nothing leaves this machine.
    """
    from fairdeal.desk.pages.app import create_app, get_ready
    from fairdeal.desk.pages.audit_jobs import AuditJobs
    from fairdeal.desk.pages.jobs import Readings
    from fairdeal.desk.pages.phone_line import PhoneLine
    from fairdeal.desk.pages.serving import listen

    passwords = {} if password_file is None else passwords_in(password_file)
    password = passwords.pop("director", None)
    if proxy is not None:
        _usable_proxy(proxy, password)
    if password is None and not is_loopback(host):
        raise DeskError(
            f"{host} can be reached from other machines.",
            "",
            "Give a password: --password-file FILE.",
        )
    if is_everywhere(host) and not name:
        raise DeskError(
            "The name or address of this machine for browsers is missing.",
            "--name",
            "Give it, for example: --name 192.168.1.20",
        )
    keep_private(archive, create=True)
    with Archive(archive) as opened:
        if opened.only_read:
            raise DeskError(
                f"Nothing can be written to {archive}.",
                str(archive),
                "Make room on the disk, or copy it to a folder that you may write to.",
            )
    sheets = known_sheets(layouts, us) if layouts or us else None
    readings, audits = Readings(archive, sheets), AuditJobs(archive)
    phones = PhoneLine(archive, readings, phone_address, phone_port, audits=audits)
    access = Access(hosts_of(host, port, name), password, passwords)
    app = create_app(archive, access, readings, audits, phones)
    try:
        server = listen(app, Gate(app), host, port, proxy)
    except OSError as error:
        running = open_desk_of(archive)
        if running is not None:
            trouble(f"The desk of this archive is open already, at {running}.")
            if not no_browser:
                _open_browser(running)
            return 0
        reason = (error.strerror or "it failed").lower()
        raise DeskError(
            f"The desk cannot use {host}, port {port} ({reason}).",
            "",
            "Is the desk open already? Else name another with --port.",
        ) from error
    readings.start()
    audits.start()
    Thread(target=get_ready, args=(archive,), daemon=True).start()
    shown = f"http://{'localhost' if is_loopback(host) else name[0] if name else bracketed(host)}"
    shown = f"{shown}/" if name and ":" in name[0] and not is_loopback(host) else f"{shown}:{port}/"
    trouble(f"The desk is open at {shown} (archive: {archive}). Stop it with Ctrl-C.")
    if password is None:
        trouble(
            "It asks for no password: every user of this computer can open it, under any name. To ask for"
            " one: --password-file FILE"
        )
    if not no_browser:
        _open_browser(shown)
    try:
        with said_open(archive, shown, access.mark):
            server.run()
    finally:
        readings.stop()
        audits.stop()
        phones.close()
        server.close()
    return 0


@contextmanager
def said_open(archive: Path, address: str, mark: str) -> Iterator[None]:
    """While a desk is open a file beside its archive says where, for a second start of the same desk."""
    place = archive.with_name(f"{archive.name}{OPEN_AT}")
    with suppress(
        DeskError
    ):  # Where it cannot be written, a second start says that the port is taken.
        write_text(place, f"{address}\n{mark}", ours=True)
    try:
        yield
    finally:
        with suppress(OSError):
            place.unlink()


def open_desk_of(archive: Path) -> str | None:
    """The address of the desk that has this archive open; None where it does not answer there: it was killed,
    and something else answers now, be it the desk of another archive."""
    try:
        address, mark = archive.with_name(f"{archive.name}{OPEN_AT}").read_text("utf-8").split()
        straight = build_opener(ProxyHandler({}))
        with straight.open(address, timeout=ANSWERS_WITHIN) as answer:
            return address if answer.headers.get(MARK) == mark else None
    except (OSError, ValueError):
        return None


def _open_browser(address: str) -> None:
    """In a browser with windows, where there is one: a terminal browser would hide what the desk says."""
    with suppress(webbrowser.Error):
        found = webbrowser.get()
        if not isinstance(found, webbrowser.GenericBrowser) or isinstance(
            found, webbrowser.BackgroundBrowser
        ):
            found.open(address)


def passwords_in(file: Path) -> dict[Role, str]:
    """The passwords in a file: one for everybody on a line alone, or a line for each role, such as
    ``committee: four random words here``. Raises DeskError where one is too short, or stands twice."""
    text = file.read_text(encoding="utf-8").strip()
    found: dict[Role, str] = {}
    lines = [line.partition(":") for line in text.splitlines() if line.strip()]
    if all(name.strip().casefold() in ROLES for name, *_ in lines) and lines:
        for name, _, password in lines:
            role = next(each for each in ROLES if each == name.strip().casefold())
            if role in found:
                raise DeskError(f"{file} has two passwords for the {role}.", str(file), "Keep one.")
            found[role] = password.strip()
    else:
        found["director"] = text
    if any(len(each) < SHORTEST for each in found.values()):
        raise DeskError(f"The password in {file} is too short.", "", "Use at least eight letters.")
    if len(set(found.values())) < len(found):
        raise DeskError(
            f"Two roles in {file} have the same password.", "", "Give each one of its own."
        )
    if "director" not in found:
        raise DeskError(
            f"The director's password is missing in {file}.", "", "Add a line: director: PASSWORD"
        )
    return found


def _usable_proxy(proxy: str, password: str | None) -> None:
    """Raises DeskError where it is not an address, or everybody would be let in through it."""
    try:
        ip_address(proxy)
    except ValueError as error:
        raise DeskError(
            f"{proxy} is not an address.",
            "--proxy",
            "Write it in figures, such as: --proxy 127.0.0.1",
        ) from error
    if password is None:
        raise DeskError(
            "A proxy lets in others than this machine.",
            "--proxy",
            "Give a password: --password-file FILE.",
        )

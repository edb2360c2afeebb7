"""``fairdeal archive verify``, ``head``, ``reindex``, ``backup``, ``restore``: is it whole, and kept safe."""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

import click

from fairdeal.desk import words
from fairdeal.desk.archive.care.where import keep_private
from fairdeal.desk.archive.store import Archive, ArchiveError
from fairdeal.desk.console import out, remark, trouble
from fairdeal.desk.files import write_text

File: Final = click.Path(path_type=Path, dir_okay=False)


def opened(context: click.Context, *, create: bool = False) -> Archive:
    """The archive that the command is about."""
    path = cast(Path, context.obj[0])
    keep_private(path, create=create)
    archive = Archive(path, create=create)
    for line in archive.migrated:
        trouble(line)
    return archive


def who(context: click.Context) -> str:
    """The person who acts."""
    return cast(str, context.obj[1])


def read_sent(file: Path) -> bytes:
    """A case's file. Raises ArchiveError where it is too large to be one."""
    from fairdeal.desk.archive.exchange.unpacking import LARGEST, too_large

    if file.stat().st_size > LARGEST:
        raise too_large(f"{file} is far larger than a case can be.")
    return file.read_bytes()


@click.command("verify")
@click.argument("file", required=False, type=File)
@click.option("--from", "key", metavar="KEY", help="Accept it only if this public key signed it.")
@click.option(
    "--page", metavar="CODE", help="Also check that the archive contains what this page proves."
)
@click.pass_context
def verify(context: click.Context, file: Path | None, key: str | None, page: str | None) -> int:
    """Check that the archive, or a case in a file, was not altered.

    The code of a signed report (--page) also shows whether the end of the archive was cut off, or all of
    it was built again. Exit status 1 if anything is wrong.
    """
    if file is None:
        if key is not None:
            raise ArchiveError("--from is for a case in a file.", "--from", "Name the file too.")
        return _verify_archive(context, page)
    if page is not None:
        raise ArchiveError("--page is for the archive.", "--page", "Leave out the file's name.")
    return _verify_sent(file, key)


def _verify_archive(context: click.Context, page: str | None) -> int:
    from fairdeal.desk.archive.care.verify import limits, look_through
    from fairdeal.desk.archive.head import find_page, head
    from fairdeal.desk.archive.page_code import typed

    if page is not None:
        typed(page)  # A mistyped code is said at once, not after all has been gone through.
    with opened(context) as archive:
        found = look_through(archive)
        cases, now, open_questions = len(archive.cases()), head(archive), limits(archive)
        on_page = find_page(archive, page) if page is not None and not found.wrong else None
    for line in (*found.wrong, *found.odd):
        trouble(line)
    bad = found.wrong or found.odd or (on_page is not None and (on_page.wrong or on_page.odd))
    if not bad:
        out().print(f"The archive is whole: {words.count(cases, 'case')}.", soft_wrap=True)
    if on_page is not None and on_page.words:
        out().print(on_page.words, soft_wrap=True)
        for line in on_page.odd:
            trouble(line)
    elif on_page is not None:
        trouble(on_page.wrong)
    elif page is not None:
        trouble("The page was not compared: a damaged archive proves nothing.")
    if now is not None:
        out().print(f"Its code is {now.text} after {now.acts} acts.", soft_wrap=True)
    for line in open_questions:
        out().print(line, soft_wrap=True)
    for line in found.theirs:
        out().print(f"As others sent it: {line}", soft_wrap=True)
    return 1 if bad else 0


def _verify_sent(file: Path, key: str | None) -> int:
    from fairdeal.desk.archive.exchange.incoming import open_case
    from fairdeal.desk.archive.exchange.receiving import must_be_signed_by

    sent = open_case(read_sent(file))
    if key is not None:
        must_be_signed_by(sent, key)
    for line in (*sent.wrong, *sent.odd):
        trouble(line)
    if sent.wrong or sent.odd:
        return 1
    signer = f"Signed with the key {sent.signer}." if sent.signer else "It is not signed."
    acts = words.count(len(sent.acts), "act")
    out().print(f"{sent.case}  {sent.title}: {acts}, whole. {signer}", soft_wrap=True)
    return 0


@click.command("head")
@click.option("-o", "--output", type=File, metavar="FILE", help="Write it as a page to print.")
@click.pass_context
def head(context: click.Context, output: Path | None) -> int:
    """Print the archive's present code: on paper that others keep, it proves everything up to now.

    To check the archive against it later: archive verify --page CODE.
    """
    from fairdeal import templates
    from fairdeal.desk.archive.acts import now
    from fairdeal.desk.archive.head import head as code_of

    with opened(context) as archive:
        code = code_of(archive)
    if code is None:
        raise ArchiveError("The archive is empty.", "", "There is nothing to fix yet.")
    if output is not None:
        write_text(output, templates.render("head.html", code=code, at=now()))
        remark(f"Wrote {output}. Print it, and give copies to people who do not have the archive.")
    out().print(f"{code.text}  {code.acts} acts", soft_wrap=True)
    return 0


@click.command("reindex")
@click.pass_context
def reindex(context: click.Context) -> int:
    """Rebuild the search index from the acts of every case."""
    from fairdeal.desk.archive.search import index_all

    with opened(context) as archive:
        cases = index_all(archive)
    remark(f"{words.count(cases, 'case')} can be searched again.")
    return 0


@click.command("backup")
@click.argument("file", type=File)
@click.pass_context
def backup(context: click.Context, file: Path) -> int:
    """Copy the whole archive to one file, verified."""
    from fairdeal.desk.archive.care.backup import back_up

    with opened(context) as archive:
        copied = back_up(archive, file)
    for line in copied.odd:
        trouble(line)
    remark(f"Wrote {file}: {words.count(copied.cases, 'case')}.")
    tell_of_audits(context, "Not in it: {}. Copy that folder too.")
    return 0


@click.command("restore")
@click.argument("file", type=File)
@click.pass_context
def restore(context: click.Context, file: Path) -> int:
    """Replace the archive by a backup. The present archive is kept beside it."""
    from fairdeal.desk.archive.care.backup import restore as put_back

    copied = put_back(file, cast(Path, context.obj[0]))
    for line in copied.odd:
        trouble(line)
    before = f" The archive as it was is kept as {copied.kept}." if copied.kept is not None else ""
    remark(f"Restored {words.count(copied.cases, 'case')}.{before}")
    return 0


def tell_of_audits(context: click.Context, said: str) -> None:
    """Say what lies beside the archive and is no part of it; `said` has a place for how many and where."""
    from fairdeal.desk.pages.audits.files import AuditFiles

    files = AuditFiles(cast(Path, context.obj[0]))
    if audits := len(files.ids()):
        told = f"{words.count(audits, 'audit')} of the pages, files and reports, in {files.folder}"
        trouble(said.format(told))


@click.command("new-key")
@click.argument("file", type=File)
def new_key(file: Path) -> int:
    """Make a key for the committee to sign cases with.

    Keep the file where only the committee can reach it.
    """
    from fairdeal.desk.archive.exchange import keys

    out().print(keys.new_key(file), soft_wrap=True)
    remark(f"Wrote {file}. The line above is the public key: give it to other committees.")
    return 0


COMMANDS: Final = (verify, head, reindex, backup, restore, new_key)

"""``fairdeal archive``: cases kept, searched, exchanged and looked after."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click

from desk import words
from desk.archive.store import Archive, ArchiveError
from desk.archive.where import ARCHIVE, default_archive, somebody
from desk.confined import Work, workers
from desk.console import out, trouble
from desk.files import HEAD, write_bytes
from desk.layouts import known_sheets, layout_option, us_option
from desk.trouble import NOTHING, of_one

if TYPE_CHECKING:
    from desk.case import Case
    from desk.judging import Read

File = click.Path(path_type=Path, dir_okay=False)


@click.group("archive")
@click.option(
    "--archive", "path", type=File, metavar="FILE", envvar=ARCHIVE,
    help=f"The archive's file. Without it: what {ARCHIVE} names, else one in your own folder.",
)  # fmt: skip
@click.option("--who", metavar="NAME", help="Who acts. Without it: your name on this machine.")
@click.pass_context
def command(context: click.Context, path: Path | None, who: str | None) -> None:
    """Keep cases, find them again, send them to another committee and take theirs in.

    Everything that was handed in, read, corrected, found and ruled is kept with who and when; nothing
    in it is ever written over.
    """
    context.obj = (path if path is not None else default_archive(), who or somebody())


def _open(context: click.Context, *, create: bool = False) -> Archive:
    return Archive(cast(Path, context.obj[0]), create=create)


def _who(context: click.Context) -> str:
    return cast(str, context.obj[1])


@command.command("add")
@click.argument("files", nargs=-1, required=True, type=File, metavar="FILE...")
@click.option(
    "--title", metavar="TEXT", help="What to call the case. Without it: as its heading says."
)
@click.option("--rules", metavar="ID|FILE", help="Judge by this rulebook.")
@click.pass_context
def add(
    context: click.Context, files: tuple[Path, ...], title: str | None, rules: str | None
) -> int:
    """Open a case with the documents of one match: read, judged and kept."""
    from desk.archive.acts import Kind
    from desk.heading import title_of
    from desk.judging import as_many, judge
    from desk.review.casework import NAMED, hand_in, recheck

    documents, given_up = _read_all(files)
    if not documents:
        return NOTHING
    kept = list(documents)

    def work(some: Sequence[Read]) -> Case:
        ruled = judge(some, rules, NAMED)
        kept[:] = some
        return ruled

    read, failed = as_many(documents, work)
    for document, error in failed:
        trouble(f"{of_one(document.name, error)} It was not added.")
    if read is None:
        return NOTHING
    with _open(context, create=True) as archive, archive.writing():
        case = archive.open_case(title or title_of(read), _who(context))
        for document in kept:
            hand_in(archive, case, document, _who(context))
        if rules is not None:
            archive.add(case, Kind.RULES, {"rulebook": rules}, _who(context))
        found = recheck(archive, case).verdict.findings
    out().print(
        f"{case}  {title or title_of(read)}: {words.count(len(found), 'finding')}", soft_wrap=True
    )
    return NOTHING if given_up or failed else 0


def _read_all(files: tuple[Path, ...]) -> tuple[list[Read], bool]:
    """The files read, none where nothing is in any of them; and whether one could not be."""
    from desk.documents import is_text
    from desk.judging import looked_at

    documents: list[Read] = []
    good, given_up = 0, False
    for path, name in _names(files):
        try:
            size = path.stat().st_size
            with path.open("rb") as file:
                task = Work.file(name, size, typed=is_text(file.read(HEAD)))
            read, nothing = workers().call(task, looked_at, path, name, None)
        except Exception as error:
            trouble(f"{of_one(name, error)} It was not added.")
            given_up = True
            continue
        documents.append(read)
        good += not nothing
        if nothing:
            trouble(nothing)
    return (documents if good else []), given_up


def _names(files: tuple[Path, ...]) -> list[tuple[Path, str]]:
    """Files by their names without folders; two of one name are told apart."""
    named: list[tuple[Path, str]] = []
    for path in files:
        taken = {name for _, name in named}
        number, name = 1, path.name
        while name in taken:
            number += 1
            name = f"{path.stem} ({number}){path.suffix}"
        named.append((path, name))
    return named


@command.command("ls")
@click.pass_context
def ls(context: click.Context) -> int:
    """List the cases, the newest first."""
    from desk.archive.casefile import fold

    with _open(context) as archive:
        for case in archive.cases():
            file = fold(case, archive.acts(case))
            state = "open" if file.open else "signed off"
            out().print(f"{case}  {file.acts[0].at[:10]}  {state:10}  {file.title}", soft_wrap=True)
    return 0


@command.command("show")
@click.argument("case")
@click.option("--upto", type=int, metavar="N", help="As it was after act N.")
@click.option("--report", type=File, metavar="FILE", help="Write the report as it was signed.")
@click.pass_context
def show(context: click.Context, case: str, upto: int | None, report: Path | None) -> int:
    """Show a case's history, act by act, or write the report that was signed."""
    from desk.archive.history import told
    from desk.review.casework import case_file

    with _open(context) as archive:
        file = case_file(archive, case, upto)
        if report is not None:
            if not file.reports:
                raise ArchiveError(
                    f"{case} was not signed off.", case, "There is no report to write."
                )
            data = archive.blob(str(file.reports[-1].body["report"]))
            if data is None:
                raise ArchiveError("The report was taken out.", case, "See: archive show")
            write_bytes(report, data)
            trouble(f"Wrote {report}, signed off by {file.reports[-1].who}.")
            return 0
        out().print(
            f"{file.title}  ({'open' if file.open else 'signed off'})", style="bold", soft_wrap=True
        )
        for act in file.acts:
            redacted = "  [redacted]" if act.redacted else ""
            out().print(
                f"{act.number:4}  {act.at}  {act.who}: {told(act)}{redacted}", soft_wrap=True
            )
    return 0


@command.command("search")
@click.argument("text", nargs=-1, metavar="[WORDS]...")
@click.option("--event", default="", metavar="TEXT", help="The event's name, or part of it.")
@click.option("--team", default="", metavar="TEXT", help="A team.")
@click.option("--player", default="", metavar="TEXT", help="A player, or whoever kept the record.")
@click.option("--seat", default="", metavar="SEAT", help="A seat that a finding names.")
@click.option("--date", default="", metavar="DATE", help="A date as written, or part of it.")
@click.option("--contract", default="", metavar="TEXT", help='A contract, such as "32 S".')
@click.option("--code", default="", metavar="CODE", help="A finding, such as revoke.")
@click.option("--article", default="", metavar="N", help="An article, such as 2.4.5.")
@click.option("--rulebook", default="", metavar="ID", help="Only under this rulebook.")
@click.option("--ruled", is_flag=True, help="Only cases with a ruling: precedents.")
@click.pass_context
def search(context: click.Context, /, text: tuple[str, ...], ruled: bool, **wanted: str) -> int:
    """Find cases: all that is given must hold. Exit status 1 where there is none."""
    from desk.archive.search import Question
    from desk.archive.search import search as look

    with _open(context) as archive:
        hits = look(archive, Question(" ".join(text), ruled=ruled, **wanted))
    for hit in hits:
        out().print(f"{hit.case}  {hit.opened[:10]}  {hit.title}", style="bold", soft_wrap=True)
        for line in hit.matching:
            out().print(f"    {line}", soft_wrap=True)
        if hit.ruling:
            out().print(f"    Ruling: {hit.ruling}", soft_wrap=True)
    if not hits:
        trouble("No case answers to that.")
    return 0 if hits else 1


@command.command("export")
@click.argument("case")
@click.option("-o", "--output", required=True, type=File, metavar="FILE", help="Where to write it.")
@click.option("--key", type=File, metavar="FILE", help="Sign it with this key.")
@click.pass_context
def export(context: click.Context, case: str, output: Path, key: Path | None) -> int:
    """Write a case as one file that another committee can verify and take in."""
    from desk.archive import exchange, keys

    signing = keys.load_key(key) if key is not None else None
    with _open(context) as archive:
        write_bytes(output, exchange.export(archive, case, signing))
    signed = f", signed with the key {keys.public_of(signing)}" if signing is not None else ""
    trouble(f"Wrote {output}{signed}.")
    return 0


@command.command("import")
@click.argument("file", type=File)
@click.option("--from", "key", metavar="KEY", help="Only if this public key signed it.")
@click.pass_context
def take_in(context: click.Context, file: Path, key: str | None) -> int:
    """Verify a case that was sent and take it into the archive."""
    from desk.archive import exchange

    sent = exchange.open_sent(_read(file))
    _signed_as_wished(sent.signer, key)
    with _open(context, create=True) as archive:
        new = exchange.take_in(archive, sent, _who(context))
    signer = f"signed with the key {sent.signer}" if sent.signer else "not signed by anybody"
    out().print(
        f"{sent.case}  {sent.title}: {words.count(new, 'new act')}, {signer}.", soft_wrap=True
    )
    return 0


def _signed_as_wished(signer: str | None, key: str | None) -> None:
    if key is not None and signer != key.strip().casefold():
        raise ArchiveError(
            f"The file is {'signed with another key' if signer else 'not signed'}.", "",
            "Ask the other committee for its key by another way than the file came.",
        )  # fmt: skip


def _read(file: Path) -> bytes:
    from desk.archive.exchange import LARGEST

    if file.stat().st_size > LARGEST:
        raise ArchiveError(
            f"{file} is far larger than a case can be.", str(file), "Check the name."
        )
    return file.read_bytes()


@command.command("verify")
@click.argument("file", required=False, type=File)
@click.option("--from", "key", metavar="KEY", help="Only good if this public key signed it.")
@click.pass_context
def verify(context: click.Context, file: Path | None, key: str | None) -> int:
    """Check that the archive, or a case in a file, is as it was written.

    Exit status 1 where anything is wrong.
    """
    from desk.archive import exchange
    from desk.archive.verify import verify as look

    if file is not None:
        sent = exchange.open_sent(_read(file))
        _signed_as_wished(sent.signer, key)
        wrong = list(sent.wrong)
        signer = f"Signed with the key {sent.signer}." if sent.signer else "Nobody signed it."
        good = f"{sent.case}  {sent.title}: {words.count(len(sent.acts), 'act')}, whole. {signer}"
    else:
        with _open(context) as archive:
            wrong = look(archive)
            cases = words.count(len(archive.cases()), "case")
            good = f"The archive is whole: {cases}."
    for line in wrong:
        trouble(line)
    if not wrong:
        out().print(good, soft_wrap=True)
    return 1 if wrong else 0


@command.command("reread")
@click.argument("case")
@layout_option
@us_option
@click.pass_context
def reread(context: click.Context, case: str, layouts: tuple[Path, ...], us: str | None) -> int:
    """Read the photos of an open case again, with the reader of this version.

    The new reading stands beside the old one; what people corrected stays corrected.
    """
    from desk.reading_pool import read_pages
    from desk.review.casework import read_again

    sheets = known_sheets(layouts, us) if layouts or us else None
    with _open(context) as archive:
        read, changed, failed = read_again(
            archive,
            case,
            lambda data, name: workers().call(Work.photo(name), read_pages, data, name, sheets),
        )
    for line in failed:
        trouble(f"{line} Its old reading stands.")
    trouble(f"{words.count(read, 'photo')} read again, {changed} of them otherwise than before.")
    return NOTHING if failed else 0


@command.command("backup")
@click.argument("file", type=File)
@click.pass_context
def backup(context: click.Context, file: Path) -> int:
    """Copy the whole archive to one file, verified."""
    from desk.archive.backup import back_up

    with _open(context) as archive:
        cases = back_up(archive, file)
    trouble(f"Wrote {file}: {words.count(cases, 'case')}.")
    _tell_of_audits(context, "Not in it: {}. Copy that folder too.")
    return 0


@command.command("restore")
@click.argument("file", type=File)
@click.pass_context
def restore(context: click.Context, file: Path) -> int:
    """Put a backup in the archive's place. The archive that is there now is kept beside it."""
    from desk.archive.backup import restore as put_back

    cases, kept = put_back(file, cast(Path, context.obj[0]))
    before = f" The archive as it was is kept as {kept}." if kept is not None else ""
    trouble(f"Restored {words.count(cases, 'case')}.{before}")
    return 0


@command.command("redact")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option(
    "--photos", type=click.Choice(["cover", "withhold", "keep"]), default="cover",
    help="What to do with photos of cases that name the person: cover the names of the heading, "
    "take the photo out, or leave it.",
)  # fmt: skip
@click.option(
    "--case", "also", multiple=True, metavar="CASE",
    help="Cover the photos of this case too, though the name in them was never read.",
)  # fmt: skip
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def redact(
    context: click.Context, names: tuple[str, ...], photos: str, also: tuple[str, ...], yes: bool
) -> int:
    """Take a person's name out of every case, for good. Give every way it is written.

    It is recorded that something was taken out, not what. The archive and its cases still verify.
    Copies that others hold, and backups, are not reached.
    """
    from desk.archive.redaction import redact as take_out

    if not yes and not click.confirm(
        f"Take out {', '.join(names)} everywhere, for good?", err=True
    ):
        return 1
    with _open(context) as archive:
        done = take_out(archive, names, _who(context), cast(Literal["cover"], photos), also)
    trouble(
        f"{words.count(len(done.cases), 'case')}: {words.count(done.acts, 'act')} and "
        f"{words.count(done.documents, 'document')} redacted."
    )
    for each in done.left:
        trouble(f"Could not be covered: {each}. Look whether it shows the name.")
    if done.left:
        trouble(
            "To take the photos of these cases out altogether, do the same with --photos withhold."
        )
    _tell_of_audits(context, "Not reached: {}. Remove on the pages those that name the person.")
    return 0


def _tell_of_audits(context: click.Context, said: str) -> None:
    """Say what lies beside the archive and is no part of it; `said` has a place for how many and where."""
    from desk.pages.audit_files import AuditFiles

    files = AuditFiles(cast(Path, context.obj[0]))
    if audits := len(files.ids()):
        told = f"{words.count(audits, 'audit')} of the pages, files and reports, in {files.folder}"
        trouble(said.format(told))


@command.command("new-key")
@click.argument("file", type=File)
def new_key(file: Path) -> int:
    """Make a key for the committee to sign cases with. Keep the file where only the committee gets at it."""
    from desk.archive import keys

    out().print(keys.new_key(file), soft_wrap=True)
    trouble(f"Wrote {file}. The line above is the public key: give it to other committees.")
    return 0

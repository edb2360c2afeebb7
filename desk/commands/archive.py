"""``fairdeal archive``: cases kept, searched, exchanged and looked after."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click

from fairdeal import templates
from fairdeal.desk import words
from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.acts import Kind, now
from fairdeal.desk.archive.backup import back_up, restore as put_back
from fairdeal.desk.archive.casefile import CaseFile, fold
from fairdeal.desk.archive.exchange import must_be_signed_by, open_case, too_large
from fairdeal.desk.archive.page_code import typed
from fairdeal.desk.archive.search import Question, index_all, search as look
from fairdeal.desk.archive.shapes import LARGEST
from fairdeal.desk.archive.store import ArchiveError
from fairdeal.desk.archive.verify import find_page, head as code_of, limits, look_through
from fairdeal.desk.commands.options import (
    File,
    layout_option,
    of_an_archive,
    opened,
    us_option,
    who,
)
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.console import out, remark, trouble
from fairdeal.desk.files import head_of, is_text, unlike, write_bytes, write_text
from fairdeal.desk.intake.reading import known_sheets, read_pages
from fairdeal.desk.numbered import numbered
from fairdeal.desk.trouble import NOTHING, of_one


def read_sent(file: Path) -> bytes:
    """A case's file. Raises ArchiveError where it is too large to be one."""
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
    if page is not None:
        typed(page)  # A mistyped code is said at once, not after all has been gone through.
    with opened(context) as archive:
        found = look_through(archive)
        cases, now, open_questions = len(archive.cases()), code_of(archive), limits(archive)
        on_page = find_page(archive, page) if page is not None and not found.wrong else None
    trouble(*found.wrong, *found.odd)
    bad = found.wrong or found.odd or (on_page is not None and (on_page.wrong or on_page.odd))
    if not bad:
        out().print(f"The archive is whole: {words.count(cases, 'case')}.", soft_wrap=True)
    if on_page is not None and on_page.words:
        out().print(on_page.words, soft_wrap=True)
        trouble(*on_page.odd)
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
    sent = open_case(read_sent(file))
    if key is not None:
        must_be_signed_by(sent, key)
    trouble(*sent.wrong, *sent.odd)
    if sent.wrong or sent.odd:
        return 1
    signer = f"Signed with the key {sent.signer}." if sent.signer else "It is not signed."
    acts = words.count(len(sent.acts), "act")
    out().print(f"{sent.case}  {sent.title}: {acts}, whole. {signer}", soft_wrap=True)
    return 0


@click.command("head")
@click.option("-o", "--output", type=File, metavar="FILE", help="Write it as a page to print.")
@click.pass_context
def head(context: click.Context, output: Path | None) -> None:
    """Print the archive's present code: on paper that others keep, it proves everything up to now.

    To check the archive against it later: archive verify --page CODE.
    """
    with opened(context) as archive:
        code = code_of(archive)
    if code is None:
        raise ArchiveError("The archive is empty.", "", "There is nothing to fix yet.")
    if output is not None:
        write_text(output, templates.render("head.html", code=code, at=now()))
        remark(f"Wrote {output}. Print it, and give copies to people who do not have the archive.")
    out().print(f"{code.text}  {code.acts} acts", soft_wrap=True)


@click.command("reindex")
@click.pass_context
def reindex(context: click.Context) -> None:
    """Rebuild the search index from the acts of every case."""
    with opened(context) as archive:
        cases = index_all(archive)
    remark(f"{words.count(cases, 'case')} can be searched again.")


@click.command("backup")
@click.argument("file", type=File)
@click.pass_context
def backup(context: click.Context, file: Path) -> None:
    """Copy the whole archive to one file, verified; the papers of its events into a folder beside it."""
    with opened(context) as archive:
        copied = back_up(archive, file)
    trouble(*copied.odd)
    remark(f"Wrote {file}: {words.count(copied.cases, 'case')}.{_papers(context.obj[0], file)}")


@click.command("restore")
@click.argument("file", type=File)
@click.pass_context
def restore(context: click.Context, file: Path) -> None:
    """Replace the archive by a backup. The present archive is kept beside it."""
    copied = put_back(file, cast(Path, context.obj[0]))
    trouble(*copied.odd)
    before = f" The archive as it was is kept as {copied.kept}." if copied.kept is not None else ""
    papers = _papers(file, context.obj[0])
    remark(f"Restored {words.count(copied.cases, 'case')}.{papers}{before}")


def _papers(archive: Path, to: Path) -> str:
    """Copy the papers of events, and say how many there are: with those that are missing."""
    from fairdeal.desk.tournament.event import copy_papers

    done, missing = copy_papers(archive, to)
    trouble(*(f"{name} is not beside {archive}: it was not copied." for name in missing))
    if not done:
        return ""
    return f" The papers of events ({words.count(done, 'file')}) are in {to.name}.audits beside it."


def tell_of_audits(context: click.Context, said: str) -> None:
    """Say what a removal does not reach beside the archive; `said` has a place for how many and where."""
    from fairdeal.desk.tournament.event import EventPapers

    papers = EventPapers(cast(Path, context.obj[0]))
    if events := papers.folders():
        told = f"the papers and reports of {words.count(events, 'event')}, in {papers.folder}"
        trouble(said.format(told))


@click.command("new-key")
@click.argument("file", type=File)
def new_key(file: Path) -> None:
    """Make a key for the committee to sign cases with.

    Keep the file where only the committee can reach it.
    """
    out().print(exchange.new_key(file), soft_wrap=True)
    remark(f"Wrote {file}. The line above is the public key: give it to other committees.")


if TYPE_CHECKING:
    from fairdeal.desk.intake.case import Case
    from fairdeal.desk.judging import Read


@click.group("archive")
@of_an_archive
def command() -> None:
    """Store cases, find them again, and exchange them with other committees.

    Everything that was added, read, corrected, found and ruled is recorded with who and when; nothing
    in it is ever overwritten.
    """


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
    """Open a case with the documents of one match: they are read, judged and stored."""
    from fairdeal.desk.judging import as_many, judge
    from fairdeal.desk.report.names import title_of
    from fairdeal.desk.review.casework import NAMED, hand_in, recheck

    documents, given_up = _read_all(files)
    if not documents:
        return NOTHING

    def work(some: Sequence[Read]) -> tuple[Case, Sequence[Read]]:
        return judge(some, rules, NAMED), some

    done, failed = as_many(documents, work)
    trouble(*(f"{of_one(each.name, error)} It was not added." for each, error in failed))
    if done is None:
        return NOTHING
    read, kept = done
    with opened(context, create=True) as archive, archive.writing():
        case = archive.open_case(title or title_of(read), who(context))
        for document in kept:
            hand_in(archive, case, document, who(context))
        if rules is not None:
            archive.add(case, Kind.RULES, {"rulebook": rules}, who(context))
        found = numbered(recheck(archive, case).verdict.findings)
    out().print(
        f"{case}  {title or title_of(read)}: {words.count(len(found), 'finding')}", soft_wrap=True
    )
    return NOTHING if given_up or failed else 0


def _read_all(files: tuple[Path, ...]) -> tuple[list[Read], bool]:
    """The files read, none where nothing is in any of them; and whether one could not be."""
    from fairdeal.desk.judging import looked_at

    documents: list[Read] = []
    good, given_up, names = 0, False, set[str]()
    for path in files:
        name = unlike(path.name, names)
        names.add(name)
        try:
            size = path.stat().st_size
            task = Work.file(name, size, typed=is_text(head_of(path)))
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


@command.command("ls")
@click.pass_context
def ls(context: click.Context) -> None:
    """List the cases, the newest first."""
    with opened(context) as archive:
        for case in archive.cases():
            file = fold(case, archive.acts(case))
            line = f"{case:14}  {file.acts[0].at[:10]}  {file.state:10}  {file.called}"
            out().print(f"{line}  {_sender(file)}".rstrip(), soft_wrap=True)


def _sender(file: CaseFile) -> str:
    """Who sent a case, short enough for a line of a list; empty for one of our own."""
    signer = file.received.body.get("signer") if file.received is not None else None
    return "" if file.ours else f"(signed with {signer[:16]}…)" if signer else "(not signed)"


@command.command("show")
@click.argument("case")
@click.option("--upto", type=int, metavar="N", help="As it was after act N.")
@click.option("--report", type=File, metavar="FILE", help="Write the report as it was signed.")
@click.pass_context
def show(context: click.Context, case: str, upto: int | None, report: Path | None) -> None:
    """Show a case's history, act by act, or write the report that was signed."""
    from fairdeal.desk.review.casework import case_file
    from fairdeal.desk.review.committee import describe

    with opened(context) as archive:
        file = case_file(archive, case, upto)
        if report is not None:
            if not file.reports:
                raise ArchiveError(
                    f"{case} was not signed off.", case, "There is no report to write."
                )
            data = archive.blob(case, str(file.reports[-1].body["report"]))
            if data is None:
                raise ArchiveError("The report was taken out.", case, "See: fairdeal archive show")
            write_bytes(report, data)
            remark(f"Wrote {report}, signed off by {file.reports[-1].who}. {file.sender}".rstrip())
            return
        out().print(f"{file.called}  ({file.state})", style="bold", soft_wrap=True)
        if file.sender:
            out().print(file.sender, soft_wrap=True)
        for act in file.acts:
            redacted = "  [redacted]" if act.redacted else ""
            out().print(
                f"{act.number:4}  {act.at}  {act.who}: {describe(act)}{redacted}", soft_wrap=True
            )


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
    """Find cases that match everything given. Exit status 1 if there are none."""
    with opened(context) as archive:
        hits = look(archive, Question(" ".join(text), ruled=ruled, **wanted))
    for hit in hits:
        case = hit.case
        line = f"{case.case_id}  {case.opened[:10]}  {case.called}"
        out().print(line, style="bold", soft_wrap=True)
        if case.sender:
            out().print(f"    {case.sender}", soft_wrap=True)
        for line in hit.matching:
            out().print(f"    {line}", soft_wrap=True)
        if case.ruling:
            out().print(f"    Ruling: {case.ruling}", soft_wrap=True)
    if not hits:
        remark("No case matches.")
    return 0 if hits else 1


@command.command("export")
@click.argument("case", required=False)
@click.option("-o", "--output", type=File, metavar="FILE", help="Where to write a case.")
@click.option("--key", type=File, metavar="FILE", help="Sign it with this key.")
@click.option(
    "--parquet",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write everything in the archive as tables into this folder, without a case.",
)
@click.pass_context
def export(
    context: click.Context,
    case: str | None,
    output: Path | None,
    key: Path | None,
    folder: Path | None,
) -> None:
    """Write a case as one file that another committee can verify and import; or everything as tables.

    The tables are Parquet files, for DuckDB, pandas and the like: cases, deals, findings, decisions,
    events, results, papers and acts. The papers themselves are not in them.
    """
    if folder is not None:
        if case is not None or output is not None or key is not None:
            raise ArchiveError(
                "--parquet is for the whole archive.", "--parquet", "Name only the folder."
            )
        _export_everything(context, folder)
        return
    if case is None or output is None:
        raise ArchiveError("Name a case and a file (-o), or a folder (--parquet).")
    signing = exchange.load_key(key) if key is not None else None
    with opened(context) as archive:
        write_bytes(output, exchange.export(archive, case, signing))
    signed = f", signed with the key {exchange.public_of(signing)}" if signing is not None else ""
    remark(f"Wrote {output}{signed}.")


def _export_everything(context: click.Context, folder: Path) -> None:
    from fairdeal.desk.tournament.event import EventPapers
    from fairdeal.desk.tournament.parquet import write_everything

    with opened(context) as archive:
        written = write_everything(archive, EventPapers(archive.path), folder)
    told = ", ".join(f"{rows} {name}" for name, rows in written.items())
    remark(f"Wrote {folder}: {told}.")


@command.command("import")
@click.argument("file", type=File)
@click.option("--from", "key", metavar="KEY", default="", help="Only if this public key signed it.")
@click.option("--sender", metavar="TEXT", default="", help="Who sent it, as far as you know.")
@click.pass_context
def take_in(context: click.Context, file: Path, key: str, sender: str) -> None:
    """Verify a case that was sent to you and store it beside your own.

    It never becomes part of a case of yours, and stays as it came: it can be read, searched and sent on.
    """
    sent = exchange.open_case(read_sent(file))
    trouble(*sent.odd)
    with opened(context, create=True) as archive:
        came = exchange.take_in(archive, sent, who(context), sender=sender, key=key)
    acts = words.count(len(sent.acts), "act") if came.new else "here already"
    signer = f"signed with the key {sent.signer}" if sent.signer else "not signed by anybody"
    out().print(f"{came.case}  {sent.title}: {acts}, {signer}.", soft_wrap=True)


@command.command("copy")
@click.argument("case")
@click.option("--title", metavar="TEXT", help="What to call the case. Without it: as the other.")
@click.pass_context
def copy(context: click.Context, case: str, title: str | None) -> None:
    """Open a case of your own with the documents of one that others sent; they are read and judged here."""
    from fairdeal.desk.intake.documents import photographed, typed
    from fairdeal.desk.review.casework import (
        case_file,
        documents_of,
        documents_ready,
        hand_in,
        open_own,
        recheck,
    )

    with opened(context) as archive:
        file = case_file(archive, case)
        documents = [
            (typed if is_typed else photographed)(data, name, digest)
            for name, data, digest, is_typed in documents_of(archive, file)
        ]
        with archive.writing():
            own = open_own(archive, file, who(context), title)
            for document in documents:
                hand_in(archive, own, document, who(context))
            if documents_ready(case_file(archive, own), archive):
                recheck(archive, own)
    out().print(f"{own}  {words.count(len(documents), 'document')}", soft_wrap=True)


@command.command("reread")
@click.argument("case")
@layout_option
@us_option
@click.pass_context
def reread(context: click.Context, case: str, layouts: tuple[Path, ...], us: str | None) -> int:
    """Read the photos of an open case again, with this version of the reader.

    The new reading stands beside the old one; what people corrected stays corrected.
    """
    from fairdeal.desk.review.casework import read_again

    sheets = known_sheets(layouts, us) if layouts or us else None
    with opened(context) as archive:
        read, changed, failed = read_again(
            archive,
            case,
            lambda data, name: workers().call(Work.photo(name), read_pages, data, name, sheets),
        )
    trouble(*(f"{line} Its old reading is kept." for line in failed))
    remark(f"{words.count(read, 'photo')} read again, {changed} of them differently than before.")
    return NOTHING if failed else 0


@command.command("redact")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option(
    "--photos",
    type=click.Choice(["cover", "withhold", "keep"]),
    default="cover",
    help="What to do with photos of cases that name the person: cover the names of the heading, "
    "take the photo out, or leave it.",
)
@click.option(
    "--case",
    "also",
    multiple=True,
    metavar="CASE",
    help="Cover the photos of this case too, though the name in them was never read.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def redact(
    context: click.Context, names: tuple[str, ...], photos: str, also: tuple[str, ...], yes: bool
) -> int:
    """Remove a person's name from every case, permanently. Give every spelling of it.

    It is recorded that something was removed, not what. The archive and its cases still verify.
    Copies that others have, and backups, are not changed.
    """
    from fairdeal.desk.archive.redaction import redact as take_out

    if not yes and not click.confirm(
        f"Remove {', '.join(names)} everywhere, permanently?", err=True
    ):
        return 1
    with opened(context) as archive:
        done = take_out(archive, names, who(context), cast(Literal["cover"], photos), also)
    remark(
        f"{words.count(len(done.cases), 'case')}: {words.count(done.acts, 'act')} and "
        f"{words.count(done.documents, 'document')} redacted."
    )
    if done.left:
        trouble(
            *(f"Could not be covered: {it}. Check whether it shows the name." for it in done.left)
        )
        trouble(
            "To take the photos of these cases, and workbooks with pictures, out altogether, do the same"
            " with --photos withhold."
        )
    tell_of_audits(context, "Not reached: {}. Remove on the pages those that name the person.")
    return 0


for each in (verify, head, reindex, backup, restore, new_key):
    command.add_command(each)

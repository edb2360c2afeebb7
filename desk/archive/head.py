"""The head of the archive, and whether the archive still gives the code on a page."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.desk.archive.acts import Act, Kind
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.page_code import PageCode, typed
from fairdeal.desk.archive.store import Archive


@dataclass(frozen=True, slots=True)
class PageFound:
    """What the archive says of a page's code: `words` where it holds what the page fixes, else `wrong`."""

    words: str = ""
    wrong: str = ""


def head(archive: Archive, *, signed: bool = False) -> PageCode | None:
    """The code of the archive as it is; None where it is empty. `signed`: the next act signs the page."""
    acts, ledger = archive.head()
    return PageCode(acts, ledger, signed) if acts else None


def find_page(archive: Archive, text: str) -> PageFound:
    """Whether the archive holds what a page's code fixes. Say beforehand what `verify` finds: only in an
    archive whose ledger holds does the code fix the acts.

    Raises DeskError where the code was mistyped.
    """
    code = typed(text)
    acts, _ = archive.head()
    if code.acts > acts:
        return PageFound(
            wrong=(
                f"The page was made when the archive had {code.acts} acts; this archive has {acts}."
                " Its end was cut off, an older one was put back, or the page is of another archive."
            )
        )
    last = archive.act_at(code.acts) if code.acts else None
    if last is None or not code.fits(last.ledger):
        return PageFound(
            wrong=(
                f"This archive does not give the page's code after its first {code.acts} acts. It was built"
                " again or changed before that act, or the page is of another archive."
            )
        )
    fixed = PageCode(code.acts, last.ledger, code.signed)
    if code.signed:
        return _signing(archive, fixed)
    return PageFound(
        f"The archive contains everything that the page proves: its first {code.acts} acts, the last of"
        " them of"
        f" {last.at} in the case {last.case}."
    )


def _signing(archive: Archive, fixed: PageCode) -> PageFound:
    """The page is a signed report: the act after those that it fixes must be its signing."""
    act = archive.act_at(fixed.acts + 1)
    if act is None or act.kind is not Kind.SIGNED or not _shows(archive, act, fixed.text):
        return PageFound(
            wrong=(
                f"The archive holds the {fixed.acts} acts before the page was signed, but the signing that"
                " should come next is not there. It was cut off, or another act was put in its place."
            )
        )
    title = fold(act.case, archive.acts(act.case)).title
    named = f"the case {act.case}" + (f" ({title})" if title else "")
    return PageFound(
        f"The archive contains the page and everything that it proves: {act.who} signed off {named} at"
        f" {act.at},"
        f" act {act.number} of it and act {fixed.acts + 1} of the archive."
    )


def _shows(archive: Archive, act: Act, code: str) -> bool:
    """Whether the report that was signed shows this code. One from which a name was taken out may not."""
    report = str(act.body.get("report"))
    data, after = archive.raw_blob(act.case, report) or (None, report)
    return after != report or (data is not None and code.encode() in data)

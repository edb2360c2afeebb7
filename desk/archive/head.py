"""The head of the archive, and whether the archive still gives the code on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk.archive.acts import Act, Kind, is_received
from fairdeal.desk.archive.casefile import fold
from fairdeal.desk.archive.page_code import PageCode, typed
from fairdeal.desk.archive.store import Archive, arrival, redactions


@dataclass(frozen=True, slots=True)
class PageFound:
    """What the archive says of a page's code: `words` where it holds what the page fixes, else `wrong`.
    `odd` wants an explanation: the stored report is not the page, or the case counts as from others."""

    words: str = ""
    wrong: str = ""
    odd: tuple[str, ...] = ()


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
    acts = archive.acts(act.case) if act is not None else []
    redacted = _redactions_of(act, acts) if act is not None else []
    if (
        act is None
        or act.kind is not Kind.SIGNED
        or not (redacted or _shows(archive, act, fixed.text))
    ):
        return PageFound(
            wrong=(
                f"The archive holds the {fixed.acts} acts before the page was signed, but the signing that"
                " should come next is not there. It was cut off, or another act was put in its place."
            )
        )
    title = fold(act.case, acts).title
    named = f"the case {act.case}" + (f" ({title})" if title else "")
    what = _BEFORE if redacted else _ALL
    return PageFound(
        f"The archive contains {what}: {act.who} signed off {named} at {act.at},"
        f" act {act.number} of it and act {fixed.acts + 1} of the archive.",
        odd=(*_replaced(redacted, str(act.body["report"])), *_moved(act.case, acts)),
    )


_ALL: Final = "the page and everything that it proves"
_BEFORE: Final = "every act before the page was signed, and a signing after them"
"""Without the report nobody can say whether that signing is the page's own."""


def _redactions_of(signing: Act, acts: Sequence[Act]) -> list[Act]:
    """The acts that redacted the report of this signing, whatever else they redacted."""
    report = signing.body.get("report")
    return [
        act
        for act in acts
        if act.kind is Kind.REDACTED
        and any(each["digest"] == report for each in act.body["documents"])
    ]


def _moved(case: str, acts: Sequence[Act]) -> Iterator[str]:
    """That a case of which this archive made a page counts as from others since."""
    for act in acts[arrival(acts) - 1 : arrival(acts)] if is_received(case) else ():
        yield (
            f"The page was signed in this archive, but its case counts as imported by {act.who} since"
            f" {act.at}. Somebody changed the file."
        )


def _replaced(redacted: Sequence[Act], report: str) -> Iterator[str]:
    """That another report is stored than was signed, and by whom."""
    if not redacted:
        return
    by = ", ".join(f"{act.who} at {act.at} (act {act.number} of the case)" for act in redacted)
    if not redactions(redacted)[report]:
        yield f"The signed report is no longer stored. It was redacted by {by}."
    else:
        yield (
            f"The stored report is not the one that was signed. It was redacted by {by}, and only they"
            " vouch for what it says now: compare it with the page."
        )


def _shows(archive: Archive, act: Act, code: str) -> bool:
    """Whether the stored report is the one that was signed, and shows this code."""
    report = str(act.body.get("report"))
    data, after = archive.raw_blob(act.case, report) or (None, "")
    return after == report and data is not None and code.encode() in data

"""What a call of 56 means: its words made out, whatever was said before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from fairdeal.records.cards import NO_TRUMPS, Said, TermKind
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.replay.calls import SINGLE, Kind


@dataclass(frozen=True, slots=True)
class Meaning:
    """A call's words made out.

    `number` is a value said outright, `plus` what is added to the bid before; at most one of them is
    filled. `trump` is the denomination, None for noes (it depends on the rulebook and the bid
    before) and where none is clear. `suit` is the one suit named. `clear`: value and denomination
    can be known without guessing.
    """

    kind: Kind
    form: str
    approved: bool = True
    unlisted: bool = False
    barred_first: bool = False
    clear: bool = True
    number: int | None = None
    plus: int | None = None
    trump: str | None = None
    suit: str | None = None
    noes: bool = False


UNKNOWN = Meaning(Kind.UNKNOWN, "")

_DENOMINATIONS = (TermKind.SUIT, TermKind.NO_TRUMP, TermKind.NOES, TermKind.PASS)


def meaning_of(said: Said | None, book: FiftySixBook) -> Meaning:
    """The meaning of a call."""
    return _make_out(said, book) if said is not None else UNKNOWN


@lru_cache(maxsize=4096)
def _make_out(said: Said, book: FiftySixBook) -> Meaning:
    if said.unclear or not said.terms:
        return UNKNOWN
    form, bids = said.form, book.bids
    if len(said.terms) == 1 and said.terms[0].kind in SINGLE:
        kind = SINGLE[said.terms[0].kind]
        approved = kind is Kind.ALL_PASS or form in bids.approved
        return Meaning(kind, form, approved, clear=approved)
    approved = form in bids.approved and len(said.terms) <= bids.most_terms
    unlisted = not approved and (form in bids.unlisted or bids.other_forms == "unlisted")
    number, plus = _value(said, book)
    trump, noes = _denomination(said)
    clear = (number is not None or plus is not None) and (trump is not None or noes)
    return Meaning(
        kind=Kind.BID,
        form=form,
        approved=approved,
        unlisted=unlisted,
        barred_first=form in bids.barred_first,
        clear=clear,
        number=number if clear else None,
        plus=plus if clear else None,
        trump=trump,
        suit=said.suit,
        noes=noes,
    )


def _value(said: Said, book: FiftySixBook) -> tuple[int | None, int | None]:
    """The value said outright, or what is to be added; both None where neither is clear."""
    kinds = [term.kind for term in said.terms]
    pluses, numbers = kinds.count(TermKind.PLUS), kinds.count(TermKind.NUMBER)
    if pluses > 1 or numbers > 1:
        return None, None
    if not pluses:
        return said.number, None
    if not numbers:
        # A pass has a denomination only beside a number, so `plus pass` says nothing clear.
        return None, None if TermKind.PASS in kinds else book.bids.plus_alone
    number = said.number
    if number is None:
        return None, None
    before = kinds.index(TermKind.NUMBER) < kinds.index(TermKind.PLUS)
    # `one plus D` can only be meant as a raise; `40 plus H` could be a bid of forty.
    if before and number >= book.bids.lowest:
        return None, None
    return None, number


def _denomination(said: Said) -> tuple[str | None, bool]:
    """The denomination named (None and True for noes); None and False where none is clear."""
    named = [term for term in said.terms if term.kind in _DENOMINATIONS]
    known = (*_DENOMINATIONS, TermKind.NUMBER, TermKind.PLUS)
    if len(named) != 1 or any(term.kind not in known for term in said.terms):
        return None, False
    term = named[0]
    if term.kind is TermKind.NOES:
        return None, True
    return (term.text if term.kind is TermKind.SUIT else NO_TRUMPS), False

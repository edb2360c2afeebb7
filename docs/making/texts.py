"""The texts of reports and of the desk's pages that catalogues translate.

``python -m docs.making.texts`` collects them, brings every catalogue of `templates/catalogues` up to
date, and says how many each has. Texts that are gone stay at its end, commented out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, get_args

import click

from docs.making.page_texts import of_pages
from fairdeal.desk import words
from fairdeal.desk.report.names import HEADING
from fairdeal.desk.review.committee import DECISION_WORDS, RULING_PARTS
from fairdeal.desk.score.figures import NAMES, NOT_RULED, TEAMS
from fairdeal.rulings.doubt.hidden_offences import WITH_A_PENALTY
from fairdeal.rulings.frame.finding import Remedy
from fairdeal.rulings.rulebooks.rulebook import RemedyKind
from fairdeal.templates import HERE, in_scripts
from fairdeal.templates.language import ABOUT, CATALOGUES, entries

SENTENCES: Final[dict[str, tuple[str, ...]]] = {
    "What sentences are put together from: who, where, how many": (
        "Seat %(n)s",
        "seat %(n)s",
        "Somebody",
        "Row %(n)s",
        "Row %(n)s (deal %(n2)s)",
        "row %(n)s",
        "Deal %(n)s",
        "Deal %(n)s, total",
        "the total is not the sum",
        "the record scores it so",
        "to be replayed",
        "open: papers differ",
        "deal %(n)s",
        "Trick %(n)s",
        "trick %(n)s",
        "Call %(n)s",
        "call %(n)s",
        "card %(n)s",
        "seat %(n)s's card in trick %(n2)s",
        "Hand of seat %(n)s",
        "hand of seat %(n)s",
        "score %(team)s",
        "total %(team)s",
        "points %(team)s",
        "penalty %(team)s",
        "match points %(team)s",
        "team %(team)s",
        "contract",
        "bidder",
        "dealer",
        "heading",
        "X or XX",
        "row %(n)s score %(team)s",
        "row %(n)s total %(team)s",
        "row %(n)s points %(team)s",
        "%(part)s, %(rest)s",
        "%(one)s and %(two)s",
        "%(n)s entry",
        "%(n)s entries",
        "%(n)s shape of a hand",
        "%(n)s shapes of a hand",
        "%(n)s offence",
        "%(n)s offences",
        "%(n)s wrong entry",
        "%(n)s wrong entries",
        "%(n)s ruling",
        "%(n)s rulings",
        "%(n)s finding",
        "%(n)s findings",
        "%(n)s possible problem",
        "%(n)s possible problems",
        "winner",
        "leader",
        "the dealer",
        "Match points %(team)s",
        "%(n)s",
        "%(n)s to %(n2)s",
    ),
    "What is not there": (
        "no deal has a log",
        "deal %(n)s has no log",
        "deals %(numbers)s have no log",
        "deal %(n)s has no row on the sheet",
        "deals %(numbers)s have no row on the sheet",
        "%(things)s in deal %(n)s is not recorded",
        "%(things)s in deal %(n)s are not recorded",
        "%(things)s in deal %(n)s is not recorded (by the other %(n2)s it is the %(card)s)",
        "%(things)s in deal %(n)s is not recorded (by seat %(seat)s's other cards it is the %(card)s)",
        "card %(n)s of trick %(n2)s",
        "cards %(numbers)s of trick %(n)s",
        "card %(n)s of seat %(seat)s's hand",
        "cards %(numbers)s of seat %(seat)s's hand",
        "%(n)s cards of deal %(n2)s are not recorded",
        "%(n)s cards of deals %(numbers)s are not recorded",
        "trick %(n)s of deal %(n2)s is not recorded",
        "tricks %(numbers)s of deal %(n)s are not recorded",
        "%(n)s tricks of deals %(numbers)s are not recorded",
    ),
    "The page that is signed": (
        "%(things)s to check before this is final",
        "%(things)s to check before this is final.",
        "%(things)s established.",
        "%(things)s established, no offence.",
        "Nobody is blamed for it.",
        "Nobody is blamed for them.",
        "Nobody is accused.",
        "The record contradicts itself, and a slip of the pen would explain it.",
        "What was found depends on entries that should be checked first.",
        "Something on paper is wrong; the committee decides what.",
        "All findings were dismissed.",
        "%(things)s, no offence",
        "%(things)s in conflict with the rest, which a slip of the pen would explain",
        "%(things)s likely, but dependent on how an entry is read",
        "%(things)s that only the committee can settle",
        "%(things)s dismissed, or dropped with one that was",
        "%(things)s, not established: please check the entries first",
        "%(name)s: %(things)s",
        "The match is open: %(open)s.",
        "%(n)s paper: %(n2)s judged",
        "%(n)s papers: %(n2)s judged",
        "%(n)s copy (%(name)s)",
        "%(n)s copies (%(name)s)",
        "%(n)s empty (%(name)s)",
        "%(n)s not of this match: %(name)s",
        "%(n)s not judged: %(name)s",
        "%(n)s not read: %(name)s",
        "not judged in %(name)s: %(why)s",
        "deal %(n)s to be replayed",
        "deal %(n)s to be replayed: up to %(n2)s points",
        "The score is level either way.",
        "%(name)s won %(n)s to %(n2)s.",
        "%(name)s won %(n)s to %(n2)s; as written %(name2)s was ahead.",
        "%(name)s won %(n)s to %(n2)s; as written it was level.",
        "Not every paper is read and judged: who is ahead is not known yet.",
        "%(name)s is ahead either way.",
        "%(name)s is ahead; as written %(name2)s was ahead.",
        "%(name)s is ahead; as written it was level.",
        "The score is level; as written %(name)s was ahead.",
        "%(name)s are ahead either way.",
        "%(name)s are ahead; as written %(name2)s were ahead.",
        "%(name)s are ahead; as written it was level.",
        "The score is level; as written %(name)s were ahead.",
        "%(name)s won %(n)s to %(n2)s; as written %(name2)s were ahead.",
        "%(things)s not decided yet: counted as the rulebook has it.",
        "%(things)s not decided yet: counted as the rulebook has them.",
    ),
    "What follows from a finding, and how sure it is": (
        "The deal goes to team %(team)s, plus %(n)s points.",
        "That makes %(n)s + %(n2)s = %(n3)s to %(team)s.",
        "It is given once in a deal, not for each offence.",
        "%(n)s points to team %(team)s.",
        "The remaining tricks go to team %(team)s.",
        "The deal then gives %(award)s.",
        "The deal gives %(ways)s.",
        "%(way)s; %(ways)s",
        "%(award)s if %(condition)s",
        "%(n)s to %(team)s",
        "the deal stands",
        "the deal is dealt again",
        "the bid stands",
        "the bid is void",
        "the contract is made",
        "the contract is defeated",
        "it is excused",
        "the cardinal rule applies to it",
        "The record shows no objection; this applies only if the other side objected.",
        "Whether the other side objected is not recorded; this applies only if it did.",
        "certain",
        "almost certain",
        "very likely",
        "likely",
        "as likely as not",
        "1 chance in %(n)s",
        "hardly possible",
        "Not established: it depends on how %(entry)s is read (%(share)s)",
        "Not established: it depends on how %(entries)s are read (%(share)s)",
        "Not established (%(share)s): no reading shows whether %(entry)s is wrong",
        "Not established (%(share)s): no reading shows which of %(entries)s is wrong",
        "Not established: it depends on %(entry)s, which is not recorded (%(share)s)",
        "Not established: it depends on %(entries)s, which are not recorded (%(share)s)",
        "%(article)s: %(n)s to team %(team)s (%(form)s).",
        "If it was so: %(remedy)s",
        "for the committee to decide.",
        "a warning to team %(team)s.",
        "it is void",
        "the call is void",
        "the call stands",
        "%(contract)s by seat %(seat)s stands",
        "no points are asked for",
        "team %(team)s is given 1 point",
        "team %(team)s is given %(n)s points",
        "the play is scored as far as it went",
        "the hand was played and not declared",
    ),
    "Findings on the deal and the hands": (
        "The %(card)s is written %(n)s times; the pack has %(n2)s.",
        "The %(card)s is not in the pack.",
        "The hand of seat %(seat)s as written has %(n)s cards instead of %(n2)s.",
        "The %(card)s in the hand of seat %(seat)s was seen while the cards were dealt.",
        "Seat %(seat)s was dealt eight %(suit)s, which may not be played.",
        "Seat %(seat)s was dealt eight %(suit)s, and said so before the first lead.",
        "Seat %(seat)s was dealt eight %(suit)s and did not say so before the first lead.",
        "Deal %(n)s was dealt by seat %(seat)s; seat %(seat2)s dealt deal %(n2)s, so it was seat "
        "%(seat3)s's turn to deal.",
        "%(row)s: seat %(seat)s is entered as dealer; the log has seat %(seat2)s.",
        "Deal %(n)s is recorded after deal %(n2)s.",
        "The session has %(n)s deals; the rulebook asks for %(n2)s.",
        "Trumps were %(suit)s, and the defenders, seats %(seat)s, %(seat2)s and %(seat3)s, held "
        "none between them: shown by %(source)s.",
        "the hands",
        "what was played",
        "Nobody stopped the play.",
        "If the deal is dealt again, nothing in it scores.",
        "If the deal is dealt again, nothing in it scores; as played, team A gets %(n)s and team B "
        "%(n2)s.",
        "The hand of seat %(seat)s as written has %(n)s cards instead of %(n2)s, and %(why)s.",
        "nothing was called or played",
        "every card of the pack stands in the hands",
        "the record says that the deal was dealt again",
        "Seat %(seat)s was dealt all eight jacks, which may not be played.",
        "Seat %(seat)s was dealt all eight jacks and did not say so before the first lead.",
        "If it was dealt again, nothing in this deal scores.",
        "Deal %(n)s is entered as dealt by seat %(seat)s; by the deals before and after it it was "
        "the turn of seat %(seat2)s.",
        "%(row)s: deal %(n)s is recorded after deal %(n2)s.",
        "%(row)s: deal %(n)s is recorded after deal %(n2)s; some are missing.",
        "%(row)s: deal %(n)s is recorded again, but the earlier one was not to be dealt again.",
    ),
    "Findings on the auction": (
        "%(who)s said %(call)s, %(why)s.",
        "a form (%(form)s) that is not approved",
        "a word that is not allowed",
        "more than %(n)s terms in one bid",
        "which is not allowed as the very first call",
        "%(who)s said %(call)s: this form is neither approved nor barred.",
        "%(who)s bid %(call)s: %(n)s is not above the %(n2)s bid by seat %(seat)s.",
        "%(who)s bid %(call)s: %(n)s is not above the %(n2)s bid.",
        "%(who)s bid %(call)s: seat %(seat)s's first Pass counts as %(n2)s no-trumps, and %(n)s is not above "
        "that.",
        "%(who)s bid %(call)s: %(n)s is below the lowest bid, %(n2)s.",
        "%(who)s bid %(call)s: %(n)s is above the highest bid, %(n2)s.",
        "%(who)s opened the auction with %(call)s: %(why)s.",
        "there is no bid yet to add to",
        "there is no bid yet to double",
        "the first call must be a bid",
        "%(who)s said %(call)s when it was seat %(seat)s's turn.",
        "Seat %(seat)s said nothing when it was its turn to call.",
        "%(who)s bid %(call)s and was dealt no %(suit)s.",
        "%(who)s said %(call)s, showing no %(suit)s, while holding the %(card)s.",
        "%(who)s doubled, but %(why)s.",
        "%(who)s redoubled, but %(why)s.",
        "the bid of %(n)s by seat %(seat)s was by its own side",
        "the bid of %(n)s by seat %(seat)s was doubled already",
        "the bid of %(n)s by seat %(seat)s had not been doubled",
        "%(who)s said %(call)s after %(what)s.",
        "all the others had passed and the auction was over",
        "the redouble had ended the auction",
        "the auction was over",
        "%(who)s bid %(call)s after the auction was over: %(why)s.",
        "only the bidder may raise",
        "the suit may not change",
        "the contract was raised already",
        "the bidder had passed after all the others",
        "The bids were reviewed.",
        "%(who)s asked about the score when the bidding had begun.",
        "%(who)s said %(call)s: %(why)s.",
        "a raise must be to %(n)s, %(n2)s or %(n3)s, and above the bid",
    ),
    "Findings on the play": (
        "%(who)s played the %(card)s on %(suit)s led in trick %(n)s while holding the %(card2)s, "
        "played in trick %(n2)s.",
        "%(who)s played the %(card)s on %(suit)s led in trick %(n)s while holding the %(card2)s, "
        "never played.",
        "%(who)s played the %(card)s on %(suit)s led in trick %(n)s while holding the %(card2)s, "
        "and took it back only after the next lead.",
        "%(who)s played the %(card)s on %(suit)s led in trick %(n)s; whether it held one is not "
        "recorded.",
        "%(who)s led to trick %(n)s, but %(why)s.",
        "seat %(seat)s had won the trick before",
        "the first lead was seat %(seat)s's",
        "%(who)s played the %(card)s out of turn in trick %(n)s.",
        "%(who)s played a card out of turn in trick %(n)s.",
        "The %(card)s played by seat %(seat)s in trick %(n)s is not in its hand as written.",
        "The %(card)s played by seat %(seat)s in trick %(n)s appears more often in its play than "
        "in its hand as written.",
        "%(who)s's card in trick %(n)s is not recorded: by the other %(n2)s it is the %(card)s.",
        "%(who)s's card in trick %(n)s is not recorded: by seat %(seat)s's other cards it is the %(card)s.",
        "%(who)s's card in trick %(n)s cannot be read: by the other %(n2)s it is the %(card)s.",
        "%(who)s's card in trick %(n)s cannot be read: by seat %(seat)s's other cards it is the %(card)s.",
        "Trick %(n)s is recorded as won by seat %(seat)s, but the %(card)s of seat %(seat2)s won it.",
        "%(who)s took back the %(card)s for the %(card2)s in trick %(n)s.",
        "%(who)s took back the %(card)s for the %(card2)s in trick %(n)s, after the next lead.",
        "A closed trick was looked at again after trick %(n)s had begun.",
        "The deal was given up in trick %(n)s, but the record shows no reason to deal again.",
        "Seat %(seat)s claimed the remaining tricks in trick %(n)s; challenged, but no legal play "
        "gives the challengers a trick.",
        "The teams swapped all their seats before deal %(n)s was played.",
        "For information: with best play by all and every hand known, team %(team)s would win %(n)s of the "
        "%(n2)s tricks that remained.",
        "Seats were changed after the cards were dealt.",
        "The recorder noted the conduct of seat %(seat)s: %(call)s.",
        "The recorder noted the conduct of seat %(seat)s.",
        "Trick %(n)s has two cards of seat %(seat)s: the %(card)s and the %(card2)s.",
        "Seat %(seat)s claimed the remaining tricks in trick %(n)s; team %(team)s challenged and "
        "can win a trick: seat %(seat2)s does, if the play goes %(name)s.",
    ),
    "Findings on entries of sheets and results, and the arithmetic": (
        "%(row)s: team %(team)s's total is entered as %(n)s; %(n2)s and %(n3)s make %(n4)s.",
        "%(row)s: %(n)s is entered as team %(team)s's score; it should be %(n2)s.",
        "%(n)s is written as team %(team)s's score; it should be %(n2)s.",
        "That is the table's award for contract %(n)s and points A %(n2)s, B %(n3)s.",
        "The points are A %(n)s, B %(n2)s.",
        "The points are A %(n)s.",
        "The points are B %(n)s.",
        "It may include penalty points, which nothing in the record shows.",
        WITH_A_PENALTY,
        "If the contract was doubled, the score is right: the x may have been left out.",
        "If the bidder was of the other team, the score is right.",
        "Contract %(n)s, made: the row %(n2)s to %(n3)s gives %(n4)s to team %(team)s.",
        "Contract %(n)s, defeated: the row %(n2)s to %(n3)s gives %(n4)s to team %(team)s.",
        "Contract %(n)s, made: the row %(n2)s gives %(n3)s to team %(team)s.",
        "Contract %(n)s, defeated: the row %(n2)s gives %(n3)s to team %(team)s.",
        "Doubled: %(n)s + %(n2)s = %(n3)s.",
        "Redoubled: %(n)s + %(n2)s = %(n3)s.",
        "Cardinal rule broken by the declaring side, team %(team)s: counted as defeated.",
        "Cardinal rule broken by the defenders, team %(team)s: counted as made.",
        "Cardinal rule: %(n)s more to team %(team)s = %(n2)s.",
        "Redeal: nothing in this deal scores.",
        "%(n)s points are written for team %(team)s; %(why)s.",
        "%(row)s: %(n)s points are entered for team %(team)s; %(why)s.",
        "the tricks of the play give team %(team)s %(n)s",
        "the tricks recorded already give team %(team)s %(n)s",
        "there are only %(n)s points in a deal",
        "the two sides' %(n)s and %(n2)s make %(n3)s, not %(n4)s",
        "Match points of team %(team)s are entered as %(n)s; totals of %(n2)s and %(n3)s give %(n4)s.",
        "Team %(team)s's score of %(n)s leaves out the penalty for %(form)s by the other side; "
        "with it the score is %(n2)s.",
        "%(row)s: team %(team)s's score of %(n)s leaves out the penalty for %(form)s by the other "
        "side; with it the score is %(n2)s.",
        "The contract is written %(call)s; the auction made it %(contract)s, by seat %(seat)s.",
        "%(row)s: %(call)s is entered; the auction made it %(contract)s, by seat %(seat)s.",
        "%(row)s: seat %(seat)s is entered as bidder; the auction made it %(contract)s, by seat "
        "%(seat2)s.",
        "%(place)s: team A's copy has %(n)s, team B's copy has %(n2)s.",
        "The result is by the points written down.",
        "The result is certain from the tricks recorded.",
    ),
    "What the places show that prove a finding": (
        "%(code)s still held",
        "%(n)s before this row",
        "%(n)s %(trump)s stood",
        "no %(suit)s",
    ),
}
"""Sentences of reports, by what they are of."""


PAGES: Final = (
    "report.html", "parts.html", "tournament.html", "event.html", "screen.html",
    "report/*.html", "desk/*.html", "phone/*.html",
)  # fmt: skip
"""Templates with texts to translate, under `templates/pages`."""
_QUOTED: Final = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_TEXT: Final = re.compile(rf"(?:\b_|\bin_words|\bngettext)\(\s*{_QUOTED}(?:,\s*{_QUOTED})?")
_PHRASES: Final = (
    "Hands dealt",
    "Cards still held",
    "The other side objected.",
    "A slip of the pen would explain this: look at that first.",
    "The same dealer deals again; nothing in this deal scores.",
    "Nothing irregular was found in what is recorded.",
    "No offence was found. What is listed below is for the committee to know.",
    "Nothing could be read, so nothing was checked.",
)
"""Headings and whole sentences that the program puts into a report."""
_CERTAIN: Final = ("Established", "Established by a person's word")


def texts() -> dict[str, str]:
    """Every text that may be translated, with where it comes from."""
    found: dict[str, str] = {}
    for text, source in (*_of_pages(), *_of_words()):
        found.setdefault(text, source)
    return found


def _of_pages() -> Iterator[tuple[str, str]]:
    for pattern in PAGES:
        for page in sorted((HERE / "pages").glob(pattern)):
            source = f"templates/pages/{page.relative_to(HERE / 'pages')}"
            for several in _TEXT.findall(page.read_text(encoding="utf-8")):
                yield from ((quoted[1:-1], source) for quoted in several if quoted)
    yield from ((text, "templates/static") for text in in_scripts())


def _of_words() -> Iterator[tuple[str, str]]:
    """Texts that are chosen by what was found, and sentences with figures in them."""
    tables: dict[str, Iterable[str]] = {
        "desk/words.py": (
            *_titles(),
            *words.SEVERITIES.values(),
            *_CERTAIN,
            *_remedies(),
            *_PHRASES,
        ),
        "desk/report/names.py": HEADING,
        "docs/making/texts.py": chain.from_iterable(SENTENCES.values()),
        "desk/review/committee.py": (
            *DECISION_WORDS.values(),
            *(title for _, title in RULING_PARTS),
        ),
        "desk/score/figures.py": (*NAMES.values(), NOT_RULED),
    }
    for source, found in tables.items():
        yield from ((text, source) for text in found)
    yield from of_pages()


def _titles() -> Iterator[str]:
    for game in ("", "bridge"):
        yield from (words.title(code, game=game) for code in words.TITLES)


def _remedies() -> Iterator[str]:
    """The remedies that have no figures in them but one point."""
    for kind in get_args(RemedyKind):
        for team in TEAMS:
            yield words.remedy(Remedy(kind, team, 1 if kind == "points" else 0))


WIDTH: Final = 110
"""Letters of a line of a catalogue."""


def update(path: Path) -> tuple[int, int]:
    """Bring a catalogue up to date; how many texts there are, and how many of them it has."""
    import polib

    old = polib.pofile(path.read_text("utf-8"), wrapwidth=WIDTH)
    known = {(each.msgctxt or "", each.msgid): each for each in old}
    new = polib.POFile(wrapwidth=WIDTH)
    new.header, new.metadata = old.header, old.metadata
    new += [known.pop((ABOUT, name)) for name in ("name", "checked")]
    for text, source in texts().items():
        before = known.pop(("", text), None)
        flags = ["python-format"] if "%(" in text else []
        own = before.msgstr if before is not None else ""
        new.append(polib.POEntry(msgid=text, msgstr=own, occurrences=[(source, "")], flags=flags))
    for left in known.values():
        left.obsolete = True
    new += [each for each in known.values() if each.msgstr]
    path.write_text(str(new), "utf-8")
    return len(texts()), done(path)


def done(path: Path) -> int:
    """How many of the texts a catalogue translates."""
    own = {english for context, english, text in entries(path) if context is None and text}
    return len(own & texts().keys())


def main() -> None:
    for path in sorted(CATALOGUES.glob("*.po")):
        every, translated = update(path)
        click.echo(f"{path.name}: {translated} of {every} texts")


if __name__ == "__main__":
    main()

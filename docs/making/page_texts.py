"""What the program itself says on pages and on page 1, beside what stands in templates; and the articles in
our words: for catalogues.

Refusals and what is announced after a form are collected from the sources, sentence by sentence.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.review.corrections import EXAMPLES
from fairdeal.rulings import game_of, known, load
from fairdeal.rulings.frame.incident import Ask, Node, leaves
from fairdeal.rulings.frame.rule import WHY
from fairdeal.templates import HERE
from fairdeal.templates.language import WITH_TEAM

TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "Names, places and figures as page 1 and the pages put them together; and the lines of a draft": (
        WITH_TEAM,
        "Team %(team)s",
        "%(name)s, table %(name2)s, round %(name3)s",
        "%(name)s, table %(name2)s",
        "%(name)s, round %(name2)s",
        "%(n)s – %(n2)s, %(open)s",
        "%(n)s – %(n2)s; %(open)s",
        "%(n)s to %(n2)s, %(open)s",
        "%(score)s by the rulebook",
        "%(score)s as written",
        "%(score)s as ruled",
        "%(one)s; %(two)s",
        "deal %(n)s: %(name)s",
        "Board %(n)s",
        "board %(n)s",
        "Heading, %(entry)s",
        "heading, %(entry)s",
        "deals",
        "players",
        "rules",
        "%(where)s: %(said)s",
        "%(where)s: “%(title)s” is dismissed.",
        "Deal %(name)s: %(name2)s (%(name3)s as written).",
        "Article %(article)s",
        "Law %(name)s",
        "Section “%(name)s”",
        "See the printed rules.",
    ),
    "What `desk.health` looks at": (
        "Handwriting reader",
        "Readers of print",
        "Browser for PDF",
        "Fonts of forms",
        "Archive",
        "Room for the archive",
        "Room for photos",
        "Settings file",
        "Extra “tables”",
        "Extra “double-dummy”",
        "Extra “pairings”",
        "Extra “cluster”",
    ),
    "Decisions on findings, as buttons, page 1 and a draft name them": (
        "Dealt again, as recorded",
        "To be replayed",
        "To be replayed, up to %(n)s point",
        "To be replayed, up to %(n)s points",
        "Redeal, nothing scored",
        "Correct it to %(name)s",
        "Deal to %(name)s",
        "Deal to %(name)s, +%(n)s",
        "%(n)s point to %(name)s",
        "%(n)s points to %(name)s",
        "A warning to %(name)s",
        "The remaining tricks go to %(name)s",
        "Correct the entry",
        "For the committee to decide",
        "Nothing to be done",
        "Noted, nothing follows",
        "The entry stands",
        "Leave it open",
        "Play stands",
        "No penalty",
        "No warning",
        "No offence",
        "Dismiss it",
        "%(n)s to %(n2)s, open",
        "%(words)s, %(n)s to %(name)s",
        "The deal scores %(name)s",
        "The deal is replayed",
        "Read as written, %(n)s to %(name)s",
        "Other.",
    ),
    "What to do next": (
        "The case %(name)s is not in the archive.",
        "The case was removed as a mistake. It can be brought back.",
        "The case is signed off. Print its report, or reopen it.",
        "The photos are being read; this takes some seconds each.",
        "No paper could be read; add another.",
        "Nothing is written on this form; add a filled one.",
        "Nothing could be read yet. Add a photo or a typed log.",
        "Decide what each finding is worth.",
        "Write down the ruling.",
        "Read the report once more, then sign it off.",
    ),
    "By what statistics count; and a group of what is of neither team": (
        "What was found",
        "Year",
        "Event",
        "Rulebook",
        "Team",
        "Recorder",
        "no side named",
    ),
    "The board of an event: how matches stand, and what they wait for": (
        "no papers yet",
        "To be played",
        "Sheet missing",
        "Logs, no sheet",
        "One copy",
        "Copies differ",
        "To check",
        "Agreed",
        "Not over",
        "In dispute",
        "Ruled, not signed",
        "Signed",
        "To confirm",
        "Entered",
        "Forfeit",
        "Sits out",
        "Two matches",
        "Sheet to come",
        "Being checked",
        "score sheet",
        "second copy",
        "hand logs",
        "to check",
        "copies differ",
        "in dispute",
        "not over",
        "ruled, not signed",
        "two matches",
        "Played, without a sheet",
        "Swiss: teams of equal points meet",
        "Round robin: everybody meets everybody",
        "Knockout: who loses is out",
        "Forfeit: it was not played",
        "Table %(n)s, round %(n2)s",
        "Table %(n)s, round %(n2)s: sheet to come",
        "Table %(n)s, round %(n2)s: being checked",
        "Table %(n)s, round %(n2)s: to be played",
        "Final results of round %(n)s: %(n2)s of %(n3)s.",
        "Not final in earlier rounds: %(n)s.",
        "A result was entered for %(name)s – %(name2)s.",
        "%(n)s paper came in after the case was opened.",
        "%(n)s papers came in after the case was opened.",
        "%(n)s paper was not judged.",
        "%(n)s papers were not judged.",
        "%(n)s entry to read.",
        "%(n)s entries to read.",
        "Nothing is planned, and no sheet has come in.",
        "The copies differ: %(where)s.",
        "The record does not show the match to its end.",
        "Asked: %(name)s.",
        "Asked: both teams.",
        "Entered by %(name)s.",
        "%(name)s entered %(score)s; the papers come to another score.",
        "%(name)s and %(name2)s both name this table.",
        "Neither the heading, the QR code nor the file name shows its round and table.",
        "A photo",
        "It is still being read.",
        "Nothing in it could be read. Take it again, or bring the paper to the desk.",
        "It is not clear which match it is of.",
        "Its match is in doubt. Bring the paper to the desk.",
        "Of no match",
        "Appealed",
        "appealed",
        "%(name)s appealed.",
        "Table %(n)s, round %(n2)s: an appeal is possible",
        "by the difference of points",
    ),
    "Of cases, entries and audits; and the parts of a case": (
        "open",
        "signed off",
        "removed",
        "received",
        "ruled",
        "waiting",
        "blank",
        "sure",
        "doubtful",
        "corrected",
        "unreadable",
        "Overview",
        "Report",
        "All",
        "To decide",
        "Offences",
        "Rulings",
        "Wrong entries",
        "Decided",
        "The audit is not finished.",
    ),
    "What became of papers, and marks on them": (
        "Judged.",
        "Judged: %(papers)s.",
        "score sheet",
        "Part of a record: all that it says agrees with %(name)s.",
        "Another photo of the same page as %(name)s: both readings are weighed together.",
        "A copy of %(name)s: counted once.",
        "Differs from %(name)s: %(name2)s.",
        "Nothing is recorded in it but numbers, names or a dealer.",
        "Not of this match: %(name)s.",
        "Not judged: %(name)s.",
        "Not read: %(name)s.",
        "This looks like %(mark)s.",
        "It may mean the same as %(place)s.",
        "ditto marks",
        "a dash",
    ),
    "A deal by tapping: whose turn it is, taps, events": (
        "Start",
        "Result",
        "Which deal is it, and who dealt? You may leave all of it empty.",
        "Seat %(seat)s's hand: %(n)s card so far.",
        "Seat %(seat)s's hand: %(n)s cards so far.",
        "What is written under the deal. Leave the rest empty.",
        "The auction is over; what was said after it can be entered too.",
        "Nobody knows who calls.",
        "Nobody knows who leads to trick %(n)s.",
        "Nobody knows who plays to trick %(n)s.",
        "Seat %(seat)s calls.",
        "Seat %(seat)s leads to trick %(n)s.",
        "Seat %(seat)s plays to trick %(n)s.",
        "Seat %(seat)s calls, as you chose.",
        "Seat %(seat)s leads to trick %(n)s, as you chose.",
        "Seat %(seat)s plays to trick %(n)s, as you chose.",
        "Who calls not known: choose the seat, or go on without it.",
        "Who leads to trick %(n)s not known: choose the seat, or go on without it.",
        "Who plays to trick %(n)s not known: choose the seat, or go on without it.",
        "By the rules it is seat %(seat)s's turn.",
        "Which card did seat %(seat)s show?",
        "Which cards did seat %(seat)s table? None so far. Then press “That was all”.",
        "dealer %(part)s",
        "don't know",
        "end of call",
        "taken back",
        "that was all",
        "not sure",
        "Seat %(seat)s (%(n)s)",
        "A new deal",
        "Card points, team %(SIDE)s",
        "Score, team %(SIDE)s",
        "Penalty, team %(SIDE)s",
        "Team A objects",
        "Team B objects",
        "Team A was warned",
        "Team B was warned",
        "A player showed a card",
        "A player was skipped without a word",
        "A player showed a hand that may not be played",
        "A player tabled cards and claimed the rest",
        "Team A denies the claim",
        "Team B denies the claim",
        "Team A accepts the claim",
        "Team B accepts the claim",
        "Somebody asked for the auction again",
        "Somebody looked at a closed trick",
        "A player asked about the score",
        "A player did something else (say it in words)",
        "The teams changed their seats",
        "The deal was dealt again",
        "Something else (say it in words)",
    ),
    "The card table, the chart, and what is said after a decision": (
        "seat %(seat)s",
        "contract made",
        "contract defeated",
        "not known",
        "%(name)s by seat %(seat)s",
        "%(name)s by seat %(seat)s, doubled",
        "%(name)s by seat %(seat)s, redoubled",
        "%(name)s by %(n)s",
        "Deal %(n)s has no log",
        "Deals %(numbers)s have no log",
        "No deal has a log",
        "to be dealt again",
        "dealt again; nothing in this deal scores",
        "counted as defeated by %(article)s",
        "counted as made by %(article)s",
        "finding %(n)s",
        "evidence for finding %(n)s",
        "evidence for finding %(n)s: %(proof)s",
        "Running score over %(n)s deals.",
        "At the end by the rulebook: %(name)s %(n)s, %(name2)s %(n2)s.",
        "At the end as ruled: %(name)s %(n)s, %(name2)s %(n2)s.",
        "As written: %(name)s %(n)s, %(name2)s %(n2)s.",
        "As ruled: %(name)s %(n)s, %(name2)s %(n2)s.",
        "Seat %(seat)s, %(name)s (team %(team)s)",
        "Before the first call",
        "%(card)s",
        "Seat %(seat)s, team %(team)s",
        "team A – team B",
        "%(team)s as written",
        "spades",
        "hearts",
        "diamonds",
        "clubs",
        "Pass",
        "Somebody else",
        "WE and THEY sheet (bridge)",
        "English and %(name)s",
        "Open the report in a browser, print it (Ctrl+P) and choose “Save as PDF” as the printer.",
        "That is not the password.",
        "Several wrong passwords came from here. Try again in %(n)s seconds.",
        "Every finding is decided.",
        "%(n)s finding to decide.",
        "%(n)s findings to decide.",
        "Finding %(n)s: %(decided)s.",
        "%(n)s finding accepted, as the rulebook has them.",
        "%(n)s findings accepted, as the rulebook has them.",
        "Saved. No finding changed.",
        "Finding %(n)s no longer applies.",
        "Findings %(numbers)s no longer apply.",
        "Finding %(n)s is new: %(title)s.",
        "Findings %(numbers)s are new.",
        "%(n)s more question to answer came up through this.",
        "%(n)s more questions to answer came up through this.",
        "The score is %(score)s now.",
        "accepted",
        "dismissed",
        "changed",
    ),
    "Findings of bridge, with players and sides by their compass points; and one of 56": (
        "NS",
        "EW",
        "The contract is written without a double; the auction made it %(contract)s, by seat %(seat)s.",
        "The contract is written without a double; the auction made it %(contract)s, by %(who)s.",
        "The contract is written %(call)s; the auction made it %(contract)s, by %(who)s.",
        "Nothing in this deal scores, and the next dealer deals.",
        "nothing if %(way)s",
        "%(n)s to %(side)s if %(way)s",
        "the result stands",
        "the deal is dealt again",
        "the board is cancelled",
        "the bid stands",
        "%(n)s is written as %(side)s's score; it should be %(n2)s.",
        "%(contract)s, by %(who)s, made: %(n)s to %(side)s.",
        "%(who)s bid %(call)s; bids go from %(n)s to %(n2)s.",
        "%(who)s said %(call)s when the auction was over.",
        "%(who)s said %(call)s when it was %(who2)s's turn.",
        "The %(card)s in the hand of %(who)s was seen while the cards were dealt.",
        "The %(card)s played by %(who)s in trick %(n)s is not in its hand as written.",
        "%(who)s claimed all of the %(n)s tricks left in trick %(n2)s; %(side)s denied it.",
        "In a normal line %(side)s takes only %(n)s.",
        "No normal line of play gives %(side)s fewer.",
        "One trick goes to %(side)s.",
        "%(n)s tricks go to %(side)s.",
        "%(n)s points off %(side)s.",
        "%(n)s to %(side)s",
        "The recorder noted the conduct of %(who)s: %(call)s.",
        "The recorder noted the conduct of %(who)s.",
        "The copy of %(side)s has %(n)s here, that of %(side2)s %(n2)s.",
        "%(n)s hands that count are recorded; a match has %(n2)s.",
        "%(who)s dealt deal %(n)s; %(who2)s had dealt the one before, so it was %(who3)s's turn to deal.",
        "%(who)s doubled, but the %(name)s was by its own side.",
        "%(who)s redoubled, but nothing was doubled.",
        "%(who)s, who was dummy, claimed tricks.",
        "The hand of %(who)s as written has %(n)s cards instead of %(n2)s, and nothing was called or played.",
        "%(who)s bid %(call)s, which is not above %(name)s.",
        "%(who)s led to trick %(n)s, but the first lead was %(who2)s's.",
        "%(n)s is entered as %(side)s's match points; a match counts for the points made in it, "
        "and %(side2)s's total is %(n2)s.",
        "%(who)s said nothing when it was their turn to call.",
        "The %(card)s is written %(n)s times; the pack has it once.",
        "%(who)s showed the %(card)s during the play.",
        "%(side)s's score of %(n)s leaves out the penalty for %(form)s; with it %(side2)s has "
        "%(n2)s and %(side3)s %(n3)s.",
        "The deal was given up in trick %(n)s, and nothing recorded asks for a redeal.",
        "%(who)s played the %(card)s to trick %(n)s out of turn.",
        "%(n)s tricks are written for %(side)s; the play gives %(side2)s %(n2)s.",
        "The total is entered as %(n)s; the entries make %(n2)s.",
        "A closed trick was looked at again when both sides had played to trick %(n)s.",
        "Trick %(n)s is recorded for %(who)s, but the %(card)s of %(who2)s won it.",
        "%(who)s said %(call)s, which is not a form of bid; its meaning is clear, and it stands.",
    ),
    "What was done in a case. A name is what people wrote, and stays as written": (
        "opened the case %(name)s",
        "added %(name)s (%(n)s bytes, %(name2)s)",
        "called the case %(name)s",
        "named the players: %(name)s",
        "named the players: as the record has them",
        "said that %(name)s is of this match: %(name2)s",
        "withdrew %(name)s (%(name2)s)",
        "withdrew %(name)s (%(name2)s): %(name3)s",
        "removed the case as a mistake",
        "removed the case as a mistake: %(name)s",
        "read the document %(name)s with %(name2)s",
        "read %(name)s as %(name2)s",
        "withdrew act %(n)s",
        "said that one shape is now %(name)s, now %(name2)s, in %(n)s entries of page %(n2)s",
        "said that in this hand a shape is %(name)s, in %(n)s entries of page %(n2)s",
        "chose the rulebook %(name)s",
        "checked the record under %(name)s: %(n)s irregularity established",
        "checked the record under %(name)s: %(n)s irregularity established, "
        "1 more depends on unclear entries",
        "checked the record under %(name)s: %(n)s irregularity established, "
        "%(n2)s more depend on unclear entries",
        "checked the record under %(name)s: %(n)s irregularities established",
        "checked the record under %(name)s: %(n)s irregularities established, "
        "1 more depends on unclear entries",
        "checked the record under %(name)s: %(n)s irregularities established, "
        "%(n2)s more depend on unclear entries",
        "accepted the finding %(name)s",
        "dismissed the finding %(name)s",
        "accepted with a change the finding %(name)s",
        "statement of %(name)s: %(name2)s",
        "earlier warning to %(name)s: %(name2)s",
        "ruling: %(name)s",
        "kept the score %(name)s; the decisions come to %(name2)s",
        "signed off with the report %(name)s",
        "reopened the case: %(name)s",
        "took a name out of %(n)s acts and %(n2)s documents",
        "imported the case as %(name)s",
        "note: %(name)s",
    ),
    "Tables of the report behind page 1, and of a tournament": (
        "no log",
        "North-South",
        "East-West",
        "Remarks",
        "X",
        *(f"{what} %(team)s" for what in ("Points", "Score", "Total")),
        "%(n)s finding depends on it",
        "%(n)s findings depend on it",
        "%(title)s (%(where)s): %(share)s",
        "%(title)s, %(where)s: %(share)s",
        "a guess",
        "by the difference of points",
        "by the matches among the teams tied",
        "there is no such pair",
        "there is no such team in the table of victory points",
        "name the round",
        "there is no such match",
        "several results may be meant",
        "a later line is for the same result",
        "there is no such result",
        "by the IMPs",
        "tied on every tie-break",
        "and %(n)s more",
        "What the deal scores",
        *(f"{why[:1].upper()}{why[1:]}" for why in WHY.values()),
    ),
    "What follows from something at the table": (
        "The deal",
        "The bidding",
        "The play",
        "Score and conduct",
        "Pass before its number (Pass 28)",
        "Whether the other side objected, and when.",
        "This rulebook does not name it.",
        "The committee decides.",
        "The director decides.",
        "The deal goes to the other side, plus %(n)s points.",
        "%(n)s points to the other side.",
        "1 point to the other side.",
        "A warning to this side.",
        "The remaining tricks go to the side that claimed.",
        "The remaining tricks go to the other side.",
        "The committee may give it up to %(n)s points.",
        "The Laws say what follows.",
        "The Laws leave several ways.",
        "For the director to decide.",
        "One trick goes to the other side.",
        "%(n)s tricks go to the other side.",
        "%(n)s points off this side.",
        "%(n)s to %(n2)s",
    ),
}
"""Texts that are put together in Python, by what they are of."""


STILL_OPEN: Final = (
    "Finding %(n)s is not decided",
    "Finding %(n)s is not decided: %(title)s",
    "Finding %(n)s: it is not said what follows",
    "Finding %(n)s: it is not said what follows: %(title)s",
    "Finding %(n)s was read differently after it was decided",
    "Finding %(n)s was read differently after it was decided: %(title)s",
    "Papers differ, %(open)s",
    "The decisions have changed since the ruling was written",
    "The ruling says %(score)s; the score as ruled is another",
)
"""What keeps a case from being signed."""


FROM: Final = ("desk/pages", "desk/review", "desk/report/signing.py", "desk/once.py")
"""Where refusals that pages show are written."""
_SAYING: Final = {
    "DeskError": (0, 2),
    "ArchiveError": (0, 2),
    "announce": (0,),
    "back": (1,),
    "files_given": (2, 3),
}
"""What says something to a person, and which of what it is given are words."""
_BETWEEN: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def of_pages() -> Iterator[tuple[str, str]]:
    """Every text of these, with where it comes from."""
    for several in (
        *TEXTS.values(),
        STILL_OPEN,
        (f"{text}." for text in STILL_OPEN),
        open_readings(),
    ):
        yield from ((text, "docs/making/page_texts.py") for text in several)
    yield from ((text, "desk/review/corrections.py") for text in EXAMPLES.values())
    yield from at_the_table()
    yield from articles()
    yield from refusals()


def questions(node: Node) -> Iterator[str]:
    """Every question and answer below."""
    if isinstance(node, Ask):
        yield node.question
        for _, said, to in node.answers:
            yield from (said, *questions(to))


def at_the_table() -> Iterator[tuple[str, str]]:
    """The incidents of both games: their names, questions and answers, and what each side may do."""
    for name in known():
        book = load(name)
        at = game_of(book).at_table
        source = f"rulings/{book.game.replace('-', '_')}/incidents.py"
        for incident in at.incidents:
            first = incident.first(book)
            ends = [at.answer(book, each) for each in leaves(first)]
            said = (text for each in ends for text in (*each.on, *each.own, *each.other))
            title = incident.title or words.title(incident.code, game=book.game)
            several = (title, *incident.write, *questions(first), *said)
            yield from ((text, source) for text in several if text and not _FIGURE.search(text))


_FIGURE: Final = re.compile(r"\d")
"""A sentence with a figure of the rulebook is in `TEXTS`, with a name for it."""


def open_readings() -> Iterator[str]:
    """How the rulebook of the tournament is read where its print leaves something open, and why."""
    for each in load("international").settings.values():
        yield from (each.shown, f"{each.shown[:1].upper()}{each.shown[1:]}", each.reason)


def articles() -> Iterator[tuple[str, str]]:
    """What articles ask for, in our words."""
    for path in sorted((HERE.parent / "rulings" / "articles").glob("*.toml")):
        for text in tomllib.loads(path.read_text("utf-8")).values():
            if isinstance(text, str):
                yield text, path.relative_to(HERE.parent).as_posix()


def refusals() -> Iterator[tuple[str, str]]:
    """What pages say of what they do not do, and of what was done: each sentence alone."""
    root = HERE.parent
    for place in FROM:
        path = root / place
        for source in [path] if path.is_file() else sorted(path.glob("*.py")):
            for said in _said_in(source.read_text("utf-8")):
                for sentence in _BETWEEN.split(said):
                    if sentence and _TELLING.search(re.sub(r"%\(\w+\)s", "", sentence)):
                        yield sentence, source.relative_to(root).as_posix()


_TELLING: Final = re.compile(r"[a-z]{2,} [a-z]{2,}", re.IGNORECASE)
"""A sentence with words of its own: what is put together from figures alone needs no translation."""


def _said_in(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            for number in _SAYING.get(getattr(node.func, "id", ""), ()):
                for given in node.args[number : number + 1]:
                    yield from _text_of(given)


def _text_of(given: ast.expr) -> Iterator[str]:
    """A text, with a name wherever the program puts something in."""
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value
    elif isinstance(given, ast.IfExp):
        yield from (*_text_of(given.body), *_text_of(given.orelse))
    elif isinstance(given, ast.JoinedStr):
        made, names = "", 0
        for part in given.values:
            if isinstance(part, ast.Constant):
                made += str(part.value)
            else:
                names += 1
                made += f"%(name{names if names > 1 else ''})s"
        yield made

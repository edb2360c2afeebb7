"""USEBIO 1.0 to 1.3: the results of an event as XML, as scoring programs of clubs write and read them.

Read are participants, boards with their traveller lines, and hands. Nothing outside the file is ever opened,
and a file with entities of its own is not read: a few bytes of those can stand for gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import escape

from fairdeal.grammar.evening import Evening, Line
from fairdeal.grammar.pbn.results import Row, deals_of_boards
from fairdeal.records import CARDS, Card, Deal, Hand, Problem, Seat, Span, Tag, clear

MOST_ELEMENTS: Final = 1_000_000
"""Elements of a file: thirty times those of a large congress."""
DEEPEST: Final = 40
"""Elements within each other: the format has eight."""

_SEATS: Final[Mapping[str, Seat]] = {"N": "N", "E": "E", "S": "S", "W": "W"}
_SUITS: Final = {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C"}
_SCORINGS: Final = {
    "IMPS": "IMP",
    "CROSS_IMPS": "IMP;Cross",
    "BUTLER": "IMP;Butler",
    "BUTLER_IMPS": "IMP;Butler",
}


@dataclass(slots=True)
class _Element:
    name: str
    line: int
    attributes: Mapping[str, str]
    children: list[_Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def all(self, *names: str) -> Iterator[_Element]:
        return (each for each in self.children if each.name in names)

    def get(self, *names: str) -> str:
        """The text of the first child of these names that has any."""
        for name in names:
            for child in self.all(name):
                if text := " ".join("".join(child.texts).split()):
                    return text
        return ""


class _RefusedError(Exception):
    """What is in the file is not read, and why."""


@dataclass(slots=True)
class _Reader:
    """The elements of a file as they come; those that are closed are kept if it breaks off."""

    root: _Element
    open: list[_Element] = field(default_factory=list)
    count: int = 0
    line: int = 1

    def read(self, data: bytes) -> Problem | None:
        parser = expat.ParserCreate()
        parser.buffer_text = True

        def start(name: str, attributes: dict[str, str]) -> None:
            self.count += 1
            if self.count > MOST_ELEMENTS or len(self.open) >= DEEPEST:
                raise _RefusedError("it has more elements than any event")
            made = _Element(name.upper(), parser.CurrentLineNumber, attributes)
            (self.open[-1] if self.open else self.root).children.append(made)
            self.open.append(made)

        def end(_: str) -> None:
            self.open.pop()

        def text(said: str) -> None:
            if self.open:
                self.open[-1].texts.append(said)

        def entity(*_: object) -> None:
            raise _RefusedError("it has entities of its own")

        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.CharacterDataHandler, parser.EntityDeclHandler = text, entity
        try:
            parser.Parse(data, True)
        except _RefusedError as why:
            self.root.children.clear()
            return Problem(
                "error", f"USEBIO: the file is not read: {why}", parser.CurrentLineNumber, 1
            )
        except expat.ExpatError as error:
            said = expat.ErrorString(error.code)
            message = f"USEBIO: the file is broken here ({said}): what follows is not read"
            return Problem("error", message, error.lineno, error.offset + 1)
        except (ValueError, LookupError) as error:
            return Problem("error", f"USEBIO: the file cannot be read ({error})", 1, 1)
        return None


def is_usebio(head: bytes) -> bool:
    """Whether a file that begins so is one."""
    small = head.lower()
    return small.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and (
        b"<usebio" in small or b"<!doctype usebio" in small
    )


def read(data: bytes) -> tuple[list[Deal], list[Problem]]:
    """The results of a file, each a deal, and what was wrong with it. Never fails."""
    reader = _Reader(_Element("", 1, {}))
    trouble = reader.read(data)
    problems = [] if trouble is None else [trouble]
    deals: list[Deal] = []
    for root in reader.root.all("USEBIO"):
        hands = _hands(root, problems)
        for event in root.all("EVENT"):
            deals += _of_event(event, hands, problems)
    return deals, problems


def _of_event(
    event: _Element, hands: Mapping[str, tuple[Hand, ...]], problems: list[Problem]
) -> Iterator[Deal]:
    scoring = event.get("BOARD_SCORING_METHOD", "SECTION_SCORING_METHOD")
    tags = {
        "Event": event.get("EVENT_DESCRIPTION"),
        "Date": _date(event.get("DATE")),
        "Scoring": _SCORINGS.get(scoring.upper(), "MP"),
    }
    names: dict[tuple[str, str, str], str] = {}
    boards = list(_boards(event, "", "", names))
    with_rows: list[tuple[Deal, list[Row]]] = []
    for session, section, board in boards:
        number = board.get("BOARD_NUMBER")
        kept = {**tags, "Session": session if session not in ("", "1") else ""}
        rows = [
            Row(_cells(each, section, names), _span(each)) for each in board.all("TRAVELLER_LINE")
        ]
        if rows and not number:
            message = "USEBIO: a board without a number: its results are not compared"
            problems.append(Problem("warning", message, board.line, 1))
        own = Deal(
            number=clear(number, _span(board)) if number else None,
            tags=tuple(Tag(name, value) for name, value in kept.items() if value),
            hands=hands.get(number),
            span=_span(board),
        )
        if rows:
            with_rows.append((own, rows))
    return deals_of_boards(with_rows, {})


def _boards(
    parent: _Element, session: str, section: str, names: dict[tuple[str, str, str], str]
) -> Iterator[tuple[str, str, _Element]]:
    """The boards of an event with their session and section; `names` gets the pairs on the way."""
    for group in parent.all("PARTICIPANTS"):
        for pair in group.all("PAIR"):
            players = [each.get("PLAYER_NAME") for each in pair.all("PLAYER")]
            if players and all(players):
                way = pair.get("DIRECTION").upper().replace("/", "")
                names[section, pair.get("PAIR_NUMBER"), way] = ";".join(players)
    for child in parent.children:
        if child.name == "BOARD":
            yield session, section, child
        elif child.name in ("SESSION", "SECTION", "MATCH", "ROUND"):
            own = (
                child.attributes.get("SESSION_ID", session) if child.name == "SESSION" else session
            )
            part = (
                child.attributes.get("SECTION_ID", section) if child.name == "SECTION" else section
            )
            yield from _boards(child, own, part, names)


def _cells(
    line: _Element, section: str, names: Mapping[tuple[str, str, str], str]
) -> dict[str, str]:
    """A line of a traveller as a row of a table of results."""
    cells = {
        "Contract": line.get("CONTRACT"),
        "Declarer": line.get("PLAYED_BY")[:1].upper(),
        "Result": line.get("TRICKS"),
        "Score_NS": line.get("SCORE"),
        "Table": line.get("TABLE_NUMBER", "TABLE"),
        "Round": line.get("ROUND_NUMBER", "ROUND"),
    }
    for way in ("NS", "EW"):
        number = cells[f"PairId_{way}"] = line.get(f"{way}_PAIR_NUMBER")
        keys = [(part, number, side) for part in (section, "") for side in (way, way[0], "")]
        cells[f"Names_{way}"] = next((names[key] for key in keys if key in names), "")
    if not cells["Score_NS"] and not cells["Contract"]:
        cells |= _shares(line)
    return cells


def _shares(line: _Element) -> dict[str, str]:
    """What each side got of the matchpoints, where there is no score that could be compared."""
    given = [line.get(f"{way}_MATCH_POINTS") for way in ("NS", "EW")]
    try:
        ours, theirs = (float(each) for each in given)
        ours, theirs = 100 * ours / (ours + theirs), 100 * theirs / (ours + theirs)
    except (ValueError, ZeroDivisionError):
        return {}
    if not (0 <= ours <= 100):
        return {}
    return {"Percentage_NS": f"{ours:.4g}", "Percentage_EW": f"{theirs:.4g}"}


def _span(element: _Element) -> Span:
    return Span(element.line, 1, element.line, 2)


def _date(text: str) -> str:
    """``21/11/2026`` as records have dates."""
    found = re.fullmatch(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})", text)
    return f"{found[3]}.{int(found[2]):02}.{int(found[1]):02}" if found else text


def _hands(root: _Element, problems: list[Problem]) -> dict[str, tuple[Hand, ...]]:
    """The hands of each board. Those of which a card cannot be read are left out."""
    found: dict[str, tuple[Hand, ...]] = {}
    sets = [each for parent in (root, *root.all("EVENT")) for each in parent.all("HANDSET")]
    for board in (each for one in sets for each in one.all("BOARD")):
        hands = []
        for hand in board.all("HAND"):
            seat = _SEATS.get(hand.get("DIRECTION")[:1].upper())
            cards = _cards(hand)
            if seat is None or cards is None:
                message = f"USEBIO: a hand of board {board.get('BOARD_NUMBER')} cannot be read"
                problems.append(Problem("warning", message, hand.line, 1))
                continue
            hands.append(Hand(seat, tuple(clear(card, _span(hand)) for card in cards)))
        if hands:
            found[board.get("BOARD_NUMBER")] = tuple(hands)
    return found


def _cards(hand: _Element) -> list[Card] | None:
    cards = []
    for name, suit in _SUITS.items():
        for rank in hand.get(name).upper().replace("10", "T").replace("-", "").replace(" ", ""):
            card = CARDS.get(("10" if rank == "T" else rank) + suit)
            if card is None:
                return None
            cards.append(card)
    return cards


_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(evening: Evening) -> str:
    """An event of pairs as USEBIO 1.2, all in one section."""
    methods = {said: method for method, said in _SCORINGS.items()}
    rows = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<USEBIO Version="1.2">',
        '<EVENT EVENT_TYPE="PAIRS">',
        _leaf("EVENT_DESCRIPTION", evening.title),
        _leaf("DATE", evening.date),
        _leaf("BOARD_SCORING_METHOD", methods.get(evening.scoring, "MATCH_POINTS")),
        _leaf("WINNER_TYPE", "2" if any(each.direction for each in evening.pairs) else "1"),
        "<PARTICIPANTS>",
    ]
    for pair in evening.pairs:
        rows += ["<PAIR>", _leaf("PAIR_NUMBER", pair.number)]
        rows += [_leaf("DIRECTION", pair.direction)] if pair.direction else []
        rows += [_leaf("PERCENTAGE", f"{pair.percentage:.2f}"), _leaf("PLACE", str(pair.place))]
        rows += [f"<PLAYER>{_leaf('PLAYER_NAME', each)}</PLAYER>" for each in pair.players]
        rows.append("</PAIR>")
    rows.append("</PARTICIPANTS>")
    for number, lines in evening.boards:
        rows += ["<BOARD>", _leaf("BOARD_NUMBER", number), *map(_line, lines), "</BOARD>"]
    return "\n".join([*rows, "</EVENT>", "</USEBIO>", ""])


def _line(line: Line) -> str:
    leaves = {
        "NS_PAIR_NUMBER": line.pairs[0],
        "EW_PAIR_NUMBER": line.pairs[1],
        "CONTRACT": line.contract,
        "PLAYED_BY": line.declarer,
        "TRICKS": line.tricks,
        "SCORE": _score(line.scores),
        "NS_MATCH_POINTS": line.matchpoints[0],
        "EW_MATCH_POINTS": line.matchpoints[1],
    }
    said = "".join(_leaf(name, text) for name, text in leaves.items())
    return f"<TRAVELLER_LINE>{said}</TRAVELLER_LINE>"


def _score(scores: tuple[str, str]) -> str:
    """The score of North-South; of an adjusted one what each side gets: ``A6040``."""
    ours, theirs = scores
    if not theirs:
        return ours
    shares = [re.fullmatch(r"A(\d\d)", each) for each in scores]
    return f"{ours}{theirs[1:]}" if all(shares) else f"NS {ours} EW {theirs}"


def _leaf(name: str, text: str) -> str:
    return f"<{name}>{escape(_UNWRITABLE.sub('', text))}</{name}>"

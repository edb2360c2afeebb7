"""How single programs write a game of PBN, each with the number of its files among 60."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from bench.text.pbn_games import SEATS, SUITS
from bench.text.real_parts import (
    Table,
    calls,
    declared,
    diagram,
    hands_from,
    in_rows,
    opener,
    passed,
    play_rows,
    players,
    report,
    score,
    tag,
    written_score,
)


@dataclass(frozen=True, slots=True)
class Style:
    """How one program writes. `rooms`: tables a board is played at. `head`: the first lines of the file."""

    write: Callable[[Table], str]
    files: int
    """Files of this style among 60."""
    rooms: int = 1
    head: str = "% PBN 1.0\n"
    by_session: bool = False
    """Whether boards are numbered from 1 in every session: their markings are those of other numbers."""


_PLACES: Final = ("Hotel zur Brücke", "Congress Centre, Hall 2", "Club House", "Salle d'Été")


def bulletin(table: Table) -> str:
    """Bulletins converted: inherited tags, the contract after the auction, blanks at the end of rows."""
    made, first = table.made, table.index == 0
    sides = {"All": "Both"}.get(made.vulnerable, made.vulnerable)
    event = ("Event", table.event), ("Site", table.random.choice(_PLACES)), ("Date", "1997.01.17")
    parts = [tag(name, value if first else "#") for name, value in event]
    parts += [tag("Round", "5"), tag("Board", table.label), players(table)]
    parts += [
        tag("Vulnerable", sides),
        tag("Deal", hands_from(made, 2)),
        tag("Dealer", SEATS[made.dealer]),
    ]
    parts.append(tag("Auction", SEATS[made.dealer]))
    if passed(table):
        return "".join([*parts, tag("Contract", "Pass")])
    declarer, contract, result = declared(table)
    parts += [in_rows(calls(table), " "), tag("Declarer", declarer), tag("Contract", contract)]
    parts += [tag("Play", opener(table))]
    parts += [" ".join(row) + " \n" for row in play_rows(table)]
    parts += [
        "*\n",
        tag("Room", table.room),
        tag("Result", result),
        tag("Score", f"{written_score(table):+}"),
    ]
    return "".join(parts)


def reported(table: Table) -> str:
    """The same with a report of each board between the tags and the auction."""
    text = bulletin(table)
    at = text.index("[Auction")
    return text[:at] + report(table.random, table.random.randint(3, 11)) + text[at:]


def exported(table: Table) -> str:
    """Export format of team matches: two rooms a board, most tags of the second inherited."""
    made, second = table.made, table.index % 2 == 1
    same = (
        ["#"] * 6 if second else [table.event, "Montecatini", "1997.06.28", "Alpha", "34", "Open"]
    )
    event, site, date, home, number, section = same
    if table.index and not second:
        event = site = "#"
    declarer, contract, result = declared(table)
    side = -1 if made.auction.declarer % 2 else 1
    tags = [
        ("Event", event), ("Site", site), ("Date", date), ("Board", table.label),
    ]  # fmt: skip
    after = [
        ("Dealer", SEATS[made.dealer]), ("Vulnerable", made.vulnerable), ("Deal", made.deal),
        ("Declarer", declarer), ("Contract", contract), ("Result", result),
        ("HomeTeam", home), ("Room", table.room), ("Round", number),
        ("Score", f"NS {side * written_score(table)}"), ("Section", section), ("VisitTeam", home),
        ("Auction", SEATS[made.dealer]),
    ]  # fmt: skip
    parts = [*(tag(*pair) for pair in tags), players(table), *(tag(*pair) for pair in after)]
    parts.append(in_rows(calls(table)))
    if not passed(table):
        parts += [
            tag("Play", opener(table)),
            *(" ".join(row) + "\n" for row in play_rows(table)),
            "*\n",
        ]
    return "".join(parts)


def drawn(table: Table) -> str:
    """Games against robots with a diagram in a comment between two tags; played to the end, mostly."""
    made = table.made
    declarer, contract, result = declared(table)
    side = -1 if made.auction.declarer % 2 else 1
    parts = [tag("Event", table.event), tag("Site", "Lake Side"), tag("Date", "1984.11.01")]
    parts += [tag("Board", table.label), players(table), tag("Dealer", SEATS[made.dealer])]
    parts += [tag("Vulnerable", made.vulnerable), tag("Deal", made.deal), tag("Declarer", declarer)]
    parts += [
        tag("Contract", contract),
        tag("Result", result),
        tag("Score", f"NS {side * score(made)}"),
    ]
    parts += [diagram(made, True), tag("Stage", "Final"), tag("Auction", SEATS[made.dealer])]
    parts.append(in_rows(calls(table)))
    if not passed(table):
        rows = made.rows if table.random.random() < 0.8 else play_rows(table)
        parts += [tag("Play", opener(table)), *(" ".join(row) + "\n" for row in rows)]
        parts += ["*\n"] if len(rows) < 13 else []
    return "".join(parts)


def online(table: Table) -> str:
    """An online tournament: the event in the first game alone, scores in IMPs beside points."""
    made = table.made
    declarer, contract, result = declared(table)
    side = -1 if made.auction.declarer % 2 else 1
    parts = (
        [tag("Event", table.event), tag("Site", "?"), tag("Date", "?")] if table.index == 0 else []
    )
    parts += [tag("Board", table.label + 73 - (73 % 16)), players(table)]
    parts += [
        tag("Dealer", SEATS[made.dealer]),
        tag("Vulnerable", made.vulnerable),
        tag("Deal", made.deal),
    ]
    parts += [tag("Declarer", declarer), tag("Contract", contract), tag("Result", result)]
    parts += [
        tag("Score", f"NS {side * score(made)}"),
        tag("ScoreIMP", f"NS {table.random.randint(-999, 999) / 100}"),
    ]
    parts += [
        tag("Auction", SEATS[made.dealer]),
        in_rows(calls(table, passes="AP" if table.label % 3 == 0 else "pass")),
    ]
    if not passed(table):
        rows = play_rows(table)
        parts += [tag("Play", opener(table)), *(" ".join(row) + "\n" for row in rows)]
        parts += ["*\n"] if len(rows) < 13 else []
    return "".join(parts)


def explained(table: Table) -> str:
    """Robots' tables: most calls with a note, the notes after the auction."""
    made, random = table.made, table.random
    declarer, contract, result = declared(table)
    words: list[str] = []
    notes: list[str] = []
    for word in calls(table):
        words.append(word)
        if word != "Pass" and random.random() < 0.8 and len(notes) < 32:
            notes.append(
                f"{len(notes) + 1}:One over one -- 4+ !H; {random.randint(6, 20)}+ total points "
            )
            words[-1] += f" ={len(notes)}="
    parts = [
        tag("Event", "17901-1617418791"),
        tag("Date", "2021-04-03 05:06"),
        tag("Board", table.label),
    ]
    parts += [players(table), tag("Dealer", SEATS[made.dealer]), tag("Vulnerable", made.vulnerable)]
    parts += [tag("Deal", made.deal), tag("Declarer", declarer), tag("Contract", contract)]
    parts += [tag("Result", result), tag("Auction", SEATS[made.dealer]), in_rows(words)]
    parts += [tag("Note", note) for note in notes]
    if not passed(table):
        parts += [tag("Play", opener(table)), *(" ".join(row) + "\n" for row in play_rows(table))]
    return "".join([*parts, tag("DealId", f"{random.randint(10**9, 2 * 10**9)}.lin")])


def annotated(table: Table) -> str:
    """A bulletin's commentary among the cards and calls themselves, with glyphs and suffixes."""
    made, random = table.made, table.random
    declarer, contract, result = declared(table)
    first = table.index == 0
    parts = [report(random, 6)] if random.random() < 0.5 else []
    event = ("Event", table.event), ("Site", "The Hague"), ("Date", "1998.01.16")
    parts += [tag(name, value if first else "#") for name, value in event]
    parts += [tag("Board", table.label), players(table), tag("Dealer", SEATS[made.dealer])]
    parts += [tag("Vulnerable", made.vulnerable), tag("Deal", made.deal), diagram(made, False)]
    parts += [tag("Declarer", declarer), tag("Contract", contract), tag("Result", result)]
    parts += [
        tag("Annotator", "J. J.:M. H."),
        tag("Score", f"{score(made):+}"),
        tag("ScoreIMP", "-7"),
    ]
    parts += [
        tag("Auction", SEATS[made.dealer]),
        in_rows(_with(random, calls(table), _BESIDE_CALLS)),
    ]
    parts += [tag("Note", "1:11-14"), tag("Note", "2:majors")]
    if not passed(table):
        parts.append(tag("Play", opener(table)))
        parts += [" ".join(_with(random, row, _BESIDE_CARDS)) + "\n" for row in play_rows(table)]
        parts.append("*\n")
    return "".join(parts)


_BESIDE_CALLS: Final = (
    " =1=",
    " $1",
    " ?",
    "!",
    " {Very sporting, since partner had only\npromised three.}",
)
_BESIDE_CARDS: Final = (
    " $7",
    " {Down went the contract!}",
    " {A diamond was\nruffed; next came \\SA.}",
)


def _with(random: Random, words: list[str], beside: tuple[str, ...]) -> list[str]:
    return [word + random.choice(beside) if random.random() < 0.12 else word for word in words]


def from_lin(table: Table) -> str:
    """Converted from LIN: alerts, ``pass`` in small letters, the teams after the play."""
    made = table.made
    declarer, contract, result = declared(table)
    parts = [tag("Event", table.event), tag("Site", "Grand Hotel"), tag("Date", "2015.09.?")]
    parts += [tag("Board", table.label), players(table), tag("Dealer", SEATS[made.dealer])]
    parts += [
        tag("Vulnerable", made.vulnerable),
        tag("Deal", hands_from(made, 3)),
        tag("Scoring", "IMP;Cross"),
    ]
    parts += [tag("Declarer", declarer), tag("Contract", contract), tag("Result", result)]
    parts += [tag("Auction", SEATS[made.dealer])]
    words = calls(table, passes="pass")
    alerted = [
        f"{word} =0= !" if word != "pass" and table.random.random() < 0.2 else word
        for word in words
    ]
    parts.append(in_rows(alerted))
    if not passed(table):
        gap = "--" if table.index % 10 == 3 else "-"
        parts += [
            tag("Play", opener(table)),
            *(" ".join(row) + "\n" for row in play_rows(table, gap=gap)),
            "*\n",
        ]
    return "".join(
        [*parts, tag("Stage", "Rr17"), tag("HomeTeam", "Alpha"), tag("Room", table.room)]
    )


def hand_record(table: Table) -> str:
    """A record of the hands alone, with what every side can make."""
    made, random = table.made, table.random
    empty = "".join(tag(name, "") for name in ("West", "North", "East", "South"))
    parts = [tag("Event", ""), tag("Site", ""), tag("Date", ""), tag("Board", table.label), empty]
    parts += [
        tag("Dealer", SEATS[made.dealer]),
        tag("Vulnerable", made.vulnerable),
        tag("Deal", hands_from(made, 0)),
    ]
    parts += [tag(name, "") for name in ("Scoring", "Declarer", "Contract", "Result")]
    parts += [tag("BCFlags", "1f"), tag("DoubleDummyTricks", "66477665877785677856")]
    parts += [tag("OptimumScore", "NS -100"), optimum(random)]
    return "".join(parts)


def optimum(random: Random) -> str:
    head = tag("OptimumResultTable", "Declarer;Denomination\\2R;Result\\2R")
    rows = (
        f"{seat} {suit:>2} {random.randint(0, 13):>2}\n"
        for seat in "NSEW"
        for suit in ("NT", *SUITS)
    )
    return head + "".join(rows)


def tabled(table: Table) -> str:
    """A club's evening: one game a board with the results of all tables, and the standings in the first."""
    made, random = table.made, table.random
    lasting = table.index == 1
    parts = [tag("Event", f"##{table.event}" if lasting else table.event)]
    parts += [
        tag("Board", table.label),
        tag("Dealer", SEATS[made.dealer]),
        tag("Vulnerable", made.vulnerable),
    ]
    parts += [tag("Deal", made.deal), tag("Scoring", "MatchPoints;MP1"), optimum(random)]
    head = tag(
        "ScoreTable",
        "PairId_NS\\2R;PairId_EW\\2R;Contract\\5L;Declarer\\1R;Result\\2R;Score_NS\\5R;Names\\20L",
    )
    rows = (
        f"{number:>2} {number + 8:>2} {made.contract:<5} N {random.randint(5, 12):>2} {420:>5} "
        f'"{table.names[0]} - {table.names[2]}"\n'
        for number in range(1, 9)
    )
    parts += [head, *rows]
    if table.index == 0:
        head = tag("TotalScoreTable", "Rank\\2R;PairId\\2R;TotalPercentage\\5R;Names\\20L")
        parts += [
            head,
            *(f'{rank:>2} {rank:>2} {60 - rank}.25 "{table.names[1]}"\n' for rank in range(1, 17)),
        ]
    return "".join(parts)


def marked(table: Table) -> str:
    """A referee's file: irregularities marked, play to be gone on with."""
    text = exported(table)
    if table.index % 5 == 2 and "[Play" in text:
        text = text.replace("*\n", "+\n")
    elif table.index % 5 == 4 and "[Play" in text:
        at = text.index("\n", text.index("[Play")) + 1
        text = text[:at] + text[at:].replace(" ", " ^R ", 1)
    return text


_CONVERTED: Final = "% PBN 1.0\n% converted to PBN\n%\n"
STYLES: Final = (
    Style(bulletin, 18, rooms=2, head=_CONVERTED),
    Style(bulletin, 4, rooms=2, head=_CONVERTED, by_session=True),
    Style(reported, 5, head=_CONVERTED),
    Style(exported, 11, rooms=2, head="% PBN 1.0\n% EXPORT\n%\n"),
    Style(drawn, 5, head="% PBN 1.0\n% EXPORT\n% made by a program\n%\n"),
    Style(online, 4),
    Style(explained, 3, rooms=6, head=""),
    Style(annotated, 4, head="% PBN 1.0\n% EXPORT\n%\n"),
    Style(from_lin, 2, head="% PBN created from LIN\n"),
    Style(
        hand_record, 1, head="% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=ISO-8859-1\n"
    ),
    Style(tabled, 2, head="% PBN 2.1\n"),
    Style(marked, 1, rooms=2),
)

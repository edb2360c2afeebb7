"""How single programs write a game of PBN, each with the number of its files among 60."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from bench.text.pbn_games import SEATS, SUITS, hands_from
from bench.text.real_parts import (
    Table,
    calls,
    declared,
    diagram,
    in_rows,
    opener,
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


def tags(table: Table, text: str, **more: object) -> str:
    """Tags of these names in this order, those that the deal gives and `more`; ``Players`` are four."""
    made = table.made
    declarer, contract, result = declared(table)
    side = -1 if made.declarer % 2 else 1
    known: dict[str, object] = {
        "Board": table.label,
        "Dealer": SEATS[made.dealer],
        "Vulnerable": made.vulnerable,
        "Deal": made.deal,
        "Declarer": declarer,
        "Contract": contract,
        "Result": result,
        "Score": f"NS {side * score(made)}",
        "Auction": SEATS[made.dealer],
        "Room": table.room,
        **more,
    }
    return "".join(
        players(table) if name == "Players" else tag(name, known[name]) for name in text.split()
    )


def event(table: Table, value: str, site: str, date: str, later: str = "#") -> str:
    """Where and when, whole in the first game alone."""
    values = (value, site, date) if table.index == 0 else (later,) * 3
    return "".join(map(tag, ("Event", "Site", "Date"), values))


def play(
    table: Table, rows: list[list[str]] | None = None, end: str = "", star: str = "*\n"
) -> str:
    """The play, as far as it is recorded; nothing of a deal that was passed out."""
    if table.made.passed:
        return ""
    rows = play_rows(table) if rows is None else rows
    return "".join(
        [tag("Play", opener(table)), *(" ".join(row) + end + "\n" for row in rows), star]
    )


def bulletin(table: Table) -> str:
    """Bulletins converted: inherited tags, the contract after the auction, blanks at the end of rows."""
    sides = {"All": "Both"}.get(table.made.vulnerable, table.made.vulnerable)
    place = table.random.choice(_PLACES)
    head = event(table, table.event, place, "1997.01.17") + tags(
        table,
        "Round Board Players Vulnerable Deal Dealer Auction",
        Round=5,
        Vulnerable=sides,
        Deal=hands_from(table.made, 2),
    )
    if table.made.passed:
        return head + tag("Contract", "Pass")
    bid = in_rows(calls(table), " ") + tags(table, "Declarer Contract") + play(table, end=" ")
    return head + bid + tags(table, "Room Result Score", Score=f"{written_score(table):+}")


def reported(table: Table) -> str:
    """The same with a report of each board between the tags and the auction."""
    text = bulletin(table)
    at = text.index("[Auction")
    return text[:at] + report(table.random, table.random.randint(3, 11)) + text[at:]


_FIRST_ROOM: Final = {"Site": "Montecatini", "Date": "1997.06.28", "HomeTeam": "Alpha", "Round": 34}


def exported(table: Table) -> str:
    """Export format of team matches: two rooms a board, most tags of the second inherited, the deal too."""
    second = table.index % 2 == 1
    same: dict[str, object] = {"Event": table.event, **_FIRST_ROOM, "Section": "Open"}
    same = dict.fromkeys(same, "#") if second else same
    same |= {"Event": "#", "Site": "#"} if table.index else {}
    same |= {"Deal": "#"} if second else {}
    side = -1 if table.made.declarer % 2 else 1
    names = "Event Site Date Board Players Dealer Vulnerable Deal Declarer Contract Result HomeTeam Room"
    head = tags(
        table,
        f"{names} Round Score Section VisitTeam Auction",
        **same,
        VisitTeam=same["HomeTeam"],
        Score=f"NS {side * written_score(table)}",
    )
    return head + in_rows(calls(table)) + play(table)


_DEALT: Final = "Dealer Vulnerable Deal Declarer Contract Result"


def drawn(table: Table) -> str:
    """Games against robots with a diagram in a comment between two tags; played to the end, mostly."""
    names = f"Event Site Date Board Players {_DEALT} Score"
    head = tags(table, names, Event=table.event, Site="Lake Side", Date="1984.11.01")
    head += diagram(table.made, True) + tags(table, "Stage Auction", Stage="Final")
    head += in_rows(calls(table))
    if table.made.passed:
        return head
    rows = table.made.rows if table.random.random() < 0.8 else play_rows(table)
    return head + play(table, rows, star="*\n" * (len(rows) < 13))


def online(table: Table) -> str:
    """An online tournament: the event in the first game alone, scores in IMPs beside points."""
    head = event(table, table.event, "?", "?") if table.index == 0 else ""
    imps = f"NS {table.random.randint(-999, 999) / 100}"
    names = f"Board Players {_DEALT} Score ScoreIMP Auction"
    head += tags(table, names, Board=table.label + 73 - (73 % 16), ScoreIMP=imps)
    head += in_rows(calls(table, passes="AP" if table.label % 3 == 0 else "pass"))
    rows = [] if table.made.passed else play_rows(table)
    return head + play(table, rows, star="*\n" * (len(rows) < 13))


def explained(table: Table) -> str:
    """Robots' tables: most calls with a note, the notes after the auction."""
    words, notes = list[str](), list[str]()
    for word in calls(table):
        words.append(word)
        if word != "Pass" and table.random.random() < 0.8 and len(notes) < 32:
            points = table.random.randint(6, 20)
            notes.append(f"{len(notes) + 1}:One over one -- 4+ !H; {points}+ total points ")
            words[-1] += f" ={len(notes)}="
    head = {"Event": "17901-1617418791", "Date": "2021-04-03 05:06"}
    parts = [tags(table, f"Event Date Board Players {_DEALT} Auction", **head), in_rows(words)]
    parts += [*(tag("Note", note) for note in notes), play(table, star="")]
    return "".join([*parts, tag("DealId", f"{table.random.randint(10**9, 2 * 10**9)}.lin")])


def annotated(table: Table) -> str:
    """A bulletin's commentary among the cards and calls themselves, with glyphs and suffixes."""
    random = table.random
    head = report(random, 6) if random.random() < 0.5 else ""
    head += event(table, table.event, "The Hague", "1998.01.16")
    head += tags(table, "Board Players Dealer Vulnerable Deal") + diagram(table.made, False)
    names = "Declarer Contract Result Annotator Score ScoreIMP Auction"
    about = {"Annotator": "J. J.:M. H.", "Score": f"{score(table.made):+}", "ScoreIMP": -7}
    head += tags(table, names, **about) + in_rows(_with(random, calls(table), _BESIDE_CALLS))
    head += tag("Note", "1:11-14") + tag("Note", "2:majors")
    rows = (
        [] if table.made.passed else [_with(random, row, _BESIDE_CARDS) for row in play_rows(table)]
    )
    return head + play(table, rows)


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
    about = {"Event": table.event, "Site": "Grand Hotel", "Date": "2015.09.?"}
    about |= {"Deal": hands_from(table.made, 3), "Scoring": "IMP;Cross"}
    names = "Event Site Date Board Players Dealer Vulnerable Deal Scoring Declarer Contract Result"
    words = [
        f"{word} =0= !" if word != "pass" and table.random.random() < 0.2 else word
        for word in calls(table, passes="pass")
    ]
    gap = "--" if table.index % 10 == 3 else "-"
    rows = [] if table.made.passed else play_rows(table, gap=gap)
    after = tags(table, "Stage HomeTeam Room", Stage="Rr17", HomeTeam="Alpha")
    return tags(table, f"{names} Auction", **about) + in_rows(words) + play(table, rows) + after


def hand_record(table: Table) -> str:
    """A record of the hands alone, with what every side can make."""
    blank = "Event Site Date West North East South Scoring Declarer Contract Result"
    empty: dict[str, object] = dict.fromkeys(blank.split(), "")
    names = "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer"
    more = {"Deal": hands_from(table.made, 0), "BCFlags": "1f", "OptimumScore": "NS -100"}
    more |= {"DoubleDummyTricks": "66477665877785677856"}
    names += " Contract Result BCFlags DoubleDummyTricks OptimumScore"
    return tags(table, names, **{**empty, **more}) + optimum(table.random)


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
    name = f"##{table.event}" if table.index == 1 else table.event
    names = "Event Board Dealer Vulnerable Deal Scoring"
    parts = [tags(table, names, Event=name, Scoring="MatchPoints;MP1"), optimum(random)]
    columns = (
        "PairId_NS\\2R;PairId_EW\\2R;Contract\\5L;Declarer\\1R;Result\\2R;Score_NS\\5R;Names\\20L"
    )
    parts += [tag("ScoreTable", columns)]
    parts += [
        f"{number:>2} {number + 8:>2} {made.contract:<5} N {random.randint(5, 12):>2} {420:>5} "
        f'"{table.names[0]} - {table.names[2]}"\n'
        for number in range(1, 9)
    ]
    if table.index == 0:
        parts += [tag("TotalScoreTable", "Rank\\2R;PairId\\2R;TotalPercentage\\5R;Names\\20L")]
        parts += [
            f'{rank:>2} {rank:>2} {60 - rank}.25 "{table.names[1]}"\n' for rank in range(1, 17)
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
_EXPORT: Final = "% PBN 1.0\n% EXPORT\n%\n"
_CONTENT: Final = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=ISO-8859-1\n"
STYLES: Final = (
    Style(bulletin, 18, rooms=2, head=_CONVERTED),
    Style(bulletin, 4, rooms=2, head=_CONVERTED, by_session=True),
    Style(reported, 5, head=_CONVERTED),
    Style(exported, 11, rooms=2, head=_EXPORT),
    Style(drawn, 5, head="% PBN 1.0\n% EXPORT\n% made by a program\n%\n"),
    Style(online, 4),
    Style(explained, 3, rooms=6, head=""),
    Style(annotated, 4, head=_EXPORT),
    Style(from_lin, 2, head="% PBN created from LIN\n"),
    Style(hand_record, 1, head=_CONTENT),
    Style(tabled, 2, head="% PBN 2.1\n"),
    Style(marked, 1, rooms=2),
)

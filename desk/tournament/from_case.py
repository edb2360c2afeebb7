"""A judged case as what is kept of its match: the score, what was found, the boards of duplicate bridge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.check.questions import questions
from fairdeal.desk.check.sentences import in_a_line
from fairdeal.desk.confined.limits import more_time
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.fates import fate
from fairdeal.desk.intake.ledger import SCORE_SHEET, Paper
from fairdeal.desk.numbered import unlikely
from fairdeal.desk.report.double_dummy import COLUMNS, MOST_BOARDS, SECONDS_A_BOARD
from fairdeal.desk.report.names import Addresses, Source
from fairdeal.desk.score.figures import PAIRS, Pair
from fairdeal.desk.score.match import by_the_rulebook, score_of
from fairdeal.desk.score.steps import Steps, deals_on_paper
from fairdeal.desk.tournament.results import (
    UNKNOWN_NAMES,
    BoardResult,
    Discrepancy,
    Laid,
    MatchResult,
)
from fairdeal.records import (
    COMPASS,
    COMPASS_NAMES,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    Contract,
    Deal,
    Play,
    Seat,
    Team,
    other_team,
    team_of,
)
from fairdeal.rulings.bridge import double_dummy
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.double_dummy import HAND, Hands
from fairdeal.rulings.bridge.remembered import fingerprint
from fairdeal.rulings.bridge.scoring import adjusted
from fairdeal.rulings.frame.finding import Certainty, DealVerdict, Finding, named
from fairdeal.rulings.frame.follows import causes, consequences

MOST_SOLVED: Final = 400
"""Contracts of one match that are solved double dummy: some ten seconds. 27 boards played at 20 tables
have about a hundred."""

SECONDS_A_SOLUTION: Final = 2.0
"""More time for each: a fiftieth of that is usual."""

LONGEST: Final = 200
"""Letters of an adjusted score and of the remark beside it."""

_FIGURE: Final = re.compile(r"\d[\d.]*")


def boards_of(case: Case) -> Iterator[BoardResult]:
    """The boards of a match; none where its deals do not stand on their own."""
    if not isinstance(case.book, BridgeBook) or not case.book.single_boards:
        return
    solved: set[tuple[str, str, str]] = set()
    for deal, verdict in zip(case.record.deals, case.verdict.deals, strict=False):
        tags = {tag.name: tag.value.strip() for tag in deal.tags}
        director = _adjusted(deal, tags, verdict)
        if deal.unread or (verdict.outcome == "redeal" and not director):
            continue
        hands = double_dummy.as_dealt(deal)
        cards = "" if hands is None else fingerprint(hands)[:16]
        contract, best = verdict.contract, None
        if hands is not None and contract is not None:
            asked = (cards, contract.by, contract.trump)
            if asked in solved or len(solved) < MOST_SOLVED:
                if asked not in solved:
                    more_time(SECONDS_A_SOLUTION)
                solved.add(asked)
                best = double_dummy.best_result(hands, contract)
        award, written = verdict.award, _written(deal)
        ruled = None if award is None else award["NS"] - award["EW"]
        tricks = _tricks(deal, verdict, contract)
        if ruled is None and _score_alone(deal):
            ruled = written
        yield BoardResult(
            game=verdict.game,
            board=verdict.deal or "",
            cards=cards,
            session=_first(tags, case, "Session", "Stage"),
            round=_first(tags, case, "Round"),
            room=tags.get("Room", ""),
            table=_first(tags, case, "Table"),
            pairs=(_pair(tags, case, "NS"), _pair(tags, case, "EW")),
            teams=(_first(tags, case, "HomeTeam"), _first(tags, case, "VisitTeam")),
            contract=_called(contract, verdict),
            by=None if contract is None else team_of(contract.by),
            tricks=tricks,
            best=best,
            written=ruled if written is None else written,
            ruled=ruled,
            called=_in_pbn(contract, verdict),
            scoring=_first(tags, case, "Scoring")[:LONGEST],
            adjusted=director,
            laid=laid(deal, verdict, tricks, hands),
            remark=" ".join(each.text for each in deal.comments)[:LONGEST] if director else "",
        )


def _adjusted(deal: Deal, tags: dict[str, str], verdict: DealVerdict) -> str:
    """A score that no result of a contract is: in words, each side's own, or a share of the top or IMPs where
    nothing was played."""
    said = tags.get("Score", "")
    if said not in UNKNOWN_NAMES:
        return said[:LONGEST]
    ours, theirs = _scores(deal)
    if ours and theirs and ours != -theirs:
        return adjusted.written(adjusted.split(ours, theirs))
    if (
        verdict.contract is not None
        or verdict.outcome == "passed-out"
        or (deal.result and deal.result.score)
    ):
        return ""
    for name, unit in (("ScorePercentage", "%"), ("ScoreIMP", " IMP")):
        if (said := tags.get(name, "")) not in UNKNOWN_NAMES:
            return _FIGURE.sub(rf"\g<0>{unit}", said)[:LONGEST]
    return ""


def _scores(deal: Deal) -> tuple[int | None, int | None]:
    """The figures on paper of North-South and East-West, where they are clear."""
    score = {} if deal.result is None else deal.result.score
    clear = {team: entry.value for team, entry in score.items() if entry.clear}
    return clear.get("NS"), clear.get("EW")


def _called(contract: Contract | None, verdict: DealVerdict) -> str:
    if contract is None:
        return "passed out" if verdict.outcome == "passed-out" else ""
    return words.contract(contract)


def _in_pbn(contract: Contract | None, verdict: DealVerdict) -> tuple[str, str]:
    if contract is None:
        return ("Pass", "") if verdict.outcome == "passed-out" else ("", "")
    doubled = {2: "X", 4: "XX"}.get(contract.doubled, "")
    return f"{contract.value}{contract.trump}{doubled}", contract.by


def _written(deal: Deal) -> int | None:
    """The score on paper, from North-South's side."""
    one, two = _scores(deal)
    if one is None:
        return None if two is None else -two
    if two is None or two == 0 or two == -one:
        return one
    return -two if one == 0 else None


def _score_alone(deal: Deal) -> bool:
    """Whether nothing is recorded of a board by which its score could be worked out."""
    result = deal.result
    return result is not None and not (result.points or deal.calls or deal.play)


def _tricks(deal: Deal, verdict: DealVerdict, contract: Contract | None) -> int | None:
    if contract is None:
        return None
    side = team_of(contract.by)
    if verdict.points is not None:
        return verdict.points[side]
    if verdict.outcome not in ("made", "defeated") or deal.result is None:
        return None
    values = {team: entry.value for team, entry in deal.result.points.items() if entry.clear}
    own, others = values.get(side), values.get(other_team(side))
    return HAND - others if own is None and others is not None else own


def _first(tags: dict[str, str], case: Case, *names: str) -> str:
    """The first of these tags that says anything, of the board or else of the record."""
    said = (value for name in names for value in (tags.get(name, ""), case.tag(name) or ""))
    return next((value for value in said if value not in UNKNOWN_NAMES), "")


def _pair(tags: dict[str, str], case: Case, side: Team) -> str:
    """What a pair is called: by its own tag, else by its players in the order of the letters."""
    named = tags.get(f"Team{side}", "") or case.tag(f"Team{side}") or ""
    return named or by_players([_player(tags, case, seat) for seat in side])


def _player(tags: dict[str, str], case: Case, seat: str) -> str:
    name = (case.tag(f"Seat{seat}") or "").strip() or tags.get(COMPASS_NAMES[seat], "")
    return "" if name in UNKNOWN_NAMES else name


def result_of(case: Case, title: str, file: str, record: str) -> MatchResult:
    """Sum up a match that was ruled on."""
    steps, score = by_the_rulebook(case), score_of(case)
    at, source = Addresses(case), Source(case)
    written, ruled = score.as_written, score.by_the_rulebook
    told, below = causes(case.verdict.findings), consequences(case.verdict.findings)
    weighty = [each for each in told if not unlikely(each)]
    papers = case.ledger.papers
    moves = _moves(written.match_points, ruled.match_points)
    teams = (_name(case, score.sides[0]), _name(case, score.sides[1]))
    return MatchResult(
        title=title,
        file=file,
        record=record,
        event=case.tag("Event") or "",
        round=case.tag("Round") or "",
        table=case.tag("Table") or "",
        date=case.tag("Date") or "",
        recorder=case.tag("Recorder") or "",
        rulebook=case.book.id,
        teams=teams,
        written=written.totals,
        ruled=ruled.totals,
        written_points=written.match_points,
        ruled_points=ruled.match_points,
        deals=deals_on_paper(case.record, steps),
        logged=len(case.record.deals),
        findings=tuple(
            replace(
                _discrepancy(each, steps, title, file, moves, score.turned, at),
                follows=in_a_line(below.get(named(each), ())),
                round=case.tag("Round") or "",
                table=case.tag("Table") or "",
                teams=teams,
                documents=tuple(source.files_of(each)),
            )
            for each in weighty
        ),
        doubts=len(told) - len(weighty),
        documents=tuple(dict.fromkeys(each.name for each in papers)),
        digests=tuple(dict.fromkeys(each.digest for each in papers)),
        copies=len(case.record.sheets),
        not_judged=tuple((each.name, fate(each)) for each in case.ledger.not_judged),
        over=score.over,
        to_replay=ruled.to_replay,
        disputed=ruled.disputed,
        boards=tuple(boards_of(case)),
        sheets=_sheets(papers),
        asked=sum(each.outcome for each in questions(case).open),
    )


def _sheets(papers: Sequence[Paper]) -> int:
    sheets = {each.name for each in papers if SCORE_SHEET in each.evidence}
    return len(
        sheets | {each.name for each in papers if each.status == "copy" and each.of in sheets}
    )


def _name(case: Case, side: Team) -> str:
    """What a side is called: a pair at bridge by its players, where nothing else names it."""
    named = case.tag(f"Team{side}") or ""
    if named or side not in PAIRS:
        return named
    return by_players([(case.tag(f"Seat{seat}") or "").strip() for seat in side])


def by_players(names: Sequence[str]) -> str:
    """What a pair is called by its players, in the order of the letters; empty where one is not known."""
    return " and ".join(sorted(names)) if all(names) else ""


def _moves(written: Pair, ruled: Pair) -> int:
    """Match points by which the two results differ, over both teams."""
    pairs = zip(written, ruled, strict=True)
    return sum(abs(w - r) for w, r in pairs if w is not None and r is not None)


def _discrepancy(
    finding: Finding,
    session: Steps,
    title: str,
    file: str,
    moves: int,
    flips: bool,
    at: Addresses,
) -> Discrepancy:
    points = _difference(finding, session)
    touches = points > 0
    return Discrepancy(
        match=title,
        file=file,
        code=finding.code,
        title=words.title(finding.code, finding),
        severity=finding.severity,
        established=finding.certainty is Certainty.ESTABLISHED,
        where=at.where(finding),
        message=finding.message,
        team=finding.team or "",
        seat=finding.seat or "",
        points=points,
        moves=moves if touches else 0,
        flips=flips and touches,
        article=finding.article,
        deal=finding.deal,
        game=finding.game,
    )


def _difference(finding: Finding, session: Steps) -> int:
    """By how much the score differs where a finding stands: the deal's, or the running total's."""
    if finding.severity == "advice":
        return 0
    if finding.code == "total-entry" and finding.at.row is not None:
        return _in_total(finding, session)
    step = session.step(finding.deal)
    return 0 if step is None else _apart(step.written, step.ruled)


def _in_total(finding: Finding, session: Steps) -> int:
    """A wrong total against the total above it and the score beside it, as it was written."""
    row, side = (
        (finding.at.row or 1) - 1,
        1 if (finding.at.column or "").endswith(session.sides[1]) else 0,
    )
    if finding.at.column in ("we", "they"):
        return 0  # rows of entries, not of deals
    if not 0 <= row < len(session.deals):
        return 0
    step = session.deals[row]
    above = session.deals[row - 1].written_total[side] if row else 0
    total, score = step.written_total[side], step.written[side]
    return 0 if total is None or above is None else abs(total - above - (score or 0))


def _apart(one: Pair, other: Pair) -> int:
    pairs = zip(one, other, strict=True)
    return sum(abs((a or 0) - (b or 0)) for a, b in pairs if b is not None)


BOOK: Final = 6
"""Tricks before the first odd one."""

_DOUBLED: Final = {1: "", 2: "X", 4: "XX"}


def laid(deal: Deal, verdict: DealVerdict, tricks: int | None, hands: Hands | None) -> Laid:
    """A board of a record. `tricks` are those of the declaring side."""
    contract = verdict.contract
    return Laid(
        dealer="" if deal.dealer is None else deal.dealer.value or "",
        vulnerable="" if deal.vulnerable is None else deal.vulnerable.value or "",
        hands=() if hands is None else tuple(_suits(hands, seat) for seat in COMPASS),
        short="Pass" if verdict.outcome == "passed-out" else short(contract, tricks),
        lead=_lead(deal, contract),
        makes=_makes(hands) if hands is not None and verdict.game <= MOST_BOARDS else (),
    )


def short(contract: Contract | None, tricks: int | None) -> str:
    """``4♠ W −2``, ``3NTX S =``; without what came of it where that is not known."""
    if contract is None:
        return ""
    trump = SUIT_SYMBOLS.get(contract.trump, "NT")
    said = f"{contract.value}{trump}{_DOUBLED[contract.doubled]} {contract.by}"
    if tricks is None:
        return said
    over = tricks - BOOK - contract.value
    return f"{said} {f'{over:+d}'.replace('-', '−') if over else '='}"


def _suits(hands: Hands, seat: Seat) -> tuple[str, ...]:
    return tuple(
        "".join(
            rank for rank in RANKS for card in hands[seat] if (card.rank, card.suit) == (rank, suit)
        )
        for suit in reversed(SUITS)
    )


def _lead(deal: Deal, contract: Contract | None) -> str:
    """The first card, where the record shows that the defender left of declarer led it."""
    if contract is None or not deal.play or deal.play[0].number != 1:
        return ""
    leader = COMPASS[(COMPASS.index(contract.by) + 1) % len(COMPASS)]
    for place, item in enumerate(each for each in deal.play[0].items if isinstance(each, Play)):
        seat = item.label.value if item.label is not None else None
        first = seat == leader if seat is not None else not place and not deal.play[0].by_seat
        if first and item.card.value is not None:
            return f"{SUIT_SYMBOLS[item.card.value.suit]}{item.card.value.rank}"
    return ""


def _makes(hands: Hands) -> tuple[tuple[int, ...], ...]:
    more_time(SECONDS_A_BOARD)
    table = double_dummy.table_of(hands)
    if table is None:
        return ()
    return tuple(tuple(table.of(seat, each) for each in COLUMNS) for seat in ("N", "S", "E", "W"))

"""What a deal of 56 scores either way, where the committee has to choose.

The deal is judged in each way that the committee may take: with the bid as the contract and without it,
with the offences of one side alone, dealt again. Nothing here is known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from fairdeal.records import Contract, Team, other_team
from fairdeal.rulings.fifty_six.auction import FiftySixCall
from fairdeal.rulings.fifty_six.deal import DealReplay, Played, Ruled, replay
from fairdeal.rulings.fifty_six.scoring import (
    Points,
    award_for,
    award_row,
    forfeited,
    offenders,
    open_redeal,
    played,
    table_figures,
)
from fairdeal.rulings.frame.either_way import MOST_JUDGED, EitherWay
from fairdeal.rulings.frame.finding import (
    REDEALT,
    AwardIf,
    Certainty,
    Finding,
    open_to_choice,
    score_text,
    with_words,
)
from fairdeal.rulings.replay.calls import Kind

_CARDINAL: Final = frozenset({"redeal", "award-deal"})


class FiftySixEitherWay(EitherWay[Ruled, DealReplay, FiftySixCall]):
    """One deal, judged as the committee may decide it."""

    bid_void = "it is void"
    stands = "the deal stands"

    def _in_words(self, finding: Finding, blocked: list[AwardIf]) -> Finding:
        kind = finding.remedy.kind
        if kind == "committee":
            return open_to_choice(finding, blocked or self._ways(finding))
        if blocked and kind in _CARDINAL:
            return open_to_choice(finding, blocked, self._why_blocked)
        if finding.code == "void-trump-redeal" and finding.setting is not None:
            return replace(finding, awards_if=tuple(self._void_trump(finding)))
        return self._resulting(finding)

    def _resulting(self, finding: Finding) -> Finding:
        """A finding that changes the score, with the award that it leads to."""
        remedy, award = finding.remedy, self.ruled.verdict.award
        if remedy.to is None:
            return finding
        if remedy.kind == "award-deal":
            due = forfeited(self.replay, other_team(remedy.to))
            if due is None:
                return finding
            whole = due[remedy.to]
            words = f"{whole - remedy.points} + {remedy.points} = {whole} to {remedy.to}"
            alike = [each for each in self.ruled.findings if each.remedy == remedy]
            more = " It is given once in a deal, not for each offence." if len(alike) > 1 else ""
            return with_words(finding, f"That makes {words}.{more}")
        counts = finding.certainty is Certainty.ESTABLISHED and (
            finding.objected or not finding.needs_objection
        )
        if remedy.kind in ("points", "tricks") and counts and award is not None:
            return with_words(finding, f"The deal then gives {score_text(award)}.")
        return finding

    # --- judging the deal in one way ----------------------------------------------------------------

    @cached_property
    def _uncounted(self) -> AwardIf:
        findings = [each for each in self.ruled.findings if each.remedy.kind != "award-deal"]
        award, _ = award_for(self.replay, findings, "redeal", played(self.replay))
        return AwardIf(REDEALT, award)

    def _scored(
        self, condition: str, contract: Contract | None = None, without: Sequence[Finding] = ()
    ) -> list[AwardIf]:
        """What the deal scores by its play; made and defeated apart where that is not recorded."""
        contract = contract or self.replay.contract
        if contract is None or award_row(self.replay.book, contract.value) is None:
            return []
        self._judged += 1
        world = self._replayed(contract)
        findings = [each for each in self.ruled.findings if each not in without]
        result = played(world)
        award, _ = award_for(world, findings, "undecided", result)
        if award is not None or result.made is not None or offenders(findings):
            return [AwardIf(condition, award)]
        return [
            AwardIf(
                f"{condition} and the contract is {'made' if made else 'defeated'}",
                award_for(world, findings, "undecided", Played(None, made, ""))[0],
            )
            for made in (True, False)
        ]

    def _replay_in(self, contract: Contract) -> DealReplay:
        return replay(self.replay.seen, self.replay.table, self.replay.entered, contract)

    def _contract_of(self, made: FiftySixCall) -> Contract | None:
        if made.value is None or made.trump is None or made.seat is None:
            return None
        return Contract(made.value, made.trump, made.seat)

    # --- why the rulebook gives no award ------------------------------------------------------------

    def _blocked(self) -> list[AwardIf]:
        findings, world = self.ruled.findings, self.replay
        if world.deal.unread:
            return []
        guilty = sorted(offenders(findings))
        if world.dealt_again(findings):
            awards = ((side, forfeited(world, side)) for side in guilty)
            counting = (
                AwardIf(f"the offence of team {s} counts", each) for s, each in awards if each
            )
            return [self._uncounted, *counting]
        if len(guilty) == 2:
            return list(self._both_sides(guilty))
        played_on = open_redeal(findings)
        if played_on is not None and played_on.team is not None:
            award = forfeited(world, played_on.team)
            return [self._uncounted, AwardIf("the hand was played and not declared", award)]
        if world.disputed:
            return [*self._scored("the bid stands"), self._void("the bid is void")]
        open_end = world.auction.faulty_end and world.contract is None
        return list(self._faulty_end()) if open_end else []

    @cached_property
    def _why_blocked(self) -> str:
        guilty = offenders(self.ruled.findings)
        if len(guilty) == 2 and self.ruled.verdict.outcome != "redeal":
            return "Both sides broke the cardinal rule, so the rulebook gives no award."
        if self.ruled.verdict.outcome == "redeal":
            return "The deal is to be dealt again, and the cardinal rule was broken in it."
        return ""

    def _both_sides(self, guilty: Sequence[Team]) -> Iterator[AwardIf]:
        cardinal = [each for each in self.ruled.findings if each.remedy.kind == "award-deal"]
        yield from self._scored("the offences cancel out", without=cardinal)
        for side in guilty:
            other = [each for each in cardinal if each.remedy.to == side]
            yield from self._scored(f"only that of team {side} counts", without=other)

    def _faulty_end(self) -> Iterator[AwardIf]:
        """The auction's last bid does not count: it stands, or the bid before it, or nothing."""
        auction = self.replay.auction
        passes = (Kind.PASS, Kind.ALL_PASS)
        words = [each for each in auction.calls if each.after is None and each.kind not in passes]
        last = words[-1] if words else None
        bid = last is not None and last.kind is Kind.BID
        if last is not None and bid:
            contract = self._contract_of(last)
            yield from self._scored("the bid stands", contract) if contract else ()
        before = auction.standing
        if before is not None and before.by is not None:
            contract = Contract(before.value, before.trump, before.by)
            condition = f"the bid is void and {contract.text.replace(',', '')} stands"
            yield from self._scored(condition, contract)
        what = "bid" if bid else "call"
        yield self._void(f"the {what} is void and {REDEALT}")

    # --- findings for the committee in a deal that has its award ------------------------------------

    def _ways(self, finding: Finding) -> list[AwardIf]:
        if self._judged >= MOST_JUDGED:
            return self._default
        match finding.code:
            case "score-query":
                return self._score_query(finding)
            case "card-retracted":
                return self._retracted(finding)
            case "play-abandoned":
                return [self._uncounted, *self._scored("the play is scored as far as it went")]
            case "void-trump-redeal":
                return self._void_trump(finding)
            case "revoke" | "suit-not-held" | "constraining-hand-undisclosed":
                return self._unpriced(finding)
        of_call = self._call(finding)
        return of_call if len(of_call) > 1 else self._default

    def _void_trump(self, finding: Finding) -> list[AwardIf]:
        return [self._uncounted, *self._scored("the play stands", without=[finding])]

    def _score_query(self, finding: Finding) -> list[AwardIf]:
        """Up to so many points, where the other side asks for them (5.5)."""
        most = self.replay.book.penalties.score_query_most
        if not most or finding.team is None:
            return self._default
        to = other_team(finding.team)
        words = f"team {to} is given {most} points" if most > 1 else f"team {to} is given 1 point"
        more = [
            replace(way, award=way.award and way.award | {to: way.award[to] + most})
            for way in self._scored(words)
        ]
        return [*self._scored("no points are asked for"), *more] if more else self._default

    def _retracted(self, finding: Finding) -> list[AwardIf]:
        """A card taken back is excused, or the cardinal rule applies to it (4.4)."""
        side = finding.team
        if side is None:
            return self._default
        own = [
            each
            for each in self.ruled.findings
            if each.code == "revoke" and each.place.parts == finding.place.parts
        ]
        due = forfeited(self.replay, side)
        excused = self._scored("it is excused", without=own)
        return [*excused, AwardIf("the cardinal rule applies to it", due)] if due else excused

    def _unpriced(self, finding: Finding) -> list[AwardIf]:
        """An offence that a rulebook forbids and sets no price on."""
        contract, side = self.replay.contract, finding.team
        found: Points | None = None
        if contract is not None and side is not None and self.replay.doubling_known:
            found = table_figures(self.replay.book, contract, made=side != self.replay.declaring())
        lost = [AwardIf(f"team {side} loses the deal for it", found)] if found else []
        return [*self._scored("the play stands"), *lost, self._uncounted]

"""Irregularities of what is written under a deal: contract, tricks, points and score."""

from __future__ import annotations

from fairdeal.records.cards import other_team
from samples.making.chance import given, require
from samples.making.irregularities.scene import Scene
from samples.making.records.deals import miswritten
from samples.making.records.table import award_of


def contract_entry(scene: Scene) -> None:
    """The contract written down differs in value, denomination, declarer or doubling."""
    contract = given(scene.contract)
    _, scene.written.contract = miswritten(contract, scene.rng, scene.variant.seats)
    scene.expect_entry("contract-entry", "contract")
    scene.keep_calls = True


def trick_winner(scene: Scene) -> None:
    """A trick is written down for a seat that did not win it."""
    winners = given(scene.written.winners)
    require(len(winners) == 8)
    index = scene.rng.randrange(8)
    winners[index] = scene.rng.choice([s for s in scene.variant.seats if s != winners[index]])
    scene.expect_entry("trick-winner", f"trick {index + 1} / winner")


def points_entry(scene: Scene) -> None:
    """One side's card points, or both, are not what the play gave."""
    points = given(scene.written.points)
    both = scene.chance(0.4)
    slip = scene.rng.choice((-3, -2, -1, 1, 2, 3, 10))
    team = scene.rng.choice(("A", "B"))
    other = other_team(team)
    require(0 <= points[team] + slip <= 56 and 0 <= points[other] - slip <= 56)
    for name, more in ((team, slip), (other, -slip)) if both else ((team, slip),):
        points[name] += more
        scene.expect_entry("points-entry", f"points {name}")


def award_entry(scene: Scene) -> None:
    """The score is not what the table gives."""
    score = given(scene.written.score)
    right = dict(score)
    way = scene.rng.choice(("figure", "figure", "other side", "loser"))
    # What is missing may be a penalty that was due: that is another finding.
    require(not scene.cardinal and not any(scene.penalty.values()))
    winner = max(right, key=lambda team: right[team])
    loser = other_team(winner)
    if way == "figure":
        score[winner] = scene.rng.choice([n for n in range(9) if n != right[winner]])
    elif way == "other side":
        score[winner], score[loser] = right[loser], right[winner]
    else:
        score[loser] = scene.rng.randint(1, 5)
    for team in ("A", "B"):
        if score[team] != right[team]:
            scene.expect_entry("award-entry", f"score {team}")


def penalty_entry(scene: Scene) -> None:
    """A penalty that was due is not in the score."""
    score = given(scene.written.score)
    require(any(scene.penalty.values()) and not scene.cardinal)
    for team, points in scene.penalty.items():
        if points:
            score[team] -= points
            scene.expect_entry("penalty-entry", f"score {team}")


def forfeit_left_out(scene: Scene) -> None:
    """The score is that of the play, as if nobody had broken the cardinal rule.

    The table gives that score, so what is missing is the penalty alone, at the side it is owed to.
    """
    score, agreed = given(scene.written.score), given(scene.contract)
    require(scene.award is not None and len(scene.cardinal) == 1)
    plain = award_of(scene.variant, agreed, scene.outcome == "made")
    offended = other_team(next(iter(scene.cardinal)))
    score.update(plain)
    scene.expect_entry("penalty-entry", f"score {offended}")

"""A paragraph of the Laws that leaves the director a way to go, and that way in one deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fairdeal.records import Team
from fairdeal.rulings.frame.finding import CallsRuled, Remedy

STANDS: Final = "The result stands."
ASSIGNED: Final = "The director assigns a score (Law 12C)."
DAMAGE: Final = (
    "The result stands, unless the other side was damaged: then the director assigns a score."
)

FORCED_PASS: Final = (
    "The result stands, unless the offender could have known that the pass forced on partner would damage "
    "the other side (Law 72C)."
)

PASSES_ON: Final = (
    "Offender's partner must pass for the rest of the auction. If their side defends, declarer may forbid "
    "offender's partner, on first having the lead, one suit that offender did not name in the legal "
    "auction (Law 26B)."
)
PASSES_ONCE: Final = (
    "After it, offender's partner must pass at the next turn. If their side defends, declarer may forbid "
    "offender's partner, on first having the lead, one suit that offender did not name in the legal auction "
    "(Law 26B)."
)
MAJOR_CARD: Final = (
    "The card stays on the table as a major penalty card: it is played as soon as that is legal. When "
    "offender's partner has the lead first, declarer may ask for that suit or forbid it, and the card is "
    "taken up again; or leave the lead free, and the card stays (Law 50D)."
)


@dataclass(frozen=True, slots=True)
class Provision:
    """One paragraph, in our words.

    `key` is its number, with a word more where one paragraph leaves two ways. `condition` is put after "if".
    `follows` says what the auction and the play are bound to, and who chooses; `score` what becomes of the
    score.
    """

    key: str
    condition: str
    follows: str
    score: str = STANDS

    @property
    def law(self) -> str:
        return f"Law {self.key.split(', ')[0]}"

    def stands(self, taken: bool | None) -> Open:
        """The way under which the result stands as it was played; unless the table did not go it: what would
        then have followed only a director can say."""
        return Open(self, taken, None if taken is False else Remedy("none"))

    def calls(self, taken: bool | None, stand: int | None = None, void: int | None = None) -> Open:
        """The way under which a call is let stand, or cancelled, and the auction judged so; unless the table
        did not go it."""
        if taken is False:
            return self.assigned(taken)
        ruled = CallsRuled(
            frozenset() if stand is None else frozenset({stand}),
            frozenset() if void is None else frozenset({void}),
        )
        return Open(self, taken, Remedy("none"), ruled)

    def tricks(self, taken: bool | None, to: Team, count: int) -> Open:
        """The way under which tricks go to the other side."""
        return Open(self, taken, Remedy("tricks", to, count) if count else Remedy("none"))

    def redealt(self, taken: bool | None) -> Open:
        return Open(self, taken, Remedy("redeal"))

    def assigned(self, taken: bool | None) -> Open:
        """The way under which the record does not show what would have followed, or that asks for a score
        that only a director can give."""
        return Open(self, taken)


@dataclass(frozen=True, slots=True)
class Open:
    """A provision in one deal: whether the record shows that the table went this way, and what it does to the
    score. `remedy` is None where the director has to assign one."""

    provision: Provision
    taken: bool | None
    remedy: Remedy | None = None
    calls: CallsRuled | None = None


def by_key(*tables: tuple[Provision, ...]) -> Mapping[str, Provision]:
    """The ways of several tables by their keys."""
    return {each.key: each for table in tables for each in table}


def standing(law: Mapping[str, Provision], ways: Mapping[str, bool | None]) -> Iterator[Open]:
    """The ways of these keys under which the result stands, each with whether the table went it."""
    return (law[key].stands(taken) for key, taken in ways.items())

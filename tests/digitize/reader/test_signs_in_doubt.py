"""A page is one hand: signs that are rivals in several of its entries are sure in none."""

from __future__ import annotations

from dataclasses import replace

from fairdeal.digitize.reader.reading import (
    ALIKE,
    ALIKE_BUT_PLAIN,
    as_one_hand,
    is_unknown,
)
from fairdeal.records import Field


def doubtful(name: str, text: str, rival: str, share: float = 0.1) -> Field:
    rivals = ((text, 0.8), (rival, share))
    return Field(name, "seat", text, flagged=True, probability=0.8, rivals=rivals)


def clear(name: str, text: str) -> Field:
    return Field(name, "contract", text, probability=0.9999, rivals=((text, 0.9999),))


def sure(fields: tuple[Field, ...], name: str) -> float:
    return next(each.probability for each in fields if each.name == name)


FIELDS = (
    doubtful("trick 1 / leader", "9", "4"),
    doubtful("trick 2 / leader", "9", "4"),
    clear("contract", "46 C"),
    clear("call 1", "31 C"),
)


def test_a_sign_that_is_a_rival_twice_makes_clear_entries_with_it_less_sure() -> None:
    seen = replace(FIELDS[2], name="call 2", rivals=(("46 C", 0.9999), ("96 C", 0.00002)))
    longer = replace(FIELDS[2], name="call 3", rivals=(("46 C", 0.9999), ("6 C", 0.00005)))
    fields = as_one_hand((*FIELDS, seen, longer))
    assert sure(fields, "call 2") == ALIKE, "its ink shows the other sign"
    assert sure(fields, "contract") == sure(fields, "call 3") == ALIKE_BUT_PLAIN
    assert sure(fields, "call 1") == 0.9999
    assert not any(each.flagged for each in fields[2:])


def test_two_nets_that_read_alike_and_plainly_make_up_for_a_sign_in_doubt() -> None:
    seen = replace(FIELDS[2], name="call 2", rivals=(("46 C", 0.9999), ("96 C", 0.00002)))
    fields = as_one_hand((*FIELDS, seen), {"contract", "call 2"})
    assert sure(fields, "contract") == 0.9999
    assert sure(fields, "call 2") == ALIKE_BUT_PLAIN, "its ink shows the other sign"


def test_one_doubtful_entry_says_nothing_of_the_hand() -> None:
    assert as_one_hand(FIELDS[1:]) == FIELDS[1:]


def test_faint_rivals_and_texts_of_another_length_are_no_habit() -> None:
    fields = (
        doubtful("trick 1 / leader", "9", "4", 0.0001),
        doubtful("trick 2 / leader", "9", "4", 0.0001),
        doubtful("points A", "9", "41"),
        FIELDS[2],
    )
    assert as_one_hand(fields) == fields


def page(doubts: int, count: int = 40) -> list[Field]:
    """A page on which each entry in doubt has rivals of its own."""
    rivals = [
        doubtful(f"row {n} / total A", f"{n + 10}", f"{n + 50}", 0.001) for n in range(doubts)
    ]
    return [*rivals, *(clear(f"call {n}", "28 C") for n in range(count - doubts))]


def test_a_hand_like_none_known_makes_no_entry_certain() -> None:
    assert is_unknown(page(11)) and not is_unknown(page(9))
    assert {each.probability for each in as_one_hand(page(11))} == {0.8, ALIKE}
    assert as_one_hand(page(9))[-1].probability == 0.9999


def test_many_questions_about_what_is_read_rightly_make_no_hand_unknown() -> None:
    """A third asked about, and each nearly sure: the rest stays certain."""
    asked = [replace(each, probability=0.94) if each.flagged else each for each in page(13)]
    assert not is_unknown(asked)
    hidden = [
        replace(each, text=None, probability=0.0) if each.flagged else each for each in page(8)
    ]
    assert not is_unknown(hidden), "what lies under a thumb says nothing of a hand"


def test_of_a_page_with_few_entries_nothing_is_said() -> None:
    blank = [Field(f"row {n} / x", "doubling", None, blank=True) for n in range(40)]
    assert not is_unknown([*page(10, 29), *blank])

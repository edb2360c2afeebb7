"""A redeal noted under a rulebook that knows none: the deal is not scored, and that is said."""

from __future__ import annotations

import pytest

from tests.support.under import Under, found

TEXT = """[Deal "1"]
[Dealer "2"]
{before}Auction:
{first}: 28 S, P, P, P, P, P
Play:
{first}:KS QS JS 9S AS 10S
{after}"""


@pytest.mark.parametrize("name", ["online", "wiki", "community"])
@pytest.mark.parametrize("where", ["before", "after"])
def test_redeal_is_noted_to_have_no_rule(name: str, where: str) -> None:
    book = Under(name)
    words = {"before": "", "after": ""} | {where: "! redeal\n"}
    verdict = book.ruled(TEXT.format(first="1" if name == "community" else "3", **words))
    assert found(verdict) == []
    assert verdict.deals[0].outcome == "redeal"
    assert [each.message for each in verdict.notes] == [
        '"redeal" is noted; this rulebook has no rule about it.'
    ]


def test_international_4_5_a_redeal_has_its_rules() -> None:
    verdict = Under("international").ruled(TEXT.format(first="3", before="! redeal\n", after=""))
    assert verdict.notes == ()

"""Lines of print as the packaged net sees them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.nets import WRITTEN, characters_of, packaged_net
from fairdeal.digitize.printed.gaps import Strip
from fairdeal.digitize.printed.readers import LOOKED_FOR, PrintNet, print_net


def test_a_line_that_was_seen_before_is_not_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines by which the way up of a page was found stand on it when it is read."""
    net = print_net()
    assert net is not None
    seen: list[int] = []
    look = PrintNet._chances

    def counted(self: PrintNet, grey: NDArray[np.uint8]) -> NDArray[np.float32]:
        seen.append(grey.shape[1])
        return look(self, grey)

    monkeypatch.setattr(PrintNet, "_chances", counted)
    line = np.full((47, 301), 255, np.uint8)
    cv2.putText(line, "KH 10S 9D", (15, 35), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 20, 3)
    here, there = (Strip(line.copy(), np.arange(301.0) + by) for by in (0, 500))
    one, other = net.read([here, there])
    assert "".join(sign.text for sign in one) == "KH10S9D"
    assert [sign.x + 500 for sign in one] == [sign.x for sign in other]
    net.read([Strip(line[:, :200].copy(), np.arange(200.0))])
    assert seen == [301, 200]


def test_the_packaged_net_knows_no_characters_but_those_that_are_looked_for() -> None:
    net = packaged_net()
    assert net is not None
    known = set(characters_of(net))
    assert known <= WRITTEN | LOOKED_FOR
    assert known >= WRITTEN

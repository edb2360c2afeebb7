"""Every attack there is, in the order in which they are tried."""

from __future__ import annotations

from typing import Final

from bench.hostile.archives import ARCHIVES
from bench.hostile.attack import Attack
from bench.hostile.folders import FOLDERS
from bench.hostile.of_files import PICTURES, RECORDS
from bench.hostile.phones import PHONES
from bench.hostile.sent_cases import SENT_CASES
from bench.hostile.visitors import VISITORS

ATTACKS: Final[tuple[Attack, ...]] = (
    *ARCHIVES,
    *SENT_CASES,
    *FOLDERS,
    *VISITORS,
    *PHONES,
    *RECORDS,
    *PICTURES,
)

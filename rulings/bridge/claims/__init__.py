"""Claims at bridge (Laws 68 to 71): the fewest tricks that a side takes in any line that counts."""

from fairdeal.rulings.bridge.claims.least import Least, least_tricks
from fairdeal.rulings.bridge.claims.ranks import Ranks, ranks_of

__all__ = ["Least", "Ranks", "least_tricks", "ranks_of"]

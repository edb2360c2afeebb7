"""Records to findings and scores: rulebooks as data, replay, and one small unit for each rule."""

from rulings.check import check
from rulings.finding import Finding, Verdict
from rulings.rulebook import Rulebook, RulebookError, load

__all__ = ["Finding", "Rulebook", "RulebookError", "Verdict", "check", "load"]

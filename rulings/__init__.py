"""Records to findings and scores: rulebooks as data, replay, and one small unit for each rule."""

from fairdeal.rulings.check import check
from fairdeal.rulings.frame.finding import Finding, Refusal, Verdict
from fairdeal.rulings.games import load
from fairdeal.rulings.rulebooks.rulebook import Rulebook, RulebookError

__all__ = ["Finding", "Refusal", "Rulebook", "RulebookError", "Verdict", "check", "load"]

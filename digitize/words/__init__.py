"""Guesses at words written freely: names, dates, remarks. Shown to a person, never taken as read."""

from fairdeal.digitize.words.suggesting import LineReader, suggestions

__all__ = ["LineReader", "suggestions"]

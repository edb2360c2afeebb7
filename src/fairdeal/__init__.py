"""Reads score sheets and hand logs of 56 and bridge, replays every deal, and says what is irregular."""

__version__ = "0.2.0"

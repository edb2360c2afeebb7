"""Replay of a deal that takes whatever the record says, right or wrong, and never raises.

`seen` takes one reading of a deal's entries, `auction` and `play` follow it, `holdings` tells what
each seat was dealt, `deal` puts them together for the rules to look at.
"""

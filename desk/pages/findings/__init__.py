"""Findings decided one by one, and the deals in which they are."""

"""Entries that people read: one by one, slips of the pen, shapes of a hand."""

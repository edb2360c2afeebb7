"""Slips of the pen: those that a deal may hold, and what it weighs with one of them undone."""

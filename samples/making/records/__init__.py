"""Synthetic deals, sessions, matches and tournaments."""

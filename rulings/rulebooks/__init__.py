"""Rulebooks as data, whatever the game."""

"""Clubs' own score sheets: learned once, known again, read row by row."""

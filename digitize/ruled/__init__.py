"""Sheets that are not ours: tables without markers, found by their ruled lines."""

"""Readings of photographed pages, to records."""

"""Sheets that are not ours: tables without markers, found by their ruled lines."""

from fairdeal.digitize.ruled.tables.find import Problem, RuledTable, Span, find_tables

__all__ = ["Problem", "RuledTable", "Span", "find_tables"]

"""Findings as the report shows them: numbered, marked where they happened, with the ink they rest on."""

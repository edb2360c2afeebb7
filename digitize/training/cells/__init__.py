"""Cells as they come off a page, written with the glyphs of one hand."""

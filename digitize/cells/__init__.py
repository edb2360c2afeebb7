"""Cells of a squared-up page: printed lines taken out, blank told from written, boxes cut."""

from fairdeal.digitize.cells.cut import Cell, cut_cells

__all__ = ["Cell", "cut_cells"]

"""A whole tournament: results of its matches, standings, discrepancies by weight, tables to take away."""

"""Generators of synthetic deals, irregularities, filled forms and photos."""

"""A page as one hand: its glyphs read together."""

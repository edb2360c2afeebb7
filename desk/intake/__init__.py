"""Documents to cases: what was handed in, read, told apart by match, and put together."""

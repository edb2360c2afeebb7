"""How well the reader reads, beside others."""

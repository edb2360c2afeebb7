"""Whole pages written by one hand each: what is read on them, asked about, and read wrongly."""

"""Measurements: how fast, how right, and how often, each from a seed."""

"""Synthetic score sheets of clubs, and printed pages."""

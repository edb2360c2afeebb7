"""Deals as the report lays them out: calls, tricks, scores, of 56 and of bridge."""

"""Tests of the rulings on bridge."""

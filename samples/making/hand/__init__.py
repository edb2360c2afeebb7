"""Writing by hand: what goes into a box, and the ink that it leaves."""

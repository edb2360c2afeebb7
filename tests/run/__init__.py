"""``./run``: what it sets up, and where."""

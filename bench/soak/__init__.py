"""Long seeded trials: ``./run soak``."""

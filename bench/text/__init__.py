"""How fast and how surely typed records are read."""

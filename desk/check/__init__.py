"""What `check`, `compare` and `read` print of a record: as JSON, as text, game by game."""

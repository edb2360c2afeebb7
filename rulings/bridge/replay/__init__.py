"""A deal of bridge replayed: auction, play with a dummy, and what the log confirms."""

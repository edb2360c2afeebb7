"""Rules and rulebooks as pages of the documentation."""

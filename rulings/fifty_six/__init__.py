"""The game of 56: its rulebook, replay, scores, sessions and rules."""

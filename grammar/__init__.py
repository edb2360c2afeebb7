"""Text to records and back: the hand record notation, calls, cards, and transcripts of photos."""

"""Text to records and back: the hand record notation, its grammars, and its canonical writer."""
